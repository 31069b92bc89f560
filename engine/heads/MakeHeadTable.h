// From a set of heads to the table of what they do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/heads/HeadTable.h"
#include "engine/heads/MapDistances.h"
#include "engine/heads/PartnerStatistics.h"

namespace engine {

struct HeadTableOptions {
  std::optional<MapDistances> distances;       ///< of the residues of the maps; absent: no contacts
  ContactSource contacts;                      ///< what these are; atom and cut-off count
  std::vector<ResidueAnnotation> annotations;  ///< of the residues that are keys
  HeadThresholds thresholds;
  bool hasAtlas = true;  ///< whether heads are compared with each other as well
  /// Of the same heads: where it is given and there are no annotations, what needs no structure is taken from it.
  const HeadTable* known = nullptr;
};

/// Head by head, a head in memory for each of `threads` threads (0: all cores); no number depends on how many these
/// are. `take` gets the statistics of each head as they are ready, labelled without the chance of the best head, from
/// any of the threads, one at a time. O(layers H L^2). Throws Error when a head cannot be read or sizes differ;
/// Cancelled.
HeadTable makeHeadTable(const HeadSet& heads, const HeadTableOptions& options, int threads, Progress& progress,
                        const std::function<void(const HeadStatistics&)>& take = {});

/// The same for maps that come layer by layer and are not kept.
class HeadTableMaker {
 public:
  /// `heads`: sizes, letters and tokens of the maps of all layers; its maps are not asked for. Both are used until
  /// table(). Throws Error when sizes differ.
  HeadTableMaker(const HeadSet& heads, const HeadTableOptions& options);
  ~HeadTableMaker();
  HeadTableMaker(const HeadTableMaker&) = delete;
  HeadTableMaker& operator=(const HeadTableMaker&) = delete;

  /// Heads of the layers from `firstLayer` on, each layer once. Throws Error when a head cannot be read; Cancelled.
  void count(const HeadSet& layers, Index firstLayer, int threads, Progress& progress,
             const std::function<void(const HeadStatistics&)>& take = {});
  /// Of all heads, once they have been counted.
  HeadTable table(int threads, Progress& progress);

 private:
  class Work;
  std::unique_ptr<Work> m_work;
};

}  // namespace engine
