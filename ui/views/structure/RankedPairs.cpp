#include "ui/views/structure/RankedPairs.h"

#include <algorithm>
#include <utility>

#include "engine/base/Error.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Cells of all chosen heads that are gone through at once, some 50 ms; more is a job.
constexpr Index kAtOnce = Index{1} << 20;

/// With the ends that the user has named, as they are special tokens.
std::shared_ptr<const engine::HeadSet> withEnds(const std::shared_ptr<const engine::HeadSet>& heads, EndTokens ends) {
  if (ends == EndTokens::none || !heads->queryTokens.empty()) return heads;
  auto named = std::make_shared<engine::HeadSet>(*heads);
  named->queryTokens = named->keyTokens = endTokens(ends, heads->numQueries);
  return named;
}

engine::HeadContacts contactsOf(const RankedPairsRequest& request, engine::Progress& progress) {
  engine::ContactSource source;
  source.atom = request.atom;
  source.cutoff = request.cutoff;
  return engine::headContacts(*request.heads, request.chosen, request.place.chain(), request.place.match.match.map,
                              source, progress);
}

}  // namespace

bool RankedPairsRequest::operator==(const RankedPairsRequest& other) const {
  return heads == other.heads && chosen == other.chosen && place.structure == other.place.structure &&
         place.match.chain == other.place.match.chain && atom == other.atom && cutoff == other.cutoff;
}

namespace {

/// Of heads that were computed here on a structure of one chain: position by position.
std::optional<HeadsPlace> ownPlace(const engine::Dataset& heads, const engine::DatasetPtr& structure) {
  if (areUnplacedHeads(heads) || !structure) return std::nullopt;
  const auto& chains = structure->as<engine::Structure>()->chains;
  const auto length = heads.as<engine::HeadSet>()->numQueries;
  if (chains.size() != 1 || std::ssize(chains.front().residues) != length) return std::nullopt;
  HeadsPlace place{structure, {}};
  place.match.match.map = engine::ResidueMap::identity(length);
  place.match.match.numResidues = length;
  return place;
}

}  // namespace

std::optional<RankedPairsRequest> rankedPairsRequest(const engine::DatasetPtr& heads,
                                                     const std::vector<HeadsPlace>& places,
                                                     const StructurePicture& picture,
                                                     const ChosenHeadsOnShow& chosen) {
  const StructureOptions& options = picture.options;
  const auto set = heads ? heads->share<engine::HeadSet>() : nullptr;
  if (options.barPairs != BarPairs::bestPairs || !set || set->numQueries != set->numKeys) return std::nullopt;
  const HeadsPlace* const matched = placeOn(places, options.headsChain);
  const std::optional<HeadsPlace> place = matched ? *matched : ownPlace(*heads, picture.structure.dataset());
  if (!place) return std::nullopt;
  const std::vector<Index> numbers = numbersIn(*set, chosen);
  if (numbers.empty()) return std::nullopt;
  return RankedPairsRequest{withEnds(set, options.headsEnds), numbers, *place, options.contactAtom,
                            options.contactCutoff};
}

RankedPairs::RankedPairs(Session& session, QObject* part) : QObject(part), m_session(session) {}

void RankedPairs::follow(const std::optional<RankedPairsRequest>& request) {
  if (request == m_request) return;
  m_request = request;
  m_found = nullptr;
  m_problem.clear();
  if (!request) return;
  const Index cells = std::ssize(request->chosen) * request->heads->numQueries * request->heads->numKeys;
  if (cells <= kAtOnce && request->heads->isInMemory()) {
    try {
      engine::Progress none;
      m_found = std::make_shared<const engine::HeadContacts>(contactsOf(*request, none));
    } catch (const engine::Error& error) {
      m_problem = QString::fromUtf8(error.what());
    }
    return;
  }
  const auto work = [wanted = *request](engine::Progress& progress) {
    return std::make_shared<const engine::HeadContacts>(contactsOf(wanted, progress));
  };
  Job* const job = runJob(m_session.jobs(), this, tr("Pairs that heads score highest"), QStringLiteral("ranked pairs"),
                          work, [](RankedPairs& self, std::shared_ptr<const engine::HeadContacts> found) {
                            self.take(std::move(found));
                          });
  waitFor(parent(), job, ViewWaiting::For::addition);
}

void RankedPairs::take(std::shared_ptr<const engine::HeadContacts> found) {
  m_found = std::move(found);
  Q_EMIT arrived();
}

void RankedPairs::putInto(ShownHead& head) const {
  if (!m_request || head.weights.isEmpty()) return;
  head.lines.clear();
  head.areRanked = true;
  if (!m_problem.isEmpty()) head.message = m_problem;
  if (!m_found) return;
  head.contacts = ShownContacts{m_found->known, m_found->background};
  const engine::StructureMatch& match = m_request->place.match;
  const auto residueOf = [&](Index position) { return match.firstResidue + match.match.map.partner(position); };
  for (const engine::ScoredPair& pair : m_found->pairs)
    head.lines.push_back({residueOf(pair.i), residueOf(pair.j), pair.score, static_cast<int>(head.lines.size()),
                          pair.touches});
  std::reverse(head.lines.begin(), head.lines.end());
}

}  // namespace ui
