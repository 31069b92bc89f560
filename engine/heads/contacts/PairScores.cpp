#include "engine/heads/contacts/PairScores.h"

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/heads/DoubleLanes.h"

namespace engine {

namespace {

/// Of the finite values of a row of S.
struct FiniteRow {
  double sum = 0, magnitude = 0, count = 0;
};

void addCell(FiniteRow& row, double value) {
  if (!std::isfinite(value)) return;
  row.sum += value;
  row.magnitude += std::abs(value);
  row.count += 1;
}

FiniteRow finiteRow(const float* row, const float* column, Index length) {
  DoubleLanes sum{}, magnitude{}, count{};
  Index j = 0;
  for (; j + kDoubleLanes <= length; j += kDoubleLanes) {
    const DoubleLanes value = widened(row + j) + widened(column + j);
    const LongLanes finite = areFinite(value);
    sum += where(finite, value);
    magnitude += where(finite, magnitudes(value));
    count += where(finite, eightOf(1));
  }
  FiniteRow found{sumOf(sum), sumOf(magnitude), sumOf(count)};
  for (; j < length; ++j) addCell(found, static_cast<double>(row[j]) + static_cast<double>(column[j]));
  return found;
}

void storeFloats(float* target, DoubleLanes values) {
  const EightFloats rounded = __builtin_convertvector(values, EightFloats);
  std::memcpy(target, &rounded, sizeof rounded);
}

}  // namespace

void PairScores::read(const HeadMap& map) {
  // What remains of signed values that cancel out is rounding: nothing to divide by.
  constexpr double kRounding = 1e-6;
  const Index length = map.rows();
  m_rowMeans.assign(static_cast<size_t>(paddedLength(length)), 0);
  FiniteRow all;
  for (Index i = 0; i < length; ++i) {
    const FiniteRow row = finiteRow(map.scores(i), map.scoreColumn(i), length);
    if (row.count > 0) nth(m_rowMeans, i) = row.sum / row.count;
    all.sum += row.sum;
    all.magnitude += row.magnitude;
    all.count += row.count;
  }
  m_isCorrected = all.count > 0 && std::abs(all.sum) > kRounding * all.magnitude;
  m_mean = m_isCorrected ? all.sum / all.count : 0;
}

void PairScores::row(const HeadMap& map, Index i, Index first, float* plain, float* corrected) const {
  const float* const row = map.scores(i);
  const float* const column = map.scoreColumn(i);
  const double own = nth(m_rowMeans, i);
  for (Index j = first / kDoubleLanes * kDoubleLanes; j < map.columns(); j += kDoubleLanes) {
    const DoubleLanes sum = widened(row + j) + widened(column + j);
    storeFloats(plain + j, sum);
    if (m_isCorrected) {
      storeFloats(corrected + j, sum - own * loadDoubles(m_rowMeans.data() + j) / m_mean);
    } else {
      storeFloats(corrected + j, sum);
    }
  }
}

}  // namespace engine
