// Our own search reports against those of hhalign of HH-suite 3.3.0, line by line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/hmm/pair/AlignmentStatistics.h"
#include "engine/io/Format.h"
#include "engine/io/formats/HhrText.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"

namespace report_reference_test {

using namespace engine;
namespace fs = std::filesystem;

const std::string kContexts = "/usr/share/hhsuite/data/context_data.crf";

/// "QUERY__TEMPLATE__SET.hhr".
struct Report {
  std::string query, templ, set, text;
};

std::vector<Report> reports() {
  std::vector<Report> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(test::sharedFile("hh/hhr"))) {
    const std::string name = entry.path().stem().string();
    const size_t cut = name.find("__"), end = name.rfind("__");
    all.push_back(
        {name.substr(0, cut), name.substr(cut + 2, end - cut - 2), name.substr(end + 2), test::readText(entry.path())});
  }
  std::sort(all.begin(), all.end(),
            [](const Report& a, const Report& b) { return std::tie(a.set, a.query) < std::tie(b.set, b.query); });
  return all;
}

/// hhalign's: everything is listed, one alignment unless more are asked for.
ParameterValues parametersOf(const std::string& set, const fs::path& database) {
  ParameterValues values;
  values.set("database", database.string());
  values.set("preset", "hhsuite-3.3");
  values.set("probability", 0.0);
  values.set("alternatives", std::int64_t{set == "alt4" ? 4 : 1});
  values.set("smin", set == "alt4" ? 3.0 : 20.0);
  values.set("mac", set == "mac" || set == "default" ? "on" : "off");
  if (set == "default") {
    values.set("context", kContexts);
  } else {
    values.set("corr", 0.0);
    values.set("ss", "off");
  }
  return values;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What a line of a report is about.
std::string kindOf(const std::string& line, size_t number) {
  if (number < 7) return "header";
  if (line.starts_with(">") || line.starts_with("No ")) return "name";
  if (line.starts_with("Probab=")) return "statistics";
  if (line.starts_with("Confidence")) return "confidence";
  if (line.starts_with("Q Consensus") || line.starts_with("T Consensus")) return "consensus";
  if (line.starts_with("Q ") || line.starts_with("T ")) return "sequence";
  if (line.starts_with(std::string(22, ' '))) return "marks";
  return line.empty() ? "empty" : "table";
}

/// The number behind "key=".
double valueOf(const std::string& line, const std::string& key) {
  return std::atof(line.c_str() + line.find(key + "=") + key.size() + 1);
}

/// Statistics that differ in Score and Probab only, as 0.01 bit can make them.
bool isWithinTheScoresError(std::string a, std::string b) {
  if (std::abs(valueOf(a, "Score") - valueOf(b, "Score")) > 0.0101) return false;
  if (std::abs(valueOf(a, "Probab") - valueOf(b, "Probab")) > 0.0301) return false;
  for (std::string* text : {&a, &b})
    for (const std::string key : {"Score=", "Probab="}) {
      const size_t begin = text->find(key);
      text->erase(begin, text->find(' ', begin) - begin);
    }
  return a == b;
}

/// Lines by their kind: how many of how many are identical.
class LineCounts {
 public:
  void compare(const std::string& ours, const std::string& theirs) {
    const std::vector<std::string> a = linesOf(ours), b = linesOf(theirs);
    ASSERT_EQ(a.size(), b.size()) << ours;
    for (size_t k = 0; k < a.size(); ++k) {
      Count& count = m_counts[kindOf(b[k], k)];
      ++count.all;
      if (a[k] == b[k]) {
        ++count.identical;
      } else {
        count.others.emplace_back(a[k], b[k]);
      }
    }
  }
  using Others = std::vector<std::pair<std::string, std::string>>;
  const Others& others(const std::string& kind) { return m_counts[kind].others; }
  /// Rows of all kinds that are not identical.
  size_t numOtherRows() {
    return others("sequence").size() + others("consensus").size() + others("marks").size() +
           others("confidence").size();
  }
  void print(const std::string& title) const {
    std::cout << title;
    for (const auto& [kind, count] : m_counts)
      std::cout << (kind == m_counts.begin()->first ? ": " : ", ") << kind << " " << count.identical << " of "
                << count.all;
    std::cout << "\n";
  }

 private:
  struct Count {
    int identical = 0, all = 0;
    Others others;
  };
  std::map<std::string, Count> m_counts;
};

class ReportReference : public testing::Test {
 protected:
  void SetUp() override {
    if (test::sharedFile("hh").empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
    m_records = nlohmann::json::parse(test::readText(test::sharedFile("hh/alignments.json")));
  }

  static bool isPossible(const Report& report) { return report.set != "default" || fs::exists(kContexts); }

  /// A search of the query in a database that holds the template alone; date and command are taken over.
  static SearchResult ourResult(const Report& report) {
    const test::TemporaryFolder folder;
    const fs::path hhm = test::sharedFile("hh/hhm"), database = folder.path() / "db";
    fs::create_directories(database);
    fs::copy_file(hhm / (report.templ + ".hhm"), database / (report.templ + ".hhm"));
    Diagnostics diagnostics;
    Progress progress;
    const auto query = std::make_shared<const Dataset>(load(hhm / (report.query + ".hhm"), diagnostics, progress));
    const std::vector<Dataset> results =
        findOperation("search").run({query}, parametersOf(report.set, database), {nullptr, 1}, diagnostics, progress);
    SearchResult result = *results.front().as<SearchResult>();
    const SearchResult read = readHhr(report.text, "reference", diagnostics, progress);
    result.date = read.date;
    result.command = read.command;
    return result;
  }

  /// What the program printed of a score: three decimals and two, both rounded.
  static double scoreOf(const nlohmann::json& hit) {
    const double rounded = hit["score"].get<double>();
    return std::clamp(hit["viterbi_score_3dec"].get<double>(), rounded - 0.0049, rounded + 0.0049);
  }

  /// With the scores of the program and what follows from them.
  SearchResult withTheirScores(const Report& report, SearchResult result) const {
    for (const auto& record : m_records) {
      if (record["query"] != report.query || record["template"] != report.templ || record["input"] != "hhm" ||
          record["option_set"] != report.set)
        continue;
      for (size_t k = 0; k < result.hits.size(); ++k) {
        SearchHit& hit = result.hits[k];
        hit.scores.total = scoreOf(record["hits"].at(k));
        hit.scores = withSignificance(hit.scores, sizesOf(*result.query, *hit.templ), AlignmentMode::local,
                                      StructureKnowledge::none, 1);
      }
      return result;
    }
    ADD_FAILURE() << "no record of " << report.query << " " << report.templ << " " << report.set;
    return result;
  }

 private:
  nlohmann::json m_records;
};

/// Two alignments of one hit (alt4, 7LESS_seg) place a gap of eight columns at the cost of the same; in its rows one
/// column stands before the gap and not behind it: in the sequence and consensus of the query, and in the marks.
constexpr size_t kRowsOfTheTie = 3;

TEST_F(ReportReference, ourReportsAreThoseOfHhalign) {
  LineCounts ours, withTheirs;
  int numCompared = 0;
  for (const Report& report : reports()) {
    if (!isPossible(report)) continue;
    ++numCompared;
    const SearchResult result = ourResult(report);
    ours.compare(writeHhr(result), report.text);
    withTheirs.compare(writeHhr(withTheirScores(report, result)), report.text);
  }
  EXPECT_GT(numCompared, 0);
  ours.print("lines of our reports identical to hhalign's");
  withTheirs.print("the same with hhalign's scores");
  for (const std::string kind : {"header", "name", "table", "empty"})
    for (const auto& [line, expected] : ours.others(kind)) EXPECT_EQ(line, expected);
  EXPECT_LE(ours.numOtherRows(), kRowsOfTheTie);
  // The program's logarithms are good for some 3e-5 bit per column; the second decimal of a score sees that. With the
  // program's scores in the place of ours every digit that follows from them is the same.
  for (const auto& [line, expected] : ours.others("statistics"))
    EXPECT_TRUE(isWithinTheScoresError(line, expected)) << line << "\n" << expected;
  for (const std::string kind : {"statistics", "table"})
    for (const auto& [line, expected] : withTheirs.others(kind)) EXPECT_EQ(line, expected);
}

}  // namespace report_reference_test
