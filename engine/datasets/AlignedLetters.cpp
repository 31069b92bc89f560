#include "engine/datasets/AlignedLetters.h"

#include <cctype>

#include "engine/base/Nth.h"

namespace engine {

namespace {

char letterAt(const std::string& letters, Index column) {
  const bool isInside = column >= 0 && column < static_cast<Index>(letters.size());
  return isInside ? nth(letters, column) : '\0';
}

/// As in HH-suite's reports: '~' where no residue prevails.
char consensusLetter(const ProfileHmm& profile, Index column) {
  const char letter = letterAt(profile.consensus, column);
  return letter == '\0' || letter == 'x' || letter == 'X' ? '~' : letter;
}

}  // namespace

char masterLetter(const ProfileHmm& profile, Index column) {
  if (const char letter = letterAt(profile.masterLetters, column)) return letter;
  const char letter = letterAt(profile.consensus, column);
  return letter == '\0' || letter == 'x' ? 'X' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

AlignedLetters alignedLetters(const ProfileAlignment& alignment, const AlignmentPath& path) {
  AlignedLetters rows;
  for (const PathStep& step : path.steps) {
    const bool hasQuery = consumesQuery(step.state), hasTemplate = consumesTemplate(step.state);
    rows.query += hasQuery ? masterLetter(*alignment.query, step.i) : '-';
    rows.queryConsensus += hasQuery ? consensusLetter(*alignment.query, step.i) : '-';
    rows.templ += hasTemplate ? masterLetter(*alignment.templ, step.j) : '-';
    rows.templateConsensus += hasTemplate ? consensusLetter(*alignment.templ, step.j) : '-';
    if (!hasQuery || !hasTemplate) continue;
    ++rows.numPairs;
    if (rows.query.back() == rows.templ.back() && rows.query.back() != '-') ++rows.numIdentical;
  }
  return rows;
}

}  // namespace engine
