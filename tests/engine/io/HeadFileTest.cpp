// Attention heads in files: recognised, produced on demand, checked, and never a crash.
#include "engine/io/HeadFile.h"

#include <cmath>

#include "tests/engine/io/HeadFileFixture.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::expectHeads;
using test::HeadFiles;
using test::npyOf;
using test::Opened;
using test::safetensorsOf;
using test::softmaxLike;
using test::zipOf;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

namespace head_file_test {

TEST_F(HeadFiles, everyFormatAndTypeGivesTheSameHeads) {
  const Array<float> weights = softmaxLike({3, 2, 5, 7});
  const std::map<std::string, double> types{{"<f2", 5e-4}, {">f2", 5e-4}, {"<f4", 0},
                                            {">f4", 0},    {"<f8", 0},    {">f8", 0}};
  for (const auto& [type, tolerance] : types) {
    SCOPED_TRACE(type);
    const std::string npy = npyOf(weights, type);
    for (const auto& [name, content] :
         std::map<std::string, std::string>{{"a.npy", npy},
                                            {"stored.npz", zipOf({{"attention", npy}}, ZIP_CM_STORE)},
                                            {"packed.npz", zipOf({{"attention", npy}}, ZIP_CM_DEFLATE)}}) {
      SCOPED_TRACE(name);
      const Opened opened = open(name, content);
      ASSERT_TRUE(opened.heads);
      EXPECT_THAT(opened.warnings, IsEmpty());
      EXPECT_EQ(opened.heads->numLayers, 3);
      EXPECT_EQ(opened.heads->numHeads, 2);
      EXPECT_EQ(opened.heads->numQueries, 5);
      EXPECT_EQ(opened.heads->numKeys, 7);
      expectHeads(*opened.heads, weights, tolerance);
      opened.heads->validate();
    }
  }
  for (const auto& [type, tolerance] :
       std::map<std::string, double>{{"F16", 5e-4}, {"BF16", 4e-3}, {"F32", 0}, {"F64", 0}}) {
    SCOPED_TRACE(type);
    const Opened opened = open("a.safetensors", safetensorsOf({{"attention", weights}}, type));
    ASSERT_TRUE(opened.heads);
    expectHeads(*opened.heads, weights, tolerance);
  }
}

TEST_F(HeadFiles, batchOfOneIsLeftOut) {
  for (const Shape& shape : {Shape{1, 3, 2, 4, 4}, Shape{3, 1, 2, 4, 4}, Shape{3, 2, 4, 4}}) {
    const Array<float> weights = softmaxLike(shape);
    const Opened opened = open("attention.npy", npyOf(weights));
    ASSERT_TRUE(opened.heads) << shapeText(shape);
    EXPECT_EQ(opened.heads->numLayers, 3);
    EXPECT_EQ(opened.heads->numHeads, 2);
    expectHeads(*opened.heads, weights, 0);
  }
  EXPECT_THAT(errorOf("attention.npy", npyOf(softmaxLike({2, 3, 2, 4, 4}))),
              AllOf(HasSubstr("attention.npy"), HasSubstr("(2, 3, 2, 4, 4)"), HasSubstr("batch of 1")));
}

TEST_F(HeadFiles, oneArrayPerLayerIsPutInOrderOfNumbers) {
  std::map<std::string, std::string> entries;
  Array<float> all = softmaxLike({11, 2, 4, 4});
  for (Index layer = 0; layer < 11; ++layer) {
    Array<float> one({1, 2, 4, 4}, 0.0F);
    std::copy(all.begin() + layer * 32, all.begin() + (layer + 1) * 32, one.begin());
    entries["layers." + std::to_string(layer) + ".attention_weights"] = npyOf(one);
  }
  const Opened opened = open("a.npz", zipOf(entries, ZIP_CM_STORE));
  ASSERT_TRUE(opened.heads);
  EXPECT_EQ(opened.heads->numLayers, 11);
  expectHeads(*opened.heads, all, 0);
}

TEST_F(HeadFiles, headsWithoutLayersAndSingleMapsAreOneLayer) {
  EXPECT_EQ(open("attention.npy", npyOf(softmaxLike({4, 3, 3}))).heads->numHeads, 4);
  const Opened single = open("attention.npy", npyOf(softmaxLike({1, 1})));
  ASSERT_TRUE(single.heads);
  expectHeads(*single.heads, Array<float>({1, 1}, 1.0F), 0);
}

TEST_F(HeadFiles, unnamedArrayIsAttentionWhenItsRowsSumToOne) {
  EXPECT_TRUE(open("x.npy", npyOf(softmaxLike({2, 2, 4, 4}))).heads);
  EXPECT_FALSE(open("x.npy", npyOf(Array<float>({2, 2, 4, 4}, 1.0F))).heads);
  EXPECT_FALSE(open("x.npy", npyOf(softmaxLike({4, 4}))).heads) << "any matrix could be that";
}

TEST_F(HeadFiles, arraysForSomethingElseStayArrays) {
  const std::string weights = npyOf(softmaxLike({2, 4, 4})), large = npyOf(Array<float>({100, 100}, 1.0F));
  EXPECT_FALSE(open("a.npz", zipOf({{"q", weights}, {"k", weights}}, ZIP_CM_STORE)).heads);
  EXPECT_FALSE(open("a.npz", zipOf({{"attention", weights}, {"features", large}}, ZIP_CM_STORE)).heads)
      << "most of the file is something else";
  EXPECT_FALSE(
      open("a.safetensors",
           safetensorsOf({{"encoder.layer.0.attention.self.query.weight", Array<float>({8, 8, 8}, 0.25F)}}, "F32"))
          .heads);
}

TEST_F(HeadFiles, whatIsLeftOutIsSaid) {
  const Opened opened = open(
      "a.npz", zipOf({{"attention", npyOf(softmaxLike({2, 8, 8}))}, {"contacts", npyOf(Array<float>({8, 8}, 1.0F))}},
                     ZIP_CM_STORE));
  ASSERT_TRUE(opened.heads);
  ASSERT_EQ(opened.warnings.size(), 1u);
  EXPECT_THAT(opened.warnings[0], HasSubstr("there are contacts, which were left in the file"));
}

TEST_F(HeadFiles, scoresGoWithTheirWeights) {
  const Array<float> scores = deterministicArray<float>(3, {2, 4, 4}, 5.0);
  const Opened opened =
      open("a.npz", zipOf({{"attention", npyOf(softmaxLike({2, 4, 4}))}, {"scores", npyOf(scores)}}, ZIP_CM_DEFLATE));
  ASSERT_TRUE(opened.heads);
  EXPECT_EQ(opened.heads->map(0, 1)->scores(3, 2), scores(1, 3, 2));
}

TEST_F(HeadFiles, aHeadIsReadWhenItIsAskedForAndKept) {
  const Opened opened = open("a.npy", npyOf(softmaxLike({2, 2, 4, 4})));
  ASSERT_TRUE(opened.heads->maps.empty());
  EXPECT_FALSE(opened.heads->isInMemory());
  const auto first = opened.heads->map(1, 0);
  EXPECT_EQ(opened.heads->map(1, 0), first);
  EXPECT_NE(opened.heads->map(0, 1), first);
}

TEST_F(HeadFiles, memoryForHeadsIsBounded) {
  const Index side = 2048, count = 6;  // 16 MiB each
  const Opened opened = open(
      "a.npy", npyPrefix("<f4", {count, side, side}) + std::string(static_cast<size_t>(count * side * side) * 4, '\0'));
  ASSERT_FALSE(opened.heads) << "all zero is no attention by itself";
  const Opened named = open("attention.npy", npyPrefix("<f4", {count, side, side}) +
                                                 std::string(static_cast<size_t>(count * side * side) * 4, '\0'));
  std::vector<std::weak_ptr<const AttentionMap>> seen;
  for (Index head = 0; head < count; ++head) seen.push_back(named.heads->map(0, head));
  const auto alive = std::count_if(seen.begin(), seen.end(), [](const auto& map) { return !map.expired(); });
  EXPECT_EQ(static_cast<size_t>(alive) * static_cast<size_t>(side * side) * 4, kHeadCacheBytes);
  EXPECT_FALSE(seen.back().expired());
}

TEST_F(HeadFiles, pooledPictureEqualsThatOfTheMap) {
  const Array<float> weights = softmaxLike({2, 2, 37, 21});
  const Opened opened = open("a.safetensors", safetensorsOf({{"attentions", weights}}, "F16"));
  for (Index k = 0; k < 4; ++k) {
    const PooledMap direct = opened.heads->pooled(k / 2, k % 2, 4);
    const PooledMap expected = pooledMap(opened.heads->map(k / 2, k % 2)->weights, 4);
    EXPECT_EQ(direct.mean, expected.mean);
    EXPECT_EQ(direct.largest, expected.largest);
    EXPECT_EQ(direct.high, expected.high);
  }
}

TEST_F(HeadFiles, onlyWeightsAreCalledStochastic) {
  Array<float> weights = softmaxLike({2, 4, 4});
  weights(1, 2, 3) += 0.25F;
  const Opened opened = open("attention.npy", npyOf(weights));
  EXPECT_TRUE(opened.heads->map(0, 0)->isStochastic);
  EXPECT_FALSE(opened.heads->map(0, 1)->isStochastic);
  Array<float> masked = softmaxLike({1, 4, 4});
  std::fill(masked.begin(), masked.begin() + 4, 0.0F);
  EXPECT_TRUE(open("attention.npy", npyOf(masked)).heads->map(0, 0)->isStochastic) << "a hidden row may be all 0";
}

TEST_F(HeadFiles, aHeadWithGapsIsReadAndItsNoticeCountsThem) {
  Array<float> weights = softmaxLike({2, 2, 4, 4});
  weights(1, 0, 2, 3) = NAN;
  const Opened opened = open("a.npy", npyOf(weights));
  EXPECT_TRUE(opened.heads->map(1, 1));
  EXPECT_THAT(opened.heads->map(1, 1)->notice, IsEmpty());
  const auto map = opened.heads->map(1, 0);
  EXPECT_THAT(map->notice, AllOf(HasSubstr("a.npy, array a"), HasSubstr("layer 2, head 1"), HasSubstr("1 of 16 weights"),
                                 HasSubstr("finite")));
  EXPECT_TRUE(std::isnan(map->weights(2, 3)));
  EXPECT_EQ(map->weights(2, 2), weights(1, 0, 2, 2));
  EXPECT_TRUE(map->isStochastic) << "the other rows are";
  EXPECT_FALSE(opened.heads->pooled(1, 0, 2).isFinite);
}

TEST_F(HeadFiles, scoresThatAreNotFiniteAreCountedButForMaskedOnes) {
  Array<float> scores = deterministicArray<float>(3, {1, 4, 4}, 5.0);
  scores[1] = -INFINITY;
  scores[2] = NAN;
  scores[3] = INFINITY;
  const Opened opened =
      open("a.npz", zipOf({{"attention", npyOf(softmaxLike({1, 4, 4}))}, {"scores", npyOf(scores)}}, ZIP_CM_DEFLATE));
  EXPECT_THAT(opened.heads->map(0, 0)->notice, HasSubstr("head 1: 2 of 16 scores are not finite"));
}

TEST_F(HeadFiles, rowsThatAreNotFiniteSayNothingAboutWhatAnArrayIs) {
  Array<float> weights = softmaxLike({2, 4, 4});
  for (Index k = 0; k < 4; ++k) weights[k] = NAN;  // the first row of all
  EXPECT_TRUE(open("x.npy", npyOf(weights)).heads);
  EXPECT_FALSE(open("x.npy", npyOf(Array<float>({2, 4, 4}, NAN))).heads);
  EXPECT_FALSE(open("attention.npy", npyOf(Array<float>({2, 4, 4}, NAN))).heads->map(0, 0)->isStochastic);
}

TEST_F(HeadFiles, layersThatDoNotFitTogetherAreRefused) {
  EXPECT_THAT(errorOf("a.npz", zipOf({{"attention_0", npyOf(softmaxLike({2, 4, 4}))},
                                      {"attention_1", npyOf(softmaxLike({3, 4, 4}))}},
                                     ZIP_CM_STORE)),
              AllOf(HasSubstr("a.npz, array attention_1"), HasSubstr("found 3 heads"), HasSubstr("expected 2")));
  EXPECT_THAT(errorOf("a.npz",
                      zipOf({{"attention_1", npyOf(softmaxLike({2, 4, 4}))}, {"attn_1", npyOf(softmaxLike({2, 4, 4}))}},
                            ZIP_CM_STORE)),
              AllOf(HasSubstr("attn_1"), HasSubstr("one array for each layer")));
  EXPECT_THAT(errorOf("a.npz", zipOf({{"attention_0", npyOf(softmaxLike({2, 2, 4, 4}))},
                                      {"attention_1", npyOf(softmaxLike({2, 2, 4, 4}))}},
                                     ZIP_CM_STORE)),
              AllOf(HasSubstr("attention_0"), HasSubstr("(2, 2, 4, 4)"), HasSubstr("batch of 1")));
}

TEST_F(HeadFiles, shapesBeyondAllNumbersAreRefusedByName) {
  EXPECT_THAT(errorOf("attention.npy", npyPrefix("<f4", {4611686018427387904, 8, 4}) + "1234"),
              AllOf(HasSubstr("attention.npy, array attention"), HasSubstr("4611686018427387904")));
  const std::string header = R"({"x":{"dtype":"I64","shape":[4611686018427387904,8],"data_offsets":[0,8]}})";
  const std::uint64_t length = header.size();
  EXPECT_THAT(errorOf("a.safetensors", std::string(reinterpret_cast<const char*>(&length), 8) + header + "12345678"),
              AllOf(HasSubstr("a.safetensors, array x"), HasSubstr("4611686018427387904")));
}

TEST_F(HeadFiles, noHeadsIsAnEmptySet) {
  const Opened opened = open("attention.npy", npyOf(Array<float>(Shape{0, 0, 4, 4})));
  ASSERT_TRUE(opened.heads);
  EXPECT_EQ(opened.heads->count(), 0);
  opened.heads->validate();
}

TEST_F(HeadFiles, anotherTypeIsNoHeads) {
  EXPECT_THAT(errorOf("attention.npy", npyPrefix("<c8", {2, 4, 4}) + std::string(256, '\0')),
              AllOf(HasSubstr("<c8"), HasSubstr("float16")));
  Array<std::int64_t> counts({2, 4, 4}, 1, "attention");
  EXPECT_FALSE(open("attention.npy", writeNpyArray(counts)).heads);
}

TEST_F(HeadFiles, cutAtAnyByteTheyAreRefused) {
  const Array<float> weights = softmaxLike({2, 2, 3, 3});
  const std::map<std::string, std::string> files{
      {"attention.npy", npyOf(weights, "<f2")},
      {"stored.npz", zipOf({{"attention", npyOf(weights, "<f2")}}, ZIP_CM_STORE)},
      {"packed.npz", zipOf({{"attention", npyOf(weights)}}, ZIP_CM_DEFLATE)},
      {"a.safetensors", safetensorsOf({{"attention", weights}}, "BF16")}};
  for (const auto& [name, content] : files)
    for (size_t length = 1; length < content.size(); ++length)
      ASSERT_NE(errorOf(name, content.substr(0, length)), "no error") << name << " cut at " << length;
}

TEST_F(HeadFiles, randomBytesGiveHeadsOrAnErrorThatNamesTheFile) {
  const Array<float> weights = softmaxLike({2, 2, 3, 3});
  const std::map<std::string, std::string> files{{"attention.npy", npyOf(weights)},
                                                 {"stored.npz", zipOf({{"attention_0", npyOf(weights)}}, ZIP_CM_STORE)},
                                                 {"packed.npz", zipOf({{"attention", npyOf(weights)}}, ZIP_CM_DEFLATE)},
                                                 {"a.safetensors", safetensorsOf({{"attention", weights}}, "F32")}};
  Random random(11);
  for (const auto& [name, content] : files)
    for (int round = 0; round < 400; ++round) {
      std::string changed = content;
      for (std::uint64_t flip = 0; flip < 1 + random.below(4); ++flip)
        changed[random.below(changed.size())] = static_cast<char>(random.below(256));
      const std::string found = errorOf(name, changed);
      EXPECT_THAT(found, AnyOf("no error", HasSubstr(name.substr(0, name.find('.')))));
    }
}

TEST_F(HeadFiles, aFileThatShrinksOrChangesLaterIsAnErrorAndNoCrash) {
  const Array<float> weights = softmaxLike({2, 2, 64, 64});
  const Opened opened = open("a.npy", npyOf(weights));
  ASSERT_TRUE(opened.heads->map(0, 0));
  std::filesystem::resize_file(folder() / "a.npy", 300);
  EXPECT_THROW(opened.heads->map(0, 1), Error);
  EXPECT_THROW(opened.heads->pooled(1, 1, 4), Error);
  EXPECT_TRUE(opened.heads->map(0, 0)) << "what was read before is still there";
}

TEST_F(HeadFiles, aReplacedFileKeepsShowingWhatWasOpened) {
  const Array<float> weights = softmaxLike({2, 2, 4, 4});
  const Opened opened = open("a.npy", npyOf(weights));
  write("other", "something else");
  std::filesystem::rename(folder() / "other", folder() / "a.npy");
  expectHeads(*opened.heads, weights, 0);
}

}  // namespace head_file_test
