#include "ui/views/base/ViewHistory.h"

#include <QMouseEvent>
#include <algorithm>
#include <utility>

namespace ui {

namespace {

/// A turn of the wheel is one step: it ends when nothing has changed for this long. A drag ends with the button.
constexpr int kPauseMilliseconds = 350;
constexpr size_t kMostSteps = 200;

}  // namespace

ViewHistory::ViewHistory(SelectionModel& selection, QObject* parent)
    : QObject(parent), m_selection(selection), m_knownSelection(selection.state()) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(kPauseMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &ViewHistory::onPause);
  for (auto signal : {&SelectionModel::lockedChanged, &SelectionModel::keptChanged, &SelectionModel::headChanged})
    connect(&selection, signal, this, &ViewHistory::noteLater);
}

void ViewHistory::watch(View* view) {
  m_known[view] = view->state();
  view->canvas().installEventFilter(this);
  connect(view, &View::stateChanged, this, &ViewHistory::noteLater);
  connect(view, &View::aboutToEdit, this, &ViewHistory::commit);
  connect(view, &View::edited, this, [this](const auto& undo, const auto& redo) {
    takeStates();
    record(undo, redo);
  });
  connect(view, &QObject::destroyed, this, [this, view] { m_known.erase(view); });
}

void ViewHistory::noteLater() {
  if (!m_isApplying) m_pause.start();
}

void ViewHistory::onPause() { m_isPressed ? m_pause.start() : commit(); }

bool ViewHistory::eventFilter(QObject*, QEvent* event) {
  const QEvent::Type type = event->type();
  // A move without a button: the release went elsewhere.
  if (type == QEvent::MouseButtonPress || type == QEvent::MouseButtonRelease || type == QEvent::MouseMove)
    m_isPressed = static_cast<const QMouseEvent*>(event)->buttons() != Qt::NoButton;
  if (type == QEvent::Hide) m_isPressed = false;
  return false;
}

bool ViewHistory::isAlive(const Step& step) {
  return step.undo || std::any_of(step.changes.begin(), step.changes.end(), std::mem_fn(&Change::isAlive));
}

bool ViewHistory::canUndo() const { return std::any_of(m_done.begin(), m_done.end(), isAlive); }

void ViewHistory::push(Step step) {
  step.number = ++m_numSteps;
  m_done.push_back(std::move(step));
  if (m_done.size() > kMostSteps) {
    m_numForgotten = m_done.front().number;
    m_done.erase(m_done.begin());
  }
  m_undone.clear();
}

void ViewHistory::commit() {
  m_pause.stop();
  Step step;
  for (auto& [view, known] : m_known)
    if (const QJsonObject now = view->state(); now != known)
      step.changes.push_back({view, false, std::exchange(known, now), now});
  if (const QJsonObject now = m_selection.state(); now != m_knownSelection)
    step.changes.push_back({nullptr, true, std::exchange(m_knownSelection, now), now});
  if (step.changes.empty()) return;
  push(std::move(step));
  Q_EMIT changed();
}

void ViewHistory::record(std::function<void()> undo, std::function<void()> redo) {
  commit();
  push({{}, std::move(undo), std::move(redo)});
  Q_EMIT changed();
}

bool ViewHistory::differsFrom(
    quint64 position, const std::function<bool(const QJsonObject& before, const QJsonObject& after)>& matters) const {
  const auto isChange = [&](const Step& step) {
    return std::any_of(step.changes.begin(), step.changes.end(),
                       [&](const Change& change) { return change.view && matters(change.before, change.after); });
  };
  return m_numForgotten > position ||
         std::any_of(m_done.begin(), m_done.end(),
                     [&](const Step& step) { return step.number > position && isChange(step); }) ||
         std::any_of(m_undone.begin(), m_undone.end(),
                     [&](const Step& step) { return step.number <= position && isChange(step); });
}

void ViewHistory::forget() {
  m_pause.stop();
  m_done.clear();
  m_undone.clear();
  m_numForgotten = m_numSteps;
  takeStates();
  Q_EMIT changed();
}

void ViewHistory::takeStates() {
  for (auto& [view, known] : m_known) known = view->state();
  m_knownSelection = m_selection.state();
}

void ViewHistory::adoptStates() {
  if (m_pause.isActive()) return;
  for (auto& [view, known] : m_known) known = view->state();
}

void ViewHistory::apply(const Change& change, bool isUndo) {
  if (!change.isAlive()) return;
  const QJsonObject& state = isUndo ? change.before : change.after;
  if (change.isSelection) {
    m_selection.setState(state);
    m_knownSelection = m_selection.state();
    return;
  }
  change.view->setState(state);
  change.view->canvas().update();
  m_known[change.view] = change.view->state();
  Q_EMIT change.view->controlsOutdated();
}

void ViewHistory::apply(const Step& step, bool isUndo) {
  m_isApplying = true;
  if (step.undo) {
    isUndo ? step.undo() : step.redo();
  } else {
    for (const Change& change : step.changes) apply(change, isUndo);
  }
  // What views and selection took over from each other belongs to the step.
  takeStates();
  m_isApplying = false;
}

void ViewHistory::undo() {
  commit();
  while (!m_done.empty()) {
    const Step step = m_done.back();
    m_done.pop_back();
    if (!isAlive(step)) continue;
    apply(step, true);
    m_undone.push_back(step);
    break;
  }
  Q_EMIT changed();
}

void ViewHistory::redo() {
  while (!m_undone.empty()) {
    const Step step = m_undone.back();
    m_undone.pop_back();
    if (!isAlive(step)) continue;
    apply(step, false);
    m_done.push_back(step);
    break;
  }
  Q_EMIT changed();
}

}  // namespace ui
