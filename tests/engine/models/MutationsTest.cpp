#include "engine/models/Mutations.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

namespace engine {
namespace mutations_test {

using testing::AllOf;
using testing::HasSubstr;

std::string sequenceAfter(const std::string& sequence, const std::string& mutations) {
  ModelInput input;
  input.sequence = sequence;
  return mutated(input, parsedMutations(mutations)).sequence;
}

TEST(Mutations, PutOneLetterInThePlaceOfAnother) {
  EXPECT_EQ(sequenceAfter("MKTV", "K2A"), "MATV");
  EXPECT_EQ(sequenceAfter("MKTV", "v4_, m1w"), "WKT_");
  EXPECT_EQ(sequenceAfter("mk tv", "T3G"), "MKGV");
  EXPECT_EQ(sequenceAfter("M", "M1A"), "A");
  EXPECT_EQ(sequenceAfter("MKTV", "K2K"), "MKTV");
}

TEST(Mutations, CountHiddenResiduesButNoGaps) {
  EXPECT_EQ(sequenceAfter("M<mask>-.TV", "_2A T3C"), "MA-.CV");
  EXPECT_EQ(sequenceAfter("M_TV", "X2A"), "MATV");
}

TEST(Mutations, OfAnAlignmentAreThoseOfItsFirstRow) {
  ModelInput input;
  input.rows = {"-MK-V", "MMKLV"};
  EXPECT_EQ(mutated(input, parsedMutations("V3A")).rows, (std::vector<std::string>{"-MK-A", "MMKLV"}));
}

TEST(Mutations, NoneLeaveTheInputAsItIs) {
  EXPECT_EQ(sequenceAfter("mk tv", ""), "mk tv");
  EXPECT_EQ(sequenceAfter("", " , "), "");
  EXPECT_TRUE(parsedMutations("").empty());
}

TEST(Mutations, AreReadAsTheyAreWritten) {
  EXPECT_EQ(mutationsText(parsedMutations(" h50a;Y102_,A1C ")), "H50A Y102_ A1C");
}

TEST(Mutations, ThatAreWrongSayWhatIsThere) {
  const auto error = [](const std::string& sequence, const std::string& mutations) {
    return test::errorOf([&] { sequenceAfter(sequence, mutations); });
  };
  EXPECT_THAT(error("MKTV", "A2K"), AllOf(HasSubstr("A2K"), HasSubstr("residue 2 is K")));
  EXPECT_THAT(error("MKTV", "V5A"), AllOf(HasSubstr("V5A"), HasSubstr("4 residues")));
  EXPECT_THAT(error("", "V5A"), HasSubstr("no letters"));
  EXPECT_THAT(error("MKTV", "K2A K2C"), HasSubstr("residue 2 twice"));
  for (const char* wrong :
       {"2A", "K2", "KA", "K0A", "K-2A", "K2.5A", "K", "22", "K99999999999999999999A", "K2AA", "é2A"})
    EXPECT_THAT(error("MKTV", wrong), AllOf(HasSubstr(wrong), HasSubstr("expected letter"))) << wrong;
}

}  // namespace mutations_test
}  // namespace engine
