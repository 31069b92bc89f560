// An alignment of two things as the list of states that its path visits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Pair states of two profiles (query, template): MM both match; MI query match, template insert; IM query insert,
/// template match; DG query delete, template gap; GD query gap, template delete. M, I, D: a sequence (rows) against a
/// profile.
enum class PairState : std::uint8_t { MM, MI, IM, DG, GD, M, I, D };
std::string_view stateName(PairState state);

/// Whether a state moves on by one position of the query (rows), of the template (columns).
bool consumesQuery(PairState state);
bool consumesTemplate(PairState state);

/// What a step consumes. MM, M: one position of both. MI, DG: one of the query. IM, GD: one of the template.
/// For a sequence (query) and a profile (template): I consumes one residue, D one column.
struct PathStep {
  PairState state = PairState::MM;
  Index i = 0, j = 0;       ///< 0-based positions of query and template that the state stands at
  double score = 0;         ///< bits that this step adds: column score and transition into it
  double posterior = -1;    ///< probability that the two positions are aligned, 0..1; -1: not computed
  bool operator==(const PathStep&) const = default;
};

struct AlignmentPath {
  std::vector<PathStep> steps;
  double score = 0;         ///< bits; the sum of the steps' scores
  bool operator==(const AlignmentPath&) const = default;
};

}  // namespace engine
