#include "engine/operations/translation/TrainingResults.h"

#include <algorithm>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/operations/translation/Translation.h"

namespace engine {

namespace {

const std::string kLook = "look", kLength = "length", kCheckpoint = "checkpoint", kExample = "example";

std::vector<double> numbersOf(const std::vector<Index>& counts) { return {counts.begin(), counts.end()}; }

/// Of the steps up to each look the mean since the look before.
std::vector<double> meanLosses(const TrainingCurve& curve) {
  std::vector<double> means;
  Index begin = 0;
  for (const Index end : curve.checkpoints) {
    if (end == begin) {
      means.push_back(curve.loss.empty() ? 0 : nth(curve.loss, std::min(begin, std::ssize(curve.loss) - 1)));
      continue;
    }
    means.push_back(std::accumulate(curve.loss.begin() + begin, curve.loss.begin() + end, 0.0) / double(end - begin));
    begin = end;
  }
  return means;
}

template <class Value>
std::vector<double> ofLengths(const TrainingCurve& curve, Value LengthMatch::*value) {
  std::vector<double> values;
  for (const LengthMatch& match : curve.byLength) values.push_back(double(match.*value));
  return values;
}

/// (c, e, T, S) as large as the largest; empty: there is no attention.
Array<float> stacked(const std::vector<KeptMaps>& kept) {
  const Index examples = kept.empty() ? 0 : std::ssize(kept.front().examples);
  Index written = 0, read = 0;
  for (const KeptMaps& one : kept)
    for (const Array<float>& map : one.examples) {
      if (map.rank() != 2) return Array<float>();
      written = std::max(written, map.length(0));
      read = std::max(read, map.length(1));
    }
  Array<float> all({std::ssize(kept), examples, written, read});
  for (Index c = 0; c < std::ssize(kept); ++c)
    for (Index e = 0; e < examples; ++e) {
      const Array<float>& map = nth(nth(kept, c).examples, e);
      for (Index t = 0; t < map.length(0); ++t)
        std::copy_n(map.data() + t * map.length(1), map.length(1), &all(c, e, t, 0));
    }
  return all;
}

void addMaps(ArrayBundle& arrays, const TranslationTask& task, const std::vector<KeptMaps>& kept) {
  const Array<float> maps = stacked(kept);
  if (maps.empty()) return;
  std::vector<double> steps;
  std::vector<std::string> when, what;
  for (const KeptMaps& one : kept) {
    steps.push_back(double(one.step));
    when.push_back("step " + std::to_string(one.step));
  }
  for (const TranslationExample& example : task.examples)
    what.push_back(example.source + (example.target ? " → " + *example.target : std::string()));
  addArray(arrays, column(steps), {"checkpoints", {kCheckpoint}, "steps that were done when the maps were kept"});
  addArray(arrays, maps,
           {"maps", {kCheckpoint, kExample, "written", "read"}, "weights of the examples, fed with the right symbols"});
  labelAxis(arrays, kCheckpoint, when);
  labelAxis(arrays, kExample, what);
}

Dataset lossPlot(const std::string& title, const TrainingCurve& curve) {
  std::vector<double> steps(curve.loss.size());
  std::iota(steps.begin(), steps.end(), 1.0);
  ArrayBundle arrays{{"axis_step", column(steps)}, {"curve_loss", column(curve.loss)}};
  arrays["log_axes"] = Array<Bool>({2}, {Bool{false}, Bool{true}});
  say(arrays, "quantity_−ln p per symbol");
  return plotDataset("loss", title + ", loss", std::move(arrays));
}

Dataset matchPlot(const std::string& title, const TrainingCurve& curve) {
  ArrayBundle arrays{{"axis_step", column(numbersOf(curve.checkpoints))},
                     {"curve_exact match", column(curve.exactMatch)}};
  say(arrays, "quantity_share of outputs without a fault");
  return plotDataset("match", title + ", exact match", std::move(arrays));
}

Dataset lengthPlot(const std::string& title, const TrainingCurve& curve) {
  ArrayBundle arrays{{"axis_symbols of the source", column(ofLengths(curve, &LengthMatch::length))},
                     {"curve_exact match", column(ofLengths(curve, &LengthMatch::exactMatch))}};
  say(arrays, "quantity_share of outputs without a fault");
  return plotDataset("lengths", title + ", exact match by length", std::move(arrays));
}

std::vector<std::string> sourcesOf(const TranslationTask& task) {
  std::vector<std::string> sources;
  for (const TranslationExample& example : task.examples) sources.push_back(example.source);
  return sources;
}

}  // namespace

ArrayBundle historyOf(const TranslationTask& task, const Training& training) {
  const TrainingCurve& curve = training.curve;
  ArrayBundle arrays;
  addArray(arrays, column(numbersOf(curve.checkpoints)), {"steps", {kLook}, "steps of training that were done"});
  addArray(arrays, column(meanLosses(curve)), {"loss", {kLook}, "mean of −ln p per symbol since the look before"});
  addArray(arrays, column(curve.exactMatch), {"exact", {kLook}, "share of new texts translated without a fault"});
  addArray(arrays, column(ofLengths(curve, &LengthMatch::length)), {"lengths", {kLength}, "symbols of the source"});
  addArray(arrays, column(ofLengths(curve, &LengthMatch::exactMatch)),
           {"exact_by_length", {kLength}, "share without a fault among sources of this length, at the last look"});
  addArray(arrays, column(ofLengths(curve, &LengthMatch::judged)),
           {"judged_by_length", {kLength}, "texts of this length"});
  addMaps(arrays, task, training.maps);
  return arrays;
}

std::vector<Dataset> resultsOf(const TranslationTask& task, const Training& training, const TrainingTitle& title) {
  std::vector<Dataset> results;
  const auto add = [&results](const std::string& word, const std::string& text, auto value) {
    Dataset dataset;
    if (!results.empty()) dataset.id = "." + word;
    dataset.title = text;
    dataset.value = std::move(value);
    results.push_back(std::move(dataset));
  };
  for (const std::string& example : sourcesOf(task)) {
    Progress none;
    const Index longest = 2 * std::ssize(example) + 8;
    const Translation translation = translate(training.translator, {example, {.longest = longest}, {}}, none);
    if (const auto heads = mapOf(training.translator, translation))
      add("example" + std::to_string(results.size() + 1), title.text() + ": " + example + " → " + translation.written,
          heads);
  }
  add("weights", title.text() + ", weights",
      std::make_shared<const ArrayBundle>(arraysOf({training.translator, task.name, sourcesOf(task)})));
  results.push_back(lossPlot(title.text(), training.curve));
  results.push_back(matchPlot(title.text(), training.curve));
  results.push_back(lengthPlot(title.text(), training.curve));
  add("history", title.text() + ", history", std::make_shared<const ArrayBundle>(historyOf(task, training)));
  return results;
}

}  // namespace engine
