// No array that an operation writes is shown with axes that nothing tells of.
#include <gmock/gmock.h>

#include "engine/attention/Mechanism.h"
#include "engine/operations/ArrayMeaning.h"
#include "tests/engine/operations/OperationRuns.h"
#include "ui/scenes/plot/PlotTable.h"
#include "ui/views/matrices/ArraySlice.h"

namespace axis_names_test {

using namespace engine;

class AxisNames : public test::OperationRuns {
 protected:
  /// Titles of the axes of every array that is shown as a matrix.
  void expectTitles(const Dataset& result) const {
    const auto* arrays = result.as<ArrayBundle>();
    if (!arrays || ui::isMadeForPlots(*arrays)) return;
    Progress progress;
    const DatasetPtr shared = std::make_shared<const Dataset>(result);
    for (const ui::ArraySlice& slice : ui::slicesOf({shared}, {}, progress))
      for (const QString& title : slice.titles)
        EXPECT_FALSE(title.startsWith(QStringLiteral("axis ")) || title.isEmpty())
            << result.id.text() << ": " << slice.name.toStdString() << " " << slice.shapeText().toStdString();
  }
};

TEST_F(AxisNames, areThereForEveryArrayOfEveryOperation) {
  for (const auto& operation : operations())
    for (const Dataset& result : run(*operation, {})) expectTitles(result);
}

TEST_F(AxisNames, areThereForWhatMechanismsAddWhenAsked) {
  for (const auto& mechanism : mechanisms()) {
    const Operation& operation = findOperation("attention " + mechanism->id());
    for (const Parameter& parameter : mechanism->parameters()) {
      if (!std::holds_alternative<bool>(parameter.standard)) continue;
      SCOPED_TRACE(operation.id() + " " + parameter.key);
      ParameterValues values;
      values.set(parameter.key, !std::get<bool>(parameter.standard));
      Diagnostics diagnostics;
      Progress progress;
      try {
        for (const Dataset& result : operation.run({nullptr}, values, {}, diagnostics, progress)) expectTitles(result);
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("is missing")) << "what the sample does not have";
      }
    }
  }
}

TEST_F(AxisNames, sayInWordsWhatTheAxesOfMechanismsCount) {
  for (const auto& mechanism : mechanisms())
    for (const Dataset& result : run(findOperation("attention " + mechanism->id()), {})) {
      if (!result.as<ArrayBundle>() || ui::isMadeForPlots(*result.as<ArrayBundle>())) continue;
      for (const ArrayMeaning& meaning : meaningsOf(result))
        for (size_t axis = 0; axis < meaning.words.size(); ++axis)
          EXPECT_FALSE(meaning.words[axis].empty())
              << mechanism->id() << ": " << meaning.name << " " << meaning.axes[axis];
    }
}

}  // namespace axis_names_test
