#include "app/commands/figure/FigureChoices.h"

#include <algorithm>

namespace app {

namespace {

bool isFigureSize(const std::string& size) {
  if (size == "single" || size == "double") return true;
  ui::FigureOptions options;
  return (size.ends_with("mm") || size.ends_with("px")) && ui::readFigureSize(QString::fromStdString(size), options);
}

/// The number of `text` in a list of names; throws UsageError.
size_t choiceOf(const Invocation& invocation, const std::string& option, const std::vector<std::string>& names) {
  const std::string text = invocation.text(option, names.front());
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : name == names.back() ? " or " : ", ") + name;
  throw UsageError("option --" + option + ": found \"" + text + "\", expected " + known);
}

void readSize(const Invocation& invocation, ui::FigureOptions& figure) {
  const std::string size = invocation.text("size", "single");
  if (size == "fit") {
    figure.height = 0;
  } else if (!ui::readFigureSize(QString::fromStdString(size), figure)) {
    throw UsageError("option --size: found \"" + size +
                     "\", expected 88mm, 88x60mm, single, double, 1039px or 1000x700, of 10 to 2000 mm");
  }
}

}  // namespace

std::vector<Option> figureOptions() {
  return {{"content", "whole|picture|heads",
           "of a figure: everything, the picture without thumbnails and companions, or heads of a layer as panels A, "
           "B, C, ... [default whole]"},
          {"layer", "N", "of --content heads, counted from 1 [default 1]"},
          {"heads", "LIST", "of --content heads, for example 1,3,5-8 [default all]"},
          {"dpi", "N", "pixels of a figure per inch, for .png [default 300]"},
          {"font", "POINTS", "size of the letters of a figure [default 7]"},
          {"color-bar", "below|right|none", "of the maps of a figure [default below]"},
          {"legend", "on|off", "titles and notes in a figure [default on]"},
          {"transparent", "", "a figure without a ground; otherwise it is white"},
          {"marks", "", "the selection of the session in a figure"}};
}

std::optional<ui::FigureOptions> chosenFigure(const Invocation& invocation) {
  const std::vector<Option> known = figureOptions();
  const bool isAsked = std::any_of(known.begin(), known.end(), [&](const Option& o) { return invocation.has(o.name); });
  if (!isAsked && !isFigureSize(invocation.text("size", ""))) return std::nullopt;
  ui::FigureOptions figure;
  figure.content = static_cast<ui::FigureContent>(choiceOf(invocation, "content", {"whole", "picture", "heads"}));
  figure.layer = static_cast<int>(std::min(wholeNumber(invocation, "layer", 1, 1), 1000000LL));
  figure.heads = ui::headsIn(QString::fromStdString(invocation.text("heads", "")));
  if (invocation.has("heads") && figure.heads.empty())
    throw UsageError("option --heads: found \"" + invocation.text("heads", "") +
                     "\", expected numbers from 1 up, for example 1,3,5-8");
  figure.dotsPerInch = positiveNumber(invocation, "dpi", figure.dotsPerInch);
  figure.fontPoints = positiveNumber(invocation, "font", figure.fontPoints);
  if (const ui::FigureOptions valid = ui::admissible(figure);
      valid.dotsPerInch != figure.dotsPerInch || valid.fontPoints != figure.fontPoints)
    throw UsageError("options --dpi and --font: expected 36 to 2400 dots per inch and letters of 3 to 72 points");
  figure.colorBar = static_cast<ui::ColorBarPlace>(choiceOf(invocation, "color-bar", {"below", "right", "none"}));
  figure.isLegendShown = choiceOf(invocation, "legend", {"on", "off"}) == 0;
  figure.isTransparent = invocation.has("transparent");
  figure.areMarksShown = invocation.has("marks");
  readSize(invocation, figure);  // pixels need the dots per inch
  return figure;
}

}  // namespace app
