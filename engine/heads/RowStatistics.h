// What the rows of one head say without a structure (MATHEMATICS.md 2): spread, positions, offsets, residue types.
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/heads/HeadMap.h"
#include "engine/heads/HeadStatistics.h"

namespace engine {

/// The means of p over square blocks, of one map after another.
struct PooledRows {
  Index block = 1;
  double* means = nullptr;  ///< ceil(rows / block) x ceil(columns / block), written row by row; null: not wanted
};

/// The memory of a thread; used for one head after another.
class RowStatistics {
 public:
  explicit RowStatistics(const MapResidues& residues);
  /// Fills in everything of `head` that needs no structure but labels. Of maps with negative weights only their number
  /// of cells that are not finite.
  /// Throws Cancelled when `progress` says so; nothing is reported to it.
  void describe(const HeadMap& map, HeadStatistics& head, const Progress& progress, PooledRows pooled = {});
  /// c: mean over the rows that count of the weight that each column receives; all 0 without such rows.
  const std::vector<double>& received() const { return m_received; }

 private:
  static constexpr int kUnknownType = 20;
  static constexpr Index kReach = 32;
  struct Sums {
    double entropy = 0, entropyNorm = 0, confidence = 0, distance = 0, distanceUniform = 0, local = 0;
    double mutual = 0, offDiagonal = 0;
    Index wide = 0;  ///< rows with more than one key allowed
  };

  void start(const HeadMap& map, PooledRows pooled);
  void addRow(const HeadMap& map, Index row, bool isCausal, Sums& sums);
  void addNeighbours(Index row, double inverse, Sums& sums);
  void addMutual(const HeadMap& map, Index row, Sums& sums);
  void closeBand(const HeadMap& map, Index row, PooledRows pooled);
  void receive(const HeadMap& map, HeadStatistics& head);

  std::vector<int> m_queryTypes, m_keyTypes;  ///< empty: not known
  std::vector<double> m_row;                  ///< padded
  std::vector<double> m_byType;               ///< 21 x padded columns: p summed over the rows of each residue type
  std::vector<double> m_band;                 ///< padded columns: p summed over the rows of this row of blocks
  std::vector<double> m_received;
  std::vector<double> m_offsetSums;  ///< 2 reach + 1
  std::vector<Index> m_offsetRows;
  Index m_stride = 0, m_reach = 0;
};

/// MATHEMATICS.md 1.4. Of square maps.
bool isCausal(const HeadMap& map);

}  // namespace engine
