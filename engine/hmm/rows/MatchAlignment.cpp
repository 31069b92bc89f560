// Reduction of an alignment to match columns, counting what lies between them.
#include "engine/hmm/rows/MatchAlignment.h"

#include <algorithm>
#include <cctype>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kRowsReadPerTask = 256;

/// Calls visit(code, slot, isMatch) for every position of a row in order; slot = number of match columns before it.
template <class Visit>
void walkRow(const Alignment& alignment, const std::vector<Index>& columns, Index k, Visit visit) {
  const AlignmentRow& row = nth(alignment.rows, k);
  size_t slot = 0, insert = 0;
  for (Index c = 0; c <= alignment.numColumns; ++c) {
    for (; insert < row.inserts.size() && row.inserts[insert].after <= c; ++insert)
      for (const ResidueCode code : row.inserts[insert].codes) visit(code, slot, false);
    if (c == alignment.numColumns) break;
    const bool isMatch = slot < columns.size() && columns[slot] == c;
    visit(alignment.at(k, c), slot, isMatch);
    if (isMatch) ++slot;
  }
}

MatchRow matchRow(const Alignment& alignment, const std::vector<Index>& columns, Index k) {
  MatchRow row;
  row.codes.assign(columns.size(), match::kGap);
  row.inserts.assign(columns.size() + 1, 0);
  walkRow(alignment, columns, k, [&row](ResidueCode code, size_t slot, bool isMatch) {
    if (isMatch)
      row.codes[slot] = alphabet::standard(code);
    else if (alphabet::isResidue(code))
      ++row.inserts[slot];
  });
  const auto isGap = [](std::uint8_t code) { return code >= match::kGap; };
  for (size_t i = 0; i < row.codes.size() && isGap(row.codes[i]); ++i) row.codes[i] = match::kEndGap;
  for (size_t i = row.codes.size(); i > 0 && isGap(row.codes[i - 1]); --i) row.codes[i - 1] = match::kEndGap;
  for (size_t i = 0; i < row.codes.size(); ++i) {
    if (row.codes[i] >= alphabet::kNumResidues) continue;
    if (row.numResidues++ == 0) row.first = static_cast<Index>(i);
    row.last = static_cast<Index>(i);
  }
  return row;
}

}  // namespace

MatchAlignment matchAlignment(const Alignment& alignment, std::vector<Index> columns, int threads) {
  Progress none;
  return matchAlignment(alignment, std::move(columns), threads, none);
}

MatchAlignment matchAlignment(const Alignment& alignment, std::vector<Index> columns, int threads, Progress& progress) {
  MatchAlignment result;
  result.numColumns = static_cast<Index>(columns.size());
  result.rows.resize(alignment.rows.size());
  parallelFor(alignment.numRows(), kRowsReadPerTask, threads, progress, "match columns", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) nth(result.rows, k) = matchRow(alignment, columns, k);
  });
  result.columns = std::move(columns);
  return result;
}

std::string a3mText(const Alignment& alignment, const std::vector<Index>& columns, Index row) {
  std::string text;
  walkRow(alignment, columns, row, [&text](ResidueCode code, size_t, bool isMatch) {
    const bool isGap = alphabet::isGap(code);
    if (isGap && !isMatch) return;
    const auto letter = static_cast<unsigned char>(alphabet::letterOf(alphabet::upper(code)));
    text += isGap ? '-' : static_cast<char>(isMatch ? std::toupper(letter) : std::tolower(letter));
  });
  return text;
}

}  // namespace engine
