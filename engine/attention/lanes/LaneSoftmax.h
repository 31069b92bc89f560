// The softmax of many queries at once, each in a lane of a vector.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/lanes/VectorExp.h"

namespace engine {

/// Softmax state of the queries in `Vectors` vectors of lanes. Scores come key by key: rows of kPanelWidth floats.
template <int Vectors>
class LaneSoftmax {
 public:
  LaneSoftmax() { std::fill(m_maximum, m_maximum + Vectors, splatLanes(-std::numeric_limits<float>::infinity())); }

  /// Takes the maximum over `count` more keys into account; returns whether it rose anywhere.
  bool raise(const float* scores, Index count) {
    bool rose = false;
    for (int v = 0; v < Vectors; ++v) {
      const FloatLanes maximum = largestOfRows(scores + v * kFloatLanes, count, m_maximum[v]);
      // Lanes that have seen nothing stay at minus infinity; subtracting 0 keeps their exponentials at 0.
      const FloatLanes shift = maximum == splatLanes(-std::numeric_limits<float>::infinity()) ? FloatLanes{} : maximum;
      m_rescale[v] = weightOfScore(m_maximum[v] - shift);
      rose |= std::memcmp(&maximum, &m_maximum[v], sizeof maximum) != 0;
      m_maximum[v] = maximum;
      m_shift[v] = shift;
    }
    return rose;
  }
  /// Scales what was summed before the last raise() to the new maximum.
  void rescale(float* output, Index width) {
    for (int v = 0; v < Vectors; ++v) m_sum[v] *= m_rescale[v];
    scaleRows(output, width, m_rescale);
  }
  /// Scores become exponentials relative to the maximum, which are added to the sums.
  void exponentiate(float* scores, Index count) {
    FloatLanes sum[Vectors];  // in registers: the scores might be those of this object, for all that the compiler knows
    std::copy_n(m_sum, Vectors, sum);
    for (Index j = 0; j < count; ++j)
      for (int v = 0; v < Vectors; ++v) {
        float* const place = scores + j * kPanelWidth + v * kFloatLanes;
        const FloatLanes weight = weightOfScore(loadLanes(place) - m_shift[v]);
        sum[v] += weight;
        storeLanes(place, weight);
      }
    std::copy_n(sum, Vectors, m_sum);
  }
  /// Whether every lane has seen a score.
  bool hasMaximum() const {
    return std::none_of(m_maximum, m_maximum + Vectors, [](FloatLanes maximum) {
      return anyLane(maximum == splatLanes(-std::numeric_limits<float>::infinity()));
    });
  }
  /// exponentiate() without a look at the scores before. Returns whether that was right, which is when none is more
  /// than kHeadroom above the maximum so far; otherwise nothing has changed but the scores, which are lost.
  bool weigh(float* scores, Index count) {
    FloatLanes largest[Vectors], sum[Vectors], shift[Vectors];
    std::copy_n(m_maximum, Vectors, largest);
    std::copy_n(m_sum, Vectors, sum);
    std::copy_n(m_shift, Vectors, shift);
    for (Index j = 0; j < count; ++j)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) {
        float* const place = scores + j * kPanelWidth + v * kFloatLanes;
        const FloatLanes score = loadLanes(place), weight = weightOfScore(score - shift[v]);
        largest[v] = largerLanes(score, largest[v]);
        sum[v] += weight;
        storeLanes(place, weight);
      }
    for (int v = 0; v < Vectors; ++v)
      if (anyLane(largest[v] > m_maximum[v] + kHeadroom)) return false;
    std::copy_n(sum, Vectors, m_sum);
    return true;
  }
  /// Divides by the sums; lanes that have seen nothing become 0.
  void normalise(float* values, Index count) const {
    FloatLanes factor[Vectors];
    for (int v = 0; v < Vectors; ++v) factor[v] = inverseSum(v);
    scaleRows(values, count, factor);
  }
  /// What exponentials are relative to just now: kPanelWidth floats, for normaliseSince().
  void copyShift(float* target) const {
    for (int v = 0; v < Vectors; ++v) storeLanes(target + v * kFloatLanes, m_shift[v]);
  }
  /// normalise() for exponentials that are relative to a former shift.
  void normaliseSince(const float* shift, float* values, Index count) const {
    FloatLanes factor[Vectors];
    for (int v = 0; v < Vectors; ++v) {
      // It has grown since, but for lanes that had seen nothing: their exponentials are 0.
      const FloatLanes growth = largerLanes(m_shift[v] - loadLanes(shift + v * kFloatLanes), FloatLanes{});
      factor[v] = weightOfScore(-growth) * inverseSum(v);
    }
    scaleRows(values, count, factor);
  }
  float logSumExp(Index lane) const {
    const float sum = m_sum[lane / kFloatLanes][lane % kFloatLanes];
    return sum == 0 ? -std::numeric_limits<float>::infinity()
                    : m_shift[lane / kFloatLanes][lane % kFloatLanes] + std::log(sum);
  }

 private:
  /// e^8 keeps sums far from overflow, and few tiles of keys hold a score so far above all before.
  static constexpr float kHeadroom = 8;

  static bool anyLane(IntLanes lanes) {
    std::int32_t any = 0;
    for (Index lane = 0; lane < kFloatLanes; ++lane) any |= lanes[lane];
    return any != 0;
  }
  FloatLanes inverseSum(int v) const { return m_sum[v] == FloatLanes{} ? FloatLanes{} : 1.0f / m_sum[v]; }
  /// Four chains, because one would wait for each result.
  static FloatLanes largestOfRows(const float* rows, Index count, FloatLanes start) {
    FloatLanes largest[4] = {start, start, start, start};
    Index j = 0;
    for (; j + 4 <= count; j += 4)
      for (int chain = 0; chain < 4; ++chain)
        largest[chain] = largerLanes(loadLanes(rows + (j + chain) * kPanelWidth), largest[chain]);
    for (; j < count; ++j) largest[0] = largerLanes(loadLanes(rows + j * kPanelWidth), largest[0]);
    return largerLanes(largerLanes(largest[0], largest[1]), largerLanes(largest[2], largest[3]));
  }
  static void scaleRows(float* values, Index count, const FloatLanes* factor) {
    for (Index j = 0; j < count; ++j)
      for (int v = 0; v < Vectors; ++v) {
        float* const place = values + j * kPanelWidth + v * kFloatLanes;
        storeLanes(place, loadLanes(place) * factor[v]);
      }
  }

  FloatLanes m_maximum[Vectors], m_shift[Vectors] = {}, m_rescale[Vectors] = {}, m_sum[Vectors] = {};
};

}  // namespace engine
