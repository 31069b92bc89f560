// The DP view in motion: filling and tracing step by step, aligning again while knobs move, lanes.
#include <QApplication>
#include <QSlider>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/dp/DpView.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kFlashMilliseconds = 300;
constexpr double kLeastSpeed = 0.5, kMostSpeed = 100000;
constexpr int kMostStepsAtOnce = 20000;  ///< of one tick of the clock
/// What "list the paths" looks for where the alignment holds only one.
constexpr Index kAlternatives = 4;
constexpr size_t kCoOptimal = 8;

bool isMotionReduced() { return !QApplication::isEffectEnabled(Qt::UI_AnimateMenu); }

}  // namespace

void DpView::sizeStepper() {
  if (m_arrangement == PlaneArrangement::lanes && hasLanes())
    m_stepper.setSize(m_lanes.lanes->numRows(), m_lanes.lanes->numColumns(), 0);
  else
    m_stepper.setSize(numRows(), numColumns(), chosenPath() ? static_cast<Index>(chosenPath()->steps.size()) : 0);
}

void DpView::setStepping(bool on) {
  if (on == m_isStepping) return;
  if (on) {
    const Cell cell = cellOf(session().selection().locked());
    session().selection().clearLocked();  // the cell in work takes its place
    m_stepper.setPosition(0);
    m_comparisons = 0;
    if (cell.i >= 0 && cell.j >= 0) {
      m_stepper.setCell({cell.i, cell.j});
      m_comparisons = kLaneComparisons;
    }
  }
  m_isStepping = on;
  m_isPlaying = m_isPlaying && on;
  stepped();
  Q_EMIT controlsOutdated();
}

void DpView::setStepUnit(StepUnit unit) {
  m_stepper.setUnit(unit);
  stepped();
}

void DpView::setStepPosition(Index position) {
  m_stepper.setPosition(position);
  m_comparisons = kLaneComparisons;
  stepped();
}

void DpView::setStepCell(Index i, Index j) {
  m_stepper.setCell({i, j});
  m_comparisons = kLaneComparisons;
  stepped();
}

void DpView::setSpeed(double stepsPerSecond) {
  if (!std::isfinite(stepsPerSecond)) return;
  m_speed = std::clamp(stepsPerSecond, kLeastSpeed, kMostSpeed);
  Q_EMIT stateChanged();
}

int DpView::numComparisons() const { return m_isStepping ? m_comparisons : kLaneComparisons; }

void DpView::step() {
  if (!m_isStepping) setStepping(true);
  // Lanes are told comparison by comparison where the unit is a cell.
  const bool isSlow = m_arrangement == PlaneArrangement::lanes && m_stepper.unit() == StepUnit::cell;
  if (isSlow && m_stepper.position() > 0 && m_comparisons < kLaneComparisons)
    ++m_comparisons;
  else if (m_stepper.forward())
    m_comparisons = isSlow ? 0 : kLaneComparisons;
  stepped();
}

void DpView::stepBack() {
  if (!m_isStepping) return;
  const bool isSlow = m_arrangement == PlaneArrangement::lanes && m_stepper.unit() == StepUnit::cell;
  if (isSlow && m_comparisons > 0) {
    --m_comparisons;
  } else {
    m_stepper.back();
    m_comparisons = kLaneComparisons;
  }
  stepped();
}

/// Other views mark where we are; while playing they would have no time for anything else.
void DpView::tellStepCell() {
  if (!m_isPlaying) session().selection().setHover(readoutFocus());
}

void DpView::pointAt(const Focus& focus) {
  const Cell cell = cellOf(focus);
  if (!m_isStepping) return View::pointAt(focus);
  if (cell.i >= 0 && cell.j >= 0) setStepCell(cell.i, cell.j);
}

/// After any change of what is filled or traced.
void DpView::stepped() {
  m_areLinesDirty = true;
  if (m_isStepping) tellStepCell();
  if (auto* slider = qobject_cast<QSlider*>(m_positionSlider.data())) {
    const QSignalBlocker blocker(slider);
    slider->setMaximum(static_cast<int>(std::min<Index>(m_stepper.numPositions(), std::numeric_limits<int>::max())));
    slider->setValue(static_cast<int>(std::min<Index>(m_stepper.position(), slider->maximum())));
  }
  keepClock();
  refresh();
  Q_EMIT readoutChanged();
  if (!m_isPlaying) Q_EMIT stateChanged();  // pictures on the way are no states to go back to
}

void DpView::setPlaying(bool on) {
  if (on && !m_isStepping) setStepping(true);
  if (on && m_stepper.isAtEnd()) m_stepper.setPosition(0);
  m_isPlaying = on;
  m_due = 0;
  if (on && isMotionReduced()) {
    m_stepper.setPosition(m_stepper.position() < m_stepper.numCells() ? m_stepper.numCells()
                                                                      : m_stepper.numPositions());
    m_comparisons = kLaneComparisons;
    m_isPlaying = false;
  }
  stepped();
}

void DpView::keepClock() {
  const bool isNeeded = m_isPlaying || m_flash > 0;
  if (isNeeded && !m_clock->isActive()) m_clock->start();
  if (!isNeeded) m_clock->stop();
}

void DpView::advance(int milliseconds) {
  if (m_flash > 0) m_flash = std::max(0.0, m_flash - milliseconds / kFlashMilliseconds);
  if (m_isPlaying) {
    m_due += m_speed * milliseconds / 1000;
    const int steps = std::min(static_cast<int>(m_due), kMostStepsAtOnce);
    m_due -= static_cast<int>(m_due);
    const bool isSlow = m_arrangement == PlaneArrangement::lanes && m_stepper.unit() == StepUnit::cell;
    for (int k = 0; k < steps; ++k) {
      if (isSlow)
        step();
      else
        m_stepper.forward();
    }
    if (!isSlow) m_comparisons = kLaneComparisons;
    if (m_stepper.isAtEnd() && m_comparisons == kLaneComparisons) m_isPlaying = false;
    if (steps > 0 || !m_isPlaying) stepped();
  }
  keepClock();
  refresh();
}

void DpView::onLiveUpdated() {
  if (!m_dataset) return;
  const auto before = m_shown;  // keeps the path alive
  engine::AlignmentPath path;
  if (chosenPath()) path = *chosenPath();
  takeAlignment(m_live->result() ? m_live->result() : original());
  if (m_wantedPath >= 0 && m_wantedPath < numPaths()) setPath(std::exchange(m_wantedPath, -1));
  markChanges(&path);
  fillPathBox();
  if (m_arrangement == PlaneArrangement::lanes) startLanes();
  Q_EMIT stateChanged();
}

void DpView::markChanges(const engine::AlignmentPath* before) {
  using Key = std::tuple<engine::PairState, Index, Index>;
  std::set<Key> old;
  for (const engine::PathStep& step : before->steps) old.insert({step.state, step.i, step.j});
  m_changedSteps.clear();
  bool hasChanged = false;
  if (chosenPath())
    for (const engine::PathStep& step : chosenPath()->steps) {
      m_changedSteps.push_back(!old.contains({step.state, step.i, step.j}));
      hasChanged = hasChanged || m_changedSteps.back();
    }
  m_flash = hasChanged && !isMotionReduced() ? 1 : 0;
  keepClock();
}

void DpView::needPosterior() {
  if (!m_live->isPossible() || m_planes.empty() || m_planes.back().values) return;
  engine::AlignmentKnobs knobs = m_live->knobs();
  knobs.hasSums = true;
  m_live->setKnobs(knobs);
}

void DpView::needAlternatives() {
  if (!m_live->isPossible() || numPaths() > 1 || m_live->knobs().alternatives > 1) return;
  engine::AlignmentKnobs knobs = m_live->knobs();
  knobs.alternatives = kAlternatives;
  knobs.coOptimal = std::max(knobs.coOptimal, kCoOptimal);
  m_live->setKnobs(knobs);
}

void DpView::resetKnobs() {
  engine::AlignmentKnobs knobs = m_live->standard();
  knobs.hasSums = knobs.hasSums || m_live->knobs().hasSums;  // what a picture needs stays
  knobs.alternatives = m_live->knobs().alternatives;
  knobs.coOptimal = m_live->knobs().coOptimal;
  m_live->setKnobs(knobs);
  Q_EMIT controlsOutdated();
}

void DpView::keepAlignment() {
  if (!m_dataset || !m_live->isPossible()) return;
  try {
    Q_EMIT requested(engine::requestWith(*m_dataset, m_live->knobs()));
  } catch (const std::exception& error) {
    session().report(MessageKind::warning, QString::fromUtf8(error.what()));
  }
}

namespace {

/// Profiles of the document that could stand in the other lanes, each once.
std::vector<std::shared_ptr<const engine::ProfileHmm>> otherTemplates(const Document& document,
                                                                      const std::string& templ) {
  std::vector<std::shared_ptr<const engine::ProfileHmm>> profiles;
  const auto add = [&](std::shared_ptr<const engine::ProfileHmm> profile) {
    if (profile && profile->length() > 0 &&
        std::none_of(profiles.begin(), profiles.end(), [&](const auto& other) { return other == profile; }))
      profiles.push_back(std::move(profile));
  };
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (dataset->id == templ) continue;
    if (const auto profile = dataset->share<engine::ProfileHmm>()) add(profile);
    if (const auto* result = dataset->as<engine::SearchResult>())
      for (const engine::SearchHit& hit : result->hits) add(hit.templ);
  }
  return profiles;
}

}  // namespace

void DpView::startLanes() {
  if (!m_live->isPossible()) return;
  const std::string map = m_colorMap.isEmpty() || colorMap(m_colorMap.toStdString()).isDiverging
                              ? std::string("viridis")
                              : m_colorMap.toStdString();
  Job* job = runJob(
      session().jobs(), this, tr("Lanes of %1").arg(title()), QStringLiteral("lanes"),
      [dataset = m_dataset, shown = m_shown, knobs = m_live->knobs(), map,
       others = otherTemplates(session().document(), columnAxis())](engine::Progress& progress) {
        return lanePicture(std::make_shared<const engine::LaneMatrices>(
                               engine::lanesBeside(*dataset, knobs, *shown, others, progress)),
                           map);
      },
      [shown = m_shown](DpView& view, LanePicture lanes) {
        if (view.m_shown != shown) return;
        view.m_lanes = std::move(lanes);
        view.sizeStepper();
        view.refresh();
      });
  waitFor(this, job);
}

}  // namespace ui
