// The benchmark of trees: distances of the rows of a random alignment, and joining them.
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/trees/TreeBuilding.h"

namespace engine {

namespace {

constexpr Index kTreeColumns = 300;
constexpr int kTreeRepetitions = 3;

/// Rows that descend from each other: each is an earlier one of which a tenth has changed.
Alignment descendants(Index numRows, Random& random) {
  Alignment alignment;
  alignment.numColumns = kTreeColumns;
  for (Index row = 0; row < numRows; ++row) {
    alignment.rows.emplace_back().name = std::to_string(row);
    const auto parent = row == 0 ? Index{0} : static_cast<Index>(random.below(static_cast<std::uint64_t>(row)));
    for (Index column = 0; column < kTreeColumns; ++column)
      alignment.codes.push_back(row == 0 || random.below(10) == 0
                                    ? static_cast<ResidueCode>(random.below(alphabet::kNumResidues))
                                    : alignment.at(parent, column));
  }
  return alignment;
}

}  // namespace

/// 1000 and 4000 rows of 300 columns: distances by identity and by BLOSUM62 (work: pairs of residues), neighbour
/// joining and UPGMA of these (work: pairs of rows, whatever the joins cost).
void benchTree(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = nativeThreads(setting);
  Random random(7);
  for (const Index numRows : {Index{1000}, Index{4000}}) {
    const Alignment alignment = descendants(numRows, random);
    const std::vector<std::string> names(alignment.rows.size());
    Measurement measurement;
    measurement.device = "native CPU";
    measurement.threads = threads;
    const double pairs = 0.5 * static_cast<double>(numRows) * static_cast<double>(numRows - 1);
    const auto measure = [&](const std::string& name, const char* unit, double work, const auto& run) {
      measurement.name = std::to_string(numRows) + " rows, " + name;
      measurement.unit = unit;
      measurement.work = work;
      measurement.seconds = secondsOf(progress, kTreeRepetitions, run);
      measured(measurement);
    };
    Array<double> distances;
    for (const RowDistance by : {RowDistance::identity, RowDistance::blosum62})
      measure(rowDistanceNames()[static_cast<size_t>(by)], "residue pair", pairs * kTreeColumns,
              [&] { distances = rowDistances(alignment, by, threads, progress); });
    measure("neighbour joining", "pair", pairs, [&] { neighbourJoining(distances, names, progress); });
    measure("UPGMA", "pair", pairs, [&] { upgma(distances, names, progress); });
  }
}

}  // namespace engine
