// Operations "contacts" and "predict-contacts": which residues touch, from many heads together; weights are fitted to
// structures and applied to other sequences.
#include <algorithm>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/heads/contacts/ContactStudy.h"
#include "engine/heads/contacts/HeadContacts.h"
#include "engine/operations/heads/HeadInputs.h"

namespace engine {

namespace {

/// Each with two inputs, its heads and its structure.
constexpr size_t kMostProteins = 5;

Array<double> single(double value) { return Array<double>({1}, value); }

ArrayBundle arraysOf(const ContactRegression& regression, const HeadSet& heads) {
  ArrayBundle arrays;
  arrays["weights"] = Array<double>({heads.numLayers, heads.numHeads}, regression.weights, "weights");
  arrays["bias"] = single(regression.bias);
  arrays["penalty"] = single(regression.penalty);
  return arrays;
}

ContactRegression regressionOf(const Dataset& input) {
  const auto& arrays = *input.as<ArrayBundle>();
  if (arrays.count("weights") == 0 || arrays.count("bias") == 0)
    fail(input.title, ": expected the arrays weights (layers, H) and bias, as contacts are saved");
  const Array<double> weights = numbersOf<double>(arrays, "weights"), bias = numbersOf<double>(arrays, "bias");
  if (bias.size() != 1) fail(input.title, ", array bias: found ", bias.size(), " values, expected 1");
  ContactRegression regression;
  regression.weights.assign(weights.begin(), weights.end());
  regression.bias = bias[0];
  return regression;
}

const std::string kQuantity = "quantity_precision: share of the best pairs that touch";

/// Precision by number of pairs of every way to combine, beside the share of all pairs that touch and what the pairs of
/// the first curve reach by chance. Curves that were fitted to what judges them are `hollow_`. Shorter ones end in NaN.
void addCurves(ArrayBundle& arrays, const std::vector<ContactCurve>& curves, const std::vector<Interval>& chance) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Index longest = 0;
  for (const ContactCurve& curve : curves) longest = std::max(longest, std::ssize(curve.ranked.precision));
  for (const ContactCurve& curve : curves) {
    std::vector<double> precision = curve.ranked.precision;
    precision.resize(static_cast<size_t>(longest), kNone);
    arrays[(curve.isFitted ? "hollow_" : "curve_") + curve.name] = Array<double>({longest}, precision);
  }
  Array<double> numbers({longest}, 0.0, "axis_pairs"), band({2, longest}, kNone, "band");
  for (Index k = 0; k < longest; ++k) numbers[k] = static_cast<double>(k + 1);
  for (Index k = 0; k < std::min(longest, std::ssize(chance)); ++k) {
    band(0, k) = nth(chance, k).low;
    band(1, k) = nth(chance, k).high;
  }
  arrays["axis_pairs"] = std::move(numbers);
  arrays["band_by chance (95 %)"] = std::move(band);
  arrays["curve_all pairs"] =
      Array<double>({longest}, std::vector<double>(static_cast<size_t>(longest), curves.front().ranked.background));
  const bool isAnyFitted = std::any_of(curves.begin(), curves.end(), [](const auto& curve) { return curve.isFitted; });
  arrays[kQuantity + (isAnyFitted ? "; hollow: trained on itself" : "")] = Array<double>({0}, std::vector<double>{});
}

std::string titleOf(const ContactStudy& study) {
  const std::string first =
      percent(study.precision.front()) + " of the best L pairs touch, " + percent(study.background.front()) + " of all";
  if (!study.isLeftOut) return "contacts: " + first + " (trained on itself: the structure that it was fitted to)";
  double sum = 0;
  for (const double precision : study.precision) sum += precision;
  return "contacts: " + first + " (left out; mean of " + std::to_string(study.precision.size()) + " proteins " +
         percent(sum / static_cast<double>(study.precision.size())) + ")";
}

Dataset mapDataset(const Dataset& input, const Array<float>& contacts, const std::string& label,
                   const std::string& what) {
  Dataset map;
  map.title = input.title + ": " + what;
  const auto& heads = *input.as<HeadSet>();
  map.value = pairMap(heads, residuesOf(heads).queries, contacts, label);
  map.axes = input.axes;
  return map;
}

class CombineHeads : public Operation {
 public:
  std::string id() const override { return "contacts"; }
  std::string title() const override { return "Contacts from heads"; }
  std::string help() const override {
    return "Predicts which residues touch from all heads together: logistic regression on their symmetric, corrected "
           "maps with a penalty that leaves few heads a weight. Weights are fitted to the structure given, and to "
           "further proteins with heads of the same model; each of several proteins is predicted by the weights of "
           "the others, which is the number to believe. With one protein it is told how well the weights do on what "
           "they were fitted to, which is too good. The weights, saved as .npz, predict other sequences "
           "(predict-contacts).";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::vector<OperationInput> inputs() const override {
    OperationInput own = structureInput();
    own.isOptional = false;
    std::vector<OperationInput> all{{"attention", "heads of the protein", {DatasetKind::heads}}, std::move(own)};
    for (size_t k = 2; k <= kMostProteins; ++k) {
      const std::string number = std::to_string(k);
      all.push_back({"attention" + number, "heads of another protein by the same model", {DatasetKind::heads}, true});
      OperationInput structure = structureInput();
      structure.name += number;
      structure.help = "the structure of that protein";
      all.push_back(std::move(structure));
    }
    return all;
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = contactParameters();
    all.push_back(numberParameter("penalty", "Penalty of weights", "",
                                  "of the sum of their magnitudes: more leaves fewer heads a weight", kStandardPenalty,
                                  0, 1e6));
    all.push_back(named(countParameter("negatives", "Pairs that do not touch",
                                       "taken of each structure, drawn at random, beside all that touch", 3000),
                        {{0, "all"}}));
    all.push_back(countParameter("seed", "Seed", "of the pairs that are drawn", 0));
    return all;
  }
  Place place() const override { return Place::native; }

 protected:
  /// The map of chances; with structures, the weights with curves of precision as well.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto& heads = *inputs[0]->as<HeadSet>();
    PartProgress reading(progress, 0, 0.1), studying(progress, 0.1, 1);
    const std::vector<KnownProtein> proteins = proteinsOf(inputs, values, compute.threads, reading);
    const StudyOptions options{values.real("penalty"), static_cast<Index>(values.integer("negatives")),
                               static_cast<std::uint64_t>(values.integer("seed"))};
    const ContactStudy study = studyContacts(proteins, options, compute.threads, studying);
    warn(study, diagnostics);
    const char* const label = study.isLeftOut ? "contact probability" : "contact probability, trained on itself";
    std::vector<Dataset> results{mapDataset(*inputs[0], study.contacts, label, titleOf(study))};
    results.push_back(precisionOf(study, heads, inputs[0]->title));
    results.push_back(weightsByHead(study, heads, inputs[0]->title));
    return results;
  }

 private:
  /// All that a file of arrays is to hold; its curves make a plot.
  static Dataset precisionOf(const ContactStudy& study, const HeadSet& heads, const std::string& title) {
    ArrayBundle arrays = arraysOf(study.regression, heads);
    addCurves(arrays, study.curves, study.chance);
    arrays["contacts"] = study.contacts;
    arrays["precision"] = Array<double>({static_cast<Index>(study.precision.size())}, study.precision);
    arrays["background"] = Array<double>({static_cast<Index>(study.background.size())}, study.background);
    arrays["is_left_out"] = Array<Bool>({1}, Bool{static_cast<std::uint8_t>(study.isLeftOut ? 1 : 0)});
    Dataset result;
    result.id = ".curves";
    result.title = title + ": precision by number of pairs" + (study.isLeftOut ? "" : " (trained on itself)");
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return result;
  }

  /// A point per head.
  static Dataset weightsByHead(const ContactStudy& study, const HeadSet& heads, const std::string& title) {
    const std::vector<double>& weights = study.regression.weights;
    const auto used = std::count_if(weights.begin(), weights.end(), [](double weight) { return weight != 0; });
    ArrayBundle arrays;
    arrays["head_weight"] = Array<double>({heads.numLayers, heads.numHeads}, weights, "head_weight");
    Dataset result;
    result.id = ".weights";
    result.title = title + ": weights of heads for contacts, " + std::to_string(used) + " of " +
                   std::to_string(weights.size()) + " heads count";
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return result;
  }

  static std::vector<KnownProtein> proteinsOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                              int threads, Progress& progress) {
    std::vector<KnownProtein> proteins;
    for (size_t k = 0; k < kMostProteins; ++k) {
      const auto given = [&](size_t input) { return inputs.size() > input ? inputs[input].get() : nullptr; };
      const Dataset *heads = given(2 * k), *distances = given(2 * k + 1);
      if (!heads && !distances) continue;
      if (!heads || !distances)
        fail("contacts: protein ", k + 1, " has ", heads ? "heads and no structure" : "a structure and no heads",
             ", expected both");
      ContactSource source;
      const MapDistances found =
          structureDistances(*heads->as<HeadSet>(), *distances, values, threads, source, progress);
      const auto length = static_cast<Index>(residuesOf(*heads->as<HeadSet>()).queries.size());
      const Array<float>& distance = found.of(source.atom, length);
      proteins.push_back(
          {heads->as<HeadSet>(), ContactPairs(distance, source.cutoff), ShiftedContacts(distance, source.cutoff)});
    }
    return proteins;
  }

  static void warn(const ContactStudy& study, Diagnostics& diagnostics) {
    constexpr Index kFewContacts = 100;
    if (!study.isLeftOut)
      diagnostics.warn(
          "contacts of one protein: the precision is that of pairs that the weights were fitted to; "
          "give further proteins, or judge the weights on another one");
    if (study.regression.contacts < kFewContacts)
      diagnostics.warn("found ", study.regression.contacts, " contacts to fit to, expected ", kFewContacts,
                       " or more: the weights may mean nothing");
  }
};

class PredictContacts : public Operation {
 public:
  std::string id() const override { return "predict-contacts"; }
  std::string title() const override { return "Contacts by saved weights"; }
  std::string help() const override {
    return "Predicts which residues of a sequence touch by the weights of heads that \"contacts\" has fitted to other "
           "proteins, for heads of the same model. With a structure, tells how many of the best pairs do.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"attention", "heads of the sequence", {DatasetKind::heads}},
            {"weights", "arrays weights (layers, H) and bias, as contacts are saved", {DatasetKind::arrays}},
            structureInput()};
  }
  std::vector<Parameter> parameters() const override { return contactParameters(); }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    PartProgress predicting(progress, 0, 0.8), judging(progress, 0.8, 1);
    const auto& heads = *inputs[0]->as<HeadSet>();
    const Array<float> contacts = predictedContacts(heads, regressionOf(*inputs[1]), predicting);
    std::vector<Dataset> results{
        mapDataset(*inputs[0], contacts, "contact probability", "contacts by " + inputs[1]->title)};
    if (inputs.size() > 2 && inputs[2])
      results.push_back(judged(contacts, heads, *inputs[2], values, compute.threads, judging));
    return results;
  }

 private:
  /// Precision of contacts that saved weights predict.
  static Dataset judged(const Array<float>& contacts, const HeadSet& heads, const Dataset& structure,
                        const ParameterValues& values, int threads, Progress& progress) {
    ContactSource source;
    const MapDistances distances = structureDistances(heads, structure, values, threads, source, progress);
    const Array<float>& distance = distances.of(source.atom, contacts.length(0));
    const ContactPairs pairs(distance, source.cutoff);
    const RankedContacts ranked = rankedContacts(contacts, pairs);
    ArrayBundle arrays;
    arrays["contacts"] = contacts;
    addCurves(arrays, {{"regression", ranked}},
              ShiftedContacts(distance, source.cutoff).bandByRank(pairsOf(ranked, pairs)));
    arrays["precision"] = single(ranked.at(pairs.known()));
    arrays["background"] = single(ranked.background);
    Dataset result;
    result.id = ".curves";
    result.title = structure.title + ": " + percent(ranked.at(pairs.known())) + " of the best L pairs touch, " +
                   percent(ranked.background) + " of all";
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return result;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCombineHeads() { return std::make_unique<CombineHeads>(); }
std::unique_ptr<const Operation> makePredictContacts() { return std::make_unique<PredictContacts>(); }

}  // namespace engine
