#include "ui/lessons/StepRun.h"

#include <utility>

#include "engine/lessons/results/RunLimits.h"

namespace ui {

StepRun::StepRun(QString title, engine::StepState& state, QWidget* parent)
    : QPushButton(parent), m_title(std::move(title)), m_state(state) {
  setObjectName(QStringLiteral("runHere"));
  connect(this, &QPushButton::clicked, this, &StepRun::runOrStop);
  setBusy(false);
}

void StepRun::setBusy(bool isBusy) {
  m_isBusy = isBusy;
  setText(isBusy ? tr("Stop") : m_title);
  setToolTip(isBusy
                 ? tr("Leave it as it is now (T)")
                 : tr("What is shown was computed before. This computes it here and now, for at most %1 s and with at "
                      "most %2 GB (T)")
                       .arg(engine::RunLimits().seconds)
                       .arg(engine::RunLimits().bytes / 1e9));
}

void StepRun::runOrStop() {
  if (m_isBusy) return Q_EMIT stopWanted();
  ++m_state.timesRunHere;
  Q_EMIT outdated();
}

void StepRun::showStopped() {
  setBusy(false);
  if (!m_isPart) m_state.timesRunHere = 0;
  Q_EMIT outdated();
}

}  // namespace ui
