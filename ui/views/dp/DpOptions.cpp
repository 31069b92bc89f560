#include "ui/views/dp/DpOptions.h"

#include <QJsonValue>
#include <algorithm>
#include <array>
#include <tuple>

#include "ui/scenes/ColorMap.h"
#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Index;

namespace {

constexpr std::array kArrangements{"one", "all", "posterior", "lanes"};
constexpr std::array kRanges{"common", "plane"};
constexpr std::array kQuantities{"behind", "score"};
constexpr std::array kLetters{"first", "consensus"};
constexpr std::array kKinds{"viterbi", "forward", "backward", "posterior"};

bool isColorMap(const QString& id) {
  const auto& maps = colorMaps();
  return id.isEmpty() ||
         std::any_of(maps.begin(), maps.end(), [&](const ColorMap& map) { return map.id == id.toStdString(); });
}

}  // namespace

bool areColoredAlike(const DpOptions& a, const DpOptions& b) {
  const auto choices = [](const DpOptions& options) {
    return std::tie(options.kind, options.mainPlane, options.arrangement, options.range, options.quantity,
                    options.colorMap);
  };
  return choices(a) == choices(b);
}

QString kindName(engine::DpKind kind) { return nameOf(kKinds, kind); }

QJsonObject toJson(const DpOptions& options) {
  return {{"matrix", kindName(options.kind)},
          {"plane", options.mainPlane},
          {"arrangement", nameOf(kArrangements, options.arrangement)},
          {"range", nameOf(kRanges, options.range)},
          {"quantity", nameOf(kQuantities, options.quantity)},
          {"letters", nameOf(kLetters, options.letters)},
          {"colours", options.colorMap},
          {"path", options.path},
          {"showPath", options.isPathShown},
          {"showRivals", options.areRivalsShown},
          {"posteriorPath", options.isPosteriorShown},
          {"logos", options.areLogosShown},
          {"list", options.isListShown},
          {"cell", options.isCardShown},
          {"firstEntry", options.firstEntry},
          {"textOffset", static_cast<double>(options.textOffset)}};
}

void readJson(const QJsonObject& state, DpOptions& options) {
  const auto choice = [&]<class Value>(const char* key, ChoiceNames names, Value& option) {
    takeChoice<Value>(state, key, names, [&](Value value) { option = value; });
  };
  const auto flag = [&](const char* key, bool& option) { takeFlag(state, key, [&](bool on) { option = on; }); };
  const auto whole = [&]<class Whole>(const char* key, Whole& option) {
    takeWhole<Whole>(state, key, [&](Whole value) { option = value; });
  };
  choice("matrix", kKinds, options.kind);
  whole("plane", options.mainPlane);
  choice("arrangement", kArrangements, options.arrangement);
  choice("range", kRanges, options.range);
  choice("quantity", kQuantities, options.quantity);
  choice("letters", kLetters, options.letters);
  const QJsonValue colours = state.value(QLatin1String("colours"));
  if (colours.isString() && isColorMap(colours.toString())) options.colorMap = colours.toString();
  whole("path", options.path);
  flag("showPath", options.isPathShown);
  flag("showRivals", options.areRivalsShown);
  flag("posteriorPath", options.isPosteriorShown);
  flag("logos", options.areLogosShown);
  flag("list", options.isListShown);
  flag("cell", options.isCardShown);
  whole("firstEntry", options.firstEntry);
  whole("textOffset", options.textOffset);
}

QJsonObject toJson(const engine::AlignmentKnobs& knobs) {
  return {{"shift", knobs.shift},
          {"gapOpening", knobs.gapOpening},
          {"structureWeight", knobs.structureWeight},
          {"correlation", knobs.correlation},
          {"alternatives", static_cast<double>(knobs.alternatives)},
          {"coOptimal", static_cast<double>(knobs.coOptimal)},
          {"sums", knobs.hasSums}};
}

void readJson(const QJsonObject& state, engine::AlignmentKnobs& knobs) {
  const auto number = [&](const char* key, double& knob) {
    takeNumber(state, key, [&](double value) { knob = value; });
  };
  number("shift", knobs.shift);
  number("gapOpening", knobs.gapOpening);
  number("structureWeight", knobs.structureWeight);
  number("correlation", knobs.correlation);
  takeWhole<Index>(state, "alternatives", [&](Index value) { knobs.alternatives = value; });
  takeWhole<Index>(state, "coOptimal",
                   [&](Index value) { knobs.coOptimal = static_cast<size_t>(std::max<Index>(0, value)); });
  takeFlag(state, "sums", [&](bool on) { knobs.hasSums = on; });
}

}  // namespace ui
