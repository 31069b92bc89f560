// Selected rows and columns of an alignment and its cell cursor. Selected columns are put aside for other views.
#pragma once

#include <QObject>
#include <memory>

#include "engine/alignment/AlignmentArrangement.h"
#include "ui/session/Session.h"
#include "ui/views/alignment/AlignmentChoices.h"

namespace ui {

/// How a click or drag in names or ruler changes what is selected.
enum class SelectionMode { replace, extend, toggle };

class AlignmentSelection : public QObject {
  Q_OBJECT

 public:
  AlignmentSelection(Session& session, QObject* parent);
  /// A dataset that is an alignment. Forgets everything when it is another one; else keeps what still fits.
  void setDataset(engine::DatasetPtr dataset, bool isOther);
  /// Where rows and columns stand now.
  void setArrangement(std::shared_ptr<const engine::AlignmentArrangement> arrangement);

  const AlignmentSelected& selected() const { return m_selected; }
  const engine::IndexRanges& rows() const { return m_selected.rows; }
  const engine::IndexRanges& columns() const { return m_selected.columns; }
  bool isEmpty() const { return rows().isEmpty() && columns().isEmpty(); }
  void select(engine::IndexRanges rows, engine::IndexRanges columns);
  void clear() { select({}, {}); }
  void selectAll();
  /// Columns when only columns are selected, else rows.
  void invert();
  /// A drag along the names (places) or the ruler (slots): first the press, then where it has come to.
  void pressRows(engine::Index place, SelectionMode mode);
  void dragRows(engine::Index place);
  /// The row whose name was pressed last, as long as it is selected and the cursor has not gone elsewhere; -1: none.
  engine::Index pressedRow() const { return rows().contains(m_pressedRow) ? m_pressedRow : -1; }
  void pressColumns(engine::Index slot, SelectionMode mode);
  void dragColumns(engine::Index slot);
  /// The block between two cells (place, slot).
  void selectBlock(engine::Index fromPlace, engine::Index fromSlot, engine::Index toPlace, engine::Index toSlot);

  /// -1: no cursor.
  engine::Index cursorRow() const { return m_selected.cursorRow; }
  engine::Index cursorColumn() const { return m_selected.cursorColumn; }
  void setCursor(engine::Index row, engine::Index column);
  /// To another place and slot, which are clamped; `extends`: the block from where the cursor stood last without it.
  void moveCursorTo(engine::Index place, engine::Index slot, bool extends);

  /// What a copy takes: shown rows and columns of the selection; of everything when nothing is selected.
  std::vector<engine::Index> chosenRows() const, chosenColumns() const;
  /// Columns that were put aside in any view, without those that are selected here.
  engine::IndexRanges keptColumns() const;

 Q_SIGNALS:
  void changed();

 private:
  struct RangeDrag {
    engine::IndexRanges before;
    engine::Index anchor = -1;  ///< row of the alignment, or slot: forgotten when slots change; -1: none
    SelectionMode mode = SelectionMode::replace;
  };

  engine::IndexRanges rowsBetween(engine::Index from, engine::Index to) const;
  engine::IndexRanges columnsBetween(engine::Index from, engine::Index to) const;
  void publish();
  void followKept();

  Session& m_session;
  engine::DatasetPtr m_dataset;
  engine::Index m_numRows = 0, m_numColumns = 0;
  std::shared_ptr<const engine::AlignmentArrangement> m_arrangement;
  AlignmentSelected m_selected;
  RangeDrag m_rowDrag, m_columnDrag;
  engine::Index m_anchorRow = -1, m_anchorColumn = -1, m_pressedRow = -1;
  engine::IndexRanges m_published;  ///< selected columns that were put aside for other views
  bool m_isPublishing = false;
};

}  // namespace ui
