// Translators as arrays with a note, which files keep.
#pragma once

#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/translation/Translator.h"

namespace engine {

/// A translator and what it was trained on.
struct KnownTranslator {
  Translator translator;
  std::string task;                   ///< "reverse"
  std::vector<std::string> examples;  ///< sources to look at
};

/// Weights under the names of the mechanism bahdanau-decoder, and the symbols in the note (FileNote.h).
ArrayBundle arraysOf(const KnownTranslator& known);
/// Throws Error naming the dataset where the arrays are no such weights, or their note has no symbols.
KnownTranslator translatorOf(const Dataset& dataset);

}  // namespace engine
