// Pointer, keys and camera of the structure view: left turns, middle and right pan, wheel zooms, click picks, double
// click centres, Escape gives up a measurement before it unlocks.
#include <QApplication>
#include <QTimer>
#include <QVariantAnimation>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/views/base/CanvasGestures.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kClosePickReach = 6;  ///< logical pixels around an atom
constexpr double kBarReach = 3;        ///< logical pixels from the axis of an attention bar
constexpr double kDepthWeight = 1.2;
constexpr double kZoomStep = 1.12, kKeyTurn = 12;
constexpr int kFlightMilliseconds = 250;

/// The nearest to the pointer; of several about as near the one in front: 1 Å of depth weighs as 1.2 pixels.
class NearestAtom {
 public:
  NearestAtom(const StructureCamera& camera, QSizeF size, QPointF pointer, double reach)
      : m_camera(camera), m_size(size), m_pointer(pointer), m_reach(reach), m_score(reach) {}
  /// Whether this one is the best so far.
  bool consider(const Vector3& position) {
    const auto at = m_camera.project(position, m_size.width(), m_size.height());
    if (!at) return false;
    const double away = std::hypot(at->x - m_pointer.x(), at->y - m_pointer.y());
    if (away > m_reach) return false;
    const double score = away + kDepthWeight * (m_isFound ? at->depth - m_depth : 0);
    if (m_isFound && score >= m_score) return false;
    m_isFound = true;
    m_score = away;
    m_depth = at->depth;
    return true;
  }

 private:
  const StructureCamera& m_camera;
  QSizeF m_size;
  QPointF m_pointer;
  double m_reach, m_score, m_depth = 0;
  bool m_isFound = false;
};

}  // namespace

AtomPick StructureView::pickAt(QPointF pointer, double reach) const {
  const QSizeF size = const_cast<StructureView*>(this)->canvas().size();
  NearestAtom nearest(m_camera, size, pointer, reach * theme().scale);
  AtomPick best;
  for (Index residue = 0; residue < m_residues.size(); ++residue) {
    if (m_style != StructureStyle::ballAndStick) {
      if (nearest.consider(alpha(residue))) best = {residue, "CA"};
      continue;
    }
    for (const engine::Atom& atom : m_residues.find(residue)->atoms)
      if (engine::isSet(atom.position) && nearest.consider(m_motion(atom.position))) best = {residue, atom.name};
  }
  return best;
}

const AttentionLine* StructureView::barAt(QPointF pointer) const {
  const QSizeF size = const_cast<StructureView*>(this)->canvas().size();
  const AttentionLine* inFront = nullptr;
  double nearest = std::numeric_limits<double>::infinity();
  for (const AttentionLine& line : m_lines) {
    if (!isShown(line)) continue;
    const auto from = m_camera.project(alpha(line.i), size.width(), size.height());
    const auto to = m_camera.project(alpha(line.j), size.width(), size.height());
    if (!from || !to) continue;
    const QPointF start(from->x, from->y), way = QPointF(to->x, to->y) - start;
    const double squared = std::max(1e-9, QPointF::dotProduct(way, way));
    const double share = std::clamp(QPointF::dotProduct(pointer - start, way) / squared, 0.0, 1.0);
    const QPointF away = pointer - start - share * way;
    const double depth = from->depth + share * (to->depth - from->depth);
    if (std::hypot(away.x(), away.y()) > kBarReach * theme().scale || depth >= nearest) continue;
    nearest = depth;
    inFront = &line;
  }
  return inFront;
}

/// An atom right under the pointer comes before a bar, a bar before an atom nearby: bars end at atoms, and many pass
/// close to others.
void StructureView::onPointerMoved(QPointF position) {
  if (!m_dataset) return;
  m_hovered = pickAt(position, kClosePickReach);
  const AttentionLine* bar = m_hovered.residue < 0 ? barAt(position) : nullptr;
  if (m_hovered.residue < 0 && !bar) m_hovered = pickAt(position);
  Focus focus;
  if (m_hovered.residue >= 0) focus.first = {m_dataset->id, m_hovered.residue};
  if (bar) focus = {{m_dataset->id, bar->i}, {m_dataset->id, bar->j}};
  session().selection().setHover(focus);
}

void StructureView::onPointerLeft() {
  m_hovered = {};
  View::onPointerLeft();
}

void StructureView::onClicked(QPointF position) {
  if (m_measuring == MeasureKind::none) return View::onClicked(position);
  const AtomPick pick = pickAt(position);
  if (pick.residue >= 0) return addPick(pick);
  m_picked.clear();
  applyMarks();
  refresh();
}

void StructureView::addPick(const AtomPick& pick) {
  if (!m_picked.empty() && m_picked.back() == pick) return;
  m_picked.push_back(pick);
  if (m_picked.size() == static_cast<size_t>(m_measuring)) {
    std::vector<Measurement> all = m_measurements;
    all.push_back(std::move(m_picked));
    m_picked.clear();
    return setMeasurements(std::move(all));
  }
  applyMarks();
  refresh();
}

void StructureView::setMeasuring(MeasureKind kind) {
  m_measuring = kind;
  m_picked.clear();
  applyMarks();
  changed();
}

void StructureView::setMeasurements(std::vector<Measurement> measurements) {
  m_measurements = std::move(measurements);
  applyMarks();
  Q_EMIT readoutChanged();
  changed();
}

void StructureView::moveCamera() {
  stopFlight();
  m_isCameraMoved = true;
  if (m_scene->molecule().hasCoarseBody()) {
    m_scene->setMoving(true);
    m_restTimer->start();
  }
  changed();
}

bool StructureView::isFlying() const { return m_flight->state() == QAbstractAnimation::Running; }

void StructureView::stopFlight() { m_flight->stop(); }

void StructureView::flyTo(const StructureCamera& target) {
  stopFlight();
  m_flight->disconnect(this);
  m_flightGoal = target;
  if (!QApplication::isEffectEnabled(Qt::UI_AnimateMenu) || !isVisible()) {
    m_camera = target;
    return changed();
  }
  const StructureCamera start = m_camera;
  connect(m_flight, &QVariantAnimation::valueChanged, this, [this, start](const QVariant& value) {
    m_camera = between(start, m_flightGoal, value.toDouble());
    refresh();
  });
  connect(m_flight, &QVariantAnimation::finished, this, [this] {
    m_camera = m_flightGoal;
    changed();
  });
  m_flight->setDuration(kFlightMilliseconds);
  m_flight->setEasingCurve(QEasingCurve::InOutQuad);
  m_flight->setStartValue(0.0);
  m_flight->setEndValue(1.0);
  m_flight->start();
}

void StructureView::onDragged(QPointF from, QPointF to) {
  const bool isPan = m_gestures->button() == Qt::MiddleButton || m_gestures->modifiers().testFlag(Qt::ShiftModifier);
  if (isPan) return onPanned(from, to);
  m_camera.turn(to.x() - from.x(), to.y() - from.y(), canvas().height());
  moveCamera();
}

void StructureView::onPanned(QPointF from, QPointF to) {
  m_camera.pan(to.x() - from.x(), to.y() - from.y(), canvas().height());
  moveCamera();
}

void StructureView::onDoubleClicked(QPointF pointer) {
  const AtomPick pick = pickAt(pointer);
  if (pick.residue < 0) return resetView();
  StructureCamera target = m_camera;
  target.center = position(pick);
  m_isCameraMoved = true;
  flyTo(target);
}

void StructureView::onWheel(QPointF, double steps, Qt::KeyboardModifiers) {
  m_camera.zoom(std::pow(kZoomStep, steps));
  moveCamera();
}

bool StructureView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const double height = canvas().height();
  const bool pans = modifiers.testFlag(Qt::ShiftModifier);
  const auto step = [&](double x, double y) {
    pans ? m_camera.pan(x * kKeyTurn, y * kKeyTurn, height) : m_camera.turn(x * kKeyTurn, y * kKeyTurn, height);
  };
  switch (key) {
    case Qt::Key_Left:
      step(-1, 0);
      break;
    case Qt::Key_Right:
      step(1, 0);
      break;
    case Qt::Key_Up:
      step(0, -1);
      break;
    case Qt::Key_Down:
      step(0, 1);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_camera.zoom(kZoomStep);
      break;
    case Qt::Key_Minus:
      m_camera.zoom(1 / kZoomStep);
      break;
    case Qt::Key_Escape:
      if (m_measuring == MeasureKind::none) return View::onKey(key, modifiers);
      setMeasuring(MeasureKind::none);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      const Index residue = indexOf(session().selection().current().first);
      if (m_measuring == MeasureKind::none || residue < 0) return View::onKey(key, modifiers);
      addPick({residue});
      return true;
    }
    default:
      return View::onKey(key, modifiers);
  }
  moveCamera();
  return true;
}

double StructureView::aspect() const {
  const QSize size = const_cast<StructureView*>(this)->canvas().size();
  return static_cast<double>(size.width()) / std::max(1, size.height());
}

std::vector<Vector3> StructureView::fitPoints() const {
  std::vector<Vector3> points = m_alphas;
  if (!m_companion) return points;
  for (const Vector3& position : alphaPositions(*m_companion->structure))
    if (engine::isSet(position)) points.push_back(m_motion(m_companion->superposition.motion(position)));
  return points;
}

double StructureView::fitMargin() const {
  constexpr double kBackbone = 3, kSideChains = 7;
  return m_style == StructureStyle::ballAndStick ? kSideChains : kBackbone;
}

void StructureView::resetView() {
  m_fittedAspect = aspect();
  m_isCameraMoved = false;
  StructureCamera target;
  target.fit(fitPoints(), m_fittedAspect, fitMargin());
  flyTo(target);
}

void StructureView::prepareScene(QSize size, double) {
  const double shape = static_cast<double>(size.width()) / std::max(1, size.height());
  if (!m_isCameraMoved && shape != m_fittedAspect) {
    stopFlight();
    m_camera.fit(fitPoints(), shape, fitMargin());
    m_fittedAspect = shape;
  }
  m_scene->place(m_camera);
}

}  // namespace ui
