// Operation "train seq2seq": encoder and decoder learn to translate, and show how it goes.
#include "engine/base/ParameterKinds.h"
#include "engine/io/FileContent.h"
#include "engine/operations/Operation.h"
#include "engine/operations/translation/TrainingResults.h"

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
  options.stop = count("stop");
  options.batch = count("batch");
  options.rate = values.real("rate");
  options.checkpoint = count("checkpoint");
  options.numJudgedLast = count("judged");
  options.numJudged = options.numJudgedLast / 16;
  options.seed = static_cast<std::uint64_t>(values.integer("seed"));
  return options;
}

/// The parameters that make what is there after so many steps, and no more.
ParameterValues stoppedAfter(Index step, ParameterValues values) {
  values.set("stop", static_cast<std::int64_t>(step));
  return values;
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
           "Shown as it goes: the loss, how many new texts are translated without a fault, by length too, and where "
           "the decoder looks; maps of up to 60 of these looks are kept. Stopped early, what it had learned by then "
           "stays. The weights are for \"translate\" and for \"attention bahdanau-decoder\".";
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
        named(countParameter("stop", "Stop after", "so many of these steps, by which the rate falls", 0, 0, 1e6),
              {{0, "all"}}),
        textParameter("example", "Example", "source whose maps are shown; empty: those of the task"),
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
    const auto at = [&](const Training& training) {
      return TrainingTitle{
          task.name, ", step " + std::to_string(training.curve.loss.size()) + " of " + std::to_string(options.steps)};
    };
    std::function<void(const Training&)> show;
    if (soFar)
      show = [&](const Training& training) {
        std::vector<Dataset> results = resultsOf(task, training, at(training));
        // What is there stands for itself: it is kept when the rest is not wanted any more, and made again alone.
        const ParameterValues own = stoppedAfter(std::ssize(training.curve.loss), values);
        for (Dataset& result : results) result.provenance.request = {id(), {}, own, {}};
        soFar(std::move(results));
      };
    const Training training = trainTranslator(task, options, compute.threads, progress, show);
    const bool isWhole = std::ssize(training.curve.loss) == options.steps;
    return resultsOf(task, training, isWhole ? TrainingTitle{task.name, {}} : at(training));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTrainSeq2Seq() { return std::make_unique<TrainSeq2Seq>(); }

}  // namespace engine
