// What the planes of a dynamic-programming run say about one cell: values, predecessors, the path and its aligned text.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/hmm/pair/ProfileAlignment.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapScene.h"

namespace ui {

/// Colour of a pair state: MM and M blue, MI and I orange, IM vermilion, DG and D green, GD purple.
Rgb stateColor(engine::PairState state);
/// "MM: both match", "MI: query match, template insert", ...
QString stateText(engine::PairState state);
/// The same where there is less room: "MI: templ. insert".
QString shortStateText(engine::PairState state);

/// Where the value of a state at a cell came from.
struct Predecessor {
  enum class Kind { unknown, start, cell, off };  ///< off: the cell was switched off
  Kind kind = Kind::unknown;
  engine::PairState state = engine::PairState::MM;
  engine::Index i = 0, j = 0;  ///< 0-based positions; -1 at the border
};
/// Decodes the packed back pointer of 0-based positions (i, j); `unknown` outside the matrix or without back pointers.
Predecessor predecessorOf(const engine::DpMatrices& matrices, engine::PairState state, engine::Index i,
                          engine::Index j);

/// The plane of a state without its borders: Nq x Nt. Null when there is none.
std::shared_ptr<const engine::Array<float>> innerPlane(const engine::DpMatrices& matrices, engine::PairState state);

/// How far each cell lies behind the best score reached so far, in the planes' unit: the value minus the largest finite
/// value of all planes among the cells with the same or a smaller i + j. 0 where the lead is taken, below 0 for rivals;
/// infinities and NaN stay. Planes of one shape; null planes stay null.
std::vector<std::shared_ptr<const engine::Array<float>>> behindBest(
    const std::vector<std::shared_ptr<const engine::Array<float>>>& planes);

/// Index of the step nearest to a cell (Manhattan distance, first of equals); -1 for an empty path.
engine::Index nearestStep(const engine::AlignmentPath& path, engine::Index i, engine::Index j);
/// Index of the step that stands at a cell, -1 when the path does not visit it.
engine::Index stepAt(const engine::AlignmentPath& path, engine::Index i, engine::Index j);

/// Three lines of equal length, one character per step of the path: '-' where a side has none.
struct AlignedText {
  std::string query, match, templ;
};
/// Match line: '|' same letter ('-' and 'x' are none), '+' the step adds at least 1 bit, '.' it adds something, ' '
/// otherwise.
AlignedText alignedText(const engine::AlignmentPath& path, const std::string& queryLetters,
                        const std::string& templateLetters);

/// The path through cell middles, and the steps of one state on top in its colour. `halo` lies below both.
std::vector<MapLine> pathLines(const engine::AlignmentPath& path, std::optional<engine::PairState> emphasised, Rgb line,
                               Rgb halo, double lineScale);

}  // namespace ui
