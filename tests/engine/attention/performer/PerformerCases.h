// Inputs of Performer tests and the ways to compute them.
#pragma once

#include "engine/attention/performer/Performer.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"

namespace test {

/// The kinds that project with W.
inline std::vector<engine::FeatureKind> projectedKinds() {
  using enum engine::FeatureKind;
  return {positive, trigonometric, hyperbolic, relu};
}

inline std::vector<engine::FeatureKind> allKinds() {
  using enum engine::FeatureKind;
  return {positive, trigonometric, hyperbolic, relu, efficient};
}

/// The data of MATHEMATICS.md 9.9.
template <class T>
engine::PerformerInput<T> performerGolden(engine::FeatureKind kind) {
  engine::PerformerInput<T> input;
  input.Q = engine::deterministicArray<T>(32, {1, 2, 5, 4}, 2, "Q");
  input.K = engine::deterministicArray<T>(33, {1, 2, 5, 4}, 2, "K");
  input.V = engine::deterministicArray<T>(34, {1, 2, 5, 3}, 1, "V");
  input.W = engine::deterministicArray<T>(31, {6, 4}, 2, "W");
  input.options.kind = kind;
  return input;
}

struct PerformerSizes {
  engine::Index B, H, n, L, d, v, m;
};

/// Efficient has no projection.
template <class T>
engine::PerformerInput<T> randomPerformerInput(const PerformerSizes& s, engine::FeatureKind kind, std::uint64_t seed) {
  engine::PerformerInput<T> input;
  input.Q = engine::deterministicArray<T>(seed, {s.B, s.H, s.n, s.d}, 1, "Q");
  input.K = engine::deterministicArray<T>(seed + 1, {s.B, s.H, s.L, s.d}, 1, "K");
  input.V = engine::deterministicArray<T>(seed + 2, {s.B, s.H, s.L, s.v}, 1, "V");
  if (kind != engine::FeatureKind::efficient) input.W = engine::deterministicArray<T>(seed + 3, {s.m, s.d}, 1.7, "W");
  input.options.kind = kind;
  return input;
}

/// A mask that hides about a third of the keys.
template <class T>
void hideSomeKeys(engine::PerformerInput<T>& input, std::uint64_t seed) {
  input.keyMask = engine::Array<engine::Bool>({input.batches(), input.keys()});
  for (engine::Index k = 0; k < input.keyMask.size(); ++k)
    input.keyMask[k].value = engine::deterministicNumber(seed, static_cast<std::uint64_t>(k)) > -0.3;
}

/// "plain", "native", and on every OpenCL device both flavours: "opencl:0:wide", "opencl:0:tiled".
inline std::vector<std::string> performerBackends() {
  std::vector<std::string> names;
  for (const std::string& backend : backends())
    if (backend == "plain" || backend == "native")
      names.push_back(backend);
    else
      for (const char* flavour : {":wide", ":tiled"}) names.push_back(backend + flavour);
  return names;
}

inline engine::PerformerResult<float> performerOn(const std::string& backend,
                                                  const engine::PerformerInput<float>& input, int threads,
                                                  engine::Progress& progress) {
  if (backend == "plain") return engine::performerPlain(input, threads, progress);
  if (backend == "native") return engine::performerNative(input, threads, progress);
  const size_t colon = backend.rfind(':');
  if (input.options.kind == engine::FeatureKind::efficient) {  // no kernel: the choice must know
    engine::Diagnostics diagnostics;
    return engine::performer(input, {deviceOf(backend.substr(0, colon)), threads}, diagnostics, progress);
  }
  const auto flavour = backend.substr(colon) == ":tiled" ? engine::KernelFlavour::tiled : engine::KernelFlavour::wide;
  return engine::performerOnDevice(input, *deviceOf(backend.substr(0, colon)), progress, flavour);
}

inline engine::PerformerResult<float> performerOn(const std::string& backend,
                                                  const engine::PerformerInput<float>& input, int threads = 2) {
  engine::Progress none;
  return performerOn(backend, input, threads, none);
}

}  // namespace test
