// Operations on heads: the table with a structure in each of its forms, contacts fitted and applied, rollout and flow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/Exports.h"
#include "engine/heads/HeadTable.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"
#include "tests/support/NpzArrays.h"

namespace head_operations_test {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;

DatasetPtr loaded(const std::filesystem::path& path, const std::string& id) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset dataset = load(path, diagnostics, progress);
  dataset.id = id;
  return std::make_shared<const Dataset>(std::move(dataset));
}

DatasetPtr heads(const std::string& name) { return loaded(test::dataFile("heads/" + name), name); }
DatasetPtr sample(const std::string& name) { return loaded(test::sampleFile(name), name); }

template <class T>
DatasetPtr datasetOf(const std::string& id, T value) {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

std::vector<Dataset> run(const std::string& id, const std::vector<DatasetPtr>& inputs,
                         const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return findOperation(id).run(inputs, values, {nullptr, 2}, diagnostics, progress);
}

/// Residues 21 to 80 of 1LDM, as the planted heads are about them.
DatasetPtr pieceOfStructure() {
  Structure structure = *sample("1ldm_A.pdb.gz")->as<Structure>();
  auto& residues = structure.chains.front().residues;
  residues.erase(residues.begin() + 80, residues.end());
  residues.erase(residues.begin(), residues.begin() + 20);
  return datasetOf("piece", std::move(structure));
}

std::vector<std::string> labelsIn(const Dataset& table) {
  std::vector<std::string> labels;
  for (const HeadStatistics& head : table.as<HeadTable>()->heads) labels.push_back(head.label());
  return labels;
}

TEST(DescribeHeads, namesWhatWasPlanted) {
  const Dataset table = run("heads", {heads("planted.npz"), heads("structure.npz")}).front();
  EXPECT_THAT(labelsIn(table),
              ElementsAre("uniform", "previous residue", "next residue", "sink at 1", "contacts", "contacts", "helix",
                          "offset +7", "residue type M", "other", "other", "other"));
  EXPECT_THAT(table.provenance.warnings, ElementsAre(HasSubstr("1 of 12 heads have cells that hold no number")));
  EXPECT_EQ(table.as<HeadTable>()->bestContactHead(), 4);
}

TEST(DescribeHeads, takesAStructureWithAllItsOtherResidues) {
  const Dataset whole = run("heads", {heads("planted.npz"), sample("1ldm_A.pdb.gz")}).front();
  const Dataset piece = run("heads", {heads("planted.npz"), pieceOfStructure()}).front();
  const auto precision = [](const Dataset& table) {
    return table.as<HeadTable>()->heads[4].contacts->at(PairRange::all, 0).precision.value();
  };
  EXPECT_EQ(whole.as<HeadTable>()->contacts->known, 60);
  EXPECT_EQ(precision(whole), precision(piece));
  EXPECT_GT(precision(whole), 0.8);
  EXPECT_EQ(whole.as<HeadTable>()->contacts->chain, "A");
}

TEST(DescribeHeads, takesPairGeometryAndAnnotations) {
  const DatasetPtr piece = pieceOfStructure();
  const auto geometry = std::make_shared<const Dataset>(run("geometry", {piece}).front());
  const Dataset table = run("heads", {heads("planted.npz"), geometry, heads("structure.npz")}).front();
  EXPECT_EQ(table.as<HeadTable>()->annotationNames, std::vector<std::string>{"sites"});
  EXPECT_TRUE(table.as<HeadTable>()->heads[0].annotations[0].auc);
  EXPECT_TRUE(table.as<HeadTable>()->heads[0].helixPartners);
}

TEST(DescribeHeads, takesNumbersOfResiduesFromATable) {
  const test::TemporaryFolder folder;
  std::string text = "residue\tsite\tconservation\n";
  for (int k = 0; k < 60; ++k)
    text += std::to_string(k + 21) + (k % 7 == 0 ? "\tyes\t" : "\tno\t") + std::to_string(k % 11) + ".5\n";
  test::writeText(folder.path() / "residues.tsv", text);
  const DatasetPtr residues = loaded(folder.path() / "residues.tsv", "residues");
  const Dataset table = run("heads", {heads("planted.npz"), nullptr, residues}).front();
  EXPECT_THAT(table.as<HeadTable>()->annotationNames, ElementsAre("conservation", "residue", "site"));
  const auto& found = table.as<HeadTable>()->heads[1].annotations;
  EXPECT_TRUE(found[0].correlation);
  EXPECT_TRUE(found[2].auc);
  EXPECT_FALSE(table.as<HeadTable>()->contacts) << "no structure was given";
}

TEST(DescribeHeads, followsCutoffAtomAndThresholds) {
  ParameterValues values;
  values.set("atom", std::string("CA"));
  values.set("cutoff", 6.0);
  values.set("sink", 0.9);
  const Dataset table = run("heads", {heads("planted.npz"), heads("structure.npz")}, values).front();
  EXPECT_EQ(table.as<HeadTable>()->contacts->atom, ContactAtom::alpha);
  EXPECT_LT(table.as<HeadTable>()->heads[4].contacts->contacts, 100);
  EXPECT_EQ(labelsIn(table)[3], "other") << "no sink above 0.9";
}

TEST(DescribeHeads, refusesStructuresOfOtherProteinsAndMapsWithoutSquares) {
  EXPECT_THAT(errorOf([] {
                run("heads", {heads("planted.npz"), sample("1A0J_A.pdb.gz")});
              }),
              HasSubstr("another protein"));
  EXPECT_THAT(errorOf([] {
                run("heads", {heads("oblong.npz"), sample("1ldm_A.pdb.gz")});
              }),
              HasSubstr("not the same residues"));
  EXPECT_NO_THROW(run("heads", {heads("oblong.npz")}));
}

/// The learned heads of an antibody model with special tokens at both ends.
HeadSet antibodyHeads(const std::filesystem::path& path, const std::string& letters) {
  const DatasetPtr file = loaded(path, "antibody");
  Array<float> all;
  HeadSet heads;
  if (const auto* set = file->as<HeadSet>()) heads = *set;
  if (const auto* arrays = file->as<ArrayBundle>()) {
    all = numbersOf<float>(*arrays, "attention");
    heads.numLayers = all.length(0), heads.numHeads = all.length(1);
    heads.numQueries = heads.numKeys = all.length(2);
    for (Index k = 0; k < heads.numLayers * heads.numHeads; ++k) {
      auto map = std::make_shared<AttentionMap>();
      map->weights = Array<float>({heads.numQueries, heads.numKeys}, Untouched{}, "attention");
      std::copy_n(all.data() + k * map->weights.size(), map->weights.size(), map->weights.data());
      heads.maps.push_back(std::move(map));
    }
  }
  heads.queryLetters = heads.keyLetters = "-" + letters + "-";
  return heads;
}

TEST(DescribeHeads, noHeadOfAnAntibodyModelSeesContactsBetterThanTheBestByChance) {
  const auto path = test::sharedFile("models/sapiens_vh.4g6k.npz");
  if (path.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  const DatasetPtr structure = loaded(test::sharedFile("models/4g6k_fv.pdb.gz"), "4G6K");
  std::string letters;
  for (const Residue& residue : structure->as<Structure>()->findChain("H")->residues) letters += residue.letter;
  const DatasetPtr set = datasetOf("antibody", antibodyHeads(path, letters));
  const Dataset result = run("heads", {set, structure}).front();
  const auto& table = *result.as<HeadTable>();
  EXPECT_EQ(table.count(), 32);
  EXPECT_EQ(table.contacts->chain, "H") << "the chain that the maps are about";
  const HeadStatistics& best = table.heads[static_cast<size_t>(table.bestContactHead())];
  EXPECT_NEAR(*best.contacts->at(PairRange::all, 0).precision, 0.142, 0.01);
  ASSERT_TRUE(table.chance);
  EXPECT_NEAR(table.chance->median, 0.150, 0.01);
  EXPECT_GT(table.chance->band.high, 0.17);
  for (const HeadStatistics& head : table.heads) EXPECT_NE(head.label(), "contacts");
}

TEST(DescribeHeads, tableGoesToItsThreeFiles) {
  const Dataset table = run("heads", {heads("planted.npz"), heads("structure.npz")}).front();
  const std::string text = exportedContent(table, "table.tsv");
  EXPECT_THAT(text, testing::StartsWith("layer\thead\tlabel\ttags\trows\tnot_finite\tspecial_mass\tentropy\t"));
  EXPECT_THAT(text, HasSubstr("\n2\t1\tcontacts\t"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
  const std::string json = exportedContent(table, "table.json");
  EXPECT_THAT(json, HasSubstr("\"chance_of_best\""));
  EXPECT_THAT(json, HasSubstr("\"operation\": \"heads\""));
  const test::TemporaryFolder folder;
  exportDataset(table, folder.path() / "table.npz");
  const ArrayBundle arrays = test::npzArrays(folder.path() / "table.npz");
  EXPECT_EQ(shapeOf(arrays.at("entropy")), (Shape{3, 4}));
  EXPECT_EQ(shapeOf(arrays.at("offsets")), (Shape{3, 4, 65}));
  EXPECT_GT(numbersOf<double>(arrays, "P_all_L")(1, 0), 0.8);
}

TEST(CombineHeads, fitsContactsAndAppliesTheWeightsElsewhere) {
  // Without the head that has cells without a number.
  HeadSet planted = *heads("planted.npz")->as<HeadSet>();
  std::vector<std::shared_ptr<const AttentionMap>> maps;
  for (Index k = 0; k < 8; ++k) maps.push_back(planted.map(k / 4, k % 4));
  planted.source = nullptr;
  planted.maps = maps;
  planted.numLayers = 2;
  const DatasetPtr set = datasetOf("planted", planted), structure = heads("structure.npz");
  const std::vector<Dataset> found = run("contacts", {set, structure});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_THAT(found[0].title, HasSubstr("trained on itself"));
  EXPECT_FALSE(found[0].as<HeadSet>()->areHeads) << "chances are no attention";
  EXPECT_THAT(found[0].as<HeadSet>()->map(0, 0)->label, HasSubstr("trained on itself"));
  EXPECT_TRUE(found[0].axes.empty()) << "its positions are residues, as those of its heads";
  EXPECT_THAT(found[0].provenance.warnings, Contains(HasSubstr("contacts of one protein")));
  const auto weights = std::make_shared<const Dataset>(found[1]);
  const auto& arrays = *weights->as<ArrayBundle>();
  EXPECT_EQ(shapeOf(arrays.at("weights")), (Shape{2, 4}));
  EXPECT_GT(numbersOf<double>(arrays, "precision")[0], 0.85);
  EXPECT_EQ(arrays.count("hollow_mean of best  5"), 1U);
  EXPECT_EQ(shapeOf(arrays.at("band_by chance (95 %)")), (Shape{2, 59}));
  const auto& byHead = *found[2].as<ArrayBundle>();
  EXPECT_EQ(numbersOf<double>(byHead, "head_weight")(1, 0), numbersOf<double>(arrays, "weights")(1, 0));
  const std::vector<Dataset> applied = run("predict-contacts", {set, weights, structure});
  ASSERT_EQ(applied.size(), 2U);
  const auto &map = *applied[0].as<HeadSet>(), &fitted = *found[0].as<HeadSet>();
  EXPECT_NO_THROW(map.validate());
  for (Index k = 0; k < 3600; ++k) ASSERT_NEAR(map.map(0, 0)->weights[k], fitted.map(0, 0)->weights[k], 1e-6);
  const std::vector<Dataset> both = run("contacts", {set, structure, set, structure});
  EXPECT_THAT(both[0].title, HasSubstr("left out; mean of 2 proteins"));
  EXPECT_EQ(both[1].as<ArrayBundle>()->count("curve_regression"), 1U) << "nothing hollow about what was left out";
  EXPECT_EQ(both[0].as<HeadSet>()->map(0, 0)->label, "contact probability");
  EXPECT_THAT(errorOf([&] { run("contacts", {set, structure, set}); }), HasSubstr("heads and no structure"));
  EXPECT_THAT(errorOf([&] { run("predict-contacts", {heads("oblong.npz"), weights}); }), HasSubstr("expected"));
}

TEST(FlowOfHeads, givesRolloutAndFlowOnThePositions) {
  ParameterValues values;
  values.set("position", std::int64_t{0});
  const std::vector<Dataset> all = run("flow", {heads("small.npz")}, values);
  const auto& both = *all.front().as<HeadSet>();
  EXPECT_NO_THROW(both.validate());
  EXPECT_EQ(both.map(0, 0)->label, "rollout");
  EXPECT_EQ(both.map(0, 1)->label, "flow");
  values.set("position", std::int64_t{2});
  const Dataset one = run("flow", {heads("small.npz")}, values).front();
  for (Index j = 0; j < 6; ++j) {
    EXPECT_EQ(one.as<HeadSet>()->map(0, 1)->weights(1, j), both.map(0, 1)->weights(1, j));
    EXPECT_EQ(one.as<HeadSet>()->map(0, 1)->weights(0, j), 0);
  }
  EXPECT_THAT(errorOf([] { run("flow", {heads("oblong.npz")}); }), HasSubstr("as many rows as columns"));
}

}  // namespace head_operations_test
