// What a translator wrote, as maps and matrices.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/operations/translation/TranslatorArrays.h"
#include "engine/translation/Translate.h"

namespace engine {

struct TranslationRequest {
  std::string text;
  DecodingOptions decoding;
  std::optional<std::string> target;  ///< that it is fed with, whatever it would write
};

/// A translated text.
struct Translation {
  std::string text;     ///< as it was asked for
  std::string written;  ///< without the end
  std::vector<std::int64_t> source;
  std::vector<Candidate> candidates;  ///< best first; the target alone where it was fed with one
  SearchTree tree;                    ///< of the search, and of the greedy one; empty where it was fed
  Writing writing;                    ///< of the best

  const Candidate& best() const { return candidates.front(); }
};

/// In float64, the definition. Throws Error for symbols that the translator does not know, and for forced steps behind
/// the end of the output.
Translation translate(const Translator& translator, const TranslationRequest& request, Progress& progress);

/// One head: rows are the symbols that were written, columns those that were read. Null without attention.
std::shared_ptr<const HeadSet> mapOf(const Translator& translator, const Translation& translation);

/// Weights, scores, probabilities of all symbols at every step, the candidates with their ln p, and the tree of the
/// search: parents from 1 (0: the beginning), ln p up to each node, 1 for nodes of candidates; with names along all
/// axes.
ArrayBundle stepsOf(const Translator& translator, const Translation& translation);

/// "1=3 4=2": steps and the tokens that they are made to attend to, from 1; as they are counted here, from 0. Throws
/// Error.
std::map<Index, Index> forcedKeysIn(const std::string& text);

}  // namespace engine
