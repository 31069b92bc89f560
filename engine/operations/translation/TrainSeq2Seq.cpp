// Operation "train seq2seq": encoder and decoder learn to translate, and show how it goes.
#include "engine/base/ParameterKinds.h"
#include "engine/io/FileContent.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/operations/translation/Translation.h"
#include "engine/translation/TrainTranslator.h"

namespace engine {

namespace {

const std::string kPairs = "pairs";

std::vector<std::string> taskChoices() {
  std::vector<std::string> choices = translationTaskNames();
  choices.push_back(kPairs);
  return choices;
}

std::vector<Parameter> networkParameters() {
  return {countParameter("embedding", "Embedding", "channels of a symbol", 16, 1, 1024),
          countParameter("width", "State", "channels of the recurrent units, h", 64, 1, 1024),
          countParameter("hidden", "Attention", "channels inside the score, a", 32, 1, 1024)};
}

std::vector<Parameter> trainingParameters() {
  return {countParameter("batch", "Pairs per step", "of which the loss is the mean", 32, 1, 4096),
          numberParameter("rate", "Learning rate", "",
                          "of Adam, for 60 % of the steps; then it falls in a line to 5 % of this", 0.005, 1e-8, 1),
          countParameter("checkpoint", "Steps between looks",
                         "after which new pairs are translated, and the pictures follow", 25, 1, 1e6),
          countParameter("judged", "Pairs to judge by", "new ones, after the last step; before it, a sixteenth", 2000,
                         0, 1e6)};
}

/// "reverse", "words.tsv"
TranslationTask taskFor(const ParameterValues& values, Progress& progress) {
  if (values.text("task") != kPairs) return translationTask(values.text("task"));
  const std::string& file = values.text("pairs");
  if (file.empty()) fail("task pairs: found no file of pairs, expected one (--pairs FILE)");
  return taskOfPairs(readPairs(readFileWhole(file, progress), file, progress), std::filesystem::path(file).filename());
}

TrainingOptions optionsOf(const TranslationTask& task, const ParameterValues& values) {
  const auto count = [&values](const char* key) { return static_cast<Index>(values.integer(key)); };
  TrainingOptions options;
  options.sizes = {count("embedding"), count("width"), count("hidden"), values.flag("attention"),
                   values.flag("bidirectional")};
  options.steps = count("steps") == 0 ? task.steps : count("steps");
  options.batch = count("batch");
  options.rate = values.real("rate");
  options.checkpoint = count("checkpoint");
  options.numJudgedLast = count("judged");
  options.numJudged = options.numJudgedLast / 16;
  options.seed = static_cast<std::uint64_t>(values.integer("seed"));
  return options;
}

std::vector<double> upTo(Index count) {
  std::vector<double> numbers;
  for (Index k = 1; k <= count; ++k) numbers.push_back(double(k));
  return numbers;
}

Dataset lossPlot(const std::string& title, const TrainingCurve& curve) {
  ArrayBundle arrays{{"axis_step", column(upTo(std::ssize(curve.loss)))}, {"curve_loss", column(curve.loss)}};
  arrays["log_axes"] = Array<Bool>({2}, {Bool{false}, Bool{true}});
  say(arrays, "quantity_−ln p per symbol");
  return plotDataset("loss", title + ", loss", std::move(arrays));
}

Dataset matchPlot(const std::string& title, const TrainingCurve& curve) {
  std::vector<double> steps;
  for (const Index step : curve.checkpoints) steps.push_back(double(step));
  ArrayBundle arrays{{"axis_step", column(steps)}, {"curve_exact match", column(curve.exactMatch)}};
  say(arrays, "quantity_share of outputs without a fault");
  return plotDataset("match", title + ", exact match", std::move(arrays));
}

class TrainSeq2Seq : public Operation {
 public:
  std::string id() const override { return "train seq2seq"; }
  std::string title() const override { return "Train encoder and decoder"; }
  std::vector<std::string> headings() const override { return {"Attention", "Encoder and decoder"}; }
  std::string formula() const override {
    return "L = −(1/M) Σ_t ln p(y_t | y_1 … y_{t-1}, source)\n"
           "A_tj = softmax_j(w_v · tanh(W_q q_t + W_k k_j))\n"
           "c_t = Σ_j A_tj k_j";
  }
  std::string help() const override {
    return "Recurrent units learn to translate, with additive attention (Bahdanau et al. 2015) or from the encoder's "
           "last state alone (c = h_T; Sutskever et al. 2014). Tasks: reverse, letters from the last to the first; "
           "strand, DNA of either strand to protein; orf, which finds ATG, reads codons and stops; pairs, a file of "
           "lines SOURCE <tab> TARGET. Fed with the right symbols (teacher forcing), by Adam, in some seconds. "
           "Shown as it goes: the loss, how many new texts are translated without a fault, and where the decoder "
           "looks. The weights are for \"translate\" and for \"attention bahdanau-decoder\".";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<std::string> wordParameters() const override { return {"task"}; }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list{
        choiceParameter("task", "Task", "what is translated; pairs: those of a file", taskChoices()),
        textParameter("pairs", "File of pairs",
                      "lines SOURCE <tab> TARGET, for the task pairs; words where texts have spaces, else letters", "",
                      PathKind::file),
        flagParameter("attention", "Attention", "no: the context is the encoder's last state at every step, c = h_T",
                      true),
        flagParameter("bidirectional", "Both directions",
                      "the encoder reads backwards, too, with half the channels each", false),
        named(countParameter("steps", "Steps", "of training", 0, 0, 1e6), {{0, "as the task needs"}}),
        textParameter("example", "Example", "source whose map is shown; empty: those of the task"),
        countParameter("seed", "Random seed", "of weights and pairs: the same seed, the same numbers", 0, 0, 9e15)};
    for (const auto& others : {grouped("Network", networkParameters()), grouped("Training", trainingParameters())})
      list.insert(list.end(), others.begin(), others.end());
    return list;
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    return computeShowing(inputs, values, compute, diagnostics, progress, {});
  }

  std::vector<Dataset> computeShowing(const std::vector<DatasetPtr>&, const ParameterValues& values,
                                      const Compute& compute, Diagnostics& diagnostics, Progress& progress,
                                      const ResultsSoFar& soFar) const override {
    TranslationTask task = taskFor(values, progress);
    if (!values.text("example").empty()) task.examples = {{values.text("example")}};
    for (const TranslationExample& example : task.examples) task.source.tokensOf(example.source, "example");
    if (!task.isJudgedByNew)
      diagnostics.warn(task.name, ": too few pairs to keep some apart: exact match is that of pairs trained with");
    const TrainingOptions options = optionsOf(task, values);
    std::function<void(const Training&)> show;
    if (soFar)
      show = [&](const Training& training) {
        soFar(
            resultsOf(task, training,
                      ", step " + std::to_string(training.curve.loss.size()) + " of " + std::to_string(options.steps)));
      };
    return resultsOf(task, trainTranslator(task, options, compute.threads, progress, show), "");
  }

 private:
  /// Maps of the examples first, then weights and curves; `when` is what titles say of it.
  static std::vector<Dataset> resultsOf(const TranslationTask& task, const Training& training,
                                        const std::string& when) {
    std::vector<Dataset> results;
    const std::string title = task.name + when;
    const auto add = [&results](const std::string& word, const std::string& text, auto value) {
      Dataset dataset;
      if (!results.empty()) dataset.id = "." + word;
      dataset.title = text;
      dataset.value = std::move(value);
      results.push_back(std::move(dataset));
    };
    std::vector<std::string> examples;
    for (const TranslationExample& one : task.examples) {
      const std::string& example = examples.emplace_back(one.source);
      Progress none;
      const Index longest = 2 * std::ssize(example) + 8;
      const Translation translation = translate(training.translator, {example, {.longest = longest}, {}}, none);
      if (const auto heads = mapOf(training.translator, translation))
        add("example" + std::to_string(results.size() + 1), title + ": " + example + " → " + translation.written,
            heads);
    }
    add("weights", title + ", weights",
        std::make_shared<const ArrayBundle>(arraysOf({training.translator, task.name, examples})));
    results.push_back(lossPlot(title, training.curve));
    results.push_back(matchPlot(title, training.curve));
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTrainSeq2Seq() { return std::make_unique<TrainSeq2Seq>(); }

}  // namespace engine
