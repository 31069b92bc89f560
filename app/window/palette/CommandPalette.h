// Every command of the window and of the active view by a few letters of its name.
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace app {

/// One entry: "View: Grid layout".
struct PaletteEntry {
  /// now: works at once. otherView: in an open view that is not the active one. closedView: nowhere until one is open.
  enum class Place { now, otherView, closedView };

  QString text;
  QPointer<QAction> action;    ///< null for what works nowhere now
  Place place = Place::now;
  QString where = {};          ///< in a few words, where it works, if not here
  std::function<void()> first = {};  ///< what is done before the action; may be empty
};

/// How well letters typed fit a text: each must occur, in order, whatever the case; -1 when they do not. More for runs
/// and for beginnings of words.
int fitOf(const QString& typed, const QString& text);

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);
  /// Shows the palette at the top of its parent with these entries; disabled and separating actions are left out. What
  /// works elsewhere is found by typing, behind what fits as well and works here.
  void open(std::vector<PaletteEntry> entries);
  QLineEdit& field() { return *m_field; }
  QListWidget& list() { return *m_list; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& typed);
  void run();
  void leave();

  QLineEdit* m_field;
  QListWidget* m_list;
  std::vector<PaletteEntry> m_entries;
  QPointer<QWidget> m_focusBefore;
};

}  // namespace app
