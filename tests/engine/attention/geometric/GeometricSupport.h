// Inputs of geometric attention, and every way in which this machine computes it in float32.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"

namespace test {

/// L residues, D features, H heads, M messages with the seeds of the golden.
template <class T>
engine::GeometricInput<T> makeGeometricInput(engine::Index L, engine::Index D, engine::Index H, engine::Index M = 1) {
  using engine::Array;
  using engine::deterministicArray;
  engine::GeometricInput<T> input;
  const Array<double> atoms = deterministicArray<double>(11, {L, 3, 3}, 3);
  for (engine::Index i = 0; i < L; ++i) {
    input.n.emplace_back(atoms(i, 0, 0), atoms(i, 0, 1), atoms(i, 0, 2));
    input.ca.emplace_back(atoms(i, 1, 0), atoms(i, 1, 1), atoms(i, 1, 2));
    input.c.emplace_back(atoms(i, 2, 0), atoms(i, 2, 1), atoms(i, 2, 2));
  }
  input.s = deterministicArray<T>(15, {L, D}, 1, "s");
  input.W_proj = deterministicArray<T>(12, {12 * H + 3 * H * M, D}, 0.5, "W_proj");
  input.W_out = deterministicArray<T>(13, {D, 3 * H * M}, 0.5, "W_out");
  input.ln_weight = deterministicArray<T>(14, {D}, 0.1, "ln_weight");
  for (T& weight : input.ln_weight) weight += 1;
  input.w_d = deterministicArray<T>(16, {H}, 1, "w_d");
  input.w_r = deterministicArray<T>(17, {H}, 1, "w_r");
  return input;
}

/// Several sequences and chains, and residues without a frame.
template <class T>
void addMasks(engine::GeometricInput<T>& input) {
  for (engine::Index i = 0; i < input.length(); ++i) {
    input.sequenceId.push_back(i % 2);
    input.chainId.push_back(i / 30 % 5);
    if (i % 7 == 3) input.n[static_cast<size_t>(i)].setConstant(std::nan(""));
  }
}

/// "plain", "native", and each flavour of the kernels on each device: "opencl:0:wide", "opencl:0:tiled".
inline std::vector<std::string> geometricWays() {
  std::vector<std::string> ways;
  for (const std::string& backend : backends()) {
    if (backend.rfind("opencl", 0) != 0) {
      ways.push_back(backend);
      continue;
    }
    ways.push_back(backend + ":wide");
    ways.push_back(backend + ":tiled");
  }
  return ways;
}

inline engine::GeometricMaps<float> geometricMapsBy(const std::string& way,
                                                    const engine::GeometricVectors<float>& vectors,
                                                    engine::KeptPairs kept, engine::Progress& progress,
                                                    int threads = 1) {
  if (way == "plain") return engine::geometricMapsPlain(vectors, kept, threads, progress);
  if (way == "native") return engine::geometricMapsNative(vectors, kept, threads, progress);
  const size_t colon = way.rfind(':');
  const auto flavour = way.substr(colon) == ":tiled" ? engine::KernelFlavour::tiled : engine::KernelFlavour::wide;
  return engine::geometricMapsOnDevice(vectors, kept, *deviceOf(way.substr(0, colon)), progress, flavour);
}

template <class T>
engine::GeometricVectors<T> vectorsOf(const engine::GeometricInput<T>& input) {
  engine::Progress none;
  return engine::geometricVectors(input, engine::framesOfBackbone(input.n, input.ca, input.c), 1, none);
}

struct GeometricOutcome {
  engine::GeometricMaps<float> maps;
  engine::Array<float> Y;
};
/// The layer with input.kept.
inline GeometricOutcome geometricBy(const std::string& way, const engine::GeometricInput<float>& input,
                                    int threads = 1) {
  engine::Progress none;
  const engine::Frames frames = engine::framesOfBackbone(input.n, input.ca, input.c);
  GeometricOutcome outcome;
  outcome.maps = geometricMapsBy(way, vectorsOf(input), input.kept, none, threads);
  outcome.Y = engine::geometricOutput(input, frames, outcome.maps.o, threads, none);
  return outcome;
}

}  // namespace test
