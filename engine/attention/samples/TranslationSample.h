// Word pairs that can be checked by eye: a phrase whose words come in another order in French, and weights by hand that
// know them.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// For additive attention: one query per French word, one key per English word.
Sample wordPairsSample();
/// For encoder and decoder: the decoder writes the French words by itself, each out of the English word that it attends
/// to, and what it was fed with tells it which one comes next.
Sample translationSample();

}  // namespace engine
