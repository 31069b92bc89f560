// How many letters the formulae of learning count.
#pragma once

#include "engine/training/TrainingRows.h"

namespace engine {

inline constexpr Index K = kLearnedLetters;  ///< as the formulae write it

}  // namespace engine
