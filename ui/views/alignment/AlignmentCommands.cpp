// Commands of the alignment view: how it is drawn, select, hide, sort, filter, find, go to, copy; tree; edit.
#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>

#include "engine/alignment/BlockText.h"
#include "engine/alignment/ResidueNumbers.h"
#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/alignment/AlignmentBars.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"
#include "ui/views/alignment/tree/AlignmentTree.h"
#include "ui/views/base/ContextMenu.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

constexpr size_t kMostCopied = size_t{256} << 20;
constexpr Index kCopiedAtOnce = Index{1} << 20;  ///< cells of the rows; more are read in a job

QString tr(const char* text) { return AlignmentView::tr(text); }

/// A command that needs an alignment.
template <class Run>
void add(AlignmentView& view, const char* id, const QString& text, const QKeySequence& key, Run run) {
  view.addCommand(QLatin1String(id), text, key, [&view, run] {
    if (view.model().dataset()) run(view);
  });
}

const engine::AlignmentArrangement& arrangementOf(const AlignmentView& view) {
  return *view.model().arranger().arrangement();
}

void inform(const AlignmentView& view, const QString& text) { view.session().report(MessageKind::information, text); }

void hide(AlignmentView& view, const IndexRanges& rows, const IndexRanges& columns) {
  if (view.model().arranger().hide(rows, columns)) view.selection().clear();
}

/// Rows when only rows are selected, else columns.
void hideSelected(AlignmentView& view) {
  const AlignmentSelection& selection = view.selection();
  selection.columns().isEmpty() ? hide(view, selection.rows(), {}) : hide(view, {}, selection.columns());
}

void hideUnselected(AlignmentView& view) {
  const AlignmentSelection& selection = view.selection();
  const auto others = [](const IndexRanges& selected, Index size) {
    return selected.isEmpty() ? IndexRanges() : selected.inverted(size);
  };
  hide(view, others(selection.rows(), view.model().alignment().numRows()),
       others(selection.columns(), view.model().alignment().numColumns));
}

/// Hidden by hand or by the filter.
void showAll(AlignmentView& view) {
  view.model().arranger().change([](AlignmentChoices& choices) {
    choices.hiddenRows = choices.hiddenColumns = {};
    choices.filter = {};
  });
}

void copy(AlignmentView& view, engine::BlockForm form) {
  const std::vector<Index> rows = view.selection().chosenRows(), columns = view.selection().chosenColumns();
  if (rows.empty() || columns.empty()) return inform(view, tr("Nothing of what is selected is shown."));
  const auto text = [alignment = view.model().dataset()->share<engine::Alignment>(), rows, columns, form] {
    return QString::fromStdString(blockText(*alignment, rows, columns, form, kMostCopied));
  };
  QClipboard* const clipboard = QGuiApplication::clipboard();
  if (static_cast<Index>(rows.size()) * view.model().alignment().numColumns <= kCopiedAtOnce)
    return clipboard->setText(text());
  // A job of the clipboard: it holds one text, and that of a view that was closed meanwhile is still wanted.
  runJob(
      view.session().jobs(), clipboard, tr("Copy from %1").arg(view.title()), QStringLiteral("copy"),
      [text](engine::Progress&) { return text(); },
      [](QClipboard& target, const QString& copied) { target.setText(copied); });
}

void addSelectionCommands(AlignmentView& view) {
  using V = AlignmentView;
  add(view, "alignment.selectAll", tr("Select everything"), QKeySequence::SelectAll,
      [](V& on) { on.selection().selectAll(); });
  add(view, "alignment.invert", tr("Invert the selection"), Qt::CTRL | Qt::Key_I,
      [](V& on) { on.selection().invert(); });
  add(view, "alignment.copy", tr("Copy as FASTA"), QKeySequence::Copy,
      [](V& on) { copy(on, engine::BlockForm::alignedFasta); });
  add(view, "alignment.copyUngapped", tr("Copy as FASTA without gaps"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
      [](V& on) { copy(on, engine::BlockForm::fasta); });
  add(view, "alignment.copyText", tr("Copy the letters"), {}, [](V& on) { copy(on, engine::BlockForm::letters); });
}

void addHidingCommands(AlignmentView& view) {
  using V = AlignmentView;
  add(view, "alignment.hide", tr("Hide the selected rows or columns"), Qt::Key_H, hideSelected);
  add(view, "alignment.hideRows", tr("Hide the selected rows"), {},
      [](V& on) { hide(on, on.selection().rows(), {}); });
  add(view, "alignment.hideColumns", tr("Hide the selected columns"), {},
      [](V& on) { hide(on, {}, on.selection().columns()); });
  add(view, "alignment.hideOthers", tr("Hide what is not selected"), {}, hideUnselected);
  add(view, "alignment.showAll", tr("Show all rows and columns"), Qt::SHIFT | Qt::Key_H, showAll);
}

void stepToMatch(AlignmentView& view, int step) {
  AlignmentFinder& finder = view.finder();
  const AlignmentSelection& selection = view.selection();
  if (finder.isStopped()) return finder.find(finder.request());
  if (!finder.step(step, selection.cursorRow(), selection.cursorColumn())) return;
  const engine::SearchMatch& match = *finder.current();
  if (match.isName())
    view.goToCell(match.row, std::max<Index>(0, selection.cursorColumn()));
  else
    view.goToCell(match.row, match.first, match.last);
  finder.arriveAt(selection.cursorRow(), selection.cursorColumn());
}

void stepToMismatch(AlignmentView& view) {
  const Index row = view.selection().cursorRow(), reference = view.model().arranger().options().reference;
  if (row < 0 || row == reference) return inform(view, tr("Put the cursor on a row to compare with the reference."));
  Index column = view.selection().cursorColumn();
  do column = engine::nextMismatch(view.model().alignment(), row, reference, column);
  while (column >= 0 && arrangementOf(view).slotOf(column) < 0);
  column >= 0 ? view.goToCell(row, column) : inform(view, tr("No further mismatch in this row."));
}

void stepToDifference(AlignmentView& view) {
  const engine::ColumnStatistics* statistics = view.model().content().statistics.get();
  const engine::Alignment& alignment = view.model().alignment();
  if (!statistics || alignment.numRows() == 0) return;
  const Index reference = view.model().arranger().options().reference;
  for (Index column = view.selection().cursorColumn() + 1; column < alignment.numColumns; ++column) {
    const engine::ResidueCode code = engine::alphabet::standard(alignment.at(reference, column));
    if (code >= engine::alphabet::kNumResidues || arrangementOf(view).slotOf(column) < 0) continue;
    const Index residues = statistics->numRows - statistics->count(column, engine::alphabet::kGap);
    if (residues > statistics->count(column, code)) return view.goToCell(-1, column);
  }
  inform(view, tr("No further column with a difference."));
}

/// "52", "52A" or, with a chain, "B:52".
Index columnOfStructureNumber(const AlignmentView& view, const QString& text) {
  const qsizetype colon = text.indexOf(u':');
  const std::string chainId = text.left(std::max<qsizetype>(0, colon)).toStdString();
  const std::string label = text.mid(colon + 1).toStdString();
  for (const engine::DatasetPtr& dataset : view.session().document().datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    Index position = 0;
    for (const engine::Chain& chain : structure->chains)
      for (const engine::Residue& residue : chain.residues) {
        const Index at = position++;
        if (residue.label() != label || (!chainId.empty() && chain.id != chainId)) continue;
        const Index column = view.model().columnOf({dataset->id, at});
        if (column >= 0) return column;
      }
  }
  return -1;
}

QString goToColumn(AlignmentView& view, Index number) {
  const Index last = view.model().alignment().numColumns;
  if (number < 1 || number > last) return tr("There are columns 1 to %1.").arg(last);
  view.goToCell(-1, number - 1);
  return arrangementOf(view).slotOf(number - 1) < 0 ? tr("Column %1 is hidden.").arg(number) : QString();
}

/// Of the row that the cursor is in, else of the reference.
QString goToResidue(AlignmentView& view, Index number) {
  const engine::Alignment& alignment = view.model().alignment();
  const Index cursor = view.selection().cursorRow();
  const Index row = cursor >= 0 ? cursor : view.model().arranger().options().reference;
  if (row >= alignment.numRows()) return tr("There are no rows.");
  const QString name = QString::fromStdString(engine::nth(alignment.rows, row).name);
  if (arrangementOf(view).placeOf(row) < 0) return tr("%1 is hidden.").arg(name);
  const Index column = engine::columnOfResidueNumber(alignment, row, number);
  if (column < 0) return tr("%1 has no residue %2.").arg(name).arg(number);
  view.goToCell(row, column);
  return arrangementOf(view).slotOf(column) < 0 ? tr("Column %1 is hidden.").arg(column + 1) : QString();
}

/// Says what is wrong; empty when nothing is.
QString goTo(AlignmentView& view, GoToBar::Kind kind, const QString& text) {
  if (!view.model().dataset()) return {};
  if (kind == GoToBar::Kind::structure) {
    const Index column = columnOfStructureNumber(view, text);
    if (column < 0) return tr("No linked structure has a residue %1 in a column.").arg(text);
    view.goToCell(-1, column);
    return {};
  }
  bool isNumber = false;
  const Index number = text.toLongLong(&isNumber);
  if (!isNumber) return tr("Expected a number.");
  return kind == GoToBar::Kind::column ? goToColumn(view, number) : goToResidue(view, number);
}

/// Opens the bar below the picture, which `make` makes the first time.
template <class Bar, class Make>
void openBar(AlignmentView& view, Make make) {
  auto* bar = view.findChild<Bar*>(QString(), Qt::FindDirectChildrenOnly);
  if (!bar) {
    bar = make();
    auto* column = static_cast<QBoxLayout*>(view.layout());
    column->addWidget(bar);
    column->setStretchFactor(&view.canvas(), 1);  // the picture takes all the room there is
    QObject::connect(bar, &AlignmentBar::closed, &view, [&view] { view.canvas().setFocus(); });
  }
  bar->open();
}

void openFindBar(AlignmentView& view) {
  openBar<FindBar>(view, [&view] {
    auto* bar = new FindBar(view.finder(), &view);
    QObject::connect(bar, &FindBar::stepRequested, &view, [&view](int step) { stepToMatch(view, step); });
    return bar;
  });
}

void openGoToBar(AlignmentView& view) {
  openBar<GoToBar>(view, [&view] {
    auto* bar = new GoToBar(&view);
    QObject::connect(bar, &GoToBar::requested, &view, [&view, bar](GoToBar::Kind kind, const QString& text) {
      bar->showProblem(goTo(view, kind, text.trimmed()));
    });
    return bar;
  });
}

void addSearchCommands(AlignmentView& view) {
  using V = AlignmentView;
  add(view, "alignment.find", tr("Find…"), QKeySequence::Find, openFindBar);
  add(view, "alignment.findNext", tr("Next match"), Qt::Key_F3, [](V& on) { stepToMatch(on, 1); });
  add(view, "alignment.findPrevious", tr("Previous match"), Qt::SHIFT | Qt::Key_F3, [](V& on) { stepToMatch(on, -1); });
  add(view, "alignment.nextMismatch", tr("Next mismatch of this row to the reference"), Qt::Key_M, stepToMismatch);
  add(view, "alignment.nextDifference", tr("Next column with a difference to the reference"), Qt::SHIFT | Qt::Key_M,
      stepToDifference);
  add(view, "alignment.goTo", tr("Go to column or residue…"), Qt::CTRL | Qt::Key_G, openGoToBar);
  add(view, "alignment.filter", tr("Filter rows…"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, [](V& on) {
    openBar<FilterBar>(on, [&on] { return new FilterBar(on.model().arranger(), &on); });
  });
}

/// The row that rows are sorted by and filtered by is also the one that they are drawn different from.
void compareWithCursorRow(AlignmentView& view) {
  const Index row = view.selection().cursorRow();
  if (row < 0) return;
  view.model().change([row](AlignmentLook& look) { look.reference = {AlignmentReference::Kind::row, row}; });
  view.model().arranger().change([row](AlignmentChoices& choices) { choices.reference = row; });
}

void addOrderCommands(AlignmentView& view) {
  const auto addOrder = [&view](const char* id, const QString& text, RowOrder order) {
    view.addCommand(QLatin1String(id), text, {}, [&view, order] {
      view.model().arranger().change([order](AlignmentChoices& choices) { choices.order = order; });
    });
  };
  addOrder("alignment.sort.original", tr("Sort rows as in the file"), RowOrder::original);
  addOrder("alignment.sort.name", tr("Sort rows by name"), RowOrder::name);
  addOrder("alignment.sort.identity", tr("Sort rows by identity to the reference"), RowOrder::identity);
  addOrder("alignment.sort.weight", tr("Sort rows by weight"), RowOrder::weight);
  addOrder("alignment.sort.length", tr("Sort rows by length"), RowOrder::length);
  addOrder("alignment.sort.tree", tr("Sort rows by similarity (tree)"), RowOrder::tree);
  add(view, "alignment.reference", tr("Compare with the row of the cursor"), {}, compareWithCursorRow);
}

void toggleInsertOfFocus(AlignmentView& view) {
  AlignmentModel& model = view.model();
  const Index column = model.columnOf(view.session().selection().current().first);
  model.change([&](AlignmentLook& look) { toggleInsert(look, model.insertWidths(), column); });
}

void addLookCommands(AlignmentView& view) {
  const auto toggle = [&view](const char* id, const QString& text, bool AlignmentLook::* part) {
    view.addCommand(QLatin1String(id), text, {}, [&view, part] {
      view.model().change([part](AlignmentLook& look) { look.*part = !(look.*part); });
    });
  };
  toggle("alignment.wrap", tr("Wrap into blocks"), &AlignmentLook::isWrapped);
  toggle("alignment.differences", tr("Show only differences"), &AlignmentLook::hasOnlyDifferences);
  toggle("alignment.legend", tr("Show the legend"), &AlignmentLook::hasLegend);
  toggle("alignment.minimap", tr("Show the minimap"), &AlignmentLook::hasMinimap);
  toggle("alignment.weights", tr("Show row weights"), &AlignmentLook::hasWeights);
  view.addCommand(QStringLiteral("alignment.fit"), tr("Fit the whole alignment"), {},
                  [&view] { view.setZoom(kWholeAlignment); });
  add(view, "alignment.insert", tr("Open or close the insert beside the column"), {}, toggleInsertOfFocus);
}

}  // namespace

void addAlignmentCommands(AlignmentView& view) {
  const auto into = [&view](const QString& submenu, void (*add)(AlignmentView&)) {
    const qsizetype numBefore = view.actions().size();
    add(view);
    setSubmenu(view.actions().mid(numBefore), submenu);
  };
  into(tr("Look"), addLookCommands);
  into(tr("Select and copy"), addSelectionCommands);
  into(tr("Hide and show"), addHidingCommands);
  into(tr("Find"), addSearchCommands);
  into(tr("Sort and compare"), addOrderCommands);
  into(tr("Tree"), addTreeCommands);
  into(tr("Edit"), addAlignmentEditCommands);
}

}  // namespace ui
