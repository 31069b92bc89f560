// A3M files come back byte for byte, whatever they look like; columns are where HH-suite and ColabFold have them.
#include <filesystem>

#include "engine/base/Random.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/Files.h"

using namespace engine;
using test::readAs;
using test::rewritten;
using test::rowLetters;
using testing::ElementsAre;

namespace a3m_layout_test {

std::string crlf(std::string text) { return test::replaced(std::move(text), "\n", "\r\n"); }

/// Loads and saves every A3M file below a folder, packed ones unpacked; the number of files.
int saveAll(const std::filesystem::path& folder) {
  const test::TemporaryFolder copies;
  int numFiles = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::filesystem::path name = entry.path().filename();
    if (name.extension() == ".gz") name = name.stem();
    if (!entry.is_regular_file() || name.extension() != ".a3m") continue;
    Diagnostics diagnostics;
    Progress progress;
    const Dataset loaded = load(entry.path(), diagnostics, progress);
    EXPECT_NE(loaded.as<Alignment>(), nullptr) << entry.path();
    save(loaded.value, copies.path() / name);
    EXPECT_TRUE(test::readText(copies.path() / name) == readFileWhole(entry.path())) << entry.path();
    ++numFiles;
  }
  return numFiles;
}

TEST(A3mLayout, filesOfTheSampleDataComeBackByteForByte) {
  EXPECT_GE(saveAll(test::sampleFile("")), 2);
  EXPECT_GE(saveAll(test::dataFile("")), 1);
}

TEST(A3mLayout, filesOfTheReferenceDataComeBackByteForByte) {
  const std::filesystem::path folder = test::sharedFile("");
  if (folder.empty()) GTEST_SKIP() << "no reference data beside the checkout";
  EXPECT_GE(saveAll(folder), 10);
}

TEST(A3mLayout, everyWayToLayOutAFileComesBackByteForByte) {
  const std::string plain = ">q one\nMKVLA\n>b\nM-KwyLA\n";
  for (const std::string& content : {
           crlf(plain),
           test::replaced(plain, "\n", "\r"),
           "\xEF\xBB\xBF" + plain,
           plain.substr(0, plain.size() - 1),
           crlf(plain).substr(0, crlf(plain).size() - 2),
           std::string("#A3M#\n") + plain,
           "#5,3\t1,1\n" + plain,
           std::string("# two\n\n#  comments \n") + plain,
           std::string(">ss_pred  by PSIPRED\nHH\nCCC\n>ss_conf\n99188\n>q\nMKVLA\n"),
           std::string(">q\nMKV\nLA\n>b\nM-K\nwyL\nA\n>c\nMKV\nLA\n"),
           std::string(">q\nMKV\nLA\n>b\nM-KwyL\nA\n>c\nMKVL\nA\n"),
           std::string(">  q   two  blanks \nMKVLA\n>b\ttabbed\ttext\nMKVLA\n>\nMKVLA\n"),
           std::string(">q\nMKV..LA\n>b\nM-KwyLA\n>c\nM-K.yLA\n"),
           std::string(">q\nMKVLA\n\n>b\n\nMKVLA\n;remark\n\n"),
           std::string(">q\nMK VLA\n>b\nMKVLA \n"),
           std::string(">q\nmkvla\n>b\n\n>c\n"),
           std::string(">q\nMKVLA\r\n>b\nMKVLA\n"),
       })
    EXPECT_EQ(rewritten("a3m", content), content);
}

TEST(A3mLayout, randomFilesComeBackByteForByte) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const std::string lineEnd = random.below(2) ? "\n" : "\r\n";
    const std::uint64_t width = random.below(3) ? 1 + random.below(12) : 1000;
    std::string content = random.below(3) ? "" : "#note" + lineEnd;
    for (std::uint64_t row = 0; row < 1 + random.below(5); ++row) {
      std::string letters;
      for (int column = 0; column < 17; ++column) {
        if (random.below(6) == 0) letters += ".acd"[random.below(4)];
        letters += "ACDWY-X"[random.below(7)];
      }
      content += ">row" + std::string(random.below(3), ' ') + "text" + lineEnd;
      for (size_t at = 0; at < letters.size(); at += width) content += letters.substr(at, width) + lineEnd;
      if (random.below(9) == 0) content += lineEnd;
    }
    ASSERT_EQ(rewritten("a3m", content), content);
  }
}

TEST(A3mLayout, aChangedCopyIsWrittenInTheProgramsOwnWay) {
  Alignment alignment = readAs("a3m", "#x\r\n>q\r\nM.KV\r\n>b\r\nM-.V").as<Alignment>();
  alignment.codes[1] = alphabet::codeOf('R');
  EXPECT_EQ(test::formatWithId("a3m").write(test::valueOf(alignment)), "#x\n>q\nMRV\n>b\nM-V\n");
}

TEST(LargeFiles, areMappedAndReadLikeSmallOnes) {
  // Above the size from which files are mapped, with inserts and carriage returns.
  std::string content;
  const std::string columns(990, 'M');
  for (int row = 0; content.size() < (size_t{18} << 20); ++row)
    content += ">row" + std::to_string(row) + " text\r\n" + std::string(1 + row % 7, 'a') + columns + "\r\n";
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "large.a3m", copy = folder.path() / "copy.a3m";
  test::writeText(path, content);
  Diagnostics diagnostics;
  Progress progress;
  const Dataset loaded = load(path, diagnostics, progress);
  EXPECT_EQ(*loaded.as<Alignment>(), readAs("a3m", content).as<Alignment>());
  save(loaded.value, copy);
  EXPECT_TRUE(test::readText(copy) == content);
  test::writeText(path, content + ">bad\n1\n");
  EXPECT_THROW(load(path, diagnostics, progress), Error);
}

TEST(LargeFiles, canBeCancelledWhileTheyAreRead) {
  struct Stop : Progress {
    int numUpdates = 0;
    bool cancelled() const override { return numUpdates > 5; }
    void report(double, std::string_view) override { ++numUpdates; }
  };
  const test::TemporaryFolder folder;
  std::string content;
  while (content.size() < (size_t{18} << 20)) content += ">row\n" + std::string(1000, 'M') + "\n";
  test::writeText(folder.path() / "large.fasta", content);
  Diagnostics diagnostics;
  Stop progress;
  EXPECT_THROW(load(folder.path() / "large.fasta", diagnostics, progress), Cancelled);
}

TEST(A3mLayout, otherFormatsAreWrittenInTheirOwnWay) {
  const DatasetValue value = readAs("a3m", ">q\r\nM.KV\r\n>b\r\nM-wV\r\n").value;
  EXPECT_EQ(test::formatWithId("fasta").write(value), ">q\nMK.V\n>b\nM-wV\n");
}

TEST(Columns, colabFoldLinesShiftNothing) {
  const Alignment alignment =
      readAs("a3m", "#3\t1\n>101\nMKV\n>UniRef100_A\t340\t0.999\t1.2E-97\t0\nM-waV\n>101\nMKV\n").as<Alignment>();
  EXPECT_EQ(rowLetters(alignment, 1), "M-V");
  EXPECT_EQ(alignment.rows[1].name, "UniRef100_A");
  EXPECT_THAT(alignment.rows[1].inserts, ElementsAre(Insert{2, Sequence::fromLetters("", "wa").codes}));
}

TEST(Columns, rowsOfSeveralLinesLeftOutDotsAndA2mAgree) {
  const Alignment expected = readAs("a3m", ">q\nMKV\n>b\nM-waV\n").as<Alignment>();
  EXPECT_EQ(readAs("a3m", ">q\nMK\nV\n>b\nM-w\na\nV\n").as<Alignment>(), expected);
  EXPECT_EQ(readAs("a3m", ">q\nMK.V\n>b\nM-waV\n").as<Alignment>(), expected);
  EXPECT_EQ(readAs("a2m", ">q\nMK..V\n>b\nM-waV\n").as<Alignment>(), expected);
}

TEST(Columns, oldGapSignsAndCarriageReturnsInFastaKeepTheirPlaces) {
  const Alignment alignment = readAs("fasta", ">a\r\nMK~~\r\n>b\r\n~.-V\r\n").as<Alignment>();
  EXPECT_EQ(rowLetters(alignment, 0), "MK~~");
  EXPECT_EQ(rowLetters(alignment, 1), "~.-V");
  EXPECT_EQ(alignment.numColumns, 4);
}

TEST(Columns, softMaskedLettersOfFastaKeepTheirCase) {
  const std::string content = ">a\nMkvL\n>b\nm-VL\n";
  EXPECT_EQ(rewritten("fasta", content), content);
}

}  // namespace a3m_layout_test
