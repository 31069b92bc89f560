// Contacts that heads see on a chain: the pairs that they score highest, and which of them touch.
#pragma once

#include <memory>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Progress.h"
#include "engine/heads/HeadTable.h"
#include "engine/structure/Structure.h"

namespace engine {

struct ScoredPair {
  Index i = 0, j = 0;  ///< positions of the map, i < j
  float score = 0;
  bool touches = false;
};

struct HeadContacts {
  std::vector<ScoredPair> pairs;  ///< best first: the best K of range "all", or all candidates where these are fewer
  Index known = 0;                ///< K
  double background = 0;          ///< share of all candidates that touch
};

/// The pairs that the precision of the best L is told of (MATHEMATICS.md 3.3). Scores: the mean of C over these heads
/// (numbers layer * H + head); of maps that are no heads of attention the mean of both orders as it is. `partners`:
/// positions of the map to residues of the chain. Of `source` atom and cut-off count. Throws Error when a head cannot
/// be read, there is no such head or the map is not square; Cancelled.
HeadContacts headContacts(const HeadSet& heads, const std::vector<Index>& chosen, const Chain& chain,
                          const ResidueMap& partners, const ContactSource& source, Progress& progress);

/// Numbers of pairs (L x L) as a map named `label` on all positions of heads: row k is position places[k]. What has no
/// number, or none that is finite, has 0. It is no head of attention.
std::shared_ptr<const HeadSet> pairMap(const HeadSet& heads, const std::vector<Index>& places,
                                       const Array<float>& values, const std::string& label);

}  // namespace engine
