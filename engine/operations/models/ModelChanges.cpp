#include "engine/operations/models/ModelChanges.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/attention/HeadSet.h"
#include "engine/base/Nth.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/models/LetterPredictions.h"

namespace engine {

namespace {

constexpr Index kCellsAtOnce = Index{1} << 22;  ///< of all maps, which need not be made on demand

class ChangeOfMaps : public HeadSource {
 public:
  ChangeOfMaps(std::shared_ptr<const HeadSet> after, std::shared_ptr<const HeadSet> before)
      : m_after(std::move(after)), m_before(std::move(before)) {}

  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const override {
    const auto after = m_after->map(layer, head), before = m_before->map(layer, head);
    Array<float> change = after->weights;
    std::transform(change.begin(), change.end(), before->weights.begin(), change.begin(), std::minus<>());
    return mapOfQuantity(std::move(change));
  }
  PooledMap pooled(Index layer, Index head, Index block) const override {
    return pooledMap(map(layer, head)->weights, block);
  }

 private:
  std::shared_ptr<const HeadSet> m_after, m_before;
};

/// Maps that are measured, not attended by; as many as `maps`, one layer.
std::shared_ptr<HeadSet> quantities(std::vector<std::shared_ptr<const AttentionMap>> maps) {
  auto set = std::make_shared<HeadSet>();
  set->areHeads = false;
  set->numQueries = maps.front()->weights.length(0);
  set->numKeys = maps.front()->weights.length(1);
  set->numHeads = std::ssize(maps);
  set->maps = std::move(maps);
  return set;
}

std::shared_ptr<const HeadSet> changeOfHeads(std::shared_ptr<const HeadSet> after,
                                             std::shared_ptr<const HeadSet> before) {
  if (after->numQueries != before->numQueries || after->numKeys != before->numKeys)
    fail("mutations: the model makes ", after->numQueries, " positions of the sequence, and ", before->numQueries,
         " without them; expected as many");
  auto set = std::make_shared<HeadSet>();
  set->numLayers = after->numLayers;
  set->numHeads = after->numHeads;
  set->numQueries = after->numQueries;
  set->numKeys = after->numKeys;
  set->queryLetters = after->queryLetters;
  set->keyLetters = after->keyLetters;
  set->queryTokens = after->queryTokens;
  set->keyTokens = after->keyTokens;
  set->queryUnit = after->queryUnit;
  set->keyUnit = after->keyUnit;
  set->areHeads = false;
  set->arrayName = "change_of_" + after->arrayName;
  set->about = after->about;
  const bool isSmall = after->isInMemory() && before->isInMemory() &&
                       after->count() * after->numQueries * after->numKeys <= kCellsAtOnce;
  auto source = std::make_shared<const ChangeOfMaps>(std::move(after), std::move(before));
  for (Index k = 0; isSmall && k < set->numLayers * set->numHeads; ++k)
    set->maps.push_back(source->map(k / set->numHeads, k % set->numHeads));
  if (!isSmall) set->source = std::move(source);
  return set;
}

const Dataset* find(const std::vector<Dataset>& results, const std::string& id) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Dataset& d) { return d.id.text() == id; });
  return found == results.end() ? nullptr : &*found;
}

/// Of both, the array of this name that stands beside the heads; empty where one has none.
struct Pair {
  Array<double> after, before;
  bool isThere() const { return !after.empty() && after.shape() == before.shape(); }
};
Array<double> arrayOf(const std::vector<Dataset>& results, const char* name) {
  for (const Dataset& result : results)
    if (const auto* arrays = result.as<ArrayBundle>(); arrays && arrays->count(name) != 0)
      return numbersOf<double>(*arrays, name);
  return {};
}
Pair pairOf(const std::vector<Dataset>& after, const std::vector<Dataset>& before, const char* name) {
  return {arrayOf(after, name), arrayOf(before, name)};
}

/// (20, L) out of (L, 20).
std::shared_ptr<HeadSet> changeOfLetters(const Pair& probabilities, const std::string& residues) {
  const Index L = probabilities.after.length(0), K = probabilities.after.length(1);
  Array<float> change({K, L}, Untouched{}, "change"), ratio({K, L}, Untouched{}, "ratio");
  for (Index i = 0; i < L; ++i)
    for (Index a = 0; a < K; ++a) {
      // A probability that float32 rounds to 0 is no more than the least that it can hold.
      const auto logarithm = [](double p) { return std::log2(std::max(p, double(std::numeric_limits<float>::min()))); };
      const double after = probabilities.after(i, a), before = probabilities.before(i, a);
      change(a, i) = static_cast<float>(after - before);
      ratio(a, i) = static_cast<float>(logarithm(after) - logarithm(before));
    }
  auto set = quantities({mapOfQuantity(std::move(change), "change of probability"),
                         mapOfQuantity(std::move(ratio), "log2 of the ratio")});
  for (const char letter : kPredictedLetters) set->queryTokens.emplace_back(1, letter);
  set->queryLetters = kPredictedLetters;
  set->queryUnit = "letter";
  set->keyLetters = residues;
  set->keyUnit = "position";
  return set;
}

std::shared_ptr<HeadSet> changeOfContacts(const Pair& contacts, const std::string& residues) {
  Array<float> change(contacts.after.shape(), Untouched{}, "change");
  for (Index k = 0; k < change.size(); ++k) change[k] = static_cast<float>(contacts.after[k] - contacts.before[k]);
  auto set = quantities({mapOfQuantity(std::move(change), "change of contact probability")});
  set->queryLetters = set->keyLetters = residues;
  return set;
}

Dataset datasetOf(const std::string& id, const std::string& title, std::shared_ptr<const HeadSet> maps,
                  std::vector<DatasetId> axes) {
  Dataset dataset;
  dataset.id = id;
  dataset.title = title;
  dataset.value = std::move(maps);
  dataset.axes = std::move(axes);
  return dataset;
}

}  // namespace

std::shared_ptr<const AttentionMap> mapOfQuantity(Array<float> values, const char* label) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = std::move(values);
  map->isStochastic = false;
  map->label = label;
  return map;
}

std::vector<Dataset> modelChanges(const std::vector<Dataset>& after, const std::vector<Dataset>& before) {
  std::vector<Dataset> changes;
  const std::string whole = after.front().id;
  for (const Dataset& result : after) {
    const Dataset* const other = find(before, result.id);
    const auto heads = result.share<HeadSet>(), untouched = other ? other->share<HeadSet>() : nullptr;
    if (!heads || !untouched || !heads->areHeads) continue;  // contacts are told of below
    const bool isFirst = result.id.text() == whole;
    changes.push_back(datasetOf(whole + ".change" + (isFirst ? "" : "_" + heads->arrayName),
                                "change of " + (isFirst ? "heads" : heads->arrayName), changeOfHeads(heads, untouched),
                                {}));
  }
  const Dataset* const predicted = find(after, whole + ".predicted");
  if (!predicted) return changes;
  const std::string residues = predicted->as<ProfileHmm>()->masterLetters;
  const std::string letters = whole + ".change_letters";
  if (const Pair probabilities = pairOf(after, before, "probabilities"); probabilities.isThere())
    changes.push_back(
        datasetOf(letters, "change of letters", changeOfLetters(probabilities, residues), {letters, predicted->id}));
  if (const Pair contacts = pairOf(after, before, "contacts"); contacts.isThere())
    changes.push_back(datasetOf(whole + ".change_contacts", "change of contacts", changeOfContacts(contacts, residues),
                                {predicted->id}));
  return changes;
}

}  // namespace engine
