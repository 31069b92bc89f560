// Lays a second structure on the first.
#pragma once

#include <QObject>

#include "ui/session/Session.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// Partner in b of every residue of a, or -1; chain by chain: of the chains of b not yet taken the one with most equal
/// pairs.
std::vector<engine::Index> partnersBySequence(const engine::Structure& a, const engine::Structure& b);

/// Computes the motion in a job: when the second structure comes, and again when more links are known.
class Superposing : public QObject {
  Q_OBJECT

 public:
  Superposing(Session& session, QObject* parent);
  /// Lays the structure `id` on `structure`; no id: none. What was laid on another one before is gone.
  void lay(const PlacedStructure& structure, const std::string& id, Pairing pairing);
  const std::optional<LaidStructure>& laid() const { return m_laid; }

 Q_SIGNALS:
  void changed();

 private:
  void start();

  Session& m_session;
  PlacedStructure m_structure;
  std::string m_id;
  Pairing m_pairing = Pairing::alignment;
  std::optional<LaidStructure> m_laid;
};

}  // namespace ui
