#include "app/cluster/MpiPost.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace app {

namespace {

constexpr int kToZero = 1, kFromZero = 2;  // tags

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Where a process runs.
struct Place {
  std::array<char, 256> host{};
  int process = 0;
};

/// A report as it is sent: its text behind it.
struct ReportHead {
  Report::Kind kind = Report::Kind::asks;
  Index shard = 0;
  double fraction = 0;
};

}  // namespace

MpiPost::MpiPost(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &m_size);
  Place own;
  ::gethostname(own.host.data(), own.host.size() - 1);
  own.process = ::getpid();
  std::vector<Place> places(static_cast<size_t>(m_size));
  MPI_Allgather(&own, sizeof own, MPI_BYTE, places.data(), sizeof own, MPI_BYTE, MPI_COMM_WORLD);
  const auto isBeside = [&own](const Place& place) { return place.host == own.host; };
  m_numBeside = static_cast<int>(std::count_if(places.begin(), places.end(), isBeside));
  for (const Place& place : places) m_peers.push_back({isBeside(place) ? place.process : 0, now(), now()});
}

void MpiPost::tell(const Report& report) {
  const ReportHead head{report.kind, report.shard, report.fraction};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes += report.text;
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, kToZero, MPI_COMM_WORLD);
}

std::optional<Order> MpiPost::hear() {
  int has = 0;
  MPI_Iprobe(0, kFromZero, MPI_COMM_WORLD, &has, MPI_STATUS_IGNORE);
  if (!has) return std::nullopt;
  Order order;
  MPI_Recv(&order, sizeof order, MPI_BYTE, 0, kFromZero, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return order;
}

void MpiPost::send(int rank, const Order& order) {
  MPI_Send(&order, sizeof order, MPI_BYTE, rank, kFromZero, MPI_COMM_WORLD);
  m_peers[static_cast<size_t>(rank)].answered = now();
}

/// Takes one report in; false: there is none.
bool MpiPost::receive(Handout& handout) {
  int has = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, kToZero, MPI_COMM_WORLD, &has, &status);
  if (!has) return false;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, kToZero, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  ReportHead head;
  std::memcpy(&head, bytes.data(), std::min(bytes.size(), sizeof head));
  Peer& peer = m_peers[static_cast<size_t>(status.MPI_SOURCE)];
  peer.heard = now();
  peer.isFree = head.kind == Report::Kind::asks;
  peer.hasLeft = head.kind == Report::Kind::leaves;
  handout.tell(status.MPI_SOURCE, {head.kind, head.shard, head.fraction, bytes.substr(sizeof head)});
  return true;
}

void MpiPost::answer(Handout& handout, int rank) {
  constexpr double kPing = 5;  // seconds
  Peer& peer = m_peers[static_cast<size_t>(rank)];
  if (peer.hasLeft || handout.isLost(rank)) return;
  if (handout.isStopped()) {
    if (!peer.isTold) send(rank, {Order::Kind::stop});
    peer.isTold = true;
    return;
  }
  const Order order = peer.isFree ? handout.next(rank) : Order{};
  if (order.kind == Order::Kind::compute) {
    peer.isFree = false;
    peer.heard = now();  // it had nothing to tell while it waited
  }
  if (order.kind == Order::Kind::compute || now() - peer.answered > kPing) send(rank, order);
}

void MpiPost::lookForLost(Handout& handout, double lostAfter) {
  for (int rank = 1; rank < m_size; ++rank) {
    const Peer& peer = m_peers[static_cast<size_t>(rank)];
    if (peer.hasLeft || handout.isLost(rank)) continue;
    if (peer.process > 0 && ::kill(peer.process, 0) != 0)
      handout.lose(rank, "has died");
    else if (!peer.isFree && now() - peer.heard > lostAfter)
      handout.lose(rank, "has said nothing for " + std::to_string(static_cast<int>(lostAfter)) + " s");
  }
}

bool MpiPost::isGone(const Handout& handout) const {
  for (int rank = 1; rank < m_size; ++rank)
    if (!m_peers[static_cast<size_t>(rank)].hasLeft && !handout.isLost(rank)) return false;
  return true;
}

void MpiPost::serve(Handout& handout, double lostAfter) {
  double looked = 0;
  while (!handout.isStopped() || !isGone(handout)) {
    bool isQuiet = true;
    while (receive(handout)) isQuiet = false;
    if (now() - looked > 0.1) {
      lookForLost(handout, lostAfter);
      looked = now();
    }
    for (int rank = 1; rank < m_size; ++rank) answer(handout, rank);
    if (isQuiet) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const Order last{handout.hasLost() ? Order::Kind::endAlone : Order::Kind::endTogether};
  for (int rank = 1; rank < m_size; ++rank)
    if (!handout.isLost(rank)) send(rank, last);
}

void MpiPost::end(Order::Kind how, int exitCode) {
  if (how == Order::Kind::endTogether) {
    MPI_Finalize();
    return;
  }
  std::fflush(nullptr);
  std::_Exit(exitCode);
}

}  // namespace app
