// ffindex databases: what is written is read, and every contradiction between the two files is one clear error.
#include "engine/io/Ffindex.h"

#include <gmock/gmock.h>

#include "engine/base/Error.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::AllOf;
using testing::HasSubstr;

namespace ffindex_test {

class FfindexFiles : public testing::Test {
 protected:
  std::filesystem::path data() const { return m_folder.path() / "x.ffdata"; }
  std::filesystem::path index() const { return m_folder.path() / "x.ffindex"; }
  void write(const std::string& dataText, const std::string& indexText) {
    test::writeText(data(), dataText);
    test::writeText(index(), indexText);
  }
  Ffindex open() const { return Ffindex(data(), index()); }
  /// Of opening the files and reading all entries.
  std::string errorOf(const std::string& dataText, const std::string& indexText) {
    write(dataText, indexText);
    return test::errorOf([&] {
      const Ffindex database = open();
      for (Index k = 0; k < database.count(); ++k) database.content(k);
    });
  }

 private:
  test::TemporaryFolder m_folder;
};

const std::string kNul(1, '\0');

TEST_F(FfindexFiles, writtenEntriesAreReadBackInTheOrderOfTheirNames) {
  const FfindexText text = ffindexOf({{"b", "second\n"}, {"a.hhm", "first"}, {"c", ""}});
  EXPECT_EQ(text.index, "a.hhm\t0\t6\nb\t6\t8\nc\t14\t1\n");
  write(text.data, text.index);
  const Ffindex database(data(), index());
  ASSERT_EQ(database.count(), 3);
  EXPECT_EQ(database.name(0), "a.hhm");
  EXPECT_EQ(database.content(0), "first");
  EXPECT_EQ(database.content(1), "second\n");
  EXPECT_EQ(database.content(2), "");
  EXPECT_EQ(database.find("b"), 1);
  EXPECT_EQ(database.find("bb"), -1);
  EXPECT_EQ(database.find(""), -1);
  EXPECT_THAT(database.sourceOf(1), AllOf(HasSubstr("x.ffdata"), HasSubstr("entry b")));
}

TEST_F(FfindexFiles, anEmptyDatabaseHasNoEntries) {
  write("", "");
  const Ffindex database(data(), index());
  EXPECT_EQ(database.count(), 0);
  EXPECT_EQ(database.find("a"), -1);
}

TEST_F(FfindexFiles, entriesMayStandInAnyOrderInTheData) {
  EXPECT_EQ(errorOf("two" + kNul + "one" + kNul, "a\t4\t4\nb\t0\t4\n"), "no error");
}

TEST_F(FfindexFiles, truncatedDataAreRefusedWithBothSizes) {
  EXPECT_THAT(errorOf("one" + kNul + "tw", "a\t0\t4\nb\t4\t4\n"),
              AllOf(HasSubstr("x.ffindex, line 2"), HasSubstr("bytes 4 to 8"), HasSubstr("x.ffdata has 6"),
                    HasSubstr("truncated")));
  EXPECT_THAT(errorOf("one" + kNul, "a\t99\t4\n"), HasSubstr("belongs to another index"));
  EXPECT_THAT(errorOf("one" + kNul, "a\t2\t18446744073709551615\n"), HasSubstr("belongs to another index"));
}

TEST_F(FfindexFiles, mixedUpFilesAreRefused) {
  EXPECT_THAT(errorOf("one_longer" + kNul, "a\t0\t4\n"), AllOf(HasSubstr("entry a"), HasSubstr("no NUL byte")));
  EXPECT_THAT(errorOf("o" + kNul + "e" + kNul, "a\t0\t4\n"), AllOf(HasSubstr("entry a"), HasSubstr("NUL byte inside")));
  EXPECT_THAT(errorOf("a\t0\t4\n", "one" + kNul), HasSubstr("truncated"));
  EXPECT_THAT(errorOf("a\t0\t4\n", "one\n" + kNul + "\n"), AllOf(HasSubstr("line 1"), HasSubstr("TAB")));
}

TEST_F(FfindexFiles, damagedIndexLinesAreRefusedWithTheirNumber) {
  const std::string text = "one" + kNul;
  for (const std::string bad : {"b", "b\t0", "b\t0\t", "b\t\t4", "b\tx\t4", "b\t0\t4x", "b\t-1\t4", "\t0\t4",
                                "b\t0\t4\t1", "b\t99999999999999999999\t4"})
    EXPECT_THAT(errorOf(text, "a\t0\t4\n" + bad + "\n"), AllOf(HasSubstr("line 2"), HasSubstr("TAB"))) << bad;
  EXPECT_THAT(errorOf(text, "a\t0\t0\n"), AllOf(HasSubstr("line 1"), HasSubstr("length 0")));
  EXPECT_THAT(errorOf(text, "a\t0\t4\nb\t0\t"), AllOf(HasSubstr("line 2"), HasSubstr("truncated")));
}

TEST_F(FfindexFiles, unsortedAndDoubleNamesAreRefused) {
  const std::string text = "one" + kNul;
  EXPECT_THAT(errorOf(text, "b\t0\t4\na\t0\t4\n"), AllOf(HasSubstr("line 2"), HasSubstr("a comes after b")));
  EXPECT_THAT(errorOf(text, "a\t0\t4\na\t0\t4\n"), AllOf(HasSubstr("line 2"), HasSubstr("occurs twice")));
}

TEST_F(FfindexFiles, missingFilesAreNamed) {
  test::writeText(data(), "x");
  EXPECT_THAT(test::errorOf([&] { open(); }), HasSubstr("x.ffindex"));
}

TEST(FfindexText, refusesWhatTheFilesCannotHold) {
  EXPECT_THROW(ffindexOf({{"", "x"}}), Error);
  EXPECT_THROW(ffindexOf({{"a\tb", "x"}}), Error);
  EXPECT_THROW(ffindexOf({{"a\nb", "x"}}), Error);
  EXPECT_THROW(ffindexOf({{"a", "x"}, {"a", "y"}}), Error);
  EXPECT_THROW(ffindexOf({{"a", "x" + kNul}}), Error);
  EXPECT_EQ(ffindexOf({}).data, "");
}

}  // namespace ffindex_test
