// Work of an object in the background, with the types of the work itself.
#pragma once

#include <QPointer>
#include <type_traits>
#include <utility>

#include "ui/session/JobQueue.h"

namespace ui {

/// Runs `work(Progress&)` on a worker of the processor, then `then(owner, result)` on the GUI thread: not when the job
/// was cancelled, nor when the owner is gone by then. A job of the same owner and the same `slot` that is still under
/// way is cancelled first: the latest wins. An empty slot cancels nothing. What `work` throws fails the job.
template <class Owner, class Work, class Then>
Job* runJob(JobQueue& jobs, Owner* owner, const QString& title, const QString& slot, Work work, Then then) {
  using Result = std::invoke_result_t<Work, engine::Progress&>;
  const QString ownSlot = slot.isEmpty() ? slot : slot + u' ' + QString::number(quintptr(owner));
  return jobs.start(
      title, ownSlot, JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [work = std::move(work)](engine::Progress& progress) -> std::any { return work(progress); },
      [owner = QPointer<Owner>(owner), then = std::move(then)](std::any result) {
        if (owner) then(*owner, std::any_cast<Result>(std::move(result)));
      });
}

}  // namespace ui
