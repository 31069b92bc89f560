// An alignment aligned again while its knobs are moved: one job at a time, the newest knobs next.
#pragma once

#include <QObject>
#include <memory>

#include "engine/hmm/pair/LiveAlignment.h"
#include "engine/operations/AlignmentKnobs.h"
#include "ui/session/Session.h"

namespace ui {

class DpLive : public QObject {
  Q_OBJECT

 public:
  DpLive(Session& session, QObject* parent);

  /// Back to the dataset as it is. Null: none. What throws leaves the one before.
  void setDataset(engine::DatasetPtr dataset);
  /// Five pair states with their profiles: others cannot be aligned again.
  bool isPossible() const { return m_aligner != nullptr; }
  /// Both profiles carry secondary structure that can be compared.
  bool hasStructure() const { return m_hasStructure; }
  const engine::AlignmentKnobs& standard() const { return m_standard; }  ///< as the dataset was made
  const engine::AlignmentKnobs& knobs() const { return m_knobs; }
  /// The standard values drop the result; others start a job, or wait for the one under way. A job is never cancelled
  /// by a newer value, so that pictures keep coming while a slider moves; the last value always gets its turn. Values
  /// are clamped to what "align" accepts.
  void setKnobs(engine::AlignmentKnobs knobs);
  /// As the alignment was made, but for what was looked for beside the best path.
  void reset();
  /// Turns the knob that makes sums and posteriors.
  void needSums();
  /// Turns the knobs that look for alternatives and co-optimal paths, unless they are turned.
  void needAlternatives();
  /// What to ask for to get what is shown as a dataset of its own. Throws engine::Error when the dataset does not come
  /// from "align".
  engine::Request request() const { return engine::requestWith(*m_dataset, m_knobs); }
  /// Null while the dataset itself is what there is to see.
  const std::shared_ptr<const engine::ProfileAlignment>& result() const { return m_result; }
  bool isBusy() const { return m_isBusy; }
  /// Results so far.
  int numUpdates() const { return m_numUpdates; }

 Q_SIGNALS:
  void updated();

 private:
  void start();
  void take(const std::shared_ptr<const engine::ProfileAlignment>& result);

  Session& m_session;
  engine::DatasetPtr m_dataset;
  std::shared_ptr<engine::LiveAlignment> m_aligner;  ///< a cancelled job may still use it
  std::shared_ptr<const engine::ProfileAlignment> m_result;
  engine::AlignmentKnobs m_standard, m_knobs;
  bool m_hasStructure = false, m_isBusy = false, m_isOutdated = false;
  int m_numUpdates = 0;
};

}  // namespace ui
