// What a picture of attention says about the cell under the pointer, and its numbers as tables.
#pragma once

#include <vector>

#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"

namespace ui {

/// For the inspector; empty where `focus` is no cell of the map. The document names residues of structures.
std::vector<ReadoutLine> readoutOf(const AttentionShown& shown, const Focus& focus, const Document& document);
/// The same in one line.
QString statusOf(const AttentionShown& shown, const Focus& focus, const Document& document);
/// The cell as lessons write it, "A[2,1,3]" (head, query, key; from 1), of several layers with the layer first; empty
/// where `focus` is no cell, or what is drawn there is no weight or score of one head.
QString lessonExpressionOf(const AttentionShown& shown, const Focus& focus, const Document& document);
/// The part of the maps that is in sight, margins, or the arcs; none while they are being computed.
std::vector<NumberTable> tablesOf(const AttentionShown& shown, const AttentionLayout& layout);

}  // namespace ui
