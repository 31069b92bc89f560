// What every entry of kinds.def must fulfil, and what values know of their kind.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/heads/HeadTable.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/models/ModelWeights.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/trees/Tree.h"
#include "tests/engine/datasets/ToyKind.h"
#include "tests/support/Files.h"

using namespace engine;

namespace kinds_test {

Dataset datasetOf(DatasetValue value) {
  Dataset dataset;
  dataset.id = dataset.title = "it";
  dataset.value = std::move(value);
  return dataset;
}

class EveryKind : public testing::TestWithParam<size_t> {
 protected:
  const Kind& kind() const { return *kinds()[GetParam()]; }
  Dataset empty() const { return datasetOf(kind().empty()); }
};

TEST_P(EveryKind, hasNamesOfItsOwn) {
  EXPECT_FALSE(kind().name().empty());
  EXPECT_FALSE(kind().heading().empty());
  for (const auto& other : kinds()) {
    if (other.get() == &kind()) continue;
    EXPECT_NE(other->name(), kind().name());
    EXPECT_NE(other->heading(), kind().heading());
    EXPECT_NE(other->icon(), kind().icon());
    EXPECT_NE(other->type(), kind().type());
  }
}

TEST_P(EveryKind, hasADrawing) {
  EXPECT_TRUE(std::filesystem::exists(test::sampleFile("../icons/" + kind().icon() + ".svg")));
}

TEST_P(EveryKind, isThatOfItsValues) {
  EXPECT_EQ(kind().empty().kind(), static_cast<DatasetKind>(GetParam()));
  EXPECT_EQ(&kindOf(empty()), &kind());
  EXPECT_EQ(kindName(empty().kind()), kind().name());
}

TEST_P(EveryKind, tellsSizeAndFactsOfAnEmptyValue) {
  EXPECT_NO_THROW(kind().size(empty()));
  EXPECT_FALSE(kind().size(empty()).empty());
  EXPECT_FALSE(kind().shownSize(empty()).empty());
  EXPECT_TRUE(kind().facts(empty()).is_object());
  EXPECT_FALSE(kind().facts(empty()).empty());
  EXPECT_EQ(kind().numPositions(empty()), 0);
  for (const Residues& part : kind().parts(empty())) EXPECT_TRUE(part.codes.empty());
  EXPECT_FALSE(kind().mapToOrigin(empty(), datasetOf(std::make_shared<const Alignment>())));
}

TEST_P(EveryKind, tellsNothingOfAMissingValue) {
  const Dataset nothing;
  EXPECT_EQ(kind().size(nothing), "");
  EXPECT_TRUE(kind().facts(nothing).empty());
  EXPECT_EQ(kind().numPositions(nothing), 0);
  EXPECT_TRUE(kind().parts(nothing).empty());
}

TEST_P(EveryKind, namesPositionsWhereThereAreNumbersOfThem) {
  const PositionNumbers numbers = kind().numbers(empty());
  EXPECT_EQ(kind().positionName().empty(), numbers.columns.empty());
  for (const NumberColumn& column : numbers.columns) {
    EXPECT_FALSE(column.name.empty());
    EXPECT_TRUE(column.values.empty()) << column.name;
  }
}

TEST_P(EveryKind, isAMapAChainOrNeither) {
  const std::vector<Index> lengths = kind().axisLengths(empty());
  EXPECT_LE(lengths.size(), 2U);
  for (const Index length : lengths) EXPECT_EQ(length, 0);
}

TEST_P(EveryKind, hasExportersThatAreAllDifferent) {
  std::set<std::string> known;
  for (const Exporter& exporter : kind().exporters()) {
    EXPECT_TRUE(known.insert(exporter.suffix + " " + exporter.part).second) << exporter.suffix;
    EXPECT_FALSE(exporter.help.empty());
    EXPECT_EQ(exporter.suffix.empty(), !(exporter.form == DatasetValue())) << "either a suffix or a form";
    if (!exporter.suffix.empty()) {
      EXPECT_EQ(exporter.suffix.front(), '.');
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind, testing::Range(size_t{0}, size_t{kinds().size()}), [](const auto& info) {
  std::string name = kinds()[info.param]->icon();
  std::erase(name, '-');
  return name;
});

struct Sizes {
  std::string icon;  ///< also the kind's
  DatasetValue value;
  std::string size, shownSize;
};

TEST(Kinds, sayHowLargeTheirValuesAre) {
  const auto profile = std::make_shared<ProfileHmm>();
  profile->neff = 2.5;
  ProfileAlignment pair;
  pair.query = pair.templ = profile;
  HeadSet heads;
  heads.numLayers = 2, heads.numHeads = 4, heads.numQueries = 7, heads.numKeys = 9;
  Alignment alignment;
  alignment.rows.resize(1);
  alignment.numColumns = 3;
  Structure structure;
  structure.chains.resize(2);
  ArrayBundle arrays;
  arrays.emplace("x", Array<float>({2}));
  SearchResult result;
  result.hits.resize(2);
  result.numSearched = 1;
  ChainGeometry geometry;
  geometry.chain = "B";
  Tree tree;
  tree.add(-1, 0, "a");
  HeadTable table;
  table.numLayers = 1, table.numHeads = 2, table.heads.resize(2);
  table.heads[1].labels = {{HeadRule::self, "self", ""}};
  ModelWeights weights;
  weights.source = weightsInMemory({{"w", Array<float>({2, 3})}}, "tiny.pt");
  const std::vector<Sizes> all{
      {"sequences", std::make_shared<const SequenceSet>(SequenceSet{{{}, {}}}), "2 sequences", "2 sequences"},
      {"alignment", std::make_shared<const Alignment>(alignment), "1 sequence x 3 columns", "1 row × 3 columns"},
      {"profile", profile, "0 columns", "0 columns, Neff 2.50"},
      {"structure", std::make_shared<const Structure>(structure), "2 chains, 0 residues", "2 chains, 0 residues"},
      {"arrays", std::make_shared<const ArrayBundle>(arrays), "1 array", "1 array"},
      {"heads", std::make_shared<const HeadSet>(heads), "8 heads of 7 x 9", "2 layers × 4 heads, 7 × 9"},
      {"profile-alignment", std::make_shared<const ProfileAlignment>(pair), "0 paths", "0 × 0 columns, no path"},
      {"geometry", std::make_shared<const ChainGeometry>(geometry), "0 residues", "chain B, 0 residues"},
      {"search-result", std::make_shared<const SearchResult>(result), "2 hits", "2 hits of 1 template"},
      {"tree", std::make_shared<const Tree>(tree), "1 leaf", "1 leaf"},
      {"head-table", std::make_shared<const HeadTable>(table), "statistics of 2 heads",
       "1 layer × 2 heads, 1 self"},
      {"weights", std::make_shared<const ModelWeights>(weights), "1 array, 6 values", "1 array, 6 values"}};
  for (const Sizes& entry : all) {
    const Dataset dataset = datasetOf(entry.value);
    EXPECT_EQ(kindOf(dataset).icon(), entry.icon);
    EXPECT_EQ(kindOf(dataset).size(dataset), entry.size);
    EXPECT_EQ(kindOf(dataset).shownSize(dataset), entry.shownSize);
  }
}

TEST(Kinds, knowTheAxesOfMapsAlsoWhereTheyDiffer) {
  HeadSet heads;
  heads.numQueries = 7, heads.numKeys = 9;
  const Dataset map = datasetOf(std::make_shared<const HeadSet>(heads));
  EXPECT_EQ(kindOf(map).axisLengths(map), (std::vector<Index>{7, 9}));
  EXPECT_EQ(kindOf(map).numPositions(map), 0) << "which are no positions of one axis";
}

TEST(DatasetValue, isOfItsTypeAndNoOther) {
  const auto alignment = std::make_shared<const Alignment>();
  const DatasetValue value = alignment;
  EXPECT_EQ(value.as<Alignment>(), alignment.get());
  EXPECT_EQ(value.share<Alignment>(), alignment);
  EXPECT_EQ(value.as<Structure>(), nullptr);
  EXPECT_EQ(value.share<Structure>(), nullptr);
}

TEST(DatasetValue, ofATypeWithoutAKindIsRefused) {
  EXPECT_THROW(DatasetValue(std::make_shared<const std::string>("text")), Error);
}

TEST(DatasetValue, ofAKindThatIsAddedLaterIsKnown) {
  const DatasetPtr dataset = test::lesson("helices", "MKV");
  EXPECT_EQ(dataset->kind(), test::lessonKind());
  EXPECT_EQ(kindName(dataset->kind()), "lesson");
  EXPECT_EQ(kindOf(*dataset).size(*dataset), "2 pages");
  EXPECT_EQ(kindOf(*dataset).text(*dataset), "  name: Helices\n  pages: 2\n");
  EXPECT_EQ(kindOf(*dataset).axisLengths(*dataset), std::vector<Index>{3});
}

}  // namespace kinds_test
