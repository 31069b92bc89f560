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

void LinearScan::run(double* values, double scale, Index begin, Index end) const {
  if (m_direction == ScanDirection::up)
    runUp(values, scale, begin, end);
  else
    runDown(values, scale, begin, end);
}

void LinearScan::runUp(double* values, double scale, Index begin, Index end) const {
  double left = 0;
  Index j = begin;
  const auto one = [&](Index stop) {
    for (; j < stop; ++j) values[j] = left = values[j] + scale * m_one[static_cast<size_t>(j)] * left;
  };
  one(std::min(end, nextBlock(begin)));
  const double scale2 = scale * scale, scale4 = scale2 * scale2;
  Lanes powers;
  double power = 1;
  for (int lane = 0; lane < kLanes; ++lane) powers[lane] = power *= scale;
  Lanes carry = Lanes{} + left;
  for (; j + kLanes <= end; j += kLanes) {
    Lanes x = loadLanes(values + j);
    x += scale * loadLanes(m_one.data() + j) * before1(x);
    x += scale2 * loadLanes(m_two.data() + j) * before2(x);
    x += scale4 * loadLanes(m_four.data() + j) * before4(x);
    x += powers * loadLanes(m_whole.data() + j) * carry;
    storeLanes(values + j, x);
    carry = last(x);
  }
  left = carry[0];
  one(end);
}

void LinearScan::runDown(double* values, double scale, Index begin, Index end) const {
  double right = 0;
  Index j = end;  // one behind the next column
  const auto one = [&](Index stop) {
    for (; j > stop; --j) values[j - 1] = right = values[j - 1] + scale * m_one[static_cast<size_t>(j - 1)] * right;
  };
  one(std::max(begin, end / kLanes * kLanes));
  const double scale2 = scale * scale, scale4 = scale2 * scale2;
  Lanes powers;
  double power = 1;
  for (int lane = kLanes - 1; lane >= 0; --lane) powers[lane] = power *= scale;
  Lanes carry = Lanes{} + right;
  for (; j - kLanes >= begin; j -= kLanes) {
    const Index block = j - kLanes;
    Lanes x = loadLanes(values + block);
    x += scale * loadLanes(m_one.data() + block) * after1(x);
    x += scale2 * loadLanes(m_two.data() + block) * after2(x);
    x += scale4 * loadLanes(m_four.data() + block) * after4(x);
    x += powers * loadLanes(m_whole.data() + block) * carry;
    storeLanes(values + block, x);
    carry = first(x);
  }
  right = carry[0];
  one(begin);
}

}  // namespace engine
