// The consensus line of a profile (MATHEMATICS.md 2.12).
#pragma once

#include <string>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// Nq letters: upper case where the column is strongly conserved, lower case where weakly, else 'x'.
std::string consensusOf(const ProfileHmm& profile, const SubstitutionMatrix& matrix);

}  // namespace engine
