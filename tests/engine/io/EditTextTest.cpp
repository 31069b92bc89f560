// Edits of alignments as text.
#include <gmock/gmock.h>

#include "engine/io/EditText.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using testing::HasSubstr;

namespace edit_text_test {

TEST(EditText, everyStepComesBackAsItWas) {
  const std::vector<ResidueCode> codes = Sequence::fromLetters("", "A-rN.").codes;
  const std::vector<RowInserts> inserts = {{2, {{0, Sequence::fromLetters("", "wy").codes}}}, {3, {}}};
  const AlignmentRow row{
      "name", "what it \"is\"", {{1, Sequence::fromLetters("", "w").codes}}, {{"SS", "HHHEE"}}, {{"AC", "P1"}}};
  const AlignmentEdit edit{{ExchangeCells{IndexRanges::of({0, 1, 4}), 1, 3, 7, inserts},
                            ReplaceRows{{3, 1}, {{row, codes}, {{}, codes}}}, RemoveRows{{2, 5}},
                            AddRows{{0, 1}, {{row, codes}}}, OrderRows{{2, 0, 1}}, RemoveColumns{{1, 2}, inserts},
                            AddColumns{{1, 2}, codes, {"H"}, {{"E"}, {}}, inserts}, AddColumns{}}};
  EXPECT_EQ(editFromText(editText(edit), "edit"), edit);
  EXPECT_EQ(editFromText(editText({}), "edit"), AlignmentEdit());
}

TEST(EditText, whatIsNoEditIsRefusedWithItsSource) {
  EXPECT_THAT(test::errorOf([] { editFromText("[{", "a.headlight"); }), HasSubstr("a.headlight"));
  EXPECT_THAT(test::errorOf([] { editFromText("[{\"edit\":\"cut\"}]", "here"); }), HasSubstr("here: found the edit"));
  EXPECT_THAT(test::errorOf([] { editFromText("[{\"edit\":\"order rows\",\"order\":[\"x\"]}]", "here"); }),
              HasSubstr("here: "));
  EXPECT_THAT(
      test::errorOf([] { editFromText("[{\"edit\":\"add columns\",\"columns\":\"1\",\"letters\":\"?\"}]", "s"); }),
      HasSubstr("no letter"));
  EXPECT_THAT(test::errorOf([] { editFromText("[7]", "here"); }), HasSubstr("here: "));
}

}  // namespace edit_text_test
