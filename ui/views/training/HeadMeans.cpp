#include "ui/views/training/HeadMeans.h"

#include <utility>

#include "engine/training/PairObjective.h"
#include "ui/session/RunJob.h"

namespace ui {

using engine::Index;

namespace {

std::shared_ptr<const ShownPairs> pairsOf(const engine::HeadSet& heads, Index first, Index count,
                                          const engine::TrainingCourse& course) {
  const QString title = count == 1               ? QObject::tr("head %1").arg(first + 1)
                        : count == heads.count() ? QObject::tr("mean of all %1 heads").arg(count)
                                                 : QObject::tr("mean of the first %1 heads").arg(count);
  return std::make_shared<const ShownPairs>(title, scoresOfHeads(heads, first, count), course.touches);
}

}  // namespace

engine::Array<float> scoresOfHeads(const engine::HeadSet& heads, Index first, Index count) {
  const Index length = heads.numQueries;
  engine::Array<double> sum({length, length}, 0.0);
  engine::Array<float> weights;
  for (Index head = first; head < first + count; ++head) {
    heads.readWeights(head / heads.numHeads, head % heads.numHeads, weights);
    for (Index k = 0; k < sum.size(); ++k) sum[k] += double(weights[k]) / double(2 * count);
  }
  engine::Array<double> both({length, length}, 0.0);
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      if (i != j) both(i, j) = sum(i, j) + sum(j, i);
  const engine::Array<double> scores = engine::contactScores(both);
  engine::Array<float> found({length, length}, engine::Untouched{});
  for (Index k = 0; k < scores.size(); ++k) found[k] = float(scores[k]);
  return found;
}

void HeadMeans::want(JobQueue& jobs, std::shared_ptr<const engine::HeadSet> heads, Index first, Index count,
                     std::shared_ptr<const engine::TrainingCourse> course) {
  Wish wish{std::move(heads), first, count};
  if (std::exchange(m_wish, wish) == wish) return;
  m_course = std::move(course);
  m_isDone = !wish.heads;
  if (!wish.heads) {
    m_shown = nullptr;
    return;
  }
  runJob(
      jobs, this, tr("Mean of heads"), QStringLiteral("mean of heads"),
      [wish, course = m_course](engine::Progress&) { return pairsOf(*wish.heads, wish.first, wish.count, *course); },
      [wish](HeadMeans& means, std::shared_ptr<const ShownPairs> made) {
        if (!(means.m_wish == wish)) return;
        means.m_shown = std::move(made);
        means.m_isDone = true;
        Q_EMIT means.arrived();
      });
}

void HeadMeans::finish() {
  if (m_isDone) return;
  m_shown = pairsOf(*m_wish.heads, m_wish.first, m_wish.count, *m_course);
  m_isDone = true;
}

}  // namespace ui
