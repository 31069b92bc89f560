// What a translator can be trained on: pairs of texts, made as they are needed or read from a file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/base/Random.h"
#include "engine/translation/Vocabulary.h"

namespace engine {

struct TextPair {
  std::string source, target;
  bool operator==(const TextPair&) const = default;
};

/// A source to look at while a translator is trained.
struct TranslationExample {
  std::string source;
  std::optional<std::string> target = {};  ///< where the right one is known
};

struct TranslationTask {
  std::string name;  ///< "reverse"
  Vocabulary source, target;
  std::function<TextPair(Random&)> draw;     ///< a pair to train with
  std::function<TextPair(Random&)> drawNew;  ///< a pair to judge by
  bool isJudgedByNew = true;                 ///< drawNew gives pairs that are not trained with, but for chance
  Index steps = 0;                           ///< of training that are enough
  std::vector<TranslationExample> examples;  ///< to look at
};

/// MATHEMATICS.md 1.1: "reverse", "strand" and "orf". Throws Error listing these.
TranslationTask translationTask(const std::string& name);
const std::vector<std::string>& translationTaskNames();

/// The amino acid of three of A, C, G, T in the standard genetic code, '*' for a stop. Throws Error for other letters.
char aminoAcidOf(std::string_view codon);

/// Lines "SOURCE <tab> TARGET"; empty ones and those that begin with # are left out. Throws Error naming source and
/// line.
std::vector<TextPair> readPairs(std::string_view text, const std::string& source, Progress& progress);

/// Trains with these pairs, at random. Texts are words where one of them has a space, else letters; symbols have the
/// order in which they come. Of 20 pairs or more every tenth, in an order by chance that is always the same, is only
/// judged by. Throws Error when there are none.
TranslationTask taskOfPairs(std::vector<TextPair> pairs, const std::string& name);

}  // namespace engine
