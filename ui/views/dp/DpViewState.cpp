// State, numbers and words of the DP view: what sessions, exports and captions take from it.
#include <QJsonObject>
#include <QJsonValue>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/views/base/JsonState.h"
#include "ui/views/dp/DpView.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr std::array kArrangements{"one", "all", "posterior", "lanes"};
constexpr std::array kRanges{"common", "plane"};
constexpr std::array kQuantities{"behind", "score"};
constexpr std::array kLetters{"first", "consensus"};
constexpr std::array kKinds{"viterbi", "forward", "backward", "posterior"};
/// The zoom is told to this share of a column, so that it comes back as the same number.
constexpr double kAcrossSteps = 1e6;
constexpr double kNominalPanel = 100;
constexpr std::array kUnits{"cell", "row", "antidiagonal"};

/// Nearest whole number that an index can have.
Index wholeOf(double value) { return static_cast<Index>(std::llround(std::clamp(value, -1e15, 1e15))); }
int smallOf(double value) { return static_cast<int>(std::lround(std::clamp(value, -1e9, 1e9))); }

QJsonObject knobsState(const engine::AlignmentKnobs& knobs) {
  return {{"shift", knobs.shift},
          {"gapOpening", knobs.gapOpening},
          {"structureWeight", knobs.structureWeight},
          {"correlation", knobs.correlation},
          {"alternatives", static_cast<double>(knobs.alternatives)},
          {"coOptimal", static_cast<double>(knobs.coOptimal)},
          {"sums", knobs.hasSums}};
}

engine::AlignmentKnobs knobsFrom(const QJsonObject& state, engine::AlignmentKnobs knobs) {
  takeNumber(state, "shift", [&](double value) { knobs.shift = value; });
  takeNumber(state, "gapOpening", [&](double value) { knobs.gapOpening = value; });
  takeNumber(state, "structureWeight", [&](double value) { knobs.structureWeight = value; });
  takeNumber(state, "correlation", [&](double value) { knobs.correlation = value; });
  takeNumber(state, "alternatives", [&](double value) { knobs.alternatives = wholeOf(value); });
  takeNumber(state, "coOptimal",
             [&](double value) { knobs.coOptimal = static_cast<size_t>(std::max<Index>(0, wholeOf(value))); });
  takeFlag(state, "sums", [&](bool on) { knobs.hasSums = on; });
  return knobs;
}

}  // namespace

/// A view that was never shown has no panel yet: what is seen is told in columns and fits any.
Rect DpView::zoomPanel() const {
  const Rect panel = referencePanel(size());
  return panel.isEmpty() ? Rect{0, 0, kNominalPanel, kNominalPanel} : panel;
}

QJsonObject DpView::zoomState() const {
  if (m_navigation.isFitted()) return {};
  const Rect panel = zoomPanel();
  const MapViewport viewport = m_navigation.in(panel, numRows(), numColumns());
  return {{"row", viewport.centerRow},
          {"column", viewport.centerColumn},
          {"columnsAcross", std::round(panel.width / viewport.pixelsPerCell * kAcrossSteps) / kAcrossSteps}};
}

void DpView::setZoomState(const QJsonObject& zoom) {
  const Rect panel = zoomPanel();
  MapViewport viewport;
  double across = 0;
  takeNumber(zoom, "row", [&](double row) { viewport.centerRow = row; });
  takeNumber(zoom, "column", [&](double column) { viewport.centerColumn = column; });
  takeNumber(zoom, "columnsAcross", [&](double columns) { across = columns; });
  if (!(across > 0)) {
    m_navigation.fit();
    return;
  }
  viewport.pixelsPerCell = std::clamp(panel.width / across, 1.0 / 64, 256.0);
  viewport.keepOnMap(numRows(), numColumns());
  m_navigation.set(panel, viewport);
}

QJsonObject DpView::state() const {
  QJsonObject state{{"matrix", nameOf(kKinds, m_kind)},
                    {"plane", m_main},
                    {"arrangement", nameOf(kArrangements, m_arrangement)},
                    {"range", nameOf(kRanges, m_range)},
                    {"quantity", nameOf(kQuantities, m_quantity)},
                    {"letters", nameOf(kLetters, m_letters)},
                    {"colours", m_colorMap},
                    {"path", m_wantedPath >= 0 ? m_wantedPath : m_path},
                    {"showPath", m_isPathShown},
                    {"showRivals", m_areRivalsShown},
                    {"posteriorPath", m_isPosteriorShown},
                    {"logos", m_areLogosShown},
                    {"list", m_isListShown},
                    {"firstEntry", m_firstEntry},
                    {"textOffset", static_cast<double>(m_textOffset)},
                    {"cell", m_isCardShown},
                    {"zoom", zoomState()}};
  state.insert(QStringLiteral("steps"), QJsonObject{{"on", m_isStepping},
                                                    {"unit", nameOf(kUnits, m_stepper.unit())},
                                                    {"position", static_cast<double>(m_stepper.position())},
                                                    {"comparisons", m_comparisons},
                                                    {"speed", m_speed}});
  if (m_live->isPossible()) state.insert(QStringLiteral("knobs"), knobsState(m_live->knobs()));
  return state;
}

void DpView::setPlaneState(const QJsonObject& state) {
  takeChoice<engine::DpKind>(state, "matrix", kKinds, [this](engine::DpKind kind) { setMatrixKind(kind); });
  takeNumber(state, "plane", [this](double plane) { setMainPlane(std::clamp(smallOf(plane), 0, numPlanes() - 1)); });
  takeChoice<PlaneArrangement>(state, "arrangement", kArrangements, [this](PlaneArrangement value) {
    if (value != m_arrangement) setArrangement(value);
  });
  takeChoice<PlaneRange>(state, "range", kRanges, [this](PlaneRange value) { setRange(value); });
  takeChoice<PlaneQuantity>(state, "quantity", kQuantities, [this](PlaneQuantity value) { setQuantity(value); });
  takeChoice<ProfileLetters>(state, "letters", kLetters, [this](ProfileLetters value) { setLetters(value); });
  const QJsonValue colours = state.value(QLatin1String("colours"));
  const auto& maps = colorMaps();
  const bool isKnown = colours.isString() &&
                       (colours.toString().isEmpty() || std::any_of(maps.begin(), maps.end(), [&](const ColorMap& map) {
                          return map.id == colours.toString().toStdString();
                        }));
  if (isKnown && colours.toString() != m_colorMap) setColorMap(colours.toString());
  takeFlag(state, "logos", [this](bool on) { setLogosShown(on); });
  takeFlag(state, "cell", [this](bool on) { setCardShown(on); });
}

void DpView::setPathState(const QJsonObject& state) {
  takeNumber(state, "path", [this](double path) {
    // The paths may still be on their way.
    m_wantedPath = m_live->isBusy() ? std::max(0, smallOf(path)) : -1;
    setPath(smallOf(path));
  });
  takeFlag(state, "showPath", [this](bool on) { setPathShown(on); });
  takeFlag(state, "showRivals", [this](bool on) { setRivalsShown(on); });
  takeFlag(state, "posteriorPath", [this](bool on) { setPosteriorShown(on); });
  takeFlag(state, "list", [this](bool on) { setListShown(on); });
  takeNumber(state, "firstEntry", [this](double entry) { setFirstEntry(smallOf(entry)); });
  takeNumber(state, "textOffset", [this](double offset) { setTextOffset(wholeOf(offset)); });
}

void DpView::setStepState(const QJsonObject& steps) {
  takeFlag(steps, "on", [this](bool on) { setStepping(on); });
  takeChoice<StepUnit>(steps, "unit", kUnits, [this](StepUnit unit) { setStepUnit(unit); });
  takeNumber(steps, "speed", [this](double speed) { setSpeed(speed); });
  takeNumber(steps, "position", [this](double position) { setStepPosition(wholeOf(position)); });
  takeNumber(steps, "comparisons",
             [this](double done) { m_comparisons = std::clamp(smallOf(done), 0, kLaneComparisons); });
}

void DpView::setState(const QJsonObject& state) {
  const QJsonObject knobs = state.value(QLatin1String("knobs")).toObject();
  if (m_live->isPossible() && !knobs.isEmpty()) m_live->setKnobs(knobsFrom(knobs, m_live->knobs()));
  setPlaneState(state);
  setPathState(state);
  setStepState(state.value(QLatin1String("steps")).toObject());
  const QJsonValue zoom = state.value(QLatin1String("zoom"));
  if (zoom.isObject()) setZoomState(zoom.toObject());
  refresh();
  Q_EMIT controlsOutdated();
}

std::vector<NumberTable> DpView::visibleNumbers() const {
  std::vector<NumberTable> tables;
  if (!alignment()) return tables;
  const auto labels = [](const std::string& letters, Index count) {
    std::vector<std::string> texts;
    for (Index k = 0; k < count; ++k)
      texts.push_back((k < static_cast<Index>(letters.size()) ? std::string(1, letters[static_cast<size_t>(k)]) : "") +
                      std::to_string(k + 1));
    return texts;
  };
  for (size_t k = 0; k < m_planes.size(); ++k) {
    const Plane& plane = m_planes[k];
    if (!plane.values || !isLarge(static_cast<int>(k))) continue;
    const std::string name =
        std::string(engine::stateName(plane.state)) + ' ' + kKinds[static_cast<size_t>(plane.kind)];
    tables.push_back({name, "query column", "template column", labels(lettersOf(alignment()->query), numRows()),
                      labels(lettersOf(alignment()->templ), numColumns()), *plane.values});
  }
  if (const engine::AlignmentPath* path = chosenPath()) {
    NumberTable table{"path", "step", "", {}, {"query column", "template column", "bits", "posterior"}, {}};
    table.values = engine::Array<float>({static_cast<Index>(path->steps.size()), 4}, 0.0F, "path");
    for (size_t k = 0; k < path->steps.size(); ++k) {
      const engine::PathStep& step = path->steps[k];
      const auto row = static_cast<Index>(k);
      table.rowLabels.push_back(std::to_string(k + 1) + ' ' + std::string(engine::stateName(step.state)));
      table.values(row, 0) = static_cast<float>(step.i + 1);
      table.values(row, 1) = static_cast<float>(step.j + 1);
      table.values(row, 2) = static_cast<float>(step.score);
      const double posterior = stepPosterior(step, alignment()->posterior);
      table.values(row, 3) = posterior < 0 ? std::nanf("") : static_cast<float>(posterior);
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

QString DpView::captionText() const {
  if (!alignment() || m_planes.empty()) return {};
  const QString states = m_arrangement == PlaneArrangement::sideBySide
                             ? QStringLiteral("all pair states")
                             : stateText(m_planes[static_cast<size_t>(m_main)].state);
  QString text = QStringLiteral("Dynamic programming of %1, %2: %3.").arg(title(), states, scaleCaption(m_kind));
  if (m_arrangement == PlaneArrangement::lanes)
    text = QStringLiteral("One cell of the vectorised Viterbi recursion of %1, eight templates side by side.")
               .arg(title());
  if (isPosteriorBeside()) text += QStringLiteral(" Beside it the posterior probability of the same state.");
  if (m_isPathShown && m_path < numPaths())
    text += QStringLiteral(" Line: %1.")
                .arg(pathChoiceText(m_choices[static_cast<size_t>(m_path)], m_choices.front()).toLower());
  if (m_live->result()) {
    const engine::AlignmentKnobs &knobs = m_live->knobs(), &standard = m_live->standard();
    if (knobs.shift != standard.shift || knobs.gapOpening != 1 || knobs.correlation != standard.correlation ||
        knobs.structureWeight != standard.structureWeight)
      text += QStringLiteral(
                  " Score offset %1 bit, gap opening × %2, structure weight %3, correlation weight %4; pale "
                  "line: the path before.")
                  .arg(knobs.shift)
                  .arg(knobs.gapOpening)
                  .arg(knobs.structureWeight)
                  .arg(knobs.correlation);
  }
  if (m_isStepping)
    text += QStringLiteral(" Filled: %1 of %2 cells.")
                .arg(std::min(m_stepper.position(), m_stepper.numCells()))
                .arg(m_stepper.numCells());
  return text;
}

QString DpView::statusText() const {
  const Cell cell = currentCell();
  if (!alignment() || cell.i < 0 || cell.j < 0 || cell.i >= numRows() || cell.j >= numColumns()) return {};
  QString text =
      QStringLiteral("query %1 × template %2")
          .arg(residueText(lettersOf(alignment()->query), cell.i), residueText(lettersOf(alignment()->templ), cell.j));
  for (size_t k = 0; k < m_planes.size(); ++k) {
    const Plane& plane = m_planes[k];
    if (!plane.values || !(static_cast<int>(k) == m_main || static_cast<int>(k) >= numPlanes())) continue;
    const double value = (*plane.values)(cell.i, cell.j);
    const QString name = QString::fromUtf8(engine::stateName(plane.state).data());
    if (plane.kind == engine::DpKind::posterior)
      text += QStringLiteral(" · P(%1) %2").arg(name).arg(value, 0, 'g', 3);
    else
      text += std::isfinite(value)
                  ? QStringLiteral(" · %1 %2 bits").arg(name, withMinus(QString::number(value, 'f', 2)))
                  : QStringLiteral(" · %1 cannot be reached").arg(name);
  }
  if (chosenPath())
    if (const Index at = stepAt(*chosenPath(), cell.i, cell.j); at >= 0)
      text += QStringLiteral(" · step %1 of %2 of the path").arg(at + 1).arg(chosenPath()->steps.size());
  return text;
}

}  // namespace ui
