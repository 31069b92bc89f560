// Reading search reports of HH-suite: head, table, one section of blocks per hit.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/base/Nth.h"
#include "engine/io/formats/HhrBlocks.h"
#include "engine/io/formats/HhrText.h"
#include "engine/io/formats/text/TextNumbers.h"

namespace engine {

namespace {

/// A number that was printed with few digits in one place and with more in another: the value of the latter, moved
/// within its last digit when it would round to something else than the former (0.25 and 0.2 in print: 0.2499).
double reconciled(double value, const char* format, const std::string& shorter, double lastDigit) {
  for (const double shift : {0.0, -0.4, 0.4}) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value + shift * lastDigit);
    if (buffer == shorter) return value + shift * lastDigit;
  }
  return value;
}

class HhrReader {
 public:
  HhrReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  SearchResult read() {
    if (!m_lines.next() || !m_lines.line().starts_with("Query "))
      m_lines.fail("expected a line that begins with Query (report of HH-suite)");
    do readHeadLine();
    while (nextOrFail("the table of hits") && !m_lines.line().starts_with(" No Hit"));
    bool more = m_lines.next();
    while (more && readTableRow()) more = m_lines.next();
    for (; more; more = m_lines.next()) {
      if (!m_lines.line().starts_with("No ")) continue;
      while (readSection()) {
      }
      break;
    }
    return std::move(m_result);
  }

 private:
  bool nextOrFail(const char* expected) {
    if (!m_lines.next()) m_lines.fail("the file ends, expected ", expected);
    return true;
  }

  Index wholeNumber(std::string_view word, const char* what) const { return wholeNumberIn(m_lines, word, what); }
  /// '-': unknown.
  double number(std::string_view word, const char* what) const {
    return word == "-" ? PathScores::kUnknown : numberIn(m_lines, word, what);
  }

  void readHeadLine() {
    const auto [key, value] = splitWord(m_lines.line());
    if (key == "Query")
      std::tie(m_result.queryName, m_result.queryDescription) = nameAndRest(value);
    else if (key == "Match_columns")
      m_result.numQueryColumns = wholeNumber(value, "number of match columns");
    else if (key == "No_of_seqs")
      m_result.filterNote = std::string(value);
    else if (key == "Neff")
      m_result.queryNeff = number(value, "Neff");
    else if (key == "Searched_HMMs")
      m_result.numSearched = wholeNumber(value, "number of profiles searched");
    else if (key == "Date")
      m_result.date = std::string(value);
    else if (key == "Command")
      m_result.command = std::string(value);
  }

  static std::pair<std::string, std::string> nameAndRest(std::string_view text) {
    const auto [name, rest] = splitWord(text);
    return {std::string(name), std::string(rest)};
  }

  /// " No Hit Prob E-value P-value Score SS Cols Query Template(L)"; false at the empty line behind the table.
  bool readTableRow() {
    if (trimmed(m_lines.line()).empty()) return false;
    const auto [rank, rest] = splitWord(m_lines.line());
    const auto expected = static_cast<Index>(m_result.hits.size()) + 1;
    if (wholeNumber(rank, "number of a hit") != expected) m_lines.fail("found hit ", rank, ", expected hit ", expected);
    const auto begin = static_cast<size_t>(rank.data() - m_lines.line().data()) + rank.size() + 1;
    if (m_lines.line().size() < begin + hhr::kTableLetters) m_lines.fail("the line ends early, expected numbers");
    SearchHit hit;
    std::tie(hit.name, hit.description) = nameAndRest(m_lines.line().substr(begin, hhr::kTableLetters));
    readTableNumbers(m_lines.line().substr(begin + hhr::kTableLetters), hit);
    m_result.hits.push_back(std::move(hit));
    return true;
  }

  void readTableNumbers(std::string_view text, SearchHit& hit) {
    const auto next = [&text] {
      const auto [word, rest] = splitWord(text);
      text = rest;
      return word;
    };
    m_shortProbabilities.emplace_back(next());
    hit.scores.probability = number(m_shortProbabilities.back(), "probability");
    hit.scores.eValue = number(next(), "E-value");
    hit.scores.pValue = number(next(), "P-value");
    m_shortScores.emplace_back(next());
    hit.scores.total = number(m_shortScores.back(), "score");
    hit.scores.secondaryStructure = number(next(), "secondary structure score");
    hit.numPairs = wholeNumber(next(), "number of columns");
    const size_t open = text.rfind('('), close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      m_lines.fail("found \"", text, "\", expected ranges and (length of the template)");
    hit.numColumns = wholeNumber(trimmed(text.substr(open + 1, close - open - 1)), "length of the template");
    const auto [query, templ] = splitWord(trimmed(text.substr(0, open)));
    if (hit.numPairs == 1) hit.path.steps.push_back({PairState::MM, firstOf(query), firstOf(templ)});
  }

  /// 0-based begin of a range "a-b". A path of one pair is all in the table; HH-suite prints no rows of it.
  Index firstOf(std::string_view range) const {
    const Index first = wholeNumber(range.substr(0, range.find('-')), "begin of a range");
    if (first < 1) m_lines.fail("found a range that begins at ", first, ", expected 1 or more");
    return first - 1;
  }

  /// From its line "No k" to the next one or the end of the file; false without a next one.
  bool readSection() {
    const Index rank = wholeNumber(splitWord(m_lines.line().substr(3)).first, "number of a hit");
    if (rank < 1 || rank > static_cast<Index>(m_result.hits.size()))
      m_lines.fail("found hit ", rank, ", expected one of the ", m_result.hits.size(), " hits of the table");
    SearchHit& hit = nth(m_result.hits, rank - 1);
    if (!hit.rows.query.empty()) m_lines.fail("found hit ", rank, " a second time");
    nextOrFail("a line with > and the name of the hit");
    if (!m_lines.line().starts_with('>'))
      m_lines.fail("found \"", m_lines.line().substr(0, 40), "\", expected > and the name of the hit");
    std::tie(hit.name, hit.description) = nameAndRest(m_lines.line().substr(1));
    nextOrFail("a line with Probab=");
    readScores(hit, static_cast<size_t>(rank - 1));
    hhr::BlockReader blocks(m_lines);
    bool more = false;
    while ((more = m_lines.next()) && !m_lines.line().starts_with("No ")) blocks.add();
    if (!blocks.isEmpty() || hit.numPairs > 1) blocks.finish(m_result.numQueryColumns, hit);
    return more;
  }

  /// "Probab=.. E-value=.. Score=.. Aligned_cols=.. Identities=..% ..."
  void readScores(SearchHit& hit, size_t rank) {
    if (!m_lines.line().starts_with("Probab="))
      m_lines.fail("found \"", m_lines.line().substr(0, 40), "\", expected Probab= and other numbers");
    for (std::string_view rest = m_lines.line(); !rest.empty();) {
      const auto [word, after] = splitWord(rest);
      rest = after;
      const size_t sign = word.find('=');
      if (sign == std::string_view::npos) m_lines.fail("found \"", word, "\", expected a name, '=' and a number");
      readScore(word.substr(0, sign), word.substr(sign + 1), hit);
    }
    hit.scores.probability = reconciled(hit.scores.probability, "%.1f", m_shortProbabilities[rank], 0.01);
    hit.scores.total = reconciled(hit.scores.total, "%.1f", m_shortScores[rank], 0.01);
    hit.scores.viterbi = hit.scores.total + hit.scores.secondaryStructure;
    hit.path.score = hit.scores.viterbi;
  }

  void readScore(std::string_view key, std::string_view value, SearchHit& hit) {
    if (key == "Probab")
      hit.scores.probability = number(value, "probability");
    else if (key == "E-value")
      hit.scores.eValue = number(value, "E-value");
    else if (key == "Score")
      hit.scores.total = number(value, "score");
    else if (key == "Aligned_cols")
      requireSamePairs(wholeNumber(value, "number of columns"), hit);
    else if (key == "Identities")
      hit.identity = number(value.ends_with('%') ? value.substr(0, value.size() - 1) : value, "identity");
    else if (key == "Similarity")
      hit.similarity = number(value, "similarity");
    else if (key == "Sum_probs")
      hit.scores.sumProbabilities = number(value, "sum of probabilities");
    else if (key == "Template_Neff")
      hit.neff = number(value, "Neff of the template");
    else
      m_diagnostics.warn(m_lines.source(), ", line ", m_lines.number(), ": unknown number ", key, " skipped");
  }

  void requireSamePairs(Index found, const SearchHit& hit) const {
    if (found != hit.numPairs)
      m_lines.fail("found Aligned_cols=", found, ", expected ", hit.numPairs, " as in the table");
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  SearchResult m_result;
  std::vector<std::string> m_shortProbabilities, m_shortScores;  ///< as the table prints them
};

}  // namespace

SearchResult readHhr(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                     Progress& progress) {
  return HhrReader(content, source, diagnostics, progress).read();
}

}  // namespace engine
