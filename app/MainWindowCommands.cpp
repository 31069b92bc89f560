// Undo, palette, shortcuts and help of the main window.
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>

#include "app/CommandPalette.h"
#include "app/MainWindow.h"
#include "app/ShortcutEditor.h"
#include "app/Shortcuts.h"
#include "app/StatusText.h"
#include "engine/operations/Operation.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/ViewHistory.h"

#include <vtkVersion.h>

namespace app {

namespace {

/// A window of its own with one rich text; never blocks.
void showText(QWidget* parent, const QString& title, const QString& html) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* layout = new QVBoxLayout(dialog);
  auto* label = new QLabel(html, dialog);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(label);
  dialog->show();
}

/// The actions of a menu and of the menus in it, with the way to them: "View: Panels: Library".
void addEntries(const QMenu& menu, const QString& way, std::vector<PaletteEntry>& entries) {
  for (QAction* action : menu.actions()) {
    const QString text = way + QStringLiteral(": ") + shortcuts::plainText(action->text());
    if (action->menu()) {
      addEntries(*action->menu(), text, entries);
    } else if (!action->isSeparator()) {
      entries.push_back({text, action});
    }
  }
}

void addEntries(const ui::View& view, std::vector<PaletteEntry>& entries) {
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    if (kind.id != view.kind()) continue;
    for (QAction* action : view.actions())
      entries.push_back({kind.title + QStringLiteral(": ") + shortcuts::plainText(action->text()), action});
  }
}

}  // namespace

void MainWindow::makeEditMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = menu->addAction(tr("&Undo"), QKeySequence::Undo, m_history, &ui::ViewHistory::undo);
  QAction* redo = menu->addAction(tr("&Redo"), QKeySequence::Redo, m_history, &ui::ViewHistory::redo);
  const auto show = [this, undo, redo] {
    undo->setEnabled(m_history->canUndo());
    redo->setEnabled(m_history->canRedo());
  };
  show();
  connect(m_history, &ui::ViewHistory::changed, this, show);
  menu->addSeparator();
  menu->addAction(tr("&Forget the selection"), this, [this] {
    m_session.selection().clearLocked();
    m_session.selection().clearKept();
  });
  menu->addSeparator();
  menu->addAction(tr("&Command palette…"), QKeySequence(Qt::CTRL | Qt::Key_K), this, &MainWindow::openPalette);
}

void MainWindow::nameCommands() {
  for (const PaletteEntry& entry : commands(false)) {
    if (!entry.action->objectName().isEmpty()) continue;
    entry.action->setObjectName(
        shortcuts::nameOf(entry.text.section(QStringLiteral(": "), 0, 0), entry.action->text()));
    shortcuts::adopt(*entry.action);
  }
}

std::vector<PaletteEntry> MainWindow::commands(bool ofAllViews) const {
  std::vector<PaletteEntry> entries;
  const std::vector<ui::View*> views = m_workspace->views();
  for (const ui::View* view : views)
    if (ofAllViews || view == m_workspace->activeView()) addEntries(*view, entries);
  for (const QAction* action : menuBar()->actions())
    if (action->menu()) addEntries(*action->menu(), shortcuts::plainText(action->text()), entries);
  return entries;
}

void MainWindow::openPalette() {
  for (const QAction* action : menuBar()->actions()) {
    if (!action->menu()) continue;
    for (const QAction* inner : action->menu()->actions())
      if (inner->menu()) Q_EMIT inner->menu()->aboutToShow();  // those that are filled when they are opened
  }
  if (!QApplication::focusWidget() && m_workspace->activeView()) m_workspace->activeView()->setFocus();
  m_palette->open(commands(false));
}

ShortcutEditor* MainWindow::openShortcuts() {
  // Commands of views belong to views: one of each kind lives as long as the list, next to those that are open.
  std::vector<PaletteEntry> entries = commands(true);
  auto* owner = new QObject;
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    ui::View* view = kind.make(m_session, nullptr);
    for (QAction* action : view->actions()) shortcuts::adopt(*action);
    addEntries(*view, entries);
    connect(owner, &QObject::destroyed, view, [view] { delete view; });
  }
  auto* editor = new ShortcutEditor(std::move(entries), this);
  owner->setParent(editor);
  editor->setAttribute(Qt::WA_DeleteOnClose);
  editor->show();
  return editor;
}

void MainWindow::onViewOpened(ui::View* view) {
  for (QAction* action : view->actions()) shortcuts::adopt(*action);
  m_history->watch(view);
  connect(view, &ui::View::chainWanted, this, &MainWindow::showOnChain);
  connect(view, &ui::View::readoutChanged, this, [this, view] {
    if (view->canvas().underMouse() || (view->canvas().hasFocus() && !m_isViewHovered)) showStatusOf(view);
  });
}

void MainWindow::showStatusOf(const ui::View* view) { m_statusText->setText(view ? view->statusText() : QString()); }

void MainWindow::focusNextPanel() {
  const std::vector<QDockWidget*> docks = {m_libraryDock, m_inspectorDock, m_jobsDock, m_messagesDock};
  const auto holdsFocus = [](const QDockWidget* dock) { return dock->isAncestorOf(QApplication::focusWidget()); };
  const auto now = std::find_if(docks.begin(), docks.end(), holdsFocus);
  const auto start = now == docks.end() ? 0 : now - docks.begin() + 1;
  for (size_t k = 0; k < docks.size(); ++k) {
    QDockWidget* dock = docks[(static_cast<size_t>(start) + k) % docks.size()];
    if (!dock->isVisible()) continue;
    dock->raise();
    for (QWidget* part : dock->widget()->findChildren<QWidget*>())
      if ((part->focusPolicy() & Qt::TabFocus) && part->isVisible() && part->isEnabled())
        return part->setFocus(Qt::ShortcutFocusReason);
  }
}

void MainWindow::openContextMenu() {
  QWidget* focused = QApplication::focusWidget();
  if (!focused) return;
  const QPoint place = focused->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
  QContextMenuEvent event(QContextMenuEvent::Keyboard, place, focused->mapToGlobal(place));
  QCoreApplication::sendEvent(focused, &event);
}

void MainWindow::showAbout() {
  showText(this, tr("About Headlight"),
           tr("<h3>Headlight %1</h3><p>Attention and alignment in proteins.</p>"
              "<p>Qt %2, VTK %3<br>Computing on %4</p><p>No network access, no telemetry.</p>")
               .arg(QString::fromStdString(engine::programVersion()), QString::fromLatin1(qVersion()),
                    QString::fromLatin1(vtkVersion::GetVTKVersion()), m_session.deviceText().toHtmlEscaped()));
}

void MainWindow::showMouseHelp() {
  const std::vector<std::pair<QString, QString>> lines = {
      {tr("Point"), tr("Marks the same residue, column or pair in every view")},
      {tr("Click"), tr("Keeps what is marked; again or Escape lets go")},
      {tr("B"), tr("Puts aside what is marked, in every view, until Escape or B again")},
      {tr("Drag"), tr("Moves a map, turns a structure, selects in an alignment; the middle button moves")},
      {tr("Wheel"), tr("Zooms at the pointer; with Shift: sideways; turns a control only where the keyboard is")},
      {tr("Right click"), tr("What can be done with this view")},
      {tr("Arrow keys, +, −"), tr("Move and zoom")},
      {tr("Ctrl + arrow keys"),
       tr("Point at the next residue, column or cell; with Shift: ten further. Enter keeps it")},
      {tr("0"), tr("Resets the view")},
      {tr("Tab, F6, Ctrl+F6"), tr("Next control, next view, next panel")},
      {tr("Menu, Shift+F10"), tr("The context menu of what has the focus")},
  };
  QString html = QStringLiteral("<table cellpadding=4>");
  for (const auto& [key, what] : lines) html += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(key, what);
  html += QStringLiteral("</table><p>%1</p>").arg(tr("Ctrl+K finds every command; Keyboard shortcuts lists all keys."));
  showText(this, tr("Mouse and keys"), html);
}

}  // namespace app
