// Sequences from letters.
#include "engine/sequence/Sequence.h"

#include <gmock/gmock.h>

#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;

namespace sequence_test {

TEST(Sequence, lettersComeBackWithCaseAndGaps) {
  const std::string letters = "MkV-L.a~X*BZJUO";
  const Sequence sequence = Sequence::fromLetters("q", letters);
  EXPECT_EQ(sequence.length(), 15);
  EXPECT_EQ(sequence.letters(), letters);
  EXPECT_NO_THROW(sequence.validate());
}

TEST(Sequence, emptySequenceIsLegal) {
  EXPECT_EQ(Sequence::fromLetters("", "").length(), 0);
  EXPECT_NO_THROW(Sequence().validate());
}

TEST(Sequence, foreignLetterIsAnErrorWithNameAndPosition) {
  EXPECT_EQ(errorOf([&] { Sequence::fromLetters("q", "MK1"); }),
            "sequence q, position 3: found '1', expected a residue letter or a gap");
}

TEST(Sequence, codeWithoutLetterDoesNotValidate) {
  Sequence sequence = Sequence::fromLetters("q", "MK");
  sequence.codes[1] = 30;
  EXPECT_THROW(sequence.validate(), Error);
  sequence.codes[1] = alphabet::kInvalid;
  EXPECT_THROW(sequence.validate(), Error);
  sequence.codes[1] = alphabet::kGap | alphabet::kLowerCase;
  EXPECT_THROW(sequence.validate(), Error);
}

}  // namespace sequence_test
