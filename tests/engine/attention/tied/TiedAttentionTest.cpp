// Tied attention: hand example and goldens of MATHEMATICS.md 7.7 and MATHEMATICS.md 8.6, and its invariants.
#include "engine/attention/tied/TiedAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/axial/AxialAttention.h"
#include "engine/network/Linear.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/attention/msa/MsaGoldens.h"

namespace tied_attention_test {

using namespace engine;
using test::as;
using test::expectClose;
using test::expectValues;
using test::sumOf;

template <class T>
TiedResult<T> tiedRows(const Array<T>& X, const Projections<T>& projections, const TiedOptions& options = {},
                       Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return tiedRowAttention(X, projections, options, {device, threads}, diagnostics, none);
}

TEST(TiedAttention, handExample) {
  TiedProductInput<double> input;
  input.Q = Array<double>({2, 2, 1}, {1, 2, 0, 1});
  input.K = Array<double>({2, 2, 1}, {1, 0, 2, 1});
  input.V = Array<double>({2, 2, 1}, {1, 2, 3, 4});
  input.scale = std::sqrt(0.5);
  input.keepScores = true;
  Progress none;
  const TiedProductResult<double> result = tiedProductPlain(input, 1, none);
  expectValues(result.S, 0, {std::sqrt(0.5), 0, 4 * std::sqrt(0.5), std::sqrt(0.5)}, 1e-15);
  expectValues(result.A, 0, {0.669762, 0.330238, 0.892958, 0.107042}, 1e-6);
  expectValues(result.O, 0, {0.669762 + 2 * 0.330238, 0.892958 + 2 * 0.107042}, 1e-6);
  expectValues(result.O, 2, {3 + 0.330238, 3 + 0.107042}, 1e-6);
}

template <class T>
void expectGolden(const TiedResult<T>& result, double tolerance) {
  expectValues(result.Y, 0,
               {-0.372349466523, -0.202027336884, 0.166129084505, 0.041153095489, -0.243838713998, -0.058558964135,
                -0.219504165295, -0.132818246647},
               tolerance);
  EXPECT_NEAR(sumOf(result.Y), -12.213066413899867, 14 * tolerance);
}

TEST(TiedAttention, goldenOfRoseTtaFoldInFloat64) {
  const auto fill = test::namedFill<double>(3100, test::projectionShapes());
  expectGolden(tiedRows(test::goldenMsa<double>(), test::projectionsOf(fill)), 1e-10);
}

TEST(TiedAttention, goldenOfRoseTtaFoldInFloat32OnEveryBackend) {
  const auto fill = test::namedFill<float>(3100, test::projectionShapes());
  for (const std::string& backend : test::backends())
    expectGolden(tiedRows(test::goldenMsa<float>(), test::projectionsOf(fill), {}, test::deviceOf(backend)), 2e-5);
}

// ---- the first block of the tiny MSA Transformer of MATHEMATICS.md 8.6, with a padded cell ----

using Fill = std::map<std::string, Array<double>>;

Fill msaTransformerFill() {
  std::map<std::string, Shape> shapes;
  test::addLinear(shapes, "contact_head.regression", 1, 4);
  for (const char* norm : {"emb_layer_norm_after", "emb_layer_norm_before", "lm_head.layer_norm"})
    test::addNorm(shapes, norm, 8);
  shapes["embed_positions.weight"] = {18, 8};
  shapes["embed_tokens.weight"] = {33, 8};
  shapes["msa_position_embedding"] = {1, 1024, 1, 8};
  shapes["lm_head.bias"] = {33};
  test::addLinear(shapes, "lm_head.dense", 8, 8);
  for (const std::string layer : {"layers.0.", "layers.1."}) {
    for (const std::string part : {"column_self_attention", "row_self_attention"}) {
      for (const char* name : {".layer.k_proj", ".layer.q_proj", ".layer.v_proj", ".layer.out_proj"})
        test::addLinear(shapes, layer + part + name, 8, 8);
      test::addNorm(shapes, layer + part + ".layer_norm", 8);
    }
    test::addLinear(shapes, layer + "feed_forward_layer.layer.fc1", 16, 8);
    test::addLinear(shapes, layer + "feed_forward_layer.layer.fc2", 8, 16);
    test::addNorm(shapes, layer + "feed_forward_layer.layer_norm", 8);
  }
  EXPECT_EQ(shapes.size(), 66u);
  return test::namedFill<double>(2000, shapes);
}

Array<double> normed(const Array<double>& x, const Fill& fill, const std::string& norm) {
  return layerNorm(x.reshaped({15, 8}), fill.at(norm + ".weight"), fill.at(norm + ".bias")).reshaped({3, 5, 8});
}

/// Token, position and row embeddings, normalised; padded cells are zero.
Array<double> embedding(const Fill& fill, const Array<std::int32_t>& tokens, const Array<Bool>& padding) {
  Array<double> x({3, 5, 8});
  for (Index r = 0; r < 3; ++r)
    for (Index c = 0; c < 5; ++c)
      for (Index k = 0; k < 8; ++k) {
        const Index position = padding(r, c) ? 1 : 2 + c;  // pads only at the end of a row here
        x(r, c, k) = fill.at("embed_tokens.weight")(tokens(r, c), k) + fill.at("embed_positions.weight")(position, k) +
                     fill.at("msa_position_embedding")(0, r, 0, k);
      }
  x = normed(x, fill, "emb_layer_norm_before");
  for (Index cell = 0; cell < 15; ++cell)
    for (Index k = 0; k < 8; ++k) x[cell * 8 + k] *= padding[cell] ? 0 : 1;
  return x;
}

Projections<double> projectionsNamed(const Fill& fill, const std::string& module) {
  Projections<double> p;
  const auto get = [&](const std::string& name) { return fill.at(module + ".layer." + name); };
  p.W_q = get("q_proj.weight"), p.W_k = get("k_proj.weight"), p.W_v = get("v_proj.weight");
  p.W_o = get("out_proj.weight"), p.b_q = get("q_proj.bias"), p.b_k = get("k_proj.bias");
  p.b_v = get("v_proj.bias"), p.b_o = get("out_proj.bias");
  p.heads = 2;
  return p;
}

TEST(TiedAttention, rowAndColumnMapsOfTheMsaTransformerWithPadding) {
  const Fill fill = msaTransformerFill();
  const Array<std::int32_t> tokens({3, 5}, {0, 20, 15, 11, 5, 0, 20, 30, 11, 5, 0, 4, 15, 6, 1});
  Array<Bool> padding({3, 5});
  padding(2, 4).value = 1;
  Array<double> x = embedding(fill, tokens, padding);
  const TiedResult<double> row = tiedRows(normed(x, fill, "layers.0.row_self_attention.layer_norm"),
                                          projectionsNamed(fill, "layers.0.row_self_attention"), {padding, false});
  expectValues(row.A, 5, {0.231701539702, 0.169556912869, 0.131241307096, 0.244276989653, 0.223223250680}, 1e-10);
  for (Index k = 0; k < x.size(); ++k) x[k] += row.Y[k];
  Diagnostics diagnostics;
  Progress none;
  const AxialResult<double> column = columnAttention(normed(x, fill, "layers.0.column_self_attention.layer_norm"),
                                                     projectionsNamed(fill, "layers.0.column_self_attention"),
                                                     {padding, Maps::keep, false}, {nullptr, 1}, diagnostics, none);
  const auto first = [](Index c) { return c * 2 * 9; };  // head 0, row 0 of column c
  expectValues(column.A, first(1), {0.314603634783, 0.408298564798, 0.277097800420}, 1e-10);
  expectValues(column.A, first(4), {0.471891822241, 0.528108177759, 0}, 1e-10);
}

// ---- the module on every backend ----

TEST(TiedAttention, paddingOnEveryBackendEqualsTheDefinition) {
  const Projections<float> single = test::randomProjections<float>(7, 3, 5, 6, 4);
  const Projections<double> twice = test::randomProjections<double>(7, 3, 5, 6, 4);
  const Array<float> X = deterministicArray<float>(9, {4, 21, 7}, 1, "X");
  TiedOptions options{Array<Bool>({4, 21}), true};
  for (const Index cell : {3, 20, 30, 41, 83}) options.padding[cell].value = 1;
  const TiedResult<double> expected = tiedRows(as<double>(X), twice, options);
  for (Index h = 0; h < 3; ++h)
    for (Index i = 0; i < 21; ++i)
      for (Index j = 0; j < 21; ++j)
        EXPECT_EQ(expected.S(h, i, j) == kPaddedScore, j == 3 || j == 20) << "only row 0 hides columns";
  for (const std::string& backend : test::backends()) {
    const TiedResult<float> found = tiedRows(X, single, options, test::deviceOf(backend), 2);
    expectClose(found.S, expected.S, 2e-5, "S");
    expectClose(found.A, expected.A, 2e-5, "A");
    expectClose(found.Y, expected.Y, 5e-5, "Y");
  }
}

TEST(TiedAttention, paddedQueriesDoNotCount) {
  // A padded cell outside row 0 changes its own values, but no score.
  const Projections<double> projections = test::randomProjections<double>(3, 1, 4, 4, 3);
  Array<double> X = deterministicArray<double>(5, {3, 6, 3}, 1, "X");
  TiedOptions options{Array<Bool>({3, 6}), true};
  for (Index c = 0; c < 6; ++c) options.padding(2, c).value = 1;
  const TiedResult<double> before = tiedRows(X, projections, options);
  for (Index c = 0; c < 6; ++c) X(2, c, 1) += 7;
  const TiedResult<double> after = tiedRows(X, projections, options);
  EXPECT_TRUE(after.S == before.S);
  EXPECT_FALSE(after.Y == before.Y);
}

TEST(TiedAttention, columnsAreRowsOfTheTransposedAlignment) {
  const Projections<double> projections = test::randomProjections<double>(3, 2, 4, 4, 5);
  const Array<double> X = deterministicArray<double>(5, {3, 6, 3}, 1, "X");
  Array<double> turned({6, 3, 3});
  TiedOptions options{Array<Bool>({3, 6}), true}, turnedOptions{Array<Bool>({6, 3}), true};
  for (Index r = 0; r < 3; ++r)
    for (Index c = 0; c < 6; ++c) {
      options.padding(r, c) = turnedOptions.padding(c, r) = Bool{std::uint8_t((r + 2 * c) % 5 == 1)};
      for (Index k = 0; k < 3; ++k) turned(c, r, k) = X(r, c, k);
    }
  Diagnostics diagnostics;
  Progress none;
  const TiedResult<double> columns = tiedColumnAttention(X, projections, options, {nullptr, 1}, diagnostics, none);
  const TiedResult<double> rows = tiedRows(turned, projections, turnedOptions);
  EXPECT_TRUE(columns.A == rows.A && columns.S == rows.S);
  EXPECT_EQ(columns.A.shape(), (Shape{2, 3, 3}));
  for (Index r = 0; r < 3; ++r)
    for (Index c = 0; c < 6; ++c)
      for (Index k = 0; k < 5; ++k) EXPECT_EQ(columns.Y(r, c, k), rows.Y(c, r, k));
}

}  // namespace tied_attention_test
