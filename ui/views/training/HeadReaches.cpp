#include "ui/views/training/HeadReaches.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/training/HeadMeans.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kPauseFactor = 9;

HeadReach reachOf(const ShownPairs& pairs, const engine::TrainingCourse& course) {
  return {pairs.top[0], pairs.topFifth[0], groupShareOf(course, pairs.strongest, course.length())};
}

double peakedShare(const engine::Array<float>& weights) {
  constexpr float kPeak = 0.5F;
  Index peaked = 0;
  const Index rows = weights.length(0), keys = weights.length(1);
  for (Index i = 0; i < rows; ++i) {
    const float* row = weights.data() + i * keys;
    peaked += *std::max_element(row, row + keys) > kPeak ? 1 : 0;
  }
  return rows > 0 ? double(peaked) / double(rows) : 0;
}

}  // namespace

ReachOfHeads reachOfHeads(const engine::HeadSet& heads, const engine::TrainingCourse& course,
                          engine::Progress& progress) {
  ReachOfHeads found;
  engine::Array<float> weights;
  for (Index head = 0; head < heads.count(); ++head) {
    progress.update(double(head) / double(heads.count() + 1), "head " + std::to_string(head + 1));
    found.heads.push_back(reachOf(ShownPairs({}, scoresOfHeads(heads, head, 1), course.touches), course));
    heads.readWeights(head / heads.numHeads, head % heads.numHeads, weights);
    found.heads.back().peaked = peakedShare(weights);
  }
  found.mean = reachOf(ShownPairs({}, scoresOfHeads(heads, 0, heads.count()), course.touches), course);
  return found;
}

HeadReaches::HeadReaches(QObject* parent) : QObject(parent) {
  m_pause.setSingleShot(true);
  connect(&m_pause, &QTimer::timeout, this, &HeadReaches::start);
}

void HeadReaches::want(JobQueue& jobs, std::shared_ptr<const engine::HeadSet> heads,
                       std::shared_ptr<const engine::TrainingCourse> course) {
  m_jobs = &jobs;
  m_course = std::move(course);
  m_heads = std::move(heads);
  if (!m_heads) {
    m_done = nullptr;
    m_found = nullptr;
    return;
  }
  start();
}

void HeadReaches::start() {
  if (m_isRunning || m_pause.isActive() || !m_heads || m_heads == m_done) return;
  m_isRunning = true;
  struct Timed {
    std::shared_ptr<const ReachOfHeads> found;
    qint64 milliseconds = 0;
  };
  Job* const job = runJob(
      *m_jobs, this, tr("Contacts of single heads"), QStringLiteral("contacts of single heads"),
      [heads = m_heads, course = m_course](engine::Progress& progress) {
        QElapsedTimer timer;
        timer.start();
        Timed made{std::make_shared<const ReachOfHeads>(reachOfHeads(*heads, *course, progress)), 0};
        made.milliseconds = timer.elapsed();
        return made;
      },
      [heads = m_heads](HeadReaches& reaches, Timed made) {
        if (!reaches.m_heads) return;
        reaches.m_done = heads;
        reaches.m_found = std::move(made.found);
        reaches.m_pause.start(int(kPauseFactor * made.milliseconds));
        Q_EMIT reaches.arrived();
      });
  connect(job, &Job::ended, this, [this] { m_isRunning = false; });
}

void HeadReaches::finish() {
  if (!m_heads || m_heads == m_done) return;
  engine::Progress none;
  m_found = std::make_shared<const ReachOfHeads>(reachOfHeads(*m_heads, *m_course, none));
  m_done = m_heads;
}

}  // namespace ui
