// Results in other programs' formats.
#include "engine/report/Export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/io/Format.h"
#include "engine/report/Describe.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace export_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

std::shared_ptr<const ProfileHmm> profileOf(const std::string& name, const std::string& letters) {
  ProfileHmm profile;
  profile.name = name;
  profile.masterLetters = profile.consensus = letters;
  profile.background.fill(0.05);
  profile.emissions.resize(letters.size());
  for (ResidueVector& column : profile.emissions) column.fill(0.05);
  return std::make_shared<const ProfileHmm>(profile);
}

/// ACDE on CWDE: one pair outside, a template insert inside.
Dataset alignmentDataset() {
  ProfileAlignment alignment;
  alignment.query = profileOf("query", "ACDE");
  alignment.templ = profileOf("templ", "CWDE");
  alignment.paths.push_back(
      {{{PairState::MM, 1, 0, 2.5}, {PairState::IM, 1, 1, -1}, {PairState::MM, 2, 2, 3}, {PairState::MM, 3, 3, 1}},
       5.5});
  alignment.scores.resize(1);
  alignment.scores[0].total = 5.75;
  alignment.matrices.states = {PairState::MM};
  alignment.matrices.planes = {Array<float>({5, 5}, -1.0F, "MM")};
  alignment.matrices.planes[0](2, 1) = 2.5F;
  alignment.matrices.backtrace = Array<std::uint8_t>({5, 5}, std::uint8_t{0});
  alignment.matrices.backtrace(2, 1) = 2;
  Dataset dataset;
  dataset.id = dataset.title = "alignment";
  dataset.value = std::make_shared<const ProfileAlignment>(alignment);
  return dataset;
}

TEST(Export, jsonCountsFromOne) {
  const auto document = nlohmann::json::parse(alignmentJson(alignmentDataset()));
  const auto& entry = document.at("alignments").at(0);
  EXPECT_EQ(entry.at("path").at(0).at("i"), 2);
  EXPECT_EQ(entry.at("path").at(0).at("j"), 1);
  EXPECT_EQ(entry.at("path").at(1).at("state"), "IM");
  EXPECT_EQ(entry.at("columns"), 3);
  EXPECT_EQ(entry.at("score"), 5.75);
  EXPECT_EQ(entry.at("query_aligned"), "C-DE");
  EXPECT_EQ(entry.at("template_aligned"), "CWDE");
}

TEST(Export, pairAlignmentKeepsTemplateInsertsInLowerCase) {
  const Alignment pair = pairAlignmentOf(*alignmentDataset().as<ProfileAlignment>());
  EXPECT_NO_THROW(pair.validate());
  EXPECT_EQ(pair.ungapped(0).letters(), "ACDE");
  EXPECT_EQ(exportedContent(alignmentDataset(), "x.a3m"), ">query\nACDE\n>templ\n-CwDE\n");
}

TEST(Export, reportGivesPositionsOnBothSides) {
  const std::string report = exportedContent(alignmentDataset(), "x.hhr");
  EXPECT_THAT(report, HasSubstr("Match_columns 4"));
  EXPECT_THAT(report, HasSubstr("2-4"));
  EXPECT_THAT(report, HasSubstr("1-4   (4)"));
  EXPECT_THAT(report, HasSubstr("Q query             2 C-DE    4 (4)\n"));
  EXPECT_THAT(report, HasSubstr("T templ             1 CWDE    4 (4)\n"));
  EXPECT_THAT(report, HasSubstr("Identities=100%"));
}

TEST(Export, anAlignmentWithoutPathsIsStillADocument) {
  Dataset dataset = alignmentDataset();
  auto empty = std::make_shared<ProfileAlignment>(*dataset.as<ProfileAlignment>());
  empty->paths.clear();
  dataset.value = std::shared_ptr<const ProfileAlignment>(empty);
  EXPECT_TRUE(nlohmann::json::parse(alignmentJson(dataset)).at("alignments").empty());
  EXPECT_THAT(exportedContent(dataset, "x.hhr"), HasSubstr("Match_columns 4"));
  EXPECT_EQ(pairAlignmentOf(*empty).numRows(), 1);
}

TEST(Export, matricesLoseTheirBorder) {
  const ArrayBundle arrays = matrixArrays(alignmentDataset().as<ProfileAlignment>()->matrices);
  const auto& plane = std::get<Array<float>>(arrays.at("MM"));
  EXPECT_EQ(plane.shape(), (Shape{4, 4}));
  EXPECT_EQ(plane(1, 0), 2.5F);
  EXPECT_EQ(std::get<Array<std::int32_t>>(arrays.at("backtrace"))(1, 0), 2);
  EXPECT_THROW(matrixArrays({}), Error);
}

TEST(Export, emptyHeadsAndGeometryGiveEmptyArrays) {
  EXPECT_EQ(shapeOf(headArrays({}).at("attention")), (Shape{1, 0, 0, 0}));
  EXPECT_EQ(shapeOf(geometryArrays({}).at("frames_R")), (Shape{0, 3, 3}));
}

TEST(Export, aMissingHeadIsNamed) {
  HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 1;
  auto map = std::make_shared<AttentionMap>();
  map->weights = Array<float>({1, 1}, 1.0F);
  heads.maps = {map, nullptr};
  EXPECT_THROW(
      {
        try {
          headArrays(heads);
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), HasSubstr("2 of 2"));
          throw;
        }
      },
      Error);
}

TEST(Export, unknownSuffixListsTheKnownOnes) {
  const std::string message = errorOf([&] { exportedContent(alignmentDataset(), "x.frob"); });
  EXPECT_THAT(message, HasSubstr("x.frob"));
  EXPECT_THAT(message, HasSubstr(", .hhr, .json, "));
  EXPECT_FALSE(canExport(alignmentDataset(), "x.frob"));
  EXPECT_TRUE(canExport(alignmentDataset(), "x.json.gz"));
  EXPECT_TRUE(canExport(alignmentDataset(), "x.npz", "matrices"));
  EXPECT_TRUE(canExport(alignmentDataset(), "x.npz"));
  EXPECT_FALSE(canExport(alignmentDataset(), "x.npy"));
}

TEST(Export, pairsGoIntoEveryFormatOfAlignments) {
  for (const char* name : {"x.a3m", "x.a2m", "x.fa", "x.fasta", "x.sto", "x.aln"})
    EXPECT_THAT(exportedContent(alignmentDataset(), name), HasSubstr("templ")) << name;
}

TEST(Export, suffixesThatNoFormatHasAreKnownBeforeThereIsAResult) {
  for (const char* name : {"", "-", "x.hhm", "x.hhr", "x.FA.gz", "x.json", "x.npz"})
    EXPECT_NO_THROW(requireKnownSuffix(name)) << name;
  EXPECT_NO_THROW(requireKnownSuffix("x.npz", "matrices"));
  EXPECT_THROW(requireKnownSuffix("x.frob"), Error);
  EXPECT_THROW(requireKnownSuffix("x"), Error);
  EXPECT_THROW(requireKnownSuffix("x.hhr", "matrices"), Error);
}

TEST(Export, reportsNameTheCommandWithWhatWasGivenOrIsNotAsUsual) {
  Dataset dataset = alignmentDataset();
  dataset.provenance.request = {"align", {"q", "t"}, {}, {}};
  dataset.provenance.request.parameters.set("mac", std::string("on"));
  dataset.provenance.request.parameters.fill("corr", 0.1);
  dataset.provenance.request.parameters.fill("smin", 3.0);
  EXPECT_EQ(searchResultOf(dataset, commandOf).command, "headlight align q t --smin 3 --mac on");
  dataset.provenance.request.parameters.set("corr", 0.1);
  EXPECT_EQ(searchResultOf(dataset, commandOf).command, "headlight align q t --smin 3 --corr 0.1 --mac on");
  SearchResult found;
  dataset.value = std::make_shared<const SearchResult>(found);
  dataset.provenance.request = {"search", {"q"}, {}, {}};
  dataset.provenance.request.parameters.set("database", std::string("folder"));
  dataset.provenance.request.parameters.set("iterations", std::int64_t{2});
  EXPECT_EQ(searchResultOf(dataset, commandOf).command, "headlight search q folder --iterations 2");
  found.command = "hhsearch";
  dataset.value = std::make_shared<const SearchResult>(found);
  EXPECT_EQ(searchResultOf(dataset, commandOf).command, "hhsearch");
}

TEST(Export, packsWhenTheNameEndsInGz) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "x.json.gz";
  exportDataset(alignmentDataset(), path);
  EXPECT_EQ(readFileWhole(path), alignmentJson(alignmentDataset()));
  EXPECT_EQ(test::readText(path).substr(0, 2), "\x1f\x8b");
}

TEST(Describe, everyFactOfTheTextIsInTheJson) {
  const auto facts = datasetJson(alignmentDataset());
  EXPECT_EQ(facts.at("kind"), kindName(DatasetKind::profileAlignment));
  EXPECT_EQ(facts.at("columns"), 3);
  EXPECT_THAT(datasetText(alignmentDataset()), HasSubstr("columns: 3"));
  EXPECT_THAT(datasetLine(alignmentDataset()), HasSubstr("1 path"));
}

TEST(Describe, everyArrayIsThereOnceInTheOrderOfNames) {
  ArrayBundle bundle;
  for (const char* name : {"b", "a", "c"}) bundle.emplace(name, Array<float>({20, 3}));
  Dataset dataset;
  for (const ArrayBundle& arrays : {bundle, ArrayBundle{}}) {
    dataset.value = std::make_shared<const ArrayBundle>(arrays);
    std::vector<std::string> names;
    const auto described = datasetJson(dataset);
    for (const auto& [name, facts] : described.at("arrays").items()) {
      names.push_back(name);
      EXPECT_EQ(facts.dump(), R"({"shape":[20,3],"type":"float32"})");
    }
    EXPECT_EQ(names, arrays.empty() ? std::vector<std::string>{} : std::vector<std::string>({"a", "b", "c"}));
  }
}

TEST(Describe, invalidTextInNamesDoesNotBreakTheJson) {
  Dataset dataset = alignmentDataset();
  auto copy = std::make_shared<ProfileAlignment>(*dataset.as<ProfileAlignment>());
  copy->query = profileOf("bad\xff name", "ACDE");
  dataset.value = std::shared_ptr<const ProfileAlignment>(copy);
  EXPECT_TRUE(nlohmann::json::accept(alignmentJson(dataset)));
}

}  // namespace export_test
