// Scans by doubling distances (Kogge and Stone) inside blocks of eight columns, one after the other across blocks.
#include "engine/hmm/LinearScan.h"

#include <algorithm>

namespace engine {

namespace {

using Order = std::int64_t __attribute__((vector_size(64)));

/// The values of the columns 1, 2 or 4 before; 0 where that lies in front of the block.
Lanes before1(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{8, 0, 1, 2, 3, 4, 5, 6}); }
Lanes before2(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{8, 8, 0, 1, 2, 3, 4, 5}); }
Lanes before4(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{8, 8, 8, 8, 0, 1, 2, 3}); }
Lanes after1(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{1, 2, 3, 4, 5, 6, 7, 8}); }
Lanes after2(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{2, 3, 4, 5, 6, 7, 8, 8}); }
Lanes after4(Lanes v) { return __builtin_shuffle(v, Lanes{}, Order{4, 5, 6, 7, 8, 8, 8, 8}); }
Lanes first(Lanes v) { return __builtin_shuffle(v, Order{0, 0, 0, 0, 0, 0, 0, 0}); }
Lanes last(Lanes v) { return __builtin_shuffle(v, Order{7, 7, 7, 7, 7, 7, 7, 7}); }

Index nextBlock(Index j) { return (j + kLanes - 1) / kLanes * kLanes; }

}  // namespace

double sumOf(const double* values, Index begin, Index end) {
  Lanes strands{};
  Index j = begin;
  for (; j + kLanes <= end; j += kLanes) strands += loadLanes(values + j);
  double sum = 0;
  for (; j < end; ++j) sum += values[j];
  for (int lane = 0; lane < kLanes; ++lane) sum += strands[lane];
  return sum;
}

double largestOf(const double* values, Index begin, Index end) {
  Lanes strands{};
  Index j = begin;
  for (; j + kLanes <= end; j += kLanes) {
    const Lanes next = loadLanes(values + j);
    strands = next > strands ? next : strands;
  }
  double largest = 0;
  for (; j < end; ++j) largest = std::max(largest, values[j]);
  for (int lane = 0; lane < kLanes; ++lane) largest = std::max(largest, strands[lane]);
  return largest;
}

LinearScan::LinearScan(std::vector<double> factors, ScanDirection direction)
    : m_direction(direction), m_one(std::move(factors)), m_two(m_one), m_four(m_one), m_whole(m_one) {
  const auto size = static_cast<Index>(m_one.size());
  const Index back = direction == ScanDirection::up ? -1 : 1;
  const auto at = [size](const std::vector<double>& values, Index j) {
    return j >= 0 && j < size ? values[static_cast<size_t>(j)] : 0.0;
  };
  for (Index j = 0; j < size; ++j) m_two[static_cast<size_t>(j)] = at(m_one, j) * at(m_one, j + back);
  for (Index j = 0; j < size; ++j) m_four[static_cast<size_t>(j)] = at(m_two, j) * at(m_two, j + 2 * back);
  for (Index n = 0; n < size; ++n) {
    const Index j = direction == ScanDirection::up ? n : size - 1 - n;
    const bool isEdge = direction == ScanDirection::up ? j % kLanes == 0 : (j + 1) % kLanes == 0;
    if (!isEdge) m_whole[static_cast<size_t>(j)] = at(m_one, j) * at(m_whole, j + back);
  }
}

/// The state of one recurrence on its way along the row.
class ScanStrand {
 public:
  ScanStrand(const ScanTask& task, bool isUp)
      : m_scan(task.scan),
        m_values(task.values),
        m_scale(task.scale),
        m_scale2(m_scale * m_scale),
        m_scale4(m_scale2 * m_scale2) {
    double power = 1;
    for (int n = 0; n < kLanes; ++n) m_powers[isUp ? n : kLanes - 1 - n] = power *= m_scale;
  }

  void column(Index j) {
    const double next = m_values[j] + m_scale * m_scan.m_one[static_cast<size_t>(j)] * m_carry[0];
    m_values[j] = next;
    m_carry = Lanes{} + next;
  }

  void blockUp(Index j) {
    Lanes x = loadLanes(m_values + j);
    x += m_scale * loadLanes(m_scan.m_one.data() + j) * before1(x);
    x += m_scale2 * loadLanes(m_scan.m_two.data() + j) * before2(x);
    x += m_scale4 * loadLanes(m_scan.m_four.data() + j) * before4(x);
    x += m_powers * loadLanes(m_scan.m_whole.data() + j) * m_carry;
    storeLanes(m_values + j, x);
    m_carry = last(x);
  }

  void blockDown(Index j) {
    Lanes x = loadLanes(m_values + j);
    x += m_scale * loadLanes(m_scan.m_one.data() + j) * after1(x);
    x += m_scale2 * loadLanes(m_scan.m_two.data() + j) * after2(x);
    x += m_scale4 * loadLanes(m_scan.m_four.data() + j) * after4(x);
    x += m_powers * loadLanes(m_scan.m_whole.data() + j) * m_carry;
    storeLanes(m_values + j, x);
    m_carry = first(x);
  }

 private:
  const LinearScan& m_scan;
  double* const m_values;
  const double m_scale, m_scale2, m_scale4;
  Lanes m_powers{}, m_carry{};
};

void runScans(const ScanTask& a, const ScanTask& b, Index begin, Index end) {
  const bool isUp = a.scan.direction() == ScanDirection::up;
  ScanStrand first(a, isUp), second(b, isUp);
  // The blocks lie between these; what is left over at either side goes one by one.
  const Index firstBlock = std::min(end, nextBlock(begin)), lastBlock = std::max(firstBlock, end / kLanes * kLanes);
  const auto one = [&](Index j) { first.column(j), second.column(j); };
  if (isUp) {
    for (Index j = begin; j < firstBlock; ++j) one(j);
    for (Index j = firstBlock; j < lastBlock; j += kLanes) first.blockUp(j), second.blockUp(j);
    for (Index j = lastBlock; j < end; ++j) one(j);
  } else {
    for (Index j = end - 1; j >= lastBlock; --j) one(j);
    for (Index j = lastBlock - kLanes; j >= firstBlock; j -= kLanes) first.blockDown(j), second.blockDown(j);
    for (Index j = firstBlock - 1; j >= begin; --j) one(j);
  }
}

}  // namespace engine
