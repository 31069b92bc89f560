// Qt style sheet of the chrome: flat panels, hairlines, no nested frames. Colours and sizes are the theme's tokens
// only.
#include "ui/look/StyleSheet.h"

namespace ui {

namespace {

constexpr const char* kTemplate = R"(
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QToolTip { background: @panel; color: @text; border: 1px solid @line; padding: @1px; }
QMenuBar { background: @window; border-bottom: 1px solid @line; }
QMenuBar::item { padding: @1px @2px; background: transparent; }
QMenuBar::item:selected { background: @line; }
QMenu { background: @panel; border: 1px solid @line; padding: @1px 0; }
QMenu::item { padding: @1px @6px @1px @6px; }
QMenu::item:selected { background: @accent; color: @onaccent; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: @1px 0; }
QLabel#heading, QToolButton#heading { color: @muted; font-weight: 600; }
QFrame#question { background: @panel; border: 1px solid @line; border-left: 3px solid @accent; border-radius: 4px; }
QLabel#lessonFailure { color: @error; }
QLabel#translationNote { color: @warning; }
QStatusBar { background: @window; border-top: 1px solid @line; }
QStatusBar::item { border: none; }
QPlainTextEdit, QTextEdit { border: none; background: @panel; }
QTreeView, QListView, QTableView, QScrollArea { border: 1px solid @panel; background: @panel; }
QScrollArea#page { border: none; background: @window; }
QTreeView:focus, QListView:focus, QTableView:focus, QScrollArea:focus { border-color: @accent; }
QTreeView::item { padding: 2px 0; }
QHeaderView::section { background: @window; color: @muted; border: none; border-bottom: 1px solid @line;
  padding: @1px; }
QPushButton { background: @panel; border: 1px solid @line; border-radius: 4px; padding: @1px @3px; }
QPushButton:hover, QPushButton:focus { border-color: @accent; }
QPushButton:pressed { background: @line; }
QPushButton::menu-indicator { image: url(:/icons/down.png); width: @3px; height: @3px; subcontrol-origin: padding;
  subcontrol-position: center right; right: @1px; }
QPushButton:default { background: @accent; color: @onaccent; border-color: @accent; }
QPushButton:disabled { color: @muted; background: @window; border-color: @line; }
QToolButton { border: 1px solid transparent; border-radius: 3px; padding: 1px; background: transparent; }
QToolButton:hover { background: @line; }
QToolButton:focus { border-color: @accent; }
QToolButton:pressed, QToolButton:checked { background: @line; color: @accent; }
QToolButton#heading:checked { background: transparent; }
QToolButton::menu-indicator { image: none; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { background: @panel; border: 1px solid @line; border-radius: 3px;
  padding: 2px @1px; selection-background-color: @accent; selection-color: @onaccent; min-height: @4px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: @accent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent; width: @4px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/up.png); width: @2px; height: @2px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/down.png); width: @2px; height: @2px; }
QComboBox::drop-down { border: none; width: @4px; }
QComboBox::down-arrow { image: url(:/icons/down.png); width: @3px; height: @3px; }
QCheckBox { spacing: @2px; }
QCheckBox::indicator, QListView::indicator, QTreeView::indicator { width: @3px; height: @3px; border: 1px solid @muted;
  border-radius: 3px; background: @window; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:disabled { border-color: @line; }
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked { background: @accent;
  border-color: @accent; image: url(:/icons/check.png); }
QCheckBox::indicator:checked:disabled { background: @line; border-color: @line; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; }
QProgressBar { background: @line; border: none; border-radius: 2px; max-height: @1px; min-height: @1px; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QTabBar::tab { background: @window; color: @muted; border: none; padding: @1px @3px; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QScrollBar:vertical { background: transparent; width: @2px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: @2px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 3px; min-width: @5px; min-height: @5px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

}  // namespace

QString styleSheet(const Theme& theme) {
  QString text = QString::fromLatin1(kTemplate);
  const QColor onAccent = theme.kind == ThemeKind::light ? theme.panel : theme.window;
  text.replace(QStringLiteral("@window"), theme.window.name());
  text.replace(QStringLiteral("@panel"), theme.panel.name());
  text.replace(QStringLiteral("@error"), theme.error.name());
  text.replace(QStringLiteral("@line"), theme.line.name());
  text.replace(QStringLiteral("@text"), theme.text.name());
  text.replace(QStringLiteral("@muted"), theme.muted.name());
  text.replace(QStringLiteral("@onaccent"), onAccent.name());
  text.replace(QStringLiteral("@accent"), theme.accent.name());
  for (int units = 1; units <= 6; ++units) {
    text.replace(QStringLiteral("@%1px").arg(units), QStringLiteral("%1px").arg(theme.space(units)));
  }
  return text;
}

}  // namespace ui
