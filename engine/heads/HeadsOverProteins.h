// The same heads on many proteins: mean and spread of every number, and what each head is consistently.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/heads/HeadTable.h"

namespace engine {

/// Values that came one after the other (MATHEMATICS.md 10.1).
struct RunningMean {
  Index count = 0;
  double mean = 0;
  double squares = 0;  ///< sum of squared deviations from the mean

  void add(double value);
  /// Standard deviation with count - 1; absent for fewer than two values.
  std::optional<double> spread() const;
  bool operator==(const RunningMean&) const = default;
};

/// How often a head was something first of all.
struct LabelCount {
  HeadRule rule = HeadRule::other;
  Index count = 0;
  bool operator==(const LabelCount&) const = default;
};

/// What is kept of the tables of all proteins so far: its size does not grow with their number. The members are public
/// for whoever keeps the work in a file.
class HeadsOverProteins {
 public:
  /// Columns whose values are averaged, in the order of the table: all numbers but positions and offsets with the most
  /// weight, of which a mean says nothing.
  static const std::vector<std::string>& keys();

  /// Takes in one protein. Throws Error for another number of layers or heads than before.
  void add(const HeadTable& table);
  /// The same for a protein that was taken in alone elsewhere, or none that could be: to the bit. Throws Error for more
  /// than one.
  void add(const HeadsOverProteins& one);
  /// The mean over all proteins taken in: told numbers, offsets, labels with their shares. Without any, no heads.
  HeadTable mean() const;

  struct Head {
    std::vector<RunningMean> numbers;          ///< as keys()
    std::vector<RunningMean> offsets;          ///< -32 to 32, the middle is 0
    std::map<std::string, LabelCount> labels;  ///< by name, of the first rule that held
    bool operator==(const Head&) const = default;
  };
  Index numLayers = 0, numHeads = 0;
  Index numProteins = 0;    ///< taken in
  std::vector<Head> heads;  ///< layer-major
  bool operator==(const HeadsOverProteins&) const = default;

 private:
  void begin(Index layers, Index headsPerLayer);
  std::vector<HeadLabel> labelsOf(const Head& head) const;
};

}  // namespace engine
