// The letters of an alignment as they are shown: rows at places, columns and expanded inserts at slots, and a dot for
// what a reference row has as well.
#pragma once

#include <memory>
#include <vector>

#include "engine/alignment/AlignmentArrangement.h"
#include "ui/scenes/alignment/AlignmentColors.h"

namespace ui {

struct AlignmentCells {
  std::shared_ptr<const engine::Alignment> alignment;
  std::shared_ptr<const engine::AlignmentArrangement> arrangement;
  std::vector<engine::ResidueCode> reference;  ///< C codes that rows are compared with; empty: letters are shown
  engine::Index referenceRow = -1;             ///< shown in letters all the same

  engine::Index numPlaces() const { return arrangement ? arrangement->numPlaces() : 0; }
  engine::Index numSlots() const { return arrangement ? arrangement->numSlots() : 0; }
  bool isEmpty() const { return numPlaces() == 0 || numSlots() == 0; }
  /// What a place shows at the slots [first, last): residue codes or kSameAsReference.
  void copyRow(engine::Index place, engine::Index first, engine::Index last, engine::ResidueCode* into) const;
  engine::ResidueCode at(engine::Index place, engine::Index slot) const;
  /// Alignment column of a slot, -1 in an expanded insert.
  engine::Index columnOf(engine::Index slot) const;
};

/// What letters are drawn with.
struct AlignmentInk {
  Rgb background{255, 255, 255}, darkLetter{31, 35, 40}, lightLetter{255, 255, 255}, gap{150, 150, 150};
};

/// The ink that can be read on a paper of this colour.
const Rgb& inkOn(const Rgb& paper, engine::ResidueCode code, const AlignmentInk& ink);
/// The paper of a letter: expanded inserts have none of their own.
inline const Rgb& paperOf(const AlignmentPalette& palette, engine::Index column, engine::ResidueCode code,
                          const AlignmentInk& ink) {
  return column < 0 ? ink.background : palette.color(column, code);
}

}  // namespace ui
