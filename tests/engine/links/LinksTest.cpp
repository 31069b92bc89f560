// Hovers translate: structure <-> alignment <-> profile <-> path of a profile alignment, by hand and by brute force.
#include "engine/links/Links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/base/Random.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/pair/ProfileAlignment.h"

namespace links_test {

using namespace engine;

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("s", letters).codes; }

Chain chainOf(const std::string& id, const std::string& letters) {
  Chain chain{id, {}};
  for (size_t k = 0; k < letters.size(); ++k) {
    Residue residue;
    residue.name = alphabet::threeLetter(letters[k]);
    residue.letter = letters[k];
    residue.number = static_cast<int>(k) + 1;
    chain.residues.push_back(residue);
  }
  return chain;
}

template <class T>
DatasetPtr datasetOf(const std::string& id, T value, std::vector<engine::DatasetId> axes = {}) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const T>(std::move(value));
  dataset->axes = std::move(axes);
  return dataset;
}

DatasetPtr structureOf(const std::string& id, const std::vector<std::string>& chains) {
  Structure structure;
  structure.name = id;
  for (const std::string& letters : chains)
    structure.chains.push_back(chainOf(std::string(1, static_cast<char>('A' + structure.chains.size())), letters));
  return datasetOf(id, structure);
}

/// Rows of equal length without inserts.
DatasetPtr alignmentOfRows(const std::string& id, const std::vector<std::string>& rows) {
  std::vector<Sequence> sequences;
  for (size_t k = 0; k < rows.size(); ++k)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(k), rows[k]));
  return datasetOf(id, alignmentOf(sequences));
}

/// A profile with the given master whose column k is column `columns[k]` of `alignment`.
DatasetPtr profileOf(const std::string& id, const std::string& master, std::vector<Index> columns,
                     const std::string& alignment) {
  ProfileHmm profile;
  profile.name = id;
  profile.masterLetters = master;
  profile.emissions.resize(master.size());
  profile.alignmentColumn = std::move(columns);
  auto dataset = std::make_shared<Dataset>();
  dataset->id = id;
  dataset->provenance.request.inputs = {alignment};
  dataset->value = std::make_shared<const ProfileHmm>(profile);
  return dataset;
}

DatasetPtr pathOf(const std::string& id, const DatasetPtr& query, const DatasetPtr& templ,
                  const std::vector<PathStep>& steps) {
  ProfileAlignment alignment;
  alignment.query = query->share<ProfileHmm>();
  alignment.templ = templ->share<ProfileHmm>();
  alignment.paths.push_back({steps, 0});
  alignment.scores.emplace_back();
  return datasetOf(id, alignment, {query->id, templ->id});
}

const std::string kProtein = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ";
const std::string kOther = "GDVEKGKKIFIMKCSQCHTVEKGGKHKTGPNLHGLFG";

TEST(LinkBetween, structureResiduesFindTheirColumnsAcrossGaps) {
  const auto structure = structureOf("s", {"ACDEF"});
  const auto alignment = alignmentOfRows("a", {"WW-WWWW", "AC-D-EF"});
  const auto map = linkBetween(*structure, *alignment);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->to, (std::vector<Index>{0, 1, 3, 5, 6}));
  EXPECT_EQ(linkBetween(*alignment, *structure)->to, map->from);
}

TEST(LinkBetween, profileColumnsAreTheAlignmentColumnsItWasMadeFrom) {
  const auto alignment = alignmentOfRows("a", {"ACDEFG"});
  const auto profile = profileOf("p", "ADG", {0, 2, 5}, "a");
  EXPECT_EQ(linkBetween(*profile, *alignment)->to, (std::vector<Index>{0, 2, 5}));
}

TEST(LinkBetween, columnsOutsideAReplacedAlignmentAreNotLinked) {
  const auto alignment = alignmentOfRows("a", {"AC"});
  const auto profile = profileOf("p", "ADG", {0, 2, 5}, "a");
  EXPECT_EQ(linkBetween(*profile, *alignment)->to, (std::vector<Index>{0, -1, -1}));
}

TEST(LinkBetween, profileAndStructureMeetInTheMasterSequence) {
  const auto profile = profileOf("p", "AC-DEF", {}, "");
  const auto structure = structureOf("s", {"ACDEF"});
  EXPECT_EQ(linkBetween(*profile, *structure)->to, (std::vector<Index>{0, 1, -1, 2, 3, 4}));
}

TEST(LinkBetween, unrelatedProteinsAreNotLinked) {
  EXPECT_FALSE(linkBetween(*structureOf("s", {kProtein}), *structureOf("t", {kOther})));
  EXPECT_FALSE(linkBetween(*structureOf("s", {kProtein}), *alignmentOfRows("a", {kOther})));
  EXPECT_FALSE(linkBetween(*structureOf("s", {kProtein}), *profileOf("p", kOther, {}, "")));
}

TEST(LinkBetween, aFewLettersDoNotMatchALongSequence) {
  EXPECT_FALSE(linkBetween(*structureOf("s", {"SHF"}), *structureOf("t", {kProtein})));
}

TEST(LinkBetween, structuresWithTheSameSequenceButMissingResiduesAreLinked) {
  const auto whole = structureOf("s", {kProtein});
  const auto cut = structureOf("t", {kProtein.substr(2, 28)});
  const auto map = linkBetween(*whole, *cut);
  ASSERT_TRUE(map);
  for (Index k = 0; k < 33; ++k) EXPECT_EQ(map->partner(k), k >= 2 && k < 30 ? k - 2 : -1) << k;
}

TEST(LinkBetween, chainsOfOneSequenceArePairedInOrder) {
  const auto map = linkBetween(*structureOf("s", {kProtein, kOther, kProtein}), *structureOf("t", {kOther, kProtein}));
  ASSERT_TRUE(map);
  const auto numProtein = static_cast<Index>(kProtein.size()), numOther = static_cast<Index>(kOther.size());
  EXPECT_EQ(map->partner(0), numOther);
  EXPECT_EQ(map->partner(numProtein), 0);
  EXPECT_EQ(map->partner(numProtein + numOther), -1);
}

TEST(LinkBetween, emptyAndSingleResidueDatasetsAreLegal) {
  const auto empty = structureOf("e", {}), one = structureOf("o", {"W"});
  EXPECT_FALSE(linkBetween(*empty, *one));
  EXPECT_FALSE(linkBetween(*empty, *alignmentOfRows("a", {"W"})));
  EXPECT_EQ(linkBetween(*one, *alignmentOfRows("a", {"W"}))->to, (std::vector<Index>{0}));
  EXPECT_EQ(linkBetween(*empty, *empty)->to.size(), 0U);
}

TEST(LinkBetween, geometryOfALaterChainLinksToItsOwnChain) {
  const auto structure = structureOf("s", {kProtein, kProtein});
  ChainGeometry geometry;
  geometry.structure = structure->share<Structure>();
  geometry.chain = "B";
  geometry.geometry.backbone.ca.resize(kProtein.size());
  const auto map = linkBetween(*datasetOf("g", geometry), *structure);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->partner(0), static_cast<Index>(kProtein.size()));
}

TEST(AxesOfChain, onlyTheFirstChainSharesTheStructuresPositions) {
  const auto structure = structureOf("s", {kProtein, kOther});
  EXPECT_EQ(axesOfChain(*structure, ""), std::vector<engine::DatasetId>{"s"});
  EXPECT_EQ(axesOfChain(*structure, "A"), std::vector<engine::DatasetId>{"s"});
  EXPECT_TRUE(axesOfChain(*structure, "B").empty());
  EXPECT_TRUE(axesOfChain(*structureOf("e", {}), "").empty());
}

TEST(LinkByPath, matchesOnlyPairStates) {
  const auto query = profileOf("q", "ACDE", {}, ""), templ = profileOf("t", "FGHI", {}, "");
  const auto alignment =
      pathOf("x", query, templ,
             {{PairState::MM, 0, 1, 0}, {PairState::MI, 1, 1, 0}, {PairState::MM, 2, 2, 0}, {PairState::GD, 2, 3, 0}});
  EXPECT_EQ(kindOf(*alignment).mapBetweenAxes(*alignment)->to, (std::vector<Index>{1, -1, 2, -1}));
}

constexpr Index kFirstColumn = 3;

/// structure -> alignment -> profile -> path -> profile -> alignment -> structure.
struct World {
  DatasetPtr structureA = structureOf("sA", {kProtein}), structureB = structureOf("sB", {kOther});
  DatasetPtr alignmentA, alignmentB, profileA, profileB, path;
  std::vector<Index> pathPartner;  // of profile A's columns
};

/// Alignments with random gap columns, profiles that begin at column kFirstColumn of these, a random path.
World randomWorld(std::uint64_t seed) {
  Random random(seed);
  World world;
  const auto gapped = [&random](const std::string& letters) {
    std::string row;
    for (const char letter : letters) row += std::string(random.below(3), '-') + letter;
    return row;
  };
  const auto profileFor = [](const std::string& id, const std::string& row, const std::string& alignment) {
    std::vector<Index> columns;
    std::string master;
    for (size_t k = kFirstColumn; k < row.size(); ++k) columns.push_back(static_cast<Index>(k)), master += row[k];
    return profileOf(id, master, columns, alignment);
  };
  const std::string rowA = gapped(kProtein), rowB = gapped(kOther);
  world.alignmentA = alignmentOfRows("aA", {rowA});
  world.alignmentB = alignmentOfRows("aB", {rowB});
  world.profileA = profileFor("pA", rowA, "aA");
  world.profileB = profileFor("pB", rowB, "aB");
  const Index numA = world.profileA->as<ProfileHmm>()->length(), numB = world.profileB->as<ProfileHmm>()->length();
  world.pathPartner.assign(static_cast<size_t>(numA), -1);
  std::vector<PathStep> steps;
  Index j = 0;
  for (Index i = 0; i < numA && j < numB; ++i) {
    j += static_cast<Index>(random.below(2));
    if (j >= numB || random.below(4) == 0) continue;
    steps.push_back({PairState::MM, i, j, 0});
    world.pathPartner[static_cast<size_t>(i)] = j++;
  }
  world.path = pathOf("path", world.profileA, world.profileB, steps);
  return world;
}

TEST(LinkGraph, composesStructureAlignmentProfileAndPathLikeBruteForce) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const World world = randomWorld(seed);
    LinkGraph graph;
    for (const auto& dataset : {world.path, world.structureB, world.profileA, world.alignmentA, world.structureA,
                                world.profileB, world.alignmentB})
      graph.add(dataset);
    const auto& alignmentA = *world.alignmentA->as<Alignment>();
    const auto& alignmentB = *world.alignmentB->as<Alignment>();
    const std::vector<Index> columnsA = alignmentA.columnOfResidue(0), residuesB = alignmentB.residueOfColumn(0);
    for (size_t residue = 0; residue < columnsA.size(); ++residue) {
      const auto index = static_cast<Index>(residue);
      EXPECT_EQ(graph.translate("sA", index, "aA").value_or(-1), columnsA[residue]);
      EXPECT_EQ(graph.translate("aA", columnsA[residue], "sA").value_or(-1), index);
      const Index column = std::max<Index>(columnsA[residue] - kFirstColumn, -1);
      EXPECT_EQ(graph.translate("sA", index, "pA").value_or(-1), column);
      const Index partner = column < 0 ? -1 : world.pathPartner[static_cast<size_t>(column)];
      EXPECT_EQ(graph.translate("sA", index, "pB").value_or(-1), partner) << "seed " << seed << " residue " << residue;
      const Index residueB = partner < 0 ? -1 : residuesB[static_cast<size_t>(partner + kFirstColumn)];
      EXPECT_EQ(graph.translate("sA", index, "sB").value_or(-1), residueB);
      if (residueB < 0) continue;
      EXPECT_EQ(graph.translate("sB", residueB, "sA").value_or(-1), index);
    }
  }
}

TEST(LinkGraph, linksThatAreFoundLaterCountFromThenOn) {
  LinkGraph graph;
  EXPECT_TRUE(graph.insert(structureOf("s", {kProtein})).empty()) << "one chain has no copies";
  const std::vector<LinkPair> pairs = graph.insert(alignmentOfRows("a", {kProtein}));
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_FALSE(graph.translate("s", 3, "a"));
  graph.take({compare(pairs[0])});
  EXPECT_EQ(graph.translate("s", 3, "a"), 3);
  EXPECT_TRUE(graph.insert(alignmentOfRows("b", {kProtein})).size() == 1U) << "two alignments are never compared";
}

TEST(LinkGraph, linksOfWhatWasReplacedOrRemovedMeanwhileAreIgnored) {
  LinkGraph graph;
  graph.insert(structureOf("s", {kProtein}));
  const std::vector<LinkPair> late = graph.insert(alignmentOfRows("a", {kProtein}));
  const std::vector<LinkPair> now = graph.insert(alignmentOfRows("a", {"--" + kProtein}));
  graph.take({compare(now.at(0))});
  graph.take({compare(late.at(0))});
  EXPECT_EQ(graph.translate("s", 3, "a"), 5);
  graph.remove("a");
  graph.take({compare(now.at(0))});
  EXPECT_FALSE(graph.translate("s", 3, "a"));
}

TEST(LinkGraph, copiesOfAChainAreFoundLaterToo) {
  LinkGraph graph;
  const std::vector<LinkPair> pairs = graph.insert(structureOf("s", {kProtein, kProtein}));
  ASSERT_EQ(pairs.size(), 1U);
  graph.add(alignmentOfRows("a", {kProtein}));
  const auto second = static_cast<Index>(kProtein.size()) + 4;
  EXPECT_FALSE(graph.translate("s", second, "a"));
  graph.take({compare(pairs[0])});
  EXPECT_EQ(graph.translate("s", second, "a"), 4);
}

TEST(LinkPair, costsGrowWithTheSizes) {
  const auto small = structureOf("s", {kProtein}),
             large = structureOf("l", {std::string(9000, 'A'), std::string(9000, 'C')});
  const auto alignment = alignmentOfRows("a", {std::string(9000, 'A'), std::string(9000, 'C')});
  EXPECT_LT((LinkPair{small, small}.cost()), 1e4);
  EXPECT_LT((LinkPair{small, large}.cost()), 1e6);
  EXPECT_GT((LinkPair{large, alignment}.cost()), 1e7);
  EXPECT_GT((LinkPair{large, large}.cost()), 4e6);
  const auto empty = structureOf("e", {});
  EXPECT_EQ((LinkPair{empty, large}.cost()), 0);
}

TEST(LinkGraph, translationToItselfIsTheIdentity) {
  LinkGraph graph;
  graph.add(structureOf("s", {kProtein}));
  for (Index k = 0; k < static_cast<Index>(kProtein.size()); ++k) EXPECT_EQ(graph.translate("s", k, "s"), k);
  EXPECT_FALSE(graph.translate("s", -1, "s"));
  EXPECT_FALSE(graph.translate("s", static_cast<Index>(kProtein.size()), "s"));
}

TEST(LinkGraph, aPathIsOnlyFollowedWhenNothingElseLeadsThere) {
  // Both profiles have the same master, and a path that shifts them by one.
  const auto first = profileOf("p", kProtein, {}, ""), second = profileOf("q", kProtein, {}, "");
  std::vector<PathStep> shifted;
  for (Index k = 0; k + 1 < static_cast<Index>(kProtein.size()); ++k) shifted.push_back({PairState::MM, k, k + 1, 0});
  LinkGraph graph;
  graph.add(pathOf("path", first, second, shifted));
  graph.add(first);
  graph.add(second);
  EXPECT_EQ(graph.translate("p", 5, "q"), 5);
}

TEST(LinkGraph, anAlignmentWithoutAxesLinksItsOwnPositionsAndWhatIsLinkedToThem) {
  const auto query = profileOf("p", kProtein, {}, ""), templ = profileOf("q", kOther, {}, "");
  std::vector<PathStep> steps;
  for (Index k = 0; k < 9; ++k) steps.push_back({PairState::MM, k + 2, k + 1, 0});
  auto alone = std::make_shared<Dataset>(*pathOf("path", query, templ, steps));
  alone->axes = {};
  const auto length = static_cast<Index>(kProtein.size());
  EXPECT_EQ(numPositions(*alone), length + static_cast<Index>(kOther.size()));
  LinkGraph graph;
  graph.add(structureOf("s", {kProtein}));
  graph.add(DatasetPtr(alone));
  graph.add(structureOf("t", {kOther}));
  EXPECT_EQ(graph.translate("s", 4, "path"), 4);
  EXPECT_EQ(graph.translate("t", 4, "path"), length + 4) << "behind the query's columns";
  EXPECT_EQ(graph.translate("path", length + 6, "t"), 6);
  EXPECT_EQ(graph.translate("s", 4, "t"), 3) << "along the path";
  EXPECT_EQ(graph.translate("t", 3, "s"), 4);
  EXPECT_EQ(graph.translate("path", 4, "t"), 3);
  EXPECT_FALSE(graph.translate("s", 0, "t")) << "the path does not go there";
  EXPECT_EQ(graph.translate("path", 4, "path"), 4);
  graph.remove("path");
  EXPECT_FALSE(graph.translate("s", 4, "t"));
}

/// Datasets in the order of their numbers, added in any order.
LinkGraph graphOf(const std::vector<DatasetPtr>& datasets, const std::vector<size_t>& arrival) {
  LinkGraph graph;
  std::vector<size_t> there;
  for (const size_t number : arrival) {
    const auto place = std::upper_bound(there.begin(), there.end(), number);
    graph.add(datasets[number], static_cast<size_t>(place - there.begin()));
    there.insert(place, number);
  }
  return graph;
}

TEST(LinkGraph, doesNotDependOnWhichDatasetComesFirst) {
  // From the structure to the profile lead two alignments, which disagree by four columns; the first in order counts.
  std::vector<Index> columns(kOther.size());
  std::iota(columns.begin(), columns.end(), Index{0});
  const std::string gaps(kOther.size() - kProtein.size(), '-');
  const std::vector<DatasetPtr> datasets = {structureOf("s", {kProtein}), alignmentOfRows("a", {kProtein + gaps}),
                                            alignmentOfRows("b", {gaps + kProtein, kOther}),
                                            profileOf("p", kOther, columns, "a")};
  std::vector<size_t> arrival = {0, 1, 2, 3};
  do {
    const LinkGraph graph = graphOf(datasets, arrival);
    EXPECT_EQ(graph.translate("s", 5, "p"), 5);
    EXPECT_EQ(graph.translate("b", 9, "p"), 9);
  } while (std::next_permutation(arrival.begin(), arrival.end()));
}

TEST(LinkGraph, nearestIsTheDatasetWithTheFewestLinksNotTheFirst) {
  const auto own = profileOf("own", kProtein, {}, ""), other = profileOf("other", kOther, {}, "");
  LinkGraph graph;
  graph.add(other);
  graph.add(pathOf("path", own, other, {{PairState::MM, 4, 7, 0}}));
  graph.add(own);
  graph.add(structureOf("s", {kProtein}));
  const auto isProfile = [](const Dataset& dataset) { return dataset.kind() == DatasetKind::profile; };
  using Found = std::pair<DatasetId, Index>;
  EXPECT_EQ(graph.translate("s", 4, "other"), 7);
  EXPECT_EQ(graph.nearest("s", 4, isProfile), (Found{"own", 4}));
  EXPECT_EQ(graph.nearest("own", 4, isProfile), (Found{"other", 7})) << "never the one it comes from";
  EXPECT_EQ(graph.nearest("own", 5, isProfile), std::nullopt);
  graph.remove("own");
  EXPECT_EQ(graph.nearest("s", 4, isProfile), std::nullopt);
  EXPECT_EQ(graph.nearest("nobody", 4, isProfile), std::nullopt);
  EXPECT_EQ(graph.nearest("s", -1, isProfile), std::nullopt);
}

TEST(LinkGraph, unknownRemovedAndReplacedDatasetsLeaveNoLinks) {
  LinkGraph graph;
  graph.add(structureOf("s", {kProtein}));
  graph.add(alignmentOfRows("a", {kProtein}));
  EXPECT_EQ(graph.translate("s", 3, "a"), 3);
  EXPECT_FALSE(graph.translate("s", 3, "nobody"));
  EXPECT_FALSE(graph.translate("nobody", 3, "a"));
  graph.add(alignmentOfRows("a", {"--" + kProtein}));
  EXPECT_EQ(graph.translate("s", 3, "a"), 5);
  graph.remove("a");
  EXPECT_FALSE(graph.translate("s", 3, "a"));
  graph.add(alignmentOfRows("a", {kOther}));
  EXPECT_FALSE(graph.translate("s", 3, "a"));
}

TEST(LinkGraph, replacingAProfileKeepsThePathThatConcernsIt) {
  const auto first = profileOf("p", kProtein, {}, ""), second = profileOf("q", kOther, {}, "");
  LinkGraph graph;
  graph.add(first);
  graph.add(second);
  graph.add(pathOf("path", first, second, {{PairState::MM, 4, 7, 0}}));
  EXPECT_EQ(graph.translate("p", 4, "q"), 7);
  graph.add(profileOf("p", kProtein, {}, ""));
  EXPECT_EQ(graph.translate("q", 7, "p"), 4);
  graph.remove("path");
  EXPECT_FALSE(graph.translate("q", 7, "p"));
}

TEST(LinkGraph, aFurtherCopyOfAChainStandsForTheFirst) {
  LinkGraph graph;
  graph.add(structureOf("dimer", {kProtein, kProtein}));
  graph.add(alignmentOfRows("a", {kProtein}));
  const auto length = static_cast<Index>(kProtein.size());
  EXPECT_EQ(graph.translate("dimer", length + 4, "a"), 4);
  EXPECT_EQ(graph.translate("a", 4, "dimer"), 4);
}

TEST(NumPositions, countsEachKindsOwnAxis) {
  EXPECT_EQ(numPositions(*structureOf("s", {"ACD", "EF"})), 5);
  EXPECT_EQ(numPositions(*alignmentOfRows("a", {"A-C"})), 3);
  EXPECT_EQ(numPositions(*profileOf("p", "ACDE", {}, "")), 4);
  EXPECT_EQ(numPositions(*datasetOf("q", SequenceSet{})), 0);
  EXPECT_EQ(numPositions(*datasetOf("q", SequenceSet{{{"x", "", codesOf("AC")}, {"y", "", codesOf("A")}}})), 2);
  HeadSet heads;
  heads.numQueries = heads.numKeys = 7;
  EXPECT_EQ(numPositions(*datasetOf("h", heads)), 7);
  EXPECT_EQ(numPositions(*datasetOf("h", heads, {"s"})), 0);
  EXPECT_EQ(numPositions(*datasetOf("x", ProfileAlignment{})), 0);
}

}  // namespace links_test
