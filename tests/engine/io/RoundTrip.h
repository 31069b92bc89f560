// What is written can be read again and is still there: for the tests of formats and for the fuzzers, hence without
// GoogleTest.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/base/Error.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/search/hits/SearchResult.h"

namespace test {

/// Throws Error when the parts of a value contradict each other.
inline void validateValue(const engine::DatasetValue& value) {
  engine::kindOf(value.kind()).validate(value);
}

/// A text as far as every format can hold it: words apart by one blank, characters alike that stand for each other in
/// names, of which none is empty.
inline std::string comparable(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool isBlank = static_cast<unsigned char>(c) <= ' ' || c == '-' || c == '_' || c == '#' || c == '/';
    if (!isBlank)
      result += c;
    else if (!result.ends_with('_'))
      result += '_';
  }
  const size_t begin = std::min(result.find_first_not_of('_'), result.size());
  return result.substr(begin, result.find_last_not_of('_') + 1 - begin);
}

/// Name, description and residues of each row; formats may change letter case, '*' between columns, and gaps.
struct ComparableRow {
  std::string header, letters;
  bool operator==(const ComparableRow&) const = default;
};

inline ComparableRow comparableRow(const engine::Sequence& sequence, bool withDescription) {
  ComparableRow row{comparable(sequence.name), {}};
  if (row.header.empty()) row.header = "unnamed";
  if (withDescription) row.header = comparable(row.header + " " + sequence.description);
  if (row.header == "unnamed") row.header.clear();
  for (const engine::ResidueCode code : sequence.codes) {
    const engine::ResidueCode upper = engine::alphabet::upper(code);
    if (!engine::alphabet::isGap(upper))
      row.letters += upper == engine::alphabet::kStop ? 'X' : engine::alphabet::letterOf(upper);
  }
  return row;
}

/// Rows of sequences and alignments; none of other values.
inline std::vector<ComparableRow> comparableRows(const engine::DatasetValue& value, bool withDescription) {
  std::vector<ComparableRow> rows;
  if (const auto* set = value.as<engine::SequenceSet>())
    for (const engine::Sequence& sequence : set->sequences) rows.push_back(comparableRow(sequence, withDescription));
  if (const auto* alignment = value.as<engine::Alignment>())
    for (engine::Index row = 0; row < alignment->numRows(); ++row)
      rows.push_back(comparableRow(alignment->ungapped(row), withDescription));
  return rows;
}

inline std::string lossOfProfile(const engine::ProfileHmm& before, const engine::ProfileHmm& after) {
  if (comparable(before.name) != comparable(after.name) && !before.name.empty()) return "the name";
  if (before.length() != after.length()) return "columns";
  if (before.shownSequences.size() != after.shownSequences.size()) return "sequences";
  if (before.consensus.size() != after.consensus.size()) return "the consensus";
  const auto isAbout = [](const engine::ColumnAnnotation& row) {
    return row.name.starts_with("ss_") || row.name.starts_with("sa_") || row.name.starts_with("aa_");
  };
  const auto& rows = before.annotations;
  if (static_cast<size_t>(std::count_if(rows.begin(), rows.end(), isAbout)) != after.annotations.size())
    return "annotations";
  for (size_t i = 0; i < before.emissions.size(); ++i)
    for (size_t a = 0; a < before.emissions[i].size(); ++a)
      if (std::abs(before.emissions[i][a] - after.emissions[i][a]) > 1e-3) return "emissions";
  return std::abs(before.neff - after.neff) <= 0.051 || before.neff > 1e6 ? "" : "Neff";
}

inline std::string lossOfResult(const engine::SearchResult& before, const engine::SearchResult& after) {
  if (before.hits.size() != after.hits.size()) return "hits";
  for (size_t k = 0; k < before.hits.size(); ++k) {
    const engine::SearchHit &a = before.hits[k], &b = after.hits[k];
    if (a.numPairs != b.numPairs || a.numColumns != b.numColumns) return "numbers of a hit";
    if (a.rows.query.empty()) continue;
    if (comparable(a.name) != comparable(b.name) && !a.name.empty()) return "the name of a hit";
    if (a.rows.query.size() != b.rows.query.size() || a.rows.templ.size() != b.rows.templ.size())
      return "rows of a hit";
  }
  return "";
}

/// What of `before` is missing in `after`, which was read from a file of this format; "" when nothing is.
inline std::string lossBetween(const engine::DatasetValue& before, const engine::DatasetValue& after,
                               const std::string& formatId) {
  using namespace engine;
  const bool withDescription = formatId != "clustal";
  const auto rows = comparableRows(before, withDescription), rowsAfter = comparableRows(after, withDescription);
  if (rows.size() != rowsAfter.size())
    return std::to_string(rows.size()) + " rows are " + std::to_string(rowsAfter.size());
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k] != rowsAfter[k])
      return "row " + std::to_string(k + 1) + ": " + rows[k].header + " " + rows[k].letters + " is " +
             rowsAfter[k].header + " " + rowsAfter[k].letters;
  if (!rows.empty()) return "";
  if (before.kind() != after.kind()) return "its kind";
  if (const auto* profile = before.as<ProfileHmm>())
    return lossOfProfile(*profile, *after.as<ProfileHmm>());
  if (const auto* result = before.as<SearchResult>())
    return lossOfResult(*result, *after.as<SearchResult>());
  if (const auto* arrays = before.as<ArrayBundle>())
    return arrays->size() == after.as<ArrayBundle>()->size() ? "" : "arrays";
  return "";
}

/// Writes the value as a file of the format and reads that as the program would. What is wrong with it then, or ""; the
/// text of the file goes to `written`, nothing when the format says that it cannot hold the value.
inline std::string faultOfWriting(const engine::DatasetValue& value, const engine::Format& format,
                                  std::string& written) {
  written.clear();
  try {
    written = format.write(value);
  } catch (const engine::Error&) {
    return "";
  }
  try {
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    const std::string source = "written" + format.suffixes().front();
    const engine::Format& recognised = engine::recogniseFormat(written, source);
    const engine::DatasetValue again = recognised.read(written, source, diagnostics, progress);
    validateValue(again);
    const std::string loss = lossBetween(value, again, format.id());
    return loss.empty() ? "" : "read again as " + recognised.id() + " it has lost " + loss;
  } catch (const engine::Error& error) {
    return std::string("read again it is refused: ") + error.what();
  }
}

}  // namespace test
