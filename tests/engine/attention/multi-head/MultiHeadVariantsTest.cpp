// Multi-head attention with other scores and with shared heads, against definitions in plain loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/support/ErrorOf.h"

namespace multi_head_variants_test {

using namespace engine;
using test::errorOf;
using test::expectGradientsOfMechanism;
using test::GradientCase;
using testing::HasSubstr;

constexpr Index B = 2, L = 5, D = 6, H = 4, d = 2, v = 3, Dout = 7;

ArrayBundle inputsOf(Index groups) {
  return {{"X", deterministicArray<double>(11, {B, L, D}, 1, "X")},
          {"W_q", deterministicArray<double>(12, {H * d, D}, 1, "W_q")},
          {"W_k", deterministicArray<double>(13, {groups * d, D}, 1, "W_k")},
          {"W_v", deterministicArray<double>(14, {groups * v, D}, 1, "W_v")},
          {"W_o", deterministicArray<double>(15, {Dout, H * v}, 1, "W_o")},
          {"b_k", deterministicArray<double>(16, {groups * d}, 1, "b_k")}};
}

ParameterValues valuesOf(std::initializer_list<std::pair<const char*, ParameterValue>> given) {
  ParameterValues values;
  values.set("heads", std::int64_t{H});
  for (const auto& [key, value] : given) values.set(key, value);
  return values;
}

ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values, Precision precision = Precision::float64) {
  Diagnostics diagnostics;
  Progress none;
  return findMechanism("multi-head").run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

/// Row `row` of W times x_bi, plus the bias of this name where there is one.
double mapped(const ArrayBundle& inputs, const std::string& role, Index row, Index b, Index i) {
  const Array<double> X = numbersOf<double>(inputs, "X"), W = numbersOf<double>(inputs, "W_" + role);
  double sum = inputs.count("b_" + role) != 0 ? numbersOf<double>(inputs, "b_" + role)[row] : 0;
  for (Index c = 0; c < D; ++c) sum += W(row, c) * X(b, i, c);
  return sum;
}

using Score = std::function<double(Index h, const std::vector<double>& q, const std::vector<double>& k)>;

/// Each head by itself: scores, softmax, means; joined and mapped.
void expectDefinition(const ArrayBundle& found, const ArrayBundle& inputs, Index groups, const Score& score,
                      double tolerance) {
  const Array<double> A = numbersOf<double>(found, "A"), Y = numbersOf<double>(found, "Y"),
                      W_o = numbersOf<double>(inputs, "W_o");
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < L; ++i) {
      std::vector<double> joined;
      for (Index h = 0; h < H; ++h) {
        const Index group = h / (H / groups);
        std::vector<double> weights;
        double sum = 0;
        for (Index j = 0; j < L; ++j) {
          std::vector<double> q, k;
          for (Index c = 0; c < d; ++c) {
            q.push_back(mapped(inputs, "q", h * d + c, b, i));
            k.push_back(mapped(inputs, "k", group * d + c, b, j));
          }
          weights.push_back(std::exp(score(h, q, k)));
          sum += weights.back();
        }
        for (Index j = 0; j < L; ++j) ASSERT_NEAR(A(b, h, i, j), weights[size_t(j)] / sum, tolerance);
        for (Index c = 0; c < v; ++c) {
          double mean = 0;
          for (Index j = 0; j < L; ++j) mean += weights[size_t(j)] / sum * mapped(inputs, "v", group * v + c, b, j);
          joined.push_back(mean);
        }
      }
      for (Index o = 0; o < Dout; ++o) {
        double y = 0;
        for (Index c = 0; c < H * v; ++c) y += W_o(o, c) * joined[size_t(c)];
        ASSERT_NEAR(Y(b, i, o), y, 10 * tolerance);
      }
    }
}

double dotted(const std::vector<double>& q, const std::vector<double>& k) {
  return q[0] * k[0] + q[1] * k[1];
}

TEST(MultiHeadVariants, groupsOfHeadsShareKeysAndValues) {
  for (const Index groups : {1, 2, 4}) {
    const ArrayBundle inputs = inputsOf(groups);
    const ParameterValues values = valuesOf({{"kv_heads", std::int64_t{groups}}});
    const auto score = [](Index, const auto& q, const auto& k) { return dotted(q, k) / std::sqrt(2.0); };
    expectDefinition(run(inputs, values), inputs, groups, score, 1e-12);
    expectDefinition(run(inputs, values, Precision::float32), inputs, groups, score, 1e-5);
  }
  EXPECT_THAT(errorOf([] { run(inputsOf(3), valuesOf({{"kv_heads", std::int64_t{3}}})); }),
              HasSubstr("parameter kv_heads: found 3, expected a number that divides 4"));
  EXPECT_THAT(errorOf([] { run(inputsOf(2), valuesOf({{"kv_heads", std::int64_t{1}}})); }), HasSubstr("array W_k"));
}

TEST(MultiHeadVariants, additiveScoresAreThoseOfBahdanauInEveryHead) {
  ArrayBundle inputs = inputsOf(2);
  const Array<double> w = deterministicArray<double>(17, {H, d}, 2, "w");
  inputs["w"] = w;
  const ParameterValues values = valuesOf({{"kv_heads", std::int64_t{2}}, {"scoring", std::string("additive")}});
  const auto score = [&](Index h, const auto& q, const auto& k) {
    return w(h, 0) * std::tanh(q[0] + k[0]) + w(h, 1) * std::tanh(q[1] + k[1]);
  };
  expectDefinition(run(inputs, values), inputs, 2, score, 1e-12);
  expectDefinition(run(inputs, values, Precision::float32), inputs, 2, score, 1e-5);
  ParameterValues dropped = values;
  dropped.set("maps", false);
  const Array<double> with = numbersOf<double>(run(inputs, values), "Y"),
                      without = numbersOf<double>(run(inputs, dropped), "Y");
  EXPECT_EQ(with, without);
}

TEST(MultiHeadVariants, multiplicativeScoresHaveAFormPerHeadAndNoScale) {
  ArrayBundle inputs = inputsOf(4);
  const Array<double> M = deterministicArray<double>(18, {H, d, d}, 1, "M");
  inputs["M"] = M;
  const ParameterValues values = valuesOf({{"scoring", std::string("multiplicative")}, {"intermediates", true}});
  const auto score = [&](Index h, const auto& q, const auto& k) {
    double sum = 0;
    for (Index a = 0; a < d; ++a)
      for (Index b = 0; b < d; ++b) sum += q[size_t(a)] * M(h, a, b) * k[size_t(b)];
    return sum;
  };
  const ArrayBundle found = run(inputs, values);
  expectDefinition(found, inputs, 4, score, 1e-12);
  expectDefinition(run(inputs, values, Precision::float32), inputs, 4, score, 1e-5);
  EXPECT_NEAR(numbersOf<double>(found, "q")(1, 2, 3, 1), mapped(inputs, "q", 2 * d + 1, 1, 3), 1e-12)
      << "q is that of the projection";
}

TEST(MultiHeadVariants, scoresAreThoseOfDotOnTheProjectionsWithBiasAlibiWindowAndRotary) {
  ArrayBundle inputs = inputsOf(2);
  inputs["bias"] = deterministicArray<double>(19, {H, L, L}, 1, "bias");
  const std::initializer_list<std::pair<const char*, ParameterValue>> variants = {
      {"alibi", true}, {"rotary", std::string("halves")}, {"window", std::int64_t{3}}, {"causal", true}};
  ParameterValues values = valuesOf(variants), own;
  for (const auto& [key, value] : variants) own.set(key, value);
  values.set("kv_heads", std::int64_t{2});
  values.set("intermediates", true);
  ArrayBundle projected = {{"Q", Array<double>({B, H, L, d})},
                           {"K", Array<double>({B, 2, L, d})},
                           {"V", Array<double>({B, 2, L, v})},
                           {"bias", inputs.at("bias")}};
  for (const auto& [name, role, heads, width] :
       {std::tuple{"Q", "q", H, d}, std::tuple{"K", "k", Index{2}, d}, std::tuple{"V", "v", Index{2}, v}}) {
    auto& array = std::get<Array<double>>(projected.at(name));
    for (Index b = 0; b < B; ++b)
      for (Index h = 0; h < heads; ++h)
        for (Index i = 0; i < L; ++i)
          for (Index c = 0; c < width; ++c) array(b, h, i, c) = mapped(inputs, role, h * width + c, b, i);
  }
  Diagnostics diagnostics;
  Progress none;
  const ArrayBundle single =
      findMechanism("dot").run(projected, own, Precision::float64, {nullptr, 1}, diagnostics, none);
  const ArrayBundle found = run(inputs, values);
  for (const char* name : {"S", "A", "O"}) {
    const Array<double> is = numbersOf<double>(found, name), should = numbersOf<double>(single, name);
    ASSERT_EQ(is.shape(), should.shape());
    for (Index k = 0; k < is.size(); ++k) ASSERT_NEAR(is[k], should[k], 1e-12) << name;
  }
}

TEST(MultiHeadVariants, haveGradients) {
  for (const char* scoring : {"dot", "additive", "multiplicative"}) {
    GradientCase all("multi-head");
    for (const auto& [name, array] : inputsOf(2)) all.with(name, std::get<Array<double>>(array));
    all.set("heads", std::int64_t{H}).set("kv_heads", std::int64_t{2}).set("scoring", std::string(scoring));
    all.set("rotary", std::string("neighbours")).set("window", std::int64_t{4}).set("intermediates", true);
    if (scoring == std::string("additive")) {
      all.with("w", deterministicArray<double>(17, {H, d}, 1, "w"));
    } else {
      all.set("alibi", true).with("bias", deterministicArray<double>(19, {L, L}, 1, "bias"));
    }
    if (scoring == std::string("multiplicative")) all.with("M", deterministicArray<double>(18, {H, d, d}, 1, "M"));
    expectGradientsOfMechanism(all);
  }
}

TEST(MultiHeadVariants, whatDoesNotBelongTogetherIsNamed) {
  ArrayBundle inputs = inputsOf(4);
  EXPECT_THAT(errorOf([&] { run(inputs, valuesOf({{"scoring", std::string("additive")}})); }),
              HasSubstr("array w is missing"));
  inputs["w"] = Array<double>({H, d}, 1.0, "w");
  EXPECT_THAT(errorOf([&] { run(inputs, valuesOf({})); }), HasSubstr("array w of shape (4, 2): not expected"));
  EXPECT_THAT(errorOf([&] { run(inputs, valuesOf({{"scoring", std::string("additive")}, {"alibi", true}})); }),
              HasSubstr("found a bias or ALiBi"));
  inputs["w"] = Array<double>({H, 3}, 1.0, "w");
  EXPECT_THAT(errorOf([&] { run(inputs, valuesOf({{"scoring", std::string("additive")}})); }), HasSubstr("(4, 3)"));
}

TEST(MultiHeadVariants, sizesZeroAndOne) {
  for (const Index length : {0, 1})
    for (const char* scoring : {"dot", "additive", "multiplicative"}) {
      ArrayBundle inputs = inputsOf(2);
      inputs["X"] = deterministicArray<double>(11, {length, D}, 1, "X");
      if (scoring == std::string("additive")) inputs["w"] = Array<double>({H, d}, 1.0, "w");
      if (scoring == std::string("multiplicative")) inputs["M"] = Array<double>({H, d, d}, 1.0, "M");
      const ArrayBundle found =
          run(inputs, valuesOf({{"kv_heads", std::int64_t{2}}, {"scoring", std::string(scoring)}}));
      EXPECT_EQ(shapeOf(found.at("Y")), (Shape{length, Dout}));
      EXPECT_EQ(numbersOf<double>(found, "A"), Array<double>({H, length, length}, 1.0));
    }
}

}  // namespace multi_head_variants_test
