// How the cells of an alignment are drawn: the value, and pixels for each part of it.
#include "ui/views/alignment/AlignmentLook.h"

#include "tests/ui/views/alignment/AlignmentFixture.h"

namespace alphabet = engine::alphabet;

namespace alignment_look_test {

using namespace test;

ui::AlignmentLook unusualLook() {
  ui::AlignmentLook look;
  look.scheme = ui::AlignmentScheme::annotation;
  look.colorTrack = "occupancy";
  look.identityThreshold = 0.6;
  look.isFadedByConservation = look.hasOnlyDifferences = look.isWrapped = look.hasWeights = true;
  look.hasLegend = false;
  look.reference = {ui::AlignmentReference::Kind::row, 7};
  look.conservation = engine::ConservationMeasure::jensenShannon;
  look.tracks = {{"logo", true}, {"occupancy", false}};
  look.inserts = ui::AlignmentInserts::expanded;
  look.expandedInserts = {3, 9};
  look.rulerRow = 2;
  look.hasMinimap = false;
  return look;
}

TEST(AlignmentLookValue, comesBackFromJsonAsItWas) {
  ui::AlignmentLook look;
  look.fromJson(unusualLook().toJson());
  EXPECT_EQ(look, unusualLook());
}

TEST(AlignmentLookValue, emptyJsonChangesNothing) {
  ui::AlignmentLook look = unusualLook();
  look.fromJson({});
  EXPECT_EQ(look, unusualLook());
}

TEST(AlignmentLookValue, wrongTypesAreIgnoredAndNumbersPutIntoRange) {
  ui::AlignmentLook look = unusualLook();
  look.fromJson({{"scheme", 3}, {"tracks", "x"}, {"wrapped", "yes"}, {"reference row", "four"}, {"inserts", "maybe"}});
  EXPECT_EQ(look, unusualLook());
  look.fromJson({{"identity threshold", 7},
                 {"reference row", -4},
                 {"ruler row", -9},
                 {"expanded", QJsonArray{9, -1, 3, 3, "x"}}});
  EXPECT_EQ(look.identityThreshold, 1);
  EXPECT_EQ(look.reference.row, 0);
  EXPECT_EQ(look.rulerRow, -1);
  EXPECT_EQ(look.expandedInserts, (std::vector<engine::Index>{3, 9}));
}

TEST(AlignmentLookValue, anInsertIsOpenedAndClosedFromTheColumnsBesideIt) {
  const std::vector<engine::ExpandedInsert> inserts = {{2, 3}, {7, 1}};
  ui::AlignmentLook look;
  toggleInsert(look, inserts, 6);
  toggleInsert(look, inserts, 1);
  toggleInsert(look, inserts, 4);
  toggleInsert(look, inserts, -1);
  EXPECT_EQ(look.expandedInserts, (std::vector<Index>{2, 7})) << "there is none beside column 5";
  EXPECT_EQ(shownInserts(look, inserts), inserts);
  toggleInsert(look, inserts, 2);
  EXPECT_EQ(look.expandedInserts, (std::vector<Index>{7})) << "also from the column behind it";
}

TEST(AlignmentLookValue, everySchemeIsFoundByItsName) {
  for (const ui::AlignmentSchemeInfo& info : ui::alignmentSchemes()) {
    ui::AlignmentLook look, other;
    look.scheme = info.scheme;
    other.fromJson(look.toJson());
    EXPECT_EQ(other.scheme, info.scheme) << info.id;
    EXPECT_EQ(ui::alignmentSchemeInfo(info.scheme).scheme, info.scheme)
        << "the list is in the order of the enumeration";
  }
}

TEST(AlignmentLookValue, captionSaysColoursAndModifiers) {
  ui::AlignmentLook look;
  EXPECT_EQ(look.caption(), "coloured by Clustal X");
  look.identityThreshold = 0.6;
  look.hasOnlyDifferences = true;
  EXPECT_EQ(
      look.caption(),
      "coloured by Clustal X where at least 60 % of the rows have the residue; a dot is the same residue as in the "
      "first row");
}

class AlignmentLookTest : public test::AlignmentFixture {};

TEST_F(AlignmentLookTest, bothRenderersDrawTheSamePicture) {
  showAlignment(randomAlignment(60, 120));
  view.setRenderer(ui::AlignmentRenderer::processor);
  settle();
  const QImage processor = grab(picture().layout.cells);
  view.setRenderer(ui::AlignmentRenderer::shader);
  settle();
  const QImage shader = grab(picture().layout.cells);
  ASSERT_EQ(processor.size(), shader.size());
  int numDifferent = 0;
  for (int y = 0; y < processor.height(); ++y)
    for (int x = 0; x < processor.width(); ++x) {
      const QColor a = processor.pixelColor(x, y), b = shader.pixelColor(x, y);
      numDifferent += std::abs(a.red() - b.red()) > 6 || std::abs(a.green() - b.green()) > 6;
    }
  EXPECT_LT(numDifferent, processor.width() * processor.height() / 200);
}

TEST_F(AlignmentLookTest, onlyDifferencesLeavesLettersWhereARowDiffers) {
  showAlignment(alignmentOfRows({{"one", "WWWWWWWW"}, {"two", "WWWKWWWW"}}));
  change([](auto& look) {
    look.scheme = ui::AlignmentScheme::none;
    look.hasOnlyDifferences = true;
  });
  const auto ink = [&](Index place, Index slot) { return numInk(grab(cellBox(picture(), place, slot))); };
  EXPECT_GT(ink(0, 1), 12) << "the reference itself";
  EXPECT_LT(ink(1, 1), 6) << "a dot";
  EXPECT_GT(ink(1, 3), 12);
  change([](auto& look) { look.reference = {ui::AlignmentReference::Kind::row, 1}; });
  EXPECT_LT(ink(0, 1), 6);
  EXPECT_GT(ink(1, 1), 12);
}

TEST_F(AlignmentLookTest, nucleotidesGetTheirOwnSchemeUnlessOneWasChosen) {
  showAlignment(alignmentOfRows({{"one", "ACGTACGT"}, {"two", "ACGTACGA"}}));
  EXPECT_EQ(view.model().options().scheme, ui::AlignmentScheme::nucleotide);
  setScheme(ui::AlignmentScheme::taylor);
  session.document().publish(dataset(alignmentOfRows({{"one", "ACGTACGT"}})));
  settle();
  EXPECT_EQ(view.model().options().scheme, ui::AlignmentScheme::taylor);
}

TEST_F(AlignmentLookTest, aProteinAfterNucleotidesHasTheColoursOfProteins) {
  showAlignment(alignmentOfRows({{"one", "ACGTACGT"}}));
  view.setDataset(dataset(alignmentOfRows({{"one", "MKVLWERD"}}), "b"));
  settle();
  EXPECT_EQ(view.model().options().scheme, ui::AlignmentScheme::clustal);
}

TEST_F(AlignmentLookTest, aTrackColoursTheCells) {
  showAlignment(alignmentOfRows({{"one", "DDDDDDDD"}, {"two", "DDDD----"}, {"three", "DDDDDDDD"}}));
  change([](auto& look) {
    look.scheme = ui::AlignmentScheme::annotation;
    look.colorTrack = "occupancy";
  });
  const auto corner = [&](Index slot) {
    const QRectF box = cellBox(picture(), 0, slot);
    return view.grab().toImage().pixelColor(box.topLeft().toPoint() + QPoint(1, 1));
  };
  EXPECT_EQ(corner(0), corner(3));
  EXPECT_NE(corner(0), corner(5));
}

TEST_F(AlignmentLookTest, thresholdUncoloursRareResidues) {
  showAlignment(alignmentOfRows({{"1", "DD"}, {"2", "DK"}, {"3", "DE"}, {"4", "DG"}}));
  const ui::Rgb colored = ui::alignmentPalette(ui::AlignmentScheme::zappo, nullptr, {}).color(0, alphabet::codeOf('D'));
  change([](auto& look) { look.scheme = ui::AlignmentScheme::zappo; });
  const auto corner = [&](Index slot) {
    return view.grab().toImage().pixelColor(cellBox(picture(), 0, slot).topLeft().toPoint() + QPoint(1, 1));
  };
  EXPECT_EQ(corner(1), toColor(colored));
  change([](auto& look) { look.identityThreshold = 0.5; });
  EXPECT_EQ(corner(0), toColor(colored));
  EXPECT_EQ(corner(1), QColor(Qt::white));
}

TEST_F(AlignmentLookTest, aLegendShowsTheColoursBelowTheCells) {
  showAlignment(randomAlignment(50, 80));
  change([](auto& look) { look.scheme = ui::AlignmentScheme::zappo; });
  const QImage legend = grab(picture().layout.legend);
  for (const auto& entry : ui::alignmentLegend(ui::AlignmentScheme::zappo, {}))
    EXPECT_GT(test::countColor(legend, toColor(entry.color), 3), 30) << entry.text;
  change([](auto& look) { look.hasLegend = false; });
  EXPECT_TRUE(picture().layout.legend.isNull());
}

}  // namespace alignment_look_test
