// Logarithms of the sums over strips, strip by strip.
#include "engine/hmm/posterior/FastPathPlanes.h"

#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/VectorBits.h"
#include "engine/hmm/posterior/ForwardBackward.h"
#include "engine/hmm/posterior/StripPlanes.h"
#include "engine/hmm/posterior/StripSums.h"
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

namespace {

/// Beyond 2 to this power a sum may have lost something to the range of doubles.
constexpr std::int64_t kMostBits = 900;
constexpr float kImpossibleBits = -std::numeric_limits<float>::infinity();

class PlaneWriter {
 public:
  PlaneWriter(StripSums& sums, Index numRows, Index numColumns)
      : m_sums(sums), m_lanes(static_cast<size_t>(stepCount(numColumns) + kLanes)), m_exponents(m_lanes.size()) {
    const Shape shape{numRows + 1, numColumns + 1};
    m_planes.forward = filledMatrices(DpKind::forward, shape, kImpossibleBits);
    m_planes.backward = filledMatrices(DpKind::backward, shape, kImpossibleBits);
    m_planes.posterior = filledMatrices(DpKind::posterior, shape, 0);
  }

  void write(Index strip) {
    for (const StepRun run : m_sums.cells().runs())
      for (size_t k = 0; k < kPairStates.size(); ++k) {
        const Lanes* const forward = m_sums.forwardOf(kPairStates[k], strip);
        const Lanes* const backward = m_sums.backwardOf(kPairStates[k]);
        writeBits(strip, run, forward, m_sums.forwardExponent(strip), m_planes.forward.planes[k]);
        writeBits(strip, run, backward, m_sums.backwardExponent(strip), m_planes.backward.planes[k]);
        for (Index step = run.begin; step < run.end; ++step) {
          const Lanes probability = forward[step] * (backward[step] * m_sums.factor());
          nth(m_lanes, step) = __builtin_convertvector(probability, FloatLanes);
        }
        storeStrip(strip, run, m_lanes.data(), m_planes.posterior.planes[k]);
      }
  }

  /// Whether every sum written so far is as exact as it looks.
  bool isExact() const {
    bool isLost = false;
    for (Index lane = 0; lane < kLanes; ++lane) isLost |= m_isLost[lane] != 0;
    return !isLost;
  }
  PathPlanes result() { return std::move(m_planes); }

 private:
  /// log2 of the values 2^exponent times.
  void writeBits(Index strip, StepRun run, const Lanes* values, int exponent, Array<float>& plane) {
    constexpr std::int64_t kMantissa = (std::int64_t{1} << 52) - 1, kOne = std::int64_t{1023} << 52;
    for (Index step = run.begin; step < run.end; ++step) {
      const LaneSigns bits = reinterpret_cast<LaneSigns>(values[step]), power = (bits >> 52) - 1023;
      const LaneSigns isZero = bits == 0;
      m_isLost |= ~isZero & ((power < -kMostBits) | (power > kMostBits));
      const Lanes mantissa = reinterpret_cast<Lanes>((bits & kMantissa) | kOne);
      nth(m_lanes, step) = __builtin_convertvector(mantissa, FloatLanes);
      const Lanes whole = __builtin_convertvector(power + exponent, Lanes);
      const Lanes impossible = Lanes{} + kImpossible;
      nth(m_exponents, step) = __builtin_convertvector(isZero ? impossible : whole, FloatLanes);
    }
    float* const lanes = reinterpret_cast<float*>(m_lanes.data());
    const float* const exponents = reinterpret_cast<const float*>(m_exponents.data());
#pragma GCC ivdep
    for (Index n = run.begin * kLanes; n < run.end * kLanes; ++n) lanes[n] = exponents[n] + vectorLog2(lanes[n]);
    storeStrip(strip, run, m_lanes.data(), plane);
  }

  StripSums& m_sums;
  std::vector<FloatLanes> m_lanes, m_exponents;  ///< by step
  LaneSigns m_isLost{};
  PathPlanes m_planes;
};

}  // namespace

PathPlanes pathPlanes(const ProfileHmm& query, const ProfileHmm& templ, const PathModelOptions& options,
                      Progress& progress) {
  requireAlignable(query);
  requireAlignable(templ);
  {
    StripSums sums(query, templ, options, KeptStates::all);
    if (sums.forward(progress)) {
      PlaneWriter writer(sums, query.length(), templ.length());
      const bool isInRange = sums.backward(progress, [&](Index strip) { writer.write(strip); });
      if (isInRange && writer.isExact()) return writer.result();
    }
  }
  const PathModel model(query, templ, options);
  const PathSums forward = forwardSums(model, progress), backward = backwardSums(model, progress);
  return {matricesOf(forward, DpKind::forward), matricesOf(backward, DpKind::backward),
          posteriorMatrices(forward, backward, forward.total)};
}

}  // namespace engine
