#include "ui/views/alignment/edit/AlignmentEditor.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPointer>
#include <utility>

#include "engine/base/Nth.h"
#include "engine/hmm/pair/RealignRows.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/edit/EditQueue.h"
#include "ui/views/alignment/tree/AlignmentTree.h"

namespace ui {

using engine::Alignment;
using engine::AlignmentEdit;
using engine::Index;
using engine::IndexRange;
using engine::IndexRanges;

namespace {

/// Of the key alone, as letters are typed; kInvalid: none.
engine::ResidueCode letterOf(const QKeyEvent& event) {
  if (event.modifiers().testFlag(Qt::ControlModifier) || event.modifiers().testFlag(Qt::AltModifier) ||
      event.modifiers().testFlag(Qt::MetaModifier))
    return engine::alphabet::kInvalid;
  const QString text = event.text();
  if (text.size() != 1 || text[0].unicode() > 127 || text[0].isSpace()) return engine::alphabet::kInvalid;
  return engine::alphabet::codeOf(text[0].toUpper().toLatin1());
}

bool isCommandKey(const QKeyEvent& event) {
  return event.modifiers() == Qt::NoModifier && (event.key() == Qt::Key_Space || event.key() == Qt::Key_Delete ||
                                                 event.key() == Qt::Key_Backspace);
}

}  // namespace

AlignmentEditor::AlignmentEditor(AlignmentView& view) : QObject(&view), m_view(view) {
  view.canvas().installEventFilter(this);
}

AlignmentEditor& AlignmentEditor::of(const AlignmentView& view) {
  return *view.findChild<AlignmentEditor*>(QString(), Qt::FindDirectChildrenOnly);
}

void AlignmentEditor::setOn(bool on) {
  if (on == m_isOn) return;
  m_isOn = on;
  m_drag = {};
  Q_EMIT toggled(on);
}

IndexRanges AlignmentEditor::rows() const {
  const AlignmentSelection& selection = m_view.selection();
  const Index row = selection.cursorRow();
  if (row < 0) return selection.rows();
  return selection.rows().contains(row) ? selection.rows() : IndexRanges(row, row + 1);
}

void AlignmentEditor::perform(const QString& title, Make make, std::function<void()> then) {
  if (!m_isOn || !m_view.model().dataset()) return;
  EditTask task{m_view.model().dataset()->id, title,
                [make = std::move(make)](const Alignment& alignment, engine::Progress&) { return make(alignment); }};
  task.view = &m_view;
  task.then = [view = QPointer<AlignmentView>(&m_view), then = std::move(then)] {
    if (view && then) then();
  };
  EditQueue::of(m_view.session()).perform(std::move(task));
}

void AlignmentEditor::insertGap() {
  const Index row = m_view.selection().cursorRow(), column = m_view.selection().cursorColumn();
  if (row < 0 || column < 0) return;
  perform(
      tr("Insert a gap"),
      [rows = rows(), column](const Alignment& alignment) { return engine::insertGaps(alignment, rows, column, 1); },
      [this, row, column] { m_view.goToCell(row, column + 1); });
}

void AlignmentEditor::removeGap(bool isLeft) {
  const Index row = m_view.selection().cursorRow(), column = m_view.selection().cursorColumn() - (isLeft ? 1 : 0);
  if (row < 0 || column < 0) return;
  perform(
      tr("Delete a gap"),
      [rows = rows(), column](const Alignment& alignment) {
        return engine::removeGaps(alignment, rows, {column, column + 1});
      },
      [this, row, column] { m_view.goToCell(row, column); });
}

void AlignmentEditor::typeLetter(engine::ResidueCode code) {
  const Index row = m_view.selection().cursorRow(), column = m_view.selection().cursorColumn();
  if (row < 0 || column < 0) return;
  perform(
      tr("Type %1").arg(QLatin1Char(engine::alphabet::letterOf(code))),
      [=](const Alignment& alignment) { return engine::setLetter(alignment, row, column, code); },
      [this, row, column] { m_view.goToCell(row, column + 1); });
}

void AlignmentEditor::moveRows(int step) {
  const IndexRanges moved = rows();
  if (moved.isEmpty()) return;
  const Index first = moved.ranges().front().begin, last = moved.ranges().back().end;
  const Index before = step < 0 ? first - 1 : last + 1;
  if (before < 0 || before > m_view.model().alignment().numRows()) return;
  moveRowsBefore(moved, before);
}

void AlignmentEditor::moveRowsBefore(const IndexRanges& rows, Index before) {
  if (m_view.model().arranger().options().order != RowOrder::original || m_view.model().tree().shown())
    return m_view.session().report(
        MessageKind::information,
        tr("Rows are moved while they stand as in the file: sort them so, and hide the tree, first."));
  const Index above = rows.within(before).count(), first = before - above;
  const Index cursor = m_view.selection().cursorRow(), column = m_view.selection().cursorColumn();
  const bool takesCursor = rows.contains(cursor);
  perform(
      tr("Move rows"),
      [=](const Alignment& alignment) { return engine::moveRows(alignment, rows, before); },
      [=, this] {
        const IndexRanges moved(first, first + rows.count());
        if (!m_view.selection().rows().isEmpty()) m_view.selection().select(moved, m_view.selection().columns());
        if (takesCursor) m_view.selection().setCursor(first + rows.within(cursor).count(), column);
      });
}

void AlignmentEditor::removeSelectedRows() {
  if (m_isOn && m_view.selection().rows().isEmpty())
    return m_view.session().report(MessageKind::information, tr("No rows are selected: click their names first."));
  perform(
      tr("Delete rows"),
      [rows = m_view.selection().rows()](const Alignment& alignment) { return engine::removeRows(alignment, rows); },
      [this] { m_view.selection().clear(); });
}

void AlignmentEditor::removeSelectedColumns() {
  if (m_isOn && m_view.selection().columns().isEmpty())
    return m_view.session().report(MessageKind::information,
                                   tr("No columns are selected: click their numbers first."));
  perform(
      tr("Delete columns"),
      [columns = m_view.selection().columns()](const Alignment& alignment) {
        return engine::removeColumns(alignment, columns);
      },
      [this] { m_view.selection().clear(); });
}

void AlignmentEditor::removeColumnsOfGaps() {
  perform(tr("Delete columns of gaps"), [](const Alignment& alignment) {
    return engine::removeColumns(alignment, engine::columnsOfGaps(alignment));
  });
}

QString AlignmentEditor::rename(Index row, const QString& name) {
  try {
    engine::renameRow(m_view.model().alignment(), row, name.toStdString());
  } catch (const engine::Error& error) {
    return QString::fromUtf8(error.what());
  }
  perform(tr("Rename a row"), [row, text = name.toStdString()](const Alignment& alignment) {
    return engine::renameRow(alignment, row, text);
  });
  return {};
}

void AlignmentEditor::realign() {
  if (!m_isOn || !m_view.model().dataset()) return;
  const Alignment& alignment = m_view.model().alignment();
  const auto orAll = [](const IndexRanges& selected, Index size) {
    return selected.isEmpty() ? IndexRanges(0, size) : selected;
  };
  const IndexRanges rows = orAll(m_view.selection().rows(), alignment.numRows());
  const IndexRanges columns = orAll(m_view.selection().columns(), alignment.numColumns);
  if (columns.ranges().size() != 1)
    return m_view.session().report(MessageKind::information, tr("Select columns that stand side by side."));
  EditTask task{m_view.model().dataset()->id, tr("Realign rows"),
                [rows, range = columns.ranges().front()](const Alignment& now, engine::Progress& progress) {
                  return engine::realignRows(now, rows, range, progress);
                },
                true};
  task.view = &m_view;
  EditQueue::of(m_view.session()).perform(std::move(task));
}

bool AlignmentEditor::eventFilter(QObject*, QEvent* event) {
  if (!m_isOn || !m_view.model().dataset()) return false;
  switch (event->type()) {
    case QEvent::ShortcutOverride: {
      // Letters that are commands otherwise are typed.
      const auto& key = static_cast<const QKeyEvent&>(*event);
      if (!isCommandKey(key) && letterOf(key) == engine::alphabet::kInvalid) return false;
      event->accept();
      return true;
    }
    case QEvent::KeyPress:
      return onKey(static_cast<const QKeyEvent&>(*event));
    case QEvent::MouseButtonPress:
      return onPressed(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
      return onMoved(static_cast<const QMouseEvent&>(*event).position());
    case QEvent::MouseButtonRelease:
      return onReleased();
    default:
      return false;
  }
}

bool AlignmentEditor::onKey(const QKeyEvent& event) {
  if (event.key() == Qt::Key_Escape && m_drag.kind != EditDrag::Kind::none) {
    m_drag = {};
    m_view.canvas().update();
    return true;
  }
  if (isCommandKey(event)) {
    event.key() == Qt::Key_Space ? insertGap() : removeGap(event.key() == Qt::Key_Backspace);
    return true;
  }
  const engine::ResidueCode code = letterOf(event);
  if (code == engine::alphabet::kInvalid) return false;
  typeLetter(code);
  return true;
}

}  // namespace ui
