// The dialogs of a path field. They do not block: what is chosen arrives by a signal.
#include "ui/panels/PathField.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "ui/look/Icons.h"

namespace ui {

PathField::PathField(engine::PathKind kind, QWidget* parent) : QLineEdit(parent), m_kind(kind) {
  setPlaceholderText(kind == engine::PathKind::database ? tr("a folder or a file") : tr("none"));
  QAction* action = addAction(icon(QStringLiteral("open")), QLineEdit::TrailingPosition);
  action->setObjectName(QStringLiteral("choose"));
  action->setShortcut(Qt::ALT | Qt::Key_Down);  // the button in the line takes no focus
  action->setShortcutContext(Qt::WidgetShortcut);
  action->setToolTip(tr("Choose… (%1)").arg(action->shortcut().toString(QKeySequence::NativeText)));
  connect(action, &QAction::triggered, this, [this] {
    if (m_kind != engine::PathKind::database) return choose(false);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Folder of profiles or alignments…"), this, [this] { choose(true); });
    menu->addAction(tr("Database of HH-suite…"), this, [this] { choose(false); });
    menu->popup(mapToGlobal(rect().bottomLeft()));
  });
}

void PathField::choose(bool isFolder) {
  auto* dialog = new QFileDialog(this, isFolder ? tr("Choose a folder") : tr("Choose a file"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
  dialog->setOption(QFileDialog::ShowDirsOnly, isFolder);
  if (!isFolder && m_kind == engine::PathKind::database)
    dialog->setNameFilters({tr("Databases (*.ffdata)"), tr("All files (*)")});
  const QFileInfo present(text());
  if (!text().isEmpty() && present.absoluteDir().exists()) dialog->setDirectory(present.absolutePath());
  connect(dialog, &QFileDialog::fileSelected, this, &QLineEdit::setText);
  dialog->open();
}

}  // namespace ui
