// FASTA, A3M and A2M: what is read, written back byte for byte, and refused.
#include "tests/engine/io/FormatSupport.h"

#include "engine/base/Random.h"
#include "engine/datasets/SequenceSet.h"

using namespace engine;
using test::readAs;
using test::readError;
using test::rewritten;
using test::rowLetters;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

namespace fasta_test {

std::vector<ResidueCode> codesOf(const std::string& letters) { return Sequence::fromLetters("", letters).codes; }

TEST(Fasta, writtenNamesAreOneWord) {
  const SequenceSet set{{{"\1ss_pred two\twords\n", "a\ndescription", {alphabet::codeOf('M')}}}};
  EXPECT_EQ(test::formatWithId("fasta").write(std::make_shared<const SequenceSet>(set)),
            ">-ss_pred-two-words- a description\nM\n");
}

TEST(Fasta, canonicalFileIsWrittenBackByteForByte) {
  const std::string sixty = "ACDEFGHIKLMNPQRSTVWYacdefghiklmnpqrstvwy-.~*XBZJUOACDEFGHIKL";
  ASSERT_EQ(sixty.size(), 60u);
  const std::string content =
      ">a/17-121 two words, and  blanks\n" + sixty + "\nMKV\n>b\n" + sixty + "\n" + sixty + "\n";
  EXPECT_EQ(rewritten("fasta", content), content);
}

TEST(Fasta, lineEndsWidthAndBlanksDoNotMatter) {
  const DatasetValue expected = readAs("fasta", ">a x\nMKV-LA\n>b\nMKVWLA\n").value;
  const Alignment& alignment = *expected.as<Alignment>();
  for (const char* content : {">a x\r\nMKV-LA\r\n>b\r\nMKVWLA\r\n", ">a x\rMKV-LA\r>b\rMKVWLA\r",
                              ">a x\nM\nK\n\nV-\nLA\n>b\nMKVWLA", ">a x\n MKV -LA \n\n\n>b  \nMKV\tWLA\n",
                              "\xEF\xBB\xBF>a x\nMKV-LA\n>b\nMKVWLA\n", ";old comment\n> a x\nMKV-LA\n>b\nMKVWLA\n"})
    EXPECT_EQ(readAs("fasta", content).as<Alignment>(), alignment) << content;
}

TEST(Fasta, equalLengthsMeanAnAlignmentAndOthersSequences) {
  EXPECT_EQ(readAs("fasta", ">a\nMK\n>b\nMV\n").value.kind(), DatasetKind::alignment);
  EXPECT_EQ(readAs("fasta", ">a\nM-K\n").value.kind(), DatasetKind::alignment);
  EXPECT_EQ(readAs("fasta", ">a\nMK\n").value.kind(), DatasetKind::sequences);
  EXPECT_EQ(readAs("fasta", ">a\nMK\n>b\nM\n").value.kind(), DatasetKind::sequences);
  EXPECT_EQ(readAs("fasta", ">a\n>b\n").value.kind(), DatasetKind::sequences);
}

TEST(Fasta, sequencesOfAnyLengthComeBack) {
  const std::string content = ">empty\n>one\nM\n>long with words\nMKVLA\n";
  const test::ReadResult result = readAs("fasta", content);
  const std::vector<Sequence>& sequences = result.as<SequenceSet>().sequences;
  ASSERT_EQ(sequences.size(), 3u);
  EXPECT_EQ(sequences[0].length(), 0);
  EXPECT_EQ(sequences[2].description, "with words");
  EXPECT_EQ(rewritten("fasta", content), content);
}

TEST(Fasta, foreignCharacterIsAnErrorWithFileLineColumnAndCharacter) {
  EXPECT_EQ(readError("fasta", ">a\nMKV\nMK1V\n", "x.fa"),
            "x.fa, line 3: found '1' in column 3, expected a residue letter or a gap");
  EXPECT_THAT(readError("fasta", std::string(">a\r\nM\0V\r\n", 9), "x.fa"),
              HasSubstr("line 2: found the byte 0x00 in column 2"));
  EXPECT_THAT(readError("fasta", ">a\nMK\xC3\xA9\n", "x.fa"), HasSubstr("0xc3 in column 3"));
}

TEST(Fasta, contentWithoutSequenceIsAnErrorWithALine) {
  EXPECT_THAT(readError("fasta", "", "x.fa"), HasSubstr("x.fa, line 1"));
  EXPECT_THAT(readError("fasta", "\n\nMKV\n", "x.fa"), HasSubstr("x.fa, line 3"));
}

TEST(Fasta, repeatedNamesAreKeptWithOneWarning) {
  const test::ReadResult result = readAs("fasta", ">a\nMKV\n>a\nMKV\n>a\nMKV\n>b\nM-V\n");
  EXPECT_EQ(result.as<Alignment>().numRows(), 4);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_THAT(result.warnings[0], HasSubstr("2 rows"));
}

TEST(A3m, insertsAnnotationsAndCommentAreKeptApart) {
  const test::ReadResult result =
      readAs("a3m", "#5,3\t1,1\n>ss_pred by PSIPRED\nHHC\n>ss_conf\n991\n>q/17-19 master\nMKV\n>b\naaM-wVk\n");
  const Alignment& alignment = result.as<Alignment>();
  EXPECT_NO_THROW(alignment.validate());
  EXPECT_THAT(alignment.notes, ElementsAre(Pair("#", "5,3\t1,1"), Pair("ss_pred", "by PSIPRED")));
  ASSERT_EQ(alignment.columnAnnotations.size(), 2u);
  EXPECT_EQ(alignment.columnAnnotations[1], (ColumnAnnotation{"ss_conf", "991"}));
  ASSERT_EQ(alignment.numRows(), 2);
  EXPECT_EQ(alignment.rows[0].name, "q/17-19");
  EXPECT_EQ(rowLetters(alignment, 1), "M-V");
  EXPECT_THAT(alignment.rows[1].inserts,
              ElementsAre(Insert{0, codesOf("aa")}, Insert{2, codesOf("w")}, Insert{3, codesOf("k")}));
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(A3m, canonicalFileIsWrittenBackByteForByte) {
  const std::string content =
      "# name of the family\n>ss_dssp\nHC-\n>q master\nMKV\n>b\naaM-wVk\n>b\n---\n>all inserts\nmkv---lll\n";
  EXPECT_EQ(rewritten("a3m", content), content);
}

TEST(A3m, familiesOfRowsAreWrittenAndComeBack) {
  const std::string content =
      "#both\n#family 1-2 lactate dehydrogenase\n#family 3 malate\n>ss_pred\nHHC\n>q\nMKV\n>b\nM-V\n>c\nMKI\n";
  const test::ReadResult read = readAs("a3m", content);
  const Alignment& alignment = read.as<Alignment>();
  EXPECT_THAT(alignment.notes, ElementsAre(Pair("#", "both")));
  EXPECT_THAT(alignment.rows[1].notes, ElementsAre(Pair("family", "lactate dehydrogenase")));
  EXPECT_THAT(alignment.rows[2].notes, ElementsAre(Pair("family", "malate")));
  EXPECT_THAT(read.warnings, IsEmpty());
  EXPECT_EQ(rewritten("a3m", content), content) << "byte for byte";
  const Alignment copy = alignment;  // a value of its own, without the layout of the file
  EXPECT_EQ(test::formatWithId("a3m").write(std::make_shared<const Alignment>(copy)), content);
}

TEST(A3m, dotsAndSeveralLinesDoNotMatter) {
  const Alignment expected = readAs("a3m", ">q\nMKV\n>b\nM-wV\n").as<Alignment>();
  EXPECT_EQ(readAs("a3m", ">q\r\nMK.V\r\n>b\r\nM-\r\nwV\r\n").as<Alignment>(), expected);
}

TEST(A3m, rowOfAnotherWidthIsAnErrorWithLineAndName) {
  EXPECT_EQ(readError("a3m", ">q\nMKV\n>b two\nMkV\n", "x.a3m"),
            "x.a3m, line 3: row 2 (b) has 2 match columns (upper case and '-'), expected 3 as in the first row");
}

TEST(A3m, annotationOfAnotherWidthIsLeftOutWithAWarning) {
  const test::ReadResult result = readAs("a3m", ">ss_pred\nHHCC\n>q\nMKV\n");
  EXPECT_THAT(result.as<Alignment>().columnAnnotations, IsEmpty());
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_THAT(result.warnings[0], AllOf(HasSubstr("line 1"), HasSubstr("ss_pred")));
}

TEST(A3m, annotationsAloneAreNoAlignment) {
  EXPECT_THAT(readError("a3m", ">ss_pred\nHHC\n"), HasSubstr("without a sequence"));
}

TEST(A2m, canonicalFileIsWrittenBackByteForByte) {
  const std::string content = ">q master\n..MKV.\n>b\naaM-Vk\n>c\na.-KX.\n";
  EXPECT_EQ(rewritten("a2m", content), content);
}

TEST(A2m, holdsTheSameAlignmentAsA3m) {
  EXPECT_EQ(readAs("a2m", ">q master\n..MKV.\n>b\naaM-Vk\n").as<Alignment>(),
            readAs("a3m", ">q master\nMKV\n>b\naaM-Vk\n").as<Alignment>());
}

TEST(FastaFamily, insertsBecomePaddedColumnsInFasta) {
  const DatasetValue value = readAs("a3m", ">q\nMKV\n>b\naaM-Vk\n").value;
  EXPECT_EQ(test::formatWithId("fasta").write(value), ">q\n..MKV.\n>b\naaM-Vk\n");
}

TEST(FastaFamily, softMaskedColumnsStayColumnsInA3m) {
  const DatasetValue value = readAs("fasta", ">q\nMkV.\n>b\nM-va\n").value;
  EXPECT_EQ(test::formatWithId("a3m").write(value), ">q\nMKV\n>b\nM-Va\n");
}

TEST(FastaFamily, headersCannotBreakTheFile) {
  Alignment alignment = alignmentOf({Sequence::fromLetters("a", "M-"), Sequence::fromLetters("b", "MK")});
  alignment.rows[0].description = "two\nlines\r>c";
  for (const char* id : {"fasta", "a3m", "a2m", "stockholm"}) {
    const Alignment again = readAs(id, test::formatWithId(id).write(test::valueOf(alignment))).as<Alignment>();
    EXPECT_EQ(again.numRows(), 2) << id;
    EXPECT_EQ(again.rows[0].description, "two lines >c") << id;
  }
}

TEST(FastaFamily, recognisedByContentWithTheSuffixTippingTheScales) {
  const auto idOf = [](const std::string& content, const std::string& name) {
    return recogniseFormat(content, name).id();
  };
  const std::string aligned = ">a\nMKV-\n>b\nMKVL\n", a3m = ">a\nMKV\n>b\nMKaV\n", a2m = ">a\nMK.V\n>b\nMKaV\n";
  const std::string unaligned = ">a\nMKV\n>b\nMK\n", annotated = ">ss_pred\nHHH\n>a\nMKV\n";
  EXPECT_EQ(idOf(aligned, "x"), "fasta");
  EXPECT_EQ(idOf(aligned, "x.a3m"), "a3m");
  EXPECT_EQ(idOf(aligned, "x.A2M.gz"), "a2m");
  EXPECT_EQ(idOf(a3m, "x"), "a3m");
  EXPECT_EQ(idOf(a3m, "x.fasta"), "a3m");
  EXPECT_EQ(idOf(a2m, "x"), "a2m");
  EXPECT_EQ(idOf(a2m, "x.fasta"), "a2m");
  EXPECT_EQ(idOf(a2m, "x.a3m"), "a3m");
  EXPECT_EQ(idOf(unaligned, "x"), "fasta");
  EXPECT_EQ(idOf(unaligned, "x.a3m"), "a3m");  // to say which row does not fit
  EXPECT_EQ(idOf(annotated, "x.fasta"), "a3m");
  EXPECT_EQ(idOf("#name\n>a\nMKV\n>b\nM-V\n", "x"), "a3m");
}

TEST(FastaFamily, randomAlignmentsComeBackFromA3mAndA2m) {
  Random random(77);
  for (int round = 0; round < 100; ++round) {
    const Index numColumns = static_cast<Index>(random.below(150));
    std::string content;
    const std::uint64_t numRows = 1 + random.below(5);
    for (std::uint64_t row = 0; row < numRows; ++row) {
      content += ">row" + std::to_string(row) + "\n";
      for (Index column = 0; column <= numColumns; ++column) {
        if (random.below(5) == 0) content.append(1 + random.below(3), "acdwy"[random.below(5)]);
        if (column < numColumns) content += "ACDWY-X*"[random.below(8)];
      }
      content += '\n';
    }
    // Rows without letters have no line of their own.
    content = test::replaced(content, "\n\n", "\n");
    const DatasetValue value = readAs("a3m", content).value;
    const Alignment& alignment = *value.as<Alignment>();
    ASSERT_NO_THROW(alignment.validate());
    ASSERT_EQ(readAs("a3m", test::formatWithId("a3m").write(value)).as<Alignment>(), alignment) << content;
    ASSERT_EQ(readAs("a2m", test::formatWithId("a2m").write(value)).as<Alignment>(), alignment) << content;
  }
}

}  // namespace fasta_test
