// Commands of the edit mode.
#include <QAction>
#include <QBoxLayout>
#include <QPointer>

#include "engine/base/Nth.h"
#include "engine/io/Format.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"
#include "ui/views/alignment/edit/EditQueue.h"
#include "ui/views/alignment/edit/RenameBar.h"
#include "ui/views/base/FileDialogs.h"

namespace ui {

namespace {

QString tr(const char* text) { return AlignmentEditor::tr(text); }

RenameBar& renameBarOf(AlignmentView& view) {
  if (auto* bar = view.findChild<RenameBar*>(QString(), Qt::FindDirectChildrenOnly)) return *bar;
  auto* bar = new RenameBar(&view);
  auto* column = static_cast<QBoxLayout*>(view.layout());
  column->addWidget(bar);
  column->setStretchFactor(&view.canvas(), 1);
  QObject::connect(bar, &AlignmentBar::closed, &view, [&view] { view.canvas().setFocus(); });
  QObject::connect(bar, &RenameBar::requested, &view, [&view, bar](qsizetype row, const QString& name) {
    bar->answer(row < view.model().alignment().numRows() ? AlignmentEditor::of(view).rename(row, name) : QString());
  });
  return *bar;
}

/// The one whose name was clicked, else that of the cursor, unless other rows are selected; -1: none.
engine::Index rowToRename(const AlignmentSelection& selection) {
  if (selection.pressedRow() >= 0) return selection.pressedRow();
  const bool areOthers = !selection.rows().isEmpty() && !selection.rows().contains(selection.cursorRow());
  return areOthers ? selection.rows().ranges().front().begin : selection.cursorRow();
}

void rename(AlignmentView& view) {
  const engine::Index row = rowToRename(view.selection());
  if (row < 0)
    return view.session().report(MessageKind::information, tr("Click the name of the row to rename, or a cell of it."));
  renameBarOf(view).begin(row, QString::fromStdString(engine::nth(view.model().alignment().rows, row).name));
}

/// What can hold the alignment, the format that it came from first.
QStringList filtersFor(const engine::Dataset& dataset) {
  const engine::Format* own = formatOfSource(dataset);
  QStringList filters;
  for (const auto& format : engine::formats()) {
    if (!format->canWrite(dataset.value) || format->suffixes().empty()) continue;
    const QString filter =
        QStringLiteral("%1 (*%2)")
            .arg(QString::fromStdString(format->title()), QString::fromStdString(format->suffixes().front()));
    format.get() == own ? filters.prepend(filter) : filters.append(filter);
  }
  return filters;
}

void askForPath(AlignmentView& view, const engine::DatasetPtr& dataset) {
  const std::string& name = formatOfSource(*dataset) ? dataset->source : dataset->id.text();
  const auto save = [session = QPointer<Session>(&view.session()), id = dataset->id](const QString& path) {
    if (session) EditQueue::of(*session).saveAs(id, path);
  };
  askForNewFile(&view, tr("Save %1").arg(QString::fromStdString(dataset->title)), QString::fromStdString(name),
                filtersFor(*dataset), save);
}

void save(AlignmentView& view) {
  if (!view.model().dataset()) return;
  EditQueue::of(view.session())
      .save(view.model().dataset()->id, [view = QPointer<AlignmentView>(&view)](const engine::DatasetPtr& dataset) {
        if (view) askForPath(*view, dataset);
      });
}

}  // namespace

void addAlignmentEditCommands(AlignmentView& view) {
  AlignmentEditor& editor = AlignmentEditor::of(view);
  QAction* mode =
      view.addCommand(QStringLiteral("alignment.edit"), tr("Edit the alignment"), Qt::CTRL | Qt::Key_E, [] {});
  mode->setCheckable(true);
  QObject::connect(mode, &QAction::toggled, &editor, &AlignmentEditor::setOn);
  QObject::connect(&editor, &AlignmentEditor::toggled, mode, &QAction::setChecked);
  // Commands that are not there cannot be set off by their keys either.
  const auto add = [&](const char* id, const QString& text, const QKeySequence& key, auto run) {
    QAction* command = view.addCommand(QLatin1String(id), text, key, [&view, &editor, run] {
      if (view.model().dataset()) run(editor);
    });
    command->setEnabled(false);
    command->setVisible(false);
    QObject::connect(&editor, &AlignmentEditor::toggled, command, [command](bool on) {
      command->setEnabled(on);
      command->setVisible(on);
    });
  };
  using E = AlignmentEditor;
  add("alignment.edit.rename", tr("Rename the row…"), Qt::Key_F2, [&view](E&) { rename(view); });
  add("alignment.edit.up", tr("Move rows up"), Qt::ALT | Qt::Key_Up, [](E& on) { on.moveRows(-1); });
  add("alignment.edit.down", tr("Move rows down"), Qt::ALT | Qt::Key_Down, [](E& on) { on.moveRows(1); });
  add("alignment.edit.removeRows", tr("Delete the selected rows"), Qt::SHIFT | Qt::Key_Delete,
      [](E& on) { on.removeSelectedRows(); });
  add("alignment.edit.removeColumns", tr("Delete the selected columns"), Qt::CTRL | Qt::Key_Delete,
      [](E& on) { on.removeSelectedColumns(); });
  add("alignment.edit.removeGaps", tr("Delete columns of gaps"), {}, [](E& on) { on.removeColumnsOfGaps(); });
  add("alignment.edit.realign", tr("Realign the selected block"), Qt::CTRL | Qt::Key_R, [](E& on) { on.realign(); });
  view.addCommand(QStringLiteral("alignment.save"), tr("Save the alignment"), {}, [&view] { save(view); });
  view.addCommand(QStringLiteral("alignment.saveAs"), tr("Save the alignment as…"), {}, [&view] {
    if (view.model().dataset()) askForPath(view, view.model().dataset());
  });
}

}  // namespace ui
