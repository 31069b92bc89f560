// A cell of the dynamic programming opened: every way into every state with its terms, winner and margin, and the byte
// that is kept of it.
#pragma once

#include <QPainter>
#include <QString>
#include <cstdint>

#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/look/Theme.h"
#include "ui/views/dp/lanes/DpByte.h"

namespace ui {

struct CellCard {
  QString title;  ///< which cell
  engine::CellCandidates cell;
  engine::PairState main = engine::PairState::MM;  ///< told first
  std::uint8_t packed = 0;  ///< as matrices keep it, whatever the form
  ByteForm form = ByteForm::fiveStates;
};

/// Logical pixels that the card asks for.
double cellCardWidth(const Theme& theme);
double cellCardHeight(const Theme& theme, const CellCard& card);
/// States whose tables do not fit any more are told in one line each, or left out.
void paintCellCard(QPainter& painter, const Theme& theme, const QRectF& area, const CellCard& card);

}  // namespace ui
