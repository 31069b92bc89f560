// Names, annotation rows and shown sequences of a profile (MATHEMATICS.md 2.1).
#include "engine/hmm/profile/ProfileLabels.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "engine/base/Nth.h"
#include "engine/hmm/rows/RowBits.h"

namespace engine {

namespace {

constexpr size_t kMaxShownSequences = 11;  ///< master and the ten most different rows

/// The master, then again and again the row that is least like those already chosen; in the order of the alignment.
std::vector<Index> rowsToShow(const MatchAlignment& alignment, const std::vector<Index>& kept, int threads) {
  if (kept.size() <= kMaxShownSequences) return kept;
  const RowBits bits(alignment, {kept.begin(), kept.end()}, threads);
  std::vector<size_t> shown{0};
  std::vector<double> closest(kept.size(), 0.0);
  while (shown.size() < kMaxShownSequences) {
    size_t best = kept.size();
    for (size_t k = 0; k < kept.size(); ++k) {
      const RowDifference found = bits.compare(k, shown.back());
      const double identity =
          found.common == 0 ? 1
                            : static_cast<double>(found.common - found.different) / static_cast<double>(found.common);
      closest[k] = std::max(closest[k], identity);
      if (std::find(shown.begin(), shown.end(), k) != shown.end()) continue;
      if (best == kept.size() || closest[k] < closest[best]) best = k;
    }
    shown.push_back(best);
  }
  std::sort(shown.begin(), shown.end());
  std::vector<Index> rows;
  for (const size_t k : shown) rows.push_back(kept[k]);
  return rows;
}

std::string headerOf(const AlignmentRow& row) {
  return row.description.empty() ? row.name : row.name + " " + row.description;
}

/// The first word of the '#' line and what follows it.
bool nameFromNotes(ProfileHmm& profile, const Alignment& alignment) {
  for (const auto& [tag, text] : alignment.notes) {
    std::istringstream words(text);
    if (tag != "#" || !(words >> profile.name)) continue;
    std::getline(words >> std::ws, profile.description);
    return true;
  }
  return false;
}

void addAnnotations(ProfileHmm& profile, const Alignment& alignment, const std::vector<Index>& columns) {
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) {
    if (!annotation.name.starts_with("ss_") && !annotation.name.starts_with("sa_")) continue;
    std::string symbols;
    for (const Index c : columns)
      symbols += static_cast<size_t>(c) < annotation.symbols.size() ? nth(annotation.symbols, c) : '-';
    profile.annotations.push_back({annotation.name, symbols});
  }
}

}  // namespace

void addLabels(ProfileHmm& profile, const Alignment& alignment, const MatchAlignment& matched,
               const std::vector<Index>& kept, const FilterOptions& filter, int threads) {
  const AlignmentRow& master = alignment.rows.front();
  if (!nameFromNotes(profile, alignment)) {
    profile.name = master.name;
    profile.description = master.description;
  }
  profile.numAlignmentColumns = alignment.numColumns;
  profile.alignmentColumn = matched.columns;
  for (const Index c : matched.columns) {
    const ResidueCode code = alphabet::upper(alignment.at(0, c));
    const char letter = alphabet::isGap(code) ? '-' : alphabet::letterOf(code);
    profile.masterLetters += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  addAnnotations(profile, alignment, matched.columns);
  for (const Index k : rowsToShow(matched, kept, threads))
    profile.shownSequences.emplace_back(headerOf(nth(alignment.rows, k)),
                                        a3mText(alignment, matched.columns, k));
  std::ostringstream note;
  note << kept.size() << " out of " << alignment.numRows() << " sequences passed filter (-id " << filter.maxIdentity
       << " -cov " << filter.minCoverage << " -qid " << filter.minIdentity << " -qsc " << filter.minScore << " -diff "
       << filter.diversity << ")";
  profile.filterNote = note.str();
}

std::vector<Index> countedRows(const Alignment& alignment, std::vector<Index> kept) {
  if (kept.size() > 1 && alignment.rows.front().name.find("_consensus") != std::string::npos) kept.erase(kept.begin());
  return kept;
}

}  // namespace engine
