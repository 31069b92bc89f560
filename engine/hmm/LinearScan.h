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

  /// values[begin, end) hold x and become v, with factors multiplied by `scale`; v outside the range counts 0.
  void run(double* values, double scale, Index begin, Index end) const;

 private:
  void runUp(double* values, double scale, Index begin, Index end) const;
  void runDown(double* values, double scale, Index begin, Index end) const;

  ScanDirection m_direction;
  std::vector<double> m_one, m_two, m_four;
  std::vector<double> m_whole;  ///< from the edge of the block of eight, where the recurrence enters it, to here
};

}  // namespace engine
