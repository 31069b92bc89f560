// Which rank computes which shard: whoever is free gets the next one, and a rank that is lost costs the shard that it
// had in hand. No messages here: any thread may call, everything returns at once.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "app/cluster/Shards.h"

namespace app {

/// What a rank tells rank 0.
struct Report {
  enum class Kind { asks, works, finished, failed, leaves };
  Kind kind = Kind::asks;  ///< asks: for a shard, and again whenever it is free
  Index shard = 0;
  double fraction = 0;    ///< of the shard, while it works
  std::string text = {};  ///< why it failed
};

/// What rank 0 tells a rank.
struct Order {
  enum class Kind {
    wait,         ///< there is nothing to do at the moment
    compute,      ///< shard [first, last) of task `task`
    stop,         ///< there will be nothing more
    endTogether,  ///< everybody is there: MPI can be ended by all
    endAlone      ///< somebody is lost, who will never come to the end of MPI
  };
  Kind kind = Kind::wait;
  int task = 0;
  Index shard = 0, first = 0, last = 0;
};

/// A shard that was not computed, and why.
struct MissingShard {
  Index shard = 0, first = 0, last = 0;
  std::string reason;
};

class Handout {
 public:
  explicit Handout(int numRanks);

  /// A new task, of which the shards that `isDone` marks are there already. Ranks that wait come first.
  void begin(int task, std::vector<Shard> shards, const std::vector<bool>& isDone);
  /// What the rank shall do now that it is free.
  Order next(int rank);
  /// A shard that has failed is not handed out again: what went wrong with one rank may do so with all.
  void tell(int rank, const Report& report);
  /// The rank will tell nothing more. Once.
  void lose(int rank, const std::string& why);
  /// From now on there is nothing to do.
  void stop();

  bool isStopped() const;
  bool isLost(int rank) const;
  bool hasLost() const;
  /// Every shard of the task is finished, failed or lost.
  bool isOver() const;
  std::vector<MissingShard> missing() const;
  /// Of the task's work, 0 to 1.
  double fraction() const;
  /// "5 of 12 shards; rank 0: shard 6, 45 %; rank 1: waits": all ranks, of many the slowest ones.
  std::string text() const;
  /// Shards that each rank has finished, and the seconds that it took for them.
  struct Share {
    Index numShards = 0;
    double seconds = 0;
  };
  std::vector<Share> shares() const;

 private:
  enum class State { waits, inHand, done, missing };
  struct Piece {
    Shard shard;
    State state = State::waits;
    std::string reason;
  };
  struct Rank {
    Index shard = -1;     ///< in hand
    Index reserved = -1;  ///< chosen for it while it waited
    double fraction = 0;
    bool isWaiting = false, isLost = false;
    std::chrono::steady_clock::time_point since;
    Share share;
  };
  Index nextWaiting();
  Order orderFor(Rank& rank, Index shard);
  Rank& at(int rank) { return m_ranks[static_cast<size_t>(rank)]; }
  Piece& piece(Index shard) { return m_pieces[static_cast<size_t>(shard)]; }
  void miss(Index shard, const std::string& reason);

  mutable std::mutex m_mutex;
  std::vector<Rank> m_ranks;
  std::vector<Piece> m_pieces;
  Index m_next = 0;  ///< no shard before it waits
  int m_task = 0;
  bool m_isStopped = false;
};

}  // namespace app
