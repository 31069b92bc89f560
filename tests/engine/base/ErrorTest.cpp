#include "engine/base/Error.h"

#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;

namespace error_test {

TEST(Error, isTheTextOfItsPartsOneAfterTheOther) {
  EXPECT_EQ(errorOf([] { fail("line ", 3, ": found ", 'x', ", expected ", 0.5); }), "line 3: found x, expected 0.5");
}

TEST(Error, ofWorkBeginsWithTheSourceThatTheWorkDidNotKnow) {
  EXPECT_EQ(errorOf([] { withErrorsNaming("a.hhm", [] { fail("no columns"); }); }), "a.hhm: no columns");
  EXPECT_EQ(withErrorsNaming("a.hhm", [] { return 7; }), 7);
  EXPECT_THROW(withErrorsNaming("a.hhm", [] { throw std::logic_error("ours"); }), std::logic_error);
}

}  // namespace error_test
