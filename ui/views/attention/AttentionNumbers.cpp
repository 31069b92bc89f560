#include "ui/views/attention/AttentionNumbers.h"

#include <QStringList>
#include <QVariant>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/Error.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Passes over a cell that are done at once, some 50 ms; more is a job.
constexpr double kAtOnce = 1.5e7;

bool wantsMargins(const AttentionOptions& options) {
  return options.rowMargin != RowMargin::none || options.isColumnMarginShown;
}

bool isRanked(const AttentionOptions& options) { return options.scale == ScaleChoice::rank; }

AttentionMapData madeNow(const AttentionRequest& request, AttentionStage stage, AttentionMapData before, int threads,
                         engine::Progress& progress) {
  return stage == AttentionStage::values ? attentionMapData(request, threads, progress)
                                         : withFilter(std::move(before), request, threads, progress);
}

/// Whatever the number of views that show a head: what its values lack is said once.
void reportOnce(Session& session, const std::vector<std::string>& notices) {
  constexpr const char* kReported = "reportedNotices";
  QStringList reported = session.property(kReported).toStringList();
  for (const std::string& each : notices) {
    const QString notice = QString::fromStdString(each);
    if (reported.contains(notice)) continue;
    reported << notice;
    session.setProperty(kReported, reported);
    session.report(MessageKind::warning, notice);
  }
}

}  // namespace

AttentionStage stageOf(const AttentionOptions& before, const AttentionOptions& after) {
  if (before.quantity != after.quantity || before.transform != after.transform || before.ends != after.ends ||
      before.leastSeparation != after.leastSeparation ||
      before.areSpecialTokensShown != after.areSpecialTokensShown || before.comparison != after.comparison ||
      (after.comparison != HeadComparison::none && before.second != after.second))
    return AttentionStage::values;
  const bool isFiltered = before.filter != after.filter || isRanked(before) != isRanked(after) ||
                          wantsMargins(before) != wantsMargins(after) || before.picture != after.picture ||
                          before.arcCount != after.arcCount;
  return isFiltered ? AttentionStage::filter : AttentionStage::look;
}

AttentionNumbersMaker::AttentionNumbersMaker(Session& session, QObject* part) : QObject(part), m_session(session) {}

void AttentionNumbersMaker::make(const AttentionRequest& request, AttentionStage stage, const QString& title) {
  m_numbers.hasFailed = false;
  if (m_job) stage = std::max(stage, *m_numbers.underWay);  // what was under way is not done
  // Numbers of other positions cannot stand for those that are on their way.
  const engine::Shape shape{static_cast<Index>(request.rows.size()), static_cast<Index>(request.columns.size())};
  if (m_numbers.data.raw && m_numbers.data.raw->shape() != shape) take({});
  if (!m_numbers.data.values) stage = AttentionStage::values;
  if (request.cost > kAtOnce) return startJob(request, stage, title);
  forgetJob();
  engine::Progress none;
  try {
    take(madeNow(request, stage, std::move(m_numbers.data), m_session.compute().threads, none));
  } catch (const engine::Error& error) {
    m_numbers.hasFailed = true;
    take({});
    m_session.report(MessageKind::error, QString::fromUtf8(error.what()));
  }
}

void AttentionNumbersMaker::clear() {
  forgetJob();
  take({});
}

void AttentionNumbersMaker::startJob(const AttentionRequest& request, AttentionStage stage, const QString& title) {
  const int threads = m_session.compute().threads;
  forgetJob();
  m_job = runJob(
      m_session.jobs(), this, tr("Attention map of %1").arg(title), QStringLiteral("attention map"),
      [request, stage, threads, data = m_numbers.data](engine::Progress& progress) {
        return madeNow(request, stage, data, threads, progress);
      },
      [](AttentionNumbersMaker& maker, AttentionMapData data) {
        maker.m_job = nullptr;
        maker.m_numbers.underWay.reset();
        maker.take(std::move(data));
      });
  m_numbers.underWay = stage;
  m_numbers.progress = 0;
  waitFor(this, m_job, m_numbers.data.values ? ViewWaiting::For::picture : ViewWaiting::For::addition);
  connect(m_job, &Job::ended, this, [this, job = m_job] {
    if (m_job == job) onEnded();
  });
  connect(m_job, &Job::changed, this, [this, job = m_job] {
    if (m_job != job) return;
    m_numbers.progress = job->fraction();
    Q_EMIT progressed();
  });
  Q_EMIT progressed();
}

void AttentionNumbersMaker::forgetJob() {
  const QPointer<Job> job = m_job;
  m_job = nullptr;  // first: what it says at its end is of no interest any more
  m_numbers.underWay.reset();
  if (job) job->cancel();
}

/// Without having delivered: it failed, or somebody has cancelled it.
void AttentionNumbersMaker::onEnded() {
  m_job = nullptr;
  // The map that is there belongs to another head: it must not stand below the name of this one.
  m_numbers.hasFailed = *m_numbers.underWay == AttentionStage::values;
  m_numbers.underWay.reset();
  if (m_numbers.hasFailed) take({});
  Q_EMIT progressed();
}

void AttentionNumbersMaker::take(AttentionMapData data) {
  m_numbers.data = std::move(data);
  reportOnce(m_session, m_numbers.data.notices);
  Q_EMIT changed();
}

}  // namespace ui
