// The text of profile HMM files of HMMER 3 (.hmm), shared by the reader and its tests.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// The first model of the file; further ones are passed over with a warning that says how many. Reads the ASCII forms
/// 3/a to 3/f of protein models.
///
/// What differs from profiles of HH-suite: the probabilities include HMMER's priors, so that the profile has its
/// pseudocounts (emissions and transitions). The file has no background: the insert emissions of the begin node stand
/// for it. Neff is EFFN, for matches in every column; nothing is known of insert and delete states (0). The begin node
/// and the last node say what HMMER's flanking states add, which a pair alignment does not have: they always go on to
/// the next match (engine/search/MATHEMATICS.md 7.2). CS becomes the row ss_dssp, RF and MM become sa_RF and sa_MM.
/// Throws Error naming source and line.
ProfileHmm readHmmer(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
