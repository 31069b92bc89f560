// How an alignment is drawn: the value, and pixels for each part of it.
#include "ui/views/AlignmentLook.h"

#include <gtest/gtest.h>

#include <QJsonArray>

namespace {

ui::AlignmentLook unusualLook() {
  ui::AlignmentLook look;
  look.scheme = ui::AlignmentScheme::annotation;
  look.colorTrack = "occupancy";
  look.identityThreshold = 0.6;
  look.isFadedByConservation = look.hasOnlyDifferences = look.isWrapped = look.hasLegend = look.hasWeights = true;
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

}  // namespace
