// Links between datasets through their residues, their origins and the paths between their axes.
#include "engine/links/Links.h"

#include <algorithm>
#include <deque>
#include <tuple>

#include "engine/base/Nth.h"
#include "engine/datasets/Kind.h"
#include "engine/structure/Structure.h"

namespace engine {

namespace {

std::vector<Residues> partsOf(const Dataset& dataset) { return kindOf(dataset).parts(dataset); }
Index numRows(const Dataset& dataset) { return kindOf(dataset).numRows(dataset); }

/// Links residue k of part a with residue map[k] of part b.
void linkParts(PartnerTable& table, const std::vector<Index>& a, const ResidueMap& map, const std::vector<Index>& b) {
  for (size_t k = 0; k < a.size(); ++k) {
    const Index partner = map.partner(static_cast<Index>(k));
    if (partner >= 0) table.link(a[k], nth(b, partner));
  }
}

std::optional<ResidueMap> linkBySequence(const Dataset& a, const Dataset& b) {
  PartnerTable table(numPositions(a), numPositions(b));
  const std::vector<Residues> partsB = partsOf(b);
  std::vector<bool> isTaken(partsB.size(), false);
  for (const Residues& part : partsOf(a))
    for (size_t k = 0; k < partsB.size(); ++k) {
      if (isTaken[k]) continue;
      const auto map = sameSequence(part.codes, partsB[k].codes);
      if (!map) continue;
      linkParts(table, part.positions, *map, partsB[k].positions);
      isTaken[k] = true;
      break;
    }
  return table.map();
}

/// Looks for each part of a among the rows of b.
std::optional<ResidueMap> linkToRows(const Dataset& a, const Dataset& b) {
  PartnerTable table(numPositions(a), numPositions(b));
  for (const Residues& part : partsOf(a)) {
    const std::vector<Index> places = kindOf(b).place(b, part);
    for (size_t k = 0; k < places.size(); ++k) table.link(part.positions[k], places[k]);
  }
  return table.map();
}

/// linkBetween for one order of the two.
std::optional<ResidueMap> linkForward(const Dataset& a, const Dataset& b) {
  if (const auto map = kindOf(a).mapToOrigin(a, b)) return map;
  return numRows(b) > 0 && numRows(a) == 0 ? linkToRows(a, b) : std::nullopt;
}

/// Partners of a dataset's own positions among themselves, each the partner of its partner: of one whose axes are its
/// own positions, those of the second behind those of the first.
std::optional<ResidueMap> mapWithin(const Dataset& dataset) {
  const auto between = dataset.axes.empty() ? kindOf(dataset).mapBetweenAxes(dataset) : std::nullopt;
  if (!between) return std::nullopt;
  const auto first = static_cast<Index>(between->to.size());
  std::vector<Index> partners;
  for (const Index partner : between->to) partners.push_back(partner < 0 ? -1 : first + partner);
  partners.insert(partners.end(), between->from.begin(), between->from.end());
  return ResidueMap{partners, partners};
}

/// Cells of a band for each residue of two versions of one sequence that differ in one residue of ten.
constexpr double kCellsPerResidue = 256;
/// Rows of an alignment that findRowOfSequence() aligns.
constexpr double kMostRowsAligned = 8;

/// Two with rows (alignments) never are, nor is what has no positions of its own.
bool mayBeLinked(const Dataset& a, const Dataset& b) {
  return numPositions(a) > 0 && numPositions(b) > 0 && !(numRows(a) > 0 && numRows(b) > 0);
}

std::vector<Index> firstCopies(const Dataset& dataset) {
  const std::vector<Residues> parts = partsOf(dataset);
  std::vector<Index> first = consecutive(0, numPositions(dataset));
  for (size_t later = 1; later < parts.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const auto map = sameSequence(parts[later].codes, parts[earlier].codes);
      if (!map) continue;
      for (size_t k = 0; k < parts[later].positions.size(); ++k)
        if (const Index partner = map->partner(static_cast<Index>(k)); partner >= 0)
          nth(first, parts[later].positions[k]) =
              nth(parts[earlier].positions, partner);
      break;
    }
  return first;
}

}  // namespace

Index numPositions(const Dataset& dataset) { return kindOf(dataset).numPositions(dataset); }

std::vector<DatasetId> axesOfChain(const Dataset& structure, const std::string& chain) {
  const auto* value = structure.as<Structure>();
  if (!value || value->chains.empty()) return {};
  for (const Chain& candidate : value->chains) {
    if (chain.empty() || candidate.id == chain) return {structure.id};
    if (!candidate.residues.empty()) break;
  }
  return {};
}

std::optional<ResidueMap> linkBetween(const Dataset& a, const Dataset& b) {
  if (!a.id.empty() && a.id == b.id) return ResidueMap::identity(numPositions(a));
  if (const auto map = linkForward(a, b)) return map;
  if (const auto map = linkForward(b, a)) return map->inverse();
  return linkBySequence(a, b);
}

double LinkPair::cost() const {
  if (a == b) {  // each chain with all before it
    const double length = static_cast<double>(numPositions(*a));
    return std::min(length * length,
                    kCellsPerResidue * length * static_cast<double>(partsOf(*a).size()));
  }
  const Index rowsA = numRows(*a), rowsB = numRows(*b);
  const double lengthA = static_cast<double>(numPositions(*a)), lengthB = static_cast<double>(numPositions(*b));
  const double cells = std::min(lengthA * lengthB, kCellsPerResidue * (lengthA + lengthB));
  if (rowsA == 0 && rowsB == 0) return cells;
  return kMostRowsAligned * cells + static_cast<double>(rowsA) * lengthA + static_cast<double>(rowsB) * lengthB;
}

LinkFound compare(const LinkPair& pair) {
  if (pair.a == pair.b) return {pair, {}, firstCopies(*pair.a)};
  return {pair, linkBetween(*pair.a, *pair.b), {}};
}

void LinkGraph::add(DatasetPtr dataset, std::size_t place) {
  std::vector<LinkFound> found;
  for (const LinkPair& pair : insert(std::move(dataset), place)) found.push_back(compare(pair));
  take(std::move(found));
}

std::vector<LinkPair> LinkGraph::insert(DatasetPtr dataset, std::size_t place) {
  if (!dataset) return {};
  remove(dataset->id);
  std::vector<LinkPair> pairs;
  for (const DatasetPtr& other : m_datasets)
    if (mayBeLinked(*other, *dataset)) pairs.push_back({other, dataset});
  if (partsOf(*dataset).size() > 1) pairs.push_back({dataset, dataset});
  m_datasets.insert(m_datasets.begin() + static_cast<std::ptrdiff_t>(std::min(place, m_datasets.size())), dataset);
  addPaths(dataset);
  sortEdges();
  return pairs;
}

bool LinkGraph::holds(const DatasetPtr& dataset) const {
  return std::find(m_datasets.begin(), m_datasets.end(), dataset) != m_datasets.end();
}

void LinkGraph::take(std::vector<LinkFound> found) {
  for (LinkFound& link : found) {
    const auto& [a, b] = link.pair;
    if (!holds(a) || !holds(b)) continue;
    if (link.map) m_edges.push_back({a->id, b->id, std::move(*link.map), {}});
    if (!link.copies.empty()) m_copies.push_back({a->id, std::move(link.copies)});
  }
  sortEdges();
}

void LinkGraph::addPaths(const DatasetPtr& dataset) {
  if (auto map = mapWithin(*dataset)) m_edges.push_back({dataset->id, dataset->id, std::move(*map), dataset->id});
  for (const DatasetPtr& candidate : m_datasets) {
    if (candidate->axes.size() != 2) continue;
    const bool concerns =
        candidate == dataset || candidate->axes[0] == dataset->id || candidate->axes[1] == dataset->id;
    const bool isKnown = std::any_of(m_edges.begin(), m_edges.end(),
                                     [&candidate](const Edge& edge) { return edge.owner == candidate->id; });
    if (!concerns || isKnown) continue;
    if (auto map = kindOf(*candidate).mapBetweenAxes(*candidate))
      m_edges.push_back({candidate->axes[0], candidate->axes[1], std::move(*map), candidate->id});
  }
}

std::size_t LinkGraph::placeOf(DatasetId id) const {
  const auto found = std::find_if(m_datasets.begin(), m_datasets.end(),
                                  [id](const DatasetPtr& dataset) { return dataset->id == id; });
  return static_cast<std::size_t>(found - m_datasets.begin());
}

void LinkGraph::sortEdges() {
  const auto key = [this](const Edge& edge) {
    const auto [first, second] = std::minmax({placeOf(edge.from), placeOf(edge.to)});
    return std::tuple(!edge.owner.empty(), first, second, placeOf(edge.owner));
  };
  std::stable_sort(m_edges.begin(), m_edges.end(), [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
}

void LinkGraph::remove(DatasetId id) {
  std::erase_if(m_datasets, [id](const DatasetPtr& dataset) { return dataset->id == id; });
  std::erase_if(m_edges, [id](const Edge& edge) { return edge.from == id || edge.to == id || edge.owner == id; });
  std::erase_if(m_copies, [id](const Copies& copies) { return copies.structure == id; });
}

const Dataset* LinkGraph::find(DatasetId id) const {
  for (const DatasetPtr& dataset : m_datasets)
    if (dataset->id == id) return dataset.get();
  return nullptr;
}

LinkGraph::Found LinkGraph::search(DatasetId from, Index position, const IsWanted& isWanted, Paths paths) const {
  std::deque<std::pair<DatasetId, Index>> waiting{{from, position}};
  std::vector<DatasetId> visited{from};
  std::vector<DatasetId> crossed;  // from one of their own axes to the other
  while (!waiting.empty()) {
    const auto [id, index] = waiting.front();
    waiting.pop_front();
    for (const Edge& edge : m_edges) {
      if (edge.from != id && edge.to != id) continue;
      if (paths == Paths::without && !edge.owner.empty()) continue;
      const bool isForward = edge.from == id, isWithin = edge.from == edge.to;
      const DatasetId next = isForward ? edge.to : edge.from;
      std::vector<DatasetId>& done = isWithin ? crossed : visited;
      if (std::find(done.begin(), done.end(), next) != done.end()) continue;
      const std::vector<Index>& partners = isForward ? edge.map.to : edge.map.from;
      const Index partner = index < static_cast<Index>(partners.size()) ? nth(partners, index) : -1;
      const Dataset* dataset = partner < 0 ? nullptr : find(next);
      if (!dataset || partner >= numPositions(*dataset)) continue;
      if (!isWithin && isWanted(*dataset)) return std::pair(next, partner);
      done.push_back(next);
      waiting.emplace_back(next, partner);
    }
  }
  return std::nullopt;
}

std::optional<Index> LinkGraph::translate(DatasetId from, Index position, DatasetId to) const {
  const Dataset* source = find(from);
  if (!source || !find(to) || position < 0 || position >= numPositions(*source)) return std::nullopt;
  if (from == to) return position;
  const Found found = nearest(from, position, [to](const Dataset& dataset) { return dataset.id == to; });
  return found ? std::optional(found->second) : std::nullopt;
}

LinkGraph::Found LinkGraph::nearest(DatasetId from, Index position, const IsWanted& isWanted) const {
  const Dataset* source = find(from);
  if (!source || position < 0 || position >= numPositions(*source)) return std::nullopt;
  Index first = position;
  for (const Copies& copies : m_copies)
    if (copies.structure == from) first = nth(copies.first, position);
  for (const Paths paths : {Paths::without, Paths::with}) {
    if (const auto found = search(from, position, isWanted, paths)) return found;
    if (first == position) continue;
    if (const auto found = search(from, first, isWanted, paths)) return found;
  }
  return std::nullopt;
}

}  // namespace engine
