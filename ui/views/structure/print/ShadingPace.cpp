#include "ui/views/structure/print/ShadingPace.h"

#include <QTimer>
#include <utility>

#include "ui/look/Theme.h"
#include "ui/look/Theme.h"
#include "ui/scenes/structure/StructureScene.h"
#include "ui/views/structure/FlyingCamera.h"
#include "ui/vtk/VtkWidget.h"

namespace ui {

namespace {

constexpr int kRestMilliseconds = 200;
constexpr double kSlowestFrame = 1000.0 / 30;
constexpr double kComfortableFrame = 0.75 * kSlowestFrame;  ///< apart from the other, so that it does not flicker

}  // namespace

DepthShading shadingOf(const ShadingSettings& settings) { return {settings.hasOutlines, settings.hasOcclusion}; }

ShadingPace::ShadingPace(QObject* parent) : QObject(parent), m_restTimer(new QTimer(this)) {
  m_restTimer->setSingleShot(true);
  m_restTimer->setInterval(kRestMilliseconds);
  connect(m_restTimer, &QTimer::timeout, this, &ShadingPace::rested);
}

void ShadingPace::follow(VtkWidget& canvas, StructureScene& scene, FlyingCamera& camera) {
  connect(this, &ShadingPace::rested, &canvas, [&canvas, &scene] {
    scene.setMoving(false);
    canvas.update();
  });
  const auto onMoved = [this, &scene] {
    scene.setMoving(scene.molecule().hasCoarseBody());
    cameraMoved();
  };
  connect(&camera, &FlyingCamera::moved, this, onMoved);
  connect(&camera, &FlyingCamera::stepped, this, onMoved);
  connect(&camera, &FlyingCamera::stepped, &canvas, qOverload<>(&QWidget::update));
  connect(&canvas, &VtkWidget::frameRendered, this,
          [this, &canvas, &scene] { frameDrawn(canvas.lastFrameMilliseconds(), scene.shadingMilliseconds()); });
}

void ShadingPace::prepare(const VtkWidget& canvas, StructureScene& scene, const ShadingSettings& wanted,
                          double pixelRatio) {
  const bool isPicture = canvas.isRenderingImage();
  scene.setUse(isPicture ? MeshUse::picture : MeshUse::screen);
  // Outlines are lines like others: wider on a projector, thinner where the letters of a figure are small.
  scene.setShading(isPicture ? shadingOf(wanted) : shading(wanted),
                   pixelRatio * ThemeModel::instance().theme().lineScale);
  frameBegins(!isPicture && pixelRatio == canvas.devicePixelRatioF());
}

void ShadingPace::cameraMoved() { m_restTimer->start(); }

DepthShading ShadingPace::shading(const ShadingSettings& wanted) const {
  return m_isLive || !m_restTimer->isActive() ? shadingOf(wanted) : DepthShading{};
}

void ShadingPace::frameDrawn(double frame, double shading) {
  if (!std::exchange(m_isTimed, false)) return;
  if (shading > 0) m_shading = shading;
  if (m_shading == 0) return;
  const double whole = shading > 0 ? frame : frame + m_shading;
  m_isLive = whole <= (m_isLive ? kSlowestFrame : kComfortableFrame);
}

}  // namespace ui
