// Options and layout of a profile, without a view.
#include <QJsonObject>
#include <limits>

#include <gtest/gtest.h>

#include "ui/views/profile/ProfileLayout.h"

namespace profile_picture_test {

using ui::ProfileOptions;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

ProfileOptions otherOptions() {
  ProfileOptions options;
  options.scale = engine::LogoScale::aboveBackground;
  options.order = ui::ResidueOrder::byProbability;
  options.areRowsShown = options.areDetailsShown = false;
  options.first = 12.5;
  options.columnWidth = 7;
  options.bars = ui::EmissionBars::odds;
  options.column = 4;
  return options;
}

TEST(ProfileOptions, comeBackFromJson) {
  for (const ProfileOptions& each : {ProfileOptions{}, otherOptions()}) {
    ProfileOptions read = each == ProfileOptions{} ? otherOptions() : ProfileOptions{};
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
}

TEST(ProfileOptions, nonsenseLeavesWhatIs) {
  ProfileOptions options = otherOptions();
  takeJson(options, {{"scale", 3}, {"order", "random"}, {"rows", "no"}, {"details", 0}, {"first", "x"},
                     {"columnWidth", true}, {"column", QJsonObject{}}});
  EXPECT_EQ(options, otherOptions());
}

TEST(ProfileOptions, numbersOutOfRangeBecomeTheNearest) {
  ProfileOptions options;
  options.first = 1e9;
  options.columnWidth = 1e9;
  options.column = 700;
  ProfileOptions valid = withinLimits(options, 30, 1);
  EXPECT_EQ(valid.first, 30);
  EXPECT_EQ(valid.columnWidth, ui::kWidestColumn);
  EXPECT_EQ(valid.column, 29);
  options.first = std::numeric_limits<double>::quiet_NaN();
  options.columnWidth = -1;
  options.column = -1;
  valid = withinLimits(options, 0, 1);
  EXPECT_EQ(valid.first, 0);
  EXPECT_EQ(valid.columnWidth, 0) << "as wide as is easy to read";
  EXPECT_EQ(valid.column, 0);
}

TEST(ProfileColumns, fillTheRoomAndStopAtTheEnd) {
  ProfileOptions options;
  options.columnWidth = 10;
  options.first = 95;
  EXPECT_EQ(ui::profileColumns(theme(), 100, options, {200, 100}).first, 80);
  EXPECT_EQ(ui::profileColumns(theme(), 5, options, {200, 100}).first, 0);
  options.columnWidth = 0;
  EXPECT_GT(ui::profileColumns(theme(), 7, options, {200, 100}).width, 20) << "few columns are wider";
}

TEST(ProfileColumns, lettersOfAHighLogoKeepTheirShape) {
  const auto widthIn = [](QSize size) {
    ui::ShownProfile profile;
    profile.length = 300;
    const ui::ProfileLayout layout = ui::profileLayout(theme(), profile, {}, size);
    const double width = ui::profileColumns(theme(), profile.length, {}, layout.logo.size()).width;
    EXPECT_LE(layout.logo.height(), 20 * width + 1e-9) << size.height();
    return width;
  };
  EXPECT_EQ(widthIn({800, 600}), 20);
  EXPECT_GT(widthIn({3840, 2160}), 50);
  EXPECT_EQ(ui::profileColumns(theme(), 300, {}, {0, 0}).width, 20);
  ProfileOptions chosen;
  chosen.columnWidth = 7;
  EXPECT_EQ(ui::profileColumns(theme(), 300, chosen, {3000, 1500}).width, 7) << "what one chose stays";
}

TEST(ProfileLayout, emissionsGrowWithAHighView) {
  ui::ShownProfile profile;
  profile.length = 300;
  const auto share = [&](QSize size) {
    return ui::profileLayout(theme(), profile, {}, size).emissions.height() / size.height();
  };
  EXPECT_NEAR(share({1600, 1000}), 0.33, 0.001);
  EXPECT_NEAR(share({3840, 2160}), 0.3, 0.001);
}

TEST(ProfileLayout, aPointLeadsToItsColumn) {
  ui::ShownProfile profile;
  profile.length = 100;
  ProfileOptions options;
  options.columnWidth = 10;
  options.first = 20;
  const ui::ProfileLayout layout = ui::profileLayout(theme(), profile, options, {700, 500});
  const ui::ProfileColumns columns = ui::profileColumns(theme(), profile.length, options, layout.logo.size());
  EXPECT_EQ(ui::columnAt(layout, columns, 100, layout.logo.topLeft() + QPointF(35, 5)), 23);
  EXPECT_EQ(ui::columnAt(layout, columns, 100, layout.overview.center()), 50);
  EXPECT_EQ(ui::columnAt(layout, columns, 100, {1, 1}), -1);
  EXPECT_EQ(ui::columnAt(layout, columns, 0, layout.logo.center()), -1);
}

}  // namespace profile_picture_test
