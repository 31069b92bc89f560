// Which columns of an alignment become match columns of a profile (MATHEMATICS.md 2.2).
#pragma once

#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

struct MatchRule {
  enum class Kind {
    automatic,      ///< caseOfLetters with inserts, mixed case or dots; master for one sequence alone; else gapPercent
    master,         ///< columns in which the first row has a residue
    caseOfLetters,  ///< A2M: columns without lower case and dots
    gapPercent      ///< columns with at most `percent` % weighted gaps, end gaps not counted
  };
  Kind kind = Kind::automatic;
  double percent = 50;  ///< 0..100
};

/// "auto", "first", "a2m", "gap:50". parseMatchRule throws Error for anything else.
std::string matchRuleText(const MatchRule& rule);
MatchRule parseMatchRule(const std::string& text);

/// 0-based match columns, increasing. Residues that the alignment keeps beside its columns stay inserts under every
/// rule. Throws Error when there is no row or no match column, or when one column mixes the two cases (caseOfLetters).
std::vector<Index> matchColumns(const Alignment& alignment, const MatchRule& rule);
/// The same with progress. Throws Cancelled too.
std::vector<Index> matchColumns(const Alignment& alignment, const MatchRule& rule, Progress& progress);

}  // namespace engine
