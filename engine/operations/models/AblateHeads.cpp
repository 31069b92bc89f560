// Operation "ablate": what a model does without some of its heads, beside what it does with them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/analysis/ChainMatch.h"
#include "engine/analysis/ContactPrecision.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/operations/Operation.h"
#include "engine/operations/heads/HeadInputs.h"
#include "engine/operations/models/AblationEffect.h"
#include "engine/operations/models/ModelChanges.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"

namespace engine {

namespace {

/// One of both runs: what modelResults() gives, by what it is.
struct RunOfModel {
  std::vector<DatasetPtr> heads;  ///< a set for each name of maps
  std::shared_ptr<const ArrayBundle> arrays = std::make_shared<const ArrayBundle>();
  Dataset predicted;  ///< without a value: nothing is predicted

  const Array<float>* find(const std::string& name) const {
    const auto found = arrays->find(name);
    return found == arrays->end() ? nullptr : std::get_if<Array<float>>(&found->second);
  }
};

RunOfModel ran(const PreparedModel<float>& model, const AblationOfHeads& ablation, const ModelKeeps& keeps,
               const ModelCall& call) {
  ModelRunOptions<float> options;
  options.ablation = ablation;
  options.unwanted = {"column_attention"};
  RunOfModel run;
  for (Dataset& result : modelResults(model, std::move(options), keeps, call)) {
    if (const auto* heads = result.as<HeadSet>()) {
      if (heads->areHeads) run.heads.push_back(std::make_shared<const Dataset>(std::move(result)));
    } else if (result.as<ArrayBundle>()) {
      run.arrays = result.value.share<ArrayBundle>();
    } else {
      run.predicted = std::move(result);
    }
  }
  return run;
}

void requireHeads(const HeadAblations& list, const ModelSizes& sizes) {
  if (list.empty()) fail("parameter ablate: found no head, expected LAYER.HEAD, counted from 1");
  for (const auto& [place, how] : list)
    if (place.first >= sizes.layers || place.second >= sizes.heads)
      fail("parameter ablate: found ", place.first + 1, ".", place.second + 1, ", expected one of ", sizes.layers,
           " layers of ", sizes.heads, " heads");
}

std::string signedBits(double value) { return (value < 0 ? "−" : "+") + fixed(std::abs(value), 3) + " bits"; }
/// Contacts of both runs and how they differ, on the residues of the model's maps.
std::shared_ptr<const HeadSet> contactMaps(const Array<float>& contacts, const Array<float>& changed,
                                           const HeadSet& heads) {
  auto set = std::make_shared<HeadSet>();
  set->numQueries = set->numKeys = contacts.length(0);
  Array<float> difference = changed;
  for (Index k = 0; k < difference.size(); ++k) difference[k] -= contacts[k];
  set->maps = {mapOfQuantity(std::move(difference), "change of contacts"),
               mapOfQuantity(changed, "contacts without the heads"), mapOfQuantity(contacts, "contacts")};
  set->numHeads = static_cast<Index>(set->maps.size());
  const MapResidues residues = residuesOf(heads);
  if (static_cast<Index>(residues.queries.size()) == set->numQueries)
    set->queryLetters = set->keyLetters = residues.queryLetters;
  set->queryUnit = set->keyUnit = "residue";  // of which none asks
  set->areHeads = false;
  return set;
}

/// A run takes about two operations for each weight and token.
bool isQuick(const ModelWeights& weights, Index length) {
  constexpr double kMost = 5e12;  // some minute on two cores
  double values = 0;
  for (const WeightEntry& entry : weights.source->entries()) values += double(elementCount(entry.shape));
  return 2.0 * double(length) * 2.0 * double(length) * values <= kMost;
}

class AblateHeads : public Operation {
 public:
  std::string id() const override { return "ablate"; }
  std::string title() const override { return "Switch heads off"; }
  std::string help() const override {
    return "Runs a model with heads switched off and tells what that changes against the untouched run: the "
           "distribution of letters at each residue (divergence in bits), how likely each residue is when it is masked "
           "(bits), contacts where the model has a head for them, with a structure also how many of the best L touch, "
           "and the maps of later heads. Several heads at once are one run: effects do not add up.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::vector<std::string> resultParts() const override { return {"arrays"}; }
  std::vector<OperationInput> inputs() const override { return judgedModelInputs("weights of a model"); }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = modelInputParameters();
    list.push_back(textParameter("ablate", "Heads switched off",
                                 "layer.head counted from 1, with what is put in place of the weights: \"3.1 "
                                 "4.2=uniform\"; zero (the default), uniform, or mean of the rows"));
    list.push_back(choiceParameter("masked", "Masked residues",
                                   "how likely each residue is when it is masked, two runs for each; automatic: where "
                                   "that takes a minute at most",
                                   {"automatic", "on", "off"}));
    list.push_back(modelHeadsParameter());
    list.push_back(numberParameter("memory", "Memory for maps", "MiB",
                                   "of each run; maps beyond it are made again when they are compared", 1024, 0));
    return list;
  }
  void checkParameters(const ParameterValues& values) const override { parsedAblations(values.text("ablate")); }

 protected:
  /// Heads of the changed run; the changes by residue as curves, by head as points; contacts; predicted letters.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto [input, structure] = judgedInput(inputs, values);
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const ModelInput taken = modelInputOf(architectureOf(*weights).takes(), input, values, diagnostics);
    const auto model = modelFor<float>(weights, taken, values, diagnostics);
    const HeadAblations list = parsedAblations(values.text("ablate"));
    requireHeads(list, model.sizes);

    Ablated found{ablationOf(values.text("ablate")), list.begin()->first.first, {}, {}, {}, {}};
    PartProgress plain(progress, 0, 0.1), without(progress, 0.1, 0.2), comparing(progress, 0.2, 0.3),
        masking(progress, 0.3, 1);
    const ModelKeeps keeps{.memory = static_cast<std::size_t>(values.real("memory") * kMebibyte), .wantsHidden = false};
    found.before = ran(model, {}, keeps, {compute, diagnostics, plain});
    Diagnostics unheard;  // the same again
    found.after = ran(model, found.ablation, keeps, {compute, unheard, without});
    report(found, model, compute.threads, comparing);
    if (structure) addPrecision(found, *structure, values, compute.threads, comparing);
    addLikelihood(found, weights, taken, values, compute.threads, diagnostics, masking);
    return results(
        found, modelInputTitle(input, taken, values) + ": " + inputs[0]->title + " without " + values.text("ablate"));
  }

 private:
  struct Ablated {
    AblationOfHeads ablation;
    Index firstLayer = 0;
    RunOfModel before, after;
    ArrayBundle arrays;
    std::string words;  ///< what has changed, for the title

    void say(const std::string& what) { words += (words.empty() ? "" : ", ") + what; }
  };

  static Array<double> column(const std::vector<double>& values) { return Array<double>({std::ssize(values)}, values); }

  static void report(Ablated& found, const PreparedModel<float>& model, int threads, Progress& progress) {
    const Array<float>*logits = found.before.find("logits"), *changed = found.after.find("logits");
    if (logits && changed) {
      const std::vector<double> divergence = letterDivergence(*model.run, *logits, *changed);
      if (!divergence.empty()) {
        std::vector<double> numbers(divergence.size());
        std::iota(numbers.begin(), numbers.end(), 1.0);
        found.arrays["axis_residue"] = column(numbers);
        found.arrays["curve_divergence of letters"] = column(divergence);
        found.arrays["quantity_change (bits)"] = column({});
        found.say("letters diverge by " + fixed(meanOfNumbers(divergence), 3) + " bits per residue");
      }
      found.arrays["logits_untouched"] = *logits;
    }
    for (std::size_t k = 0; k < found.before.heads.size(); ++k) {
      const auto &heads = *found.before.heads[k]->as<HeadSet>(), &others = *found.after.heads[k]->as<HeadSet>();
      found.arrays["change_of_" + heads.arrayName] = changeOfMaps(heads, others, found.firstLayer, threads, progress);
    }
    if (const auto* contacts = found.before.find("contacts")) {
      found.arrays["contacts_untouched"] = *contacts;
    }
  }

  /// P@L of the contact head of the checkpoint, before and after.
  static void addPrecision(Ablated& found, const Dataset& structure, const ParameterValues& values, int threads,
                           Progress& progress) {
    const auto* contacts = found.before.find("contacts");
    if (!contacts || found.before.heads.empty()) return;
    const auto maps = contactMaps(*contacts, *contacts, *found.before.heads.front()->as<HeadSet>());
    const Chain& chain = chainOfMaps(*maps, *structure.as<Structure>(), values.text("chain"), structure.title);
    const auto positions = mapPositions(*maps);
    const auto match = positions ? matchChain(*positions, chain) : std::nullopt;
    if (!match) fail(structure.title, ": chain ", chain.id, " is another protein than the input of the model");
    const PairGeometry geometry = pairGeometryOf(chain, threads, progress);
    const auto precision = [&](const RunOfModel& run) {
      return contactPrecision(*run.find("contacts"), match->map.to, geometry).at(1);
    };
    const double before = precision(found.before), after = precision(found.after);
    found.arrays["precision"] = column({before, after});
    found.say("P@L of contacts " + percent(before) + " → " + percent(after));
  }

  static void addLikelihood(Ablated& found, const std::shared_ptr<const ModelWeights>& weights, const ModelInput& taken,
                            const ParameterValues& values, int threads, Diagnostics& diagnostics, Progress& progress) {
    const std::string& choice = values.text("masked");
    const auto axis = found.arrays.find("axis_residue");
    if (choice == "off" || axis == found.arrays.end()) return;
    const Index length = shapeOf(axis->second)[0];
    if (choice == "automatic" && !isQuick(*weights, length)) {
      diagnostics.warn("masked residues would take ", 2 * length, " runs and were left out (masked=on)");
      return;
    }
    Diagnostics unheard;
    const VariantModel model(weights, taken, static_cast<Index>(values.integer("heads")),
                             static_cast<std::size_t>(values.real("memory") * kMebibyte), unheard);
    PartProgress plain(progress, 0, 0.5), without(progress, 0.5, 1);
    const std::vector<double> before = maskedLikelihood(model, {}, threads, plain);
    std::vector<double> after = maskedLikelihood(model, found.ablation, threads, without);
    found.arrays["log_likelihood"] = column({meanOfNumbers(before), meanOfNumbers(after)});
    for (std::size_t k = 0; k < after.size(); ++k) after[k] -= before[k];
    found.arrays["curve_log-likelihood of the residue, masked"] = column(after);
    found.say("masked log-likelihood " + signedBits(meanOfNumbers(after)) + " per residue");
  }

  static std::vector<Dataset> results(const Ablated& found, const std::string& title) {
    std::vector<Dataset> results;
    const auto add = [&](const std::string& id, const std::string& what, DatasetValue value) {
      Dataset result;
      result.id = results.empty() ? std::string() : id;
      result.title = title + what;
      result.value = std::move(value);
      results.push_back(std::move(result));
    };
    const std::string words = found.words.empty() ? "" : ": " + found.words;
    for (const DatasetPtr& heads : found.after.heads) {
      auto set = std::make_shared<HeadSet>(*heads->as<HeadSet>());
      if (results.empty()) set->beside = allArrays(found);
      const std::string name = set->arrayName;
      add("." + name, results.empty() ? "" : ", " + name, std::shared_ptr<const HeadSet>(std::move(set)));
    }
    add(".curves", words.empty() ? ", changes" : words, std::make_shared<const ArrayBundle>(found.arrays));
    results.push_back(changesOfHeads(found, title));
    if (const auto* contacts = found.before.find("contacts"); contacts && !found.before.heads.empty())
      add(".contacts", ", contacts",
          contactMaps(*contacts, *found.after.find("contacts"), *found.before.heads.front()->as<HeadSet>()));
    if (found.after.predicted.as<ProfileHmm>()) add(".predicted", ", predicted letters", found.after.predicted.value);
    return results;
  }

  /// What the changed run gave, and what changed: a file of the heads holds it beside them.
  static std::shared_ptr<const ArrayBundle> allArrays(const Ablated& found) {
    ArrayBundle all = *found.after.arrays;
    for (const auto& [name, array] : found.arrays) all.insert_or_assign(name, array);
    return std::make_shared<const ArrayBundle>(std::move(all));
  }

  /// A point for each head; which changes most is in the title.
  static Dataset changesOfHeads(const Ablated& found, const std::string& title) {
    ArrayBundle arrays;
    double most = -1;
    std::string where;
    for (const DatasetPtr& set : found.before.heads) {
      const HeadSet& heads = *set->as<HeadSet>();
      const auto& change = std::get<Array<double>>(found.arrays.at("change_of_" + heads.arrayName));
      arrays["head_change of " + heads.arrayName + " (bits)"] = change;
      for (Index k = (found.firstLayer + 1) * heads.numHeads; k < change.size(); ++k)
        if (change[k] > most) {
          most = change[k];
          where = std::to_string(k / heads.numHeads + 1) + "." + std::to_string(k % heads.numHeads + 1);
        }
    }
    Dataset result;
    result.id = ".change";
    result.title = title + ", change of heads" +
                   (where.empty() ? "" : ": of later ones most " + where + ", " + fixed(most, 3) + " bits");
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return result;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeAblateHeads() { return std::make_unique<AblateHeads>(); }

}  // namespace engine
