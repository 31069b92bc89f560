// What several tests of trainings are made of: random rows, numbers of another precision, work that is stopped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "engine/base/Progress.h"
#include "engine/base/Random.h"
#include "tests/engine/training/TinyCase.h"

namespace test {

/// With missing places and random weights, the same for the same counts.
inline engine::TrainingRows randomRows(engine::Index count, engine::Index length) {
  engine::TrainingRows rows;
  engine::Random random(static_cast<std::uint64_t>(100 * count + length));
  rows.codes = engine::Array<std::uint8_t>({count, length}, 0);
  for (std::uint8_t& code : rows.codes) code = static_cast<std::uint8_t>(random.below(21));
  for (engine::Index n = 0; n < count; ++n) rows.weights.push_back(0.1 + random.uniform());
  rows.columns = allRows(length);
  return rows;
}

template <class T>
engine::Array<T> as(const engine::Array<double>& values) {
  engine::Array<T> other(values.shape());
  std::transform(values.begin(), values.end(), other.begin(), [](double value) { return static_cast<T>(value); });
  return other;
}

/// Asks to stop after so many reports.
class StopAfter : public engine::Progress {
 public:
  explicit StopAfter(int reports) : m_left(reports) {}
  bool cancelled() const override { return m_left <= 0; }

 protected:
  void report(double, std::string_view) override { --m_left; }

 private:
  int m_left;
};

}  // namespace test
