// The text of HH-suite profile files (.hhm), shared by the reader, the writer and their tests
// (engine/search/MATHEMATICS.md 7.1).
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/base/TextLines.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

namespace hhm {
/// Residue order of the files, and the order of the transitions.
inline constexpr std::string_view kResidues = "ACDEFGHIKLMNPQRSTVWY";
inline constexpr Transition kTransitions[] = {Transition::MM, Transition::MI, Transition::MD, Transition::IM,
                                              Transition::II, Transition::DM, Transition::DD};
inline constexpr std::string_view kConsensus = "Consensus";  ///< name of its row in the block SEQ
/// Numbers from here on stand for probability 0 and, as effective numbers, for 99.999; both are written '*'.
inline constexpr double kStar = 99999;
inline constexpr double kUnit = 1000;  ///< files hold thousandths: of bits, of effective sequences

/// Checks the residues behind the word HMM and goes to the next line, that of the transitions, which begins with
/// `first`. Files of HMMER have the same head. Throws Error.
void readLabels(TextLines& lines, std::string_view residues, std::string_view first);
}  // namespace hhm

/// Throws Error naming source and line. Unknown header lines are warnings. Only HH-suite's own files are read, not
/// HMMER's.
ProfileHmm readHhm(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress);

/// Reading it back gives the same profile to the precision of the format (1/1000 bit; Neff one decimal, below 0.05
/// three).
std::string writeHhm(const ProfileHmm& profile);

}  // namespace engine
