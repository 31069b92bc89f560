// Operation "position-clock": the frequencies of the sinusoidal position encoding, its pairs of sine and cosine as the
// hands of a clock, and the rotation that moves them on.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/network/Encodings.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr Index kDialPoints = 120;
const std::string kPair = "pair k", kPart = "part";

struct Clock {
  Index width = 64;  ///< d, even
  std::int64_t position = 0, shift = 0;
  Index hands = 6;

  Index pairs() const { return width / 2; }
  /// 10000^(-2k/d).
  double omega(Index k) const {
    return std::exp(-2 * static_cast<double>(k) * std::log(10000.0) / static_cast<double>(width));
  }
  /// Which pair a hand is: spread from the fastest to the slowest.
  Index pairOfHand(Index hand) const { return hands < 2 ? 0 : hand * (pairs() - 1) / (hands - 1); }
};

ArrayBundle frequencyPlot(const Clock& clock) {
  Array<double> numbers({clock.pairs()}), omegas({clock.pairs()});
  for (Index k = 0; k < clock.pairs(); ++k) {
    numbers[k] = static_cast<double>(k);
    omegas[k] = clock.omega(k);
  }
  return {{"axis_k", numbers}, {"curve_ω_k", omegas}};
}

Array<double> dial() {
  Array<double> circle({2, kDialPoints + 1});
  for (Index k = 0; k <= kDialPoints; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / kDialPoints;
    circle(0, k) = std::sin(angle);
    circle(1, k) = std::cos(angle);
  }
  return circle;
}

/// From the middle to (sin, cos) of each pair, shorter the slower; a point that is not a number between two hands.
Array<double> handsOf(const Clock& clock, const Array<double>& encoding) {
  Array<double> hands({2, std::max<Index>(3 * clock.hands - 1, 0)}, std::numeric_limits<double>::quiet_NaN());
  for (Index hand = 0; hand < clock.hands; ++hand) {
    const Index k = clock.pairOfHand(hand);
    const double length = 0.95 - 0.55 * static_cast<double>(hand) / static_cast<double>(clock.hands);
    for (Index part = 0; part < 2; ++part) {
      hands(part, 3 * hand) = 0;
      hands(part, 3 * hand + 1) = length * encoding(0, 2 * k + part);
    }
  }
  return hands;
}

/// Drawings, in which a length is as long across as up.
ArrayBundle clockFace(const Array<double>& before, const std::string& here, const Array<double>& after,
                      const std::string& there) {
  return {{"axis_sine", Array<double>({0})}, {"quantity_cosine", Array<double>({0})},
          {"outline_dial", dial()},          {"arrow_" + here, before},
          {"arrow_" + there, after}};
}

Array<double> encodingAt(const Clock& clock, std::int64_t position) {
  return sinusoidalEncoding<double>({position}, clock.width);
}

ArrayBundle rotationArrays(const Clock& clock) {
  const Index pairs = clock.pairs();
  const Shape shape{pairs, 2};
  const Array<double> before = encodingAt(clock, clock.position).reshaped(shape);
  const Array<double> after = encodingAt(clock, clock.position + clock.shift).reshaped(shape);
  Array<double> omega({pairs}), period({pairs}), M({pairs, 2, 2}), turned(shape);
  for (Index k = 0; k < pairs; ++k) {
    omega[k] = clock.omega(k);
    period[k] = 2 * std::numbers::pi / omega[k];
    const double angle = omega[k] * static_cast<double>(clock.shift);
    M(k, 0, 0) = M(k, 1, 1) = std::cos(angle);
    M(k, 0, 1) = std::sin(angle);
    M(k, 1, 0) = -std::sin(angle);
    for (Index part = 0; part < 2; ++part)
      turned(k, part) = M(k, part, 0) * before(k, 0) + M(k, part, 1) * before(k, 1);
  }
  ArrayBundle arrays;
  addArray(arrays, std::move(omega), {"ω", {kPair}, "10000^(−2k/d)"});
  addArray(arrays, std::move(period), {"period", {kPair}, "2π / ω, positions"});
  addArray(arrays, before, {"p(i)", {kPair, kPart}, "encoding of the position"});
  addArray(arrays, std::move(M), {"M", {kPair, kPart, "part of p(i)"}, "rotation by ω Δ: the same for every i"});
  addArray(arrays, std::move(turned), {"M p(i)", {kPair, kPart}, "the hands turned on"});
  addArray(arrays, after, {"p(i + Δ)", {kPair, kPart}, "encoding Δ positions on: the same"});
  std::vector<std::string> numbers;
  for (Index k = 0; k < pairs; ++k) numbers.push_back("k = " + std::to_string(k));
  labelAxis(arrays, kPair, numbers);
  for (const std::string& axis : {kPart, std::string("part of p(i)")}) labelAxis(arrays, axis, {"sin", "cos"});
  return arrays;
}

class PositionClock : public Operation {
 public:
  std::string id() const override { return "position-clock"; }
  std::string title() const override { return "Clock of the position encoding"; }
  std::string help() const override {
    return "Every pair of sine and cosine of the sinusoidal position encoding is a hand of a clock that turns by ω_k "
           "per "
           "position: the first once in 2π positions, the last hardly at all. Going on by Δ positions turns each hand "
           "by ω_k Δ, wherever it was. Curve of the frequencies; by-products: the clock at two positions, and the "
           "rotations with their numbers.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "ω_k = 10000^{−2k/d}\n"
           "p_{i,2k} = sin(ω_k i), p_{i,2k+1} = cos(ω_k i)\n"
           "p_{i+Δ} = M(k, Δ) p_i";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("width", "Channels d", "width of the encoding, even", 64, 2, 4096),
            countParameter("position", "Position i", "where the clock stands", 10, 0, 1e6),
            countParameter("shift", "Steps Δ", "how many positions it goes on", 3, -1e6, 1e6),
            countParameter("hands", "Hands", "pairs that the clock shows, from the fastest to the slowest", 6, 1, 64)};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }
  void checkParameters(const ParameterValues& values) const override {
    if (values.integer("width") % 2 != 0)
      fail("parameter width: found ", values.integer("width"), ", expected an even number");
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    Clock clock{static_cast<Index>(values.integer("width")), values.integer("position"), values.integer("shift"), 0};
    clock.hands = std::min(static_cast<Index>(values.integer("hands")), clock.pairs());
    const Array<double> before = handsOf(clock, encodingAt(clock, clock.position)),
                        after = handsOf(clock, encodingAt(clock, clock.position + clock.shift));
    const std::string here = "position " + std::to_string(clock.position),
                      there = "position " + std::to_string(clock.position + clock.shift);
    std::vector<Dataset> results(3);
    results[0].title = "Frequencies ω_k, d = " + std::to_string(clock.width);
    results[0].value = std::make_shared<const ArrayBundle>(frequencyPlot(clock));
    results[1].id = ".clock";
    results[1].title = "Clock at " + here + " and " + there;
    results[1].value =
        std::make_shared<const ArrayBundle>(clockFace(before, here, after, there == here ? here + " again" : there));
    results[2].id = ".rotation";
    results[2].title = "Hands turned by Δ = " + std::to_string(clock.shift);
    results[2].value = std::make_shared<const ArrayBundle>(rotationArrays(clock));
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makePositionClock() { return std::make_unique<PositionClock>(); }

}  // namespace engine
