// ESM3 geometric attention: goldens and hand examples of MATHEMATICS.md 10.5 and the invariants of the definition.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <functional>
#include <limits>

#include "tests/engine/attention/geometric/GeometricSupport.h"
#include "tests/support/ErrorOf.h"

namespace geometric_attention_test {

using namespace engine;
using test::errorOf;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class T>
GeometricInput<T> goldenInput() {
  GeometricInput<T> input = test::makeGeometricInput<T>(5, 8, 2);
  input.w_d = Array<T>({2}, {T(0), T(-0.5)});
  input.w_r = Array<T>({2}, {T(0), T(0.75)});
  return input;
}

template <class T>
GeometricResult<T> run(const GeometricInput<T>& input, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  GeometricResult<T> result = geometricAttention(input, {device, threads}, diagnostics, none);
  for (const std::string& warning : diagnostics.warnings())
    EXPECT_EQ(warning.find("native CPU path instead"), std::string::npos) << warning;
  return result;
}

template <class T>
void expectRow(const T* found, std::initializer_list<double> expected, double tolerance) {
  for (const double value : expected) EXPECT_NEAR(*found++, value, tolerance * (1 + std::abs(value)));
}

template <class T>
double sumOf(const Array<T>& array, int power = 1) {
  double sum = 0;
  for (const T value : array) sum += std::pow(double(value), power);
  return sum;
}

template <class T>
void expectGoldens(double tolerance, Device* device) {
  GeometricInput<T> input = goldenInput<T>();
  const GeometricResult<T> full = run(input, device);
  expectRow(full.frames_R.data(),
            {-0.9518861227983, -0.02381066043192, 0.3055255499421, -0.0005211045820262, -0.9968497468637,
             -0.07931147838249, 0.3064515258082, -0.07565470641690, 0.9488750327103},
            tolerance);
  expectRow(full.frames_t.data(), {-2.657472863413, -0.756493588315, -0.600149466033}, tolerance);
  expectRow(full.maps.A.data(), {0.166032189110, 0.122705166088, 0.266454923814, 0.188365936955, 0.256441784033},
            tolerance);
  expectRow(full.Y.data(),
            {0.015027061930, 0.322351067692, -0.081791968135, 0.107538319018, -0.182627213398, 0.272340637445,
             -0.354448449500, -0.107451785178},
            tolerance);
  EXPECT_NEAR(sumOf(full.Y), 0.32872611589080236, 10 * tolerance);
  EXPECT_NEAR(sumOf(full.Y, 2), 6.043208257668319, 10 * tolerance);

  input.sequenceId = {0, 0, 0, 1, 1};
  expectRow(run(input, device).maps.A.data(),
            {0.230976274436, 0.170701731206, 0.370679721429, 0.096401316811, 0.131240956118}, tolerance);

  input.sequenceId.clear();
  input.ca[2] = Vector3::Constant(kNaN);
  const GeometricResult<T> gap = run(input, device);
  expectRow(&gap.Y(2, 0), {0, 0, 0, 0, 0, 0, 0, 0}, 0);
  expectRow(gap.Y.data(),
            {0.047803994124, 0.193156879201, 0.270416448173, 0.050164992974, -0.094380485605, 0.218848569177,
             -0.165646545007, -0.087905899324},
            tolerance);
  EXPECT_NEAR(sumOf(gap.Y), 0.37920116286036804, 10 * tolerance);
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 5; ++i) EXPECT_EQ(gap.maps.A(h, i, 2), T{0});
}

/// Two residues with identity frames; the projection gives q_r = k_r = v = (1,0,0), q_d = k_d = 0 through its bias.
GeometricInput<double> twoResidues(double apart) {
  GeometricInput<double> input = test::makeGeometricInput<double>(2, 4, 1);
  for (const size_t i : {0u, 1u}) {
    const Vector3 origin(double(i) * apart, 0, 0);
    input.n[i] = origin + Vector3(1, 1, 0);
    input.ca[i] = origin;
    input.c[i] = origin - Vector3(1, 0, 0);
  }
  input.W_proj = Array<double>({15, 4});
  input.b_proj = Array<double>({15});
  for (const Index part : {0, 1, 2}) input.b_proj[3 * part] = 1;
  input.W_out = Array<double>({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  input.w_r = input.w_d = Array<double>({1});
  return input;
}

TEST(GeometricAttention, goldensInFloat64) { expectGoldens<double>(1e-10, nullptr); }

TEST(GeometricAttention, handExampleOfTwoResidues) {
  const GeometricResult<double> near = run(twoResidues(1));
  expectRow(near.maps.A.data(), {0.598732999, 0.401267001}, 1e-9);
  expectRow(near.Y.data(), {1, 0, 0, 1, 0, 0}, 1e-9);
  // At 2 Å the plain and the squared norm differ: the logit off the diagonal is ln2/sqrt3 - 2 ln2/sqrt3.
  const GeometricResult<double> far = run(twoResidues(2));
  EXPECT_NEAR(std::log(far.maps.A[1] / far.maps.A[0]), -0.400188711 - 0.400188711, 1e-8);
  EXPECT_NEAR(far.maps.D[1], 2 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(far.maps.R[0], 1 / std::sqrt(3.0), 1e-9);
}

TEST(GeometricAttention, softplusOfZeroIsLnTwo) {
  GeometricInput<double> input = goldenInput<double>();
  input.w_d[0] = 40;
  const GeometricVectors<double> vectors = test::vectorsOf(input);
  EXPECT_NEAR(vectors.weight_r[0], 0.693147180559945, 1e-14);
  EXPECT_EQ(vectors.weight_d[0], 40);
}

TEST(GeometricAttention, residuesWithoutAFrameGetTheAverageOneOrTheIdentity) {
  GeometricInput<double> input = goldenInput<double>();
  input.c[1].setConstant(kNaN);
  input.n[3].x() = 1e6;  // what the source takes for "no coordinate"
  GeometricResult<double> result = run(input);
  EXPECT_EQ(result.vectors.hasFrame, (std::vector<std::uint8_t>{1, 0, 1, 0, 1}));
  const Vector3 mean = (input.ca[0] + input.ca[2] + input.ca[4]) / 3;
  for (Index axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(result.frames_t(1, axis), mean[axis], 1e-7);
    EXPECT_EQ(result.frames_t(1, axis), result.frames_t(3, axis));
  }
  for (auto* atoms : {&input.n, &input.ca, &input.c})
    for (Vector3& position : *atoms) position.setConstant(kNaN);
  result = run(input);
  for (Index i = 0; i < 5; ++i)
    for (Index row = 0; row < 3; ++row) {
      EXPECT_EQ(result.frames_t(i, row), 0);
      for (Index column = 0; column < 3; ++column) EXPECT_EQ(result.frames_R(i, row, column), row == column ? 1 : 0);
    }
}

TEST(GeometricAttention, otherSequencesAreHandicappedByOneLogitNotMasked) {
  GeometricInput<double> input = test::makeGeometricInput<double>(6, 4, 2);
  const GeometricResult<double> plain = run(input);
  input.sequenceId = {4, 4, 9, 9, 9, -1};
  const GeometricResult<double> handicapped = run(input);
  const auto logRatio = [](const GeometricResult<double>& result, Index h, Index i, Index j, Index k) {
    return std::log(result.maps.A(h, i, j) / result.maps.A(h, i, k));
  };
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 6; ++j) {
        const size_t own = size_t(i), other = size_t(j);
        const double handicap = input.sequenceId[own] == input.sequenceId[other] ? 0 : -1;
        EXPECT_NEAR(logRatio(handicapped, h, i, j, i) - logRatio(plain, h, i, j, i), handicap, 1e-11);
      }
}

TEST(GeometricAttention, permutingResiduesPermutesTheOutput) {
  const GeometricInput<double> input = test::makeGeometricInput<double>(7, 6, 2);
  GeometricInput<double> reversed = input;
  for (Index i = 0; i < 7; ++i)
    for (Index c = 0; c < 6; ++c) reversed.s(i, c) = input.s(6 - i, c);
  for (auto* atoms : {&reversed.n, &reversed.ca, &reversed.c}) std::reverse(atoms->begin(), atoms->end());
  const GeometricResult<double> expected = run(input), found = run(reversed);
  for (Index i = 0; i < 7; ++i)
    for (Index c = 0; c < 6; ++c) EXPECT_NEAR(found.Y(i, c), expected.Y(6 - i, c), 1e-12);
}

TEST(GeometricAttention, chainsDoNotSeeEachOther) {
  GeometricInput<double> input = test::makeGeometricInput<double>(6, 4, 2);
  input.chainId = {7, 7, 7, -3, -3, -3};
  const GeometricResult<double> result = run(input);
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 6; ++j) EXPECT_EQ(result.maps.A(h, i, j) == 0, i / 3 != j / 3);
}

TEST(GeometricAttention, withoutAnyFrameEveryRowIsUniformAndTheOutputIsTheBias) {
  GeometricInput<double> input = test::makeGeometricInput<double>(4, 4, 1);
  input.b_out = Array<double>({4}, 0.5);
  for (Vector3& position : input.n) position.setConstant(kNaN);
  const GeometricResult<double> result = run(input);
  for (const double weight : result.maps.A) EXPECT_EQ(weight, 0.25);
  for (const double value : result.Y) EXPECT_EQ(value, 0.5);
  input.frameless = FramelessOutput::keep;
  EXPECT_NE(run(input).Y[0], 0.5);
}

TEST(GeometricAttention, textVariantMeasuresDistanceWithoutTranslation) {
  GeometricInput<double> input = goldenInput<double>();
  input.variant = GeometricVariant::text;
  const GeometricVectors<double> vectors = test::vectorsOf(input);
  EXPECT_EQ(vectors.q_d, vectors.q_r);
  // The values stand last in the projection of the text, third in the one of the code.
  GeometricInput<double> code = goldenInput<double>();
  for (Index row = 0; row < 6; ++row)
    for (Index c = 0; c < 8; ++c) code.W_proj(12 + row, c) = input.W_proj(24 + row, c);
  test::expectClose(test::vectorsOf(code).v, vectors.v, 1e-13, "v");
}

TEST(GeometricAttention, wrongShapesAreErrorsThatNameTheArray) {
  const auto expectError = [](const char* name, const std::function<void(GeometricInput<double>&)>& spoil) {
    GeometricInput<double> input = goldenInput<double>();
    spoil(input);
    const std::string message = errorOf([&] { run(input); });
    EXPECT_NE(message.find("array " + std::string(name)), std::string::npos) << message;
  };
  expectError("W_proj", [](auto& input) { input.W_proj = Array<double>({29, 8}, 0.0, "W_proj"); });
  expectError("W_out", [](auto& input) { input.W_out = Array<double>({8, 5}, 0.0, "W_out"); });
  expectError("w_d", [](auto& input) { input.w_d = Array<double>({3}); });
  expectError("CA", [](auto& input) { input.ca.pop_back(); });
  expectError("ln_weight", [](auto& input) { input.ln_weight = Array<double>({7}); });
  expectError("sequence_id", [](auto& input) { input.sequenceId = {1}; });
  expectError("w_r", [](auto& input) { input.w_r = input.w_d = Array<double>({0}); });
}

class GeometricBackend : public ::testing::TestWithParam<std::string> {};

TEST_P(GeometricBackend, goldensInFloat32) { expectGoldens<float>(2e-5, test::deviceOf(GetParam())); }

INSTANTIATE_TEST_SUITE_P(EveryBackend, GeometricBackend, ::testing::ValuesIn(test::backends()), test::backendTestName);

TEST(GeometricAttention, rigidMotionInvarianceInDouble) {
  const GeometricInput<double> input = test::makeGeometricInput<double>(30, 8, 2);
  GeometricInput<double> moved = input;
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(-0.7, Vector3(0.3, 1, 2).normalized()).toRotationMatrix();
  for (auto* atoms : {&moved.n, &moved.ca, &moved.c})
    for (Vector3& position : *atoms) position = rotation * position + Vector3(10, 20, -30);
  test::expectClose(run(moved).Y, run(input).Y, 1e-12, "Y");
}

}  // namespace geometric_attention_test
