#include "app/cluster/Handout.h"

#include <algorithm>
#include <cmath>

namespace app {

namespace {

std::string percent(double fraction) { return std::to_string(static_cast<int>(std::lround(100 * fraction))) + " %"; }

/// The separator and the text behind it.
void append(std::string& line, const std::string& text) { line.append("; ").append(text); }

}  // namespace

Handout::Handout(int numRanks) : m_ranks(static_cast<size_t>(numRanks)) {}

void Handout::begin(int task, std::vector<Shard> shards, const std::vector<bool>& isDone) {
  const std::lock_guard lock(m_mutex);
  m_task = task;
  m_next = 0;
  m_pieces.clear();
  for (size_t k = 0; k < shards.size(); ++k)
    m_pieces.push_back({shards[k], isDone[k] ? State::done : State::waits, {}});
  for (Rank& rank : m_ranks) {
    if (!rank.isWaiting || rank.isLost) continue;
    rank.reserved = nextWaiting();
    if (rank.reserved < 0) break;
    piece(rank.reserved).state = State::inHand;
  }
}

/// -1: there is none.
Index Handout::nextWaiting() {
  while (m_next < std::ssize(m_pieces) && piece(m_next).state != State::waits) ++m_next;
  return m_next < std::ssize(m_pieces) ? m_next : -1;
}

Order Handout::next(int rank) {
  const std::lock_guard lock(m_mutex);
  Rank& one = at(rank);
  one.isWaiting = true;
  if (m_isStopped) return {Order::Kind::stop};
  if (one.isLost || one.shard >= 0) return {};
  const Index shard = one.reserved >= 0 ? one.reserved : nextWaiting();
  return shard < 0 ? Order{} : orderFor(one, shard);
}

Order Handout::orderFor(Rank& rank, Index shard) {
  piece(shard).state = State::inHand;
  rank.shard = shard;
  rank.reserved = -1;
  rank.fraction = 0;
  rank.isWaiting = false;
  rank.since = std::chrono::steady_clock::now();
  return {Order::Kind::compute, m_task, shard, piece(shard).shard.first, piece(shard).shard.last};
}

void Handout::tell(int rank, const Report& report) {
  const std::lock_guard lock(m_mutex);
  Rank& one = at(rank);
  if (one.isLost || one.shard != report.shard || one.shard < 0) return;
  if (report.kind == Report::Kind::works) one.fraction = report.fraction;
  if (report.kind != Report::Kind::finished && report.kind != Report::Kind::failed) return;
  if (report.kind == Report::Kind::failed) {
    miss(one.shard, "rank " + std::to_string(rank) + ": " + report.text);
  } else {
    piece(one.shard).state = State::done;
    ++one.share.numShards;
  }
  one.share.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - one.since).count();
  one.shard = -1;
}

void Handout::miss(Index shard, const std::string& reason) {
  piece(shard).state = State::missing;
  piece(shard).reason = reason;
}

void Handout::lose(int rank, const std::string& why) {
  const std::lock_guard lock(m_mutex);
  Rank& one = at(rank);
  one.isLost = true;
  one.isWaiting = false;
  // What it never began waits for another.
  if (one.reserved >= 0) {
    piece(one.reserved).state = State::waits;
    m_next = std::min(m_next, one.reserved);
  }
  if (one.shard >= 0) miss(one.shard, "rank " + std::to_string(rank) + " " + why);
  one.shard = one.reserved = -1;
}

void Handout::stop() {
  const std::lock_guard lock(m_mutex);
  m_isStopped = true;
}

bool Handout::isStopped() const {
  const std::lock_guard lock(m_mutex);
  return m_isStopped;
}

bool Handout::isLost(int rank) const {
  const std::lock_guard lock(m_mutex);
  return m_ranks[static_cast<size_t>(rank)].isLost;
}

bool Handout::hasLost() const {
  const std::lock_guard lock(m_mutex);
  return std::any_of(m_ranks.begin(), m_ranks.end(), [](const Rank& rank) { return rank.isLost; });
}

bool Handout::isOver() const {
  const std::lock_guard lock(m_mutex);
  return std::all_of(m_pieces.begin(), m_pieces.end(),
                     [](const Piece& one) { return one.state == State::done || one.state == State::missing; });
}

std::vector<MissingShard> Handout::missing() const {
  const std::lock_guard lock(m_mutex);
  std::vector<MissingShard> missing;
  for (size_t k = 0; k < m_pieces.size(); ++k) {
    const Piece& one = m_pieces[k];
    if (one.state == State::done) continue;
    const std::string reason = one.state == State::missing ? one.reason : "not computed yet";
    missing.push_back({static_cast<Index>(k), one.shard.first, one.shard.last, reason});
  }
  return missing;
}

double Handout::fraction() const {
  const std::lock_guard lock(m_mutex);
  double done = 0, all = 0;
  for (const Piece& one : m_pieces) {
    all += one.shard.work;
    if (one.state == State::done) done += one.shard.work;
  }
  for (const Rank& rank : m_ranks)
    if (rank.shard >= 0) done += rank.fraction * m_pieces[static_cast<size_t>(rank.shard)].shard.work;
  return all > 0 ? std::min(1.0, done / all) : 1;
}

std::string Handout::text() const {
  const std::lock_guard lock(m_mutex);
  constexpr size_t kMostTold = 8;
  const auto numDone =
      std::count_if(m_pieces.begin(), m_pieces.end(), [](const Piece& one) { return one.state == State::done; });
  std::string line = std::to_string(numDone) + " of " + std::to_string(m_pieces.size()) + " shards";
  std::vector<size_t> order(m_ranks.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  if (order.size() > kMostTold) {
    const auto isSlower = [this](size_t a, size_t b) {
      const Rank &left = m_ranks[a], &right = m_ranks[b];
      if ((left.shard >= 0) != (right.shard >= 0)) return left.shard >= 0;
      return left.since < right.since;
    };
    std::stable_sort(order.begin(), order.end(), isSlower);
    order.resize(kMostTold);
  }
  for (const size_t k : order) {
    const Rank& rank = m_ranks[k];
    const std::string name = "rank " + std::to_string(k) + ": ";
    append(line, name + (rank.isLost       ? "lost"
                         : rank.shard >= 0 ? "shard " + std::to_string(rank.shard + 1) + ", " + percent(rank.fraction)
                                           : "waits"));
  }
  if (order.size() < m_ranks.size()) append(line, std::to_string(m_ranks.size() - order.size()) + " more ranks");
  return line;
}

std::vector<Handout::Share> Handout::shares() const {
  const std::lock_guard lock(m_mutex);
  std::vector<Share> shares;
  for (const Rank& rank : m_ranks) shares.push_back(rank.share);
  return shares;
}

}  // namespace app
