#include "ui/session/JobQueue.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>
#include <atomic>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"

namespace job_queue_test {

using ui::Job;
using ui::JobQueue;
using ui::JobState;

/// Works until it is told to stop, reporting every few milliseconds, as engine functions do.
std::any workUntilStopped(engine::Progress& progress) {
  for (;;) {
    progress.update(0.5, "turning");
    QThread::msleep(5);
  }
}

Job* start(JobQueue& queue, std::function<std::any(engine::Progress&)> work,
           std::function<void(std::any)> deliver = [](const std::any&) {}, const QString& slot = {}) {
  return queue.start(QStringLiteral("test"), slot, JobQueue::Pool::cpu, QStringLiteral("native CPU"), std::move(work),
                     std::move(deliver));
}

bool waitFor(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 5000); }

TEST(JobQueue, deliversTheResultOnTheThreadThatStartedTheJob) {
  JobQueue queue;
  QThread* worker = nullptr;
  QThread* receiver = nullptr;
  int value = 0;
  Job* job = start(
      queue,
      [&](engine::Progress&) -> std::any {
        worker = QThread::currentThread();
        return 42;
      },
      [&](const std::any& result) {
        receiver = QThread::currentThread();
        value = std::any_cast<int>(result);
      });
  ASSERT_TRUE(waitFor([&] { return job->isOver(); }));
  EXPECT_EQ(job->state(), JobState::finished);
  EXPECT_EQ(value, 42);
  EXPECT_EQ(receiver, QThread::currentThread());
  EXPECT_NE(worker, receiver);
  EXPECT_EQ(job->fraction(), 1.0);
}

TEST(JobQueue, showsProgressOfARunningJob) {
  JobQueue queue;
  Job* job = start(queue, workUntilStopped);
  ASSERT_TRUE(waitFor([&] { return job->fraction() == 0.5; }));
  EXPECT_EQ(job->state(), JobState::running);
  EXPECT_EQ(job->step(), QStringLiteral("turning"));
  EXPECT_GE(job->secondsLeft(), 0) << "there is an estimate";
}

TEST(JobQueue, cancelStopsTheWorkerWithin200Milliseconds) {
  JobQueue queue;
  std::atomic<bool> isWorkerDone{false};
  Job* job = start(queue, [&](engine::Progress& progress) -> std::any {
    struct Guard {
      std::atomic<bool>& flag;
      ~Guard() { flag = true; }
    } guard{isWorkerDone};
    return workUntilStopped(progress);
  });
  ASSERT_TRUE(waitFor([&] { return job->state() == JobState::running; }));
  job->cancel();
  EXPECT_EQ(job->state(), JobState::cancelled) << "a cancel is shown at once";
  ASSERT_TRUE(waitFor([&] { return isWorkerDone.load(); }));
}

TEST(JobQueue, aCancelledJobNeverDelivers) {
  JobQueue queue;
  std::atomic<bool> mayFinish{false};
  bool delivered = false;
  Job* job = start(
      queue,
      [&](engine::Progress&) -> std::any {
        while (!mayFinish) QThread::msleep(1);  // ignores the request to stop and returns a result
        return 1;
      },
      [&](const std::any&) { delivered = true; });
  ASSERT_TRUE(waitFor([&] { return job->state() == JobState::running; }));
  job->cancel();
  mayFinish = true;
  QTest::qWait(50);
  EXPECT_FALSE(delivered);
  EXPECT_EQ(job->state(), JobState::cancelled);
}

TEST(JobQueue, theLatestRequestForASlotWins) {
  JobQueue queue;
  std::vector<int> delivered;
  const auto deliver = [&](const std::any& result) { delivered.push_back(std::any_cast<int>(result)); };
  Job* first = start(queue, workUntilStopped, deliver, "map");
  Job* other = start(queue, workUntilStopped, deliver, "another");
  Job* second = start(queue, [](engine::Progress&) -> std::any { return 2; }, deliver, "map");
  EXPECT_EQ(first->state(), JobState::cancelled);
  ASSERT_TRUE(waitFor([&] { return second->isOver(); }));
  EXPECT_EQ(delivered, std::vector<int>{2});
  EXPECT_FALSE(other->isOver()) << "other slots go on";
}

TEST(JobQueue, aFailureCarriesTheEnginesText) {
  JobQueue queue;
  Job* job = start(queue, [](engine::Progress&) -> std::any { engine::fail("x.sto, line 14: too short"); });
  ASSERT_TRUE(waitFor([&] { return job->isOver(); }));
  EXPECT_EQ(job->state(), JobState::failed);
  EXPECT_EQ(job->error(), QStringLiteral("x.sto, line 14: too short"));
}

TEST(JobQueue, aReceiverThatThrowsFailsTheJob) {
  JobQueue queue;
  Job* job = start(
      queue, [](engine::Progress&) -> std::any { return 1; },
      [](const std::any&) { engine::fail("cannot be shown"); });
  ASSERT_TRUE(waitFor([&] { return job->isOver(); }));
  EXPECT_EQ(job->state(), JobState::failed);
  EXPECT_EQ(job->error(), QStringLiteral("cannot be shown"));
}

TEST(JobQueue, closingWhileJobsRunCancelsAndWaits) {
  std::atomic<int> running{0};
  {
    JobQueue queue;
    for (int k = 0; k < 6; ++k)
      start(queue, [&](engine::Progress& progress) -> std::any {
        struct Guard {
          std::atomic<int>& count;
          explicit Guard(std::atomic<int>& c) : count(c) { ++count; }
          ~Guard() { --count; }
        } guard(running);
        return workUntilStopped(progress);
      });
    ASSERT_TRUE(waitFor([&] { return running > 0; }));
  }
  EXPECT_EQ(running, 0);
  QTest::qWait(20);  // reports that were still on their way must find nobody and do nothing
}

TEST(JobQueue, cancelReachesWorkInsideParallelFor) {
  constexpr engine::Index kPieces = 1'000'000;
  JobQueue queue;
  std::atomic<bool> isWorkerDone{false};
  std::atomic<int> numBegun{0};
  Job* job = start(queue, [&](engine::Progress& progress) -> std::any {
    try {
      engine::parallelFor(kPieces, 1, 2, progress, "pieces", [&](engine::Index, engine::Index) {
        ++numBegun;
        QThread::msleep(1);
      });
    } catch (...) {
      isWorkerDone = true;
      throw;
    }
    return 0;
  });
  ASSERT_TRUE(waitFor([&] { return numBegun > 0; }));
  job->cancel();
  const int before = numBegun;
  ASSERT_TRUE(waitFor([&] { return isWorkerDone.load(); }));
  EXPECT_LT(numBegun - before, 100) << "of a million";
}

TEST(JobQueue, clearEndedKeepsWhatIsUnderWay) {
  JobQueue queue;
  Job* done = start(queue, [](engine::Progress&) -> std::any { return 0; });
  ASSERT_TRUE(waitFor([&] { return done->isOver(); }));
  Job* active = start(queue, workUntilStopped);
  queue.clearEnded();
  EXPECT_EQ(queue.jobs(), std::vector<Job*>{active});
  EXPECT_EQ(queue.numActive(), 1);
}

TEST(JobQueue, whateverTheWorkThrowsFailsTheJobAlone) {
  JobQueue queue;
  const auto errorAfter = [&queue](const std::function<void()>& raise) {
    Job* job = start(queue, [raise](engine::Progress&) -> std::any {
      raise();
      return {};
    });
    EXPECT_TRUE(waitFor([&] { return job->isOver(); }));
    EXPECT_EQ(job->state(), JobState::failed);
    return job->error();
  };
  EXPECT_EQ(errorAfter([] { throw std::bad_alloc(); }), QStringLiteral("not enough memory"));
  EXPECT_EQ(errorAfter([] { throw std::out_of_range("row 3"); }), QStringLiteral("row 3"));
  EXPECT_EQ(errorAfter([] { throw 7; }), QStringLiteral("unknown failure"));
}

TEST(JobQueue, whateverTheReceiverThrowsFailsTheJobAlone) {
  JobQueue queue;
  Job* job = start(queue, [](engine::Progress&) { return std::any(1); }, [](const std::any&) { throw 7; });
  ASSERT_TRUE(waitFor([&] { return job->isOver(); }));
  EXPECT_EQ(job->state(), JobState::failed);
  EXPECT_EQ(job->error(), QStringLiteral("unknown failure"));
}

TEST(JobQueue, aJobWhoseReceiverAsksForTheSameAgainEndsOnce) {
  JobQueue queue;
  const QString slot = QStringLiteral("same");
  int numEnds = 0;
  Job* first = start(
      queue, [](engine::Progress&) { return std::any(1); },
      [&](const std::any&) {
        start(queue, [](engine::Progress&) { return std::any(2); }, [](const std::any&) {}, slot);
      },
      slot);
  QObject::connect(first, &Job::ended, &queue, [&numEnds] { ++numEnds; });
  ASSERT_TRUE(waitFor([&] { return queue.numActive() == 0; }));
  EXPECT_EQ(first->state(), JobState::cancelled);
  EXPECT_EQ(numEnds, 1);
}

TEST(JobQueue, aReceiverMayEndTheQueue) {
  auto queue = std::make_unique<JobQueue>();
  bool isGone = false;
  start(*queue, [](engine::Progress&) { return std::any(1); }, [&](const std::any&) {
    queue.reset();
    isGone = true;
  });
  EXPECT_TRUE(waitFor([&] { return isGone; }));
}

TEST(JobQueue, whatStartsWhileTheQueueEndsIsCancelledToo) {
  bool isDelivered = false;
  {
    JobQueue queue;
    Job* job = start(queue, workUntilStopped);
    QObject::connect(job, &Job::ended, job, [&] {
      start(queue, workUntilStopped, [&](const std::any&) { isDelivered = true; });
    });
  }
  QTest::qWait(20);  // what the workers have sent arrives, or would
  EXPECT_FALSE(isDelivered);
}

}  // namespace job_queue_test
