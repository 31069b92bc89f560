// What a person has chosen in an alignment: order and filter of its rows, what is hidden, what is selected, the cell
// cursor. Rows and columns are always those of the alignment, so that choices survive another order.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <memory>

#include "engine/alignment/AlignmentArrangement.h"
#include "engine/alignment/RowOrder.h"
#include "engine/hmm/rows/RowFilter.h"
#include "ui/session/Session.h"

namespace ui {

using engine::RowOrder;

/// In %; the defaults keep every row.
struct AlignmentFilter {
  double minIdentity = 0, minCoverage = 0, maxGaps = 100, maxPairwiseIdentity = 100;
  QString name;  ///< what a name or its description holds; empty: anything
  bool isRegularExpression = false;
  bool operator==(const AlignmentFilter&) const = default;
  bool keepsAll() const { return *this == AlignmentFilter{0, 0, 100, 100, {}, isRegularExpression}; }
};

/// How a click or drag in names or ruler changes what is selected.
enum class SelectionMode { replace, extend, toggle };

class AlignmentChoices : public QObject {
  Q_OBJECT

 public:
  AlignmentChoices(Session& session, QObject* parent);
  /// Forgets everything when it is another alignment; else keeps what still fits.
  void setAlignment(std::shared_ptr<const engine::Alignment> alignment, bool isOther);
  std::shared_ptr<const engine::AlignmentArrangement> arrangement() const { return m_arrangement; }

  RowOrder order() const { return m_order; }
  /// Sorts in a job; the arrangement changes when it is done.
  void setOrder(RowOrder order);
  bool isOrderApproximate() const { return m_ordered.isApproximate; }
  /// The row that the others are compared with.
  engine::Index reference() const { return m_reference; }
  void setReference(engine::Index row);
  const AlignmentFilter& filter() const { return m_filter; }
  /// Filters in a job. A wrong expression accepts every name and is told by filterProblem().
  void setFilter(const AlignmentFilter& filter);
  QString filterProblem() const;
  /// Rows that pass the filter, hidden by hand or not.
  engine::Index numPassing() const;
  /// Inserts that take slots of their own.
  void setExpandedInserts(std::vector<engine::ExpandedInsert> inserts);

  const engine::IndexRanges& hiddenRows() const { return m_hiddenRows; }  ///< by hand
  const engine::IndexRanges& hiddenColumns() const { return m_hiddenColumns; }
  void hideSelectedRows();
  void hideSelectedColumns();
  /// Rows when only rows are selected, else columns.
  void hideSelected();
  void hideUnselected();
  /// Hidden by hand or by the filter.
  void showAll();

  /// Rows alone: whole rows; columns alone: whole columns; both: a block.
  const engine::IndexRanges& selectedRows() const { return m_selectedRows; }
  const engine::IndexRanges& selectedColumns() const { return m_selectedColumns; }
  bool hasSelection() const { return !m_selectedRows.isEmpty() || !m_selectedColumns.isEmpty(); }
  void setSelection(engine::IndexRanges rows, engine::IndexRanges columns);
  void clearSelection() { setSelection({}, {}); }
  void selectAll();
  /// Columns when only columns are selected, else rows.
  void invertSelection();
  /// A drag along the names (places) or the ruler (slots): first the press, then where it has come to.
  void pressRows(engine::Index place, SelectionMode mode);
  void dragRows(engine::Index place);
  void pressColumns(engine::Index slot, SelectionMode mode);
  void dragColumns(engine::Index slot);
  /// The block between two cells (place, slot).
  void selectBlock(engine::Index fromPlace, engine::Index fromSlot, engine::Index toPlace, engine::Index toSlot);

  /// -1: no cursor.
  engine::Index cursorRow() const { return m_cursorRow; }
  engine::Index cursorColumn() const { return m_cursorColumn; }
  void setCursor(engine::Index row, engine::Index column);
  /// To another place and slot, which are clamped; `extends`: the block from where the cursor stood last without it.
  void moveCursorTo(engine::Index place, engine::Index slot, bool extends);

  /// What a copy takes: shown rows and columns of the selection; of everything when nothing is selected.
  std::vector<engine::Index> chosenRows() const, chosenColumns() const;

  /// One sentence for the legend of a figure: order, what is not shown; empty when everything is as in the file.
  QString caption() const;
  QJsonObject toJson() const;
  /// Takes what is there and valid.
  void fromJson(const QJsonObject& json);

 Q_SIGNALS:
  void arrangementChanged();
  void selectionChanged();
  void cursorChanged();
  void filtered();
  void changed();  ///< anything that toJson() tells

 private:
  struct RangeDrag {
    engine::IndexRanges before;
    engine::Index anchor = -1;  ///< row of the alignment, or slot: forgotten when slots change; -1: none
    SelectionMode mode = SelectionMode::replace;
  };

  void startOrder();
  void startFilter();
  void forgetPlaces();
  void arrange();
  bool wouldHideEverything(const engine::IndexRanges& rows, const engine::IndexRanges& columns) const;
  void hide(const engine::IndexRanges& rows, const engine::IndexRanges& columns);
  engine::IndexRanges rowsBetween(engine::Index from, engine::Index to) const;
  engine::IndexRanges columnsBetween(engine::Index from, engine::Index to) const;

  Session& m_session;
  std::shared_ptr<const engine::Alignment> m_alignment;
  std::shared_ptr<const engine::AlignmentArrangement> m_arrangement;
  RowOrder m_order = RowOrder::original;
  engine::OrderedRows m_ordered;
  engine::Index m_reference = 0;
  AlignmentFilter m_filter;
  engine::IndexRanges m_filteredOut, m_hiddenRows, m_hiddenColumns, m_selectedRows, m_selectedColumns;
  std::vector<engine::ExpandedInsert> m_expanded;
  RangeDrag m_rowDrag, m_columnDrag;
  engine::Index m_cursorRow = -1, m_cursorColumn = -1, m_anchorRow = -1, m_anchorColumn = -1;
};

/// Names as they stand in session files and controls: "original", "name", "identity", "weight", "length", "tree".
QString orderName(RowOrder order);

}  // namespace ui
