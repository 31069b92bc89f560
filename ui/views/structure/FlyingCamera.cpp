#include "ui/views/structure/FlyingCamera.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QVariantAnimation>
#include <QWidget>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/look/Theme.h"
#include "ui/views/base/PictureKeys.h"

namespace ui {

using engine::Vector3;

namespace {

constexpr int kFlightMilliseconds = 250;
constexpr double kKeyTurn = 12;  ///< logical pixels

double aspectOf(QSize size) { return static_cast<double>(size.width()) / std::max(1, size.height()); }

QJsonObject toJson(const StructureCamera& camera) {
  const Eigen::Quaterniond turn(camera.axes);
  const Vector3& center = camera.center;
  return {{QStringLiteral("center"), QJsonArray{center.x(), center.y(), center.z()}},
          {QStringLiteral("turn"), QJsonArray{turn.w(), turn.x(), turn.y(), turn.z()}},
          {QStringLiteral("distance"), camera.distance},
          {QStringLiteral("radius"), camera.radius}};
}

/// Finite ones alone; none when there are not as many.
std::vector<double> numbersIn(const QJsonValue& value, qsizetype count) {
  const QJsonArray array = value.toArray();
  std::vector<double> numbers;
  for (const QJsonValue& item : array)
    if (item.isDouble() && std::isfinite(item.toDouble())) numbers.push_back(item.toDouble());
  return array.size() == count && static_cast<qsizetype>(numbers.size()) == count ? numbers : std::vector<double>{};
}

/// Nothing when a part is missing or makes no camera.
std::optional<StructureCamera> cameraFrom(const QJsonObject& object) {
  const auto center = numbersIn(object[QStringLiteral("center")], 3),
             turn = numbersIn(object[QStringLiteral("turn")], 4);
  const double distance = object[QStringLiteral("distance")].toDouble(),
               radius = object[QStringLiteral("radius")].toDouble();
  if (center.empty() || turn.empty() || !(distance > 0) || !(radius > 0)) return std::nullopt;
  const Eigen::Quaterniond rotation(turn[0], turn[1], turn[2], turn[3]);
  if (!(rotation.norm() > 1e-6)) return std::nullopt;
  StructureCamera camera;
  camera.center = {center[0], center[1], center[2]};
  camera.axes = rotation.normalized().toRotationMatrix();
  camera.distance = distance;
  camera.radius = radius;
  camera.zoom(1);  // within the limits
  return camera;
}

}  // namespace

FlyingCamera::FlyingCamera(QWidget* shown)
    : QObject(shown), m_shown(shown), m_flight(new QVariantAnimation(this)) {
  m_flight->setDuration(kFlightMilliseconds);
  m_flight->setEasingCurve(QEasingCurve::InOutQuad);
  m_flight->setStartValue(0.0);
  m_flight->setEndValue(1.0);
  connect(m_flight, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
    if (m_flight->state() != QAbstractAnimation::Running) return;
    m_now = between(m_start, m_goal, share.toDouble());
    Q_EMIT stepped();
  });
  connect(m_flight, &QVariantAnimation::finished, this, [this] {
    m_now = m_goal;
    Q_EMIT changed();
  });
}

bool FlyingCamera::isFitted(QSize size) const { return m_isMoved || aspectOf(size) == m_fittedAspect; }

void FlyingCamera::fit(const std::vector<Vector3>& points, QSize size, double margin) {
  m_flight->stop();
  m_fittedAspect = aspectOf(size);
  m_now.fit(points, m_fittedAspect, margin);
}

void FlyingCamera::refit() {
  if (!m_isMoved) m_fittedAspect = 0;
}

void FlyingCamera::release() {
  m_isMoved = false;
  m_fittedAspect = 0;
}

void FlyingCamera::move(const std::function<void(StructureCamera&)>& step) {
  m_flight->stop();
  step(m_now);
  m_isMoved = true;
  Q_EMIT moved();
  Q_EMIT changed();
}

void FlyingCamera::centreOn(const Vector3& position) {
  if (!engine::isSet(position)) return;
  StructureCamera goal = m_now;
  goal.center = position;
  lookFrom(goal);
}

void FlyingCamera::lookFrom(const StructureCamera& goal) {
  m_isMoved = true;
  flyTo(goal);
}

void FlyingCamera::flyToFit(const std::vector<Vector3>& points, QSize size, double margin) {
  m_fittedAspect = aspectOf(size);
  m_isMoved = false;
  StructureCamera goal;
  goal.fit(points, m_fittedAspect, margin);
  flyTo(goal);
}

void FlyingCamera::flyTo(const StructureCamera& goal) {
  m_flight->stop();
  m_start = m_now;
  m_goal = goal;
  if (!isMotionReduced() && m_shown->isVisible()) return m_flight->start();
  m_now = goal;
  Q_EMIT changed();
}

QJsonValue FlyingCamera::state() const {
  const bool isFlying = m_flight->state() == QAbstractAnimation::Running;
  return m_isMoved ? QJsonValue(toJson(isFlying ? m_goal : m_now)) : QJsonValue();
}

void FlyingCamera::setState(const QJsonValue& state) {
  if (state.isNull()) {
    release();
  } else if (const auto camera = cameraFrom(state.toObject())) {
    m_flight->stop();
    m_now = *camera;
    m_isMoved = true;
  }
  Q_EMIT changed();
}

bool FlyingCamera::moveByKey(int key, Qt::KeyboardModifiers modifiers, double height) {
  const QPoint arrow = arrowOf(key);
  const int steps = zoomStepsOf(key);
  if (steps == 0 && arrow.isNull()) return false;
  const double x = kKeyTurn * arrow.x(), y = kKeyTurn * arrow.y();
  move([&](StructureCamera& camera) {
    if (steps != 0) camera.zoom(std::pow(kZoomStep, steps));
    else if (modifiers.testFlag(Qt::ShiftModifier)) camera.pan(x, y, height);
    else camera.turn(x, y, height);
  });
  return true;
}

}  // namespace ui
