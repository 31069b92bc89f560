// A picture of dynamic programming on paper: its numbers and the legend below it.
#pragma once

#include <QString>
#include <vector>

#include "ui/views/base/NumberTable.h"
#include "ui/views/dp/DpLayout.h"
#include "ui/views/dp/DpStepper.h"

namespace ui {

/// The large planes, and the chosen path with one step per row.
std::vector<NumberTable> numbersOf(const DpPicture& picture);
/// A cell of the main plane as lessons write it, "MM[3,4]"; empty: there is no such cell, or it shows what is no array.
QString lessonExpressionOf(const DpPicture& picture, DpCell cell);
/// What is shown of the alignment of this title; empty without planes.
QString captionOf(const DpPicture& picture, const QString& title);
/// " Score offset 0.25 bit, ...": behind the caption; empty where the alignment is as it was made.
QString knobsCaption(const engine::AlignmentKnobs& knobs, const engine::AlignmentKnobs& standard);
/// " Filled: 12 of 400 cells."
QString fillingCaption(const DpStepper& stepper);

/// What of the main plane is in sight, behind the caption; empty for all.
QString sightSentence(const DpPicture& picture, const DpLayout& layout);

}  // namespace ui
