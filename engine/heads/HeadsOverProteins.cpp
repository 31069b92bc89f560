#include "engine/heads/HeadsOverProteins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/heads/HeadColumns.h"

namespace engine {

namespace {

constexpr Index kReach = 32;  // of offsets (MATHEMATICS.md 2)

std::string inProteins(Index count, Index all) {
  std::string text = "in ";
  text.append(std::to_string(count)).append(" of ").append(std::to_string(all));
  return text.append(all == 1 ? " protein" : " proteins");
}

/// Sinks at different residues of different proteins are one thing.
struct NamedCount {
  std::string name, places;
  LabelCount found;
};

std::vector<NamedCount> joinedSinks(const std::map<std::string, LabelCount>& labels) {
  std::vector<NamedCount> joined;
  Index most = 0;
  for (const auto& [name, found] : labels) {
    const auto sink = std::find_if(joined.begin(), joined.end(), [&, rule = found.rule](const NamedCount& one) {
      return rule == HeadRule::sink && one.found.rule == rule;
    });
    if (sink == joined.end()) {
      joined.push_back({name, {}, found});
      if (found.rule == HeadRule::sink) most = found.count;
      continue;
    }
    if (sink->name != "sink") sink->places = sink->name;
    if (found.count > most) sink->places = name;
    most = std::max(most, found.count);
    sink->name = "sink";
    sink->found.count += found.count;
  }
  return joined;
}

}  // namespace

void RunningMean::add(double value) {
  ++count;
  const double apart = value - mean;
  mean += apart / static_cast<double>(count);
  squares += apart * (value - mean);
}

std::optional<double> RunningMean::spread() const {
  if (count < 2) return std::nullopt;
  return std::sqrt(squares / static_cast<double>(count - 1));
}

const std::vector<std::string>& HeadsOverProteins::keys() {
  static const std::vector<std::string> all = [] {
    constexpr std::array kNoMean{"layer", "head", "label", "tags", "sink_position", "offset", "key_type"};
    std::vector<std::string> keys;
    for (const HeadColumn& column : headColumns())
      if (std::find(kNoMean.begin(), kNoMean.end(), column.key) == kNoMean.end()) keys.push_back(column.key);
    return keys;
  }();
  return all;
}

/// Of the first protein; of a later one only the sizes are compared.
void HeadsOverProteins::begin(Index layers, Index headsPerLayer) {
  if (numProteins == 0) {
    numLayers = layers;
    numHeads = headsPerLayer;
    heads.assign(static_cast<size_t>(layers * headsPerLayer),
                 {std::vector<RunningMean>(keys().size()),
                  std::vector<RunningMean>(static_cast<size_t>(2 * kReach + 1)),
                  {}});
  }
  if (layers != numLayers || headsPerLayer != numHeads)
    fail("heads over proteins: found ", layers, " layers x ", headsPerLayer, " heads, expected ", numLayers, " x ",
         numHeads, " as in the first protein");
}

void HeadsOverProteins::add(const HeadsOverProteins& one) {
  if (one.numProteins == 0) return;
  if (one.numProteins > 1) fail("heads over proteins: found ", one.numProteins, " proteins, expected one alone");
  begin(one.numLayers, one.numHeads);
  // The mean of one value is that value.
  const auto addAll = [](std::vector<RunningMean>& sums, const std::vector<RunningMean>& values) {
    for (size_t k = 0; k < sums.size(); ++k)
      if (values.at(k).count > 0) sums[k].add(values[k].mean);
  };
  for (size_t k = 0; k < heads.size(); ++k) {
    addAll(heads[k].numbers, one.heads.at(k).numbers);
    addAll(heads[k].offsets, one.heads[k].offsets);
    for (const auto& [name, found] : one.heads[k].labels) {
      heads[k].labels[name].rule = found.rule;
      heads[k].labels[name].count += found.count;
    }
  }
  ++numProteins;
}

void HeadsOverProteins::add(const HeadTable& table) {
  begin(table.numLayers, table.numHeads);
  const std::vector<HeadColumn>& columns = headColumns();
  for (Index k = 0; k < table.count(); ++k) {
    const HeadStatistics& one = nth(table.heads, k);
    Head& sum = nth(heads, k);
    size_t number = 0;
    for (const HeadColumn& column : columns) {
      if (number >= keys().size() || column.key != keys()[number]) continue;
      if (const auto value = column.number(one)) sum.numbers[number].add(*value);
      ++number;
    }
    for (Index offset = -kReach; offset <= kReach; ++offset)
      if (const auto weight = one.offsetAt(offset)) nth(sum.offsets, offset + kReach).add(*weight);
    if (one.labels.empty()) continue;
    LabelCount& found = sum.labels[one.label()];
    found.rule = one.labels.front().rule;
    ++found.count;
  }
  ++numProteins;
}

std::vector<HeadLabel> HeadsOverProteins::labelsOf(const Head& head) const {
  std::vector<NamedCount> found = joinedSinks(head.labels);
  std::stable_sort(found.begin(), found.end(), [](const NamedCount& a, const NamedCount& b) {
    return std::pair(-a.found.count, a.found.rule) < std::pair(-b.found.count, b.found.rule);
  });
  std::vector<HeadLabel> labels;
  for (const NamedCount& one : found) {
    std::string reason = inProteins(one.found.count, numProteins);
    if (!one.places.empty()) reason.append(", mostly \"").append(one.places).append("\"");
    labels.push_back({one.found.rule, one.name, std::move(reason),
                      static_cast<double>(one.found.count) / static_cast<double>(numProteins)});
  }
  return labels;
}

HeadTable HeadsOverProteins::mean() const {
  HeadTable table;
  table.numLayers = numLayers;
  table.numHeads = numHeads;
  table.toldKeys = {{"proteins"}, {"label_share"}};
  for (const std::string& key : keys()) table.toldKeys.push_back({key, true});
  for (Index k = 0; k < std::ssize(heads); ++k) {
    const Head& sum = nth(heads, k);
    HeadStatistics one;
    one.layer = k / numHeads;
    one.head = k % numHeads;
    one.labels = labelsOf(sum);
    one.told = {{numProteins}, {one.labels.empty() ? HeadCell() : HeadCell(one.labels.front().share)}};
    for (const RunningMean& number : sum.numbers)
      one.told.push_back({number.count > 0 ? HeadCell(number.mean) : HeadCell(), number.spread(), number.count});
    const bool hasOffsets = nth(sum.offsets, kReach).count > 0;  // each residue has itself
    for (const RunningMean& offset : sum.offsets)
      if (hasOffsets) one.offsets.push_back(offset.mean);
    table.heads.push_back(std::move(one));
  }
  table.validate();
  return table;
}

}  // namespace engine
