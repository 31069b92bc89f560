// Finding text in the names and residues of an alignment. Residues are searched as the sequence they are: a match may
// span gaps, and lower case is the same as upper case.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

struct TextSpan {
  size_t begin = 0, end = 0;  ///< half-open
};
/// Appends the matches in a text, from left to right. Called from several threads at once.
using TextMatcher = std::function<void(std::string_view text, std::vector<TextSpan>& found)>;
/// Finds a text as it stands, letter case ignored; matches may overlap. An empty one is never found.
TextMatcher plainTextMatcher(std::string text);

struct SearchMatch {
  std::int32_t row = 0;
  std::int32_t first = -1, last = -1;  ///< columns of the first and last residue; -1: the name. In an insert: the
                                       ///< column behind it, at the end of the row the last one
  bool isName() const { return first < 0; }
  bool operator==(const SearchMatch&) const = default;
};

struct RowSearchResult {
  std::vector<SearchMatch> matches;  ///< by row and column, the first `most` of them
  Index numFound = 0;                ///< all
};

/// Throws Cancelled.
RowSearchResult findInNames(const Alignment& alignment, const TextMatcher& matcher, size_t most, Progress& progress);
/// O(residues) beside the matcher; upper-case letters are what it sees. Throws Cancelled.
RowSearchResult findInResidues(const Alignment& alignment, const TextMatcher& matcher, size_t most, int threads,
                               Progress& progress);

/// The next column behind `column` in which a row has another residue (letter case ignored) than the reference and
/// neither has a gap; -1 when there is none up to the end.
Index nextMismatch(const Alignment& alignment, Index row, Index reference, Index column);

}  // namespace engine
