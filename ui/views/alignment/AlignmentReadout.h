// What is shown of an alignment and what stands at one of its cells, in words and numbers.
#pragma once

#include <Qt>
#include <optional>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"
#include "engine/alignment/ResidueNumbers.h"
#include "engine/structure/Structure.h"
#include "ui/session/Document.h"
#include "ui/session/Session.h"
#include "ui/views/alignment/AlignmentPicture.h"
#include "ui/views/base/View.h"

namespace ui {

class AlignmentModel;

/// Where a position stands in another dataset, or in this one; -1 when it has no partner there.
engine::Index indexIn(const engine::Dataset& dataset, const Position& position, const Document& document);

/// "Asp 52"; "gap" where there is no residue.
QString residueText(const engine::Alignment& alignment, engine::Index row, engine::Index column);
QString residueText(const engine::Alignment& alignment, engine::Index row, const engine::SlotContent& slot);

/// What is under the pointer besides the cell that all views can mark.
struct AlignmentPointed {
  engine::Index column = -1, row = -1;  ///< -1: none; the row only in the cells
  engine::Index namedPlace = -1;        ///< of the row whose name it is on
  engine::Index insertRow = -1;         ///< of the alignment; -1: it is on no expanded insert
  engine::SlotContent insert;
  std::optional<QString> tip;  ///< empty: the one that is shown goes
  Qt::CursorShape cursor = Qt::ArrowCursor;
  bool isOnInsert() const { return insertRow >= 0; }
  bool isOnSameInsert(const AlignmentPointed& other) const {
    return insertRow == other.insertRow && insert == other.insert;
  }
};
AlignmentPointed pointedAt(const AlignmentPicture& picture, QPointF point);

/// Lines for a column and, when `row` is not -1, a row. `statistics` may be null.
std::vector<ReadoutLine> alignmentReadout(const engine::Alignment& alignment,
                                          const engine::ColumnStatistics* statistics, engine::Index row,
                                          engine::Index column);

/// Lines for a row at a slot of an expanded insert.
std::vector<ReadoutLine> insertReadout(const engine::Alignment& alignment, engine::Index row,
                                       const engine::SlotContent& slot);

/// The residue of each linked structure that stands in a column: its title and "ASP 52 A".
std::vector<ReadoutLine> structureReadout(const Document& document, const engine::Dataset& alignment,
                                          engine::Index column);
/// "ASP 52 A" for a residue counted over all chains; empty when there is no such residue.
QString structureResidueText(const engine::Structure& structure, engine::Index residue);

/// Of what a view with this model shows and the session points at: for the inspector, the status bar, under a figure.
std::vector<ReadoutLine> shownReadout(const AlignmentModel& model, const AlignmentPointed& pointed,
                                      Session& session);
QString shownStatus(const AlignmentModel& model, const AlignmentPointed& pointed, Session& session);
QString shownCaption(const AlignmentModel& model);
/// Which rows and columns are on a page, behind it; empty for all, and where columns are wrapped.
QString sightSentence(const AlignmentPicture& page);

}  // namespace ui
