// The samples of the mechanisms on pairs, as the view of maps shows them: what their axes and maps are called, and what
// can be seen.
#include <algorithm>
#include <cstdlib>

#include "engine/attention/Mechanism.h"
#include "tests/ui/views/attention/AttentionFixture.h"

namespace pair_samples_test {

using namespace test;

class PairSamplesTest : public AttentionViewTest {
 protected:
  /// The maps at this place of the sample of a mechanism, as its operation makes them.
  void showSample(const std::string& id, size_t place = 0) {
    const engine::Mechanism& mechanism = engine::findMechanism(id);
    const engine::Sample sample = mechanism.sample();
    engine::Diagnostics ignored;
    engine::Progress none;
    const auto maps = mechanism.maps(
        mechanism.run(sample.arrays, sample.values, engine::Precision::float32, {nullptr, 1}, ignored, none));
    ASSERT_GT(maps.size(), place) << id;
    engine::nameMaps(*maps[place].heads, sample);
    showWith({headsDataset(maps[place].heads)});
  }
  std::pair<std::string, std::string> axes() const {
    const auto [rows, columns] = ui::axisTitles(view.shown().subject);
    return {rows.toStdString(), columns.toStdString()};
  }
};

using Titles = std::pair<std::string, std::string>;

TEST_F(PairSamplesTest, axesAreCalledByWhatTheyAre) {
  const std::vector<std::tuple<std::string, size_t, Titles>> expected{
      {"triangle-outgoing", 0, {"residue i", "residue j"}},
      {"triangle-starting", 0, {"query residue j", "key residue k"}},
      {"triangle-ending", 0, {"query residue i", "key residue k"}},
      {"pair-biased-row", 0, {"query residue", "key residue"}},
      {"outer-product-mean", 0, {"residue i", "residue j"}},
      {"evoformer", 0, {"residue i", "residue j"}},
      {"evoformer", 2, {"query sequence", "key sequence"}},
      {"phyloformer", 0, {"sequence", "sequence"}},
      {"graph-transformer", 0, {"query node", "key node"}},
      {"se3-transformer", 0, {"query node", "key node"}}};
  for (const auto& [id, place, titles] : expected) {
    showSample(id, place);
    EXPECT_EQ(axes(), titles) << id;
  }
}

TEST_F(PairSamplesTest, mapsAreCalledByWhatTheyCount) {
  showSample("triangle-outgoing");
  EXPECT_EQ(ui::headTitle(view.shown()), QStringLiteral("Residues that touch both i and j"));
  showSample("outer-product-mean");
  EXPECT_EQ(ui::headTitle(view.shown()), QStringLiteral("Hydrophobic with hydrophobic"));
  showSample("phyloformer");
  EXPECT_EQ(ui::headTitle(view.shown()), QStringLiteral("Distance"));
}

TEST_F(PairSamplesTest, theContactThatWasLeftOutIsAsBrightAsAContact) {
  showSample("triangle-outgoing");
  const auto lightness = [&](Index i, Index j) { return colorAt(attentionPoint(i, j)).lightness(); };
  EXPECT_NE(lightness(4, 11), lightness(0, 7));
  EXPECT_GT(std::abs(lightness(4, 11) - lightness(0, 7)), 60);
  EXPECT_LT(std::abs(lightness(4, 11) - lightness(5, 10)), 30) << "left out, and told: four residues touch both";
}

TEST_F(PairSamplesTest, aTiedMapIsOneForAllSequencesAndBrightWhereItsWeightsAre) {
  for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    showSample("tied-row");
    const engine::HeadSet& heads = *view.shown().subject.heads();
    EXPECT_EQ(heads.numLayers, 1) << "not one for each sequence";
    EXPECT_EQ(axes(), (Titles{"query column", "key column"})) << "of the alignment";
    for (int head = 0; head < heads.numHeads; ++head) {
      session.selection().setHead(0, head);
      const Array<float>& weights = heads.map(0, head)->weights;
      const auto place = [&](auto found) { return std::div(int(found - weights.begin()), int(weights.length(1))); };
      const auto most = place(std::max_element(weights.begin(), weights.end())),
                 least = place(std::min_element(weights.begin(), weights.end()));
      EXPECT_GT(colorAt(attentionPoint(most.quot, most.rem)).lightness(),
                colorAt(attentionPoint(least.quot, least.rem)).lightness() + 60)
          << "head " << head;
    }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

}  // namespace pair_samples_test
