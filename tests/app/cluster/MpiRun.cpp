#include "tests/app/cluster/MpiRun.h"

#include <sys/wait.h>

#include <cstdlib>

#include "tests/support/Files.h"

namespace test {

namespace {

std::string quoted(const std::string& word) { return "'" + word + "'"; }

}  // namespace

MpiRun runMpi(const MpiSetting& setting, const std::vector<std::string>& arguments) {
  const TemporaryFolder streams;
  // As root in containers, more ranks than cores, no remote shell, no rank tied to a core.
  std::string line =
      "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
      "OMPI_MCA_plm_rsh_agent=sh OMPI_MCA_hwloc_base_binding_policy=none ";
  line += "OMPI_MCA_orte_enable_recovery=" + std::string(setting.recovers ? "1 " : "0 ");
  line += "HEADLIGHT_MPI_REHEARSE=" + quoted(setting.rehearsal) + " " + quoted(MPIRUN_PROGRAM);
  line += " -n " + std::to_string(setting.ranks) + " " + quoted(HEADLIGHT_MPI_PROGRAM);
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  line += " </dev/null >" + quoted(streams.path() / "out") + " 2>" + quoted(streams.path() / "err");
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readText(streams.path() / "out"),
          readText(streams.path() / "err")};
}

}  // namespace test
