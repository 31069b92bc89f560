// Stockholm and Clustal: blocks, annotations, byte-for-byte writing, errors with lines.
#include "tests/engine/io/FormatSupport.h"

using namespace engine;
using test::readAs;
using test::readError;
using test::rewritten;
using test::rowLetters;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

namespace block_formats_test {

const std::string kStockholm =
    "# STOCKHOLM 1.0\n"
    "#=GF ID   family\n"
    "#=GF CC   a comment with  blanks\n"
    "\n"
    "#=GS one/1-9 DE first of two\n"
    "#=GS two     AC P00001.1\n"
    "\n"
    "one/1-9     MKV-L.a~X\n"
    "two         MRVaLcA-G\n"
    "#=GR two PP 99*.99*99\n"
    "#=GC RF     xxx.xx.xx\n"
    "//\n";

TEST(Stockholm, canonicalFileIsWrittenBackByteForByte) { EXPECT_EQ(rewritten("stockholm", kStockholm), kStockholm); }

TEST(Stockholm, everyKindOfMarkupIsKept) {
  const Alignment alignment = readAs("stockholm", kStockholm).as<Alignment>();
  EXPECT_NO_THROW(alignment.validate());
  EXPECT_EQ(alignment.name, "family");
  EXPECT_THAT(alignment.notes, ElementsAre(Pair("ID", "family"), Pair("CC", "a comment with  blanks")));
  EXPECT_EQ(alignment.rows[0].description, "first of two");
  EXPECT_THAT(alignment.rows[1].notes, ElementsAre(Pair("AC", "P00001.1")));
  EXPECT_THAT(alignment.rows[1].annotations, ElementsAre(ColumnAnnotation{"PP", "99*.99*99"}));
  EXPECT_THAT(alignment.columnAnnotations, ElementsAre(ColumnAnnotation{"RF", "xxx.xx.xx"}));
  EXPECT_EQ(rowLetters(alignment, 0), "MKV-L.a~X");
}

TEST(Stockholm, interleavedBlocksAreJoinedInAnyOrder) {
  const char* content =
      "# STOCKHOLM 1.0\r\n\r\none MKV\r\n#=GR one PP 123\r\ntwo MRV\r\n#=GC RF xxx\r\n\r\n"
      "two AC\r\none -C\r\n#=GR one PP 45\r\n#=GC RF x.\r\n//\r\n";
  const Alignment alignment = readAs("stockholm", content).as<Alignment>();
  EXPECT_EQ(rowLetters(alignment, 0), "MKV-C");
  EXPECT_EQ(rowLetters(alignment, 1), "MRVAC");
  EXPECT_THAT(alignment.rows[0].annotations, ElementsAre(ColumnAnnotation{"PP", "12345"}));
  EXPECT_THAT(alignment.columnAnnotations, ElementsAre(ColumnAnnotation{"RF", "xxxx."}));
}

TEST(Stockholm, rowsOfOneNameInABlockAreDifferentRows) {
  const test::ReadResult result = readAs("stockholm", "# STOCKHOLM 1.0\n\na MK\na RV\n\na C\na D\n//\n");
  ASSERT_EQ(result.as<Alignment>().numRows(), 2);
  EXPECT_EQ(rowLetters(result.as<Alignment>(), 0), "MKC");
  EXPECT_EQ(rowLetters(result.as<Alignment>(), 1), "RVD");
  EXPECT_EQ(result.warnings.size(), 1u);
}

TEST(Stockholm, annotationsOfOneNameStayApart) {
  Alignment alignment = readAs("stockholm", kStockholm).as<Alignment>();
  alignment.columnAnnotations.push_back({"RF", "123456789"});
  alignment.rows[1].annotations.push_back({"PP", "abcdefghi"});
  const std::string written = test::formatWithId("stockholm").write(test::valueOf(alignment));
  const Alignment back = readAs("stockholm", written).as<Alignment>();
  EXPECT_THAT(back.columnAnnotations,
              ElementsAre(ColumnAnnotation{"RF", "xxx.xx.xx"}, ColumnAnnotation{"RF_2", "123456789"}));
  EXPECT_THAT(back.rows[1].annotations,
              ElementsAre(ColumnAnnotation{"PP", "99*.99*99"}, ColumnAnnotation{"PP_2", "abcdefghi"}));
}

TEST(Stockholm, secondAlignmentAndMissingEndAreWarnings) {
  const test::ReadResult two = readAs("stockholm", kStockholm + "\n" + kStockholm, "x.sto");
  EXPECT_EQ(two.as<Alignment>().numRows(), 2);
  ASSERT_EQ(two.warnings.size(), 1u);
  EXPECT_THAT(two.warnings[0], AllOf(HasSubstr("x.sto, line 14"), HasSubstr("only the first")));
  const test::ReadResult cut = readAs("stockholm", "# STOCKHOLM 1.0\n\na MK\n");
  EXPECT_THAT(cut.warnings, ElementsAre(HasSubstr("cut short")));
}

TEST(Stockholm, contradictionsAreErrorsWithTheirLine) {
  const auto errorOf = [](const std::string& rest) { return readError("stockholm", "# STOCKHOLM 1.0\n" + rest, "x"); };
  EXPECT_THAT(errorOf("a MKV\nb MK\n//\n"), AllOf(HasSubstr("x, line 3"), HasSubstr("row b"), HasSubstr("expected 3")));
  EXPECT_THAT(errorOf("a MKV\n\nb MK\n//\n"), AllOf(HasSubstr("x, line 4"), HasSubstr("not in the first block")));
  EXPECT_THAT(errorOf("a MKV\n#=GC RF xx\n//\n"), HasSubstr("#=GC RF has 2 symbols"));
  EXPECT_THAT(errorOf("a MKV\n#=GR a PP 99\n//\n"), AllOf(HasSubstr("line 3"), HasSubstr("#=GR PP has 2 symbols")));
  EXPECT_THAT(errorOf("a MKV\n#=GS b DE text\n//\n"), AllOf(HasSubstr("line 3"), HasSubstr("no row b")));
  EXPECT_THAT(errorOf("a MKV\n#=GX b\n//\n"), HasSubstr("#=GX"));
  EXPECT_THAT(errorOf("a\n//\n"), AllOf(HasSubstr("line 2"), HasSubstr("alone")));
  EXPECT_THAT(errorOf("a MK!\n//\n"), HasSubstr("'!' in column 5"));
  EXPECT_THAT(errorOf("//\n"), HasSubstr("without a row"));
  EXPECT_THAT(readError("stockholm", "a MKV\n", "x"), HasSubstr("x, line 1"));
}

TEST(Stockholm, namesThatTheFormatCannotHoldAreChanged) {
  Alignment alignment = alignmentOf({Sequence::fromLetters("two words", "M-"), Sequence::fromLetters("#3", "MK"),
                                     Sequence::fromLetters("", "MV"), Sequence::fromLetters("//", "MA")});
  const Alignment again =
      readAs("stockholm", test::formatWithId("stockholm").write(test::valueOf(alignment))).as<Alignment>();
  EXPECT_EQ(again.rows[0].name, "two_words");
  EXPECT_EQ(again.rows[1].name, "_3");
  EXPECT_EQ(again.rows[2].name, "unnamed");
  EXPECT_EQ(again.rows[3].name, "_/");
  EXPECT_EQ(again.codes, alignment.codes);
}

TEST(Stockholm, isNotWhatAnA3mOnlySaysInItsComment) {
  const std::string a3m = "# STOCKHOLM 1.>query\n>two\n-XG\n";
  EXPECT_EQ(test::formatWithId("stockholm").sniff(a3m, ".a3m"), 0);
  EXPECT_GT(test::formatWithId("a3m").sniff(a3m, ".a3m"), 0);
  EXPECT_EQ(test::formatWithId("stockholm").sniff(kStockholm, ".txt"), 100);
  EXPECT_EQ(test::formatWithId("stockholm").sniff("# STOCKHOLM 1.0\n>x AC\n//\n", ".sto"), 100);
}

TEST(Stockholm, alignmentWithoutColumnsIsRefused) {
  EXPECT_THROW(test::formatWithId("stockholm").write(test::valueOf({})), Error);
  EXPECT_THROW(test::formatWithId("clustal").write(test::valueOf({})), Error);
}

TEST(Clustal, canonicalFileIsWrittenBackByteForByte) {
  const std::string sixty(60, 'A'), marks = std::string(59, '*') + " ";
  const std::string indent(12, ' ');
  const std::string canonical = "CLUSTAL W (1.81) multiple sequence alignment\n\none         " + sixty +
                                "\nsecond      " + sixty + "\n" + indent + marks +
                                "\n\none         MK-\nsecond      MKV\n" + indent + "** \n";
  EXPECT_EQ(rewritten("clustal", canonical), canonical);
}

TEST(Clustal, marksBecomeAColumnAnnotation) {
  const test::ReadResult result = readAs(
      "clustal",
      "CLUSTAL 2.1 multiple sequence alignment\n\n\none  MKVA 4\ntwo  MRVA 4\n     *:* \n\none  C 5\ntwo  C 5\n");
  const Alignment& alignment = result.as<Alignment>();
  EXPECT_NO_THROW(alignment.validate());
  EXPECT_EQ(rowLetters(alignment, 1), "MRVAC");
  EXPECT_THAT(alignment.columnAnnotations, ElementsAre(ColumnAnnotation{"conservation", "*:*  "}));
  EXPECT_THAT(alignment.notes, ElementsAre(Pair("CLUSTAL", "CLUSTAL 2.1 multiple sequence alignment")));
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(Clustal, fileWithoutMarksHasNoAnnotation) {
  const std::string content = "MUSCLE (3.8) multiple sequence alignment\n\none      MKV\ntwo      M-V\n";
  EXPECT_EQ(recogniseFormat(content, "x").id(), "clustal");
  EXPECT_THAT(readAs("clustal", content).as<Alignment>().columnAnnotations, IsEmpty());
  EXPECT_EQ(rewritten("clustal", content), content);
  EXPECT_EQ(rewritten("clustal", test::replaced(content, "\n", "\r\n")), content);
}

TEST(Clustal, contradictionsAreErrorsWithTheirLine) {
  const auto errorOf = [](const std::string& rest) { return readError("clustal", "CLUSTAL\n\n" + rest, "x"); };
  EXPECT_THAT(errorOf("a MKV\nb MK\n"), AllOf(HasSubstr("x, line 4"), HasSubstr("expected 3")));
  EXPECT_THAT(errorOf("a MKV\n  *x*\n"), AllOf(HasSubstr("x, line 4"), HasSubstr("'x' in column 4")));
  EXPECT_THAT(errorOf("  ***\n"), HasSubstr("outside a block"));
  EXPECT_THAT(errorOf("a\n"), HasSubstr("alone"));
  EXPECT_THAT(errorOf(""), HasSubstr("without a row"));
  EXPECT_THAT(readError("clustal", "a MKV\n", "x"), HasSubstr("x, line 1"));
}

TEST(BlockFormats, insertsBecomePaddedColumnsWithTheirAnnotations) {
  const DatasetValue value = readAs("a3m", ">ss_pred\nHEC\n>q\nMKV\n>b\naaM-Vk\n").value;
  const Alignment stockholm = readAs("stockholm", test::formatWithId("stockholm").write(value)).as<Alignment>();
  EXPECT_EQ(rowLetters(stockholm, 0), "..MKV.");
  EXPECT_EQ(rowLetters(stockholm, 1), "aaM-Vk");
  EXPECT_THAT(stockholm.columnAnnotations, ElementsAre(ColumnAnnotation{"ss_pred", "..HEC."}));
  EXPECT_EQ(rowLetters(readAs("clustal", test::formatWithId("clustal").write(value)).as<Alignment>(), 1), "aaM-Vk");
  // And back: what was an insert becomes one again.
  EXPECT_EQ(test::formatWithId("a3m").write(test::valueOf(stockholm)), ">ss_pred\nHEC\n>q\nMKV\n>b\naaM-Vk\n");
}

}  // namespace block_formats_test
