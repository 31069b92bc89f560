// The matrices that mechanisms and operations give for lessons: named for what their axes are, apart from each other,
// in the colours of their numbers, light and dark.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/operations/ArrayMeaning.h"
#include "engine/operations/Operation.h"
#include "tests/ui/support/Gui.h"
#include "ui/scenes/plot/PlotTable.h"
#include "ui/views/matrices/MatricesLayout.h"
#include "ui/views/matrices/MatricesView.h"

namespace lesson_matrices_test {

using engine::Dataset;
using engine::Index;

constexpr QSize kSize(1000, 700);

struct Lesson {
  const char* operation;
  std::vector<std::pair<const char*, const char*>> given = {};
};

engine::DatasetPtr rows() {
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "rows";
  dataset->value = std::make_shared<const engine::Alignment>(
      engine::alignmentOf({engine::Sequence::fromLetters("a", "MKTAYIAKQRQISFVKSHFSRQ"),
                           engine::Sequence::fromLetters("b", "MKTAYLAKQRQLSFVKSHFARQ")}));
  return dataset;
}

std::vector<engine::DatasetPtr> resultsOf(const Lesson& lesson) {
  const engine::Operation& operation = engine::findOperation(lesson.operation);
  engine::ParameterValues values;
  for (const auto& [key, value] : lesson.given)
    values.set(key, engine::parseParameter(*engine::findParameter(operation.parameters(), key), value));
  std::vector<engine::DatasetPtr> inputs;
  for (const auto& input : operation.inputs()) inputs.push_back(input.isOptional ? nullptr : rows());
  engine::Diagnostics diagnostics;
  engine::Progress none;
  std::vector<engine::DatasetPtr> shown;
  for (Dataset& result : operation.run(inputs, values, {nullptr, 1}, diagnostics, none)) {
    result.id = "lesson" + std::to_string(shown.size());
    if (result.as<engine::ArrayBundle>()) shown.push_back(std::make_shared<const Dataset>(std::move(result)));
  }
  return shown;
}

/// Arrays whose names do not ask for a plot.
bool isPictured(const Dataset& dataset) { return !ui::isMadeForPlots(*dataset.as<engine::ArrayBundle>()); }

class LessonMatrices : public testing::TestWithParam<Lesson> {
 protected:
  ~LessonMatrices() override { ui::ThemeModel::instance().setKind(ui::ThemeKind::light); }
  /// Calls `look` with a view of all matrices of each result, in both themes.
  template <class Look>
  void forAll(const Look& look) {
    int count = 0;
    for (const engine::DatasetPtr& dataset : resultsOf(GetParam())) {
      if (!isPictured(*dataset)) continue;
      for (const auto kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
        ui::ThemeModel::instance().setKind(kind);
        ui::MatricesView view(session);
        session.document().publish(dataset);
        view.setDataset(dataset);
        test::show(view, kSize);
        look(view);
        ++count;
      }
    }
    EXPECT_GT(count, 0) << "no matrices";
  }
  ui::Session session;
};

/// All that belongs to a matrix but its axes.
std::vector<QRectF> partsOf(const ui::MatrixPlace& place) {
  std::vector<QRectF> parts{ui::toRectF(place.header), ui::toRectF(place.panel), ui::toRectF(place.bar)};
  std::erase_if(parts, [](const QRectF& part) { return part.width() <= 2 || part.height() <= 2; });  // out of sight
  return parts;
}

TEST_P(LessonMatrices, nothingLiesOnAnythingElse) {
  forAll([](ui::MatricesView& view) {
    const ui::MatricesLayout layout = view.layoutFor(kSize);
    EXPECT_TRUE(layout.withoutRoom.empty());
    for (size_t a = 0; a < layout.places.size(); ++a) {
      const ui::ArraySlice& slice = view.slices()[layout.places[a].array];
      for (const QRectF& part : partsOf(layout.places[a])) EXPECT_LE(part.right(), kSize.width() + 1);
      for (size_t b = 0; b < a; ++b)
        for (const QRectF& part : partsOf(layout.places[a]))
          for (const QRectF& other : partsOf(layout.places[b]))
            EXPECT_FALSE(part.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1)))
                << slice.name.toStdString();
    }
  });
}

TEST_P(LessonMatrices, cellsHaveTheColoursOfTheirNumbers) {
  forAll([](ui::MatricesView& view) {
    view.change([](ui::MatricesOptions& options) {  // as on a page, where the picture is
      options.isFormulaShown = false;
      options.areAllInSight = true;
    });
    const QImage image = view.renderImage(kSize, 1);
    for (const ui::MatrixPlace& place : view.layoutFor(kSize).places) {
      const ui::ArraySlice& slice = view.slices()[place.array];
      if (place.cell < 8 || place.panel.isEmpty()) continue;
      const ui::MapViewport viewport = ui::viewportOf(slice, place, {});
      for (Index k = 0; k < std::min(slice.rows(), slice.columns()); ++k) {
        const ui::PixelPoint at = viewport.toPixel(place.panel, double(k) + 0.2, double(k) + 0.2);
        if (!place.panel.contains(at.x + 2, at.y + 2) || at.y > kSize.height() - 2) continue;
        const ui::Rgb wanted = ui::colorOf(slice.look, (*slice.matrix)(k, k));
        const QColor found = image.pixelColor(int(at.x), int(at.y));
        EXPECT_NEAR(found.red(), wanted[0], 12) << slice.name.toStdString() << " " << k;
        EXPECT_NEAR(found.green(), wanted[1], 12) << slice.name.toStdString() << " " << k;
        EXPECT_NEAR(found.blue(), wanted[2], 12) << slice.name.toStdString() << " " << k;
      }
    }
  });
}

TEST_P(LessonMatrices, oneNumberHasRoomForItsDigitsAndNoColourBar) {
  forAll([](ui::MatricesView& view) {
    for (const ui::MatrixPlace& place : view.layoutFor(kSize).places) {
      const ui::ArraySlice& slice = view.slices()[place.array];
      if (slice.rows() != 1 || slice.columns() != 1) continue;
      EXPECT_GE(place.cell, ui::kNumberCellPixels) << slice.name.toStdString();
      EXPECT_TRUE(place.bar.isEmpty()) << "of one number it tells nothing";
      EXPECT_FALSE(place.hasAxes);
    }
  });
}

const Lesson kLessons[] = {{"column"},
                           {"pair-scores"},
                           {"structure-scores"},
                           {"receptive-field"},
                           {"position-clock"},
                           {"attention volume-preserving", {{"checks", "yes"}, {"fibres", "yes"}}},
                           {"attention evoformer"},
                           {"attention triangle-outgoing"},
                           {"attention triangle-starting"},
                           {"attention outer-product-mean"},
                           {"attention pair-biased-row"},
                           {"attention phyloformer"},
                           {"attention tied-row"},
                           {"attention graph-transformer"},
                           {"attention se3-transformer"}};

INSTANTIATE_TEST_SUITE_P(Operations, LessonMatrices, testing::ValuesIn(kLessons), [](const auto& info) {
  std::string name = info.param.operation;
  std::erase_if(name, [](char letter) { return !std::isalnum(static_cast<unsigned char>(letter)); });
  return name;
});

/// Title of the last axis but `fromEnd` of an array that a mechanism gives of its sample.
std::string titleOf(const char* operation, const std::string& array, int fromEnd) {
  engine::Progress none;
  for (const ui::ArraySlice& slice : ui::slicesOf(resultsOf({operation}), {}, none))
    if (slice.name.toStdString() == array) return slice.titleFromEnd(fromEnd).toStdString();
  return "no " + array;
}

TEST(AxesOfMechanisms, oneLetterIsCalledWhatItIsInEach) {
  EXPECT_EQ(titleOf("attention evoformer", "A_start", 3), "triangle head T") << "no step";
  EXPECT_EQ(titleOf("attention evoformer", "A_row", 3), "head H");
  EXPECT_EQ(titleOf("attention evoformer", "z_new", 1), "pair channel P");
  EXPECT_EQ(titleOf("attention volume-preserving", "Lambda", 1), "token T");
  EXPECT_EQ(titleOf("attention bahdanau-decoder", "A", 2), "step T");
  EXPECT_EQ(titleOf("attention bahdanau-decoder", "A", 1), "source token S");
  EXPECT_EQ(titleOf("attention se3-transformer", "q", 2), "node N") << "no sequence";
  EXPECT_EQ(titleOf("attention graph-transformer", "Y", 2), "node n");
  EXPECT_EQ(titleOf("attention phyloformer", "distances", 1), "sequence N");
  EXPECT_EQ(titleOf("attention phyloformer", "site", 1), "site L");
  EXPECT_EQ(titleOf("attention tied-row", "A", 1), "column C");
}

}  // namespace lesson_matrices_test
