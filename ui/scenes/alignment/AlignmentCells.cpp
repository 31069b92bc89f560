// Rows are copied whole where columns stand as in the alignment, which is nearly always.
#include "ui/scenes/alignment/AlignmentCells.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace ui {

namespace alphabet = engine::alphabet;
using engine::Index;
using engine::ResidueCode;

Index AlignmentCells::columnOf(Index slot) const {
  const engine::SlotContent& content = arrangement->slot(slot);
  return content.isInsert() ? -1 : content.column;
}

void AlignmentCells::copyRow(Index place, Index first, Index last, ResidueCode* into) const {
  const Index row = arrangement->rowAt(place);
  const bool isPlain = arrangement->areColumnsPlain();
  if (isPlain) {
    const ResidueCode* codes = alignment->row(row);
    std::copy(codes + first, codes + last, into);
  } else {
    for (Index slot = first; slot < last; ++slot)
      into[slot - first] = engine::codeAt(*alignment, row, arrangement->slot(slot));
  }
  if (reference.empty() || row == referenceRow) return;
  for (Index slot = first; slot < last; ++slot) {
    const Index column = isPlain ? slot : columnOf(slot);
    if (column < 0) continue;
    ResidueCode& code = into[slot - first];
    if (!alphabet::isGap(code) && alphabet::upper(code) == alphabet::upper(engine::nth(reference, column)))
      code = kSameAsReference;
  }
}

ResidueCode AlignmentCells::at(Index place, Index slot) const {
  ResidueCode code = alphabet::kGap;
  copyRow(place, slot, slot + 1, &code);
  return code;
}

const Rgb& inkOn(const Rgb& paper, ResidueCode code, const AlignmentInk& ink) {
  constexpr double kMiddle = 0.45 * 255;
  const ResidueCode letter = alphabet::upper(code);
  if (letter == alphabet::kGap || letter >= alphabet::kDot) return ink.gap;
  return 0.299 * paper[0] + 0.587 * paper[1] + 0.114 * paper[2] > kMiddle ? ink.darkLetter : ink.lightLetter;
}

}  // namespace ui
