// What the pointer and keys mean in a picture of attention.
#pragma once

#include <QPointF>
#include <optional>

#include "ui/views/attention/AttentionLayout.h"

namespace ui {

/// The cell at a position (logical pixels): of a map, of an arc, or a residue alone on the line of arcs.
std::optional<AttentionCell> cellAt(const AttentionShown& shown, const AttentionLayout& layout, const Theme& theme,
                                    QPointF position);
/// Moves what is in sight by so many pixels.
void panBy(AttentionShown& shown, const AttentionLayout& layout, QPointF pixels);
/// What is at the position stays there.
void zoomAt(AttentionShown& shown, const AttentionLayout& layout, const Theme& theme, QPointF position, double factor);
/// So many heads further on, layer by layer; the last one at the end.
HeadStrip::Head headBeside(const engine::HeadSet& heads, HeadStrip::Head from, int offset);

/// The head that a key goes to from the one that is shown: left, right, a layer up or down by Page Up and Page Down;
/// nothing for other keys, with Shift, and without heads.
std::optional<HeadStrip::Head> headOfKey(const AttentionShown& shown, int key, Qt::KeyboardModifiers modifiers);

/// Chooses this head of the same file as the one to compare with: as a difference unless `now` something else; no
/// longer where it was that one.
void compareWith(AttentionOptions& options, HeadStrip::Head head, HeadComparison now);
/// Adds a head to others, or takes it away unless it is the only one.
std::vector<HeadStrip::Head> toggled(std::vector<HeadStrip::Head> heads, HeadStrip::Head head);

}  // namespace ui
