#include "app/cluster/Coordinator.h"

#include <algorithm>
#include <functional>
#include <thread>

#include "app/shell/Terminal.h"
#include "engine/base/Error.h"
#include "engine/base/FailureText.h"

namespace app {

namespace {

/// Of rank 0's own shard: all ranks are told of.
class OwnProgress : public engine::Progress {
 public:
  OwnProgress(engine::Progress& parent, Handout& handout, Index shard, const std::function<void()>& tell)
      : m_parent(parent), m_handout(handout), m_shard(shard), m_tell(tell) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double fraction, std::string_view) override {
    m_handout.tell(0, {Report::Kind::works, m_shard, fraction, {}});
    m_parent.update(m_handout.fraction(), m_handout.text());
    m_tell();
  }

 private:
  engine::Progress& m_parent;
  Handout& m_handout;
  Index m_shard;
  const std::function<void()>& m_tell;
};

}  // namespace

Coordinator::Coordinator(Handout& handout, ShardFolder folder, CoordinatorOptions options)
    : m_handout(handout), m_folder(std::move(folder)), m_options(std::move(options)) {}

double Coordinator::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void Coordinator::compute(const std::string& task, const std::vector<Shard>& shards, ShardWorker& own,
                          const TakeResult& take, engine::Progress& progress) {
  const double start = now();
  if (m_task == 0) {
    m_times.before = start;
    m_folder.begin(m_options.resumes);
  }
  m_folder.beginTask(++m_task, task);
  std::vector<bool> isDone;
  for (Index k = 0; k < std::ssize(shards); ++k) isDone.push_back(m_options.resumes && m_folder.result(k));
  own.take(task);
  m_handout.begin(m_task, shards, isDone);
  work(own, progress);
  ++m_times.numTasks;
  m_times.numShards += std::ssize(shards);
  const double over = now();
  m_times.tasks += over - start;
  if (const auto missing = m_handout.missing(); !missing.empty()) failNaming(missing, shards.size());
  for (Index k = 0; k < std::ssize(shards); ++k) take(m_folder.finishedResult(k));
  m_last = now();
  m_times.merging += m_last - over;
}

void Coordinator::work(ShardWorker& own, engine::Progress& progress) {
  while (!m_handout.isOver()) {
    progress.update(m_handout.fraction(), m_handout.text());
    tellSometimes();
    const Order order = m_handout.next(0);
    if (order.kind == Order::Kind::compute)
      computeHere(order, own, progress);
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void Coordinator::computeHere(const Order& order, ShardWorker& own, engine::Progress& progress) {
  const std::function<void()> tell = [this] { tellSometimes(); };
  OwnProgress inner(progress, m_handout, order.shard, tell);
  try {
    m_folder.keep(order.shard, own.compute(order.first, order.last, inner));
    m_handout.tell(0, {Report::Kind::finished, order.shard, 1, {}});
  } catch (const engine::Cancelled&) {
    throw;
  } catch (...) {
    m_handout.tell(0, {Report::Kind::failed, order.shard, 0, engine::failureText()});
  }
}

void Coordinator::tellSometimes() {
  if (m_options.tellEvery <= 0 || now() - m_told < m_options.tellEvery) return;
  m_told = now();
  printError(std::to_string(static_cast<int>(100 * m_handout.fraction())) + " %, " + m_handout.text());
}

void Coordinator::failNaming(const std::vector<MissingShard>& missing, size_t count) const {
  constexpr size_t kMostNamed = 5;
  std::string text = std::to_string(missing.size()) + " of " + std::to_string(count) + " shards are missing: ";
  for (size_t k = 0; k < std::min(missing.size(), kMostNamed); ++k) {
    const MissingShard& one = missing[k];
    text += (k > 0 ? ", " : "") + ("shard " + std::to_string(one.shard + 1)) + " (" + m_options.items + " " +
            std::to_string(one.first + 1) + " to " + std::to_string(one.last) + "; " + one.reason + ")";
  }
  if (missing.size() > kMostNamed) text += " and " + std::to_string(missing.size() - kMostNamed) + " more";
  engine::fail(text, "; the others are in ", m_folder.path().string(),
               "; the same command with --resume computes what is missing");
}

ClusterTimes Coordinator::times() const {
  ClusterTimes times = m_times;
  times.behind = now() - m_last;
  return times;
}

}  // namespace app
