// The options that a command has when many ranks run it, apart from those that it has alone.
#pragma once

#include <string>
#include <vector>

#include "app/cluster/Shards.h"
#include "app/shell/Options.h"

namespace app {

struct ClusterOptions {
  bool resumes = false;
  Index shards = 0;  ///< 0: by the work
  std::string folder;
  double tellEvery = 10, lostAfter = 120;  ///< seconds
  std::string times;                       ///< file; empty: none
  int threads = 0;                         ///< of each rank; 0: the cores of its machine, shared by the ranks on it
};

/// For help texts.
std::vector<Option> clusterOptionList();
/// Takes these options out of the arguments. Throws UsageError.
ClusterOptions takeClusterOptions(std::vector<std::string>& arguments);

}  // namespace app
