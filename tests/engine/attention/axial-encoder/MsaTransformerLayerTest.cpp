// The axial layer in the order of the MSA Transformer (MATHEMATICS.md 8.3): golden of a whole tiny model with padding
// (MATHEMATICS.md 8.6), of which the layers are the engine's and the ends are written out here.
#include <gtest/gtest.h>

#include <type_traits>

#include "engine/attention/axial-encoder/AxialEncoderLayer.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/network/Embedding.h"
#include "engine/network/Linear.h"
#include "tests/engine/attention/msa/MsaGoldens.h"

namespace msa_transformer_layer_test {

// A layer may use both headers; two enumerations of one name would be two definitions of one thing.
static_assert(!std::is_same_v<engine::Activation, engine::FeedForwardActivation>);

using namespace engine;

using Fill = std::map<std::string, Array<double>>;
constexpr Index kD = 8, kF = 16;
const Array<std::int64_t> kTokens({3, 5}, {0, 20, 15, 11, 5, 0, 20, 30, 11, 5, 0, 4, 15, 6, 1}, "tokens");
constexpr std::int64_t kPad = 1;

Fill weights() {
  std::map<std::string, Shape> shapes = {{"contact_head.regression.bias", {1}},
                                         {"contact_head.regression.weight", {1, 4}},
                                         {"embed_positions.weight", {18, kD}},
                                         {"embed_tokens.weight", {33, kD}},
                                         {"lm_head.bias", {33}},
                                         {"msa_position_embedding", {1, 1024, 1, kD}}};
  for (const char* name : {"emb_layer_norm_after", "emb_layer_norm_before", "lm_head.layer_norm"})
    test::addNorm(shapes, name, kD);
  test::addLinear(shapes, "lm_head.dense", kD, kD);
  for (const std::string layer : {"layers.0.", "layers.1."}) {
    for (const std::string attention : {"column_self_attention", "row_self_attention"}) {
      for (const char* map : {"k_proj", "out_proj", "q_proj", "v_proj"})
        test::addLinear(shapes, layer + attention + ".layer." + map, kD, kD);
      test::addNorm(shapes, layer + attention + ".layer_norm", kD);
    }
    test::addLinear(shapes, layer + "feed_forward_layer.layer.fc1", kF, kD);
    test::addLinear(shapes, layer + "feed_forward_layer.layer.fc2", kD, kF);
    test::addNorm(shapes, layer + "feed_forward_layer.layer_norm", kD);
  }
  return test::namedFill<double>(2000, shapes);
}

LayerNormWeights<double> normOf(const Fill& fill, const std::string& name) {
  return {fill.at(name + ".weight"), fill.at(name + ".bias")};
}

AxisAttentionWeights<double> attentionOf(const Fill& fill, const std::string& name) {
  const auto W = [&](const char* map) { return fill.at(name + ".layer." + map + "_proj.weight"); };
  const auto b = [&](const char* map) { return fill.at(name + ".layer." + map + "_proj.bias"); };
  return {{W("q"), W("k"), W("v"), W("out"), b("q"), b("k"), b("v"), b("out"), 2}, {}, {}};
}

AxialEncoderLayerWeights<double> layerOf(const Fill& fill, const std::string& layer) {
  const std::string feed = layer + "feed_forward_layer";
  return {normOf(fill, layer + "row_self_attention.layer_norm"),
          normOf(fill, layer + "column_self_attention.layer_norm"),
          normOf(fill, feed + ".layer_norm"),
          attentionOf(fill, layer + "row_self_attention"),
          attentionOf(fill, layer + "column_self_attention"),
          {fill.at(feed + ".layer.fc1.weight"), fill.at(feed + ".layer.fc1.bias"), fill.at(feed + ".layer.fc2.weight"),
           fill.at(feed + ".layer.fc2.bias")},
          AttentionKind::tied,
          AttentionKind::plain,
          FeedForwardActivation::gelu};
}

Array<Bool> padding() {
  Array<Bool> pads(kTokens.shape());
  for (Index k = 0; k < pads.size(); ++k) pads[k].value = kTokens[k] == kPad;
  return pads;
}

Array<double> embedded(const Fill& fill) {
  Array<double> X = embed(kTokens, fill.at("embed_tokens.weight"));
  for (Index r = 0; r < 3; ++r)
    for (Index i = 0, seen = 0; i < 5; ++i) {
      const bool isPad = kTokens(r, i) == kPad;
      const Index position = isPad ? kPad : kPad + ++seen;
      for (Index c = 0; c < kD; ++c)
        X(r, i, c) += fill.at("embed_positions.weight")(position, c) + fill.at("msa_position_embedding")[r * kD + c];
    }
  Progress none;
  X = layerNorm(X, normOf(fill, "emb_layer_norm_before"), 1, none);
  for (Index cell = 0; cell < 15; ++cell)
    if (kTokens[cell] == kPad) std::fill_n(X.data() + cell * kD, kD, 0.0);
  return X;
}

Array<double> logitsOf(const Fill& fill, const Array<double>& X) {
  Progress none;
  Array<double> hidden = layerNorm(X, normOf(fill, "emb_layer_norm_after"), 1, none);
  hidden = linear(hidden, fill.at("lm_head.dense.weight"), fill.at("lm_head.dense.bias"));
  activate(FeedForwardActivation::gelu, hidden.data(), hidden.size(), hidden.data());
  hidden = layerNorm(hidden, normOf(fill, "lm_head.layer_norm"), 1, none);
  return linear(hidden, fill.at("embed_tokens.weight"), fill.at("lm_head.bias")).reshaped({3, 5, 33});
}

TEST(MsaTransformerLayer, goldenOfATinyModelWithPadding) {
  const Fill fill = weights();
  ASSERT_EQ(fill.size(), 66u);
  Array<double> X = embedded(fill);
  Diagnostics diagnostics;
  Progress none;
  const AxisAttentionOptions options{padding()};
  const auto maps = axialEncoderLayer(X, layerOf(fill, "layers.0."), options, {}, diagnostics, none);
  test::expectValues(maps.rows.A, 5, {0.231701539702, 0.169556912869, 0.131241307096, 0.244276989653, 0.223223250680},
                     1e-10);
  const Array<double>& columns = maps.columns.A;  // (C, H, R, R)
  const double first[] = {0.314603634783, 0.408298564798, 0.277097800420};
  const double padded[] = {0.471891822241, 0.528108177759, 0};
  for (Index s = 0; s < 3; ++s) {
    EXPECT_NEAR(columns(1, 0, 0, s), first[s], 1e-10);
    EXPECT_NEAR(columns(4, 0, 0, s), padded[s], 1e-10);
  }
  axialEncoderLayer(X, layerOf(fill, "layers.1."), options, {}, diagnostics, none);
  const Array<double> logits = logitsOf(fill, X);
  test::expectValues(logits, 33,
                     {0.328209274044, 0.360647347667, -0.402485879991, 0.421499687199, -0.250314400644, 0.346901788325},
                     1e-10);
  EXPECT_NEAR(test::sumOf(logits), 39.37917130620448, 4e-9);
}

}  // namespace msa_transformer_layer_test
