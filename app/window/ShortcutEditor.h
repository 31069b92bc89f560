// All commands with their keys, to be found and changed.
#pragma once

#include <QDialog>
#include <QPointer>
#include <vector>

#include "app/window/palette/CommandPalette.h"

class QKeySequenceEdit;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace app {

class MainWindow;

class ShortcutEditor : public QDialog {
  Q_OBJECT

 public:
  /// `entries`: what can have a key; several actions of one name (views shown twice) count as one.
  ShortcutEditor(std::vector<PaletteEntry> entries, QWidget* parent);
  QTreeWidget& list() { return *m_list; }
  QKeySequenceEdit& keys() { return *m_keys; }
  QLabel& note() { return *m_note; }
  QPushButton& resetButton() { return *m_reset; }

 private:
  void fill(const QString& filter);
  void showChosen();
  void choose(const QKeySequence& keys);
  std::vector<QAction*> actionsNamed(const QString& name) const;
  QString chosenName() const;

  std::vector<PaletteEntry> m_entries;
  QTreeWidget* m_list;
  QKeySequenceEdit* m_keys;
  QLabel* m_note;
  QPushButton* m_reset;
};

/// The list of all commands, also of views that are not open. Owned by the window.
ShortcutEditor* openShortcuts(MainWindow& window);

}  // namespace app
