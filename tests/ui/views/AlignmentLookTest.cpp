// How an alignment is drawn: the value, and pixels for each part of it.
#include "ui/views/alignment/AlignmentLook.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QListWidget>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <cmath>
#include <fstream>
#include <random>

#include "tests/ui/support/Gui.h"
#include "ui/views/AlignmentView.h"

namespace {

using engine::Index;
namespace alphabet = engine::alphabet;

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

engine::Alignment alignmentOf(const std::vector<std::pair<std::string, std::string>>& rows) {
  engine::Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].second.size());
  for (const auto& [name, letters] : rows) {
    alignment.rows.emplace_back().name = name;
    for (const char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  }
  return alignment;
}

engine::Alignment randomAlignment(Index rows, Index columns) {
  std::mt19937 random(3);
  engine::Alignment alignment;
  alignment.numColumns = columns;
  for (Index row = 0; row < rows; ++row) alignment.rows.emplace_back().name = "seq" + std::to_string(row);
  for (Index k = 0; k < rows * columns; ++k) alignment.codes.push_back(static_cast<engine::ResidueCode>(random() % 20));
  return alignment;
}

template <class T>
engine::DatasetPtr datasetOf(const std::string& id, T value, std::vector<std::string> axes = {}) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->axes = std::move(axes);
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

class AlignmentLookTest : public ::testing::Test {
 protected:
  void showAlignment(engine::Alignment alignment, QSize size = {700, 420}) {
    session.document().publish(datasetOf("a", std::move(alignment)));
    view.setDataset(session.document().find("a"));
    test::show(view, size);
    settle();
  }
  /// Waits for jobs and a frame.
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
    test::waitForFrame(view.canvas());
  }
  template <class Change>
  void change(Change part) {
    ui::AlignmentLook look = view.look();
    part(look);
    view.setLook(look);
    settle();
  }
  ui::AlignmentPicture picture() const { return view.pictureFor(view.size()); }
  QImage grab(const QRectF& area) { return view.grab().toImage().copy(area.toAlignedRect()); }
  QImage track(const std::string& id) {
    for (size_t k = 0; k < picture().tracks->size(); ++k)
      if ((*picture().tracks)[k].id == id) return grab(picture().layout.tracks[k]);
    return {};
  }
  bool hasTrack(const std::string& id) {
    for (const ui::AlignmentTrack& track : *picture().tracks)
      if (track.id == id) return true;
    return false;
  }
  QRectF cellBox(const ui::AlignmentPicture& block, Index place, Index slot) const {
    return {block.xOf(static_cast<double>(slot)), block.yOf(static_cast<double>(place)), block.viewport.columnWidth,
            block.viewport.rowHeight};
  }
  static int numInk(const QImage& image) {
    return test::countPixels(image, [](QColor pixel) { return pixel.lightness() < 130; });
  }
  static QColor toColor(const ui::Rgb& color) { return {color[0], color[1], color[2]}; }

  ui::Session session;
  ui::AlignmentView view{session};
};

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
  showAlignment(alignmentOf({{"one", "WWWWWWWW"}, {"two", "WWWKWWWW"}}));
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
  showAlignment(alignmentOf({{"one", "ACGTACGT"}, {"two", "ACGTACGA"}}));
  EXPECT_EQ(view.scheme(), ui::AlignmentScheme::nucleotide);
  view.setScheme(ui::AlignmentScheme::taylor);
  session.document().publish(datasetOf("a", alignmentOf({{"one", "ACGTACGT"}})));
  settle();
  EXPECT_EQ(view.scheme(), ui::AlignmentScheme::taylor);
}

TEST_F(AlignmentLookTest, aTrackColoursTheCells) {
  showAlignment(alignmentOf({{"one", "DDDDDDDD"}, {"two", "DDDD----"}, {"three", "DDDDDDDD"}}));
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
  showAlignment(alignmentOf({{"1", "DD"}, {"2", "DK"}, {"3", "DE"}, {"4", "DG"}}));
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
  EXPECT_TRUE(picture().layout.legend.isNull());
  change([](auto& look) {
    look.scheme = ui::AlignmentScheme::zappo;
    look.hasLegend = true;
  });
  const QImage legend = grab(picture().layout.legend);
  for (const auto& entry : ui::alignmentLegend(ui::AlignmentScheme::zappo, {}))
    EXPECT_GT(test::countColor(legend, toColor(entry.color), 3), 30) << entry.text;
}

TEST_F(AlignmentLookTest, everyTrackOfStatisticsCanBeShownAndDrawsItsColumns) {
  showAlignment(alignmentOf({{"1", "WWWWKE--"}, {"2", "WWWWDR--"}, {"3", "WWWWGA--"}}), {700, 600});
  for (const char* id : {"conservation", "entropy", "occupancy", "logo", "consensus"}) {
    change([&](auto& look) { look.tracks = {{id, true}}; });
    const QImage strip = track(id);
    ASSERT_FALSE(strip.isNull()) << id;
    const int width = static_cast<int>(picture().viewport.columnWidth);
    const QColor paper = ui::ThemeModel::instance().theme().canvas;
    const auto numMarked = [&](int column, int count) {
      const QImage part = strip.copy(column * width, 0, count * width, strip.height());
      return part.width() * part.height() - test::countColor(part, paper, 10);
    };
    const bool isEntropy = std::string(id) == "entropy";
    EXPECT_GT(numMarked(isEntropy ? 4 : 0, 2), 10) << id;
    EXPECT_LT(numMarked(isEntropy ? 0 : 6, 2), std::string(id) == "consensus" ? 30 : 4) << id;
  }
}

TEST_F(AlignmentLookTest, tracksAreHiddenAndReordered) {
  showAlignment(randomAlignment(20, 30));
  change([](auto& look) { look.tracks = {{"consensus", true}, {"conservation", false}, {"logo", true}}; });
  ASSERT_GE(picture().tracks->size(), 3u);
  EXPECT_EQ((*picture().tracks)[0].id, "consensus");
  EXPECT_EQ((*picture().tracks)[1].id, "logo");
  EXPECT_FALSE(hasTrack("conservation"));
  EXPECT_TRUE(hasTrack("occupancy")) << "tracks that are not named follow";
}

TEST_F(AlignmentLookTest, secondaryStructureOfTheFileIsDrawnWithItsConfidence) {
  engine::Alignment alignment = alignmentOf({{"1", "ARNDARNDARND"}, {"2", "ARNDARNDARND"}});
  alignment.columnAnnotations = {{"ss_pred", "HHHHHHEEEECC"}, {"ss_conf", "999000999999"}, {"RF", "xxxx..xxxxxx"}};
  showAlignment(std::move(alignment));
  EXPECT_TRUE(hasTrack("gc:RF"));
  EXPECT_FALSE(hasTrack("gc:ss_conf")) << "it is the height of the prediction";
  const QImage strip = track("gc:ss_pred");
  const int width = static_cast<int>(picture().viewport.columnWidth);
  const auto numColored = [&](int column, QColor color) {
    return test::countColor(strip.copy(column * width, 0, 3 * width, strip.height()), color, 10);
  };
  const QColor helix(0xcc, 0x47, 0x78), strand(0x00, 0x72, 0xb2);
  EXPECT_GT(numColored(0, helix), 2 * numColored(3, helix)) << "less sure, less high";
  EXPECT_GT(numColored(3, helix), 10);
  EXPECT_GT(numColored(6, strand), 60);
  EXPECT_EQ(numColored(9, helix), 0);
  for (const ui::AlignmentTrack& shown : *picture().tracks) {
    if (shown.id != "gc:ss_pred") continue;
    EXPECT_EQ(shown.tip(0), "SS predicted: helix (H), confidence 9 of 9");
    EXPECT_EQ(shown.tip(7), "SS predicted: strand (E), confidence 9 of 9");
  }
}

TEST_F(AlignmentLookTest, attentionReceivedFollowsTheHead) {
  engine::Alignment alignment = alignmentOf({{"1", "ARNDARND"}});
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = 8;
  for (int head = 0; head < 2; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({8, 8}, 0.0f, "weights");
    for (Index query = 0; query < 8; ++query) map->weights(query, head == 0 ? 1 : 6) = 1;
    heads.maps.push_back(std::move(map));
  }
  session.document().publish(datasetOf("a", std::move(alignment)));
  session.document().publish(datasetOf("h", std::move(heads), {"a"}));
  view.setDataset(session.document().find("a"));
  test::show(view, {700, 420});
  settle();
  const auto received = [&]() -> std::vector<float> {
    for (const ui::AlignmentTrack& shown : view.tracks())
      if (shown.id == "attention:h") return shown.values;
    return {};
  };
  ASSERT_EQ(received().size(), 8u);
  EXPECT_EQ(received()[1], 1);
  EXPECT_EQ(received()[6], 0);
  session.selection().setHead(0, 1);
  settle();
  EXPECT_EQ(received()[1], 0);
  EXPECT_EQ(received()[6], 1);
}

TEST_F(AlignmentLookTest, hoveringATrackSetsTheColumn) {
  showAlignment(randomAlignment(30, 40));
  const QRectF strip = picture().layout.tracks[0];
  test::movePointer(view.canvas(), QPointF(picture().xOf(11.5), strip.center().y()));
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", 11}));
  EXPECT_EQ(session.selection().hover().row, -1);
}

TEST_F(AlignmentLookTest, rowWeightsAreBarsBesideTheNames) {
  showAlignment(alignmentOf({{"a", "WWWWWWWW"}, {"b", "WWWWWWWW"}, {"c", "ARNDCQEG"}}));
  change([](auto& look) { look.hasWeights = true; });
  const QRectF names = picture().layout.names;
  const auto barLength = [&](Index place) {
    const QRectF row(names.right() - 30, picture().yOf(static_cast<double>(place)) + 4, 29, 6);
    return test::countColor(grab(row), ui::ThemeModel::instance().theme().muted, 6);
  };
  EXPECT_GT(barLength(2), 100) << "the row that is like no other";
  EXPECT_GT(barLength(0), 20);
  EXPECT_LT(barLength(0), 0.8 * barLength(2));
}

TEST_F(AlignmentLookTest, theMinimapShowsTheViewportAndMovesIt) {
  showAlignment(randomAlignment(800, 400));
  const QRectF map = picture().layout.minimap;
  ASSERT_FALSE(map.isEmpty());
  EXPECT_LT(ui::minimapFrame(picture()).height(), map.height() / 4);
  const QPoint low(static_cast<int>(map.center().x()), static_cast<int>(map.bottom() - 3));
  QTest::mousePress(&view.canvas(), Qt::LeftButton, {}, low);
  EXPECT_GT(view.viewport().firstRow, 700);
  test::movePointer(view.canvas(), QPointF(map.center().x(), map.top() + map.height() / 2), Qt::LeftButton);
  QTest::mouseRelease(&view.canvas(), Qt::LeftButton, {}, map.center().toPoint());
  const double middle = view.viewport().firstRow + picture().layout.cells.height() / picture().viewport.rowHeight / 2;
  EXPECT_NEAR(middle, 400, 8);
  change([](auto& look) { look.hasMinimap = false; });
  EXPECT_TRUE(picture().layout.minimap.isEmpty());
}

TEST_F(AlignmentLookTest, aWrappedAlignmentRepeatsRulerAndNamesAndFindsItsCells) {
  showAlignment(randomAlignment(4, 150), {700, 500});
  change([](auto& look) {
    look.isWrapped = true;
    look.tracks = {{"conservation", false}, {"occupancy", false}, {"consensus", true}};
  });
  const auto blocks = ui::blocksOf(picture());
  ASSERT_GE(blocks.size(), 3u);
  const Index perBlock = picture().wrapping.slotsPerBlock;
  EXPECT_EQ(blocks[1].firstSlot(), perBlock);
  for (const ui::AlignmentPicture& block : {blocks[0], blocks[1]}) {
    EXPECT_GT(numInk(grab(block.layout.ruler)) +
                  test::countColor(grab(block.layout.ruler), view.palette().color(QPalette::Text), 200),
              20);
    EXPECT_GT(numInk(grab(block.layout.cells)), 100);
  }
  test::movePointer(view.canvas(), cellBox(blocks[1], 2, perBlock + 5).center());
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", perBlock + 5}));
  EXPECT_EQ(session.selection().hover().row, 2);
  const QRectF named = blocks[1].layout.names;
  const int before = numInk(grab(named));
  EXPECT_GT(before + test::countColor(grab(named), ui::ThemeModel::instance().theme().muted, 60), 20) << "names again";
}

TEST_F(AlignmentLookTest, aWrappedPageScrollsToItsLastColumn) {
  showAlignment(randomAlignment(20, 300), {500, 300});
  change([](auto& look) { look.isWrapped = true; });
  test::turnWheel(view.canvas(), QPointF(250, 150), -500);
  settle();
  const auto blocks = ui::blocksOf(picture());
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(blocks.back().lastSlot(), 300);
  EXPECT_LE(blocks.back().layout.cells.bottom(), picture().area.bottom());
}

TEST_F(AlignmentLookTest, insertsOpenAsColumnsAndNumbersStay) {
  engine::Alignment alignment = alignmentOf({{"1", "ARND"}, {"2", "ARND"}});
  alignment.rows[1].inserts.push_back({2, {alphabet::codeOf('w'), alphabet::codeOf('w')}});
  showAlignment(std::move(alignment));
  change([](auto& look) { look.inserts = ui::AlignmentInserts::expanded; });
  EXPECT_EQ(picture().arrangement().numSlots(), 6);
  EXPECT_EQ(picture().rulerNumber(1), 2);
  EXPECT_EQ(picture().rulerNumber(2), 0) << "an insert has no column number";
  EXPECT_EQ(picture().rulerNumber(4), 3);
  test::movePointer(view.canvas(), cellBox(picture(), 0, 4).center());
  EXPECT_EQ(session.selection().hover().first, (ui::Position{"a", 2}));
  change([](auto& look) {
    look.inserts = ui::AlignmentInserts::ticks;
    look.expandedInserts = {2};
  });
  EXPECT_EQ(picture().arrangement().numSlots(), 6) << "one by one";
  view.toggleInsertAt(1);
  EXPECT_EQ(picture().arrangement().numSlots(), 4) << "and closes again";
  view.toggleInsertAt(2);
  EXPECT_EQ(view.look().expandedInserts, std::vector<Index>{2}) << "also from the column behind it";
}

TEST_F(AlignmentLookTest, insertTicksCarryTheirCountWhereThereIsRoom) {
  engine::Alignment alignment = alignmentOf({{"1", "--------"}, {"2", "--------"}});
  alignment.rows[1].inserts.push_back({4, std::vector<engine::ResidueCode>(8, alphabet::codeOf('w'))});
  showAlignment(std::move(alignment));
  view.setScheme(ui::AlignmentScheme::none);
  view.setZoom({3, 3});
  settle();
  const QRectF box = cellBox(picture(), 1, 4);
  const QRectF count(box.x() - box.width() / 2, box.y(), box.width(), box.height() * 0.55);
  const int with = numInk(grab(count));
  change([](auto& look) { look.inserts = ui::AlignmentInserts::hidden; });
  EXPECT_GT(with, numInk(grab(count)) + 10);
}

TEST_F(AlignmentLookTest, anOpenInsertBeforeTheFirstColumnHasNoTick) {
  engine::Alignment alignment = alignmentOf({{"1", "--------"}, {"2", "--------"}});
  alignment.rows[1].inserts.push_back({0, {alphabet::codeOf('w')}});
  showAlignment(std::move(alignment));
  view.setScheme(ui::AlignmentScheme::none);
  change([](auto& look) { look.inserts = ui::AlignmentInserts::expanded; });
  const double x = picture().xOf(1), y = picture().yOf(1);
  EXPECT_EQ(numInk(grab(QRectF(x - 1, y + 10, 2, 4))), 0);
}

TEST_F(AlignmentLookTest, theRulerFollowsAReferenceRow) {
  showAlignment(alignmentOf({{"x/17-22", "A-RNDCQ"}, {"y", "AARNDCQ"}}));
  EXPECT_EQ(picture().rulerNumber(2), 3);
  change([](auto& look) { look.rulerRow = 0; });
  EXPECT_EQ(picture().rulerNumber(0), 17);
  EXPECT_EQ(picture().rulerNumber(1), 0) << "a gap";
  EXPECT_EQ(picture().rulerNumber(2), 18);
}

TEST_F(AlignmentLookTest, bothAxesZoomOnTheirOwn) {
  showAlignment(randomAlignment(300, 300));
  view.setZoom({2, 0.5});
  EXPECT_EQ(picture().viewport.columnWidth, 20);
  EXPECT_EQ(picture().viewport.rowHeight, 8);
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QSlider*>("rowZoom")->setValue(30);
  EXPECT_EQ(picture().viewport.columnWidth, 20);
  EXPECT_NEAR(view.zoom().rows, std::pow(10, 0.3), 1e-9);
}

TEST_F(AlignmentLookTest, everyControlDrivesTheLook) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QCheckBox*>("legend")->click();
  form->findChild<QCheckBox*>("faded")->click();
  form->findChild<QCheckBox*>("differences")->click();
  form->findChild<QCheckBox*>("wrapped")->click();
  form->findChild<QCheckBox*>("minimap")->click();
  form->findChild<QCheckBox*>("weights")->click();
  form->findChild<QSlider*>("threshold")->setValue(40);
  form->findChild<QComboBox*>("reference")->setCurrentIndex(2);
  form->findChild<QSpinBox*>("referenceRow")->setValue(4);
  form->findChild<QComboBox*>("conservation")->setCurrentIndex(1);
  form->findChild<QComboBox*>("inserts")->setCurrentIndex(0);
  form->findChild<QSpinBox*>("rulerRow")->setValue(3);
  const ui::AlignmentLook& look = view.look();
  EXPECT_TRUE(look.hasLegend && look.isFadedByConservation && look.hasOnlyDifferences && look.isWrapped);
  EXPECT_TRUE(!look.hasMinimap && look.hasWeights);
  EXPECT_EQ(look.identityThreshold, 0.4);
  EXPECT_EQ(look.reference, (ui::AlignmentReference{ui::AlignmentReference::Kind::row, 3}));
  EXPECT_EQ(look.conservation, engine::ConservationMeasure::properties);
  EXPECT_EQ(look.inserts, ui::AlignmentInserts::hidden);
  EXPECT_EQ(look.rulerRow, 2);
}

TEST_F(AlignmentLookTest, controlsFollowTheLook) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  ui::AlignmentLook look = view.look();
  look.isWrapped = true;
  look.scheme = ui::AlignmentScheme::helix;
  view.setLook(look);
  EXPECT_TRUE(form->findChild<QCheckBox*>("wrapped")->isChecked());
  EXPECT_EQ(form->findChild<QComboBox*>("scheme")->currentText(), "Helix propensity");
}

TEST_F(AlignmentLookTest, theListShowsHidesAndMovesTracks) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* list = form->findChild<QListWidget*>("tracks");
  ASSERT_NE(list, nullptr);
  const auto itemOf = [&](const QString& id) {
    for (int k = 0; k < list->count(); ++k)
      if (list->item(k)->data(Qt::UserRole) == id) return list->item(k);
    return static_cast<QListWidgetItem*>(nullptr);
  };
  ASSERT_NE(itemOf("logo"), nullptr);
  itemOf("logo")->setCheckState(Qt::Checked);
  EXPECT_TRUE(hasTrack("logo"));
  QCoreApplication::processEvents();
  list->setCurrentRow(list->row(itemOf("logo")));
  const int from = list->currentRow();
  form->findChild<QToolButton*>("trackUp")->click();
  QCoreApplication::processEvents();
  EXPECT_EQ(list->row(itemOf("logo")), from - 1);
  EXPECT_EQ(view.look().tracks[static_cast<size_t>(from - 1)].id, "logo");
}

TEST_F(AlignmentLookTest, aVectorPageHasTextAndRectanglesAndNoImage) {
  showAlignment(alignmentOf({{"alpha", "WWWWDDDDKKKK"}, {"beta", "WWWWDDDDKKKK"}}));
  const QTemporaryDir folder;
  const QString path = folder.filePath("page.svg");
  view.exportVector(path, view.wholePageSize());
  std::ifstream file(path.toStdString());
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find(">alpha<"), std::string::npos);
  EXPECT_NE(text.find("WWWW"), std::string::npos) << "letters of a row are one text";
  EXPECT_EQ(text.find("<image"), std::string::npos);
  EXPECT_NE(text.find("<path"), std::string::npos);
}

TEST_F(AlignmentLookTest, theWholePageHoldsEveryCell) {
  showAlignment(randomAlignment(70, 130), {300, 200});
  const QSize size = view.wholePageSize();
  const QImage page = view.renderImage(size, 1);
  EXPECT_GE(size.width(), 130 * 10);
  EXPECT_GE(size.height(), 70 * 15);
  const QImage lastCells = page.copy(page.width() - 60, page.height() - 60, 50, 50);
  EXPECT_GT(numInk(lastCells), 60);
}

TEST_F(AlignmentLookTest, theNumbersOnShowAreThoseOfTheTracks) {
  showAlignment(alignmentOf({{"1", "WW-"}, {"2", "WK-"}}));
  change([](auto& look) { look.tracks = {{"conservation", false}, {"occupancy", true}, {"consensus", false}}; });
  const auto tables = view.visibleNumbers();
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].rowLabels, std::vector<std::string>{"Occupancy"});
  EXPECT_EQ(tables[0].columnLabels, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(tables[0].values(0, 0), 1);
  EXPECT_EQ(tables[0].values(0, 2), 0);
  EXPECT_TRUE(view.captionText().contains("coloured by Clustal X"));
  EXPECT_TRUE(view.captionText().contains("Occupancy"));
}

TEST_F(AlignmentLookTest, rowsScrollWhileTheTracksStay) {
  showAlignment(randomAlignment(300, 100));
  const QImage before = grab(picture().layout.tracks[0]), cells = grab(picture().layout.cells);
  QTest::keyClick(&view.canvas(), Qt::Key_PageDown);
  settle();
  EXPECT_EQ(grab(picture().layout.tracks[0]), before);
  EXPECT_NE(grab(picture().layout.cells), cells);
}

TEST_F(AlignmentLookTest, tinyAndEmptyAlignmentsAreDrawnInEveryLook) {
  for (const bool isWrapped : {false, true}) {
    showAlignment(engine::Alignment{}, {300, 200});
    change([&](auto& look) {
      look.isWrapped = isWrapped;
      look.hasOnlyDifferences = look.hasLegend = look.hasWeights = true;
    });
    EXPECT_TRUE(ui::hitAt(picture(), QPointF(200, 150)).slot < 0);
    session.document().publish(datasetOf("a", alignmentOf({{"one", "W"}})));
    settle();
    EXPECT_EQ(picture().arrangement().numSlots(), 1);
    view.fitAll();
    settle();
  }
}

}  // namespace
