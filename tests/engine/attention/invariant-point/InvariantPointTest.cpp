// Invariant point attention: by hand, against Algorithm 22 written again from its text, and its invariances.
#include "engine/attention/invariant-point/InvariantPoint.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/support/ErrorOf.h"

namespace invariant_point_test {

using namespace engine;
using ::testing::HasSubstr;

const Mechanism& mechanism() { return findMechanism("invariant-point"); }

ArrayBundle run(const ArrayBundle& inputs, bool scores = true, Precision precision = Precision::float64,
                int threads = 1) {
  ParameterValues values;
  values.set("scores", scores);
  Diagnostics diagnostics;
  Progress none;
  return mechanism().run(inputs, values, precision, {nullptr, threads}, diagnostics, none);
}

Array<double> numbers(const ArrayBundle& arrays, const char* name) { return numbersOf<double>(arrays, name); }

/// Inputs of the mechanism with L residues.
ArrayBundle inputsOf(Index L, Index H = 2, Index d = 3, Index Q = 2, Index V = 3, Index P = 4, Index D = 6) {
  const auto array = [](std::uint64_t seed, Shape shape, double scale) {
    return deterministicArray<double>(seed, std::move(shape), scale);
  };
  ArrayBundle inputs = {{"s", array(61, {L, D}, 1)},
                        {"N", array(62, {L, 3}, 3)},
                        {"CA", array(63, {L, 3}, 3)},
                        {"C", array(64, {L, 3}, 3)},
                        {"W_q", array(67, {H * d, D}, 0.5)},
                        {"W_k", array(68, {H * d, D}, 0.5)},
                        {"W_v", array(69, {H * d, D}, 0.5)},
                        {"W_q_points", array(70, {3 * H * Q, D}, 0.5)},
                        {"W_k_points", array(71, {3 * H * Q, D}, 0.5)},
                        {"W_v_points", array(72, {3 * H * V, D}, 0.5)},
                        {"gamma", array(74, {H}, 1)},
                        {"W_out", array(73, {D, H * (P + d + 4 * V)}, 0.5)}};
  if (P == 0) return inputs;
  inputs["z"] = array(65, {L, L, P}, 1);
  inputs["W_b"] = array(66, {H, P}, 0.5);
  return inputs;
}

/// Algorithms 21 and 22 of the supplement of Jumper et al. 2021, written down once more with other data structures.
struct Reference {
  using Vector = Eigen::Vector3d;
  struct Rigid {
    Eigen::Matrix3d R;
    Vector t;
    Vector operator*(const Vector& x) const { return R * x + t; }
  };

  explicit Reference(const ArrayBundle& inputs) : in(inputs), gamma(numbers(in, "gamma")) {
    s = numbers(in, "s");
    L = s.length(0), H = gamma.size();
    d = numbers(in, "W_q").length(0) / H;
    Q = numbers(in, "W_q_points").length(0) / (3 * H);
    V = numbers(in, "W_v_points").length(0) / (3 * H);
    if (in.count("z") != 0) z = numbers(in, "z"), P = z.length(2);
    for (Index i = 0; i < L; ++i) rigids.push_back(rigidFrom3Points(atom("N", i), atom("CA", i), atom("C", i)));
  }
  Vector atom(const char* name, Index i) const {
    const Array<double> x = numbers(in, name);
    return {x(i, 0), x(i, 1), x(i, 2)};
  }
  static Rigid rigidFrom3Points(const Vector& x1, const Vector& x2, const Vector& x3) {
    const Vector e1 = (x3 - x2).normalized(), v2 = x1 - x2;
    const Vector e2 = (v2 - e1 * e1.dot(v2)).normalized();
    Eigen::Matrix3d R;
    R << e1, e2, e1.cross(e2);
    return {R, x2};
  }
  /// Number `row` of LinearNoBias(s_i).
  double linear(const char* W, Index row, Index i) const {
    const Array<double> weights = numbers(in, W);
    double sum = 0;
    for (Index c = 0; c < s.length(1); ++c) sum += weights(row, c) * s(i, c);
    return sum;
  }
  Vector point(const char* W, Index h, Index p, Index count, Index i) const {
    const Index first = 3 * (h * count + p);
    return {linear(W, first, i), linear(W, first + 1, i), linear(W, first + 2, i)};
  }
  double logit(Index h, Index i, Index j) const {
    double qk = 0, b = 0, squares = 0;
    for (Index c = 0; c < d; ++c) qk += linear("W_q", h * d + c, i) * linear("W_k", h * d + c, j);
    for (Index c = 0; c < P; ++c) b += numbers(in, "W_b")(h, c) * z(i, j, c);
    for (Index p = 0; p < Q; ++p)
      squares += (rigids[size_t(i)] * point("W_q_points", h, p, Q, i) -
                  rigids[size_t(j)] * point("W_k_points", h, p, Q, j))
                     .squaredNorm();
    const double w_C = std::sqrt(2.0 / (9.0 * double(Q))), w_L = std::sqrt(1.0 / 3.0);
    return w_L * (qk / std::sqrt(double(d)) + b - std::log1p(std::exp(gamma[h])) * w_C / 2 * squares);
  }
  std::vector<double> weights(Index h, Index i) const {
    std::vector<double> a;
    double sum = 0;
    for (Index j = 0; j < L; ++j) sum += a.emplace_back(std::exp(logit(h, i, j)));
    for (double& weight : a) weight /= sum;
    return a;
  }
  std::vector<double> joined(Index i) const {
    std::vector<double> all;
    for (Index h = 0; h < H; ++h) {
      const std::vector<double> a = weights(h, i);
      const auto sumOver = [&](auto term) {
        auto sum = a[0] * term(0);
        for (Index j = 1; j < L; ++j) sum += a[size_t(j)] * term(j);
        return sum;
      };
      for (Index c = 0; c < P; ++c) all.push_back(sumOver([&](Index j) { return z(i, j, c); }));
      for (Index c = 0; c < d; ++c) all.push_back(sumOver([&](Index j) { return linear("W_v", h * d + c, j); }));
      std::vector<double> lengths;
      for (Index p = 0; p < V; ++p) {
        Vector world = Vector::Zero();
        for (Index j = 0; j < L; ++j) world += a[size_t(j)] * (rigids[size_t(j)] * point("W_v_points", h, p, V, j));
        const Vector local = rigids[size_t(i)].R.inverse() * (world - rigids[size_t(i)].t);
        all.insert(all.end(), local.data(), local.data() + 3);
        lengths.push_back(local.norm());
      }
      all.insert(all.end(), lengths.begin(), lengths.end());
    }
    return all;
  }

  const ArrayBundle& in;
  Array<double> s, gamma, z;
  Index L = 0, H = 0, d = 0, Q = 0, V = 0, P = 0;
  std::vector<Rigid> rigids;
};

void expectReference(const ArrayBundle& inputs) {
  const Reference reference(inputs);
  const ArrayBundle outputs = run(inputs);
  const Array<double> S = numbers(outputs, "S"), A = numbers(outputs, "A"), O = numbers(outputs, "O"),
                      Y = numbers(outputs, "Y"), W_out = numbers(inputs, "W_out");
  for (Index i = 0; i < reference.L; ++i) {
    for (Index h = 0; h < reference.H; ++h) {
      const std::vector<double> weights = reference.weights(h, i);
      for (Index j = 0; j < reference.L; ++j) {
        EXPECT_NEAR(S(h, i, j), reference.logit(h, i, j), 1e-8 * (1 + std::abs(S(h, i, j))));
        EXPECT_NEAR(A(h, i, j), weights[size_t(j)], 1e-8);
      }
    }
    const std::vector<double> joined = reference.joined(i);
    ASSERT_EQ(O.length(1), std::ssize(joined));
    for (Index c = 0; c < O.length(1); ++c) EXPECT_NEAR(O(i, c), joined[size_t(c)], 1e-7) << i << " " << c;
    for (Index row = 0; row < Y.length(1); ++row) {
      double sum = 0;
      for (Index c = 0; c < O.length(1); ++c) sum += W_out(row, c) * joined[size_t(c)];
      EXPECT_NEAR(Y(i, row), sum, 1e-7);
    }
  }
}

TEST(InvariantPoint, isAlgorithm22) {
  expectReference(inputsOf(5));
  expectReference(inputsOf(7, 3, 1, 1, 1, 2));
  expectReference(inputsOf(4, 1, 2, 3, 2, 0));
}

/// Two residues 2 Å apart in the frame of the identity (N = (0, 1, 0) + CA, C = (1, 0, 0) + CA), all points their
/// origins, gamma = 0: the term of the points is -sqrt(1/3) ln 2 sqrt(2/9)/2 4.
TEST(InvariantPoint, twoResiduesByHand) {
  ArrayBundle inputs = inputsOf(2, 1, 1, 1, 1, 0, 1);
  inputs["CA"] = Array<double>({2, 3}, {0, 0, 0, 2, 0, 0});
  inputs["N"] = Array<double>({2, 3}, {0, 1, 0, 2, 1, 0});
  inputs["C"] = Array<double>({2, 3}, {1, 0, 0, 3, 0, 0});
  for (const char* name : {"W_q", "W_k"}) inputs[name] = Array<double>({1, 1}, 0.0);
  for (const char* name : {"W_q_points", "W_k_points", "W_v_points"}) inputs[name] = Array<double>({3, 1}, 0.0);
  inputs["s"] = Array<double>({2, 1}, {5, 7});
  inputs["W_v"] = Array<double>({1, 1}, 1.0);
  inputs["gamma"] = Array<double>({1}, 0.0);
  const ArrayBundle outputs = run(inputs);
  const double term = -std::sqrt(1.0 / 3) * std::log(2.0) * std::sqrt(2.0) / 3 / 2 * 4;
  EXPECT_NEAR(term, -0.377301535, 1e-9);
  EXPECT_NEAR(numbers(outputs, "point")(0, 0, 1), term, 1e-12);
  EXPECT_EQ(numbers(outputs, "point")(0, 0, 0), 0);
  const double weight = std::exp(term) / (1 + std::exp(term));
  EXPECT_NEAR(numbers(outputs, "A")(0, 0, 1), weight, 1e-12);
  const Array<double> O = numbers(outputs, "O");  // value, then the mean of the origins: x away, and its length
  EXPECT_NEAR(O(0, 0), 5 + 2 * weight, 1e-12);
  EXPECT_NEAR(O(0, 1), 2 * weight, 1e-9);
  EXPECT_NEAR(O(0, 4), 2 * weight, 1e-9);
  EXPECT_NEAR(O(1, 1), -2 * weight, 1e-9);
}

ArrayBundle moved(ArrayBundle inputs, const Eigen::Matrix3d& Q, const Eigen::Vector3d& t) {
  for (const char* name : {"N", "CA", "C"}) {
    auto& atoms = std::get<Array<double>>(inputs.at(name));
    for (Index i = 0; i < atoms.length(0); ++i) {
      const Eigen::Vector3d atom = Q * Eigen::Vector3d(atoms(i, 0), atoms(i, 1), atoms(i, 2)) + t;
      for (Index axis = 0; axis < 3; ++axis) atoms(i, axis) = atom[axis];
    }
  }
  return inputs;
}

TEST(InvariantPoint, rigidMotionsChangeNothingAndMirrorImagesDo) {
  const ArrayBundle inputs = inputsOf(9), expected = run(inputs);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(2.2, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  const ArrayBundle found = run(moved(inputs, turn, {40, -25, 60}));
  for (const char* name : {"S", "A", "O", "Y"})
    test::expectClose(numbers(found, name), numbers(expected, name), 1e-9, name);
  const Eigen::Matrix3d mirror = Eigen::Vector3d(1, 1, -1).asDiagonal();
  const Array<double> other = numbers(run(moved(inputs, mirror, {0, 0, 0})), "Y"), Y = numbers(expected, "Y");
  double largest = 0;
  for (Index k = 0; k < Y.size(); ++k) largest = std::max(largest, std::abs(Y[k] - other[k]));
  EXPECT_GT(largest, 1e-3);
}

TEST(InvariantPoint, inFloat32ARigidMotionFarAwayChangesLittle) {
  const ArrayBundle inputs = inputsOf(40), far = moved(inputs, Eigen::Matrix3d::Identity(), {900, -900, 900});
  test::expectClose(numbers(run(far, true, Precision::float32), "A"), numbers(run(inputs, true), "A"), 2e-4, "A");
}

TEST(InvariantPoint, termsAddUpAndRowsSumToOne) {
  const ArrayBundle outputs = run(inputsOf(12));
  const Array<double> S = numbers(outputs, "S"), A = numbers(outputs, "A"), scalar = numbers(outputs, "scalar"),
                      pair = numbers(outputs, "pair"), point = numbers(outputs, "point");
  for (Index k = 0; k < S.size(); ++k) {
    EXPECT_NEAR(S[k], scalar[k] + pair[k] + point[k], 1e-12);
    EXPECT_LE(point[k], 0);
  }
  for (Index row = 0; row < 24; ++row) {
    double sum = 0;
    for (Index j = 0; j < 12; ++j) sum += A[row * 12 + j];
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(InvariantPoint, nativeAgreesWithTheDefinition) {
  for (const Index L : {1, 2, 33, 70})
    for (const Index P : {0, 5}) {
      const ArrayBundle inputs = inputsOf(L, 3, 4, 2, 2, P);
      const ArrayBundle native = run(inputs, true, Precision::float32), plain = run(inputs);
      for (const char* name : {"scalar", "pair", "point", "S", "A", "O", "Y"})
        test::expectClose(numbers(native, name), numbers(plain, name), 2e-5, name);
      EXPECT_EQ(run(inputs, true, Precision::float32, 3), native) << "the same bits with more threads";
    }
}

TEST(InvariantPoint, withoutMapsTheOutputsKeepTheirBits) {
  ParameterValues values;
  values.set("maps", false);
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle inputs = inputsOf(20);
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const ArrayBundle without = mechanism().run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
    EXPECT_EQ(without.size(), 2u);
    EXPECT_EQ(without.at("Y"), run(inputs, true, precision).at("Y"));
  }
}

TEST(InvariantPoint, residuesWithoutAFrameAreNotSeen) {
  ArrayBundle inputs = inputsOf(6);
  std::get<Array<double>>(inputs.at("C"))(2, 1) = std::nan("");
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const ArrayBundle outputs = run(inputs, true, precision);
    const Array<double> A = numbers(outputs, "A");
    for (Index i = 0; i < 6; ++i)
      for (Index h = 0; h < 2; ++h) EXPECT_EQ(A(h, i, 2), 0);
    EXPECT_FALSE(std::get<Array<Bool>>(outputs.at("mask"))(0, 2));
    EXPECT_TRUE(std::get<Array<Bool>>(outputs.at("mask"))(2, 0));
  }
  inputs["CA"] = Array<double>({6, 3}, std::nan(""));
  const Array<double> A = numbers(run(inputs), "A");
  EXPECT_NEAR(A(0, 0, 5), 1.0 / 6, 1e-12) << "a row without any key is uniform";
}

TEST(InvariantPoint, ofNoResiduesAndOfNoPoints) {
  EXPECT_EQ(shapeOf(run(inputsOf(0)).at("Y")), (Shape{0, 6}));
  EXPECT_EQ(shapeOf(run(inputsOf(0), true, Precision::float32).at("A")), (Shape{2, 0, 0}));
  const ArrayBundle flat = inputsOf(4, 2, 3, 0, 0);
  for (const double point : numbers(run(flat), "point")) EXPECT_EQ(point, 0);
  test::expectClose(numbers(run(flat, true, Precision::float32), "Y"), numbers(run(flat), "Y"), 2e-5, "Y");
}

TEST(InvariantPoint, whatDoesNotFitIsAnErrorThatNamesTheArray) {
  const auto errorWith = [](const char* name, Shape shape) {
    ArrayBundle inputs = inputsOf(5);
    inputs[name] = Array<double>(std::move(shape), 0.1, name);
    return test::errorOf([&] { run(inputs); });
  };
  EXPECT_THAT(errorWith("W_k_points", {13, 6}), HasSubstr("array W_k_points: found shape (13, 6)"));
  EXPECT_THAT(errorWith("W_v_points", {20, 6}), HasSubstr("array W_v_points: found shape (20, 6)"));
  EXPECT_THAT(errorWith("W_out", {6, 37}), HasSubstr("array W_out: found shape (6, 37), expected (any, 38)"));
  ArrayBundle half = inputsOf(5);
  half.erase("W_b");
  EXPECT_THAT(test::errorOf([&] { run(half); }), HasSubstr("z and W_b"));
}

TEST(InvariantPoint, sampleHeadsLookForWhatTheirLabelsSay) {
  const Sample sample = mechanism().sample();
  const ArrayBundle outputs = run(sample.arrays);
  const Array<double> A = numbers(outputs, "A"), Y = numbers(outputs, "Y");
  const Index L = A.length(1);
  ASSERT_EQ(A.length(0), std::ssize(sample.headLabels));
  for (Index i = 0; i + 4 < L; ++i) {
    EXPECT_GT(A(1, i, i + 1), 0.9) << "the next residue";
    EXPECT_GT(A(2, i, i + 4), 0.5) << "four residues on";
    EXPECT_GT(A(4, i, i), A(4, i, i + 1));
  }
  const Array<double> s = numbers(sample.arrays, "s");
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) {
      bool isSame = true;
      for (Index type = 0; type < 20; ++type) isSame &= s(i, type) == s(j, type);
      EXPECT_NEAR(A(3, i, j) / A(3, i, i), isSame ? 1 : std::exp(-4.0), 1e-3);
    }
  for (Index i = 0; i < L; ++i)  // channels 4h..4h+3: a point in the frame, and its distance
    EXPECT_NEAR(std::hypot(Y(i, 0), Y(i, 1), Y(i, 2)), Y(i, 3), 1e-9);
}

TEST(GradientOfInvariantPoint, agreesWithDifferences) {
  test::expectGradientsOfMechanism(test::GradientCase("invariant-point").set("scores", true));
  test::GradientCase bias("invariant-point");
  test::expectGradientsOfMechanism(bias.with("b_out", deterministicArray<double>(5, {6}, 1)).set("maps", false));
  test::GradientCase missing("invariant-point");
  std::get<Array<double>>(missing.inputs.at("N"))(1, 0) = std::nan("");
  test::expectGradientsOfMechanism(missing);
}

TEST(GradientOfInvariantPoint, withoutPairFeatures) {
  test::GradientCase flat("invariant-point");
  flat.inputs.erase("z");
  flat.inputs.erase("W_b");
  test::expectGradientsOfMechanism(flat.with("W_out", deterministicArray<double>(6, {6, 30}, 0.5)));
}

}  // namespace invariant_point_test
