// Tables of numbers separated by tabs: columns, what is no number, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Error.h"
#include "engine/io/Format.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace table_test {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;

ArrayBundle arraysOf(const std::string& text, Diagnostics& diagnostics) {
  Progress progress;
  return *test::formatWithId("table").read(text, "t.tsv", diagnostics, progress).as<ArrayBundle>();
}

TEST(Table, columnsOfNumbersBecomeArrays) {
  Diagnostics diagnostics;
  const ArrayBundle arrays =
      arraysOf("name\tsite\tscore\r\nM\tyes\t0.5\r\nK\tno\t-2e3\r\nV\ttrue\tNA\r\n", diagnostics);
  ASSERT_EQ(arrays.size(), 2U);
  const auto site = numbersOf<double>(arrays, "site"), score = numbersOf<double>(arrays, "score", NonFinite::allow);
  EXPECT_THAT(std::vector<double>(site.begin(), site.end()), ElementsAre(1, 0, 1));
  EXPECT_EQ(score[1], -2000);
  EXPECT_TRUE(std::isnan(score[2]));
  EXPECT_THAT(diagnostics.warnings(), ElementsAre(HasSubstr("line 2 holds no number")));
}

TEST(Table, isRecognisedByItsTabsWhateverItIsCalled) {
  EXPECT_EQ(recogniseFormat("a\tb\n1\t2\n", "x.tsv").id(), "table");
  EXPECT_EQ(recogniseFormat("a\tb\n1\t2\n", "x.txt").id(), "table");
  EXPECT_EQ(recogniseFormat(">a\tb\nMKV\n", "x.tsv").id(), "fasta") << "a title may hold tabs";
}

TEST(Table, commasSeparateInFilesThatSaySo) {
  const std::string text = "\"row \\ quantity\",features m,\"positive, from\"\n1,4,0.5\n2,8,\n";
  const auto load = [&](const char* name) {
    const test::TemporaryFolder folder;
    test::writeText(folder.path() / name, text);
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    return engine::load(folder.path() / name, diagnostics, progress);
  };
  const engine::Dataset dataset = load("curves.csv");
  const auto& arrays = *dataset.as<engine::ArrayBundle>();
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(engine::numbersOf<double>(arrays, "features m"), engine::Array<double>({2}, {4, 8}));
  const auto from = engine::numbersOf<double>(arrays, "positive, from", engine::NonFinite::allow);
  EXPECT_EQ(from[0], 0.5);
  EXPECT_TRUE(std::isnan(from[1])) << "an empty field";
  EXPECT_THROW(load("curves.txt"), engine::Error) << "commas alone make no table";
}

TEST(Table, namesTheLineThatIsWrong) {
  Diagnostics diagnostics;
  EXPECT_THAT(errorOf([&] { arraysOf("a\tb\n1\t2\n3\n", diagnostics); }),
              HasSubstr("t.tsv, line 3: found 1 fields, expected 2"));
  EXPECT_THAT(errorOf([&] { arraysOf("", diagnostics); }), HasSubstr("found nothing"));
  EXPECT_THAT(errorOf([&] { arraysOf("a\ta\n1\t2\n", diagnostics); }), HasSubstr("two columns"));
  EXPECT_THAT(errorOf([&] { arraysOf("a\tb\nx\ty\n", diagnostics); }), HasSubstr("no column of numbers"));
  EXPECT_EQ(arraysOf("a\tb\n", diagnostics).size(), 2U) << "no row is no error";
}

}  // namespace table_test
