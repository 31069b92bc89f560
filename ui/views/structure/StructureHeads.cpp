#include "ui/views/structure/StructureHeads.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/views/base/ChoiceLine.h"
#include "ui/views/heads/HeadNames.h"

namespace ui {

using engine::Index;

namespace {

/// Nothing, and a reason, where the head does not fit.
HeadOnStructure fitted(const std::shared_ptr<const engine::AttentionMap>& map, const engine::Dataset& heads,
                       const std::vector<HeadsPlace>& places, const StructurePicture& picture, QString& message) {
  const Index residues = picture.structure.residues().size();
  const engine::Array<float>& weights = map->weights;
  const auto fits = [&weights](Index length) {
    return weights.rank() == 2 && weights.length(0) == length && weights.length(1) == length;
  };
  if (!areUnplacedHeads(heads)) {
    if (fits(residues)) return HeadOnStructure(map);
    const auto* set = heads.as<engine::HeadSet>();
    message = QObject::tr("No bars: the head has %1 × %2 positions, the structure %3 residues")
                  .arg(set->numQueries)
                  .arg(set->numKeys)
                  .arg(residues);
    return {};
  }
  const HeadsPlace* at = placeOn(places, picture.options.headsChain);
  if (at && fits(static_cast<Index>(at->match.match.map.to.size()))) return {*map, at->match, residues};
  message = places.empty() ? whyNoPlace(heads, *picture.structure.dataset()) : QObject::tr("No bars: on which chain?");
  return {};
}

std::vector<AttentionLine> linesOf(const HeadOnStructure& head, const StructurePicture& picture) {
  const PlacedStructure& structure = picture.structure;
  auto lines = head.strongest(kMostPerResidue, picture.options.separation, structure.residues().chains());
  std::erase_if(lines, [&](const AttentionLine& line) {
    return !engine::isSet(structure.alpha(line.i)) || !engine::isSet(structure.alpha(line.j));
  });
  return lines;
}

/// Of several heads the mean of the weights.
std::shared_ptr<const engine::AttentionMap> meanMap(const engine::HeadSet& set, const std::vector<Index>& heads) {
  const auto first = set.map(heads.front() / set.numHeads, heads.front() % set.numHeads);
  if (heads.size() < 2 || !first) return first;
  auto mean = std::make_shared<engine::AttentionMap>();
  mean->weights = engine::Array<float>({set.numQueries, set.numKeys}, 0.0F, "weights");
  engine::Array<float> weights;
  for (const Index one : heads) {
    set.readWeights(one / set.numHeads, one % set.numHeads, weights);
    for (Index k = 0; k < weights.size(); ++k) mean->weights[k] += weights[k] / static_cast<float>(heads.size());
  }
  return mean;
}

void nameHead(ShownHead& shown, const engine::HeadSet& set, const engine::AttentionMap& map,
              const std::vector<Index>& heads) {
  const QString label = QString::fromStdString(map.label);
  shown.unit = QString::fromStdString(set.unit);
  if (heads.size() > 1) {
    for (const Index one : heads)
      shown.several.push_back({static_cast<int>(one / set.numHeads), static_cast<int>(one % set.numHeads)});
    shown.label = QObject::tr("Mean of %1 heads").arg(heads.size());
    constexpr size_t kMostNamed = 8;
    QStringList names;
    for (const ChosenHead& one : shown.several) names << QStringLiteral("%1·%2").arg(one.layer + 1).arg(one.head + 1);
    if (heads.size() <= kMostNamed) shown.label += QStringLiteral(" (%1)").arg(names.join(QStringLiteral(", ")));
  } else if (!set.areHeads) {
    shown.label = shown.quantity = label;
  } else {
    const Index layer = heads.front() / set.numHeads, head = heads.front() % set.numHeads;
    shown.label = headName(set, layer, head);
    if (!label.isEmpty()) shown.label += QStringLiteral(": ") + label;
  }
}

}  // namespace

bool matchesSomehow(const engine::Dataset& heads, const engine::Dataset& structure) {
  const auto* set = heads.as<engine::HeadSet>();
  const auto matches = [&](EndTokens ends) {
    return !matchesOn(heads, structure, endTokens(ends, set->numQueries)).empty();
  };
  return set && (matches(EndTokens::none) ||
                 (set->queryLetters.empty() && (matches(EndTokens::both) || matches(EndTokens::first))));
}

bool goesWithStructure(const engine::Dataset& dataset) {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

engine::DatasetPtr structureOf(const engine::Dataset& dataset, const Document& document) {
  if (!dataset.axes.empty() && !areUnplacedHeads(dataset)) {
    const engine::DatasetPtr axis = document.find(dataset.axes[0]);
    return axis && axis->as<engine::Structure>() ? axis : nullptr;
  }
  for (const engine::DatasetPtr& structure : document.datasets())
    if (matchesSomehow(dataset, *structure)) return structure;
  return nullptr;
}

bool isForStructureView(const engine::Dataset& dataset, const Document& document) {
  return dataset.kind() == engine::DatasetKind::structure ||
         (goesWithStructure(dataset) && structureOf(dataset, document));
}

std::vector<HeadsPlace> placesFor(const engine::Dataset& heads, const engine::DatasetPtr& structure, EndTokens ends) {
  const auto* set = heads.as<engine::HeadSet>();
  return set && structure ? placesOn(heads, structure, endTokens(ends, set->numQueries)) : std::vector<HeadsPlace>{};
}

const HeadsPlace* placeOn(const std::vector<HeadsPlace>& places, const std::string& chain) {
  const auto found = std::find_if(places.begin(), places.end(),
                                  [&chain](const HeadsPlace& place) { return place.chain().id == chain; });
  return chain.empty() || found == places.end() ? nullptr : &*found;
}

void askForChain(ChoiceLine& line, const engine::Dataset& heads, const std::vector<HeadsPlace>& places,
                 const std::function<void(const std::string& chain)>& chosen) {
  QStringList chains;
  for (const HeadsPlace& place : places) chains << QString::fromStdString(place.chain().id);
  line.ask(QObject::tr("Several chains of %1 match %2. On which one?")
               .arg(QString::fromStdString(places.front().structure->title), QString::fromStdString(heads.title)),
           chains, [chosen, chains](int k) { chosen(chains[k].toStdString()); });
}

std::optional<Index> residueOfHead(const Position& position, const engine::DatasetPtr& heads,
                                   const HeadsPlace* place) {
  if (!place || heads->id != position.dataset) return std::nullopt;
  const Index residue = place->match.match.map.partner(position.index);
  return residue < 0 ? -1 : place->match.firstResidue + residue;
}

ChosenHeadsOnShow headsOnShow(Session& session) {
  const SelectionModel& selection = session.selection();
  return {{selection.layer(), selection.head()}, ChosenHeads::of(session).heads()};
}

std::vector<Index> numbersIn(const engine::HeadSet& set, const ChosenHeadsOnShow& chosen) {
  std::vector<Index> numbers;
  for (const ChosenHead& one : chosen.heads())
    if (one.layer >= 0 && one.layer < set.numLayers && one.head >= 0 && one.head < set.numHeads)
      numbers.push_back(one.layer * set.numHeads + one.head);
  if (numbers.empty() && !set.areHeads && set.count() > 0) numbers = {0};
  return numbers;
}

ShownHead shownHead(const engine::DatasetPtr& heads, const std::vector<HeadsPlace>& places,
                    const StructurePicture& picture, const ChosenHeadsOnShow& chosen) {
  ShownHead shown;
  shown.layer = chosen.one.layer;
  shown.head = chosen.one.head;
  if (const HeadsPlace* at = placeOn(places, picture.options.headsChain)) shown.place = placeText(*at);
  const auto* set = heads ? heads->as<engine::HeadSet>() : nullptr;
  if (!set) return shown;
  const std::vector<Index> all = numbersIn(*set, chosen);
  if (all.empty()) return shown;
  try {
    const auto map = meanMap(*set, all);
    shown.weights = fitted(map, *heads, places, picture, shown.message);
    if (shown.weights.isEmpty()) return shown;
    nameHead(shown, *set, *map, all);
  } catch (const engine::Error& error) {
    shown.message = QString::fromUtf8(error.what());
    return shown;
  }
  shown.lines = linesOf(shown.weights, picture);
  return shown;
}

StructureOptions suitedTo(const engine::Dataset& heads, StructureOptions options, const engine::DatasetPtr& structure,
                          const Document& document) {
  constexpr int kFewBars = 50;  // as many as can be told apart
  const auto* set = heads.as<engine::HeadSet>();
  const bool areColumns = set && set->areColumns();
  options.mostBars = areColumns ? kFewBars : 0;
  options.areFramesShown = options.areFramesShown && !areColumns;
  if (areColumns) options.barPairs = BarPairs::strongestKeys;
  if (set && !set->areHeads && !areColumns) options.barPairs = BarPairs::bestPairs;
  for (const engine::DatasetPtr& table : document.datasets()) {
    if (!tellsContactsOn(*table, structure) || heads.id != table->provenance.request.inputs.front()) continue;
    const engine::ContactSource& source = *table->as<engine::HeadTable>()->contacts;
    options.barPairs = BarPairs::bestPairs;
    options.contactAtom = source.atom;
    options.contactCutoff = source.cutoff;
  }
  options.areFramesShown = options.areFramesShown && options.barPairs == BarPairs::strongestKeys;
  return options;
}

bool isContactMapOn(const engine::Dataset& map, const engine::DatasetPtr& structure) {
  const auto* set = map.as<engine::HeadSet>();
  const std::vector<std::string>& inputs = map.provenance.request.inputs;
  return set && !set->areHeads && !set->areColumns() && structure &&
         std::find(inputs.begin(), inputs.end(), structure->id.text()) != inputs.end();
}

bool tellsContactsOn(const engine::Dataset& table, const engine::DatasetPtr& structure) {
  const auto* told = table.as<engine::HeadTable>();
  const std::vector<std::string>& inputs = table.provenance.request.inputs;
  return told && told->contacts && inputs.size() > 1 && structure && structure->id == inputs[1];
}

StructureOptions admissible(StructureOptions wanted, const StructureOptions& before, const engine::DatasetPtr& shown,
                            const std::vector<HeadsPlace>& places) {
  if (shown && wanted.superposed == shown->id) wanted.superposed.clear();
  if (!placeOn(places, wanted.headsChain)) wanted.headsChain = before.headsChain;
  return clamped(std::move(wanted));
}

}  // namespace ui
