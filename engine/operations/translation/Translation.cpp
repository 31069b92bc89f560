#include "engine/operations/translation/Translation.h"

#include <charconv>
#include <sstream>

#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"

namespace engine {

namespace {

const std::string kWritten = "target token", kRead = "source token", kSymbol = "symbol", kCandidate = "candidate",
                  kNode = "node of the search";

std::vector<std::string> symbolsOf(const std::vector<std::int64_t>& tokens, const Vocabulary& vocabulary) {
  std::vector<std::string> symbols;
  for (const std::int64_t token : tokens) symbols.push_back(nth(vocabulary.symbols, static_cast<Index>(token)));
  return symbols;
}

/// "ACD" of an output that ended, "ACD…" of one that was cut off.
std::string outputText(const Candidate& candidate, const Vocabulary& target) {
  return target.textOf(candidate.tokens) + (candidate.hasEnded ? "" : "…");
}

/// A whole number from 1, as one from 0.
Index numberIn(const std::string& digits, const std::string& text) {
  Index number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 1)
    fail("parameter force: found \"", text, "\", expected steps and source tokens from 1, such as \"1=3 4=2\"");
  return number - 1;
}

Array<float> floats(const Array<double>& values) {
  return Array<float>(values.shape(), std::vector<float>(values.begin(), values.end()), values.name);
}

/// Parents, ln p and whether they were kept, by node, in the order of the search.
void addTree(ArrayBundle& arrays, const SearchTree& tree, const Vocabulary& target) {
  const Index n = std::ssize(tree.nodes);
  if (n == 0) return;
  Array<double> parents({n}, 0, "tree parent"), logs({n}, 0, "tree ln p"), kept({n}, 0, "tree kept");
  std::vector<std::int64_t> tokens;
  for (Index k = 0; k < n; ++k) {
    const SearchTree::Node& node = nth(tree.nodes, k);
    parents[k] = static_cast<double>(node.parent + 1);
    logs[k] = node.logProbability;
    kept[k] = node.isKept ? 1 : 0;
    tokens.push_back(node.token);
  }
  addArray(arrays, parents, {"tree parent", {kNode}, "node before this one, from 1; 0: the beginning"});
  addArray(arrays, logs, {"tree ln p", {kNode}, "ln p of the symbols up to this node"});
  addArray(arrays, kept, {"tree kept", {kNode}, "1: of one of the outputs that were found"});
  labelAxis(arrays, kNode, symbolsOf(tokens, target));
}

}  // namespace

std::map<Index, Index> forcedKeysIn(const std::string& text) {
  std::map<Index, Index> keys;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const Index step = numberIn(word.substr(0, equals), text);
    const Index key = numberIn(equals == std::string::npos ? std::string() : word.substr(equals + 1), text);
    if (!keys.emplace(step, key).second) fail("parameter force: found step ", step + 1, " twice in \"", text, "\"");
  }
  return keys;
}

Translation translate(const Translator& translator, const TranslationRequest& request, Progress& progress) {
  Translation translation;
  translation.text = request.text;
  translation.source = translator.source.tokensOf(request.text, "text");
  if (translation.source.empty()) fail("text: found nothing to translate, expected letters or words");
  const Seq2SeqWeights<double> weights = weightsAs<double>(translator.weights);
  if (request.target) {
    Candidate fed{translator.target.tokensOf(*request.target, "target"), 0, true};
    fed.tokens.push_back(kEndToken);
    translation.candidates = {std::move(fed)};
  } else {
    translation.candidates = decode(translation.source, weights, request.decoding, progress, &translation.tree);
    if (request.decoding.beam > 1) {
      DecodingOptions greedy = request.decoding;
      greedy.beam = 1;
      SearchTree other;
      decode(translation.source, weights, greedy, progress, &other);
      translation.tree.add(other);
    }
  }
  Candidate& best = translation.candidates.front();
  const auto& forced = request.decoding.forcedKeys;
  if (!forced.empty() && forced.rbegin()->first >= std::ssize(best.tokens))
    fail("parameter force: found step ", forced.rbegin()->first + 1, ", expected 1 to ", best.tokens.size(),
         ", the tokens of the output with its end");
  translation.writing = writing(translation.source, best.tokens, weights, forced, progress);
  best.logProbability = translation.writing.logProbability;
  translation.written = outputText(best, translator.target);
  return translation;
}

std::shared_ptr<const HeadSet> mapOf(const Translator& translator, const Translation& translation) {
  if (translation.writing.attention.empty()) return nullptr;
  auto heads = std::make_shared<HeadSet>();
  heads->numHeads = 1;
  heads->numQueries = std::ssize(translation.best().tokens);
  heads->numKeys = std::ssize(translation.source);
  heads->queryTokens = symbolsOf(translation.best().tokens, translator.target);
  heads->keyTokens = symbolsOf(translation.source, translator.source);
  heads->queryUnit = kWritten;
  heads->keyUnit = kRead;
  auto map = std::make_shared<AttentionMap>();
  map->weights = floats(translation.writing.attention);
  map->scores = floats(translation.writing.scores);
  map->label = translation.text + " → " + translation.written;
  heads->maps = {std::move(map)};
  return heads;
}

ArrayBundle stepsOf(const Translator& translator, const Translation& translation) {
  const Writing& written = translation.writing;
  ArrayBundle arrays;
  if (!written.attention.empty()) {
    addArray(arrays, written.scores, {"S", {kWritten, kRead}, "scores before the softmax"});
    addArray(arrays, written.attention, {"A", {kWritten, kRead}, "attention weights of every step"});
    labelAxis(arrays, kRead, symbolsOf(translation.source, translator.source));
  }
  addArray(arrays, written.probabilities, {"P", {kWritten, kSymbol}, "probability of every symbol at every step"});
  labelAxis(arrays, kWritten, symbolsOf(translation.best().tokens, translator.target));
  labelAxis(arrays, kSymbol, translator.target.symbols);
  std::vector<double> logs;
  std::vector<std::string> texts;
  for (const Candidate& candidate : translation.candidates) {
    logs.push_back(candidate.logProbability);
    texts.push_back(outputText(candidate, translator.target));
  }
  addArray(arrays, Array<double>({std::ssize(logs)}, logs),
           {"log_probability", {kCandidate}, "ln p of the whole output, its end included"});
  labelAxis(arrays, kCandidate, texts);
  addTree(arrays, translation.tree, translator.target);
  return arrays;
}

}  // namespace engine
