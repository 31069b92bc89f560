// Search in rows without their gaps.
#include "engine/alignment/AlignmentSearch.h"

#include <algorithm>
#include <cctype>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kRowsPerBlock = 256;

char upperCase(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

std::string upperCased(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), upperCase);
  return result;
}

/// Letters of a row without gaps, inserts included, and the column where each is shown.
struct RowLetters {
  std::string letters;
  std::vector<std::int32_t> columns;

  void read(const Alignment& alignment, Index row) {
    letters.clear();
    columns.clear();
    const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
    auto insert = inserts.begin();
    const ResidueCode* const codes = alignment.row(row);
    const auto last = static_cast<std::int32_t>(alignment.numColumns) - 1;
    for (std::int32_t column = 0; column <= last + 1; ++column) {
      for (; insert != inserts.end() && insert->after == column; ++insert)
        for (const ResidueCode code : insert->codes) add(code, std::min(column, last));
      if (column <= last && !alphabet::isGap(codes[column])) add(codes[column], column);
    }
  }

 private:
  void add(ResidueCode code, std::int32_t column) {
    letters += alphabet::kLetters[alphabet::upper(code)];
    columns.push_back(column);
  }
};

RowSearchResult joined(std::vector<RowSearchResult>& blocks, size_t most) {
  RowSearchResult result;
  for (RowSearchResult& block : blocks) {
    result.numFound += block.numFound;
    const size_t room = most - result.matches.size();
    result.matches.insert(result.matches.end(), block.matches.begin(),
                          block.matches.begin() + static_cast<Index>(std::min(room, block.matches.size())));
    block.matches = {};
  }
  return result;
}

}  // namespace

TextMatcher plainTextMatcher(std::string text) {
  return [wanted = upperCased(text)](std::string_view where, std::vector<TextSpan>& found) {
    if (wanted.empty()) return;
    const std::string upper = upperCased(where);
    for (size_t at = upper.find(wanted); at != std::string::npos; at = upper.find(wanted, at + 1))
      found.push_back({at, at + wanted.size()});
  };
}

RowSearchResult findInNames(const Alignment& alignment, const TextMatcher& matcher, size_t most, Progress& progress) {
  RowSearchResult result;
  std::vector<TextSpan> found;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    if (row % kRowsPerBlock == 0)
      progress.update(static_cast<double>(row) / static_cast<double>(alignment.numRows()), "searching names");
    const AlignmentRow& line = nth(alignment.rows, row);
    found.clear();
    matcher(line.description.empty() ? line.name : line.name + " " + line.description, found);
    if (found.empty()) continue;
    ++result.numFound;
    if (result.matches.size() < most) result.matches.push_back({static_cast<std::int32_t>(row), -1, -1});
  }
  return result;
}

RowSearchResult findInResidues(const Alignment& alignment, const TextMatcher& matcher, size_t most, int threads,
                               Progress& progress) {
  const Index numBlocks = (alignment.numRows() + kRowsPerBlock - 1) / kRowsPerBlock;
  std::vector<RowSearchResult> blocks(static_cast<size_t>(numBlocks));
  if (alignment.numColumns == 0) return {};
  parallelFor(numBlocks, 1, threads, progress, "searching residues", [&](Index begin, Index end) {
    RowLetters letters;
    std::vector<TextSpan> found;
    for (Index row = begin * kRowsPerBlock; row < std::min(end * kRowsPerBlock, alignment.numRows()); ++row) {
      RowSearchResult& block = nth(blocks, row / kRowsPerBlock);
      letters.read(alignment, row);
      found.clear();
      matcher(letters.letters, found);
      for (const TextSpan& span : found) {
        if (span.begin >= span.end || span.end > letters.columns.size()) continue;
        ++block.numFound;
        if (block.matches.size() < most)
          block.matches.push_back(
              {static_cast<std::int32_t>(row), letters.columns[span.begin], letters.columns[span.end - 1]});
      }
    }
  });
  return joined(blocks, most);
}

Index nextMismatch(const Alignment& alignment, Index row, Index reference, Index column) {
  for (Index next = std::max<Index>(0, column + 1); next < alignment.numColumns; ++next) {
    const ResidueCode a = alphabet::upper(alignment.at(row, next)), b = alphabet::upper(alignment.at(reference, next));
    if (a != b && !alphabet::isGap(a) && !alphabet::isGap(b)) return next;
  }
  return -1;
}

}  // namespace engine
