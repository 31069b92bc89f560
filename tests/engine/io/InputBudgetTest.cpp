// Small files that become large ones, pipes without an end and without a writer: refused by name, never waited for.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <atomic>
#include <thread>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Gzip.h"
#include "engine/io/ProfileSource.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"
#include "tests/support/Setting.h"

using namespace engine;
using test::errorOf;
using test::Setting;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace input_budget_test {

constexpr const char* kVariable = "HEADLIGHT_MEMORY";

Dataset loadFile(const fs::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return load(path, diagnostics, progress);
}

/// Of the only sequence; -1 when the dataset is something else.
Index lengthOf(const Dataset& dataset) {
  const auto* const set = dataset.as<SequenceSet>();
  return set && set->sequences.size() == 1 ? set->sequences.front().length() : -1;
}

auto isRefused(const std::string& name) {
  return AllOf(HasSubstr(name + ": needs at least"), HasSubstr("the budget for what is read is"));
}

std::string fasta(std::size_t length) { return std::string(">one\n") + std::string(length, 'A') + "\n"; }

std::string npyOf(Index length) { return writeNpyArray(Array<float>({length}, 1.0F)); }

/// An archive with these entries; method as in libzip.
std::string zipOf(const fs::path& path, const std::vector<std::pair<std::string, std::string>>& entries, int method) {
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, bytes] : entries) {
    zip_source_t* const source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_GUESS);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  return test::readText(path);
}

void putNumber(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) bytes[at + k] = static_cast<char>(value >> (8 * k) & 255);
}

class InputBudget : public testing::Test {
 protected:
  fs::path file(const std::string& name, const std::string& content) const {
    test::writeText(folder.path() / name, content);
    return folder.path() / name;
  }
  const test::TemporaryFolder folder;
  const Setting small{kVariable, "1M"};
};

TEST_F(InputBudget, aPlainFileIsRefusedBeforeItIsRead) {
  const fs::path path = file("large.fa", fasta(100));
  fs::resize_file(path, std::uintmax_t{1} << 40);  // sparse: reading it would take minutes
  EXPECT_THAT(errorOf([&] { readFileWhole(path); }), isRefused(path.string()));
  EXPECT_THAT(errorOf([&] { loadFile(path); }), isRefused(path.string()));
  EXPECT_EQ(lengthOf(loadFile(file("small.fa", fasta(1000)))), 1000);
}

TEST_F(InputBudget, packedDataAreCutWhereTheBudgetEnds) {
  const fs::path path = file("bomb.fa.gz", packGzip(fasta(std::size_t{8} << 20)));
  ASSERT_LT(fs::file_size(path), std::uintmax_t{100} << 10);
  EXPECT_THAT(errorOf([&] { loadFile(path); }), isRefused(path.string()));
  // Two members: what the file says of its size at its end is that of the last one.
  const std::string lie = packGzip(fasta(std::size_t{8} << 20)) + packGzip("A\n");
  EXPECT_THAT(errorOf([&] { loadFile(file("lie.fa.gz", lie)); }), isRefused((folder.path() / "lie.fa.gz").string()));
}

TEST_F(InputBudget, aDeviceWithoutAnEndIsCutWhereTheBudgetEnds) {
  EXPECT_THAT(errorOf([] { loadFile("/dev/zero"); }), isRefused("/dev/zero"));
}

TEST_F(InputBudget, manyRecordsOfNothingAreLargerThanTheirText) {
  for (const auto& [name, record] : {std::pair{"x.fa", ">a\nA\n"}, {"x.sto", "a A\n"}, {"cr.fa", ">a\rA\r"}}) {
    std::string text = std::string(name) == "x.sto" ? "# STOCKHOLM 1.0\n" : "";
    for (int k = 0; k < 20'000; ++k) text += record;
    ASSERT_LT(text.size(), std::size_t{101} << 10);
    EXPECT_THAT(errorOf([&] { loadFile(file(name, text)); }), isRefused((folder.path() / name).string()));
  }
}

TEST_F(InputBudget, headsThatStayInTheirFileAreNotRefused) {
  const std::string npy = writeNpyArray(Array<float>({2, 3, 400, 400}, 1.0F / 400));
  ASSERT_GT(npy.size(), std::size_t{1} << 20);
  EXPECT_EQ(loadFile(file("attention.npy", npy)).as<HeadSet>()->count(), 6);
  const fs::path archive = folder.path() / "attention.npz";
  zipOf(archive, {{"attention.npy", npy}}, ZIP_CM_STORE);
  EXPECT_EQ(loadFile(archive).as<HeadSet>()->count(), 6);
  zipOf(archive, {{"attention.npy", npy}}, ZIP_CM_DEFLATE);
  EXPECT_THAT(errorOf([&] { loadFile(archive); }), isRefused(archive.string())) << "packed, they do not stay there";
}

TEST_F(InputBudget, theArraysOfAnArchiveCountTogether) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const char* name : {"a.npy", "b.npy", "c.npy", "d.npy"}) entries.emplace_back(name, npyOf(80'000));
  const fs::path path = folder.path() / "x.npz";
  zipOf(path, entries, ZIP_CM_DEFLATE);
  ASSERT_LT(fs::file_size(path), std::uintmax_t{20} << 10);
  EXPECT_THAT(errorOf([&] { loadFile(path); }), isRefused(path.string()));
  entries.pop_back();
  entries.pop_back();
  zipOf(path, entries, ZIP_CM_DEFLATE);
  EXPECT_EQ(loadFile(path).as<ArrayBundle>()->size(), 2U);
}

TEST_F(InputBudget, aBombInASearchedFolderIsNamed) {
  const fs::path families = folder.path() / "families";
  fs::create_directory(families);
  test::writeText(families / "bomb.a3m.gz", packGzip(fasta(std::size_t{8} << 20)));
  test::writeText(families / "good.a3m", fasta(30));
  test::writeText(families / "wide.a3m", fasta(20'000));  // letters are small, columns of a profile are not
  const ProfileSource source(families);
  Diagnostics diagnostics;
  Progress progress;
  const auto read = [&](Index entry) { return source.read(entry, {}, diagnostics, progress); };
  EXPECT_THAT(errorOf([&] { read(0); }), isRefused((families / "bomb.a3m.gz").string()));
  EXPECT_EQ(read(1).length(), 30);
  EXPECT_THAT(errorOf([&] { read(2); }), HasSubstr((families / "wide.a3m").string()));
  EXPECT_THAT(errorOf([&] { read(2); }), HasSubstr("the budget for what is read is"));
}

TEST_F(InputBudget, entriesThatShareBytesAreRefused) {
  const fs::path path = folder.path() / "x.npz";
  std::string archive = zipOf(path, {{"a.npy", npyOf(100)}, {"b.npy", npyOf(100)}}, ZIP_CM_STORE);
  const std::size_t second = archive.rfind("PK\1\2");
  putNumber(archive, second + 42, 0, 4);  // b begins where a begins
  EXPECT_THAT(errorOf([&] { loadFile(file("x.npz", archive)); }), AllOf(HasSubstr("x.npz"), HasSubstr("overlap")));
  EXPECT_THAT(test::readError("npz", archive, "x.npz"), AllOf(HasSubstr("a.npy and b.npy"), HasSubstr("overlap")));
}

TEST_F(InputBudget, sizesThatNoPackingReachesAreRefused) {
  const fs::path path = folder.path() / "x.npz";
  std::string archive = zipOf(path, {{"a.npy", npyOf(100)}}, ZIP_CM_DEFLATE);
  putNumber(archive, archive.rfind("PK\1\2") + 24, 0x70000000, 4);
  EXPECT_THAT(test::readError("npz", archive, "x.npz"),
              AllOf(HasSubstr("x.npz, entry a.npy"), HasSubstr("cannot hold")));
  putNumber(archive, archive.rfind("PK\1\2") + 24, 100, 4);
  EXPECT_THAT(test::readError("npz", archive, "x.npz"), AllOf(HasSubstr("x.npz, array a"), HasSubstr("damaged")));
}

/// The header and so many bytes of values.
std::string safetensors(const std::string& header, std::size_t numBytes) {
  std::string size(8, '\0');
  putNumber(size, 0, header.size(), 8);
  return size + header + std::string(numBytes, '\0');
}

TEST_F(InputBudget, safetensorsThatShareBytesAreRefused) {
  const auto with = [](const std::string& second) {
    return safetensors(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                       R"("b":{"dtype":"F32","shape":[2],"data_offsets":)" +
                           second + R"(},"c":{"dtype":"F32","shape":[0],"data_offsets":[4,4]}})",
                       16);
  };
  EXPECT_EQ(test::readAs("safetensors", with("[8,16]")).as<ArrayBundle>().size(), 3U);
  for (const char* second : {"[0,8]", "[4,12]"})
    EXPECT_THAT(test::readError("safetensors", with(second), "x.safetensors"),
                AllOf(HasSubstr("x.safetensors, array "), HasSubstr("overlaps array ")));
}

class CancelsAfterAWhile : public Progress {
 public:
  bool cancelled() const override { return ++m_numQuestions > 2; }

 private:
  mutable std::atomic<int> m_numQuestions{0};
};

TEST(Pipes, waitingForAWriterCanBeCancelled) {
  const test::TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe.fa";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Diagnostics diagnostics;
  CancelsAfterAWhile noWriter;
  EXPECT_THROW(load(pipe, diagnostics, noWriter), Cancelled);
  const int writer = ::open(pipe.c_str(), O_RDWR);  // opens without waiting, and writes nothing
  CancelsAfterAWhile silentWriter;
  EXPECT_THROW(load(pipe, diagnostics, silentWriter), Cancelled);
  ::close(writer);
}

TEST(Pipes, areReadToTheEndOfTheirWriter) {
  const test::TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe.fa";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { test::writeText(pipe, fasta(200'000)); });
  EXPECT_EQ(lengthOf(loadFile(pipe)), 200'000);
  writer.join();
}

TEST(Pipes, areNoDatabaseAndNothingWaitsForThem) {
  const test::TemporaryFolder folder;
  for (const char* name : {"x.ffdata", "x.ffindex"}) ASSERT_EQ(::mkfifo((folder.path() / name).c_str(), 0600), 0);
  EXPECT_THAT(errorOf([&] { ProfileSource source(folder.path() / "x"); }), HasSubstr("x.ffdata: is not a file"));
}

}  // namespace input_budget_test
