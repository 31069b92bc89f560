// Head tables out of the text that they are written as.
#include "engine/io/HeadTableText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/datasets/Exports.h"
#include "engine/heads/HeadColumns.h"
#include "engine/heads/HeadsOverProteins.h"
#include "engine/io/Format.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"

namespace head_table_text_test {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

HeadTable someTable(double shift) {
  HeadTable table;
  table.numLayers = 1;
  table.numHeads = 2;
  for (Index k = 0; k < 2; ++k) {
    HeadStatistics head;
    head.head = k;
    head.rows = 60;
    head.entropy = 1 + shift;
    head.keyType = 'M';
    head.labels = {{HeadRule::sink, "sink at 3", ""}, {HeadRule::local, "local", ""}};
    table.heads.push_back(head);
  }
  return table;
}

DatasetValue valueOf(const std::string& text, Diagnostics& diagnostics) {
  Progress progress;
  return test::formatWithId("table").read(text, "t.tsv", diagnostics, progress);
}
HeadTable tableOf(const std::string& text) {
  Diagnostics diagnostics;
  const DatasetValue value = valueOf(text, diagnostics);
  EXPECT_THAT(diagnostics.warnings(), IsEmpty());
  const auto* table = value.as<HeadTable>();
  return table ? *table : HeadTable{};
}
std::string refusal(const std::string& text) {
  return errorOf([&] {
    Diagnostics diagnostics;
    valueOf(text, diagnostics);
  });
}

TEST(HeadTableText, WhatWasWrittenComesBack) {
  const std::string written = headTableTsv(someTable(0.25));
  const HeadTable table = tableOf(written);
  ASSERT_EQ(table.count(), 2);
  EXPECT_TRUE(table.isTold());
  EXPECT_EQ(table.heads[1].label(), "sink at 3");
  EXPECT_EQ(table.heads[1].tags(), "local");
  EXPECT_EQ(table.heads[1].labels.front().rule, HeadRule::sink);
  EXPECT_EQ(headTableTsv(table), written);
}

TEST(HeadTableText, MeansComeBackWithSpreadSharesAndNumbers) {
  HeadsOverProteins sum;
  for (const double shift : {0.0, 0.5, 1.25}) sum.add(someTable(shift));
  HeadTable other = someTable(2);
  for (HeadStatistics& head : other.heads) head.labels = {{HeadRule::helix, "helix", ""}};
  sum.add(other);
  const std::string written = headTableTsv(sum.mean());
  const HeadTable table = tableOf(written);
  ASSERT_EQ(table.count(), 2);
  EXPECT_EQ(table.heads[0].labels.front().share, 0.75);
  EXPECT_EQ(table.heads[0].tags(), "helix 25 %");
  const auto columns = columnsOf(table);
  EXPECT_EQ(findColumn(columns, "entropy")->text(table.heads[0]), "1.94 ± 0.88");
  EXPECT_EQ(findColumn(columns, "entropy_n")->number(table.heads[0]), 4);
  EXPECT_EQ(headTableTsv(table), written);
}

TEST(HeadTableText, RowsMayStandInAnyOrder) {
  const HeadTable table = tableOf("layer\thead\tlabel\ttags\tx\n2\t1\ta\t\t2\n1\t1\tb\t\t1\n");
  ASSERT_EQ(table.count(), 2);
  EXPECT_EQ(table.heads[0].label(), "b");
  EXPECT_EQ(table.heads[1].layer, 1);
}

TEST(HeadTableText, SomeOfTheHeadsAreNumbersOnly) {
  Diagnostics diagnostics;
  const DatasetValue value = valueOf("layer\thead\tlabel\ttags\tx\n2\t2\ta\t\t2\n", diagnostics);
  ASSERT_NE(value.as<ArrayBundle>(), nullptr);
  EXPECT_EQ(value.as<ArrayBundle>()->count("x"), 1U);
  EXPECT_THAT(diagnostics.warnings(), testing::Contains(HasSubstr("not all heads of all layers")));
}

TEST(HeadTableText, SpreadAloneIsAColumnOfItsOwn) {
  const HeadTable table = tableOf("layer\thead\tlabel\ttags\tx_sd\ty\ty_n\n1\t1\ta\t\t1\t2\t3\n");
  EXPECT_THAT(table.toldKeys, ElementsAre(ToldKey{"x_sd"}, ToldKey{"y"}, ToldKey{"y_n"}));
}

TEST(HeadTableText, WhatIsWrongIsNamedWithItsLine) {
  const std::string names = "layer\thead\tlabel\ttags\tx\n";
  EXPECT_THAT(refusal(names + "1\t1\ta\n"), HasSubstr("t.tsv, line 2: found 3 fields, expected 5"));
  EXPECT_THAT(refusal(names + "0\t1\ta\t\t1\n"), HasSubstr("line 2: found layer \"0\""));
  EXPECT_THAT(refusal(names + "1\t99999999999\ta\t\t1\n"), HasSubstr("line 2: found head"));
  EXPECT_THAT(refusal(names + "1\t1\ta\t\t1\n1\t1\ta\t\t1\n"), HasSubstr("line 3: layer 1, head 1 is there twice"));
  EXPECT_THAT(refusal("layer\thead\tlabel\ttags\tx\tx\n"), HasSubstr("two columns are called \"x\""));
}

TEST(HeadTableText, NumbersThatAreNoneAreAbsent) {
  const HeadTable table = tableOf("layer\thead\tlabel\ttags\tx\ty\n1\t1\t\t\tnan\t\n");
  EXPECT_EQ(columnsOf(table).back().text(table.heads[0]), "–");
  EXPECT_TRUE(table.heads[0].labels.empty());
}

}  // namespace head_table_text_test
