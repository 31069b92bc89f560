// When a structure on the screen is shaded: while it moves as long as that fits thirty frames a second, else at rest.
#pragma once

#include <QObject>

#include "ui/scenes/structure/DepthShade.h"
#include "ui/views/structure/StructureOptions.h"

class QTimer;

namespace ui {

class FlyingCamera;
class StructureScene;
class VtkWidget;

DepthShading shadingOf(const ShadingSettings& settings);

class ShadingPace : public QObject {
  Q_OBJECT

 public:
  explicit ShadingPace(QObject* parent);

  /// Times the pictures of a canvas, and draws the scene coarsely while the camera moves; all live as long as this.
  void follow(VtkWidget& canvas, StructureScene& scene, FlyingCamera& camera);
  /// The scene for the next picture of the canvas.
  void prepare(const VtkWidget& canvas, StructureScene& scene, const ShadingSettings& wanted, double pixelRatio);
  void cameraMoved();
  /// Of the next frame on the screen.
  DepthShading shading(const ShadingSettings& wanted) const;
  /// A frame begins; `isTimed`: an ordinary one on the screen, which tells how fast the machine is.
  void frameBegins(bool isTimed) { m_isTimed = isTimed; }
  /// What it took, and its shading as a part of that, ms; 0: it was not shaded.
  void frameDrawn(double frame, double shading);
  /// Whether moving pictures are shaded.
  bool isLive() const { return m_isLive; }

 Q_SIGNALS:
  void rested();  ///< the camera has not moved for a moment

 private:
  QTimer* m_restTimer;
  bool m_isLive = true, m_isTimed = false;
  double m_shading = 0;  ///< ms, of the last frame that was shaded
};

}  // namespace ui
