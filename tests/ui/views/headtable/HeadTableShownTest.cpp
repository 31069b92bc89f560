// The head table without a view: filters, orders, folded groups, histograms, text for other programs.
#include "ui/views/headtable/HeadTableShown.h"

#include <gtest/gtest.h>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/heads/HeadsOverProteins.h"
#include "tests/ui/views/heads/HeadTableFixture.h"

namespace head_table_shown_test {

using namespace test;
using ui::HeadTableOptions;
using ui::HeadTableShown;

HeadTableShown shownWith(const HeadTableOptions& options, Structure structure = Structure::given) {
  return {someTable(structure), options, ui::Theme::light()};
}

HeadTableOptions filteredBy(const QString& filter) {
  HeadTableOptions options;
  options.filter = filter;
  return options;
}

std::vector<Index> keptBy(const QString& filter) { return shownWith(filteredBy(filter)).rows; }

TEST(HeadFilter, wordsAreLookedForInLabelsAndTags) {
  EXPECT_EQ(keptBy("").size(), 12U);
  EXPECT_EQ(keptBy("CONTACTS"), (std::vector<Index>{4, 5}));
  EXPECT_EQ(keptBy("local"), (std::vector<Index>{1, 2})) << "a tag";
  EXPECT_EQ(keptBy("local next"), (std::vector<Index>{2}));
  EXPECT_TRUE(keptBy("nonsense").empty());
}

TEST(HeadFilter, conditionsCompareNumbersAndNobodyWithoutOneFulfilsThem) {
  EXPECT_EQ(keptBy("P@L > 0.2"), (std::vector<Index>{4, 5}));
  EXPECT_EQ(keptBy("p@l>20%"), (std::vector<Index>{4, 5}));
  EXPECT_EQ(keptBy("P_all_L >= 0.31"), (std::vector<Index>{4, 5}));
  EXPECT_EQ(keptBy("P@L <= 0.03"), (std::vector<Index>{0, 8})) << "not those without contacts";
  EXPECT_EQ(keptBy("P@L = 0.1"), (std::vector<Index>{6}));
  EXPECT_EQ(keptBy(QStringLiteral("weight at offset ≥ 0.3, offset = 7")), (std::vector<Index>{7}));
  EXPECT_EQ(keptBy("contacts and P@L > 0.4"), (std::vector<Index>{4}));
  EXPECT_EQ(keptBy("P@L > 0.04 P@L < 0.06 local"), (std::vector<Index>{1, 2}));
  EXPECT_EQ(keptBy("label = residue type"), (std::vector<Index>{8}));
}

TEST(HeadFilter, whatIsNotUnderstoodIsToldAndKeepsNothingOut) {
  const HeadTableShown unknown = shownWith(filteredBy("wings > 2"));
  EXPECT_EQ(unknown.rows.size(), 12U);
  EXPECT_EQ(unknown.filter.problem, "No column is called \"wings\"");
  EXPECT_FALSE(shownWith(filteredBy("> 2")).filter.problem.isEmpty());
  const HeadTableShown unfinished = shownWith(filteredBy("contacts P@L >"));
  EXPECT_EQ(unfinished.rows, (std::vector<Index>{4, 5}));
  EXPECT_EQ(unfinished.filter.problem, "P@L > which number?");
  EXPECT_TRUE(shownWith(filteredBy("P@L > 0.2")).filter.problem.isEmpty());
}

std::vector<Index> orderBy(const std::string& key, bool isDescending) {
  HeadTableOptions options;
  options.sortedBy = key;
  options.isDescending = isDescending;
  return shownWith(options).rows;
}

TEST(HeadOrder, tiesStandByLayerAndHeadAndAbsentOnesLastInBothDirections) {
  EXPECT_EQ(orderBy("P_all_L", true), (std::vector<Index>{4, 5, 6, 9, 1, 2, 10, 7, 8, 0, 3, 11}));
  EXPECT_EQ(orderBy("P_all_L", false), (std::vector<Index>{0, 8, 7, 1, 2, 10, 9, 6, 5, 4, 3, 11}));
  const std::vector<Index> byLabel = orderBy("label", false);
  EXPECT_EQ(std::vector<Index>(byLabel.begin(), byLabel.begin() + 4), (std::vector<Index>{4, 5, 6, 2}));
  EXPECT_EQ(orderBy("no such column", true).front(), 0);
}

TEST(HeadOrder, clicksGoRoundLargestFirstSmallestFirstByLayers) {
  HeadTableOptions options;
  sortNext(options, "entropy", false);
  EXPECT_EQ(options.sortedBy, "entropy");
  EXPECT_TRUE(options.isDescending);
  sortNext(options, "entropy", false);
  EXPECT_EQ(options.sortedBy, "entropy");
  EXPECT_FALSE(options.isDescending);
  sortNext(options, "entropy", false);
  EXPECT_EQ(options, HeadTableOptions{});
  sortNext(options, "label", true);
  EXPECT_FALSE(options.isDescending) << "words from A on";
  sortNext(options, "label", true);
  EXPECT_TRUE(options.isDescending);
  sortNext(options, "label", true);
  EXPECT_TRUE(options.sortedBy.empty());
}

TEST(HeadTableShown, foldedGroupsShowTheirLeadingColumns) {
  const HeadTableShown folded = shownWith({});
  EXPECT_EQ(folded.columnWith("label"), 0);
  EXPECT_GE(folded.columnWith("P_all_L"), 0);
  EXPECT_EQ(folded.columnWith("P_short_L10"), -1);
  HeadTableOptions options;
  options.unfolded = {"Contacts"};
  const HeadTableShown unfolded = shownWith(options);
  EXPECT_GE(unfolded.columnWith("P_short_L10"), 0);
  EXPECT_GT(unfolded.shown.size(), folded.shown.size());
  for (const HeadTableShown& shown : {folded, unfolded}) {
    int next = 0;
    for (const ui::HeadGroup& group : shown.groups) {
      EXPECT_EQ(group.first, next) << group.name;
      EXPECT_EQ(group.isFolded, !(shown.shown.size() == unfolded.shown.size() && group.name == "Contacts"));
      if (!group.isFolded) {
        EXPECT_EQ(group.numAll, group.last - group.first);
      }
      next = group.last;
    }
    EXPECT_EQ(next, static_cast<int>(shown.shown.size()));
  }
}

TEST(HeadTableShown, everyColumnOfTheTableCanBeShown) {
  HeadTableOptions options;
  for (const ui::HeadGroup& group : shownWith({}).groups) options.unfolded.insert(group.name);
  const HeadTableShown shown = shownWith(options);
  for (const engine::HeadColumn& column : shown.columns) {
    const bool isElsewhere = column.key == "layer" || column.key == "head" || column.key == "tags";
    EXPECT_EQ(shown.columnWith(column.key) >= 0, !isElsewhere) << column.key;
  }
}

/// The heads of a fixture on two proteins, as their file tells them.
std::shared_ptr<const engine::HeadTable> meanTable(bool hasOffsets) {
  engine::HeadsOverProteins sum;
  for (const auto structure : {Structure::given, Structure::none}) sum.add(*test::someTable(structure));
  auto table = std::make_shared<engine::HeadTable>(sum.mean());
  if (!hasOffsets)
    for (engine::HeadStatistics& head : table->heads) head.offsets.clear();
  return table;
}

TEST(HeadTableShown, meansHaveTheirSpreadBesideThem) {
  const HeadTableShown shown(meanTable(true), {}, ui::Theme::light());
  EXPECT_TRUE(shown.hasContacts);
  EXPECT_EQ(shown.columnWith("label"), 0);
  const ui::ShownHeadColumn& entropy = engine::nth(shown.shown, shown.columnWith("entropy"));
  EXPECT_EQ(entropy.kind, ui::HeadCellKind::number);
  EXPECT_TRUE(shown.text(0, entropy).contains(QStringLiteral("±"))) << shown.text(0, entropy).toStdString();
  EXPECT_GE(shown.columnWith("proteins"), 0);
  EXPECT_GE(shown.columnWith("label_share"), 0);
  EXPECT_EQ(shown.columnWith("entropy_sd"), -1) << "folded";
  EXPECT_EQ(shown.contactProteinsText(), QStringLiteral("of 1 of 2 proteins"));
  EXPECT_EQ(shownWith({}).contactProteinsText(), QString());
  HeadTableOptions options;
  for (const ui::HeadGroup& group : shown.groups) options.unfolded.insert(group.name);
  const HeadTableShown all(meanTable(true), options, ui::Theme::light());
  EXPECT_GE(all.columnWith("entropy_sd"), 0);
  EXPECT_EQ(all.columnWith("helix_partners"), -1) << "no protein has this number";
  for (const ui::HeadGroup& group : all.groups) EXPECT_EQ(group.numAll, group.last - group.first) << group.name;
  const auto isProfile = [](const ui::ShownHeadColumn& column) { return column.kind == ui::HeadCellKind::profile; };
  EXPECT_TRUE(std::any_of(all.shown.begin(), all.shown.end(), isProfile));
  const HeadTableShown told(meanTable(false), options, ui::Theme::light());
  EXPECT_FALSE(std::any_of(told.shown.begin(), told.shown.end(), isProfile)) << "files of text have none";
}

TEST(HeadTableShown, meansCanBeSortedAndFilteredByTheirSpread) {
  HeadTableOptions options;
  options.sortedBy = "entropy_sd";
  options.filter = QStringLiteral("entropy ± >= 0, share of label > 0.4");
  const HeadTableShown shown(meanTable(true), options, ui::Theme::light());
  EXPECT_TRUE(shown.filter.problem.isEmpty()) << shown.filter.problem.toStdString();
  EXPECT_EQ(shown.rows.size(), shown.table->heads.size());
  const QString text = headRowsText(shown, {0});
  EXPECT_FALSE(text.contains(QStringLiteral("±"))) << "copies are numbers";
}

TEST(HeadHistogram, countsAllAndThoseThatAreKept) {
  const std::vector<double> values = {0, 1, 1, 0.5, std::nan(""), 0.26};
  const ui::HeadHistogram histogram = ui::headHistogram(values, {1, 3, 4});
  EXPECT_EQ(histogram.low, 0);
  EXPECT_EQ(histogram.high, 1);
  EXPECT_EQ(std::accumulate(histogram.all.begin(), histogram.all.end(), 0), 5);
  EXPECT_EQ(std::accumulate(histogram.kept.begin(), histogram.kept.end(), 0), 2);
  EXPECT_EQ(histogram.all.back(), 2) << "the largest value belongs to the last bin";
  EXPECT_EQ(histogram.most, 2);
  EXPECT_TRUE(ui::headHistogram({}, {}).all.empty());
  EXPECT_TRUE(ui::headHistogram({std::nan("")}, {0}).all.empty());
  EXPECT_EQ(ui::headHistogram({3, 3}, {0}).all, (std::vector<int>{2}));
}

TEST(HeadTableShown, cellsHaveTheMinusOfPrintAndDashes) {
  const HeadTableShown shown = shownWith({});
  const auto text = [&](Index head, const char* key) {
    return shown.text(head, engine::nth(shown.shown, shown.columnWith(key)));
  };
  EXPECT_EQ(text(4, "P_all_L"), "0.520");
  EXPECT_EQ(text(3, "P_all_L"), QStringLiteral("–"));
  HeadTableOptions options;
  options.unfolded = {"Offsets"};
  const HeadTableShown offsets = shownWith(options);
  EXPECT_EQ(offsets.text(0, engine::nth(offsets.shown, offsets.columnWith("offset"))), QStringLiteral("−1"));
  EXPECT_TRUE(shown.reasons(4).contains("contacts: 52 % of the best 60 pairs touch"));
  EXPECT_TRUE(shown.reasons(4).contains("self: looks at itself"));
}

TEST(HeadTableShown, chanceOfTheBestHeadIsToldWithAStructureOnly) {
  EXPECT_EQ(shownWith({}).chanceTexts().value(0),
            QStringLiteral("P@L of the best of 12 heads by chance: 0.15 (95 %: 0.13–0.18)"));
  EXPECT_TRUE(shownWith({}, Structure::none).chanceTexts().isEmpty());
}

TEST(HeadTableShown, rowsAreCopiedAsOtherProgramsReadThem) {
  const HeadTableShown shown = shownWith({});
  const QString text = headRowsText(shown, {3, 0});
  const QStringList lines = text.split(u'\n');
  ASSERT_EQ(lines.size(), 4);
  const QStringList names = lines[0].split(u'\t'), cells = lines[1].split(u'\t'), others = lines[2].split(u'\t');
  ASSERT_EQ(names.size(), cells.size());
  EXPECT_EQ(names[0], "layer");
  EXPECT_EQ(cells[0], "1");
  EXPECT_EQ(cells[1], "4") << "heads are counted from 1";
  EXPECT_EQ(cells[names.indexOf("P_all_L")], "") << "not defined";
  EXPECT_EQ(others[names.indexOf("offset")], "-1");
}

TEST(HeadTableShown, noHeadAndOneHeadAreTables) {
  const HeadTableShown none(plainTable(0, 0), {}, ui::Theme::light()), one(plainTable(1, 1), {}, ui::Theme::light());
  EXPECT_TRUE(none.rows.empty());
  EXPECT_EQ(none.countText(), "0 heads");
  EXPECT_EQ(one.rows.size(), 1U);
  EXPECT_EQ(one.countText(), "1 head");
  EXPECT_TRUE(HeadTableShown().isEmpty());
}

TEST(HeadColors, areTheLabelsUnlessTheseTellNothing) {
  const ui::Theme theme = ui::Theme::light();
  const auto colored = [&](HeadTable table, const char* key) {
    const auto columns = engine::columnsOf(table);
    return ui::headColoring(table, columns, key, theme);
  };
  HeadTable table = *someTable(Structure::given);
  EXPECT_TRUE(colored(table, "").isByLabel());
  EXPECT_EQ(colored(table, "entropy").key, "entropy");
  for (HeadStatistics& head : table.heads) head.labels = {{HeadRule::other, "other", "no rule holds"}};
  EXPECT_EQ(colored(table, "").key, "P_all_L");
  EXPECT_TRUE(colored(table, "label").isByLabel()) << "who asks for labels gets labels";
  HeadTable without = *someTable(Structure::none);
  for (HeadStatistics& head : without.heads) {
    head.labels = {{HeadRule::other, "other", "no rule holds"}};
    head.entropyNorm = 0.5;
  }
  EXPECT_EQ(colored(without, "").key, "entropy_norm");
  EXPECT_TRUE(colored(HeadTable(), "").isByLabel());
}

TEST(ContactVerdict, saysHowManyHeadsAreBetterThanTheBestByChance) {
  HeadTable table = *someTable(Structure::given);
  table.chance = engine::ChanceOfBest{59, 0.1, {0.05, 0.2}};
  EXPECT_TRUE(ui::contactVerdict(table).contains(QStringLiteral("2 heads are above that")))
      << ui::contactVerdict(table).toStdString();
  EXPECT_TRUE(ui::contactVerdict(table).startsWith(QStringLiteral("Best P@L 0.520, layer 2, head 1.")));
  table.chance->band.high = 0.52;
  EXPECT_TRUE(ui::contactVerdict(table).contains(QStringLiteral("no head sees contacts better than chance")));
  EXPECT_TRUE(ui::contactVerdict(*someTable(Structure::none)).isEmpty());
  EXPECT_TRUE(ui::contactVerdict(HeadTable()).isEmpty());
}

TEST(HeadTableOptions, comeBackFromJson) {
  HeadTableOptions options;
  options.filter = "contacts";
  options.sortedBy = "P_all_L";
  options.isDescending = true;
  options.unfolded = {"Contacts", "Offsets"};
  options.coloredBy = "entropy";
  options.arrangement = ui::HeadArrangement::grid;
  for (const HeadTableOptions& each : {HeadTableOptions{}, options}) {
    HeadTableOptions read = each == options ? HeadTableOptions{} : options;
    takeJson(read, toJson(each));
    EXPECT_EQ(read, each);
  }
  HeadTableOptions kept = options;
  takeJson(kept, {{"filter", 1}, {"sortedBy", true}, {"unfolded", "x"}, {"arrangement", "circle"}, {"coloredBy", 3}});
  EXPECT_EQ(kept, options);
}

}  // namespace head_table_shown_test
