// Performer: goldens of MATHEMATICS.md 9.9 and the properties that every path must have, on every backend against the
// plain double-precision definition.
#include "engine/attention/performer/Performer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/attention/performer/PerformerCases.h"

namespace performer_test {

using namespace engine;
using test::expectClose;
using test::performerGolden;
using test::performerOn;

void expectValues(const double* found, std::initializer_list<double> expected, double tolerance, const char* what) {
  for (const double value : expected) EXPECT_NEAR(*found++, value, tolerance * (1 + std::abs(value))) << what;
}

double sumOf(const Array<double>& array) {
  double sum = 0;
  for (const double value : array) sum += value;
  return sum;
}

PerformerResult<double> golden(FeatureKind kind, Stabiliser stabiliser = Stabiliser::head) {
  Progress none;
  PerformerInput<double> input = performerGolden<double>(kind);
  input.options.stabiliser = stabiliser;
  return performerPlain(input, 1, none);
}

TEST(PerformerGolden, positiveWithKeysStabilisedPerHead) {
  const PerformerResult<double> result = golden(FeatureKind::positive);
  expectValues(&result.phi_q(0, 0, 0, 0),
               {0.091514070601, 0.005726196556, 0.004511729528, 0.014111567195, 0.225702676769, 0.005704280106}, 1e-10,
               "phi_q");
  expectValues(&result.phi_k(0, 1, 2, 0),
               {0.001665559546, 0.021910886228, 0.001836488422, 0.038021243824, 0.003343254579, 0.110304508794}, 1e-10,
               "phi_k");
  expectValues(&result.O(0, 0, 0, 0), {-0.179711465360, -0.119704337267, -0.656758311554}, 1e-10, "O");
  EXPECT_NEAR(sumOf(result.O), -0.091845058464542, 1e-10);
}

TEST(PerformerGolden, positiveWithKeysStabilisedOverTheWholeTensor) {
  const PerformerResult<double> result = golden(FeatureKind::positive, Stabiliser::tensor);
  expectValues(&result.phi_k(0, 1, 2, 0),
               {0.000869504457, 0.011195430051, 0.000956685015, 0.019412356180, 0.001725195964, 0.056279709690}, 1e-10,
               "phi_k");
  EXPECT_NEAR(sumOf(result.O), -0.08823460326247085, 1e-10);
}

TEST(PerformerGolden, relu) {
  const PerformerResult<double> result = golden(FeatureKind::relu);
  expectValues(&result.phi_q(0, 0, 0, 0), {1.503503285527, 0.001, 0.001, 0.001, 2.406494400386, 0.001}, 1e-10, "phi_q");
  expectValues(&result.O(0, 0, 0, 0), {-0.138197222336, -0.192165437491, -0.822834895204}, 1e-10, "O");
}

TEST(PerformerGolden, trigonometricHasNegativeDenominators) {
  const PerformerResult<double> result = golden(FeatureKind::trigonometric);
  expectValues(&result.phi_q(0, 0, 0, 0),
               {0.008046213985, 0.034298179535, 0.006463429913, 0.109954876333, -0.087382801281, 0.033862207371,
                0.117635719922, -0.112811963203, -0.117733292805, -0.042577333543, 0.079165334594, -0.112943592439},
               1e-10, "phi_q");
  expectValues(&result.O(0, 0, 0, 0), {-0.354673353486, -0.832426073915, 0.139034061649}, 1e-10, "O");
  EXPECT_NEAR(sumOf(result.O), 6.9885526812683185, 1e-10 * 8);
  expectValues(&result.denominator(0, 0, 0), {-0.170514, 0.729644, -0.017642, 0.051960, -0.228731}, 5e-7,
               "denominator");
}

TEST(PerformerGolden, hyperbolicWithoutEps) {
  const PerformerResult<double> result = golden(FeatureKind::hyperbolic);
  expectValues(&result.O(0, 0, 0, 0), {-0.005697422122, -0.197220021171, -0.467455877763}, 1e-10, "O");
  EXPECT_NEAR(sumOf(result.O), 2.225710904479482, 1e-10 * 4);
}

TEST(PerformerGolden, everyBackendInFloat32) {
  Progress none;
  for (const FeatureKind kind : test::projectedKinds())
    for (const Stabiliser stabiliser : {Stabiliser::head, Stabiliser::tensor})
      for (const std::string& backend : test::performerBackends()) {
        SCOPED_TRACE(backend + ", kind " + std::to_string(int(kind)));
        PerformerInput<float> input = performerGolden<float>(kind);
        input.options.stabiliser = stabiliser;
        const PerformerResult<double> expected = golden(kind, stabiliser);
        const PerformerResult<float> found = performerOn(backend, input);
        expectClose(found.phi_q, expected.phi_q, 2e-5, "phi_q");
        expectClose(found.phi_k, expected.phi_k, 2e-5, "phi_k");
        expectClose(found.denominator, expected.denominator, 2e-5, "denominator");
        expectClose(found.O, expected.O, 2e-5, "O");
      }
}

/// d = 1, m = 2, w = (1, -1), q = 1, keys 0 and 1, V the two unit vectors: O holds the weights.
PerformerInput<double> handExample(FeatureKind kind) {
  PerformerInput<double> input;
  input.Q = Array<double>({1, 1, 1, 1}, {1});
  input.K = Array<double>({1, 1, 2, 1}, {0, 1});
  input.V = Array<double>({1, 1, 2, 2}, {1, 0, 0, 1});
  input.W = Array<double>({2, 1}, {1, -1});
  input.options.kind = kind;
  input.options.stabiliser = Stabiliser::none;
  input.options.eps = 0;
  return input;
}

/// phi(q) . phi(k_j)
double estimate(const PerformerResult<double>& result, Index j) {
  double sum = 0;
  for (Index r = 0; r < result.phi_q.length(3); ++r) sum += result.phi_q(0, 0, 0, r) * result.phi_k(0, 0, j, r);
  return sum;
}

TEST(PerformerHandExample, positive) {
  Progress none;
  const PerformerResult<double> result = performerPlain(handExample(FeatureKind::positive), 1, none);
  EXPECT_NEAR(result.phi_q[0], std::exp(0.5) / std::sqrt(2), 1e-14);
  EXPECT_NEAR(result.phi_q[1], std::exp(-1.5) / std::sqrt(2), 1e-14);
  EXPECT_NEAR(estimate(result, 0), 0.935925715, 1e-9);
  EXPECT_NEAR(estimate(result, 1), 1.384034448, 1e-9);
  expectValues(result.O.data(), {0.403423184, 0.596576816}, 1e-9, "weights");
}

TEST(PerformerHandExample, trigonometric) {
  Progress none;
  const PerformerResult<double> result = performerPlain(handExample(FeatureKind::trigonometric), 1, none);
  EXPECT_NEAR(estimate(result, 0), 0.890807904, 1e-9);
  EXPECT_NEAR(estimate(result, 1), 2.718281828, 1e-9);
  expectValues(result.O.data(), {0.246823429, 0.753176571}, 1e-9, "weights");
}

}  // namespace performer_test
