// Runs headlight-mpi under mpirun and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace test {

struct MpiRun {
  int exitCode = -1;
  std::string output, errors;
};

struct MpiSetting {
  int ranks = 1;
  bool recovers = false;  ///< mpirun lets the others go on when a rank dies
  std::string rehearsal = {};  ///< HEADLIGHT_MPI_REHEARSE
};

MpiRun runMpi(const MpiSetting& setting, const std::vector<std::string>& arguments);

}  // namespace test
