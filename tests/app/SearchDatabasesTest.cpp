// "headlight search" in databases that are damaged, mixed up or called by several names: one clear error and nothing
// written, or a cache that is made again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/Ffindex.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"

namespace search_databases_test {

using nlohmann::json;
using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kSearchQuery = ">q1\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n>q2\nMKTAYLAKQRQLSFVKSHFARQLDERLGLIDVQ\n";
const std::string kRelated = ">t1\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n>t2\nAAMKTAYLAKWRQLSFVKSHFARQLDDRLGLIDVQ\n";
const std::string kOther = ">o1\nGDSLWPRTNNEEGHVKKCWDAPLLTTSRYQNGEEFP\n";

class SearchDatabases : public testing::Test {
 protected:
  using Entries = std::vector<std::pair<std::string, std::string>>;

  SearchDatabases() { test::writeText(path("q.a3m"), kSearchQuery); }
  fs::path path(const std::string& name) const { return folder.path() / name; }

  /// Text of the profile of an alignment (.hhm).
  std::string profileOf(const std::string& rows) const {
    test::writeText(path("rows.a3m"), rows);
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    const auto input = std::make_shared<const engine::Dataset>(engine::load(path("rows.a3m"), diagnostics, progress));
    return engine::exportedContent(
        engine::findOperation("profile").run({input}, {}, {nullptr, 1}, diagnostics, progress).front(), "x.hhm");
  }
  void write(const std::string& stem, const Entries& entries) const {
    const engine::FfindexText text = engine::ffindexOf(entries);
    test::writeText(path(stem + ".ffdata"), text.data);
    test::writeText(path(stem + ".ffindex"), text.index);
  }
  ProgramRun search(const std::string& database, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command{"search", path("q.a3m"), path(database), "--json", "--device", "cpu"};
    command.insert(command.end(), more.begin(), more.end());
    return runProgram(command);
  }
  json hits(const std::string& database, const std::vector<std::string>& more = {}) const {
    const ProgramRun run = search(database, more);
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    return json::parse(run.output).at("hits");
  }
  /// The one sentence that the search fails with, having written nothing.
  std::string errorOf(const std::string& database, const std::vector<std::string>& more = {}) const {
    const auto before = numFiles();
    const ProgramRun run = search(database, more);
    EXPECT_EQ(run.exitCode, 1) << run.output;
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_EQ(numFiles(), before) << run.errors;
    return run.errors;
  }
  std::ptrdiff_t numFiles() const { return std::distance(fs::recursive_directory_iterator(folder.path()), {}); }

  test::TemporaryFolder folder;
};

TEST_F(SearchDatabases, findsTheSameInEveryFormOfADatabaseAndKeepsOneCacheOfIt) {
  write("x_a3m", {{"related", kRelated}, {"other", kOther}});
  const json first = hits("x_a3m");
  EXPECT_EQ(first.at(0).at("entry"), "related");
  for (const char* name : {"x_a3m.ffdata", "x_a3m.ffindex"}) EXPECT_EQ(hits(name), first) << name;
  EXPECT_EQ(hits("x"), first);
  EXPECT_TRUE(fs::exists(path("x_a3m.headlight")));
  EXPECT_FALSE(fs::exists(path("x_a3m.ffdata.headlight")));
  EXPECT_FALSE(fs::exists(path("x_a3m.ffindex.headlight")));
}

TEST_F(SearchDatabases, dataThatAreCutNameIndexEntryAndBothSizes) {
  write("x_hhm", {{"a", profileOf(kRelated)}, {"b", profileOf(kOther)}});
  const std::string data = test::readText(path("x_hhm.ffdata"));
  test::writeText(path("x_hhm.ffdata"), data.substr(0, data.size() - 100));
  EXPECT_THAT(errorOf("x"), AllOf(HasSubstr("x_hhm.ffindex, line 2: the entry b"),
                                  HasSubstr("has " + std::to_string(data.size() - 100)), HasSubstr("truncated")));
}

TEST_F(SearchDatabases, anIndexThatPointsBehindTheEndOrIsCutIsNamedWithItsLine) {
  write("x_hhm", {{"a", profileOf(kRelated)}});
  const std::string index = test::readText(path("x_hhm.ffindex"));
  test::writeText(path("x_hhm.ffindex"), index + "z\t99999999\t10\n");
  EXPECT_THAT(errorOf("x"), AllOf(HasSubstr("x_hhm.ffindex, line 2"), HasSubstr("99999999")));
  test::writeText(path("x_hhm.ffindex"), index + "z\t18446744073709551615\t18446744073709551615\n");
  EXPECT_THAT(errorOf("x"), HasSubstr("x_hhm.ffindex, line 2"));
  test::writeText(path("x_hhm.ffindex"), index.substr(0, index.size() - 1));
  EXPECT_THAT(errorOf("x"), HasSubstr("the index is truncated"));
  test::writeText(path("x_hhm.ffindex"), index + "a\t0\t10\n");
  EXPECT_THAT(errorOf("x"), HasSubstr("the name a occurs twice"));
  fs::remove(path("x_hhm.ffindex"));
  EXPECT_THAT(errorOf("x"), HasSubstr("x_hhm.ffindex: is missing"));
}

TEST_F(SearchDatabases, dataOfAnotherDatabaseAreNoticed) {
  write("x_hhm", {{"a", profileOf(kRelated)}, {"b", profileOf(kOther)}});
  const std::string data = test::readText(path("x_hhm.ffdata"));
  write("x_hhm", {{"a", profileOf(kOther)}, {"b", profileOf(kRelated)}});
  test::writeText(path("x_hhm.ffdata"), data + "x");
  EXPECT_THAT(errorOf("x"), HasSubstr("do not belong together"));
}

TEST_F(SearchDatabases, entriesOfTheWrongKindAreNamed) {
  write("x_a3m", {{"a", kRelated}, {"b", profileOf(kOther)}});
  EXPECT_THAT(errorOf("x"), AllOf(HasSubstr("x_a3m.ffdata, entry b"), HasSubstr("mixed up")));
  write("y_hhm", {{"a", profileOf(kRelated)}, {"b", kOther}});
  EXPECT_THAT(errorOf("y"), AllOf(HasSubstr("y_hhm.ffdata, entry b"), HasSubstr("mixed up")));
  const std::string whole = profileOf(kRelated);
  write("z_hhm", {{"a", whole.substr(0, whole.size() / 2)}});
  EXPECT_THAT(errorOf("z"), AllOf(HasSubstr("z_hhm.ffdata, entry a, line"), HasSubstr("expected")));
}

TEST_F(SearchDatabases, emptyOnesAndThoseThatAreNoneAreNamed) {
  write("x", {});
  EXPECT_THAT(errorOf("x"), HasSubstr("the database is empty"));
  fs::create_directories(path("folder/sub.a3m"));
  test::writeText(path("folder/readme.txt"), "no profile");
  EXPECT_THAT(errorOf("folder"), HasSubstr("holds no profiles and no alignments"));
  EXPECT_THAT(errorOf("q.a3m"), HasSubstr("neither a folder nor"));
  EXPECT_THAT(errorOf("missing"), HasSubstr("missing_hhm.ffdata"));
}

/// Caches are never an error: what is wrong with one is said once, and it is made again.
TEST_F(SearchDatabases, cachesThatCannotBeUsedAreMadeAgain) {
  for (const char* name : {"one", "two"}) {
    fs::create_directories(path(name));
    test::writeText(path(name) / "related.a3m", kRelated);
  }
  test::writeText(path("one/other.a3m"), kOther);
  const std::vector<std::string> prefilter{"--prefilter", "on"};
  const json expected = hits("one", prefilter);
  hits("two", prefilter);
  for (const std::string name : {".headlight-cache", ".headlight-cache-letters"}) {
    const std::string whole = test::readText(path("one") / name);
    std::string damaged = whole;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
    const std::vector<std::pair<std::string, std::string>> cases{
        {test::readText(path("two") / name), "made from other files"},
        {damaged, "damaged"},
        {whole.substr(0, whole.size() - 1), "expected"},
        {"", "expected a cache"},
        {std::string(1000, 'x'), "found other content"}};
    for (const auto& [content, reason] : cases) {
      test::writeText(path("one") / name, content);
      const ProgramRun run = search("one", prefilter);
      EXPECT_EQ(run.exitCode, 0) << run.errors;
      EXPECT_EQ(json::parse(run.output).at("hits"), expected) << reason;
      EXPECT_THAT(run.errors, AllOf(HasSubstr(name), HasSubstr(reason), HasSubstr("made again")));
      EXPECT_EQ(test::readText(path("one") / name), whole) << reason;
    }
  }
  EXPECT_EQ(search("one", prefilter).errors, "");
}

TEST_F(SearchDatabases, aStaleCacheIsMadeAgain) {
  fs::create_directories(path("db"));
  test::writeText(path("db/a.a3m"), kRelated);
  EXPECT_EQ(hits("db").size(), 1U);
  test::writeText(path("db/b.a3m"), kOther);
  const ProgramRun run = search("db");
  EXPECT_THAT(run.errors, HasSubstr("made from other files than are there now"));
  EXPECT_EQ(json::parse(run.output).at("searched"), 2);
}

TEST_F(SearchDatabases, thePrefilterTakesLearntAndForeignColumnStates) {
  fs::create_directories(path("db"));
  test::writeText(path("db/related.a3m"), kRelated);
  test::writeText(path("db/other.a3m"), kOther);
  ASSERT_EQ(runProgram({"learn-states", path("db"), "--count", "20", "--out", path("own.lib")}).exitCode, 0);
  const auto with = [this](const std::string& library) {
    return std::vector<std::string>{"--prefilter", "on", "--column-states", path(library)};
  };
  EXPECT_EQ(hits("db", with("own.lib")).at(0).at("entry"), "related");
  // As cs219.lib of HH-suite is written: residues in another order, more lines, values -1000 log2 p.
  std::string foreign = "ContextLibrary\nSIZE\t20\nLENG\t1\n";
  const std::string order = "ARNDCQEGHILKMFPSTWYV";
  for (size_t k = 0; k < order.size(); ++k) {
    foreign += "ContextProfile\nNAME\t" + std::to_string(k) + "\nPRIOR\t0.05\nCOLOR\t0.1,0.2,0.3\nISLOG\tF\nLENG\t1\n" +
               "ALPH\t20\nPROBS";
    for (const char letter : order) foreign += std::string("\t") + letter;
    foreign += "\n1";
    for (size_t a = 0; a < order.size(); ++a) foreign += a == k ? "\t322" : "\t6570";
    foreign += "\n//\n";
  }
  test::writeText(path("foreign.lib"), foreign);
  EXPECT_EQ(hits("db", with("foreign.lib")).at(0).at("entry"), "related");
  test::writeText(path("cut.lib"), foreign.substr(0, foreign.size() / 2));
  EXPECT_THAT(errorOf("db", with("cut.lib")), HasSubstr("cut.lib"));
  std::string damaged = foreign;
  damaged.replace(damaged.find("6570"), 4, "65x0");
  test::writeText(path("damaged.lib"), damaged);
  EXPECT_THAT(errorOf("db", with("damaged.lib")), AllOf(HasSubstr("damaged.lib, line"), HasSubstr("65x0")));
  test::writeText(path("empty.lib"), "");
  EXPECT_THAT(errorOf("db", with("empty.lib")), HasSubstr("empty.lib"));
  EXPECT_THAT(errorOf("db", with("missing.lib")), HasSubstr("missing.lib"));
  EXPECT_EQ(search("db", {"--column-states", path("own.lib")}).exitCode, 2);
  if (fs::path library = "/usr/share/hhsuite/data/cs219.lib"; fs::exists(library)) {
    EXPECT_EQ(hits("db", {"--prefilter", "on", "--column-states", library}).at(0).at("entry"), "related");
  }
}

/// With X_a3m beside X_hhm all rows of a hit join, not only those that its profile shows.
TEST_F(SearchDatabases, roundsMergeTheAlignmentBesideAProfile) {
  std::string rows = ">first\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n";
  for (int k = 0; k < 30; ++k) {
    std::string row = "AAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ";
    row[static_cast<size_t>(2 + k)] = 'G';
    rows += ">row" + std::to_string(k) + "\n" + row + "\n";
  }
  const auto rowsMerged = [&](const std::string& database) {
    const std::string out = path(database + ".out.a3m");
    EXPECT_EQ(search(database, {"--iterations", "2", "--out", out}).exitCode, 0);
    const std::string text = test::readText(out);
    return std::count(text.begin(), text.end(), '>');
  };
  write("x_hhm", {{"a", profileOf(rows)}});
  write("y_hhm", {{"a", profileOf(rows)}});
  write("y_a3m", {{"a", rows}});
  EXPECT_LT(rowsMerged("x"), rowsMerged("y"));
  EXPECT_EQ(rowsMerged("y"), 2 + 31);
}

}  // namespace search_databases_test
