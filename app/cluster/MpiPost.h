// The messages between ranks, by MPI: the only place that knows it. Waiting sleeps, since MPI's own waiting keeps a core
// busy that others compute on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cluster/Handout.h"
#include "app/cluster/Worker.h"

namespace app {

/// Begins MPI with the first object and is used from the thread that made it.
class MpiPost : public Link {
 public:
  MpiPost(int* argc, char*** argv);
  MpiPost(const MpiPost&) = delete;
  MpiPost& operator=(const MpiPost&) = delete;

  int rank() const { return m_rank; }
  int size() const { return m_size; }
  /// Ranks on this one's machine, itself too.
  int numBeside() const { return m_numBeside; }

  void tell(const Report& report) override;
  std::optional<Order> hear() override;

  /// Rank 0: answers all others until the hand-out is stopped and each has left or is lost. A rank is lost when its
  /// process is gone, which shows at once on this machine, or after `lostAfter` seconds without a word from it.
  void serve(Handout& handout, double lostAfter);
  /// With all others, or without those that are lost; ends the process in the second case.
  void end(Order::Kind how, int exitCode);

 private:
  struct Peer {
    int process = 0;  ///< 0: on another machine
    double heard = 0, answered = 0;
    bool isFree = false, hasLeft = false, isTold = false;
  };
  bool receive(Handout& handout);
  void answer(Handout& handout, int rank);
  void lookForLost(Handout& handout, double lostAfter);
  bool isGone(const Handout& handout) const;
  void send(int rank, const Order& order);

  int m_rank = 0, m_size = 1, m_numBeside = 1;
  std::vector<Peer> m_peers;  ///< rank 0: of all ranks
};

}  // namespace app
