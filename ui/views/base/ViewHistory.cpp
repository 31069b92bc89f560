#include "ui/views/base/ViewHistory.h"

#include <algorithm>

namespace ui {

namespace {

/// A drag or a turn of the wheel is one step: it ends when nothing has changed for this long.
constexpr int kPauseMilliseconds = 350;
constexpr size_t kMostSteps = 200;

}  // namespace

ViewHistory::ViewHistory(SelectionModel& selection, QObject* parent)
    : QObject(parent), m_selection(selection), m_knownSelection(selection.state()) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(kPauseMilliseconds);
  connect(&m_pause, &QTimer::timeout, this, &ViewHistory::commit);
  for (auto signal : {&SelectionModel::lockedChanged, &SelectionModel::keptChanged, &SelectionModel::headChanged})
    connect(&selection, signal, this, &ViewHistory::noteLater);
}

void ViewHistory::watch(View* view) {
  m_known[view] = view->state();
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

bool ViewHistory::canUndo() const {
  return std::any_of(m_done.begin(), m_done.end(), [this](const Step& step) { return isAlive(step); });
}

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
  const size_t before = m_done.size();
  for (auto& [view, known] : m_known) {
    const QJsonObject now = view->state();
    if (now == known) continue;
    push({view, false, known, now, {}, {}});
    known = now;
  }
  const QJsonObject selection = m_selection.state();
  if (selection != m_knownSelection) {
    push({nullptr, true, m_knownSelection, selection, {}, {}});
    m_knownSelection = selection;
  }
  if (m_done.size() != before) Q_EMIT changed();
}

void ViewHistory::record(std::function<void()> undo, std::function<void()> redo) {
  commit();
  push({nullptr, false, {}, {}, std::move(undo), std::move(redo)});
  Q_EMIT changed();
}

bool ViewHistory::differsFrom(
    quint64 position, const std::function<bool(const QJsonObject& before, const QJsonObject& after)>& matters) const {
  const auto isChange = [&](const Step& step) { return step.view && matters(step.before, step.after); };
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

void ViewHistory::apply(const Step& step, bool isUndo) {
  const QJsonObject& state = isUndo ? step.before : step.after;
  m_isApplying = true;
  if (step.undo) {
    isUndo ? step.undo() : step.redo();
    takeStates();
  } else if (step.isSelection) {
    m_selection.setState(state);
    m_knownSelection = m_selection.state();
  } else {
    step.view->setState(state);
    step.view->canvas().update();
    m_known[step.view] = step.view->state();
    Q_EMIT step.view->controlsOutdated();
  }
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
