// Families of rows, and the lines that tell them.
#include "engine/alignment/RowFamilies.h"

#include <gmock/gmock.h>

#include "tests/engine/alignment/Rows.h"

using namespace engine;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using test::rowsOf;

namespace row_families_test {

Alignment ofFamilies(const std::vector<std::string>& families) {
  Alignment alignment = rowsOf(std::vector<std::string>(families.size(), "MK"));
  for (size_t row = 0; row < families.size(); ++row)
    if (families[row] != "none") alignment.rows[row].notes = {{"AC", "P1"}, {kFamilyTag, families[row]}};
  return alignment;
}

/// With the lines as notes, after they were taken.
Alignment taken(size_t numRows, const std::vector<std::string>& lines, std::vector<std::string>* warnings = nullptr) {
  Alignment alignment = rowsOf(std::vector<std::string>(numRows, "MK"));
  for (const std::string& line : lines) alignment.notes.emplace_back("#", line);
  Diagnostics diagnostics;
  takeFamilyLines(alignment, "#", "x.a3m", diagnostics);
  if (warnings) *warnings = diagnostics.warnings();
  return alignment;
}

TEST(RowFamilies, areNamedByTheNotesOfRows) {
  const std::vector<RowFamily> families = familiesOf(ofFamilies({"malate", "lactate", "none", "malate"}));
  ASSERT_EQ(families.size(), 2u);
  EXPECT_EQ(families[0], (RowFamily{"malate", IndexRanges::of({0, 3})}));
  EXPECT_EQ(families[1], (RowFamily{"lactate", IndexRanges(1, 2)}));
  EXPECT_THAT(familiesOf({}), IsEmpty());
  EXPECT_THAT(familiesOf(rowsOf({"MK"})), IsEmpty());
}

TEST(RowFamilies, comeBackFromTheirLines) {
  const Alignment alignment = ofFamilies({"malate dehydrogenase", "", "none", "malate dehydrogenase", "3-7 x"});
  const std::vector<std::string> lines = familyLines(alignment);
  EXPECT_THAT(lines, ElementsAre("family 1,4 malate dehydrogenase", "family 2", "family 5 3-7 x"));
  const Alignment back = taken(5, lines);
  EXPECT_THAT(back.notes, IsEmpty());
  EXPECT_EQ(familiesOf(back), familiesOf(alignment));
  EXPECT_THAT(back.rows[2].notes, IsEmpty());
}

TEST(RowFamilies, linesThatAreNoneStayComments) {
  std::vector<std::string> warnings;
  const std::vector<std::string> lines{"name", "family of kinases", "family", "family 1-x a", "families 1-2 b"};
  const Alignment alignment = taken(2, lines, &warnings);
  EXPECT_EQ(alignment.notes.size(), 5u);
  EXPECT_THAT(familiesOf(alignment), IsEmpty());
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(RowFamilies, linesOfRowsThatAreNotThereOrTakenAreTold) {
  std::vector<std::string> warnings;
  const Alignment alignment = taken(3, {"family 1-2 a", "family 2-3 b", "family 3-9 c"}, &warnings);
  EXPECT_THAT(alignment.notes, ElementsAre(Pair("#", "family 2-3 b"), Pair("#", "family 3-9 c")));
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_THAT(warnings[0], HasSubstr("row 2 is of another family"));
  EXPECT_THAT(warnings[1], HasSubstr("there are 3 rows"));
  EXPECT_EQ(familiesOf(alignment).size(), 1u);
  EXPECT_THAT(taken(0, {"family 1 a"}).notes, testing::SizeIs(1));
}

}  // namespace row_families_test
