// The mechanism "rosettafold-msa": names of checkpoints, and that it is the embedding followed by MSA2MSA.
#include <gmock/gmock.h>
#include <gtest/gtest.h>


#include "engine/attention/Mechanism.h"
#include "engine/attention/rosettafold-msa/MsaEmbedding.h"
#include "engine/attention/rosettafold-msa/MsaToMsa.h"
#include "tests/support/ErrorOf.h"

namespace rose_ttafold_msa_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

const Mechanism& mechanism() { return findMechanism("rosettafold-msa"); }

ArrayBundle run(const ArrayBundle& inputs, Precision precision = Precision::float64, std::int64_t heads = 0) {
  Diagnostics diagnostics;
  Progress none;
  ParameterValues values;
  values.set("heads", heads);
  return mechanism().run(inputs, values, precision, {nullptr, 1}, diagnostics, none);
}

std::string errorOf(const ArrayBundle& inputs, std::int64_t heads = 0) {
  return test::errorOf([&] { run(inputs, Precision::float32, heads); });
}

constexpr const char* kFeatures = "msa2msa.encoder_2.layers.0.attn.fast_attention.projection_matrix";

TEST(RoseTTAFoldMsaMechanism, isTheEmbeddingFollowedByMsaToMsa) {
  const ArrayBundle inputs = mechanism().sampleInput();
  const NamedWeights weights(inputs);
  Diagnostics diagnostics;
  Progress none;
  const Array<std::int64_t> msa({3, 4}, {12, 0, 5, 19, 12, 3, 20, 19, 7, 0, 5, 1}, "msa");
  const auto X = msaEmbedding(msa, {0, 1, 2, 6}, readMsaEmbedding<double>(weights.under("msa_emb")), none);
  const auto expected =
      msaToMsa(X, readMsaToMsa<double>(weights.under("msa2msa"), 8, 2), false, {nullptr, 1}, diagnostics, none);
  const ArrayBundle outputs = run(inputs);
  EXPECT_EQ(std::get<Array<double>>(outputs.at("msa")), expected.msa);
  EXPECT_EQ(std::get<Array<double>>(outputs.at("attention")), expected.A);
  EXPECT_EQ(std::get<Array<double>>(outputs.at("pair")), expected.pair);
  EXPECT_EQ(std::get<Array<double>>(outputs.at("w")), expected.w);
}

TEST(RoseTTAFoldMsaMechanism, pathsOfTheCheckpointMayStandBeforeTheNames) {
  const ArrayBundle inputs = mechanism().sampleInput();
  ArrayBundle full;
  for (const auto& [name, array] : inputs)
    full[name.starts_with("msa2msa.")   ? "feat_extractor.iter_block_1.3." + name
         : name.starts_with("msa_emb.") ? "module." + name
                                        : name] = array;
  EXPECT_EQ(run(full), run(inputs));
  EXPECT_EQ(mechanism().costOf(full, {}, Precision::float32).flops,
            mechanism().costOf(inputs, {}, Precision::float32).flops);
  full["feat_extractor.iter_block_1.4.msa2msa.encoder_1.layers.0.norm1.a_2"] = Array<float>({8}, 1.0f);
  EXPECT_THAT(errorOf(full), AllOf(HasSubstr("array feat_extractor.iter_block_1.4."), HasSubstr("a second one for")));
}

TEST(RoseTTAFoldMsaMechanism, headsComeFromTheProjectionOfTheFeatures) {
  ArrayBundle inputs = mechanism().sampleInput();
  EXPECT_EQ(run(inputs), run(inputs, Precision::float64, 2));
  EXPECT_EQ(shapeOf(run(inputs).at("attention")), (Shape{2, 4, 4}));
  EXPECT_THAT(errorOf(inputs, 4), AllOf(HasSubstr(kFeatures), HasSubstr("found shape (6, 4), expected (any, 2)")));
  EXPECT_THAT(errorOf(inputs, 3), HasSubstr("multiple of the 3 heads"));
  inputs[kFeatures] = Array<float>({6, 3}, 1.0f, kFeatures);
  EXPECT_THAT(errorOf(inputs), AllOf(HasSubstr(kFeatures), HasSubstr("divides the 8 channels")));
}

TEST(RoseTTAFoldMsaMechanism, positionsAreColumnsUnlessResidueNumbersAreGiven) {
  ArrayBundle inputs = mechanism().sampleInput();
  const ArrayBundle numbered = run(inputs);
  inputs["idx"] = Array<std::int64_t>({4}, {0, 1, 2, 3}, "idx");
  const ArrayBundle columns = run(inputs);
  EXPECT_NE(columns, numbered);
  inputs.erase("idx");
  EXPECT_EQ(run(inputs), columns);
}

TEST(RoseTTAFoldMsaMechanism, counterOfTrainingIsAcceptedAndWithoutEffect) {
  ArrayBundle inputs = mechanism().sampleInput();
  const ArrayBundle before = run(inputs);
  inputs["msa2msa.encoder_2.layers.0.attn.calls_since_last_redraw"] = Array<std::int64_t>(Shape{}, 17);
  EXPECT_EQ(run(inputs), before);
}

TEST(RoseTTAFoldMsaMechanism, wrongIntegersAreErrorsThatNameTheArray) {
  ArrayBundle inputs = mechanism().sampleInput();
  inputs["idx"] = Array<std::int32_t>({3}, 0, "idx");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array idx: found shape (3), expected (4)"));
  inputs = mechanism().sampleInput();
  inputs["msa"] = Array<std::int32_t>({12}, 0, "msa");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array msa: found shape (12), expected (any, any)"));
  inputs["msa"] = Array<std::int32_t>({3, 4}, 21, "msa");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array msa of shape (3, 4): value number 0 (in C order) is 21"));
  inputs["msa"] = Array<std::int32_t>({0, 4}, 0, "msa");
  EXPECT_THAT(errorOf(inputs), HasSubstr("expected at least one row"));
}

TEST(RoseTTAFoldMsaMechanism, mapsAreTheSoftTiedOneTheWeightsAndThePairs) {
  const std::vector<NamedMaps> maps = mechanism().maps(run(mechanism().sampleInput()));
  ASSERT_EQ(maps.size(), 3u);
  for (const NamedMaps& named : maps) EXPECT_EQ(named.heads->numHeads, 2);
}

}  // namespace rose_ttafold_msa_test
