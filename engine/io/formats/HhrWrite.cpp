// Writing search reports in the layout of HH-suite 3.3.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/io/formats/HhrText.h"
#include "engine/io/formats/text/FastaRecords.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

/// '-' when the number is not known, in the width of the format when it is one of a table (begins with a blank).
std::string numberText(const char* format, double value) {
  if (std::isfinite(value)) return formatted(format, value);
  return *format == ' ' ? std::string(formatted(format, 1.0).size() - 1, ' ') + "-" : "-";
}

/// E- and P-values in the seven columns of the table: below 1E-99 one digit less, and 0 counts as such.
std::string smallNumberText(double value) {
  constexpr double kLongExponent = 1e-99;
  return numberText(value < kLongExponent ? " %7.0E" : " %7.2G", value);
}

std::string padded(std::string text, size_t width) {
  text.resize(width, ' ');
  return text;
}

std::string longName(const std::string& name, const std::string& description) {
  return headerLine(name, description, AnnotationRows::none);
}

/// "k out of n" of "k out of n sequences passed filter (...)".
std::string countsOf(const std::string& filterNote) { return filterNote.substr(0, filterNote.find(" sequences")); }

std::string head(const SearchResult& result) {
  std::string text = "Query         " + longName(result.queryName, result.queryDescription) + "\n";
  text += formatted("Match_columns %td\n", result.numQueryColumns);
  if (!result.filterNote.empty()) text += "No_of_seqs    " + countsOf(oneLine(result.filterNote)) + "\n";
  if (std::isfinite(result.queryNeff)) text += formatted("Neff          %.6g\n", result.queryNeff);
  text += formatted("Searched_HMMs %td\n", result.numSearched);
  return text + "Date          " + oneLine(result.date) + "\nCommand       " + oneLine(result.command) + " \n\n";
}

/// First and last position on each side that the path visits, 1-based; 0 without a path.
struct Range {
  Index first = 0, last = 0;
  void include(Index position) {
    if (first == 0) first = position + 1;
    last = position + 1;
  }
};

std::string tableRow(size_t rank, const SearchHit& hit) {
  Range query, templ;
  for (const PathStep& step : hit.path.steps) {
    if (consumesQuery(step.state)) query.include(step.i);
    if (consumesTemplate(step.state)) templ.include(step.j);
  }
  return formatted("%3zu ", rank) + padded(longName(hit.name, hit.description), hhr::kTableLetters) +
         numberText(" %5.1f", hit.scores.probability) + smallNumberText(hit.scores.eValue) +
         smallNumberText(hit.scores.pValue) + numberText(" %6.1f", hit.scores.total) +
         numberText(" %5.1f", hit.scores.secondaryStructure) +
         formatted(" %4td %4td-%-4td %4td-%-4td(%td)\n", hit.numPairs, query.first, query.last, templ.first, templ.last,
                   hit.numColumns);
}

/// A piece of up to 80 columns of one hit's rows, walked through from the first to the last.
class Blocks {
 public:
  Blocks(const SearchResult& result, const SearchHit& hit) : m_result(result), m_hit(hit), m_rows(hit.rows) {
    m_queryNext = {m_rows.queryFirst, 0};
    m_templateNext = {m_rows.templateFirst, 0};
    Range query, templ;
    for (const PathStep& step : hit.path.steps) {
      if (consumesQuery(step.state)) query.include(step.i);
      if (consumesTemplate(step.state)) templ.include(step.j);
    }
    m_queryNext.consensus = std::max<Index>(0, query.first - 1);
    m_templateNext.consensus = std::max<Index>(0, templ.first - 1);
  }

  std::string text() {
    std::string all;
    for (m_begin = 0; m_begin < m_rows.query.size(); m_begin += hhr::kBlockColumns) all += block() + "\n\n";
    return all;
  }

 private:
  /// Positions that were printed so far.
  struct Next {
    Index letters = 0, consensus = 0;
  };

  std::string piece(const std::string& row) const {
    return m_begin < row.size() ? row.substr(m_begin, hhr::kBlockColumns) : "";
  }

  std::string numberedRow(char side, const std::string& name, const std::string& row, Index& next, Index total) const {
    if (row.empty()) return "";
    std::string letters = piece(row);
    std::replace_if(
        letters.begin(), letters.end(), [](unsigned char c) { return c <= ' '; }, 'X');
    const auto isLetter = [](char c) { return c != '-' && c != '.'; };
    const auto count = static_cast<Index>(std::count_if(letters.begin(), letters.end(), isLetter));
    const Index first = next + 1;
    next += count;
    return std::string(1, side) + " " + padded(name, hhr::kNameLetters) + formatted(" %4td ", first) + letters +
           formatted(" %4td (%td)\n", next, total);
  }

  std::string plainRow(const std::string& label, const std::string& row) const {
    return row.empty() ? "" : padded(label, hhr::kRowBegin) + oneLine(piece(row)) + "\n";
  }

  using Annotations = std::vector<std::pair<std::string, std::string>>;

  /// Those that reading knows by their names, each once.
  std::string annotationRows(char side, const Annotations& annotations) const {
    std::string text;
    std::vector<std::string> written;
    for (const auto& [name, symbols] : annotations) {
      const std::string shown = longName(name, "").substr(0, hhr::kNameLetters);
      const bool isRepeated = std::find(written.begin(), written.end(), shown) != written.end();
      if (isRepeated || !isAnnotationName(shown, AnnotationRows::all)) continue;
      text += plainRow(std::string(1, side) + " " + shown, symbols);
      written.push_back(shown);
    }
    return text;
  }

  /// Of a sequence, whose row is no consensus.
  static std::string rowName(const std::string& name) {
    return name == hhr::kConsensus ? name + "-1" : longName(name, "");
  }

  std::string block() {
    std::string text = annotationRows('Q', m_rows.queryAnnotations);
    text += numberedRow('Q', rowName(m_result.queryName), m_rows.query, m_queryNext.letters, m_rows.queryResidues);
    text += numberedRow('Q', hhr::kConsensus, m_rows.queryConsensus, m_queryNext.consensus, m_result.numQueryColumns);
    text += plainRow("", m_rows.marks);
    text += numberedRow('T', hhr::kConsensus, m_rows.templateConsensus, m_templateNext.consensus, m_hit.numColumns);
    text += numberedRow('T', rowName(m_hit.name), m_rows.templ, m_templateNext.letters, m_rows.templateResidues);
    text += annotationRows('T', m_rows.templateAnnotations);
    return text + plainRow("Confidence", m_rows.confidence);
  }

  const SearchResult& m_result;
  const SearchHit& m_hit;
  const HitRows& m_rows;
  Next m_queryNext, m_templateNext;
  size_t m_begin = 0;
};

std::string section(size_t rank, const SearchResult& result, const SearchHit& hit) {
  std::string text = formatted("No %zu\n>", rank) + longName(hit.name, hit.description) + "\n";
  // Without posteriors HH-suite prints a sum of 0.
  const double sum = std::isfinite(hit.scores.sumProbabilities) ? hit.scores.sumProbabilities : 0.0;
  text += "Probab=" + numberText("%.2f", hit.scores.probability) +
          "  E-value=" + numberText("%.2g", hit.scores.eValue) + "  Score=" + numberText("%.2f", hit.scores.total) +
          formatted("  Aligned_cols=%td", hit.numPairs) +
          "  Identities=" + numberText("%.0f", std::floor(hit.identity + 0.5)) +
          "%  Similarity=" + numberText("%.3f", hit.similarity) + formatted("  Sum_probs=%.1f", sum);
  if (std::isfinite(hit.neff)) text += formatted("  Template_Neff=%.3f", hit.neff);
  return text + "\n\n" + Blocks(result, hit).text();
}

}  // namespace

std::string writeHhr(const SearchResult& result) {
  std::string text = head(result) + std::string(hhr::kTableHead) + "\n";
  for (size_t k = 0; k < result.hits.size(); ++k) text += tableRow(k + 1, result.hits[k]);
  text += "\n";
  for (size_t k = 0; k < result.hits.size(); ++k) {
    const SearchHit& hit = result.hits[k];
    // Of a path of one pair no rows are needed.
    const bool isKnownWithoutRows = std::isfinite(hit.identity) && hit.numPairs <= 1;
    if (!hit.rows.query.empty() || isKnownWithoutRows) text += section(k + 1, result, hit);
  }
  return text;
}

}  // namespace engine
