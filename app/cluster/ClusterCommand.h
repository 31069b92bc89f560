// The commands of headlight-mpi: operations whose work is cut into shards.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cluster/ClusterOptions.h"
#include "app/cluster/Coordinator.h"
#include "app/cluster/ShardTask.h"
#include "engine/operations/Operation.h"

namespace app {

/// One run of a command, on every rank. Arguments are those behind the command's name, without ClusterOptions.
class ClusterCommand {
 public:
  virtual ~ClusterCommand() = default;
  virtual std::string name() const = 0;                           ///< "search"
  virtual const engine::Operation& operation() const = 0;         ///< with the same inputs, options and results
  virtual std::string items() const = 0;                          ///< of which shards consist: "templates"
  /// What computes shards on this rank. Throws UsageError, Error.
  virtual std::unique_ptr<ShardWorker> makeWorker(const std::vector<std::string>& arguments,
                                                  const engine::Compute& compute) const = 0;
  /// Rank 0: the whole command; its results are those of one process to the byte. Returns an exit code. Throws
  /// UsageError, Error, Cancelled.
  virtual int run(const std::vector<std::string>& arguments, const ClusterOptions& options, Coordinator& coordinator,
                  ShardWorker& own) const = 0;
};

std::unique_ptr<const ClusterCommand> makeSearchCommand();
std::unique_ptr<const ClusterCommand> makeHeadsCommand();

const std::vector<std::unique_ptr<const ClusterCommand>>& clusterCommands();

/// "version 0.1.0, key=value, ...": what a task was asked for.
std::string askedText(const engine::ParameterValues& values);

}  // namespace app
