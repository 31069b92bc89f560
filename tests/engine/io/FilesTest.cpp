// Files in and out: gzip, recognition, loading, saving, and the reference data where it is present.
#include <fstream>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Gzip.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::errorOf;
using testing::AnyOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace files_test {

Dataset loadFile(const fs::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return load(path, diagnostics, progress);
}

std::string unpacked(const std::string& bytes) {
  Progress progress;
  return unpackGzip(bytes, "x.gz", progress);
}

TEST(Gzip, packedContentComesBack) {
  std::string large;
  for (int k = 0; k < 300000; ++k) large += std::to_string(std::int64_t{k} * 7919);
  for (const std::string& content : {std::string(), std::string("a"), large})
    EXPECT_EQ(unpacked(packGzip(content)), content);
  EXPECT_EQ(packGzip(large), packGzip(large));
}

TEST(Gzip, severalMembersAreJoinedAndPaddingIsIgnored) {
  EXPECT_EQ(unpacked(packGzip("MKV") + packGzip("LA") + std::string(5, '\0')), "MKVLA");
}

TEST(Gzip, cutOrDamagedDataAreErrorsThatNameTheFile) {
  std::string packed = packGzip("MKVLAMKVLAMKVLA");
  for (size_t length = 2; length < packed.size(); ++length)
    EXPECT_THAT(errorOf([&] { unpacked(packed.substr(0, length)); }), HasSubstr("x.gz")) << length;
  packed[packed.size() - 6] ^= 1;  // the checksum
  EXPECT_THAT(errorOf([&] { unpacked(packed); }), HasSubstr("damaged"));
}

TEST(Load, readsPlainAndPackedFilesAlike) {
  const test::TemporaryFolder folder;
  const std::string content = ">a\nMKV-\n>b\nMKVL\n";
  test::writeText(folder.path() / "x.fa", content);
  test::writeText(folder.path() / "y.fa.gz", packGzip(content));
  test::writeText(folder.path() / "packed-without-suffix", packGzip(content));
  const Dataset plain = loadFile(folder.path() / "x.fa"), packed = loadFile(folder.path() / "y.fa.gz");
  EXPECT_EQ(*plain.as<Alignment>(), *packed.as<Alignment>());
  EXPECT_EQ(*plain.as<Alignment>(), *loadFile(folder.path() / "packed-without-suffix").as<Alignment>());
  EXPECT_EQ(packed.title, "y");
  EXPECT_EQ(packed.source, (folder.path() / "y.fa.gz").string());
  EXPECT_EQ(packed.kind(), DatasetKind::alignment);
}

TEST(Load, unreadableFilesAreErrorsThatNameThem) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(errorOf([&] { loadFile(folder.path() / "absent.fa"); }), HasSubstr("absent.fa: cannot be opened"));
  EXPECT_THAT(errorOf([&] { loadFile(folder.path()); }), HasSubstr("is a folder"));
  test::writeText(folder.path() / "empty.fa", "");
  EXPECT_THAT(errorOf([&] { loadFile(folder.path() / "empty.fa"); }), HasSubstr("empty.fa: the file is empty"));
  test::writeText(folder.path() / "odd.fa", "neither this nor that\n");
  EXPECT_THAT(errorOf([&] { loadFile(folder.path() / "odd.fa"); }), AllOf(HasSubstr("odd.fa"), HasSubstr("Stockholm")));
  test::writeText(folder.path() / "bad.fa", ">a\nMK\n>b\nM?\n");
  EXPECT_THAT(errorOf([&] { loadFile(folder.path() / "bad.fa"); }), HasSubstr("bad.fa, line 4: found '?' in column 2"));
}

TEST(Load, warningsAreKeptWithTheDataset) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "x.fa", ">a\nMKV\n>a\nMKV\n");
  Diagnostics diagnostics;
  Progress progress;
  diagnostics.warn("from before");
  const Dataset dataset = load(folder.path() / "x.fa", diagnostics, progress);
  EXPECT_THAT(dataset.provenance.warnings, testing::ElementsAre(HasSubstr("twice")));
  EXPECT_EQ(diagnostics.warnings().size(), 2u);
}

class StopsAtOnce : public Progress {
 public:
  bool cancelled() const override { return true; }
};

TEST(Load, canBeCancelled) {
  const test::TemporaryFolder folder;
  for (const auto& format : formats()) {
    const fs::path path = folder.path() / ("x" + format->suffixes().front());
    test::writeText(path, format->sample());
    Diagnostics diagnostics;
    StopsAtOnce progress;
    EXPECT_THROW(load(path, diagnostics, progress), Cancelled) << format->id();
  }
}

TEST(Save, everyWritableFormatComesBackThroughAFileAndGzip) {
  const test::TemporaryFolder folder;
  for (const auto& format : formats()) {
    const DatasetValue value = test::readWith(*format, format->sample(), "sample").value;
    if (!format->canWrite(value)) continue;
    for (const std::string end : {"", ".gz"}) {
      const fs::path path = folder.path() / ("sample" + format->suffixes().front() + end);
      save(value, path);
      EXPECT_EQ(isGzip(test::readText(path)), end == ".gz");
      EXPECT_EQ(format->write(loadFile(path).value), format->write(value)) << path;
    }
  }
}

TEST(Save, leavesNothingElseBehindAndKeepsLinksAndPermissions) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.path() / "x.fa", link = folder.path() / "link.fa";
  test::writeText(target, "old");
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(target, link);
  writeFileWhole(link, "new");
  EXPECT_EQ(test::readText(target), "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

TEST(Save, failureLeavesTheOldFile) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(errorOf([&] { writeFileWhole(folder.path() / "absent" / "x.fa", "new"); }),
              HasSubstr("cannot be written"));
  EXPECT_THAT(errorOf([&] { writeFileWhole(folder.path(), "new"); }), HasSubstr("is a folder"));
  const fs::path target = folder.path() / "x.sto";
  test::writeText(target, "old");
  EXPECT_THROW(save(test::valueOf({}), target), Error);
  EXPECT_EQ(test::readText(target), "old");
}

TEST(Save, unsuitableNamesAreErrorsThatListTheSuitableOnes) {
  const DatasetValue sequences = std::make_shared<const SequenceSet>();
  EXPECT_THAT(errorOf([&] { formatForWriting("x.a3m", sequences); }), AllOf(HasSubstr("A3M"), HasSubstr(".fasta")));
  EXPECT_THAT(errorOf([&] { formatForWriting("x.doc.gz", sequences); }),
              AllOf(HasSubstr("\".doc\""), HasSubstr(".fasta")));
  EXPECT_THAT(errorOf([&] { formatForWriting("x.npz", std::make_shared<const HeadSet>()); }), HasSubstr("attention"));
  EXPECT_EQ(formatForWriting("X.FA.GZ", sequences).id(), "fasta");
}

TEST(Dataset, everyKindHasItsName) {
  EXPECT_EQ(kindName(DatasetKind::sequences), "sequences");
  EXPECT_EQ(kindName(DatasetKind::profileAlignment), "profile alignment");
  EXPECT_EQ(kindName(DatasetKind::geometry), "pair geometry");
}

struct ReferenceFile {
  const char* path;
  Index numRows, numColumns;
  const char* firstName;
};

class Reference : public testing::TestWithParam<ReferenceFile> {};

TEST_P(Reference, loadsAsTheAlignmentItIs) {
  const fs::path path = test::sharedFile(GetParam().path);
  if (path.empty()) GTEST_SKIP() << "the reference data are not beside this checkout";
  const Dataset dataset = loadFile(path);
  ASSERT_EQ(dataset.kind(), DatasetKind::alignment);
  const Alignment& alignment = *dataset.as<Alignment>();
  EXPECT_NO_THROW(alignment.validate());
  EXPECT_EQ(alignment.numRows(), GetParam().numRows);
  EXPECT_EQ(alignment.numColumns, GetParam().numColumns);
  EXPECT_EQ(alignment.rows.front().name, GetParam().firstName);
}

INSTANTIATE_TEST_SUITE_P(files, Reference,
                         testing::Values(ReferenceFile{"theseus/tryps.a2m.gz", 189, 441, "1A0J_A.pdb"},
                                         ReferenceFile{"theseus/ldh.a2m.gz", 228, 423, "1civ_A.pdb"},
                                         ReferenceFile{"theseus/cytc.aln", 10, 109, "d1yeb__.pdb"},
                                         ReferenceFile{"hh/a3m/HBB_HUMAN.a3m", 1, 146, "HBB_HUMAN"}),
                         [](const auto& tested) { return "file" + std::to_string(tested.index); });

TEST(ReferenceFiles, canonicalOnesAreWrittenBackByteForByte) {
  const fs::path folder = test::sharedFile("hh/a3m");
  if (folder.empty()) GTEST_SKIP() << "the reference data are not beside this checkout";
  std::vector<fs::path> paths{test::sharedFile("theseus/cytc.aln")};
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  for (const fs::path& path : paths) {
    const std::string content = test::readText(path);
    const std::string name = path.string();
    const Format& format = recogniseFormat(content, name);
    EXPECT_EQ(format.id(), path.extension() == ".aln" ? "clustal" : "a3m") << path;
    const std::string written = format.write(test::readWith(format, content).value);
    // HBB_HUMAN and others with several lines per row are not canonical: compared without their line ends.
    const bool isCanonical = path.extension() == ".aln" || written.size() == content.size();
    const auto packed = [](const std::string& text) { return test::replaced(text, "\n", ""); };
    EXPECT_EQ(isCanonical ? written : packed(written), isCanonical ? content : packed(content)) << path;
  }
}

}  // namespace files_test
