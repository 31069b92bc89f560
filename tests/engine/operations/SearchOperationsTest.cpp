// Searching, opening a hit and calibrating as documents do it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/io/Format.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/AlignmentKnobs.h"
#include "engine/operations/Operation.h"
#include "engine/search/hits/SearchResult.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace search_operations_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

const std::string kQuery = ">q1\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n>q2\nMKTAYLAKQRQLSFVKSHFARQLDERLGLIDVQ\n";
const std::string kRelated = ">t1\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n>t2\nAAMKTAYLAKWRQLSFVKSHFARQLDDRLGLIDVQ\n";
const std::string kOther = ">o1\nGDSLWPRTNNEEGHVKKCWDAPLLTTSRYQNGEEFP\n";

class SearchOperations : public testing::Test {
 protected:
  SearchOperations() {
    std::filesystem::create_directories(folder.path() / "db");
    test::writeText(folder.path() / "db" / "related.a3m", kRelated);
    test::writeText(folder.path() / "db" / "other.a3m", kOther);
    test::writeText(folder.path() / "q.a3m", kQuery);
  }
  DatasetPtr query() const {
    Diagnostics diagnostics;
    Progress progress;
    return std::make_shared<const Dataset>(load(folder.path() / "q.a3m", diagnostics, progress));
  }
  std::vector<Dataset> run(const std::string& id, const DatasetPtr& input, ParameterValues values) const {
    Diagnostics diagnostics;
    Progress progress;
    return findOperation(id).run({input}, values, {nullptr, 1}, diagnostics, progress);
  }
  ParameterValues database() const {
    ParameterValues values;
    values.set("database", (folder.path() / "db").string());
    return values;
  }
  test::TemporaryFolder folder;
};

TEST_F(SearchOperations, listHitsWithTheirProfilesAndTheQuerysProfileBeside) {
  const std::vector<Dataset> results = run("search", query(), database());
  ASSERT_EQ(results.size(), 2u);
  const auto* found = results[0].as<SearchResult>();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->numSearched, 2);
  EXPECT_EQ(found->database, (folder.path() / "db").string());
  ASSERT_GE(found->hits.size(), 1u);
  EXPECT_EQ(found->hits[0].entry, "related");
  EXPECT_TRUE(found->hits[0].templ);
  EXPECT_TRUE(results[1].as<ProfileHmm>());
  EXPECT_EQ(results[0].axes, std::vector<engine::DatasetId>{results[1].id});
}

TEST_F(SearchOperations, aHitOpensAsTheAlignmentOfItsPair) {
  ParameterValues values = database();
  values.set("corr", 0.2);
  const auto search = std::make_shared<const Dataset>(run("search", query(), values).front());
  ParameterValues rank;
  rank.set("rank", std::int64_t{1});
  const std::vector<Dataset> results = run("hit", search, rank);
  ASSERT_EQ(results.size(), 3u);
  const auto* alignment = results[0].as<ProfileAlignment>();
  ASSERT_TRUE(alignment);
  ASSERT_FALSE(alignment->paths.empty());
  const SearchHit& hit = search->as<SearchResult>()->hits[0];
  EXPECT_NEAR(alignment->scores[0].total, hit.scores.total, 1e-2);
  EXPECT_EQ(results[0].axes, (std::vector<engine::DatasetId>{results[1].id, results[2].id}));
  EXPECT_EQ(results[1].as<ProfileHmm>()->length(), 33);
  EXPECT_EQ(results[2].as<ProfileHmm>()->length(), 35);
  EXPECT_EQ(results[0].provenance.request.operation, "hit");
}

TEST_F(SearchOperations, theKnobsOfAnOpenedHitStandWhereTheSearchHadThem) {
  ParameterValues values = database();
  values.set("corr", 0.2);
  values.set("shift", -0.1);
  values.set("alternatives", std::int64_t{3});
  values.set("smin", 5.0);
  values.set("gapd", 0.3);
  values.set("mac", std::string("on"));
  values.set("mact", 0.2);
  const auto search = std::make_shared<const Dataset>(run("search", query(), values).front());
  const Dataset hit = run("hit", search, {}).front();
  const AlignmentKnobs knobs = knobsOf(hit);
  EXPECT_EQ(knobs.correlation, 0.2);
  EXPECT_EQ(knobs.shift, -0.1);
  EXPECT_EQ(knobs.alternatives, 3);
  const AlignmentOptions again = optionsWith(hit, knobs);
  EXPECT_EQ(again.alternatives.minimumScore, 5);
  EXPECT_EQ(again.transitions.gapd, 0.3);
  EXPECT_TRUE(again.mac.isOn);
  EXPECT_EQ(again.mac.mact, 0.2);
}

TEST_F(SearchOperations, anOpenedHitShowsItsOwnPathAndTheSearchsStatistics) {
  ParameterValues values = database();
  values.set("smin", -1e6);
  values.set("alternatives", std::int64_t{3});
  values.set("mac", std::string("off"));
  const auto search = std::make_shared<const Dataset>(run("search", query(), values).front());
  const std::vector<SearchHit>& hits = search->as<SearchResult>()->hits;
  Index numAlternatives = 0;
  for (size_t k = 0; k < hits.size(); ++k) {
    ParameterValues rank;
    rank.set("rank", static_cast<std::int64_t>(k + 1));
    const std::vector<Dataset> results = run("hit", search, rank);
    const auto& alignment = *results[0].as<ProfileAlignment>();
    const auto opened = static_cast<size_t>(alignment.opened);
    ASSERT_LT(opened, alignment.paths.size());
    EXPECT_EQ(alignment.paths[opened].steps.front().i, hits[k].path.steps.front().i) << k;
    EXPECT_EQ(alignment.paths[opened].steps.size(), hits[k].path.steps.size()) << k;
    EXPECT_EQ(alignment.scores[opened].eValue, hits[k].scores.eValue) << k;
    EXPECT_EQ(alignment.scores[opened].total, hits[k].scores.total) << k;
    numAlternatives += opened > 0;
  }
  EXPECT_GT(numAlternatives, 0);
}

TEST_F(SearchOperations, aHitOfASessionIsAlignedWithTheDefaultsOfTheSearch) {
  Dataset asked = run("search", query(), database()).front();
  asked.provenance.request.parameters = database();  // as a caller that gives no defaults has it
  ParameterValues rank;
  rank.set("rank", std::int64_t{1});
  const std::vector<Dataset> results = run("hit", std::make_shared<const Dataset>(asked), rank);
  const auto& alignment = *results[0].as<ProfileAlignment>();
  const SearchHit& hit = asked.as<SearchResult>()->hits[0];
  ASSERT_FALSE(alignment.paths.empty());
  EXPECT_EQ(alignment.paths[0].steps.size(), hit.path.steps.size());
  EXPECT_EQ(alignment.scores[0].eValue, hit.scores.eValue);
  EXPECT_FALSE(alignment.posterior.planes.empty()) << "realigned, as searches do";
}

TEST_F(SearchOperations, aHitOfAReportOrBeyondTheLastIsAnError) {
  const auto search = std::make_shared<const Dataset>(run("search", query(), database()).front());
  ParameterValues rank;
  rank.set("rank", std::int64_t{1000});
  EXPECT_THROW(run("hit", search, rank), Error);
  SearchResult report = *search->as<SearchResult>();
  report.query = nullptr;
  for (SearchHit& hit : report.hits) hit.templ = nullptr;
  Dataset dataset = *search;
  dataset.value = std::make_shared<const SearchResult>(report);
  EXPECT_THAT(errorOf([&] { run("hit", std::make_shared<const Dataset>(dataset), {}); }), HasSubstr("report"));
}

TEST_F(SearchOperations, aSearchWithoutDatabaseIsAnError) { EXPECT_THROW(run("search", query(), {}), Error); }

TEST_F(SearchOperations, prefilterIsToldStageByStageAndAgreesWithSearching) {
  const std::vector<Dataset> results = run("prefilter", query(), database());
  ASSERT_EQ(results.size(), 3u);
  const auto& ungapped = *results[0].as<ArrayBundle>();
  EXPECT_EQ(labelsIn(ungapped, "template by E-value"), (std::vector<std::string>{"related", "other"}));
  const auto goesOn = numbersOf<double>(ungapped, "points_ungapped, goes on", NonFinite::allow);
  const auto threshold = numbersOf<double>(ungapped, "curve_threshold: 2.5 + log2(Nq Nt)");
  // 2.5 + log2(33 * 35) = 12.67 bits, to a quarter below.
  EXPECT_EQ(threshold[0], 12.5);
  EXPECT_GT(goesOn[0], threshold[0]);
  EXPECT_TRUE(std::isnan(goesOn[1]));
  EXPECT_LT(numbersOf<double>(ungapped, "points_ungapped, dropped", NonFinite::allow)[1], threshold[1]);
  const auto& evalues = *results[1].as<ArrayBundle>();
  const double gapped = numbersOf<double>(ungapped, "points_gapped")[0];
  EXPECT_EQ(numbersOf<double>(evalues, "points_kept", NonFinite::allow)[0],
            2.0 * 33 * 35 * std::exp2(-std::floor(gapped)));
  const auto& letters = *results[2].as<ArrayBundle>();
  EXPECT_EQ(shapeOf(letters.at("typical column")), (Shape{20, 33}));
  for (const double number : numbersOf<double>(letters, "letter")) {
    EXPECT_GE(number, 1);
    EXPECT_LE(number, 219);
  }
  for (const double bits : numbersOf<double>(letters, "divergence")) EXPECT_GE(bits, 0);
  EXPECT_NE(results[1].title.find("1 of 2 kept"), std::string::npos) << results[1].title;
}

TEST_F(SearchOperations, calibrationGivesHistogramAndFitAsArrays) {
  ParameterValues values = database();
  values.set("shuffled", std::int64_t{300});
  values.set("bins", std::int64_t{25});
  const std::vector<Dataset> results = run("calibrate", query(), values);
  const auto* arrays = results.at(0).as<ArrayBundle>();
  ASSERT_TRUE(arrays);
  EXPECT_EQ(shapeOf(arrays->at("bin_edges")), Shape{26});
  EXPECT_EQ(shapeOf(arrays->at("counts")), Shape{25});
  EXPECT_EQ(shapeOf(arrays->at("fit")), Shape{25});
  EXPECT_EQ(shapeOf(arrays->at("lambda_mu")), Shape{4});
}

}  // namespace search_operations_test
