// A profile hidden Markov model: emissions, transitions and diversity per match column.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

enum class Transition { MM, MI, MD, IM, II, DM, DD };
inline constexpr int kNumTransitions = 7;
inline constexpr double kImpossible = -std::numeric_limits<double>::infinity();

/// Effective number of sequences that pass through the match, insert and delete state of a column.
struct ColumnNeff {
  double match = 1, insert = 0, deletion = 0;
  bool operator==(const ColumnNeff&) const = default;
};

/// A row of the alignment that a profile was made from.
struct ProfileRow {
  Index row = 0;      ///< 0-based, of the alignment
  double weight = 0;  ///< over all columns; the weights of a profile sum to 1
  bool operator==(const ProfileRow&) const = default;
};

/// Nq match columns. Columns are 0-based; transitions are those that LEAVE a column's states, and have one more entry
/// at the front for the begin state: transitions[0] leaves "column 0" of the formulae, transitions[i + 1] leaves column
/// i.
struct ProfileHmm {
  std::string name;
  std::string description;
  std::string family;
  Index numAlignmentColumns = 0;           ///< C of the alignment it was made from; 0 unknown
  double neff = 1;                         ///< mean over columns
  bool hasPseudocounts = false;            ///< in the emissions
  bool hasTransitionPseudocounts = false;  ///< false: withTransitionPseudocounts adds them (HMMER has them)
  ResidueVector background{};              ///< p(a)
  std::vector<ResidueVector> emissions;    ///< Nq x 20, each sums to 1
  std::vector<std::array<double, kNumTransitions>>
      transitions;                            ///< (Nq + 1) x 7, log2 probabilities, <= 0, kImpossible
  std::vector<ColumnNeff> columnNeff;         ///< Nq + 1, [0] is the begin state
  std::vector<Index> alignmentColumn;         ///< Nq, 0-based column of the alignment; -1 unknown
  std::string consensus;                      ///< Nq letters: upper, lower case, 'x' (MATHEMATICS.md 2.12)
  std::string masterLetters;                  ///< Nq letters of the first sequence, '-' at gaps
  std::vector<ColumnAnnotation> annotations;  ///< ss_pred, ss_conf, ss_dssp: one symbol per match column
  std::vector<std::pair<std::string, std::string>>
      shownSequences;      ///< header, A3M text: as in the SEQ block of an HHM file
  std::string filterNote;  ///< FILT line of an HHM file: "k out of n sequences passed ..."

  std::optional<ResidueVector> composition;  ///< from before columns were changed; without: that of the emissions
  std::vector<ProfileRow> rows;              ///< those that count, increasing; empty: unknown (read from a file)

  Index length() const { return static_cast<Index>(emissions.size()); }
  /// log2 transition that leaves column `column` (-1: the begin state).
  double transition(Index column, Transition t) const {
    return transitions[static_cast<size_t>(column + 1)][static_cast<size_t>(t)];
  }
  /// Throws Error naming the column when sizes contradict each other, emissions or background do not sum to 1 (1e-3),
  /// or a probability or count is negative or not a number. Transitions need only be <= 0: no data leaves a state
  /// without any, and pseudocounts weaken gaps without renormalising (Pseudocounts.h).
  void validate() const;
};

}  // namespace engine
