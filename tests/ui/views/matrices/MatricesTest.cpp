// Options, slices, layout and words of matrices, without a window.
#include <QJsonArray>
#include <QJsonObject>

#include <gtest/gtest.h>

#include "engine/base/Array.h"
#include "engine/datasets/ArrayText.h"
#include "ui/views/matrices/MatricesPicture.h"

namespace matrices_test {

using engine::Array;
using engine::Index;
using ui::ArraySlice;
using ui::MatricesOptions;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

/// Values count up in C order.
Array<double> counting(const engine::Shape& shape) {
  Array<double> array(shape);
  for (Index k = 0; k < array.size(); ++k) array[k] = static_cast<double>(k);
  return array;
}

engine::DatasetPtr datasetOf(engine::ArrayBundle arrays, const std::string& operation = {}) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = "arrays";
  dataset->provenance.request.operation = operation;
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

std::vector<ArraySlice> slices(const engine::DatasetPtr& dataset, const MatricesOptions& options = {}) {
  engine::Progress none;
  return ui::slicesOf({dataset}, options, none);
}

TEST(MatricesOptions, comeBackFromJson) {
  MatricesOptions options;
  options.alone = QStringLiteral("A");
  options.hidden = QStringList{"S", "lse"};
  options.axes["A"] = {2, 0};
  options.slices["H"] = 3;
  options.areAllInSight = true;
  options.colorMap = QStringLiteral("magma");
  for (const MatricesOptions& each : {MatricesOptions{}, options}) {
    MatricesOptions read = each == options ? MatricesOptions{} : options;
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
}

TEST(MatricesOptions, nonsenseLeavesWhatIs) {
  MatricesOptions options;
  options.hidden = QStringList{"S"};
  options.slices["H"] = 1;
  const MatricesOptions before = options;
  takeJson(options, {{"alone", 3}, {"hidden", "S"}, {"axes", 1}, {"slices", QJsonArray{1}}, {"colors", "twilight"}});
  EXPECT_EQ(options, before);
}

TEST(ArraySlice, ofAMatrixIsTheMatrix) {
  const auto shown = slices(datasetOf({{"M", counting({2, 3})}}));
  ASSERT_EQ(shown.size(), 1u);
  ASSERT_TRUE(shown[0].matrix);
  EXPECT_EQ(shown[0].matrix->shape(), (engine::Shape{2, 3}));
  EXPECT_EQ((*shown[0].matrix)(1, 2), 5);
  EXPECT_EQ(shown[0].cellName(1, 2), "M[2, 3]");
  EXPECT_TRUE(shown[0].movableAxes().empty());
}

TEST(ArraySlice, axesHaveTheLettersAndWordsThatArraysTell) {
  engine::ArrayBundle arrays;
  engine::addArray(arrays, counting({2, 3}), {"M", {"step", "residue"}, "help"});
  engine::labelAxis(arrays, "residue", {"A", "R", "N"});
  engine::labelAxis(arrays, "step", {"counted", "mixed"});
  const auto shown = slices(datasetOf(arrays));
  ASSERT_EQ(shown.size(), 1u) << "texts are no matrices";
  EXPECT_EQ(shown[0].columnLetters, "ARN");
  EXPECT_EQ(shown[0].words.rows, (std::vector<QString>{"counted", "mixed"}));
  EXPECT_EQ(shown[0].rowTitle(), "step");
  EXPECT_EQ(shown[0].help, "help");
  engine::labelAxis(arrays, "step", {"one too few"});
  EXPECT_TRUE(slices(datasetOf(arrays))[0].words.rows.empty()) << "labels that do not fit are left out";
}

TEST(ArraySlice, ofHigherRankStandsWhereTheOptionsSay) {
  const engine::DatasetPtr dataset =
      datasetOf({{"S", counting({2, 3, 4})}, {"A", counting({2, 3, 4})}}, "attention dot");
  MatricesOptions options;
  options.slices["H"] = 1;
  for (const ArraySlice& slice : slices(dataset, options)) {
    EXPECT_EQ((*slice.matrix)(2, 3), 23) << "both count heads by H";
    EXPECT_EQ(slice.rowTitle(), "query n");
    EXPECT_EQ(slice.columnTitle(), "key m");
    EXPECT_EQ(slice.movableAxes(), std::vector<int>{0});
  }
  options.slices["H"] = 99;
  EXPECT_EQ((*slices(dataset, options)[0].matrix)(2, 3), 23) << "the last one there is";
}

TEST(ArraySlice, everyPairOfAxesAgreesWithTheArray) {
  const engine::Shape shape{2, 3, 4, 5};
  const Array<double> values = counting(shape);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      if (row == column) continue;
      MatricesOptions options;
      options.axes["T"] = {row, column};
      std::array<Index, 4> at{};
      for (int axis = 0; axis < 4; ++axis) {
        at[static_cast<size_t>(axis)] = 1;
        options.slices[QStringLiteral("T axis %1").arg(axis + 1)] = 1;
      }
      const ArraySlice slice = slices(datasetOf({{"T", values}}), options).at(0);
      for (Index i = 0; i < slice.rows(); ++i)
        for (Index j = 0; j < slice.columns(); ++j) {
          at[static_cast<size_t>(row)] = i;
          at[static_cast<size_t>(column)] = j;
          ASSERT_EQ((*slice.matrix)(i, j), values(at[0], at[1], at[2], at[3])) << row << column;
        }
    }
}

TEST(ArraySlice, axesThatDoNotExistAreTheLastTwo) {
  MatricesOptions options;
  options.axes["T"] = {7, 1};
  EXPECT_EQ(slices(datasetOf({{"T", counting({2, 3, 4})}}), options)[0].shown, (ui::MatrixAxes{1, 2}));
  options.axes["T"] = {1, 1};
  EXPECT_EQ(slices(datasetOf({{"T", counting({2, 3, 4})}}), options)[0].shown, (ui::MatrixAxes{1, 2}));
}

TEST(ArraySlice, ofVectorsNumbersAndNothing) {
  const auto shown = slices(datasetOf({{"empty", Array<float>({0, 3})},
                                       {"flags", Array<engine::Bool>({3}, engine::Bool{1})},
                                       {"number", Array<std::int64_t>(engine::Shape{}, 7)}}));
  ASSERT_EQ(shown.size(), 3u);
  EXPECT_FALSE(shown[0].matrix) << "nothing to show";
  EXPECT_EQ(shown[1].matrix->shape(), (engine::Shape{3, 1}));
  EXPECT_EQ((*shown[1].matrix)(2, 0), 1);
  EXPECT_EQ(shown[2].matrix->shape(), (engine::Shape{1, 1}));
  EXPECT_EQ((*shown[2].matrix)(0, 0), 7);
  EXPECT_EQ(shown[2].cellName(0, 0), "number");
}

TEST(ArraySlice, coloursReachFromZeroOrToBothSides) {
  Array<float> scores({1, 2});
  scores(0, 0) = -3;
  scores(0, 1) = 1;
  const auto shown = slices(datasetOf({{"S", scores}, {"W", counting({1, 3})}}));
  EXPECT_EQ(shown[0].look.colorMapId, "diverging");
  EXPECT_EQ(shown[0].look.low, -3);
  EXPECT_EQ(shown[0].look.high, 3);
  EXPECT_EQ(shown[1].look.colorMapId, "viridis");
  EXPECT_EQ(shown[1].look.low, 0);
  EXPECT_EQ(shown[1].look.high, 2);
}

TEST(ArraySlice, hiddenArraysAreNotCopied) {
  MatricesOptions options;
  options.hidden = QStringList{"A"};
  const engine::DatasetPtr dataset = datasetOf({{"A", counting({100, 100})}, {"B", counting({3, 4})}});
  EXPECT_EQ(ui::numbersOnShow({dataset}, options), 12);
  EXPECT_FALSE(slices(dataset, options)[0].matrix);
}

TEST(MatricesLayout, allFitApartOrSayThatTheyDoNot) {
  engine::ArrayBundle arrays;
  for (const char* name : {"A", "K", "O", "Q", "S", "V"}) arrays[name] = counting({4, 6});
  const auto shown = slices(datasetOf(arrays));
  for (const QSize size : {QSize(1600, 1000), QSize(800, 600), QSize(420, 300), QSize(120, 90), QSize(0, 0)}) {
    const ui::MatricesLayout layout = ui::matricesLayout(theme(), shown, size, true);
    EXPECT_TRUE(layout.thumb.isEmpty());
    EXPECT_EQ(layout.places.size() + layout.withoutRoom.size(), shown.size());
    for (const ui::MatrixPlace& a : layout.places) {
      EXPECT_LE(a.bar.bottom(), size.height());
      EXPECT_LE(a.header.right(), size.width());
      for (const ui::MatrixPlace& b : layout.places)
        if (a.array != b.array) {
          EXPECT_FALSE(ui::toRectF(a.panel).intersects(ui::toRectF(b.panel)));
        }
    }
  }
  EXPECT_TRUE(ui::matricesLayout(theme(), shown, {1600, 1000}).withoutRoom.empty());
}

TEST(MatricesLayout, cellsHaveRoomForNumbersWhereThereIsRoom) {
  const auto shown = slices(datasetOf({{"A", counting({3, 5})}, {"V", counting({5, 3})}}));
  for (const ui::MatrixPlace& place : ui::matricesLayout(theme(), shown, {1000, 700}).places)
    EXPECT_GE(place.cell, ui::kNumberCellPixels * theme().scale);
}

/// What a mechanism takes and gives for sixteen residues.
std::vector<ArraySlice> eightArrays() {
  return slices(datasetOf({{"Q", counting({16, 2})},
                           {"K", counting({16, 2})},
                           {"V", counting({16, 2})},
                           {"S", counting({16, 16})},
                           {"mask", counting({16, 16})},
                           {"A", counting({16, 16})},
                           {"O", counting({16, 2})},
                           {"lse", counting({16})}}));
}

TEST(MatricesLayout, smallMatricesShowTheirNumbersTogetherAndAreScrolledRatherThanShrunk) {
  const auto shown = eightArrays();
  for (const QSize size : {QSize(800, 600), QSize(1600, 1000)}) {
    const ui::MatricesLayout layout = ui::matricesLayout(theme(), shown, size);
    ASSERT_EQ(layout.places.size(), shown.size());
    EXPECT_FALSE(layout.thumb.isEmpty());
    for (const ui::MatrixPlace& place : layout.places) {
      EXPECT_EQ(place.cell, layout.places[0].cell) << "one size for all";
      EXPECT_GE(place.cell, ui::kNumberCellPixels * theme().scale);
      EXPECT_LE(place.header.right(), size.width());
    }
    const ui::MatricesLayout end = ui::matricesLayout(theme(), shown, size, false, 1e9);
    EXPECT_NEAR(end.scroll, end.height - size.height(), 1e-6);
    EXPECT_LE(end.places.back().bar.bottom(), size.height());
    EXPECT_TRUE(end.places.front().panel.isEmpty()) << "scrolled out of sight";
    for (const ui::MatrixPlace& place : end.places)
      if (!place.panel.isEmpty()) {
        EXPECT_GE(place.panel.y, 0);
        EXPECT_LE(place.panel.bottom(), size.height());
        const ui::ArraySlice& slice = shown[place.array];
        const ui::PixelPoint corner = ui::viewportOf(slice, place, {}).toPixel(place.panel, 0, 0);
        EXPECT_NEAR(corner.y, place.whole.y, 1e-6) << "rows stay where they are in the picture";
      }
  }
}

TEST(MatricesLayout, wideMatricesShowTheirBeginningRatherThanNoNumbers) {
  const auto shown = eightArrays();
  const ui::MatricesLayout layout = ui::matricesLayout(theme(), shown, {500, 600});
  ASSERT_EQ(layout.places.size(), shown.size());
  for (const ui::MatrixPlace& place : layout.places) {
    EXPECT_EQ(place.cell, ui::kNumberCellPixels * theme().scale);
    EXPECT_LE(place.whole.right(), 500);
  }
  for (const ui::MatrixPlace& place : ui::matricesLayout(theme(), shown, {230, 600}).places)
    EXPECT_LT(place.cell, ui::kNumberCellPixels * theme().scale) << "not even four of them";
}

TEST(MatricesLayout, allAreInSightWhereThatIsAskedFor) {
  const auto shown = eightArrays();
  const ui::MatricesLayout layout = ui::matricesLayout(theme(), shown, {1600, 1000}, true, 50);
  ASSERT_EQ(layout.places.size(), shown.size());
  EXPECT_TRUE(layout.thumb.isEmpty());
  for (const ui::MatrixPlace& place : layout.places) {
    EXPECT_EQ(place.cell, layout.places[0].cell);
    EXPECT_LE(place.bar.bottom(), 1000);
  }
}

/// As for a projector.
ui::Theme large() {
  ui::ThemeModel::instance().setProjector(true);
  const ui::Theme theme = ui::ThemeModel::instance().theme();
  ui::ThemeModel::instance().setProjector(false);
  return theme;
}

/// What scaled dot products take and give for a few words.
std::vector<ArraySlice> sixArrays() {
  return slices(datasetOf({{"Q", counting({6, 4})},
                           {"K", counting({6, 4})},
                           {"V", counting({6, 4})},
                           {"S", counting({6, 6})},
                           {"A", counting({6, 6})},
                           {"O", counting({6, 4})}}));
}

TEST(MatricesLayout, allAreInSightInLargeLettersToo) {
  for (const auto& shown : {sixArrays(), eightArrays()})
    for (const QSize size : {QSize(1000, 700), QSize(760, 560), QSize(560, 420), QSize(420, 620)}) {
      const ui::MatricesLayout layout = ui::matricesLayout(large(), shown, size, true);
      EXPECT_TRUE(layout.withoutRoom.empty()) << size.width() << " x " << size.height();
      for (const ui::MatrixPlace& place : layout.places) {
        EXPECT_LE(place.panel.bottom(), size.height());
        EXPECT_LE(place.header.right(), size.width());
        EXPECT_EQ(place.cell, layout.places[0].cell);
      }
    }
}

TEST(MatricesLayout, whatIsScrolledStandsSideBySideInLargeLettersToo) {
  const auto shown = sixArrays();
  const ui::MatricesLayout layout = ui::matricesLayout(large(), shown, {1000, 700});
  ASSERT_EQ(layout.places.size(), shown.size());
  double right = 0;
  for (const ui::MatrixPlace& place : layout.places) {
    EXPECT_GE(place.cell, ui::kNumberCellPixels * large().scale);
    right = std::max(right, place.panel.right());
  }
  EXPECT_GT(right, 700) << "the right half is not blank";
}

TEST(MatricesLayout, longMatricesShowTheirBeginning) {
  const auto shown = slices(datasetOf({{"A", counting({3, 2000})}}));
  const ui::MatrixPlace place = ui::matricesLayout(theme(), shown, {800, 600}).places.at(0);
  EXPECT_GE(place.cell, 10);
  const ui::MapViewport viewport = ui::viewportOf(shown[0], place, {});
  EXPECT_NEAR(viewport.toCell(place.panel, place.panel.x, place.panel.y).column, 0, 1e-6);
}

TEST(MatricesLayout, figuresHaveTheirBarsAtTheRight) {
  engine::ArrayBundle arrays;
  arrays["A"] = counting({6, 9});
  arrays["B"] = counting({1, 12});
  const auto shown = slices(datasetOf(std::move(arrays)));
  ui::Theme page = ui::Theme::light();
  page.page.colorBar = ui::ColorBarPlace::right;
  const auto layout = ui::matricesLayout(page, shown, {700, 500});
  ASSERT_EQ(layout.places.size(), 2U);
  for (const ui::MatrixPlace& place : layout.places) {
    EXPECT_EQ(place.bar.x, place.panel.right());
    EXPECT_LE(place.bar.right(), 700);
    for (const ui::MatrixPlace& other : layout.places)
      EXPECT_FALSE(ui::toRectF(place.bar).intersects(ui::toRectF(other.panel)));
  }
}

TEST(MatricesReadout, tellsNumberPlaceAndSum) {
  MatricesOptions options;
  options.slices["H"] = 1;
  const auto shown = slices(datasetOf({{"A", counting({2, 2, 3})}}, "attention dot"), options);
  const auto lines = ui::matricesReadout(shown, {QStringLiteral("A"), 1, 0});
  const auto line = [&](const QString& label) {
    for (const ui::ReadoutLine& each : lines)
      if (each.label == label) return each.value;
    return QString();
  };
  EXPECT_EQ(line("A[2, 2, 1]"), "9");
  EXPECT_EQ(line("query n"), "2 of 2");
  EXPECT_EQ(line("key m"), "1 of 3");
  EXPECT_EQ(line("head H"), "2 of 2");
  EXPECT_EQ(line("Sum of the row"), "30");
  EXPECT_TRUE(ui::matricesReadout(shown, {QStringLiteral("A"), 2, 0}).empty()) << "no such row";
}

}  // namespace matrices_test
