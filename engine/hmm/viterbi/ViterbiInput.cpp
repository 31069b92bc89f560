// Checks and masks of the five-state recursions.
#include "engine/hmm/viterbi/ViterbiInput.h"

namespace engine {

void requireAlignable(const ProfileHmm& profile) {
  if (profile.length() == 0) fail("profile ", profile.name, " has no match columns, expected at least one");
  profile.validate();
}

Array<Bool> withoutExcluded(Array<Bool> allowed, Index numRows, Index numColumns, const ViterbiOptions& options) {
  if (!allowed.empty()) requireShape("allowed cells", allowed.shape(), {numRows, numColumns});
  Array<Bool> cells = allowedCells(numRows, numColumns, options.excludedQuery, options.excludedTemplate);
  if (cells.empty()) return allowed;
  for (Index k = 0; k < allowed.size(); ++k) cells[k] = Bool{static_cast<std::uint8_t>(cells[k] && allowed[k])};
  return cells;
}

}  // namespace engine
