// Every way into a cell of the dynamic programming with its terms: what the maximum was taken of, for the eye
// (MATHEMATICS.md 5.1, MATHEMATICS.md 5.6).
#pragma once

#include <optional>
#include <vector>

#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/hmm/viterbi/SequenceViterbi.h"
#include "engine/hmm/viterbi/Viterbi.h"

namespace engine {

/// One way into a state. sum = previous + queryTransition + templateTransition.
struct Candidate {
  std::optional<PairState> from;  ///< nothing: the path begins here (STOP)
  double previous = 0;            ///< bits of the state that it comes from, as in its plane; STOP: 0
  double queryTransition = 0, templateTransition = 0;  ///< bits; three states: the profile is the template
  double sum = 0;                                      ///< bits, before anything of this cell is added
};

struct StateCandidates {
  PairState state = PairState::MM;
  std::vector<Candidate> candidates;  ///< in the order in which ties are decided: the first of equals wins
  std::optional<size_t> winner;       ///< as the back pointer says; nothing where the state cannot be reached
  double margin = 0;           ///< bits that the winner is ahead of the best other, >= 0; +inf without a possible other
  double columnScore = 0;      ///< bits, MM and M only: likeness of the columns, or emission
  double structureScore = 0;   ///< bits, MM only: secondary structure, weight included
  double shift = 0;            ///< bits, MM only: the score offset
  double score = kImpossible;  ///< winner's sum + the three: what stands in the plane, up to its single precision
};

struct CellCandidates {
  Index i = 0, j = 0;                   ///< 0-based positions of query (residue) and template (column)
  bool isOff = false;                   ///< the cell was excluded: no state can be reached
  std::vector<StateCandidates> states;  ///< in the order of DpMatrices::states
};

/// The ways into the state and cell of `step` in the order in which ties are decided, impossible ones included. The
/// planes are not checked.
std::vector<Candidate> waysInto(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                                const DpMatrices& matrices, const PathStep& step);

/// Of Viterbi matrices with planes. Throws Error when the matrices are of another kind or do not fit the profiles, and
/// for positions outside.
CellCandidates cellCandidates(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options,
                              const DpMatrices& matrices, Index i, Index j);

/// The same for a sequence against a profile, residue l and column c.
CellCandidates cellCandidates(const std::vector<ResidueCode>& sequence, const ProfileHmm& profile,
                              SequenceAlignmentMode mode, const DpMatrices& matrices, Index l, Index c);

/// Whether a finished alignment, of five or three states, holds what its cells can be explained with.
bool hasCandidates(const ProfileAlignment& alignment);
/// Of an alignment that does; 0-based positions.
CellCandidates cellCandidates(const ProfileAlignment& alignment, Index i, Index j);

}  // namespace engine
