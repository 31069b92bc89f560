// Why a cell of the dynamic programming has its value: every way into it as a small table of text.
#pragma once

#include <QString>

#include "engine/hmm/viterbi/CellCandidates.h"

namespace ui {

/// One line per candidate with aligned columns: where from, what stood there, transitions of query and template, sum.
/// The winner has an arrow. Below: what the cell itself adds, the score, and how far the winner is ahead.
QString candidateTable(const engine::StateCandidates& state);
/// "12.34 bits, from MM, 3.20 ahead": a state in one line.
QString candidateLine(const engine::StateCandidates& state);

}  // namespace ui
