// The numbers of an attention map on their way: made at once where that takes no time, else in a job.
#pragma once

#include <QPointer>
#include <optional>

#include "ui/session/Session.h"
#include "ui/views/attention/AttentionMapData.h"

namespace ui {

/// Steps of the way from heads to pixels, each with those before it still valid.
enum class AttentionStage { look, filter, values };
/// The first step that has to be made again after a change of options.
AttentionStage stageOf(const AttentionOptions& before, const AttentionOptions& after);

struct AttentionNumbers {
  AttentionMapData data;
  std::optional<AttentionStage> underWay;  ///< what a job is making
  double progress = 0;                     ///< of that job, 0..1
  bool hasFailed = false;                  ///< there is no map because it could not be made

  /// The numbers that are there are those of what is said to be shown.
  bool areThere() const { return data.values && underWay != AttentionStage::values; }
};

class AttentionNumbersMaker : public QObject {
  Q_OBJECT

 public:
  /// `part`: the view that waits for the jobs.
  AttentionNumbersMaker(Session& session, QObject* part);
  const AttentionNumbers& numbers() const { return m_numbers; }
  /// Filter or values, with what a job that is cancelled by this would have made. `title`: of the dataset.
  void make(const AttentionRequest& request, AttentionStage stage, const QString& title);
  void clear();

 Q_SIGNALS:
  void changed();
  /// Nothing but `underWay`, `progress` and `hasFailed` is new.
  void progressed();

 private:
  void startJob(const AttentionRequest& request, AttentionStage stage, const QString& title);
  void forgetJob();
  void onEnded();
  void take(AttentionMapData data);

  Session& m_session;
  AttentionNumbers m_numbers;
  QPointer<Job> m_job;
};

}  // namespace ui
