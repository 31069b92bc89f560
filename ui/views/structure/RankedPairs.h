// Contacts that heads see on the chain of a structure: made at once, or in a job where there are many cells.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "engine/heads/contacts/HeadContacts.h"
#include "ui/session/Session.h"
#include "ui/views/structure/StructureHeads.h"

namespace ui {

/// What they depend on. Plain values: a worker may have it.
struct RankedPairsRequest {
  std::shared_ptr<const engine::HeadSet> heads;
  std::vector<engine::Index> chosen;  ///< numbers of the heads whose mean is ranked
  HeadsPlace place;
  engine::ContactAtom atom = engine::ContactAtom::beta;
  double cutoff = 8;  ///< Å
  bool operator==(const RankedPairsRequest& other) const;
};
/// Nothing where the options ask for none, or the heads are on no chain of the structure.
std::optional<RankedPairsRequest> rankedPairsRequest(const engine::DatasetPtr& heads,
                                                     const std::vector<HeadsPlace>& places,
                                                     const StructurePicture& picture, const ChosenHeadsOnShow& chosen);

class RankedPairs : public QObject {
  Q_OBJECT

 public:
  /// `part`: the view that waits for the jobs.
  RankedPairs(Session& session, QObject* part);
  void follow(const std::optional<RankedPairsRequest>& request);
  /// Puts them in place of the lines of a head; says why there are none. Leaves a head without a request as it is.
  void putInto(ShownHead& head) const;

 Q_SIGNALS:
  void arrived();  ///< those of a job

 private:
  void take(std::shared_ptr<const engine::HeadContacts> found);

  Session& m_session;
  std::optional<RankedPairsRequest> m_request;
  std::shared_ptr<const engine::HeadContacts> m_found;  ///< null: on their way, or failed
  QString m_problem;
};

}  // namespace ui
