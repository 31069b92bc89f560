// RoseTTAFold as boxes on three tracks, each with what of this program does the same (Baek et al., Science 373 (2021)
// 871; figure 1 and supplement).
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace app {

struct ArchitectureBox {
  QString title, shape;                 ///< "Row attention, soft-tied", "(N, L, d)"
  int track = 0, row = 0;               ///< 0 alignment, 1 pairs, 2 structure; from the top
  std::vector<std::string> operations;  ///< ids, the first that there is counts; empty: only told of
  QString help;                         ///< one sentence

  /// Id of what runs it here; empty: nothing.
  std::string operation() const;
};

/// From a box to another: straight down or to the side, or with one corner.
struct ArchitectureArrow {
  enum class Route { straight, downThenSide, sideThenDown };
  int from = 0, to = 0;
  Route route = Route::straight;
};

struct Architecture {
  std::vector<QString> tracks;
  std::vector<ArchitectureBox> boxes;
  std::vector<ArchitectureArrow> arrows;
};
const Architecture& rosettaFold();

}  // namespace app
