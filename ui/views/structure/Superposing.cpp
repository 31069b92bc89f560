#include "ui/views/structure/Superposing.h"

#include <algorithm>

#include "engine/alignment/GlobalAlignment.h"
#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr Index kFewestPairs = 3, kMostTranslated = 5000;

std::optional<engine::Superposition> laidOn(const std::vector<Vector3>& fixed, const std::vector<Vector3>& moving,
                                            const std::vector<Index>& partners) {
  std::vector<Vector3> to, from;
  for (size_t k = 0; k < std::min(fixed.size(), partners.size()); ++k) {
    if (partners[k] < 0 || partners[k] >= static_cast<Index>(moving.size())) continue;
    to.push_back(fixed[k]);
    from.push_back(engine::nth(moving, partners[k]));
  }
  return engine::superpose(from, to);
}

/// What a job says about two structures.
struct Laid {
  std::optional<engine::Superposition> superposition;
  Pairing pairing = Pairing::alignment;
  std::vector<Fold> folds;  ///< of the second
};

/// `linked`: partners by links, one per residue or none at all.
Laid laidOn(const engine::Structure& first, const engine::Structure& second, const std::vector<Index>& linked) {
  const auto isLinked = [](Index partner) { return partner >= 0; };
  const bool isByAlignment = std::count_if(linked.begin(), linked.end(), isLinked) >= kFewestPairs;
  const auto partners = isByAlignment ? linked : partnersBySequence(first, second);
  return {laidOn(alphaPositions(first), alphaPositions(second), partners),
          isByAlignment ? Pairing::alignment : Pairing::sequence, computedFolds(second)};
}

}  // namespace

std::vector<Index> partnersBySequence(const engine::Structure& a, const engine::Structure& b) {
  std::vector<Index> partners;
  std::vector<bool> isTaken(b.chains.size(), false);
  for (const engine::Chain& chain : a.chains) {
    const auto codes = engine::chainCodes(chain);
    engine::ResidueMap best;
    Index mostEqual = -1, bestFirst = 0, first = 0;
    size_t bestChain = 0;
    for (size_t other = 0; other < b.chains.size(); ++other) {
      const auto otherCodes = engine::chainCodes(b.chains[other]);
      if (!isTaken[other]) {
        engine::ResidueMap map = engine::alignSequences(codes, otherCodes);
        Index equal = 0;
        for (size_t k = 0; k < codes.size(); ++k)
          equal += map.to[k] >= 0 && codes[k] == engine::nth(otherCodes, map.to[k]);
        if (equal > mostEqual) {
          mostEqual = equal;
          best = std::move(map);
          bestFirst = first;
          bestChain = other;
        }
      }
      first += static_cast<Index>(otherCodes.size());
    }
    for (size_t k = 0; k < codes.size(); ++k)
      partners.push_back(mostEqual >= 0 && best.to[k] >= 0 ? bestFirst + best.to[k] : -1);
    if (mostEqual >= 0) isTaken[bestChain] = true;
  }
  return partners;
}

Superposing::Superposing(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  connect(&session.document(), &Document::added, this, [this](const engine::DatasetPtr& dataset) {
    if (!m_laid && dataset->id == m_id) start();
  });
  connect(&session.document(), &Document::linked, this, [this] {
    if (m_pairing == Pairing::alignment) start();
  });
}

void Superposing::lay(const PlacedStructure& structure, const std::string& id, Pairing pairing) {
  const auto idOf = [](const PlacedStructure& of) { return of.dataset() ? of.dataset()->id : engine::DatasetId(); };
  const bool isOther = idOf(m_structure) != idOf(structure) || m_id != id;
  m_structure = structure;
  m_id = id;
  m_pairing = pairing;
  if (isOther && m_laid) {
    m_laid.reset();
    Q_EMIT changed();
  }
  start();
}

void Superposing::start() {
  const engine::DatasetPtr other = m_id.empty() ? nullptr : m_session.document().find(m_id);
  if (!m_structure.structure() || !other || !other->as<engine::Structure>()) return;
  std::vector<Index> linked;
  const Index residues = m_structure.residues().size();
  if (m_pairing == Pairing::alignment && residues <= kMostTranslated)
    for (Index residue = 0; residue < residues; ++residue)
      linked.push_back(m_session.document().translate(m_structure.dataset()->id, residue, other->id).value_or(-1));
  const auto second = other->share<engine::Structure>();
  Job* job = runJob(
      m_session.jobs(), this, tr("Superposition of %1").arg(QString::fromStdString(other->title)),
      QStringLiteral("superposition"),
      [first = m_structure.structure(), second, linked](engine::Progress&) { return laidOn(*first, *second, linked); },
      [first = m_structure.structure(), second, other](Superposing& self, const Laid& laid) {
        if (self.m_structure.structure() != first || self.m_id != other->id) return;
        if (!laid.superposition)
          return self.m_session.report(
              MessageKind::warning,
              tr("%1 cannot be laid on the structure: no residues pair up").arg(QString::fromStdString(other->title)));
        self.m_laid = LaidStructure{other, second, laid.folds, *laid.superposition, laid.pairing};
        Q_EMIT self.changed();
      });
  waitFor(this, job);
}

}  // namespace ui
