// A finished alignment with its knobs turned: what the knobs say, and that asking for it gives what was shown.
#include "engine/operations/AlignmentKnobs.h"

#include <gtest/gtest.h>

#include "engine/hmm/pair/LiveAlignment.h"
#include "engine/operations/Operation.h"

using namespace engine;

namespace alignment_knobs_test {

DatasetPtr alignmentOfRows(const std::string& id, const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (const std::string& row : rows) sequences.push_back(Sequence::fromLetters(id, row));
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const Alignment>(alignmentOf(sequences));
  return dataset;
}

const DatasetPtr& query() {
  static const DatasetPtr rows = alignmentOfRows("query", {"VLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLK",
                                                           "VLSAGDWQLVLNVWGKVEA--AGHGQEVLIRLFTGHPETLEKFDKFKHLK"});
  return rows;
}
const DatasetPtr& templ() {
  static const DatasetPtr rows = alignmentOfRows("template", {"VHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLS",
                                                              "VHLTAEEKSLVTGLWGKVNVDEVGGDALGRLLVVY-WTQRFFDSFGDLS"});
  return rows;
}

Dataset aligned(const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  const Operation& operation = findOperation("align");
  return operation.run({query(), templ()}, completed(operation.parameters(), values), {}, diagnostics, progress).at(0);
}

TEST(AlignmentKnobs, standWhereTheAlignmentWasMade) {
  ParameterValues values;
  values.set("shift", 0.25);
  values.set("corr", 0.3);
  values.set("ssw", 0.5);
  values.set("sums", std::string("on"));
  const AlignmentKnobs knobs = knobsOf(aligned(values));
  EXPECT_EQ(knobs.shift, 0.25);
  EXPECT_EQ(knobs.correlation, 0.3);
  EXPECT_EQ(knobs.structureWeight, 0.5);
  EXPECT_EQ(knobs.gapOpening, 1);
  EXPECT_TRUE(knobs.hasSums);
}

TEST(AlignmentKnobs, whatIsAskedForIsWhatWasShown) {
  const Dataset dataset = aligned();
  AlignmentKnobs knobs = knobsOf(dataset);
  knobs.shift = -0.4;
  knobs.gapOpening = 0.3;
  knobs.correlation = 0;
  knobs.alternatives = 3;
  knobs.coOptimal = 5;
  const auto* first = dataset.as<ProfileAlignment>();
  Progress progress;
  LiveAlignment live(first->query, first->templ);
  const ProfileAlignment shown = live.update(optionsWith(dataset, knobs), knobs.gapOpening, progress);
  const Dataset asked = aligned(requestWith(dataset, knobs).parameters);
  const auto* kept = asked.as<ProfileAlignment>();
  ASSERT_EQ(shown.paths.size(), kept->paths.size());
  ASSERT_FALSE(shown.paths.empty());
  EXPECT_NEAR(shown.paths[0].score, kept->paths[0].score, 1e-3);
  EXPECT_EQ(shown.paths[0].steps.size(), kept->paths[0].steps.size());
  EXPECT_NE(shown.paths[0].score, first->paths[0].score) << "the knobs matter";
}

TEST(AlignmentKnobs, otherDatasetsAreErrors) {
  Dataset loaded = aligned();
  loaded.provenance = {};
  EXPECT_EQ(knobsOf(loaded).gapOpening, 1);
  EXPECT_THROW(requestWith(loaded, {}), Error) << "nobody knows what it was made of";
  EXPECT_THROW(knobsOf(*query()), Error);
}

TEST(AlignmentKnobs, lanesHoldTheTemplateAndTheOthersLongestFirst) {
  const Dataset dataset = aligned();
  const auto* shown = dataset.as<ProfileAlignment>();
  Progress progress;
  const std::vector<std::shared_ptr<const ProfileHmm>> others(9, shown->query);
  const LaneMatrices lanes = lanesBeside(dataset, knobsOf(dataset), *shown, others, progress);
  ASSERT_EQ(lanes.numLanes(), 8U);
  EXPECT_EQ(lanes.numColumns(), std::max(shown->query->length(), shown->templ->length()));
  for (size_t lane = 1; lane < lanes.numLanes(); ++lane)
    EXPECT_LE(lanes.templ(lane).length(), lanes.templ(lane - 1).length());
  EXPECT_EQ(lanesBeside(dataset, knobsOf(dataset), *shown, {}, progress).numLanes(), 1U);
}

}  // namespace alignment_knobs_test
