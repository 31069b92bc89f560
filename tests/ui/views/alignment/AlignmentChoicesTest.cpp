// Choices in an alignment as plain values.
#include "ui/views/alignment/AlignmentChoices.h"

#include <gmock/gmock.h>

#include <QJsonArray>

#include "ui/views/alignment/AlignmentFinder.h"

namespace alignment_choices_test {

constexpr engine::Index kRows = 20, kColumns = 30;

ui::AlignmentChoices unusualChoices() {
  return {ui::RowOrder::tree, 7, {10, 20, 30, 40, "human|mouse", true}, {2, 5}, {8, 9}};
}

ui::AlignmentSelected unusualSelection() { return {{1, 4}, {11, 13}, 3, 12}; }

struct Read {
  ui::AlignmentChoices choices = unusualChoices();
  ui::AlignmentSelected selected = unusualSelection();
  explicit Read(const QJsonObject& json) { readJson(json, kRows, kColumns, choices, selected); }
};

TEST(AlignmentChoicesTest, comeBackFromJsonAsTheyWere) {
  ui::AlignmentChoices choices;
  ui::AlignmentSelected selected;
  readJson(toJson(unusualChoices(), unusualSelection()), kRows, kColumns, choices, selected);
  EXPECT_EQ(choices, unusualChoices());
  EXPECT_EQ(selected, unusualSelection());
  const Read initial(toJson(ui::AlignmentChoices(), ui::AlignmentSelected()));
  EXPECT_EQ(initial.choices, ui::AlignmentChoices());
  EXPECT_EQ(initial.selected, ui::AlignmentSelected()) << "no cursor is a choice too";
}

TEST(AlignmentChoicesTest, nonsenseChangesNothing) {
  for (const QJsonObject& json : {QJsonObject(), QJsonObject{{"order", "upside down"},
                                                             {"reference", "x"},
                                                             {"filter", QJsonArray{}},
                                                             {"hiddenRows", 7},
                                                             {"hiddenColumns", true},
                                                             {"selectedRows", QJsonArray{}},
                                                             {"cursorRow", "first"},
                                                             {"unknown", 1}},
                                  QJsonObject{{"filter", QJsonObject{{"minIdentity", "many"},
                                                                     {"name", 3},
                                                                     {"isRegularExpression", "yes"}}}}}) {
    EXPECT_EQ(Read(json).choices, unusualChoices());
    EXPECT_EQ(Read(json).selected, unusualSelection());
  }
}

TEST(AlignmentChoicesTest, whatTheAlignmentDoesNotHoldIsPutIntoRange) {
  const Read read({{"reference", 1e300},
                   {"hiddenRows", "19-900"},
                   {"selectedColumns", "a-b,,29-31,40"},
                   {"cursorRow", -1e300},
                   {"cursorColumn", 31},
                   {"filter", QJsonObject{{"maxGaps", 130}, {"minCoverage", -1}}}});
  EXPECT_EQ(read.choices.reference, kRows - 1);
  EXPECT_EQ(read.choices.hiddenRows.text(), "19-20");
  EXPECT_EQ(read.selected.columns.text(), "29-30");
  EXPECT_EQ(read.selected.cursorRow, -1);
  EXPECT_EQ(read.selected.cursorColumn, kColumns - 1);
  EXPECT_EQ(read.choices.filter.maxGaps, 100);
  EXPECT_EQ(read.choices.filter.minCoverage, 0);
}

TEST(AlignmentChoicesTest, anAlignmentWithoutRowsHasNoReferenceToRead) {
  ui::AlignmentChoices choices;
  ui::AlignmentSelected selected;
  readJson(toJson(unusualChoices(), unusualSelection()), 0, 0, choices, selected);
  EXPECT_EQ(choices.reference, 0);
  EXPECT_TRUE(choices.hiddenRows.isEmpty() && selected.rows.isEmpty());
  EXPECT_EQ(selected.cursorRow, -1);
}

TEST(AlignmentChoicesTest, aFilterAcceptsNamesByTextOrExpressionAndTellsMistakes) {
  engine::AlignmentRow row;
  row.name = "b_human";
  row.description = "Trypsin (EC 3.4)";
  const auto accepts = [&](const char* name, bool isExpression) {
    const ui::AlignmentFilter filter{0, 0, 100, 100, name, isExpression};
    const engine::RowFilter engineFilter = ui::rowFilter(filter);
    return !engineFilter.acceptsName || engineFilter.acceptsName(row);
  };
  EXPECT_TRUE(accepts("HUMAN", false));
  EXPECT_TRUE(accepts("(ec", false)) << "plain text";
  EXPECT_FALSE(accepts("h.man", false));
  EXPECT_TRUE(accepts("h.man", true));
  EXPECT_TRUE(accepts("(ec", true)) << "a wrong expression accepts every name";
  EXPECT_FALSE(ui::filterProblem({0, 0, 100, 100, "(ec", true}).isEmpty());
  EXPECT_TRUE(ui::filterProblem({0, 0, 100, 100, "(ec", false}).isEmpty());
}

TEST(FindRequestTest, comesBackFromJsonAndIgnoresNonsense) {
  const ui::FindRequest request{ui::FindRequest::Where::names, "hu.an", true};
  ui::FindRequest read;
  readJson(toJson(request), read);
  EXPECT_EQ(read, request);
  readJson({{"text", 3}, {"inNames", "no"}, {"isRegularExpression", 0}}, read);
  EXPECT_EQ(read, request);
}

}  // namespace alignment_choices_test
