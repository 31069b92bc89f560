#include "ui/views/dp/DpPlayer.h"

#include <QTimer>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/Theme.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/dp/lanes/DpLanes.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kClockMilliseconds = 16;
constexpr double kFlashMilliseconds = 300;
constexpr double kLeastSpeed = 0.5, kMostSpeed = 100000;
constexpr int kMostStepsAtOnce = 20000;  ///< of one tick of the clock
constexpr std::array kUnits{"cell", "row", "antidiagonal"};

}  // namespace

DpPlayer::DpPlayer(QObject* parent) : QObject(parent), m_clock(new QTimer(this)) {
  m_clock->setInterval(kClockMilliseconds);
  connect(m_clock, &QTimer::timeout, this, [this] { advance(kClockMilliseconds); });
  connect(this, &DpPlayer::stepped, this, &DpPlayer::keepClock);
}

void DpPlayer::setOn(bool on) {
  if (on == m_isOn) return;
  if (on) {
    const std::optional<DpCell> start = startCell ? startCell() : std::nullopt;
    m_stepper.setPosition(0);
    if (start) m_stepper.setCell(*start);
    m_comparisons = start ? kLaneComparisons : 0;
  }
  m_isOn = on;
  m_isPlaying = m_isPlaying && on;
  Q_EMIT stepped();
  Q_EMIT switched();
}

DpCell DpPlayer::cell(const engine::AlignmentPath* path) const {
  const auto numTraced = static_cast<size_t>(m_stepper.numTraced());
  if (numTraced == 0 || !path || numTraced > path->steps.size()) return m_stepper.current().value_or(DpCell{});
  const engine::PathStep& step = path->steps[path->steps.size() - numTraced];
  return {step.i, step.j};
}

void DpPlayer::setTape(Index rows, Index columns, Index pathSteps, bool hasLanes) {
  m_stepper.setSize(rows, columns, pathSteps);
  m_hasLanes = hasLanes;
}

void DpPlayer::setUnit(StepUnit unit) {
  m_stepper.setUnit(unit);
  Q_EMIT stepped();
}

void DpPlayer::setPosition(Index position) {
  m_stepper.setPosition(position);
  m_comparisons = kLaneComparisons;
  Q_EMIT stepped();
}

void DpPlayer::setCell(DpCell cell) {
  m_stepper.setCell(cell);
  m_comparisons = kLaneComparisons;
  Q_EMIT stepped();
}

int DpPlayer::comparisons() const { return m_isOn ? m_comparisons : kLaneComparisons; }

void DpPlayer::step() {
  setOn(true);
  if (isByComparison() && m_stepper.position() > 0 && m_comparisons < kLaneComparisons)
    ++m_comparisons;
  else if (m_stepper.forward())
    m_comparisons = isByComparison() ? 0 : kLaneComparisons;
  Q_EMIT stepped();
}

void DpPlayer::stepBack() {
  if (!m_isOn) return;
  if (isByComparison() && m_comparisons > 0) {
    --m_comparisons;
  } else {
    m_stepper.back();
    m_comparisons = kLaneComparisons;
  }
  Q_EMIT stepped();
}

void DpPlayer::setSpeed(double stepsPerSecond) {
  if (!std::isfinite(stepsPerSecond)) return;
  m_speed = std::clamp(stepsPerSecond, kLeastSpeed, kMostSpeed);
  Q_EMIT speedChanged();
}

void DpPlayer::setPlaying(bool on) {
  if (on) setOn(true);
  if (on && m_stepper.isAtEnd()) m_stepper.setPosition(0);
  m_isPlaying = on;
  m_due = 0;
  if (on && isMotionReduced()) {
    m_stepper.setPosition(m_stepper.position() < m_stepper.numCells() ? m_stepper.numCells()
                                                                      : m_stepper.numPositions());
    m_comparisons = kLaneComparisons;
    m_isPlaying = false;
  }
  Q_EMIT stepped();
}

void DpPlayer::advance(int milliseconds) {
  m_flash.strength = std::max(0.0, m_flash.strength - milliseconds / kFlashMilliseconds);
  if (m_isPlaying) {
    m_due += m_speed * milliseconds / 1000;
    const int steps = std::min(static_cast<int>(m_due), kMostStepsAtOnce);
    m_due -= static_cast<int>(m_due);
    for (int k = 0; k < steps; ++k) {
      if (isByComparison())
        step();
      else
        m_stepper.forward();
    }
    if (!isByComparison()) m_comparisons = kLaneComparisons;
    if (m_stepper.isAtEnd() && m_comparisons == kLaneComparisons) m_isPlaying = false;
    if (steps > 0 || !m_isPlaying) Q_EMIT stepped();
  }
  keepClock();
  Q_EMIT faded();
}

void DpPlayer::startFlash(std::vector<bool> steps) {
  const bool hasChanged = std::find(steps.begin(), steps.end(), true) != steps.end();
  m_flash = {std::move(steps), hasChanged && !isMotionReduced() ? 1.0 : 0.0};
  keepClock();
}

void DpPlayer::endFlash() {
  m_flash = {};
  keepClock();
}

void DpPlayer::keepClock() {
  const bool isNeeded = m_isPlaying || m_flash.strength > 0;
  if (isNeeded && !m_clock->isActive()) m_clock->start();
  if (!isNeeded) m_clock->stop();
}

QJsonObject DpPlayer::state() const {
  return {{"on", m_isOn},
          {"unit", nameOf(kUnits, m_stepper.unit())},
          {"position", static_cast<double>(m_stepper.position())},
          {"comparisons", m_comparisons},
          {"speed", m_speed}};
}

void DpPlayer::setState(const QJsonObject& state) {
  takeFlag(state, "on", [this](bool on) { setOn(on); });
  takeChoice<StepUnit>(state, "unit", kUnits, [this](StepUnit unit) { setUnit(unit); });
  takeNumber(state, "speed", [this](double speed) { setSpeed(speed); });
  takeWhole<Index>(state, "position", [this](Index position) { setPosition(position); });
  takeWhole<int>(state, "comparisons", [this](int done) { m_comparisons = std::clamp(done, 0, kLaneComparisons); });
}

}  // namespace ui
