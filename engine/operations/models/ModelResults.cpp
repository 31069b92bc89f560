#include "engine/operations/models/ModelResults.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <type_traits>

#include "engine/attention/HeadSet.h"
#include "engine/attention/MapOutput.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/heads/contacts/HeadContacts.h"
#include "engine/models/LetterPredictions.h"
#include "engine/models/ModelHeads.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/PredictedProfile.h"

namespace engine {

namespace {

/// Maps of one name of all layers, one behind the other.
template <class T>
class MapStack {
 public:
  /// `leavesSquares`: maps (H, n, m) are kept elsewhere.
  MapStack(std::string name, Index layers, std::size_t memory, bool leavesSquares)
      : m_name(std::move(name)), m_layers(layers), m_memory(memory), m_leavesSquares(leavesSquares) {}

  void take(Index layer, const Array<T>& maps) {
    if (layer == 0) begin(maps);
    if (m_isKept && layer < m_layers) std::copy(maps.begin(), maps.end(), m_all.data() + layer * maps.size());
  }
  void give(ArrayBundle& bundle, Diagnostics& diagnostics) {
    if (m_isTooLarge)
      diagnostics.warn(m_name, " takes more than ", memoryText(m_memory), " and was left out (memory=MiB)");
    else if (m_isKept)
      bundle[m_name] = std::move(m_all);
  }

 private:
  void begin(const Array<T>& maps) {
    constexpr Index kSquareAxes = 3;
    if (m_leavesSquares && maps.rank() == kSquareAxes) return;
    Shape shape = maps.shape();
    shape.insert(shape.begin(), m_layers);
    m_isTooLarge = static_cast<std::size_t>(elementCount(shape)) * sizeof(T) > m_memory;
    m_isKept = !m_isTooLarge;
    if (m_isKept) m_all = Array<T>(shape, Untouched{}, m_name);
  }

  std::string m_name;
  Index m_layers;
  std::size_t m_memory;
  bool m_leavesSquares;
  Array<T> m_all;
  bool m_isTooLarge = false, m_isKept = false;
};

/// What watches a run and keeps its maps.
template <class T>
struct MapKeeper {
  std::map<std::string, MapStack<T>> stacks;     ///< for the arrays
  std::map<std::string, ModelHeads> heads = {};  ///< float32 only

  void take(Index layer, const LayerMaps<T>& maps) {
    for (const auto& [name, array] : maps)
      if (const auto stack = stacks.find(name); stack != stacks.end()) stack->second.take(layer, array);
    if constexpr (std::is_same_v<T, float>)
      for (auto& [name, kept] : heads) kept.take(layer, maps);
  }
};

std::vector<std::string> wantedMaps(const std::vector<std::string>& names,
                                    const std::set<std::string, std::less<>>& unwanted) {
  std::vector<std::string> wanted;
  for (const std::string& name : names)
    if (unwanted.count(name) == 0) wanted.push_back(name);
  return wanted;
}

/// Heads keep the first kind of maps, and all square ones; arrays what heads cannot.
template <class T>
MapKeeper<T> keeperFor(const PreparedModel<T>& model, const std::vector<std::string>& names,
                       [[maybe_unused]] const ModelRunOptions<T>& options, const ModelKeeps& keeps,
                       [[maybe_unused]] int threads) {
  MapKeeper<T> keeper;
  for (const std::string& name : names) {
    const bool leavesSquares = std::is_same_v<T, float> && name == names.front();
    keeper.stacks.emplace(name, MapStack<T>(name, model.run->numLayersOf(name), keeps.memory, leavesSquares));
    if constexpr (std::is_same_v<T, float>)
      keeper.heads.emplace(name, ModelHeads(model.run, name, options, keeps.memory, threads));
  }
  return keeper;
}

/// Bytes of the maps of this name in all layers, as far as its positions tell.
template <class T>
double bytesOfMaps(const ModelRun<T>& run, const std::string& name) {
  const auto positions = double(run.positions(name).size());
  return double(run.numLayers() * run.numHeads()) * positions * positions * sizeof(T);
}

/// Bytes of the states of all layers.
template <class T>
double bytesOfStates(const PreparedModel<T>& model, const std::string& maps) {
  const Index tokens = std::max<Index>(model.run->tokens().size(), std::ssize(model.run->positions(maps)));
  return double(model.sizes.layers + 1) * double(tokens) * double(model.sizes.width) * sizeof(T);
}

/// Row `query` of logits of an alignment (R, C, V), or those of a sequence as they are.
template <class T>
Array<T> logitsOfQuery(const Array<T>& logits) {
  if (logits.rank() != 3) return logits;
  Array<T> first({logits.length(1), logits.length(2)}, Untouched{}, "logits");
  std::copy_n(logits.data(), first.size(), first.data());
  return first;
}

template <class T>
void addPositions(ArrayBundle& bundle, const ModelRun<T>& run, const std::string& maps) {
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  std::vector<std::int64_t> mask(isSpecial.begin(), isSpecial.end());
  std::vector<Index> residues;
  for (std::size_t k = 0; k < isSpecial.size(); ++k)
    if (!isSpecial[k]) residues.push_back(static_cast<Index>(k));
  bundle["special_tokens_mask"] = Array<std::int64_t>({std::ssize(mask)}, mask, "special_tokens_mask");
  if (Array<std::int64_t> tokens = run.tokens(); !tokens.empty()) bundle["token_ids"] = std::move(tokens);
  const auto logits = bundle.find("logits");
  if (logits == bundle.end() || run.vocabulary().empty()) return;
  Array<T> probabilities =
      letterProbabilities(logitsOfQuery(std::get<Array<T>>(logits->second)), run.vocabulary(), residues);
  if (!probabilities.empty()) bundle["probabilities"] = std::move(probabilities);
}

const std::string kResults = "model";  ///< begins the ids of all

Dataset headsDataset(std::shared_ptr<HeadSet> heads, const std::string& name, bool isFirst, bool isOnly) {
  Dataset dataset;
  dataset.id = isFirst ? kResults : kResults + "." + name;
  dataset.title = isOnly ? "" : name;
  dataset.value = std::shared_ptr<const HeadSet>(std::move(heads));
  return dataset;
}

/// What is predicted at every residue, as a profile; nothing when nothing is.
template <class T>
std::vector<Dataset> predictionsOf(const ModelRun<T>& run, const ArrayBundle& bundle, const std::string& maps) {
  const auto found = bundle.find("probabilities");
  if (found == bundle.end()) return {};
  const std::vector<std::string> positions = run.positions(maps);
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  std::string letters;
  for (std::size_t k = 0; k < positions.size(); ++k)
    if (!isSpecial.at(k)) letters += positions[k].size() == 1 ? positions[k][0] : 'X';
  Dataset dataset;
  dataset.id = kResults + ".predicted";
  dataset.title = "predicted letters";
  dataset.value = std::make_shared<const ProfileHmm>(
      predictedProfile(std::get<Array<T>>(found->second), letters, "predicted letters"));
  return {std::move(dataset)};
}

/// What the model's own head for contacts says, as a map of the positions of its heads; nothing where it has none.
template <class T>
std::vector<Dataset> contactsOf(const ModelRun<T>& run, const ArrayBundle& bundle, const std::string& maps,
                                const HeadSet& heads) {
  if (bundle.find("contacts") == bundle.end()) return {};
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  std::vector<Index> residues;
  for (Index k = 0; k < std::ssize(isSpecial); ++k)
    if (!nth(isSpecial, k)) residues.push_back(k);
  Dataset dataset;
  dataset.id = kResults + ".contacts";
  dataset.title = "contacts";
  dataset.value =
      pairMap(heads, residues, numbersOf<float>(bundle, "contacts", NonFinite::allow), "contact probability");
  return {std::move(dataset)};
}

/// What the axes of a result of a model are: of a sequence (L, ...), or of an alignment with one axis more, its rows.
std::vector<std::string> axesOfResult(const std::string& name, size_t rank) {
  const std::string token = "token", width = "channel", residue = "residue";
  static const std::map<std::string, std::vector<std::string>> kAxes = {
      {"hidden", {"after layer", token, width}},
      {"logits", {token, "symbol"}},
      {"probabilities", {residue, "letter"}},
      {"contacts", {residue, "other residue"}},
      {"special_tokens_mask", {token}},
      {"token_ids", {token}},
      {"structure_tokens", {token}},
      {"pair", {token, "other token", "pair channel"}}};
  const auto known = kAxes.find(name);
  std::vector<std::string> axes = known == kAxes.end() ? std::vector<std::string>{token, width} : known->second;
  const bool areMaps = known == kAxes.end() && rank >= 4;
  if (areMaps) axes = {"layer", "head", "query", "key"};
  if (axes.size() + 1 == rank) {
    const auto tokens = std::find(axes.begin(), axes.end(), areMaps ? "query" : token);
    axes.insert(tokens, areMaps ? "column" : "row");
  }
  return axes;
}

void tellOfResults(ArrayBundle& arrays) {
  std::vector<std::string> names;
  for (const auto& [name, array] : arrays) names.push_back(name);
  for (const std::string& name : names) {
    const size_t rank = shapeOf(arrays.at(name)).size();
    if (std::vector<std::string> axes = axesOfResult(name, rank); axes.size() == rank)
      tellOf(arrays, {name, std::move(axes), {}});
  }
}

/// All that is no maps for the eye.
template <class T>
std::shared_ptr<const ArrayBundle> arraysOf(const ModelRun<T>& run, ModelResult<T>& result, MapKeeper<T>& keeper,
                                            const ModelKeeps& keeps, const std::string& maps,
                                            Diagnostics& diagnostics) {
  auto bundle = std::make_shared<ArrayBundle>();
  if (keeps.wantsHidden && !result.states.empty()) (*bundle)["hidden"] = hiddenOf(run, result);
  for (auto& [name, array] : result.outputs) {
    array.name = name;
    (*bundle)[name] = std::move(array);
  }
  for (auto& [name, stack] : keeper.stacks) stack.give(*bundle, diagnostics);
  addPositions(*bundle, run, maps);
  tellOfResults(*bundle);
  return bundle;
}

/// float32: what was kept of the maps. Files of the first kind hold the arrays beside them.
std::shared_ptr<HeadSet> headsOf(const PreparedModel<float>&, const ModelResult<float>& result,
                                 const MapKeeper<float>& keeper, const std::shared_ptr<const ArrayBundle>& bundle,
                                 const std::string& name, bool isFirst) {
  auto heads = keeper.heads.at(name).heads(result.states);
  if (heads && isFirst) heads->beside = bundle;
  return heads;
}

/// float64: maps are in the arrays; heads are made of them.
std::shared_ptr<HeadSet> headsOf(const PreparedModel<double>& model, const ModelResult<double>&,
                                 const MapKeeper<double>&, const std::shared_ptr<const ArrayBundle>& bundle,
                                 const std::string& name, bool) {
  const auto found = bundle->find(name);
  constexpr std::size_t kAxes = 4;
  if (found == bundle->end() || shapeOf(found->second).size() != kAxes) return nullptr;
  auto heads = mapsOf(*bundle, name, {}, "lhqk", model.run->rowsSumToOne());
  if (heads) nameModelPositions(*heads, *model.run, name);
  return heads;
}

/// The model in words, for files.
template <class T>
std::map<std::string, std::string> aboutModel(const PreparedModel<T>& model) {
  return {{"model", model.architecture->title() + ", " + std::to_string(model.sizes.layers) + " layers of " +
                        std::to_string(model.sizes.heads) + " heads, width " + std::to_string(model.sizes.width)},
          {"weights", model.source},
          {"weights_fingerprint", model.weights->fingerprint()},
          {"program", "Headlight " + programVersion()}};
}

/// Tells of the layers up to this one; of what float64 keeps nothing can be seen before the end.
template <class T>
void tellLayers(const PreparedModel<T>& model, const MapKeeper<T>& keeper, const std::string& name, Index layer,
                const ModelKeeps& keeps) {
  const Index layers = model.run->numLayersOf(name);
  if (!keeps.layersSoFar || keeper.heads.empty() || layer + 1 >= layers) return;
  auto heads = keeper.heads.at(name).headsSoFar();
  if (!heads || heads->numLayers != layer + 1) return;  // those that followed did not fit
  heads->arrayName = name;
  heads->about = aboutModel(model);
  const std::string extent =
      (layer == 0 ? "layer 1" : "layers 1 to " + std::to_string(layer + 1)) + " of " + std::to_string(layers);
  Dataset dataset = headsDataset(std::move(heads), name, true, false);
  dataset.title = extent;
  keeps.layersSoFar(std::move(dataset));
}

}  // namespace

template <class T>
std::vector<Dataset> modelResults(const PreparedModel<T>& model, ModelRunOptions<T> options, const ModelKeeps& keeps,
                                  const ModelCall& call) {
  const ModelRun<T>& run = *model.run;
  const std::vector<std::string> names = wantedMaps(run.mapNames(), options.unwanted);
  const auto isLarge = [&](const std::string& name) { return bytesOfMaps(run, name) > double(keeps.memory); };
  const bool fit = !keeps.areStatesBounded || bytesOfStates(model, names.front()) <= double(keeps.memory);
  if (keeps.wantsHidden && !fit)
    call.diagnostics.warn("hidden takes more than ", memoryText(keeps.memory), " and was left out (memory=MiB)");
  options.keepsStates = fit && (keeps.wantsHidden || std::any_of(names.begin(), names.end(), isLarge));
  MapKeeper<T> keeper = keeperFor(model, names, options, keeps, call.where.threads);
  options.layerFinished = [&](Index layer, LayerMaps<T>& maps) {
    keeper.take(layer, maps);
    tellLayers(model, keeper, names.front(), layer, keeps);
  };
  ModelResult<T> result = runModel(run, options, call);
  const auto bundle = arraysOf(run, result, keeper, keeps, names.front(), call.diagnostics);

  std::vector<Dataset> results;
  for (const std::string& name : names) {
    auto heads = headsOf(model, result, keeper, bundle, name, name == names.front());
    if (!heads) continue;
    heads->arrayName = name;
    heads->about = aboutModel(model);
    results.push_back(headsDataset(std::move(heads), name, results.empty(), names.size() == 1));
  }
  if (!results.empty())
    for (Dataset& contacts : contactsOf(run, *bundle, names.front(), *results.front().template as<HeadSet>()))
      results.push_back(std::move(contacts));
  Dataset arrays;
  arrays.id = results.empty() ? kResults : kResults + ".arrays";
  arrays.title = "states and predictions";
  arrays.value = bundle;
  results.push_back(std::move(arrays));
  for (Dataset& predictions : predictionsOf(run, *bundle, names.front())) results.push_back(std::move(predictions));
  return results;
}

HeadAblations parsedAblations(const std::string& text) {
  const std::map<std::string, HeadAblation> kinds{{"", HeadAblation::zero},
                                                  {"zero", HeadAblation::zero},
                                                  {"uniform", HeadAblation::uniform},
                                                  {"mean", HeadAblation::mean}};
  HeadAblations list;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string place = word.substr(0, equals), how = equals == std::string::npos ? "" : word.substr(equals + 1);
    const std::size_t dot = place.find('.');
    Index layer = 0, head = 0;
    const auto number = [](const std::string& digits, Index& value) {
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return error == std::errc{} && end == digits.data() + digits.size() && value >= 1;
    };
    if (dot == std::string::npos || !number(place.substr(0, dot), layer) || !number(place.substr(dot + 1), head) ||
        kinds.count(how) == 0)
      fail("parameter ablate: found \"", word,
           "\", expected LAYER.HEAD from 1, with =zero, =uniform or =mean behind it");
    list[{layer - 1, head - 1}] = kinds.at(how);
  }
  return list;
}

AblationOfHeads ablationOf(const std::string& text) {
  if (text.empty()) return {};
  return [list = parsedAblations(text)](Index layer, std::string_view, Index head) {
    const auto found = list.find({layer, head});
    return found == list.end() ? HeadAblation::none : found->second;
  };
}

template std::vector<Dataset> modelResults(const PreparedModel<float>&, ModelRunOptions<float>, const ModelKeeps&,
                                           const ModelCall&);
template std::vector<Dataset> modelResults(const PreparedModel<double>&, ModelRunOptions<double>, const ModelKeeps&,
                                           const ModelCall&);

}  // namespace engine
