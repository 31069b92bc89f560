// The pairs that are drawn: those whose precision the head table tells, on the residues of a chain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/analysis/ChainMatch.h"
#include "engine/base/Quantile.h"
#include "engine/heads/MakeHeadTable.h"
#include "engine/heads/contacts/HeadContacts.h"
#include "engine/heads/contacts/ShiftedContacts.h"
#include "engine/io/Format.h"
#include "engine/structure/PairGeometry.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace head_contacts_test {

using namespace engine;

Dataset loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return load(path, diagnostics, progress);
}

class HeadContactsTest : public ::testing::Test {
 protected:
  HeadContacts contactsOf(const std::vector<Index>& heads, double cutoff = 8) {
    ContactSource source;
    source.cutoff = cutoff;
    return headContacts(set, heads, chain, match.map, source, progress);
  }

  Progress progress;
  Dataset file = loaded(test::dataFile("heads/planted.npz")), protein = loaded(test::sampleFile("1ldm_A.pdb.gz"));
  const HeadSet& set = *file.as<HeadSet>();
  const Chain& chain = protein.as<Structure>()->chains.front();
  ChainMatch match = *matchChain(*mapPositions(set), chain);
};

TEST_F(HeadContactsTest, areThosePairsWhosePrecisionTheHeadTableTells) {
  HeadTableOptions options;
  options.distances = distancesOf(set, chain, pairGeometryOf(chain, 1, progress), "1LDM");
  options.hasAtlas = false;
  const HeadTable table = makeHeadTable(set, options, 1, progress);
  for (Index head = 0; head < 10; ++head) {
    const HeadContacts found = contactsOf({head});
    EXPECT_EQ(found.known, 60);
    const TopPrecision& told = table.heads[static_cast<size_t>(head)].contacts->at(PairRange::all, 0);
    ASSERT_EQ(static_cast<Index>(found.pairs.size()), told.used);
    const auto touching =
        std::count_if(found.pairs.begin(), found.pairs.end(), [](const ScoredPair& pair) { return pair.touches; });
    EXPECT_NEAR(static_cast<double>(touching) / static_cast<double>(found.pairs.size()), told.precision.value(), 1e-12)
        << "head " << head + 1;
    EXPECT_TRUE(std::is_sorted(found.pairs.begin(), found.pairs.end(),
                               [](const auto& a, const auto& b) { return a.score > b.score; }));
  }
}

TEST_F(HeadContactsTest, touchWhereTheChainSaysSo) {
  const Backbone backbone = backboneOf(chain);
  for (const double cutoff : {6.0, 8.0, 12.0})
    for (const ScoredPair& pair : contactsOf({4, 5}, cutoff).pairs) {
      const Index a = match.map.partner(pair.i), b = match.map.partner(pair.j);
      const double distance = (backbone.cb[static_cast<size_t>(a)] - backbone.cb[static_cast<size_t>(b)]).norm();
      EXPECT_EQ(pair.touches, static_cast<double>(static_cast<float>(distance)) < cutoff);
      EXPECT_GE(pair.j - pair.i, 6);
    }
}

TEST_F(HeadContactsTest, ofMapsThatAreNoHeadsRankTheirOwnNumbers) {
  Array<float> chances({60, 60}, 0.0F, "chances");
  chances(3, 40) = 0.9F;
  chances(50, 10) = 1.0F;
  std::vector<Index> places(60);
  for (Index k = 0; k < 60; ++k) places[static_cast<size_t>(k)] = k;
  const auto map = pairMap(set, places, chances, "chances");
  const HeadContacts found = headContacts(*map, {0}, chain, match.map, {}, progress);
  EXPECT_EQ(found.pairs[0].i, 10);
  EXPECT_EQ(found.pairs[0].j, 50);
  EXPECT_FLOAT_EQ(found.pairs[0].score, 0.5F) << "the mean of both orders";
  EXPECT_EQ(found.pairs[1].i, 3);
}

TEST_F(HeadContactsTest, refusesHeadsThatAreNotThereAndMapsWithoutSquares) {
  EXPECT_THAT(test::errorOf([&] { contactsOf({12}); }), testing::HasSubstr("there is no head 13"));
  const Dataset oblong = loaded(test::dataFile("heads/oblong.npz"));
  EXPECT_THAT(test::errorOf([&] { headContacts(*oblong.as<HeadSet>(), {0}, chain, match.map, {}, progress); }),
              testing::HasSubstr("40 x 55"));
}

TEST_F(HeadContactsTest, ofNoResidueAndOfOneAreNone) {
  for (const Index length : {Index{0}, Index{1}}) {
    HeadSet none;
    none.numHeads = 1;
    none.numQueries = none.numKeys = length;
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({length, length}, 1.0F, "weights");
    none.maps = {map};
    ResidueMap partners;
    partners.to.assign(static_cast<size_t>(length), 0);
    EXPECT_TRUE(headContacts(none, {0}, chain, partners, {}, progress).pairs.empty());
  }
}

TEST(BandByRank, endsWhereAllPairsTogetherLie) {
  const Dataset protein = loaded(test::sampleFile("1A0J_A.pdb.gz"));
  const Chain& chain = protein.as<Structure>()->chains.front();
  Progress progress;
  const Array<float> distance = pairGeometryOf(chain, 1, progress).distance;
  const ShiftedContacts shifted(distance, 8);
  std::vector<ContactPairs::Pair> pairs;
  for (std::uint32_t k = 0; k < 100; ++k) pairs.push_back({k, k + 20 + k % 7});
  const std::vector<Interval> bands = shifted.bandByRank(pairs);
  ASSERT_EQ(bands.size(), pairs.size());
  std::vector<double> shares = shifted.precisions(pairs);
  std::erase_if(shares, [](double share) { return std::isnan(share); });
  std::sort(shares.begin(), shares.end());
  EXPECT_DOUBLE_EQ(bands.back().low, quantileOf(shares, 0.025));
  EXPECT_DOUBLE_EQ(bands.back().high, quantileOf(shares, 0.975));
  EXPECT_GT(bands[0].high - bands[0].low, bands.back().high - bands.back().low) << "few pairs, wide band";
  EXPECT_TRUE(shifted.bandByRank({}).empty());
}

}  // namespace head_contacts_test
