// Every number of heads.json, with one thread and with three, and the files of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/io/Format.h"
#include "engine/structure/PairGeometry.h"
#include "engine/structure/Structure.h"
#include "tests/engine/heads/GoldenHeads.h"
#include "tests/support/Files.h"

namespace head_table_golden_test {

using namespace engine;
using nlohmann::json;
using test::differences;
using test::goldenHeads;
using test::goldenNumbers;
using test::headsJson;

HeadTableOptions withStructure() {
  HeadTableOptions options;
  options.distances = test::goldenDistances();
  std::vector<double> sites(60, 0);
  for (const size_t site : goldenNumbers()["sites"]) sites[site] = 1;
  options.annotations = {{"sites", sites}};
  return options;
}

/// As the expected numbers are arranged.
json arranged(json heads) {
  for (json& head : heads)
    if (head.contains("annotations")) head["sites"] = head["annotations"]["sites"];
  return heads;
}

TEST(HeadTableGolden, plantedHeadsHaveEveryNumber) {
  json expected = goldenNumbers()["heads"];
  for (json& head : expected) head.erase("ca_precision");
  const auto heads = goldenHeads("planted.npz");
  for (const int threads : {1, 3})
    EXPECT_EQ(differences(arranged(headsJson(test::tableOf(*heads, withStructure(), threads))), expected), "")
        << threads << " threads";
}

TEST(HeadTableGolden, noNumberDependsOnTheNumberOfThreads) {
  const auto heads = goldenHeads("planted.npz");
  EXPECT_EQ(headsJson(test::tableOf(*heads, withStructure(), 1)), headsJson(test::tableOf(*heads, withStructure(), 4)));
}

TEST(HeadTableGolden, distancesOfAlphaCarbonsGiveTheirOwnPrecision) {
  HeadTableOptions options = withStructure();
  options.contacts.atom = ContactAtom::alpha;
  for (Index k = 0; k < options.distances->alpha.size(); ++k)
    if (std::isnan(options.distances->beta[k])) options.distances->alpha[k] = options.distances->beta[k];
  const json found = headsJson(test::tableOf(*goldenHeads("planted.npz"), options));
  for (size_t k = 0; k < found.size(); ++k)
    EXPECT_EQ(differences(found[k]["contacts"]["precision"], goldenNumbers()["heads"][k]["ca_precision"]), "") << k;
}

TEST(HeadTableGolden, specialTokensAndHalfPrecision) {
  HeadTableOptions options;
  options.distances = test::goldenDistances();
  const json found = headsJson(test::tableOf(*goldenHeads("special.npz"), options));
  EXPECT_EQ(differences(found, goldenNumbers()["special"]), "");
}

TEST(HeadTableGolden, mapsThatAreNotSquareHaveNoOffsets) {
  const json found = headsJson(test::tableOf(*goldenHeads("oblong.npz")));
  EXPECT_EQ(differences(found[0], goldenNumbers()["oblong"]), "");
  for (const char* key : {"distance", "previous", "offset", "symmetry", "local", "helix_mass"})
    EXPECT_TRUE(found[0][key].is_null()) << key;
  EXPECT_FALSE(found[0].contains("contacts"));
}

/// Precision may differ where nearly equal scores change places: by one pair of those looked at.
json withoutPrecision(json heads) {
  for (json& head : heads) {
    head["contacts"].erase("precision");
    for (const char* key : {"enrichment", "enrichment_interval", "average_precision"}) head["contacts"].erase(key);
  }
  return heads;
}

TEST(HeadTableGolden, geometricAttentionOnAWholeProtein) {
  const auto path = test::sharedFile("heads/geometric.npz");
  if (path.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  Diagnostics diagnostics;
  Progress progress;
  const Dataset heads = load(path, diagnostics, progress);
  const Dataset sample = load(test::sampleFile("1ldm_A.pdb.gz"), diagnostics, progress);
  const Chain& chain = sample.as<Structure>()->chains.front();
  HeadTableOptions options;
  options.distances = distancesOf(*heads.as<HeadSet>(), chain, pairGeometryOf(chain, 2, progress), "1LDM");
  const Dataset structure = load(test::sharedFile("heads/geometric_structure.npz"), diagnostics, progress);
  options.distances->beta = numbersOf<float>(*structure.as<ArrayBundle>(), "distance", NonFinite::allow);
  options.distances->alpha = numbersOf<float>(*structure.as<ArrayBundle>(), "ca_distance", NonFinite::allow);
  const HeadTable table = test::tableOf(*heads.as<HeadSet>(), options);
  const json found = headsJson(table), expected = goldenNumbers()["geometric"];
  EXPECT_EQ(differences(withoutPrecision(found), withoutPrecision(expected)), "");
  for (size_t k = 0; k < expected.size(); ++k)
    for (const auto& [key, precision] : expected[k]["contacts"]["precision"].items())
      EXPECT_NEAR(found[k]["contacts"]["precision"][key].get<double>(), precision.get<double>(),
                  1.001 / expected[k]["contacts"]["used"][key].get<double>())
          << k << " " << key;
  ASSERT_TRUE(table.chance);
  EXPECT_EQ(table.chance->numShifts, 328);
  EXPECT_LT(table.chance->band.high, 0.5) << "no head sees a shifted map";
}

}  // namespace head_table_golden_test
