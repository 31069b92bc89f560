// Parameters: parsing, checking, defaults.
#include "engine/base/Parameters.h"

#include <gmock/gmock.h>

#include "engine/base/Diagnostics.h"
#include "engine/base/ParameterKinds.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

namespace parameters_test {

const Parameter kFlag = flagParameter("local", "Local", "", true);
const Parameter kCount = countParameter("count", "Count", "", 3, 1, 10);
const Parameter kShift = numberParameter("shift", "Shift", "bit", "", -0.03, -1, 1);
const Parameter kMode = choiceParameter("mode", "Mode", "", {"fast", "exact"});
const std::vector<Parameter> kAll{kFlag, kCount, kShift, kMode};

TEST(Parameters, areFoundByTheirKey) {
  EXPECT_EQ(findParameter(kAll, "shift"), &kAll[2]);
  EXPECT_EQ(findParameter(kAll, "Score"), nullptr);
  EXPECT_EQ(findParameter({}, ""), nullptr);
}

TEST(Parameters, everyTypeIsReadFromText) {
  EXPECT_EQ(parseParameter(kFlag, "No"), ParameterValue(false));
  EXPECT_EQ(parseParameter(kFlag, "on"), ParameterValue(true));
  EXPECT_EQ(parseParameter(kCount, "10"), ParameterValue(std::int64_t{10}));
  EXPECT_EQ(parseParameter(kShift, "-0.5"), ParameterValue(-0.5));
  EXPECT_EQ(parseParameter(kMode, "exact"), ParameterValue(std::string("exact")));
}

TEST(Parameters, textOfAValueReadsAsTheValue) {
  for (const Parameter& parameter : kAll)
    EXPECT_EQ(parseParameter(parameter, parameterText(parameter.standard)), parameter.standard) << parameter.key;
  EXPECT_EQ(parameterText(0.1), "0.1");
}

TEST(Parameters, badTextIsAnErrorWithKeyTextAndExpectation) {
  EXPECT_THAT(errorOf([] { parseParameter(kCount, "3x"); }), AllOf(HasSubstr("count"), HasSubstr("3x")));
  EXPECT_THAT(errorOf([] { parseParameter(kCount, "11"); }), AllOf(HasSubstr("11"), HasSubstr("from 1 to 10")));
  EXPECT_THAT(errorOf([] { parseParameter(kShift, "nan"); }), HasSubstr("shift"));
  EXPECT_THAT(errorOf([] { parseParameter(kShift, ""); }), HasSubstr("a number"));
  EXPECT_THAT(errorOf([] { parseParameter(kFlag, "perhaps"); }), HasSubstr("yes or no"));
  EXPECT_THAT(errorOf([] { parseParameter(kMode, "slow"); }), HasSubstr("fast, exact"));
}

TEST(Parameters, aValueWithAWordIsReadAndShownAsIt) {
  const Parameter heads = named(countParameter("heads", "Heads", "", 0, 1, 9), {{0, "automatic"}});
  const Parameter eps = named(numberParameter("eps", "Offset", "", "", -1, 0, 1), {{-1, "automatic"}, {0, "none"}});
  for (const char* text : {"automatic", "Automatic", "0"})
    EXPECT_EQ(parseParameter(heads, text), ParameterValue(std::int64_t{0})) << text;
  EXPECT_EQ(parseParameter(eps, "automatic"), ParameterValue(-1.0));
  EXPECT_EQ(parameterText(heads, std::int64_t{0}), "automatic");
  EXPECT_EQ(parameterText(heads, std::int64_t{4}), "4");
  EXPECT_EQ(parameterText(eps, 0.0), "none");
  EXPECT_EQ(completed({heads, eps}, {}).real("eps"), -1);
  EXPECT_THAT(errorOf([&] { parseParameter(heads, "10"); }), HasSubstr("from 1 to 9 or automatic"));
  EXPECT_THAT(errorOf([&] { parseParameter(eps, "some"); }), HasSubstr("a number or automatic or none"));
  EXPECT_THAT(errorOf([&] { parseParameter(eps, "-0.5"); }), HasSubstr("from 0 to 1"));
}

TEST(Parameters, completedFillsInDefaultsAndAcceptsWholeNumbersAsReal) {
  ParameterValues given;
  given.set("shift", std::int64_t{1});
  const ParameterValues values = completed(kAll, given);
  EXPECT_EQ(values.real("shift"), 1.0);
  EXPECT_EQ(values.integer("count"), 3);
  EXPECT_TRUE(values.flag("local"));
  EXPECT_EQ(values.text("mode"), "fast");
}

TEST(Parameters, unknownKeysWrongTypesAndMissingValuesAreErrors) {
  ParameterValues unknown, wrong;
  unknown.set("shfit", 0.0);
  wrong.set("count", 2.5);
  EXPECT_THAT(errorOf([&] { completed(kAll, unknown); }), AllOf(HasSubstr("shfit"), HasSubstr("shift")));
  EXPECT_THAT(errorOf([&] { completed(kAll, wrong); }), HasSubstr("count"));
  EXPECT_THAT(errorOf([] { ParameterValues().real("shift"); }), HasSubstr("shift"));
  EXPECT_THAT(errorOf([&] { wrong.text("count"); }), HasSubstr("another type"));
}

TEST(Parameters, aValueKnowsWhetherItWasGivenThoughItIsTheDefault) {
  ParameterValues given;
  given.set("shift", -0.03);
  const ParameterValues values = completed(kAll, given);
  EXPECT_TRUE(values.isGiven("shift"));
  EXPECT_FALSE(values.isGiven("count"));
  EXPECT_FALSE(values.isGiven("unknown"));
  EXPECT_EQ(completed(kAll, values), values);
  EXPECT_NE(completed(kAll, {}), values);
  ParameterValues copied;
  for (const char* key : {"shift", "count"}) copied.copy(key, values);
  EXPECT_TRUE(copied.isGiven("shift"));
  EXPECT_FALSE(copied.isGiven("count"));
  EXPECT_EQ(copied.integer("count"), 3);
  EXPECT_THAT(errorOf([&] { copied.copy("unknown", values); }), HasSubstr("unknown"));
  copied.set("count", std::int64_t{3});
  EXPECT_TRUE(copied.isGiven("count"));
}

TEST(Parameters, aChoiceBringsItsOwnDefaultsForWhatWasNotGiven) {
  Parameter shift = kShift;
  shift.otherStandards = {{"mode", "exact", 0.5}};
  const std::vector<Parameter> parameters{shift, kMode};  // the choice may come later
  ParameterValues given;
  EXPECT_EQ(completed(parameters, given).real("shift"), -0.03);
  given.set("mode", std::string("exact"));
  EXPECT_EQ(completed(parameters, given).real("shift"), 0.5);
  EXPECT_EQ(standardBeside(shift, given), ParameterValue(0.5));
  given.set("shift", -0.03);
  EXPECT_EQ(completed(parameters, given).real("shift"), -0.03);
}

TEST(Parameters, ofValuesOfUnknownOriginTheChangedOnesAreLeft) {
  ParameterValues values;
  values.set("shift", -0.03);
  values.set("count", std::int64_t{4});
  values.set("strange", true);
  const ParameterValues changed = changedValues(kAll, values);
  EXPECT_FALSE(changed.contains("shift"));
  EXPECT_EQ(changed.integer("count"), 4);
  EXPECT_TRUE(changed.flag("strange"));
  EXPECT_EQ(changedValues({}, {}), ParameterValues());
}

TEST(Diagnostics, warningsComeBackInOrder) {
  Diagnostics diagnostics;
  diagnostics.warn("row ", 3, " repeats");
  diagnostics.warn("second");
  EXPECT_THAT(diagnostics.warnings(), testing::ElementsAre("row 3 repeats", "second"));
}

}  // namespace parameters_test
