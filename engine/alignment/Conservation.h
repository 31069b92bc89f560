// How conserved the columns of an alignment are, by three measures that users know by name.
// Sources: Shannon (1948); Livingstone and Barton, CABIOS 9, 745, 1993 (AMAS: shared physico-chemical properties);
// Capra and Singh, Bioinformatics 23, 1875, 2007 (Jensen-Shannon divergence, without their window and row weights).
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/ColumnStatistics.h"

namespace engine {

enum class ConservationMeasure {
  information,   ///< log2 20 - entropy, bits
  properties,    ///< number of shared properties 0..10, 11 when there is one residue only
  jensenShannon  ///< divergence from the background times occupancy, 0..1
};

struct ConservationInfo {
  ConservationMeasure measure;
  std::string id;     ///< "information", "properties", "jensen-shannon"
  std::string title;  ///< as users know it
  std::string unit;   ///< "bits" or empty
  double most;        ///< the largest value there can be
};
const std::vector<ConservationInfo>& conservationMeasures();
const ConservationInfo& conservationInfo(ConservationMeasure measure);

/// C values, 0 in a column without any of the 20 residues.
/// properties: residues in fewer than 3 % of the rows do not count; 0 where gaps are more than 25 % of the rows.
std::vector<float> conservationOf(const ColumnStatistics& statistics, ConservationMeasure measure);

}  // namespace engine
