// A rank other than 0: asks for shards, computes them, leaves their results in the folder.
#pragma once

#include <optional>
#include <string>

#include "app/cluster/Handout.h"
#include "app/cluster/ShardFolder.h"
#include "app/cluster/ShardTask.h"

namespace app {

/// The line to rank 0. From one thread.
class Link {
 public:
  virtual ~Link() = default;
  virtual void tell(const Report& report) = 0;
  /// What has come, if anything; returns at once.
  virtual std::optional<Order> hear() = 0;
};

/// To try out what happens: this rank ends itself (die) or fails (throw) in the middle of the nth shard that it gets.
struct Rehearsal {
  enum class Kind { none, die, fail };
  Kind kind = Kind::none;
  int rank = 0;
  int shard = 0;  ///< 1: the first that it gets
};
/// "die:2:1": rank 2 dies in its first shard; "fail:2:1"; empty: none. Throws Error for another text.
Rehearsal parseRehearsal(const std::string& text);

struct WorkerOptions {
  double lostAfter = 120;  ///< seconds without a word from rank 0 after which it counts as lost
  Rehearsal rehearsal;     ///< of this rank
};

/// Until there is nothing more to do. Returns how to end: endTogether or endAlone. A shard that fails is told, and the
/// next one asked for. Throws Error when rank 0 is lost.
Order::Kind work(Link& link, ShardFolder folder, ShardWorker& worker, const WorkerOptions& options);

}  // namespace app
