// Secondary structure of a loaded structure as an annotation row of a profile.
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/structure/Structure.h"

namespace engine {

/// DSSP's state of every residue of `chain` at the profile column whose master letter it is (mapSameSequence): H (also
/// pi helices), E, G, B, S, T, C for none of them and for polyproline; '-' where the structure has no residue or no
/// backbone. Warns when less than half of the columns are found; throws Error when none is.
ColumnAnnotation dsspRow(const ProfileHmm& profile, const Structure& structure, const Chain& chain,
                         Diagnostics& diagnostics);

/// The profile with that row in place of an ss_dssp row that it may have.
ProfileHmm withStructure(ProfileHmm profile, const Structure& structure, const Chain& chain, Diagnostics& diagnostics);

}  // namespace engine
