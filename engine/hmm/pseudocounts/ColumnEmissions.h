// How the emissions of one column come about, step by step: its rows in clusters, what is counted, what is expected,
// and both mixed (MATHEMATICS.md 9).
#pragma once

#include <array>
#include <vector>

#include "engine/hmm/profile/ProfileBuilder.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

/// A row with a residue in the column.
struct ColumnMember {
  Index row = 0;            ///< of the alignment
  ResidueCode residue = 0;  ///< 0..19
  Index cluster = 0;        ///< 0-based, in the order in which clusters come down the column
  Index clusterSize = 1;    ///< members with a residue in the column
};

/// One reading of the matrix: what it leads one to expect of the column, and the emissions that follow.
struct ColumnMixture {
  ResidueExpectation reading = ResidueExpectation::conditional;
  ResidueVector expected{};  ///< sum_a counted(a) g(x|a), sums to 1
  ResidueVector mixed{};     ///< (alpha counted + beta expected) / (alpha + beta), sums to 1
};

/// alpha and beta >= 0; of two zeros the expectation alone.
ColumnMixture columnMixture(const ResidueVector& counted, double alpha, double beta, const SubstitutionMatrix& matrix,
                            ResidueExpectation reading);

struct ColumnEmissions {
  std::vector<ColumnMember> members;      ///< by row
  Index numClusters = 0;                  ///< K: with a residue in the column; 0 where no row has one
  ResidueVector numbers{};                ///< of rows with each residue
  ResidueVector votes{};                  ///< sum of 1 / clusterSize; sums to K
  ResidueVector counted{};                ///< votes / K; the background of the matrix where no row has a residue
  double alpha = 0, beta = 0;             ///< max(K, 1) - 1, and as it was given
  std::array<ColumnMixture, 3> mixtures;  ///< conditional, odds, literal
};

struct ColumnEmissionOptions {
  MatchRule match;
  FilterOptions filter;
  const SubstitutionMatrix* matrix = &gonnet();
  double beta = 10;  ///< >= 0; 0 with one cluster: the expectation alone
  int threads = 0;   ///< 0: all cores
};

/// Of a match column, 0-based, of the profile with clusters as weights and pseudocounts by count: counted and mixed are
/// its emissions without and with these. Throws Error for a column that is not there and where no profile can be built,
/// Cancelled.
ColumnEmissions columnEmissions(const Alignment& alignment, const ColumnEmissionOptions& options, Index column,
                                Progress& progress);

}  // namespace engine
