// Links between datasets through their sequences, alignment columns and profile alignment paths.
#include "engine/links/Links.h"

#include <algorithm>
#include <bitset>
#include <deque>
#include <tuple>

namespace engine {

namespace {

/// A stretch of residues of a dataset with the position that each stands at.
struct Part {
  std::string name;
  std::vector<ResidueCode> codes;
  std::vector<Index> positions;
};

std::vector<Index> consecutive(Index first, Index count) {
  std::vector<Index> positions(static_cast<size_t>(count));
  for (Index k = 0; k < count; ++k) positions[static_cast<size_t>(k)] = first + k;
  return positions;
}

/// Residues among letters; other characters keep their position but are left out.
Part partOfLetters(const std::string& name, const std::string& letters) {
  Part part{name, {}, {}};
  for (size_t k = 0; k < letters.size(); ++k) {
    const ResidueCode code = alphabet::codeOf(letters[k]);
    if (code == alphabet::kInvalid || !alphabet::isResidue(code)) continue;
    part.codes.push_back(alphabet::upper(code));
    part.positions.push_back(static_cast<Index>(k));
  }
  return part;
}

std::vector<Part> partsOfStructure(const Structure& structure) {
  std::vector<Part> parts;
  Index first = 0;
  for (const Chain& chain : structure.chains) {
    const Index length = static_cast<Index>(chain.residues.size());
    parts.push_back({structure.name, chainCodes(chain), consecutive(first, length)});
    first += length;
  }
  return parts;
}

/// The residues of everything but alignments.
std::vector<Part> partsOf(const Dataset& dataset) {
  if (const auto* structure = dataset.as<Structure>()) return partsOfStructure(*structure);
  if (const auto* profile = dataset.as<ProfileHmm>()) return {partOfLetters(profile->name, profile->masterLetters)};
  if (const auto* set = dataset.as<SequenceSet>()) {
    if (set->sequences.empty()) return {};
    return {partOfLetters(set->sequences[0].name, set->sequences[0].letters())};
  }
  if (!dataset.axes.empty()) return {};
  if (const auto* heads = dataset.as<HeadSet>()) {
    const bool isSquare = heads->numQueries == heads->numKeys;
    if (!isSquare || static_cast<Index>(heads->queryLetters.size()) != heads->numQueries) return {};
    return {partOfLetters(dataset.title, heads->queryLetters)};
  }
  if (const auto* geometry = dataset.as<ChainGeometry>())
    if (const Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr)
      return {
          {geometry->structure->name, chainCodes(*chain), consecutive(0, static_cast<Index>(chain->residues.size()))}};
  return {};
}

constexpr size_t kNumWords = 32 * 32 * 32;

/// Words of three known residues as numbers.
std::bitset<kNumWords> wordsOf(const std::vector<ResidueCode>& codes) {
  std::bitset<kNumWords> words;
  for (size_t k = 0; k + 2 < codes.size(); ++k) {
    int word = 0;
    bool isKnown = true;
    for (size_t offset = 0; offset < 3; ++offset) {
      const ResidueCode code = alphabet::standard(codes[k + offset]);
      isKnown = isKnown && code < alphabet::kNumResidues;
      word = word * 32 + code;
    }
    if (isKnown) words.set(static_cast<size_t>(word));
  }
  return words;
}

/// Cheap and on the safe side: two sequences that agree in nine of ten residues share most of their words, unrelated
/// ones a few per cent. Saves the quadratic alignment for nearly all unrelated pairs.
bool mayBeSame(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  if (std::min(a.size(), b.size()) < 20) return true;
  const auto wordsA = wordsOf(a), wordsB = wordsOf(b);
  return 10 * (wordsA & wordsB).count() >= 3 * std::min(wordsA.count(), wordsB.count());
}

/// Enough pairs to call two sequences one: 90 % of the shorter one, and, so that a few letters do not match everything,
/// 20 residues or half of the longer one.
bool areEnough(Index numPairs, size_t lengthA, size_t lengthB) {
  const Index shorter = static_cast<Index>(std::min(lengthA, lengthB));
  const Index longer = static_cast<Index>(std::max(lengthA, lengthB));
  return numPairs > 0 && 10 * numPairs >= 9 * shorter && (numPairs >= 20 || 2 * numPairs >= longer);
}

/// Longest comparison that is made while a dataset is added: some tenths of a second.
constexpr size_t kMaxCells = size_t{1} << 26;

std::optional<ResidueMap> sameSequence(const std::vector<ResidueCode>& a, const std::vector<ResidueCode>& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  if (a == b) return ResidueMap::identity(static_cast<Index>(a.size()));
  if (a.size() > kMaxCells / b.size() || !mayBeSame(a, b)) return std::nullopt;
  ResidueMap map = mapSameSequence(a, b);
  if (!areEnough(map.numPairs(), a.size(), b.size())) return std::nullopt;
  return map;
}

/// Partners of A that are taken at most once, collected part by part.
class PartnerTable {
 public:
  PartnerTable(Index sizeA, Index sizeB)
      : m_to(static_cast<size_t>(sizeA), -1), m_from(static_cast<size_t>(sizeB), -1) {}

  void link(Index a, Index b) {
    if (a < 0 || b < 0 || a >= static_cast<Index>(m_to.size()) || b >= static_cast<Index>(m_from.size())) return;
    Index& to = m_to[static_cast<size_t>(a)];
    Index& from = m_from[static_cast<size_t>(b)];
    if (to >= 0 || from >= 0) return;
    to = b;
    from = a;
  }
  std::optional<ResidueMap> map() const {
    const bool isLinked = std::any_of(m_to.begin(), m_to.end(), [](Index b) { return b >= 0; });
    return isLinked ? std::optional<ResidueMap>({m_to, m_from}) : std::nullopt;
  }

 private:
  std::vector<Index> m_to, m_from;
};

/// Links residue k of part a with residue map[k] of part b.
void linkParts(PartnerTable& table, const std::vector<Index>& a, const ResidueMap& map, const std::vector<Index>& b) {
  for (size_t k = 0; k < a.size(); ++k) {
    const Index partner = map.partner(static_cast<Index>(k));
    if (partner >= 0) table.link(a[k], b[static_cast<size_t>(partner)]);
  }
}

std::optional<ResidueMap> linkBySequence(const Dataset& a, const Dataset& b) {
  PartnerTable table(numPositions(a), numPositions(b));
  const std::vector<Part> partsB = partsOf(b);
  std::vector<bool> isTaken(partsB.size(), false);
  for (const Part& part : partsOf(a))
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

std::optional<ResidueMap> linkToAlignment(const Dataset& a, const Alignment& alignment) {
  PartnerTable table(numPositions(a), alignment.numColumns);
  for (const Part& part : partsOf(a)) {
    if (part.codes.empty() || part.codes.size() > kMaxCells / static_cast<size_t>(alignment.numColumns + 1)) continue;
    const Index row = findRowOfSequence(alignment, part.codes, part.name);
    if (row < 0) continue;
    const auto map = sameSequence(part.codes, alignment.ungapped(row).codes);
    if (map) linkParts(table, part.positions, *map, alignment.columnOfResidue(row));
  }
  return table.map();
}

/// The columns that a profile was made from; nothing when it was made from another alignment.
std::optional<ResidueMap> linkByColumns(const Dataset& profile, const Dataset& alignment) {
  const std::vector<std::string>& inputs = profile.provenance.request.inputs;
  if (std::find(inputs.begin(), inputs.end(), alignment.id) == inputs.end()) return std::nullopt;
  const std::vector<Index>& columns = profile.as<ProfileHmm>()->alignmentColumn;
  PartnerTable table(numPositions(profile), numPositions(alignment));
  for (size_t k = 0; k < columns.size(); ++k) table.link(static_cast<Index>(k), columns[k]);
  return table.map();
}

/// A chain's geometry and the structure it was computed from, whatever other chains look like.
std::optional<ResidueMap> linkChain(const Dataset& a, const Dataset& b) {
  const auto* geometry = a.as<ChainGeometry>();
  const auto* structure = b.as<Structure>();
  if (!geometry || !structure || geometry->structure.get() != structure || !a.axes.empty()) return std::nullopt;
  PartnerTable table(numPositions(a), numPositions(b));
  Index first = 0;
  for (const Chain& chain : structure->chains) {
    const Index length = static_cast<Index>(chain.residues.size());
    if (chain.id == geometry->chain)
      for (Index k = 0; k < length; ++k) table.link(k, first + k);
    first += length;
  }
  return table.map();
}

/// linkBetween for one order of the two.
std::optional<ResidueMap> linkForward(const Dataset& a, const Dataset& b) {
  if (const auto map = linkChain(a, b)) return map;
  const auto* alignment = b.as<Alignment>();
  if (!alignment || a.as<Alignment>()) return std::nullopt;
  if (a.as<ProfileHmm>())
    if (const auto map = linkByColumns(a, b)) return map;
  return linkToAlignment(a, *alignment);
}

/// Cells of a band for each residue of two versions of one sequence that differ in one residue of ten.
constexpr double kCellsPerResidue = 256;
/// Rows of an alignment that findRowOfSequence() aligns.
constexpr double kMostRowsAligned = 8;

/// Two alignments never are, nor is what has no positions of its own.
bool mayBeLinked(const Dataset& a, const Dataset& b) {
  return numPositions(a) > 0 && numPositions(b) > 0 && !(a.as<Alignment>() && b.as<Alignment>());
}

std::vector<Index> firstCopies(const Structure& structure) {
  const std::vector<Part> parts = partsOfStructure(structure);
  std::vector<Index> first = consecutive(0, structure.numResidues());
  for (size_t later = 1; later < parts.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const auto map = sameSequence(parts[later].codes, parts[earlier].codes);
      if (!map) continue;
      for (size_t k = 0; k < parts[later].positions.size(); ++k)
        if (const Index partner = map->partner(static_cast<Index>(k)); partner >= 0)
          first[static_cast<size_t>(parts[later].positions[k])] =
              parts[earlier].positions[static_cast<size_t>(partner)];
      break;
    }
  return first;
}

}  // namespace

Index numPositions(const Dataset& dataset) {
  if (const auto* structure = dataset.as<Structure>()) return structure->numResidues();
  if (const auto* alignment = dataset.as<Alignment>()) return alignment->numColumns;
  if (const auto* profile = dataset.as<ProfileHmm>()) return profile->length();
  if (const auto* set = dataset.as<SequenceSet>()) return set->sequences.empty() ? 0 : set->sequences[0].length();
  if (!dataset.axes.empty()) return 0;
  if (const auto* heads = dataset.as<HeadSet>()) return heads->numQueries == heads->numKeys ? heads->numQueries : 0;
  if (const auto* geometry = dataset.as<ChainGeometry>()) return geometry->geometry.backbone.length();
  return 0;
}

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
  if (a.as<Alignment>() || b.as<Alignment>()) return std::nullopt;
  return linkBySequence(a, b);
}

ResidueMap linkByPath(const ProfileAlignment& alignment) {
  const Index numQuery = alignment.query ? alignment.query->length() : 0;
  const Index numTemplate = alignment.templ ? alignment.templ->length() : 0;
  std::vector<Index> partners(static_cast<size_t>(numQuery), -1);
  if (alignment.paths.empty()) return ResidueMap::fromPartners(std::move(partners), numTemplate);
  for (const PathStep& step : alignment.paths.front().steps) {
    if (step.state != PairState::MM && step.state != PairState::M) continue;
    if (step.i >= 0 && step.i < numQuery) partners[static_cast<size_t>(step.i)] = step.j;
  }
  return ResidueMap::fromPartners(std::move(partners), numTemplate);
}

double LinkPair::cost() const {
  if (a == b) {  // each chain with all before it
    const double length = static_cast<double>(numPositions(*a));
    return std::min(length * length,
                    kCellsPerResidue * length * static_cast<double>(a->as<Structure>()->chains.size()));
  }
  const auto *alignmentA = a->as<Alignment>(), *alignmentB = b->as<Alignment>();
  const double lengthA = static_cast<double>(numPositions(*a)), lengthB = static_cast<double>(numPositions(*b));
  const double cells = std::min(lengthA * lengthB, kCellsPerResidue * (lengthA + lengthB));
  if (!alignmentA && !alignmentB) return cells;
  const double numRows = static_cast<double>((alignmentA ? alignmentA : alignmentB)->numRows());
  return kMostRowsAligned * cells + numRows * (alignmentA ? lengthA : lengthB);
}

LinkFound compare(const LinkPair& pair) {
  if (pair.a == pair.b) return {pair, {}, firstCopies(*pair.a->as<Structure>())};
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
  if (const auto* structure = dataset->as<Structure>(); structure && structure->chains.size() > 1)
    pairs.push_back({dataset, dataset});
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
  for (const DatasetPtr& candidate : m_datasets) {
    const auto* alignment = candidate->as<ProfileAlignment>();
    if (!alignment || candidate->axes.size() != 2) continue;
    const bool concerns =
        candidate == dataset || candidate->axes[0] == dataset->id || candidate->axes[1] == dataset->id;
    const bool isKnown = std::any_of(m_edges.begin(), m_edges.end(),
                                     [&candidate](const Edge& edge) { return edge.owner == candidate->id; });
    if (concerns && !isKnown)
      m_edges.push_back({candidate->axes[0], candidate->axes[1], linkByPath(*alignment), candidate->id});
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
  while (!waiting.empty()) {
    const auto [id, index] = waiting.front();
    waiting.pop_front();
    for (const Edge& edge : m_edges) {
      if (edge.from != id && edge.to != id) continue;
      if (paths == Paths::without && !edge.owner.empty()) continue;
      const bool isForward = edge.from == id;
      const DatasetId next = isForward ? edge.to : edge.from;
      if (std::find(visited.begin(), visited.end(), next) != visited.end()) continue;
      const std::vector<Index>& partners = isForward ? edge.map.to : edge.map.from;
      const Index partner = index < static_cast<Index>(partners.size()) ? partners[static_cast<size_t>(index)] : -1;
      const Dataset* dataset = partner < 0 ? nullptr : find(next);
      if (!dataset || partner >= numPositions(*dataset)) continue;
      if (isWanted(*dataset)) return std::pair(next, partner);
      visited.push_back(next);
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
    if (copies.structure == from) first = copies.first[static_cast<size_t>(position)];
  for (const Paths paths : {Paths::without, Paths::with}) {
    if (const auto found = search(from, position, isWanted, paths)) return found;
    if (first == position) continue;
    if (const auto found = search(from, first, isWanted, paths)) return found;
  }
  return std::nullopt;
}

}  // namespace engine
