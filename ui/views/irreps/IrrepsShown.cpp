#include "ui/views/irreps/IrrepsShown.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

const std::string kPaths = "_paths";
constexpr const char* kSuffixes[] = {"_first", "_second", "_out"};
constexpr const char* kDistance = "distance";

/// What the maps of equivariant attention are called, in the order in which they are computed.
struct KnownMap {
  const char *name, *title, *first, *second, *out;
};
const KnownMap kKnownMaps[] = {{"q", "Queries: q = linear(f)", "features f", "", "queries q"},
                               {"k", "Keys: k = f ⊗ Y, weights by distance", "features f", "harmonics Y", "keys k"},
                               {"v", "Values: v = f ⊗ Y, weights by distance", "features f", "harmonics Y", "values v"},
                               {"s", "Scores: s = q ⊗ k", "queries q", "keys k", "score s"}};

const KnownMap* knownMap(const std::string& name) {
  for (const KnownMap& known : kKnownMaps)
    if (name == known.name) return &known;
  return nullptr;
}

/// Names NAME of arrays NAME_paths: known ones first.
std::vector<std::string> mapNames(const engine::ArrayBundle& arrays) {
  std::vector<std::string> names;
  const auto isMap = [&](const std::string& name) {
    return arrays.contains(name + "_first") && arrays.contains(name + "_out") && arrays.contains(name + kPaths) &&
           arrays.contains(name + "_strength");
  };
  for (const KnownMap& known : kKnownMaps)
    if (isMap(known.name)) names.emplace_back(known.name);
  for (const auto& [array, values] : arrays) {
    if (!array.ends_with(kPaths)) continue;
    const std::string name = array.substr(0, array.size() - kPaths.size());
    if (!knownMap(name) && isMap(name)) names.push_back(name);
  }
  return names;
}

std::vector<IrrepBox> boxesIn(const engine::ArrayBundle& arrays, const std::string& name) {
  if (!arrays.contains(name)) return {};
  const engine::Array<double> table = engine::numbersOf<double>(arrays, name);
  engine::requireShape(name, table.shape(), {-1, 3});
  std::vector<IrrepBox> boxes;
  for (Index k = 0; k < table.length(0); ++k)
    boxes.push_back({static_cast<Index>(table(k, 0)), static_cast<int>(table(k, 1)), table(k, 2) < 0});
  return boxes;
}

IrrepMap mapIn(const engine::ArrayBundle& arrays, const std::string& name) {
  IrrepMap map;
  map.name = name;
  for (size_t side = 0; side < kNumIrrepSides; ++side) map.boxes[side] = boxesIn(arrays, name + kSuffixes[side]);
  const engine::Array<double> table = engine::numbersOf<double>(arrays, name + kPaths);
  engine::requireShape(name + kPaths, table.shape(), {-1, map.isLinear() ? 2 : 3});
  for (Index k = 0; k < table.length(0); ++k) {
    std::array<Index, kNumIrrepSides> ends{-1, -1, -1};
    Index column = 0;
    for (size_t side = 0; side < kNumIrrepSides; ++side) {
      if (map.boxes[side].empty() && static_cast<IrrepSide>(side) == IrrepSide::second) continue;
      ends[side] = static_cast<Index>(table(k, column++));
      if (ends[side] < 0 || ends[side] >= static_cast<Index>(map.boxes[side].size()))
        engine::fail("array ", name, kPaths, ": row ", k + 1, " names block ", ends[side], " of ", name,
                     kSuffixes[side], ", expected 0 to ", map.boxes[side].size(), " - 1");
    }
    map.paths.push_back(ends);
  }
  map.strengths = engine::numbersOf<double>(arrays, name + "_strength");
  engine::requireShape(name + "_strength", map.strengths.shape(), {-1, map.numPaths()});
  if (map.strengths.length(0) == 0) engine::fail("array ", name, "_strength: found no rows, expected one or more");
  return map;
}

/// What stands at the edges of a map; nothing where the arrays have no such numbers.
std::optional<IrrepEdgeValues> edgeValuesIn(const engine::ArrayBundle& arrays, const IrrepMap& map, Index count) {
  const std::string start = map.name + "_edge";
  if (count == 0 || !arrays.contains(start + "_adds")) return std::nullopt;
  IrrepEdgeValues values;
  values.adds = engine::numbersOf<double>(arrays, start + "_adds");
  engine::requireShape(start + "_adds", values.adds.shape(), {count, map.numPaths()});
  for (size_t side = 0; side < kNumIrrepSides; ++side) {
    if (map.boxes[side].empty()) continue;
    Index width = 0;
    for (const IrrepBox& box : map.boxes[side]) width += box.size();
    const std::string name = start + kSuffixes[side];
    values.sides[side] = engine::numbersOf<double>(arrays, name);
    engine::requireShape(name, values.sides[side].shape(), {count, width});
  }
  return values;
}

std::vector<IrrepEdge> edgesIn(const engine::ArrayBundle& arrays) {
  if (!arrays.contains("edges")) return {};
  const engine::Array<double> ends = engine::numbersOf<double>(arrays, "edges");
  engine::requireShape("edges", ends.shape(), {-1, 2});
  const auto numbers = [&](const char* name) {
    engine::Array<double> values = engine::numbersOf<double>(arrays, name);
    engine::requireShape(name, values.shape(), {ends.length(0)});
    return values;
  };
  const engine::Array<double> lengths = numbers("edge_length"), cutoffs = numbers("edge_cutoff"),
                              weights = numbers("edge_weight");
  std::vector<IrrepEdge> edges;
  for (Index e = 0; e < ends.length(0); ++e)
    edges.push_back({static_cast<Index>(ends(e, 0)), static_cast<Index>(ends(e, 1)), lengths[e], cutoffs[e],
                     weights[e]});
  return edges;
}

double rootMeanSquare(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return values.empty() ? 0 : std::sqrt(sum / double(values.size()));
}

/// All numbers where they are few, else how large they are.
QString numbersText(const std::vector<double>& values) {
  constexpr size_t kFew = 7;
  if (values.size() > kFew)
    return QObject::tr("%1 numbers, root mean square %2").arg(values.size()).arg(shownNumber(rootMeanSquare(values)));
  QStringList texts;
  for (const double value : values) texts << decimalText(value, 2);
  return texts.join(QStringLiteral(", "));
}

QString distanceText(const IrrepsShown& shown, const IrrepsOptions& options) {
  return QObject::tr("at r = %1").arg(shownNumber(shown.distanceOf(options)));
}

}  // namespace

QString IrrepBox::name() const {
  return QStringLiteral("%1 × %2%3").arg(copies).arg(degree).arg(isOdd ? QLatin1Char('o') : QLatin1Char('e'));
}

QString IrrepBox::kind() const {
  if (degree == 0) return isOdd ? QObject::tr("pseudoscalars") : QObject::tr("scalars");
  if (degree == 1) return isOdd ? QObject::tr("vectors") : QObject::tr("axial vectors");
  return QObject::tr("%1 numbers each").arg(2 * degree + 1);
}

const IrrepBox& IrrepMap::boxOf(Index path, IrrepSide side) const {
  return engine::nth(at(side), engine::nth(paths, path)[static_cast<size_t>(side)]);
}

Index IrrepMap::numWeights(Index path) const {
  const Index second = isLinear() ? 1 : boxOf(path, IrrepSide::second).copies;
  return boxOf(path, IrrepSide::first).copies * second * boxOf(path, IrrepSide::out).copies;
}

QString IrrepMap::title() const {
  const KnownMap* known = knownMap(name);
  return known ? QObject::tr(known->title) : QString::fromStdString(name);
}

QString IrrepMap::sideTitle(IrrepSide side) const {
  const KnownMap* known = knownMap(name);
  switch (side) {
    case IrrepSide::first:
      return known ? QObject::tr(known->first) : QObject::tr("first input");
    case IrrepSide::second:
      return known ? QObject::tr(known->second) : QObject::tr("second input");
    case IrrepSide::out:
      break;
  }
  return known ? QObject::tr(known->out) : QObject::tr("output");
}

QString IrrepMap::pathText(Index path) const {
  QString text = boxOf(path, IrrepSide::first).name();
  if (!isLinear()) text += QStringLiteral(" ⊗ ") + boxOf(path, IrrepSide::second).name();
  return text + QStringLiteral(" → ") + boxOf(path, IrrepSide::out).name();
}

std::vector<double> IrrepMap::valuesOf(IrrepSide side, Index box, Index edge) const {
  if (!edges) return {};
  Index offset = 0;
  for (Index before = 0; before < box; ++before) offset += engine::nth(at(side), before).size();
  const engine::Array<double>& all = edges->sides[static_cast<size_t>(side)];
  const double* const first = all.data() + edge * all.length(1) + offset;
  return {first, first + engine::nth(at(side), box).size()};
}

bool areIrrepMaps(const engine::ArrayBundle& arrays) { return !mapNames(arrays).empty(); }

IrrepsShown::IrrepsShown(const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (!arrays || !areIrrepMaps(*arrays))
    engine::fail(dataset.title,
                 ": has no maps between irreps, expected arrays NAME_first, NAME_out, NAME_paths and "
                 "NAME_strength");
  title = QString::fromStdString(dataset.title);
  edges = edgesIn(*arrays);
  for (const std::string& name : mapNames(*arrays)) {
    maps.push_back(mapIn(*arrays, name));
    maps.back().edges = edgeValuesIn(*arrays, maps.back(), static_cast<Index>(edges.size()));
  }
  if (!arrays->contains(kDistance)) return;
  const engine::Array<double> all = engine::numbersOf<double>(*arrays, kDistance);
  for (const IrrepMap& map : maps)
    if (map.changesWithDistance()) engine::requireShape(kDistance, all.shape(), {map.strengths.length(0)});
  distances.assign(all.begin(), all.end());
}

std::vector<Index> IrrepsShown::visible(const IrrepsOptions& options) const {
  std::vector<Index> all;
  for (Index k = 0; k < static_cast<Index>(maps.size()); ++k) {
    if (options.product.toStdString() == engine::nth(maps, k).name) return {k};
    all.push_back(k);
  }
  return all;
}

Index IrrepsShown::rowOf(const IrrepsOptions& options) const {
  Index rows = 1;
  for (const IrrepMap& map : maps) rows = std::max(rows, map.strengths.length(0));
  return static_cast<Index>(std::llround(options.distance * double(rows - 1)));
}

const IrrepEdge* IrrepsShown::edgeOf(const IrrepsOptions& options) const {
  return options.edge >= 0 && options.edge < std::ssize(edges) ? &engine::nth(edges, options.edge) : nullptr;
}

Index IrrepsShown::edgeBetween(Index source, Index destination) const {
  const auto found = std::find_if(edges.begin(), edges.end(), [&](const IrrepEdge& edge) {
    return edge.source == source && edge.destination == destination;
  });
  return found == edges.end() ? -1 : found - edges.begin();
}

double IrrepsShown::distanceOf(const IrrepsOptions& options) const {
  if (const IrrepEdge* edge = edgeOf(options)) return edge->length;
  const Index row = rowOf(options);
  return row < static_cast<Index>(distances.size()) ? engine::nth(distances, row)
                                                    : std::numeric_limits<double>::quiet_NaN();
}

double IrrepsShown::strength(const IrrepMark& mark, const IrrepsOptions& options) const {
  const IrrepMap& map = engine::nth(maps, mark.map);
  if (map.edges && edgeOf(options)) return map.edges->adds(options.edge, mark.path);
  const engine::Array<double>& all = map.strengths;
  return all(std::min(rowOf(options), all.length(0) - 1), mark.path);
}

double IrrepsShown::shareOf(const IrrepMark& mark, const IrrepsOptions& options) const {
  const IrrepMap& map = engine::nth(maps, mark.map);
  const auto out = static_cast<size_t>(IrrepSide::out);
  double sum = 0;
  for (Index path = 0; path < map.numPaths(); ++path)
    if (engine::nth(map.paths, path)[out] == engine::nth(map.paths, mark.path)[out])
      sum += std::pow(strength({mark.map, path}, options), 2);
  return sum > 0 ? std::pow(strength(mark, options), 2) / sum : 0;
}

QString edgeText(const IrrepEdge& edge) {
  return QObject::tr("node %1 attends to node %2").arg(edge.destination + 1).arg(edge.source + 1);
}

QString boxText(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMap& map, IrrepSide side,
                Index box) {
  if (!shown.edgeOf(options) || !map.edges) return {};
  const std::vector<double> values = map.valuesOf(side, box, options.edge);
  return values.size() == 1 ? shownNumber(values.front())
                            : QObject::tr("rms %1").arg(shownNumber(rootMeanSquare(values)));
}

namespace {

std::vector<ReadoutLine> edgeReadout(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMark& mark) {
  const IrrepMap& map = engine::nth(shown.maps, mark.map);
  const IrrepEdge& edge = *shown.edgeOf(options);
  std::vector<ReadoutLine> lines{{QObject::tr("Edge"), edgeText(edge)},
                                 {QObject::tr("Path"), map.pathText(mark.path)},
                                 {QObject::tr("Adds"), shownNumber(shown.strength(mark, options))}};
  for (const IrrepSide side : {IrrepSide::first, IrrepSide::second, IrrepSide::out}) {
    const Index box = engine::nth(map.paths, mark.path)[static_cast<size_t>(side)];
    if (box < 0) continue;
    lines.push_back({QStringLiteral("%1 %2").arg(map.sideTitle(side), engine::nth(map.at(side), box).name()),
                     numbersText(map.valuesOf(side, box, options.edge))});
  }
  return lines;
}

}  // namespace

std::vector<ReadoutLine> irrepsReadout(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMark& mark) {
  if (mark.isEmpty()) return {};
  const IrrepMap& map = engine::nth(shown.maps, mark.map);
  const IrrepBox& out = map.boxOf(mark.path, IrrepSide::out);
  QString adds = shownNumber(shown.strength(mark, options));
  if (shown.edgeOf(options) && map.edges) return edgeReadout(shown, options, mark);
  if (map.changesWithDistance()) adds += u' ' + distanceText(shown, options);
  return {{QObject::tr("Map"), map.title()},
          {QObject::tr("Path"), map.pathText(mark.path)},
          {QObject::tr("Weights"), QString::number(map.numWeights(mark.path))},
          {QObject::tr("Adds to the spread"), adds},
          {QObject::tr("Share of the variance of %1").arg(out.name()),
           QObject::tr("%1 %").arg(qRound(100 * shown.shareOf(mark, options)))}};
}

QString irrepsStatus(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMark& mark) {
  if (mark.isEmpty()) return {};
  const IrrepMap& map = engine::nth(shown.maps, mark.map);
  return QObject::tr("%1: adds %2, %3 weights")
      .arg(map.pathText(mark.path), shownNumber(shown.strength(mark, options)))
      .arg(map.numWeights(mark.path));
}

QString irrepsNote(const IrrepsShown& shown, const IrrepsOptions& options) {
  if (const IrrepEdge* edge = shown.edgeOf(options))
    return QObject::tr("%1: r = %2, cut-off %3, weight a = %4; width and number: what a path adds to this output")
        .arg(edgeText(*edge), shownNumber(edge->length), shownNumber(edge->cutoff), shownNumber(edge->weight));
  QString note = QObject::tr("width and number: what a path adds to the spread of its output");
  if (!shown.distances.empty()) note += QObject::tr(", for nodes %1 apart").arg(shownNumber(shown.distanceOf(options)));
  return note;
}

QString irrepsCaption(const IrrepsShown& shown, const IrrepsOptions& options) {
  if (shown.edgeOf(options))
    return QObject::tr("%1. Boxes: copies × degree and parity of irreps with the size of their numbers (rms: root mean "
                       "square), inputs left, outputs right, for one edge of the graph. %2.")
        .arg(shown.title, irrepsNote(shown, options));
  return QObject::tr(
             "%1. Boxes: copies × degree and parity of irreps, inputs left, outputs right; each path couples "
             "irreps that may lead to one another. Line %2 (standard deviation, for inputs of mean 0 and "
             "variance 1).")
      .arg(shown.title, irrepsNote(shown, options));
}

std::vector<NumberTable> irrepsNumbers(const IrrepsShown& shown, const IrrepsOptions& options) {
  std::vector<NumberTable> tables;
  for (const Index number : shown.visible(options)) {
    const IrrepMap& map = engine::nth(shown.maps, number);
    NumberTable table{map.name,
                      "path",
                      "quantity",
                      {},
                      {"weights", "adds", "share"},
                      engine::Array<float>({map.numPaths(), 3}, 0.0F)};
    for (Index path = 0; path < map.numPaths(); ++path) {
      table.rowLabels.push_back(map.pathText(path).toStdString());
      table.values(path, 0) = static_cast<float>(map.numWeights(path));
      table.values(path, 1) = static_cast<float>(shown.strength({number, path}, options));
      table.values(path, 2) = static_cast<float>(shown.shareOf({number, path}, options));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace ui
