// Commands of the alignment view: hide, sort, filter, find, go to, copy; and what is shared with other views.
#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>

#include "engine/alignment/ResidueNumbers.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentBars.h"
#include "ui/views/alignment/AlignmentSelectionPainter.h"
#include "ui/views/alignment/AlignmentView.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

/// Columns that other views are told of: more would be no selection but a list.
constexpr Index kMostPublished = 2000;
constexpr size_t kMostCopied = size_t{256} << 20;
constexpr Index kCopiedAtOnce = Index{1} << 20;  ///< cells of the rows; more are read in a job

}  // namespace

void AlignmentView::makeCommands() {
  makeEditCommands();
  makeSearchCommands();
  const auto addOrder = [this](const char* id, const QString& text, RowOrder order) {
    addCommand(QLatin1String(id), text, {}, [this, order] { setRowOrder(order); });
  };
  addOrder("alignment.sort.original", tr("Sort rows as in the file"), RowOrder::original);
  addOrder("alignment.sort.name", tr("Sort rows by name"), RowOrder::name);
  addOrder("alignment.sort.identity", tr("Sort rows by identity to the reference"), RowOrder::identity);
  addOrder("alignment.sort.weight", tr("Sort rows by weight"), RowOrder::weight);
  addOrder("alignment.sort.length", tr("Sort rows by length"), RowOrder::length);
  addOrder("alignment.sort.tree", tr("Sort rows by similarity (tree)"), RowOrder::tree);
  addCommand(QStringLiteral("alignment.reference"), tr("Compare with the row of the cursor"), {}, [this] {
    if (hasAlignment() && m_choices->cursorRow() >= 0) compareWith(m_choices->cursorRow());
  });
}

/// The row that rows are sorted by and filtered by is also the one that they are drawn different from.
void AlignmentView::compareWith(Index row) {
  AlignmentLook look = m_look;
  look.reference = {AlignmentReference::Kind::row, row};
  setLook(look);
  m_choices->setReference(row);
}

void AlignmentView::makeEditCommands() {
  const auto add = [this](const char* id, const QString& text, const QKeySequence& key, auto run) {
    addCommand(QLatin1String(id), text, key, [this, run] {
      if (hasAlignment()) run();
    });
  };
  add("alignment.selectAll", tr("Select everything"), QKeySequence::SelectAll, [this] { m_choices->selectAll(); });
  add("alignment.invert", tr("Invert the selection"), Qt::CTRL | Qt::Key_I, [this] { m_choices->invertSelection(); });
  add("alignment.copy", tr("Copy as FASTA"), QKeySequence::Copy, [this] { copy(engine::BlockForm::alignedFasta); });
  add("alignment.copyUngapped", tr("Copy as FASTA without gaps"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
      [this] { copy(engine::BlockForm::fasta); });
  add("alignment.copyText", tr("Copy the letters"), {}, [this] { copy(engine::BlockForm::letters); });
  add("alignment.hide", tr("Hide the selected rows or columns"), Qt::Key_H, [this] { m_choices->hideSelected(); });
  add("alignment.hideRows", tr("Hide the selected rows"), {}, [this] { m_choices->hideSelectedRows(); });
  add("alignment.hideColumns", tr("Hide the selected columns"), {}, [this] { m_choices->hideSelectedColumns(); });
  add("alignment.hideOthers", tr("Hide what is not selected"), {}, [this] { m_choices->hideUnselected(); });
  add("alignment.showAll", tr("Show all rows and columns"), Qt::SHIFT | Qt::Key_H, [this] { m_choices->showAll(); });
}

template <class Bar>
void AlignmentView::openBar(Bar*& bar, Bar* (AlignmentView::*make)()) {
  if (!bar) {
    bar = (this->*make)();
    auto* column = static_cast<QBoxLayout*>(layout());
    column->addWidget(bar);
    column->setStretchFactor(&canvas(), 1);  // the picture takes all the room there is
    connect(bar, &AlignmentBar::closed, this, [this] { canvas().setFocus(); });
  }
  bar->open();
}

FindBar* AlignmentView::makeFindBar() {
  auto* bar = new FindBar(*m_finder, this);
  connect(bar, &FindBar::stepRequested, this, &AlignmentView::stepToMatch);
  return bar;
}

FilterBar* AlignmentView::makeFilterBar() { return new FilterBar(*m_choices, this); }

GoToBar* AlignmentView::makeGoToBar() {
  auto* bar = new GoToBar(this);
  connect(bar, &GoToBar::requested, this, [this, bar](GoToBar::Kind kind, const QString& text) {
    bar->showProblem(goTo(static_cast<int>(kind), text));
  });
  return bar;
}

void AlignmentView::makeSearchCommands() {
  const auto add = [this](const char* id, const QString& text, const QKeySequence& key, auto run) {
    addCommand(QLatin1String(id), text, key, [this, run] {
      if (hasAlignment()) run();
    });
  };
  add("alignment.find", tr("Find…"), QKeySequence::Find, [this] { openBar(m_findBar, &AlignmentView::makeFindBar); });
  add("alignment.findNext", tr("Next match"), Qt::Key_F3, [this] { stepToMatch(1); });
  add("alignment.findPrevious", tr("Previous match"), Qt::SHIFT | Qt::Key_F3, [this] { stepToMatch(-1); });
  add("alignment.nextMismatch", tr("Next mismatch of this row to the reference"), Qt::Key_M,
      [this] { stepToMismatch(); });
  add("alignment.nextDifference", tr("Next column with a difference to the reference"), Qt::SHIFT | Qt::Key_M,
      [this] { stepToDifference(); });
  add("alignment.goTo", tr("Go to column or residue…"), Qt::CTRL | Qt::Key_G,
      [this] { openBar(m_goToBar, &AlignmentView::makeGoToBar); });
  add("alignment.filter", tr("Filter rows…"), Qt::CTRL | Qt::SHIFT | Qt::Key_F,
      [this] { openBar(m_filterBar, &AlignmentView::makeFilterBar); });
}

void AlignmentView::stepToMatch(int step) {
  if (m_finder->isStopped()) return m_finder->find(m_finder->request());
  // Who has moved the cursor goes on from there.
  if (m_steppedTo != std::pair(m_choices->cursorRow(), m_choices->cursorColumn())) m_finder->leave();
  if (!m_finder->step(step, m_choices->cursorRow(), m_choices->cursorColumn())) return;
  const engine::SearchMatch& match = *m_finder->current();
  goToCell(match.row, match.isName() ? std::max<Index>(0, m_choices->cursorColumn()) : match.first);
  m_steppedTo = {m_choices->cursorRow(), m_choices->cursorColumn()};
}

void AlignmentView::stepToMismatch() {
  const Index row = m_choices->cursorRow();
  if (row < 0 || row == m_choices->reference()) {
    session().report(MessageKind::information, tr("Put the cursor on a row to compare with the reference."));
    return;
  }
  Index column = m_choices->cursorColumn();
  do column = engine::nextMismatch(*m_alignment, row, m_choices->reference(), column);
  while (column >= 0 && m_arrangement->slotOf(column) < 0);
  if (column >= 0)
    goToCell(row, column);
  else
    session().report(MessageKind::information, tr("No further mismatch in this row."));
}

void AlignmentView::stepToDifference() {
  if (!m_statistics || m_alignment->numRows() == 0) return;
  for (Index column = m_choices->cursorColumn() + 1; column < m_alignment->numColumns; ++column) {
    const engine::ResidueCode code = engine::alphabet::standard(m_alignment->at(m_choices->reference(), column));
    if (code >= engine::alphabet::kNumResidues || m_arrangement->slotOf(column) < 0) continue;
    const Index residues = m_statistics->numRows - m_statistics->count(column, engine::alphabet::kGap);
    if (residues > m_statistics->count(column, code)) return goToCell(-1, column);
  }
  session().report(MessageKind::information, tr("No further column with a difference."));
}

QString AlignmentView::goTo(int kind, const QString& text) {
  if (!hasAlignment()) return {};
  bool isNumber = false;
  const Index number = text.trimmed().toLongLong(&isNumber);
  if (static_cast<GoToBar::Kind>(kind) == GoToBar::Kind::structure) {
    const Index column = columnOfStructureNumber(text.trimmed());
    if (column < 0) return tr("No linked structure has a residue %1 in a column.").arg(text.trimmed());
    goToCell(-1, column);
    return {};
  }
  if (!isNumber) return tr("Expected a number.");
  if (static_cast<GoToBar::Kind>(kind) == GoToBar::Kind::column) {
    if (number < 1 || number > m_alignment->numColumns)
      return tr("There are columns 1 to %1.").arg(m_alignment->numColumns);
    goToCell(-1, number - 1);
    return m_arrangement->slotOf(number - 1) < 0 ? tr("Column %1 is hidden.").arg(number) : QString();
  }
  const Index row = m_choices->cursorRow() >= 0 ? m_choices->cursorRow() : m_choices->reference();
  if (row >= m_alignment->numRows()) return tr("There are no rows.");
  const QString name = QString::fromStdString(m_alignment->rows[static_cast<size_t>(row)].name);
  if (m_arrangement->placeOf(row) < 0) return tr("%1 is hidden.").arg(name);
  const Index column = engine::columnOfResidueNumber(*m_alignment, row, number);
  if (column < 0) return tr("%1 has no residue %2.").arg(name).arg(number);
  goToCell(row, column);
  return m_arrangement->slotOf(column) < 0 ? tr("Column %1 is hidden.").arg(column + 1) : QString();
}

/// "52", "52A" or, with a chain, "B:52".
Index AlignmentView::columnOfStructureNumber(const QString& text) const {
  const qsizetype colon = text.indexOf(u':');
  const std::string chainId = text.left(std::max<qsizetype>(0, colon)).toStdString();
  const std::string label = text.mid(colon + 1).toStdString();
  for (const engine::DatasetPtr& dataset : session().document().datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    Index position = 0;
    for (const engine::Chain& chain : structure->chains)
      for (const engine::Residue& residue : chain.residues) {
        const Index at = position++;
        if (residue.label() != label || (!chainId.empty() && chain.id != chainId)) continue;
        const Index column = translated({dataset->id, at}, m_dataset->id);
        if (column >= 0) return column;
      }
  }
  return -1;
}

void AlignmentView::copy(engine::BlockForm form) {
  const std::vector<Index> rows = m_choices->chosenRows(), columns = m_choices->chosenColumns();
  if (rows.empty() || columns.empty())
    return session().report(MessageKind::information, tr("Nothing of what is selected is shown."));
  const auto text = [alignment = m_alignment, rows, columns, form] {
    return QString::fromStdString(blockText(*alignment, rows, columns, form, kMostCopied));
  };
  QClipboard* const clipboard = QGuiApplication::clipboard();
  if (static_cast<Index>(rows.size()) * m_alignment->numColumns <= kCopiedAtOnce) return clipboard->setText(text());
  // A job of the clipboard: it holds one text, and that of a view that was closed meanwhile is still wanted.
  runJob(
      session().jobs(), clipboard, tr("Copy from %1").arg(title()), QStringLiteral("copy"),
      [text](engine::Progress&) { return text(); },
      [](QClipboard& target, const QString& copied) { target.setText(copied); });
}

void AlignmentView::publishColumns() {
  if (!m_dataset || m_isPublishing) return;
  SelectionModel& selection = session().selection();
  std::vector<Focus> kept;
  for (const Focus& focus : selection.kept()) {
    const bool isOurs = focus.first.dataset == m_dataset->id && !focus.isPair() && focus.row < 0;
    if (!isOurs || !m_published.contains(focus.first.index)) kept.push_back(focus);
  }
  const std::vector<Index> columns = m_choices->selectedColumns().indices(kMostPublished);
  // Everything is no choice of columns.
  m_published =
      m_choices->selectedColumns().count() < m_alignment->numColumns ? IndexRanges::of(columns) : IndexRanges();
  if (!m_published.isEmpty())
    for (const Index column : columns) kept.push_back({{m_dataset->id, column}, {}, -1});
  m_isPublishing = true;
  selection.setKept(std::move(kept));
  m_isPublishing = false;
}

/// Kept columns that were forgotten in another view are no longer selected here.
void AlignmentView::followKept() {
  if (m_isPublishing || m_published.isEmpty() || !session().selection().kept().empty()) return;
  m_published = {};
  m_isPublishing = true;
  m_choices->setSelection(m_choices->selectedRows(), {});
  m_isPublishing = false;
}

IndexRanges AlignmentView::keptColumns() const {
  std::vector<Index> columns;
  for (const Focus& focus : session().selection().kept())
    for (const Position& position : {focus.first, focus.second}) {
      const Index column = translated(position, m_dataset->id);
      if (column >= 0 && !(position.dataset == m_dataset->id && m_published.contains(column)))
        columns.push_back(column);
    }
  return IndexRanges::of(std::move(columns));
}

void AlignmentView::paintChoices(QPainter& painter, const AlignmentPicture& picture) {
  if (!hasAlignment()) return;
  const IndexRanges kept = keptColumns();
  for (const AlignmentPicture& block : blocksOf(picture))
    paintAlignmentSelection(painter, block, *m_choices, *m_finder, kept);
}

}  // namespace ui
