#include "engine/attention/volume-preserving/VolumeRepeats.h"

#include <algorithm>

#include "engine/attention/volume-preserving/VolumeChecks.h"

namespace engine {

namespace {

void put(const Array<double>& one, Array<double>& all, Index at) {
  std::copy(one.begin(), one.end(), all.begin() + at * one.size());
}

}  // namespace

VolumeRepeats repeatVolume(const VolumePreservingInput& input, Index times, bool wantsJacobian, int threads,
                           Progress& progress) {
  const Shape shape = {times + 1, input.Z.length(0), input.Z.length(1)};
  VolumeRepeats repeats{Array<double>(shape), Array<double>(shape), {}, {}};
  if (wantsJacobian)
    repeats.logAbsDet = Array<double>({times + 1}, 0.0), repeats.sign = Array<double>({times + 1}, 1.0);
  VolumePreservingInput own = input, mixed = input;
  own.keepsIntermediates = false;
  mixed.keepsIntermediates = true;
  put(input.Z, repeats.tokens, 0);
  put(input.Z, repeats.softmax, 0);
  for (Index n = 1; n <= times; ++n) {
    PartProgress part(progress, double(n - 1) / double(times), double(n) / double(times));
    PartProgress first(part, 0, 0.3), second(part, 0.3, 0.6), third(part, 0.6, 1);
    VolumePreservingResult result = volumePreserving(own, threads, first);
    if (wantsJacobian) {
      // The chain rule: determinants of the applications multiply.
      const LogDeterminant det =
          logDeterminant(factorize(volumePreservingJacobian(own, result, threads, third), threads, third));
      repeats.logAbsDet[n] = repeats.logAbsDet[n - 1] + det.logMagnitude;
      repeats.sign[n] = repeats.sign[n - 1] * det.sign;
    }
    own.Z = std::move(result.Y);
    mixed.Z = softmaxOfTokens(mixed, volumePreserving(mixed, threads, second).ZAZ);
    put(own.Z, repeats.tokens, n);
    put(mixed.Z, repeats.softmax, n);
  }
  return repeats;
}

}  // namespace engine
