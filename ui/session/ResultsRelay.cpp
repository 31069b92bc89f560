#include "ui/session/ResultsRelay.h"

#include <QElapsedTimer>
#include <mutex>
#include <utility>

namespace ui {

struct ResultsRelay::State {
  QObject* receiver = nullptr;
  std::function<void(Results)> take;
  std::mutex mutex;  // guards the two below
  bool isOnItsWay = false;
  QElapsedTimer sinceTaken;  // not valid before the first
};

ResultsRelay::ResultsRelay(QObject* receiver, std::function<void(Results)> take) : m_state(std::make_shared<State>()) {
  m_state->receiver = receiver;
  m_state->take = std::move(take);
}

void ResultsRelay::operator()(Results results) const {
  constexpr qint64 kBetween = 200;  // milliseconds; what views make of results costs the run itself time
  {
    const std::lock_guard lock(m_state->mutex);
    const bool isEarly = m_state->sinceTaken.isValid() && m_state->sinceTaken.elapsed() < kBetween;
    if (m_state->isOnItsWay || isEarly) return;
    m_state->isOnItsWay = true;
  }
  auto shared = std::make_shared<Results>(std::move(results));
  const auto arrive = [state = m_state, shared] {
    state->take(std::move(*shared));
    const std::lock_guard lock(state->mutex);
    state->isOnItsWay = false;
    state->sinceTaken.start();
  };
  QMetaObject::invokeMethod(m_state->receiver, arrive, Qt::QueuedConnection);
}

}  // namespace ui
