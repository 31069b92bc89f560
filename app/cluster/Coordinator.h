// Rank 0's side of tasks in shards: hands out, computes along, and joins what all have computed.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/cluster/Handout.h"
#include "app/cluster/ShardFolder.h"
#include "app/cluster/ShardTask.h"

namespace app {

/// Seconds of wall time, for the model of cost.
struct ClusterTimes {
  double before = 0;    ///< until the first task: starting, reading, opening the database
  double tasks = 0;     ///< from the beginning of each task until its last shard
  double merging = 0;   ///< reading the results of shards
  double behind = 0;    ///< from the last task to the end: what rank 0 does alone
  Index numTasks = 0, numShards = 0;
};

struct CoordinatorOptions {
  bool resumes = false;
  double tellEvery = 10;  ///< seconds between lines about all ranks on standard error; 0: none
  std::string items;      ///< "templates"
};

class Coordinator {
 public:
  Coordinator(Handout& handout, ShardFolder folder, CoordinatorOptions options);

  /// Has all shards of a task computed, some of which may be there from an earlier start, and hands their results over,
  /// in their order and one at a time, so that memory does not grow with the task. Throws Error naming the shards that
  /// are missing when there is nothing left to wait for; Cancelled.
  using TakeResult = std::function<void(const std::string& result)>;
  void compute(const std::string& task, const std::vector<Shard>& shards, ShardWorker& own, const TakeResult& take,
               engine::Progress& progress);
  /// Of what was computed so far; `behind` up to now.
  ClusterTimes times() const;
  const ShardFolder& folder() const { return m_folder; }

 private:
  void work(ShardWorker& own, engine::Progress& progress);
  void computeHere(const Order& order, ShardWorker& own, engine::Progress& progress);
  [[noreturn]] void failNaming(const std::vector<MissingShard>& missing, size_t count) const;
  double now() const;
  void tellSometimes();

  Handout& m_handout;
  ShardFolder m_folder;
  CoordinatorOptions m_options;
  int m_task = 0;
  ClusterTimes m_times;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  double m_told = 0, m_last = 0;
};

}  // namespace app
