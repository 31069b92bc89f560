// Every command of the window and of the active view by a few letters of its name.
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>
#include <vector>

class QLineEdit;
class QListWidget;

namespace app {

/// One entry: "View: Grid layout".
struct PaletteEntry {
  QString text;
  QPointer<QAction> action;
};

/// How well letters typed fit a text: each must occur, in order, whatever the case; -1 when they do not. More for runs
/// and for beginnings of words.
int fitOf(const QString& typed, const QString& text);

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);
  /// Shows the palette at the top of its parent with these entries; disabled and separating actions are left out.
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
