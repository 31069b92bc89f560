// First-order recurrences along a row, v[j] = x[j] + f[j] v[j -+ 1], eight columns at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Eight doubles side by side: one or two registers of the processor.
using Lanes = double __attribute__((vector_size(64)));
inline constexpr Index kLanes = 8;

inline Lanes loadLanes(const double* source) {
  Lanes values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
inline void storeLanes(double* target, Lanes values) { std::memcpy(target, &values, sizeof(values)); }

/// Sum of values[begin, end), in eight strands.
double sumOf(const double* values, Index begin, Index end);
/// Largest of values[begin, end) and 0.
double largestOf(const double* values, Index begin, Index end);

enum class ScanDirection { up, down };

/// The factors of a recurrence and their products over two, four and up to eight neighbours, made once and used for
/// every row: within eight columns three steps of doubling distance replace seven dependent ones.
class LinearScan {
 public:
  /// up: v[j] depends on v[j - 1]; down: on v[j + 1].
  LinearScan(std::vector<double> factors, ScanDirection direction);

  ScanDirection direction() const { return m_direction; }

 private:
  friend class ScanStrand;
  ScanDirection m_direction;
  std::vector<double> m_one, m_two, m_four;
  std::vector<double> m_whole;  ///< from the edge of the block of eight, where the recurrence enters it, to here
};

/// One recurrence to be run: values hold x and become v, with the factors multiplied by `scale`.
struct ScanTask {
  const LinearScan& scan;
  double* values;
  double scale;
};

/// Two recurrences of the same direction over columns [begin, end) at once: while one waits for its last result the
/// other goes on. v outside the range counts 0.
void runScans(const ScanTask& a, const ScanTask& b, Index begin, Index end);

}  // namespace engine
