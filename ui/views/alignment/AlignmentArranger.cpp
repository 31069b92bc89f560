#include "ui/views/alignment/AlignmentArranger.h"

#include <numeric>
#include <utility>

#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

std::vector<Index> fileOrder(Index count) {
  std::vector<Index> rows(static_cast<size_t>(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

IndexRanges both(IndexRanges ranges, const IndexRanges& others) {
  ranges.add(others);
  return ranges;
}

}  // namespace

AlignmentArranger::AlignmentArranger(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_arrangement(std::make_shared<const engine::AlignmentArrangement>()) {}

void AlignmentArranger::setAlignment(std::shared_ptr<const engine::Alignment> alignment, bool isOther) {
  m_alignment = std::move(alignment);
  m_ordered = {fileOrder(m_alignment->numRows()), false};
  m_filteredOut = {};
  m_expanded.clear();
  m_treeOrder.clear();
  m_folded = {};
  if (isOther) m_choices = {};
  if (m_choices.reference >= m_alignment->numRows()) m_choices.reference = 0;
  m_choices.hiddenRows = m_choices.hiddenRows.within(m_alignment->numRows());
  m_choices.hiddenColumns = m_choices.hiddenColumns.within(m_alignment->numColumns);
  arrange();
  startOrder();
  startFilter();
}

void AlignmentArranger::arrange() {
  if (!m_alignment) return;
  auto arrangement = std::make_shared<engine::AlignmentArrangement>(m_alignment->numRows(), m_alignment->numColumns);
  arrangement->setRows(m_treeOrder.empty() ? m_ordered.rows : m_treeOrder,
                       both(both(m_choices.hiddenRows, m_filteredOut), m_folded));
  arrangement->setColumns(m_choices.hiddenColumns, m_expanded);
  m_arrangement = std::move(arrangement);
  Q_EMIT arrangementChanged();
}

void AlignmentArranger::setOptions(AlignmentChoices choices) {
  const Index rows = m_alignment ? m_alignment->numRows() : 0, columns = m_alignment ? m_alignment->numColumns : 0;
  if (choices.reference < 0 || choices.reference >= rows) choices.reference = m_choices.reference;
  choices.hiddenRows = choices.hiddenRows.within(rows);
  choices.hiddenColumns = choices.hiddenColumns.within(columns);
  if (choices == m_choices) return;
  const AlignmentChoices before = std::exchange(m_choices, std::move(choices));
  const auto differs = [&](auto member) { return m_choices.*member != before.*member; };
  const bool hasOtherReference = differs(&AlignmentChoices::reference);
  const bool isByReference = m_choices.order == RowOrder::identity || m_choices.order == RowOrder::tree;
  if (differs(&AlignmentChoices::hiddenRows) || differs(&AlignmentChoices::hiddenColumns)) arrange();
  if (differs(&AlignmentChoices::order) || (hasOtherReference && isByReference)) startOrder();
  if (differs(&AlignmentChoices::filter) || hasOtherReference) startFilter();
  Q_EMIT changed();
}

void AlignmentArranger::startOrder() {
  if (!m_alignment) return;
  if (m_choices.order == RowOrder::original && m_ordered.rows == fileOrder(m_alignment->numRows())) return;
  Job* job = runJob(
      m_session.jobs(), this, tr("Sort rows by %1").arg(orderName(m_choices.order)), QStringLiteral("order"),
      [alignment = m_alignment, by = m_choices.order, reference = m_choices.reference](engine::Progress& progress) {
        return engine::orderedRows(*alignment, by, reference, 0, progress);
      },
      [alignment = m_alignment, by = m_choices.order](AlignmentArranger& self, engine::OrderedRows ordered) {
        // The order of the file needs no job: it may have been asked for in the meantime.
        if (self.m_alignment != alignment || self.m_choices.order != by) return;
        self.m_ordered = std::move(ordered);
        if (self.m_ordered.isApproximate)
          self.m_session.report(MessageKind::information,
                                tr("The order by similarity is approximate: a tree of %1 rows, every other row beside "
                                   "the one of them that is most like it.")
                                    .arg(engine::kMostTreeRows));
        self.arrange();
        Q_EMIT self.changed();
      });
  waitFor(this, job);
}

void AlignmentArranger::startFilter() {
  if (!m_alignment) return;
  if (m_choices.filter.keepsAll()) {
    if (std::exchange(m_filteredOut, {}).isEmpty()) return;
    arrange();
    Q_EMIT filtered();
    return;
  }
  Job* job = runJob(
      m_session.jobs(), this, tr("Filter rows"), QStringLiteral("filter"),
      [alignment = m_alignment, filter = rowFilter(m_choices.filter),
       reference = m_choices.reference](engine::Progress& progress) {
        return engine::filteredOutRows(*alignment, filter, reference, 0, progress);
      },
      [alignment = m_alignment, filter = m_choices.filter](AlignmentArranger& self, IndexRanges filteredOut) {
        // A filter that was taken away needs no job either.
        if (self.m_alignment != alignment || self.m_choices.filter != filter) return;
        self.m_filteredOut = std::move(filteredOut);
        self.arrange();
        Q_EMIT self.filtered();
      });
  waitFor(this, job);
}

bool AlignmentArranger::hide(const IndexRanges& rows, const IndexRanges& columns) {
  if (!m_alignment || (rows.isEmpty() && columns.isEmpty())) return false;
  AlignmentChoices choices = m_choices;
  choices.hiddenRows.add(rows);
  choices.hiddenColumns.add(columns);
  if (both(choices.hiddenRows, m_filteredOut).count() >= m_alignment->numRows() ||
      choices.hiddenColumns.count() >= m_alignment->numColumns) {
    m_session.report(MessageKind::information, tr("Nothing would be left to see: this hides every row or column."));
    return false;
  }
  setOptions(std::move(choices));
  return true;
}

void AlignmentArranger::setExpandedInserts(std::vector<engine::ExpandedInsert> inserts) {
  if (inserts == m_expanded) return;
  m_expanded = std::move(inserts);
  arrange();
}

void AlignmentArranger::setTreeOrder(std::vector<Index> order, IndexRanges folded) {
  if (order == m_treeOrder && folded == m_folded) return;
  m_treeOrder = std::move(order);
  m_folded = std::move(folded);
  arrange();
  Q_EMIT changed();
}

Index AlignmentArranger::numPassing() const { return m_alignment ? m_alignment->numRows() - m_filteredOut.count() : 0; }

QString AlignmentArranger::caption() const {
  QStringList parts;
  if (!m_treeOrder.empty())
    parts << tr("rows in the order of the tree");
  else if (m_choices.order != RowOrder::original)
    parts << (isOrderApproximate() ? tr("rows sorted by %1 (approximate)") : tr("rows sorted by %1"))
                 .arg(orderName(m_choices.order));
  const Index rows = m_arrangement->numRows() - m_arrangement->numPlaces();
  if (rows > 0) parts << tr("%1 rows not shown").arg(rows);
  Index columns = 0;
  for (const engine::Fold& fold : m_arrangement->columnFolds()) columns += fold.count;
  if (columns > 0) parts << tr("%1 columns folded").arg(columns);
  if (parts.isEmpty()) return {};
  QString text = parts.join(QStringLiteral(", "));
  text[0] = text[0].toUpper();
  return text + u'.';
}

}  // namespace ui
