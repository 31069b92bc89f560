// Operation "translate": a text through trained weights: what is written, where it looked, what else it might have
// written.
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/operations/translation/Translation.h"

namespace engine {

namespace {

class Translate : public Operation {
 public:
  std::string id() const override { return "translate"; }
  std::string title() const override { return "Translate a text"; }
  std::vector<std::string> headings() const override { return {"Attention", "Encoder and decoder"}; }
  std::string formula() const override {
    return "S_tj = w_v · tanh(W_q q_t + W_k k_j)\n"
           "A = softmax_j(S)\n"
           "c_t = Σ_j A_tj k_j\n"
           "ln p = Σ_t ln p(y_t | y_1 … y_{t-1}, source)";
  }
  std::string help() const override {
    return "Encoder and decoder with trained weights write what a text means to them, symbol by symbol: greedily, or "
           "with a beam that keeps several partial outputs and finds more probable ones. Rows of the map are the "
           "symbols that were written, columns those that were read. Attention can be pushed elsewhere, and the "
           "decoder goes on from there; with a target it is fed with that instead (teacher forcing).";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"translator", "weights that \"train seq2seq\" wrote", {DatasetKind::arrays}}};
  }
  std::vector<Parameter> parameters() const override {
    return {
        textParameter("text", "Text",
                      "to translate, in the letters or words of the task; empty: the first example "
                      "of the weights"),
        named(countParameter("beam", "Beam", "partial outputs that are kept at every step", 1, 1, 64), {{1, "greedy"}}),
        textParameter("force", "Attend to",
                      "steps and the only source token that each looks at, from 1: \"1=3 4=2\"; empty: the decoder "
                      "looks where it wants"),
        textParameter("target", "Fed with",
                      "what the decoder is fed with in place of what it writes (teacher forcing); empty: its own "
                      "symbols"),
        textParameter("begin", "Goes on from",
                      "what the output begins with, however unlikely: the search goes on from there; empty: from the "
                      "beginning"),
        countParameter("longest", "Longest output", "most symbols to write, with the end", 64, 1, 1000)};
  }
  void checkParameters(const ParameterValues& values) const override {
    forcedKeysIn(values.text("force"));
    if (!values.text("begin").empty() && !values.text("target").empty())
      fail("parameter begin: found \"", values.text("begin"), "\", expected nothing beside a target, which is written ",
           "as a whole");
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics& diagnostics, Progress& progress) const override {
    const KnownTranslator known = translatorOf(*inputs[0]);
    const Translation translation = translate(known.translator, requestOf(known, values), progress);
    if (!translation.best().hasEnded)
      diagnostics.warn("the output did not end within ", translation.best().tokens.size(), " symbols");
    std::vector<Dataset> results;
    const std::string title = inputs[0]->title + ": " + translation.text + " → " + translation.written + how(values) +
                              ", ln p " + numberText(translation.writing.logProbability);
    if (const auto heads = mapOf(known.translator, translation)) {
      results.emplace_back();
      results.back().title = title;
      results.back().value = heads;
    }
    results.push_back(plotDataset(results.empty() ? "" : "steps", title + (results.empty() ? "" : ", step by step"),
                                  stepsOf(known.translator, translation)));
    return results;
  }

 private:
  static TranslationRequest requestOf(const KnownTranslator& known, const ParameterValues& values) {
    TranslationRequest request;
    request.text = values.text("text");
    if (request.text.empty() && !known.examples.empty()) request.text = known.examples.front();
    request.decoding.beam = static_cast<Index>(values.integer("beam"));
    request.decoding.longest = static_cast<Index>(values.integer("longest"));
    request.decoding.forcedKeys = forcedKeysIn(values.text("force"));
    request.decoding.begin = known.translator.target.tokensOf(values.text("begin"), "begin");
    if (!values.text("target").empty()) request.target = values.text("target");
    return request;
  }

  /// " (beam of 4, step 1 at 3)"; nothing for what is usual.
  static std::string how(const ParameterValues& values) {
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (!values.text("target").empty()) add("fed with it");
    if (values.text("target").empty() && values.integer("beam") > 1)
      add("beam of " + std::to_string(values.integer("beam")));
    if (!values.text("begin").empty()) add("from " + values.text("begin"));
    for (const auto& [step, key] : forcedKeysIn(values.text("force")))
      add("step " + std::to_string(step + 1) + " at " + std::to_string(key + 1));
    return text.empty() ? text : " (" + text + ")";
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTranslate() { return std::make_unique<Translate>(); }

}  // namespace engine
