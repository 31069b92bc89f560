// Operation "compare-heads": two heads side by side, or which head of a second set is like which of the first.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FactText.h"
#include "engine/heads/HeadComparison.h"
#include "engine/links/Links.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

/// Two sets, and which of their residues are the same.
struct ComparedSets {
  const Dataset &first, &second;
  MapResidues residues, others;  ///< as many of each, the k-th with the k-th
  ResidueMap link;               ///< positions of the first to positions of the second
  bool isSameSequence = true;

  const HeadSet& heads() const { return *first.as<HeadSet>(); }
  const HeadSet& otherHeads() const { return *second.as<HeadSet>(); }
};

/// With positions of its own, whatever it is about.
Dataset unplaced(const Dataset& heads) {
  Dataset copy = heads;
  copy.axes.clear();
  return copy;
}

/// By the rows of an alignment, else as versions of one sequence. Throws Error.
ResidueMap linkThrough(const ComparedSets& sets, const Dataset* alignment) {
  const Dataset a = unplaced(sets.first), b = unplaced(sets.second);
  if (!alignment) {
    const auto map = linkBetween(a, b);
    if (!map)
      fail(sets.first.title, " and ", sets.second.title,
           ": found two sequences, expected an alignment with both of them as well");
    return *map;
  }
  const auto toColumns = [&](const Dataset& heads) {
    const auto map = linkBetween(heads, *alignment);
    if (!map) fail(alignment->title, ": found no row with the sequence of ", heads.title);
    return *map;
  };
  return toColumns(a).then(toColumns(b).inverse());
}

/// The residues that have a partner.
void cutToLinked(ComparedSets& sets) {
  MapResidues own, others;
  for (size_t k = 0; k < sets.residues.queries.size(); ++k) {
    const Index position = sets.residues.queries[k], partner = sets.link.partner(position);
    if (partner < 0) continue;
    own.queries.push_back(position);
    others.queries.push_back(partner);
    if (k < sets.residues.queryLetters.size()) own.queryLetters += sets.residues.queryLetters[k];
  }
  if (static_cast<Index>(own.queries.size()) < kLeastLinked)
    fail("comparing ", sets.first.title, " and ", sets.second.title, ": found ", own.queries.size(),
         " residues that both have, expected at least ", kLeastLinked);
  own.keys = own.queries;
  own.keyLetters = own.queryLetters;
  others.keys = others.queries;
  sets.residues = std::move(own);
  sets.others = std::move(others);
}

ComparedSets matchedSets(const Dataset& first, const Dataset& second, const Dataset* alignment) {
  ComparedSets sets{first, second, residuesOf(*first.as<HeadSet>()), residuesOf(*second.as<HeadSet>()), {}};
  const MapResidues &a = sets.residues, &b = sets.others;
  const auto areAlike = [](const std::string& x, const std::string& y) { return x.empty() || y.empty() || x == y; };
  const bool areSame = a.queries.size() == b.queries.size() && a.keys.size() == b.keys.size() &&
                       areAlike(a.queryLetters, b.queryLetters) && areAlike(a.keyLetters, b.keyLetters);
  if (areSame) return sets;
  if (!a.isSquare() || !b.isSquare())
    fail("comparing ", first.title, " and ", second.title, ": found maps of ", a.queries.size(), " x ", a.keys.size(),
         " and of ", b.queries.size(), " x ", b.keys.size(), " residues, expected the same or square ones");
  sets.isSameSequence = false;
  sets.link = linkThrough(sets, alignment);
  cutToLinked(sets);
  return sets;
}

struct HeadPlace {
  Index layer = 0, head = 0;
};

/// "2.5", counted from 1. Throws Error.
HeadPlace placeOf(const std::string& text, const char* key, const HeadSet* heads) {
  HeadPlace place;
  const size_t dot = text.find('.');
  const auto number = [&](std::string_view digits, Index& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() && value >= 1;
  };
  if (dot == std::string::npos || !number(std::string_view(text).substr(0, dot), place.layer) ||
      !number(std::string_view(text).substr(dot + 1), place.head))
    fail("parameter ", key, ": found \"", text, "\", expected LAYER.HEAD, counted from 1");
  if (heads && (place.layer > heads->numLayers || place.head > heads->numHeads))
    fail("parameter ", key, ": found ", text, ", expected one of ", heads->numLayers, " layers of ", heads->numHeads,
         " heads");
  return {place.layer - 1, place.head - 1};
}

std::shared_ptr<const AttentionMap> mapOf(Array<float> values, const std::string& label) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = std::move(values);
  map->isStochastic = false;
  map->label = label;
  return map;
}

Array<float> weightsOf(const HeadSet& heads, HeadPlace place) {
  const auto map = heads.map(place.layer, place.head);
  if (!map) fail("layer ", place.layer + 1, ", head ", place.head + 1, ": the map is not there yet");
  return map->weights;
}

class CompareHeads : public Operation {
 public:
  std::string id() const override { return "compare-heads"; }
  std::string title() const override { return "Compare heads"; }
  std::string help() const override {
    return "Of two heads: correlation, Jensen-Shannon divergence row by row, and the map of their difference. Of two "
           "sets of heads, as two models or two sequences give them: which head of the second is most like each head "
           "of the first. Residues of the same sequence are matched one by one, special tokens left out; those of two "
           "sequences through an alignment that has both, of which ten or more must be shared; what part of the weight "
           "is on them is told.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "m_ij = (p_ij + q_ij) / 2\n"
           "JS_i = Σ_j (p_ij log2(p_ij / m_ij) + q_ij log2(q_ij / m_ij)) / 2";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"attention", "heads", {DatasetKind::heads}},
            {"second", "heads to compare them with", {DatasetKind::heads}, true, "the same heads"},
            {"alignment",
             "rows with both sequences, where these differ",
             {DatasetKind::alignment, DatasetKind::sequences},
             true}};
  }
  std::vector<Parameter> parameters() const override {
    return {textParameter("head", "Head", "of the first set, LAYER.HEAD from 1 (2.5); empty: all"),
            textParameter("other", "Other head", "of the second set; empty: the one most like the head"),
            choiceParameter("pairing", "Pairs of heads",
                            "nearest: the head most like it, several may have the same; one-to-one: each head of the "
                            "second set is taken once, with the largest sum of r",
                            {"nearest", "one-to-one"})};
  }
  void checkParameters(const ParameterValues& values) const override {
    for (const char* key : {"head", "other"})
      if (!values.text(key).empty()) placeOf(values.text(key), key, nullptr);
    if (values.text("head").empty() && !values.text("other").empty())
      fail("parameter other: found ", values.text("other"), " and no parameter head");
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto given = [&](size_t k) { return inputs.size() > k ? inputs[k].get() : nullptr; };
    const Dataset& second = given(1) ? *given(1) : *inputs[0];
    const ComparedSets sets = matchedSets(*inputs[0], second, given(2));
    const std::string &head = values.text("head"), &other = values.text("other");
    if (!head.empty() && !other.empty())
      return comparedHeads(sets, placeOf(head, "head", &sets.heads()), placeOf(other, "other", &sets.otherHeads()));
    HeadPairing pairing = pairedHeads(sets.heads(), sets.residues, sets.otherHeads(), sets.others,
                                      values.text("pairing") == "one-to-one", compute.threads, progress);
    if (!given(1)) withoutItself(pairing, sets, values.text("pairing") == "one-to-one");
    warnOfLittle(pairing, diagnostics);
    if (head.empty()) return {pairs(sets, pairing)};
    const HeadPlace place = placeOf(head, "head", &sets.heads());
    const Index partner = nth(pairing.partner, place.layer * sets.heads().numHeads + place.head);
    if (partner < 0) fail(inputs[0]->title, ", head ", head, ": found no other head, expected one to compare it with");
    return comparedHeads(sets, place, {partner / sets.otherHeads().numHeads, partner % sets.otherHeads().numHeads});
  }

 private:
  /// Of one set with itself: the head most like each among the others.
  static void withoutItself(HeadPairing& pairing, const ComparedSets& sets, bool isOneToOne) {
    if (isOneToOne) fail("parameter pairing: found one-to-one and one set of heads, expected a second set");
    const HeadSet& heads = sets.heads();
    HeadMap a, b;
    for (Index k = 0; k < heads.count(); ++k) {
      Index nearest = -1;
      for (Index other = 0; other < heads.count(); ++other)
        if (other != k && (nearest < 0 || pairing.distance(k, other) < pairing.distance(k, nearest))) nearest = other;
      nth(pairing.partner, k) = nearest;
      nth(pairing.divergence, k) = std::nan("");
      if (nearest < 0) continue;
      a.read(heads, sets.residues, k / heads.numHeads, k % heads.numHeads);
      b.read(heads, sets.residues, nearest / heads.numHeads, nearest % heads.numHeads);
      if (a.hasNegative() || b.hasNegative()) continue;
      nth(pairing.divergence, k) = meanDivergence(rowDivergences(a, b)).value_or(std::nan(""));
      nth(pairing.keptOfSecond, k) = 1 - b.specialMass();
    }
  }

  static void warnOfLittle(const HeadPairing& pairing, Diagnostics& diagnostics) {
    constexpr double kLittle = 0.4;
    const auto isLittle = [](double kept) { return kept < kLittle; };
    const auto few = std::count_if(pairing.keptOfFirst.begin(), pairing.keptOfFirst.end(), isLittle);
    if (few > 0)
      diagnostics.warn(few, " of ", pairing.keptOfFirst.size(), " heads have less than ", percent(kLittle),
                       " of their weight on the residues that are compared");
  }

  /// An array head_NAME (layers, H) for each number of a pair.
  static Dataset pairs(const ComparedSets& sets, const HeadPairing& pairing) {
    const HeadSet &heads = sets.heads(), &others = sets.otherHeads();
    const Shape shape{heads.numLayers, heads.numHeads};
    ArrayBundle arrays;
    const auto add = [&](const std::string& name, auto value) {
      Array<double> numbers(shape, std::nan(""), "head_" + name);
      for (Index k = 0; k < heads.count(); ++k)
        if (nth(pairing.partner, k) >= 0) numbers[k] = static_cast<double>(value(k));
      arrays["head_" + name] = std::move(numbers);
    };
    std::vector<double> r;
    add("r", [&](Index k) {
      r.push_back(1 - pairing.distance(k, nth(pairing.partner, k)));
      return r.back();
    });
    add("Jensen-Shannon divergence (bits)", [&](Index k) { return nth(pairing.divergence, k); });
    add("layer of the most alike", [&](Index k) { return nth(pairing.partner, k) / others.numHeads + 1; });
    add("most alike in that layer", [&](Index k) { return nth(pairing.partner, k) % others.numHeads + 1; });
    add("weight compared", [&](Index k) { return nth(pairing.keptOfFirst, k); });
    add("weight compared of the other", [&](Index k) { return nth(pairing.keptOfSecond, k); });
    arrays["distance"] = pairing.distance;
    std::sort(r.begin(), r.end());
    Dataset result;
    const bool isOne = &sets.first == &sets.second;
    result.title = sets.first.title + (isOne ? ", heads most alike" : " and " + sets.second.title);
    if (!r.empty()) result.title += ": median r " + fixed(r[r.size() / 2], 2);
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return result;
  }

  static std::vector<Dataset> comparedHeads(const ComparedSets& sets, HeadPlace a, HeadPlace b) {
    const Array<float> first = weightsOf(sets.heads(), a), second = weightsOf(sets.otherHeads(), b);
    const Array<float> own = mapAt(first, sets.residues.queries, sets.residues.keys);
    const Array<float> other = mapAt(second, sets.others.queries, sets.others.keys);
    HeadComparison found = sets.isSameSequence ? comparedMaps(own, other) : comparedMaps(first, second, sets.link);
    if (sets.isSameSequence) takeKept(found, sets, a, b);
    const auto name = [](HeadPlace place) {
      return std::to_string(place.layer + 1) + "." + std::to_string(place.head + 1);
    };
    const bool isOne = &sets.first == &sets.second;
    const std::string nameA = name(a), nameB = name(b);
    Dataset maps;
    maps.title = "heads " + nameA + " and " + nameB + ", r " + fixed(found.correlation, 2) +
                 (found.divergence ? ", Jensen-Shannon divergence " + fixed(*found.divergence, 3) + " bits" : "") +
                 " (" + percent(found.keptOfFirst) + " and " + percent(found.keptOfSecond) +
                 " of the weight): " + sets.first.title + (isOne ? "" : "; " + sets.second.title);
    auto set = std::make_shared<HeadSet>();
    set->numQueries = own.length(0);
    set->numKeys = own.length(1);
    Array<float> difference = own;
    for (Index k = 0; k < difference.size(); ++k) difference[k] -= other[k];
    set->maps = {mapOf(std::move(difference), "difference"), mapOf(own, "A " + nameA), mapOf(other, "B " + nameB)};
    set->numHeads = static_cast<Index>(set->maps.size());
    set->queryLetters = sets.residues.queryLetters;
    set->keyLetters = sets.residues.keyLetters;
    set->areHeads = false;
    maps.value = std::shared_ptr<const HeadSet>(set);
    std::vector<Dataset> results{std::move(maps)};
    results.push_back(rowsOf(sets, found, *set, results.front().title));
    return results;
  }

  static void takeKept(HeadComparison& found, const ComparedSets& sets, HeadPlace a, HeadPlace b) {
    HeadMap map;
    map.read(sets.heads(), sets.residues, a.layer, a.head);
    found.keptOfFirst = 1 - map.specialMass();
    map.read(sets.otherHeads(), sets.others, b.layer, b.head);
    found.keptOfSecond = 1 - map.specialMass();
  }

  /// The divergence along the rows; with the maps and numbers, so that a file of arrays holds everything.
  static Dataset rowsOf(const ComparedSets& sets, const HeadComparison& found, const HeadSet& maps,
                        const std::string& title) {
    const auto count = static_cast<Index>(found.rowDivergence.size());
    ArrayBundle arrays = headArrays(maps);
    const auto numbersOfRows = [&](const HeadSet& heads, const MapResidues& residues) {
      const std::vector<Index> all = residuesOf(heads).queries;  // ascending
      Array<double> numbers({count}, 0.0);
      for (Index k = 0; k < count; ++k)
        numbers[k] = double(std::lower_bound(all.begin(), all.end(), nth(residues.queries, k)) - all.begin() + 1);
      return numbers;
    };
    arrays["axis_residue"] = numbersOfRows(sets.heads(), sets.residues);
    arrays["residue_of_second"] = numbersOfRows(sets.otherHeads(), sets.others);
    arrays["curve_Jensen-Shannon divergence"] = Array<double>({count}, found.rowDivergence);
    arrays["quantity_Jensen-Shannon divergence (bits)"] = Array<double>({0}, std::vector<double>{});
    arrays["r"] = Array<double>({1}, found.correlation);
    arrays["divergence"] = Array<double>({1}, found.divergence.value_or(std::nan("")));
    arrays["kept"] = Array<double>({2}, std::vector<double>{found.keptOfFirst, found.keptOfSecond});
    Dataset rows;
    rows.id = ".curves";
    rows.title = title + ", by row";
    rows.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return rows;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCompareHeads() { return std::make_unique<CompareHeads>(); }

}  // namespace engine
