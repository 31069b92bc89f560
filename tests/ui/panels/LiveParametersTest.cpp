// Parameters of a computed dataset: moved, they compute it again in place; one step to undo, one click to keep.
#include "ui/panels/LiveParameters.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "tests/ui/support/Gui.h"
#include "ui/panels/ParameterForm.h"
#include "ui/panels/ParameterSlider.h"

namespace live_parameters_test {

constexpr int kPatience = 20000;

class LiveParametersTest : public ::testing::Test {
 protected:
  void compute(const char* operation) {
    engine::Request request;
    request.operation = operation;
    request.output = "out";
    ASSERT_NE(session.run(request), nullptr);
    ASSERT_TRUE(QTest::qWaitFor([this] { return session.document().find("out") != nullptr; }, kPatience));
    const auto found = ui::LiveRequest::of(*session.document().find("out"), session.document());
    ASSERT_TRUE(found.has_value());
    live = std::make_unique<ui::LiveParameters>(session, *found);
    test::show(*live, {320, 700});
  }
  template <class Field>
  Field& field(const char* key) {
    return *qobject_cast<Field*>(live->form().field(key));
  }
  const engine::ParameterValues& values() {
    return session.document().find("out")->provenance.request.parameters;
  }

  ui::Session session;
  std::unique_ptr<ui::LiveParameters> live;
};

TEST_F(LiveParametersTest, aSliderRunsTheRequestAgainInPlaceAndTheLatestWins) {
  compute("attention nadaraya-watson");
  const size_t numDatasets = session.document().datasets().size();
  auto* slider = field<QLineEdit>("width").parentWidget()->findChild<ui::ParameterSlider*>();
  ASSERT_NE(slider, nullptr);
  for (int step = 0; step < 40; ++step) slider->setValue(slider->value() + 1);
  const double wanted = live->form().values().real("width");
  EXPECT_TRUE(QTest::qWaitFor([&] { return values().real("width") == wanted; }, kPatience));
  EXPECT_EQ(session.document().datasets().size(), numDatasets);
  EXPECT_LT(session.jobs().jobs().size(), 12u);  // not one for each of the forty places
}

TEST_F(LiveParametersTest, oneDragIsOneStepAndAnUndoneOneIsShown) {
  compute("attention nadaraya-watson");
  engine::Request before, after;
  int numSteps = 0;
  QObject::connect(live.get(), &ui::LiveParameters::settled, [&](const auto& from, const auto& to) {
    before = from;
    after = to;
    ++numSteps;
  });
  for (const char* text : {"2", "3", "4"}) field<QLineEdit>("width").setText(QLatin1String(text));
  ASSERT_TRUE(QTest::qWaitFor([&] { return numSteps == 1; }, kPatience));
  EXPECT_NE(before.parameters.real("width"), 2);  // from before the first of them
  EXPECT_EQ(after.parameters.real("width"), 4);
  session.rerun(before);
  EXPECT_TRUE(QTest::qWaitFor([&] { return live->form().values().real("width") == before.parameters.real("width"); },
                              kPatience));
  QTest::qWait(800);
  EXPECT_EQ(numSteps, 1);
}

TEST_F(LiveParametersTest, aDragIsOneStepHoweverLongItRestsAndKeysWithinASecondAreOne) {
  compute("attention nadaraya-watson");
  std::vector<std::pair<double, double>> steps;
  QObject::connect(live.get(), &ui::LiveParameters::settled, [&](const auto& from, const auto& to) {
    steps.emplace_back(from.parameters.real("width"), to.parameters.real("width"));
  });
  auto* slider = field<QLineEdit>("width").parentWidget()->findChild<ui::ParameterSlider*>();
  const double atFirst = values().real("width");
  slider->setSliderDown(true);  // as the press does
  for (int move = 0; move < 3; ++move) {
    slider->setValue(slider->value() + 7);
    QTest::qWait(1200);
  }
  EXPECT_TRUE(steps.empty());
  const double dragged = values().real("width");
  slider->setSliderDown(false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !steps.empty(); }, kPatience));
  EXPECT_EQ(steps, (std::vector{std::pair(atFirst, dragged)}));
  for (int press = 0; press < 3; ++press) {
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::qWait(700);  // longer than a held key takes to repeat
  }
  ASSERT_TRUE(QTest::qWaitFor([&] { return steps.size() == 2; }, kPatience));
  EXPECT_EQ(steps[1], std::pair(dragged, values().real("width")));
}

TEST_F(LiveParametersTest, aKeptCopyHasItsTitleInASavedSessionAndTellsWhatItIsChangedTo) {
  compute("attention nadaraya-watson");
  field<QLineEdit>("width").setText(QStringLiteral("2"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return values().real("width") == 2; }, kPatience));
  QTest::mouseClick(&live->keepButton(), Qt::LeftButton);
  const engine::DatasetPtr kept = session.document().find("out-2");
  ASSERT_NE(kept, nullptr);
  ASSERT_NE(kept->title.find("= 2)"), std::string::npos) << kept->title;
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath(QStringLiteral("kept.headlight")).toStdString();
  ui::writeSessionFile(session.describe({}), path);
  ui::Session other;
  other.openSession(path);
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.document().find("out-2.curves") != nullptr; }, kPatience));
  EXPECT_EQ(other.document().find("out-2")->title, kept->title);
  EXPECT_EQ(other.document().find("out-2.curves")->title, kept->title + ", curves");
  engine::Request changed = other.document().find("out-2")->provenance.request;
  changed.parameters.set("width", 3.0);
  other.rerun(changed);
  EXPECT_TRUE(QTest::qWaitFor([&] { return other.document().find("out-2")->title.ends_with("= 3)"); }, kPatience));
}

TEST_F(LiveParametersTest, keepThisOneMakesACopyThatChangesNoMore) {
  compute("attention nadaraya-watson");
  QTest::mouseClick(&live->keepButton(), Qt::LeftButton);
  ASSERT_NE(session.document().find("out-2"), nullptr);
  const engine::DatasetPtr kept = session.document().find("out-2");
  EXPECT_EQ(kept->provenance.request.output, "out-2");
  EXPECT_EQ(kept->value, session.document().find("out")->value);
  EXPECT_NE(kept->title, session.document().find("out")->title);
  EXPECT_EQ(session.document().find("out-2.curves")->title, kept->title + ", curves");
  field<QComboBox>("kernel").setCurrentText(QStringLiteral("boxcar"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return values().text("kernel") == "boxcar"; }, kPatience));
  EXPECT_EQ(session.document().find("out-2"), kept);
}

TEST_F(LiveParametersTest, whatIsWrongIsOneLineAndTheResultStays) {
  compute("attention nadaraya-watson");
  const engine::DatasetPtr before = session.document().find("out");
  field<QLineEdit>("width").setText(QStringLiteral("-3"));
  EXPECT_TRUE(live->problem().contains(QStringLiteral("width")));
  EXPECT_EQ(session.document().find("out"), before);
  field<QLineEdit>("width").setText(QStringLiteral("1"));
  field<QLineEdit>("gradient").setText(QStringLiteral("nonsense"));  // told by the run, not by the form
  ASSERT_TRUE(QTest::qWaitFor([&] { return live->problem().contains(QStringLiteral("nonsense")); }, kPatience));
  field<QLineEdit>("gradient").clear();
  EXPECT_TRUE(QTest::qWaitFor([&] { return live->problem().isEmpty(); }, kPatience));
}

TEST(LiveRequest, onlyQuickOperationsWhoseResultsAreThereAreLive) {
  ui::Session session;
  engine::Dataset dataset;
  dataset.id = "x";
  EXPECT_FALSE(ui::LiveRequest::of(dataset, session.document()).has_value());
  dataset.provenance.request.operation = "profile";
  dataset.provenance.request.output = "x";
  EXPECT_FALSE(ui::LiveRequest::of(dataset, session.document()).has_value());
  dataset.provenance.request.operation = "attention dot";
  EXPECT_FALSE(ui::LiveRequest::of(dataset, session.document()).has_value()) << "it is not in the document";
}

TEST(ParameterSlider, reachesItsNumbersAndFollowsItsField) {
  const auto check = [](const engine::Parameter& parameter) {
    QLineEdit line(QString::fromStdString(engine::parameterText(parameter, parameter.standard)));
    ui::ParameterSlider slider(parameter, line);
    for (const int place : {slider.minimum(), (slider.minimum() + slider.maximum()) / 3, slider.maximum()}) {
      EXPECT_EQ(slider.placeOf(slider.numberAt(place)), place) << parameter.key;
      slider.setValue(place);
      EXPECT_NO_THROW(engine::parseParameter(parameter, line.text().toStdString())) << line.text().toStdString();
    }
  };
  check(engine::countParameter("count", "", "", 3, 1, 10));
  check(engine::countParameter("many", "", "", 64, 1, 65536));
  check(engine::numberParameter("share", "", "", "", 0.5, 0, 1));
  check(engine::numberParameter("width", "", "", "", 1, 1e-30, 1e30));
  check(engine::named(engine::numberParameter("scale", "", "", "", 0, -1e30, 1e30), {{0, "automatic"}}));
}

TEST(ParameterForm, aWordStandsForItsNumberInTheFieldAndCanBeTyped) {
  ui::ParameterForm form(
      {engine::named(engine::countParameter("heads", "Heads", "how many", 0, 1, 9), {{0, "automatic"}})});
  auto* field = qobject_cast<QLineEdit*>(form.field("heads"));
  ASSERT_NE(field, nullptr);
  EXPECT_EQ(field->text(), QStringLiteral("automatic"));
  EXPECT_TRUE(field->toolTip().contains(QStringLiteral("automatic, 1 to 9")));
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("4"));
  EXPECT_EQ(form.values().integer("heads"), 4);
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("automatic"));
  EXPECT_EQ(form.values().integer("heads"), 0);
  EXPECT_TRUE(form.values().isGiven("heads"));
}

}  // namespace live_parameters_test
