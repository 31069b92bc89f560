// Operation "generate": a decoder that writes on by attending to what is written already, its own tokens among it.
#include <cctype>

#include "engine/attention/HeadSet.h"
#include "engine/attention/generation/InductionDecoder.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr Index kMostTokens = 128;  ///< every token that is written attends anew
const std::string kStart = "<bos>", kToken = "token", kLetter = "next letter";

/// In capitals, without blanks.
std::string lettersOf(const std::string& text) {
  std::string letters;
  for (const char character : text) {
    if (character == ' ') continue;
    if (!std::isalpha(static_cast<unsigned char>(character)))
      fail("parameter text: found \"", text, "\", expected letters from A to Z");
    letters += static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  }
  return letters;
}

/// A letter as it was given, or behind an arrow when it was written.
std::vector<std::string> namesOf(const InductionRun& run) {
  std::vector<std::string> names{kStart};
  for (Index k = 0; k < std::ssize(run.letters); ++k)
    names.push_back((k < run.numGiven ? "" : "→") + std::string(1, run.letters[static_cast<size_t>(k)]));
  return names;
}

std::shared_ptr<const AttentionMap> mapOf(const Array<double>& weights, const Array<double>& scores,
                                          const std::string& label) {
  auto map = std::make_shared<AttentionMap>();
  const Index length = weights.length(0);
  map->weights = Array<float>(weights.shape(), 0.0F, "attention");
  map->scores = Array<float>(weights.shape(), 0.0F, "scores");
  map->mask = Array<Bool>(weights.shape(), Bool{}, "mask");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j) {
      map->weights(i, j) = static_cast<float>(weights(i, j));
      map->scores(i, j) = static_cast<float>(scores(i, j));
      map->mask(i, j).value = j > i;
    }
  map->label = label;
  return map;
}

class Generate : public Operation {
 public:
  std::string id() const override { return "generate"; }
  std::string title() const override { return "Attention to what was generated"; }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "A = softmax_{j ≤ i}(S)\n"
           "layer 1: S_ij = g p_{i−1} · p_j\n"
           "layer 2: S_ij = g x_i · b_j − r (i − j), b = A^{(1)} x\n"
           "x_{i+1} = argmax Σ_j A_ij^{(2)} x_j";
  }
  std::string help() const override {
    return "A decoder writes letters behind a text, one after the other, each by attending to all that stands there "
           "already, what it wrote itself among it (→): rows are the steps, and a step never sees what comes later. "
           "The "
           "first layer finds the token before each token by waves of positions; the second finds tokens before which "
           "the present letter stood, and says what followed it. So repeats are written on (an induction head, "
           "Olsson et al. 2022). The weights are made by hand; try a text without repeats, or less gain.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {textParameter("text", "Text", "that is given: letters", "MKTAYIMKT"),
            countParameter("count", "Letters to write", "behind the text", 9, 0, kMostTokens),
            numberParameter("gain", "Gain g", "", "of the scores: the less, the more tokens answer", 8, 0, 50),
            numberParameter("recency", "Recency r", "", "what a score loses per token of distance in the second layer",
                            0.05, 0, 10)};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }
  void checkParameters(const ParameterValues& values) const override {
    const std::string letters = lettersOf(values.text("text"));
    if (letters.empty()) fail("parameter text: found no letter, expected at least one");
    if (std::ssize(letters) + values.integer("count") > kMostTokens)
      fail("parameter text: found ", letters.size(), " letters and ", values.integer("count"),
           " to write, expected at most ", kMostTokens, " together");
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    const InductionRun run =
        writtenByInduction(lettersOf(values.text("text")), static_cast<Index>(values.integer("count")),
                           {values.real("gain"), values.real("recency")}, progress);
    const std::string written = run.letters.substr(static_cast<size_t>(run.numGiven));
    const std::string what =
        run.letters.substr(0, static_cast<size_t>(run.numGiven)) + (written.empty() ? "" : " → " + written);
    Dataset heads, shares;
    heads.title = "Attention to what was generated: " + what;
    heads.value = headsOf(run);
    shares.id = ".next";
    shares.title = "Wanted next: " + what;
    shares.value = std::make_shared<const ArrayBundle>(sharesOf(run));
    return {heads, shares};
  }

 private:
  static std::shared_ptr<const HeadSet> headsOf(const InductionRun& run) {
    auto heads = std::make_shared<HeadSet>();
    heads->numLayers = 2;
    heads->numHeads = 1;
    heads->numQueries = heads->numKeys = run.before.length(0);
    heads->maps = {mapOf(run.before, run.scores[0], "The token before"),
                   mapOf(run.followed, run.scores[1], "What followed this letter")};
    heads->queryLetters = heads->keyLetters = "-" + run.letters;
    heads->queryTokens = heads->keyTokens = namesOf(run);
    heads->queryUnit = heads->keyUnit = kToken;
    return heads;
  }

  static ArrayBundle sharesOf(const InductionRun& run) {
    ArrayBundle arrays;
    addArray(arrays, run.next, {"wanted next", {kToken, kLetter}, "sum of the weights on each letter"});
    labelAxis(arrays, kToken, namesOf(run));
    std::vector<std::string> letters;
    for (const char letter : run.alphabet) letters.emplace_back(1, letter);
    labelAxis(arrays, kLetter, letters);
    return arrays;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeGenerate() { return std::make_unique<Generate>(); }

}  // namespace engine
