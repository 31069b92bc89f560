// Options of `headlight render` that make a figure for a paper.
#pragma once

#include <optional>
#include <vector>

#include "app/shell/Options.h"
#include "ui/views/base/figure/FigureOptions.h"

namespace app {

/// --content, --layer, --heads, --dpi, --font, --color-bar, --legend, --transparent, --marks.
std::vector<Option> figureOptions();
/// None unless one of them is given, or a size in millimetres, that of a column of a journal, or a width alone. Throws
/// UsageError.
std::optional<ui::FigureOptions> chosenFigure(const Invocation& invocation);

}  // namespace app
