#include "app/cluster/Worker.h"

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>

#include "app/shell/Terminal.h"
#include "engine/base/Error.h"
#include "engine/base/FailureText.h"

namespace app {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point time) { return std::chrono::duration<double>(Clock::now() - time).count(); }

/// Tells rank 0 a few times a second how far the shard is: also the sign that this rank lives.
class ShardProgress : public engine::Progress {
 public:
  ShardProgress(Link& link, Index shard, bool& isStopped) : m_link(link), m_shard(shard), m_isStopped(isStopped) {}
  bool cancelled() const override { return m_isCancelled || wasInterrupted(); }

 protected:
  void report(double fraction, std::string_view) override {
    constexpr double kEvery = 0.25;
    if (secondsSince(m_told) < kEvery) return;
    m_told = Clock::now();
    m_link.tell({Report::Kind::works, m_shard, fraction, {}});
    while (const auto order = m_link.hear())
      if (order->kind == Order::Kind::stop) m_isStopped = m_isCancelled = true;
  }

 private:
  Link& m_link;
  Index m_shard;
  bool& m_isStopped;
  std::atomic<bool> m_isCancelled = false;
  Clock::time_point m_told;
};

class WorkerRun {
 public:
  WorkerRun(Link& link, ShardFolder folder, ShardWorker& worker, const WorkerOptions& options)
      : m_link(link), m_folder(std::move(folder)), m_worker(worker), m_options(options) {}

  Order::Kind run() {
    while (!m_isStopped) {
      m_link.tell({Report::Kind::asks});
      const Order order = awaited();
      if (order.kind == Order::Kind::stop) break;
      compute(order);
    }
    m_link.tell({Report::Kind::leaves});
    while (true)
      if (const Order order = awaited();
          order.kind == Order::Kind::endTogether || order.kind == Order::Kind::endAlone)
        return order.kind;
  }

 private:
  /// The next order that is no "wait".
  Order awaited() {
    Clock::time_point heard = Clock::now();
    while (true) {
      if (const auto order = m_link.hear()) {
        if (order->kind != Order::Kind::wait) return *order;
        heard = Clock::now();
      }
      if (secondsSince(heard) > m_options.lostAfter)
        engine::fail("rank 0 has said nothing for ", m_options.lostAfter, " s");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  void compute(const Order& order) {
    try {
      if (order.task != m_task) {
        m_task = 0;  // in case it cannot be taken in
        m_worker.take(m_folder.readTask(order.task));
        m_task = order.task;
      }
      ShardProgress progress(m_link, order.shard, m_isStopped);
      rehearse();
      m_folder.keep(order.shard, m_worker.compute(order.first, order.last, progress));
      m_link.tell({Report::Kind::finished, order.shard, 1, {}});
    } catch (const engine::Cancelled&) {
      m_link.tell({Report::Kind::failed, order.shard, 0, "was asked to stop"});
    } catch (...) {
      m_link.tell({Report::Kind::failed, order.shard, 0, engine::failureText()});
    }
  }

  void rehearse() {
    if (m_options.rehearsal.kind == Rehearsal::Kind::none || ++m_numShards != m_options.rehearsal.shard) return;
    if (m_options.rehearsal.kind == Rehearsal::Kind::die) std::raise(SIGKILL);
    engine::fail("fails, as HEADLIGHT_MPI_REHEARSE asks");
  }

  Link& m_link;
  ShardFolder m_folder;
  ShardWorker& m_worker;
  const WorkerOptions& m_options;
  int m_task = 0, m_numShards = 0;
  bool m_isStopped = false;
};

}  // namespace

Rehearsal parseRehearsal(const std::string& text) {
  if (text.empty()) return {};
  Rehearsal rehearsal;
  const size_t first = text.find(':'), second = text.rfind(':');
  const auto isNumber = [&](size_t begin, size_t end, int& number) {
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
    return error == std::errc() && stop == text.data() + end && number > 0;
  };
  const std::string kind = text.substr(0, first);
  rehearsal.kind = kind == "die" ? Rehearsal::Kind::die : Rehearsal::Kind::fail;
  const bool isRight = (kind == "die" || kind == "fail") && first != second &&
                       isNumber(first + 1, second, rehearsal.rank) &&
                       isNumber(second + 1, text.size(), rehearsal.shard);
  if (!isRight) engine::fail("HEADLIGHT_MPI_REHEARSE: found \"", text, "\", expected die:RANK:SHARD or fail:RANK:SHARD");
  return rehearsal;
}

Order::Kind work(Link& link, ShardFolder folder, ShardWorker& worker, const WorkerOptions& options) {
  return WorkerRun(link, std::move(folder), worker, options).run();
}

}  // namespace app
