#include "engine/attention/geometric/FramesOnTape.h"

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/structure/Frame.h"

namespace engine {

namespace {

constexpr double kFrameEpsilon = 1e-10;  // Å², as in frameOfBackbone

/// x / sqrt(|x|^2 + epsilon) along the last axis.
Variable<double> normalised(const Variable<double>& x) {
  return x / sqrt(sum(square(x), -1, KeepAxis::yes) + kFrameEpsilon);
}

std::vector<Vector3> vectorsOf(const Array<double>& positions) {
  std::vector<Vector3> vectors;
  for (Index i = 0; i < positions.length(0); ++i)
    vectors.emplace_back(positions(i, 0), positions(i, 1), positions(i, 2));
  return vectors;
}

/// The atoms (L, 3), those of residues without a backbone replaced by the average of the others.
Variable<double> completed(TapeCall& call, const std::string& name, const MissingResidues& missing) {
  const Variable<double> present = replaced(call.at(name), missing.rows, 0);
  double count = 1e-8;
  for (const double isMissing : missing.asNumber) count += 1 - isMissing;
  const Variable<double> average = (1 / count) * sum(present, 0, KeepAxis::yes);
  return present + call.constant(missing.asNumber) * average;
}

}  // namespace

MissingResidues missingResidues(const TapeCall& call) {
  const auto positions = [&](const char* name) { return vectorsOf(call.at(name).value()); };
  const std::vector<bool> valid = framesOfBackbone(positions("N"), positions("CA"), positions("C")).valid;
  const auto L = static_cast<Index>(valid.size());
  MissingResidues missing{Array<Bool>({L, 1}), Array<double>({L, 1})};
  for (Index i = 0; i < L; ++i) {
    const bool isValid = nth(valid, i);
    missing.rows[i].value = !isValid;
    missing.asNumber[i] = isValid ? 0 : 1;
    if (isValid) missing.areAll = false;
  }
  return missing;
}

FramesOnTape framesOnTape(TapeCall& call, const MissingResidues& missing) {
  const Index L = missing.rows.length(0);
  if (missing.areAll) {
    Array<double> identity({L, 3, 3});
    for (Index i = 0; i < L; ++i) identity(i, 0, 0) = identity(i, 1, 1) = identity(i, 2, 2) = 1;
    return {call.constant(identity), call.constant(Array<double>({L, 3}))};
  }
  const Variable<double> n = completed(call, "N", missing), ca = completed(call, "CA", missing),
                         c = completed(call, "C", missing);
  const Variable<double> x = normalised(ca - c), towardsN = n - ca;
  const Variable<double> y = normalised(towardsN - sum(x * towardsN, -1, KeepAxis::yes) * x);
  const auto column = [&](const Variable<double>& axis) { return reshape(axis, {L, 3, 1}); };
  return {concat<double>({column(x), column(y), column(cross(x, y))}, 2), ca};
}

}  // namespace engine
