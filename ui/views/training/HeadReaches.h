// What every single head reaches by itself, beside the mean of all of them: made in the background, now and then while
// heads are still learned.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "ui/session/JobQueue.h"
#include "ui/views/training/TrainingShown.h"

namespace ui {

/// Of one map of pairs.
struct HeadReach {
  double top = 0, topFifth = 0;  ///< shares of the L and L/5 strongest pairs that touch; 0 without a structure
  engine::GroupShare group;      ///< of the L strongest
  double peaked = 0;             ///< share of rows with a weight above 0.5
};

struct ReachOfHeads {
  std::vector<HeadReach> heads;
  HeadReach mean;  ///< of the mean of all maps
};

/// Throws Error when a head cannot be read; Cancelled.
ReachOfHeads reachOfHeads(const engine::HeadSet& heads, const engine::TrainingCourse& course,
                          engine::Progress& progress);

class HeadReaches : public QObject {
  Q_OBJECT

 public:
  explicit HeadReaches(QObject* parent);
  /// Null: nothing is wanted. What is there stays until the new one is. A job that runs is not given up for newer heads,
  /// which wait, so that there is something to see while heads change all the time; it takes a tenth of a core at most.
  void want(JobQueue& jobs, std::shared_ptr<const engine::HeadSet> heads,
            std::shared_ptr<const engine::TrainingCourse> course);
  /// Makes at once what was wanted, for pictures without a window.
  void finish();
  const std::shared_ptr<const ReachOfHeads>& found() const { return m_found; }

 Q_SIGNALS:
  void arrived();

 private:
  void start();

  JobQueue* m_jobs = nullptr;
  std::shared_ptr<const engine::HeadSet> m_heads, m_done;
  std::shared_ptr<const engine::TrainingCourse> m_course;
  std::shared_ptr<const ReachOfHeads> m_found;
  bool m_isRunning = false;
  QTimer m_pause;  ///< active while the last job is too near
};

}  // namespace ui
