// Which rows of an alignment the positions of maps are, by their names and by what they were computed of.
#include "engine/datasets/AlignmentRows.h"

#include <gtest/gtest.h>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadAxes.h"
#include "engine/attention/HeadSet.h"
#include "engine/datasets/Kind.h"

namespace alignment_rows_test {

using namespace engine;

Dataset alignment() {
  Dataset dataset;
  dataset.id = "family";
  dataset.value = std::make_shared<const Alignment>(
      alignmentOf({Sequence::fromLetters("one", "AR"), Sequence::fromLetters("two", "ND")}));
  return dataset;
}

Dataset maps(const std::string& unit, std::vector<std::string> names) {
  HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = static_cast<Index>(names.size());
  heads.queryUnit = heads.keyUnit = unit;
  heads.queryTokens = heads.keyTokens = std::move(names);
  Dataset dataset;
  dataset.id = "maps";
  dataset.provenance.request.inputs = {"weights", "family"};
  dataset.value = std::make_shared<const HeadSet>(std::move(heads));
  return dataset;
}

TEST(AlignmentRows, areFoundByNameInBothDirections) {
  const Dataset found = maps("row", {"two", "three", "one"});
  EXPECT_EQ(alignmentRowOf(found, 0, alignment()), 1);
  EXPECT_EQ(alignmentRowOf(found, 1, alignment()), -1);
  EXPECT_EQ(alignmentRowOf(found, 2, alignment()), 0);
  for (const Index outside : {-1, 3}) EXPECT_EQ(alignmentRowOf(found, outside, alignment()), -1);
  EXPECT_EQ(positionOfAlignmentRow(found, 0, alignment()), 2);
  EXPECT_EQ(positionOfAlignmentRow(found, 1, alignment()), 0);
  for (const Index outside : {-1, 2}) EXPECT_EQ(positionOfAlignmentRow(found, outside, alignment()), -1);
}

TEST(AlignmentRows, ofOtherUnitsWithoutNamesOrOfAnotherAlignmentThereAreNone) {
  EXPECT_EQ(alignmentRowOf(maps("column", {"one", "two"}), 0, alignment()), -1);
  EXPECT_EQ(alignmentRowOf(maps("row", {}), 0, alignment()), -1);
  Dataset other = maps("row", {"one", "two"});
  other.provenance.request.inputs = {"another"};
  EXPECT_EQ(alignmentRowOf(other, 0, alignment()), -1);
  EXPECT_EQ(positionOfAlignmentRow(other, 0, alignment()), -1);
  EXPECT_EQ(alignmentRowOf(alignment(), 0, alignment()), -1);
  EXPECT_EQ(alignmentRowOf(maps("row", {"one"}), 0, maps("row", {"one"})), -1);
}

/// Maps on columns with a layer for each sequence or column.
Dataset layersOf(const std::string& unit, Index numLayers, const std::string& names) {
  HeadSet heads;
  heads.numLayers = numLayers;
  heads.numHeads = 1;
  heads.about[kLayerUnit] = unit;
  if (!names.empty()) heads.about[kLayerNames] = names;
  Dataset dataset = maps("column", {});
  dataset.value = std::make_shared<const HeadSet>(std::move(heads));
  return dataset;
}

TEST(AlignmentRows, layersAreFoundByTheNamesOfTheirSequences) {
  const Dataset found = layersOf("row", 3, "two\nthree\none\n");
  EXPECT_EQ(alignmentRowOfLayer(found, 0, alignment()), 1);
  EXPECT_EQ(alignmentRowOfLayer(found, 1, alignment()), -1);
  EXPECT_EQ(alignmentRowOfLayer(found, 2, alignment()), 0);
  for (const Index outside : {-1, 3}) EXPECT_EQ(alignmentRowOfLayer(found, outside, alignment()), -1);
  EXPECT_EQ(layerOfAlignmentCell(found, 0, 1, alignment()), 2);
  EXPECT_EQ(layerOfAlignmentCell(found, 1, 0, alignment()), 0);
  for (const Index outside : {-1, 2}) EXPECT_EQ(layerOfAlignmentCell(found, outside, 0, alignment()), -1);
}

TEST(AlignmentRows, layersOfColumnsAreColumns) {
  const Dataset found = layersOf("column", 2, {});
  EXPECT_EQ(layerOfAlignmentCell(found, 0, 1, alignment()), 1);
  EXPECT_EQ(layerOfAlignmentCell(found, 0, 2, alignment()), -1);
  EXPECT_EQ(layerOfAlignmentCell(found, -1, 1, alignment()), 1) << "a column alone";
  EXPECT_EQ(alignmentRowOfLayer(found, 0, alignment()), -1);
  EXPECT_EQ(layerOfAlignmentCell(layersOf("column", 3, {}), 0, 1, alignment()), -1) << "other columns";
  for (const Index layer : {0, 1}) EXPECT_EQ(alignmentColumnOfLayer(found, layer, alignment()), layer);
  for (const Index outside : {-1, 2}) EXPECT_EQ(alignmentColumnOfLayer(found, outside, alignment()), -1);
  EXPECT_EQ(alignmentColumnOfLayer(layersOf("column", 3, {}), 0, alignment()), -1);
  EXPECT_EQ(alignmentColumnOfLayer(layersOf("row", 2, "one\ntwo\n"), 0, alignment()), -1);
}

TEST(AlignmentRows, layersOfAModelOrOfAnotherAlignmentAreNoRows) {
  for (const Dataset& found : {layersOf("layer", 2, "one\ntwo\n"), layersOf("row", 2, {}), alignment()}) {
    EXPECT_EQ(alignmentRowOfLayer(found, 0, alignment()), -1);
    EXPECT_EQ(layerOfAlignmentCell(found, 0, 0, alignment()), -1);
  }
  Dataset other = layersOf("row", 2, "one\ntwo\n");
  other.provenance.request.inputs = {"another"};
  EXPECT_EQ(layerOfAlignmentCell(other, 0, 0, alignment()), -1);
}

TEST(AlignmentRows, mapsOfAsManySequencesAsColumnsAreNotOnColumns) {
  const Dataset sequences = maps("row", {"one", "two"}), columns = maps("column", {"one", "two"});
  EXPECT_TRUE(kindOf(sequences).axesOnInput(sequences, alignment()).empty());
  EXPECT_EQ(kindOf(columns).axesOnInput(columns, alignment()), std::vector<DatasetId>{"family"});
}

}  // namespace alignment_rows_test
