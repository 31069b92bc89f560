// Attention heads in files: recognised, produced on demand, checked, and never a crash.
#include "engine/io/HeadFile.h"

#include <zip.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "engine/base/HalfFloat.h"
#include "engine/base/Random.h"
#include "engine/io/WriteHeads.h"
#include "engine/io/formats/NpyArray.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Random weights whose last axis sums to 1.
Array<float> softmaxLike(const Shape& shape, std::uint64_t seed = 1) {
  Array<float> weights(shape, 0.0F, "attention");
  Random random(seed);
  const Index columns = shape.back();
  for (Index row = 0; columns > 0 && row < weights.size() / columns; ++row) {
    double sum = 0;
    for (Index k = 0; k < columns; ++k) sum += weights[row * columns + k] = static_cast<float>(random.uniform());
    for (Index k = 0; k < columns; ++k) weights[row * columns + k] /= static_cast<float>(sum);
  }
  return weights;
}

/// The values as bytes of a NumPy type.
std::string bytesAs(const Array<float>& values, const std::string& descr) {
  std::string bytes;
  const auto add = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (descr[0] == '>') std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
  };
  for (const float value : values) {
    if (descr.ends_with("f2")) add(halfOfFloat(value));
    if (descr.ends_with("f4")) add(value);
    if (descr.ends_with("f8")) add(static_cast<double>(value));
    if (descr.ends_with("bf")) add(brainOfFloat(value));
  }
  return bytes;
}

std::string npyOf(const Array<float>& values, const std::string& descr = "<f4") {
  return npyPrefix(descr, values.shape()) + bytesAs(values, descr);
}

/// An archive of entries, packed with this method.
std::string zipOf(const std::map<std::string, std::string>& entries, zip_int32_t method) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(source);
  zip_t* const archive = zip_open_from_source(source, ZIP_TRUNCATE, &error);
  for (const auto& [name, bytes] : entries) {
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(),
                                           zip_source_buffer(archive, bytes.data(), bytes.size(), 0), ZIP_FL_ENC_UTF_8);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  zip_close(archive);
  zip_source_open(source);
  zip_stat_t facts;
  zip_source_stat(source, &facts);
  std::string content(facts.size, '\0');
  zip_source_read(source, content.data(), content.size());
  zip_source_close(source);
  zip_source_free(source);
  return content;
}

std::string safetensorsOf(const std::vector<std::pair<std::string, Array<float>>>& arrays, const std::string& type) {
  std::string header = "{", data;
  for (const auto& [name, values] : arrays) {
    const std::string descr = type == "F16" ? "<f2" : type == "BF16" ? "<bf" : type == "F64" ? "<f8" : "<f4";
    const std::string bytes = bytesAs(values, descr);
    std::string shape = "[";
    for (size_t k = 0; k < values.shape().size(); ++k) shape += (k ? "," : "") + std::to_string(values.shape()[k]);
    header += (data.empty() ? "\"" : ",\"") + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape +
              R"(],"data_offsets":[)" + std::to_string(data.size()) + "," + std::to_string(data.size() + bytes.size()) +
              "]}";
    data += bytes;
  }
  header += "}";
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

struct Opened {
  std::shared_ptr<const HeadSet> heads;  ///< null: read as arrays
  std::vector<std::string> warnings;
};

class HeadFiles : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    test::writeText(m_folder.path() / name, content);
    return m_folder.path() / name;
  }
  Opened open(const std::string& name, const std::string& content) const {
    Diagnostics diagnostics;
    Progress progress;
    const Dataset dataset = load(write(name, content), diagnostics, progress);
    return {dataset.share<HeadSet>(), diagnostics.warnings()};
  }
  std::string errorOf(const std::string& name, const std::string& content) const {
    try {
      const Opened opened = open(name, content);
      if (opened.heads) opened.heads->validate();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  std::filesystem::path folder() const { return m_folder.path(); }

 private:
  test::TemporaryFolder m_folder;
};

void expectHeads(const HeadSet& heads, const Array<float>& expected, double tolerance) {
  const Index size = heads.numQueries * heads.numKeys;
  ASSERT_EQ(heads.count() * size, expected.size());
  for (Index k = 0; k < heads.count(); ++k) {
    const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->isStochastic);
    for (Index cell = 0; cell < size; ++cell) ASSERT_NEAR(map->weights[cell], expected[k * size + cell], tolerance);
  }
}

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
  EXPECT_THAT(opened.warnings[0], AllOf(HasSubstr("array contacts"), HasSubstr("(8, 8)")));
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

TEST_F(HeadFiles, aHeadThatIsNotFiniteIsRefusedAndTheOthersAreNot) {
  Array<float> weights = softmaxLike({2, 2, 4, 4});
  weights(1, 0, 2, 3) = NAN;
  const Opened opened = open("a.npy", npyOf(weights));
  EXPECT_TRUE(opened.heads->map(1, 1));
  try {
    opened.heads->map(1, 0);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("a.npy, array a"), HasSubstr("layer 2, head 1"), HasSubstr("row 3"),
                                    HasSubstr("column 4"), HasSubstr("nan"), HasSubstr("finite")));
  }
  EXPECT_FALSE(opened.heads->pooled(1, 0, 2).isFinite);
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

TEST_F(HeadFiles, writtenHeadByHeadTheyReadTheSame) {
  const Array<float> weights = softmaxLike({2, 3, 5, 4});
  const Array<float> scores = deterministicArray<float>(3, {2, 3, 5, 4}, 5.0);
  const Opened opened = open("a.npz", zipOf({{"attention", npyOf(weights)}, {"scores", npyOf(scores)}}, ZIP_CM_STORE));
  for (const char* name : {"b.npz", "b.npy", "b.safetensors"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(writeHeads(*opened.heads, folder() / name));
    Diagnostics diagnostics;
    Progress progress;
    const Dataset again = load(folder() / name, diagnostics, progress);
    ASSERT_TRUE(again.as<HeadSet>());
    expectHeads(*again.as<HeadSet>(), weights, 0);
    const bool hasScores = std::string(name) != "b.npy";
    EXPECT_EQ(again.as<HeadSet>()->map(1, 2)->scores.empty(), !hasScores);
  }
  EXPECT_FALSE(writeHeads(*opened.heads, folder() / "b.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "b.txt"));
}

TEST_F(HeadFiles, writtenWithSixteenBitsTheyAreHalfAsLargeAndReadTheSame) {
  const Array<float> weights = softmaxLike({2, 3, 16, 16});
  const Opened opened = open("attention.npy", npyOf(weights));
  for (const char* name : {"b.npz", "b.npy", "b.safetensors"}) {
    ASSERT_TRUE(writeHeads(*opened.heads, folder() / name, HeadNumbers::float16));
    Diagnostics diagnostics;
    Progress progress;
    const Dataset again = load(folder() / name, diagnostics, progress);
    ASSERT_TRUE(again.as<HeadSet>()) << name;
    expectHeads(*again.as<HeadSet>(), weights, 1e-4);
    EXPECT_LT(std::filesystem::file_size(folder() / name), 2u * 6 * 256 + 700) << name;
  }
}

TEST_F(HeadFiles, writtenArchiveIsReadByOthersToo) {
  const Opened opened = open("attention.npy", npyOf(softmaxLike({2, 3, 5, 4})));
  ASSERT_TRUE(writeHeads(*opened.heads, folder() / "b.npz"));
  const std::string content = test::readText(folder() / "b.npz");
  const auto bundle = test::readAs("npz", content);  // by libzip
  EXPECT_EQ(shapeOf(bundle.as<ArrayBundle>().at("attention")), (Shape{2, 3, 5, 4}));
}

TEST_F(HeadFiles, aSetWithAMissingHeadIsNotWritten) {
  HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = 2;
  heads.maps = {nullptr};
  EXPECT_THROW(writeHeads(heads, folder() / "x.npz"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder() / "x.npz"));
}

}  // namespace
