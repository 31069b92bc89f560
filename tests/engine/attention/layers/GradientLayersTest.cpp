// Gradients of the composite layers, against central differences.
#include <gtest/gtest.h>

#include "engine/attention/gradients/GradientsOf.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/gradients/GradientCase.h"

namespace gradient_layers_test {

using namespace engine;
using test::expectGradientsOfMechanism;
using test::GradientCase;

constexpr Index kElements = 4;  ///< of an array, to take differences by

TEST(GradientOfAxialEncoder, everyKindAlongEachAxis) {
  for (const char* rows : {"tied", "soft-tied", "plain", "performer"})
    for (const char* columns : {"plain", "tied", "performer"}) {
      SCOPED_TRACE(std::string(rows) + " " + columns);
      GradientCase layer("axial-encoder");
      layer.set("heads", std::int64_t{2}).set("rows", std::string(rows)).set("columns", std::string(columns));
      if (rows == std::string("soft-tied"))
        for (const char* name : {"attn_L.seq_weight.to_query.weight", "attn_L.seq_weight.to_key.weight"})
          layer.with(name, deterministicArray<double>(5, {8, 8}, 0.5));
      if (rows == std::string("performer"))
        layer.with("attn_L.fast_attention.projection_matrix", deterministicArray<double>(6, {6, 4}, 1));
      if (columns == std::string("performer"))
        layer.with("attn_N.fast_attention.projection_matrix", deterministicArray<double>(7, {6, 4}, 1));
      expectGradientsOfMechanism(layer.set("intermediates", true), kElements);
    }
}

TEST(GradientOfAxialEncoder, otherActivationsAndPadding) {
  GradientCase layer("axial-encoder");
  Array<Bool> padding({3, 4});
  padding(1, 3) = padding(2, 3) = Bool{1};
  layer.set("heads", std::int64_t{2}).with("padding", padding);
  expectGradientsOfMechanism(layer.set("activation", std::string("gelu")), kElements);
  layer.with("ff.linear2.weight", deterministicArray<double>(8, {8, 8}, 0.5));
  expectGradientsOfMechanism(layer.set("activation", std::string("swiglu")), kElements);
}

TEST(GradientOfRoseTTAFoldMsa, weightsOfEmbeddingAndLayers) {
  GradientCase layer("rosettafold-msa");
  expectGradientsOfMechanism(layer, kElements);
  layer.with("msa_emb.pos.pe", deterministicArray<double>(9, {1, 7, 8}, 1));  // positions up to 6
  expectGradientsOfMechanism(layer, kElements);
  layer.set("heads", std::int64_t{2}).set("intermediates", true);
  layer.without("msa_emb.pos.pe").without("idx");
  expectGradientsOfMechanism(layer, kElements);
}

TEST(GradientOfBahdanauDecoder, writtenAndForcedWithEitherPadding) {
  expectGradientsOfMechanism(GradientCase("bahdanau-decoder").set("steps", std::int64_t{3}), kElements);
  GradientCase forced("bahdanau-decoder");
  forced.with("target", Array<std::int32_t>({2, 2}, {1, 4, 5, 0}, "target")).set("intermediates", true);
  expectGradientsOfMechanism(forced, kElements);
  expectGradientsOfMechanism(forced.set("source_padding", std::string("read")), kElements);
  GradientCase single("bahdanau-decoder");
  single.without("valid_lens").with("source", Array<std::int32_t>({3}, {1, 4, 2}, "source"));
  expectGradientsOfMechanism(single.set("steps", std::int64_t{2}), kElements);
}

TEST(GradientOfBahdanauDecoder, withoutAttentionAndWithAnEncoderOfBothDirections) {
  const auto withoutAttention = [](GradientCase decoder) {
    for (const char* name : {"W_q", "W_k", "w_v"})
      decoder.without(std::string("decoder.attention.") + name + ".weight");
    return decoder;
  };
  GradientCase decoder("bahdanau-decoder");
  decoder.with("target", Array<std::int32_t>({2, 2}, {1, 4, 5, 0}, "target")).set("intermediates", true);
  expectGradientsOfMechanism(withoutAttention(decoder), kElements);
  std::uint64_t seed = 70;
  for (const std::string ending : {"_l0", "_l1", "_l0_reverse", "_l1_reverse"}) {
    const auto add = [&](const std::string& array, const Shape& shape) {
      decoder.with("encoder.rnn." + array + ending, deterministicArray<double>(seed++, shape, 0.5));
    };
    add("weight_ih", {6, ending.starts_with("_l0") ? 3 : 4});
    add("weight_hh", {6, 2});
    add("bias_ih", {6});
    add("bias_hh", {6});
  }
  expectGradientsOfMechanism(decoder, kElements);
  expectGradientsOfMechanism(withoutAttention(decoder), kElements);
  expectGradientsOfMechanism(decoder.set("source_padding", std::string("read")), kElements);
}

TEST(GradientsOfLayers, namesMayHaveThePathOfACheckpoint) {
  const Mechanism& layer = findMechanism("rosettafold-msa");
  ArrayBundle withPaths;
  for (const auto& [name, array] : layer.sampleInput())
    withPaths[name.find('.') == std::string::npos ? name : "feat_extractor.iter_block_1.0." + name] = array;
  Progress none;
  const ArrayBundle found = gradientsOf("msa", layer, withPaths, {}, none);
  const ArrayBundle expected = gradientsOf("msa", layer, layer.sampleInput(), {}, none);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [name, array] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    const auto a = numbersOf<double>(found, name), b = numbersOf<double>(expected, name);
    ASSERT_EQ(a.shape(), b.shape()) << name;
    for (Index k = 0; k < b.size(); ++k) EXPECT_EQ(a[k], b[k]) << name << " at " << k;
  }
}

}  // namespace gradient_layers_test
