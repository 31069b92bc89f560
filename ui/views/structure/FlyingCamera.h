// A camera that shows everything until a person has moved it, and flies from one place to another.
#pragma once

#include <QJsonValue>
#include <QObject>
#include <QSize>
#include <functional>
#include <vector>

#include "ui/scenes/structure/StructureCamera.h"

class QVariantAnimation;
class QWidget;

namespace ui {

inline constexpr double kZoomStep = 1.12;  ///< of a key, or a step of the wheel

class FlyingCamera : public QObject {
  Q_OBJECT

 public:
  /// Flies only while `shown` is visible and wants animations; otherwise it is there at once.
  explicit FlyingCamera(QWidget* shown);

  const StructureCamera& now() const { return m_now; }
  /// Whether it shows everything in a window of this size, or was moved by a person.
  bool isFitted(QSize size) const;
  bool isMoved() const { return m_isMoved; }  ///< by a person
  /// Shows all points with `margin` (Å) around them, at once.
  void fit(const std::vector<engine::Vector3>& points, QSize size, double margin);
  /// There is something else to show: it has to be fitted again, unless a person moved it.
  void refit();
  /// No longer where a person moved it.
  void release();
  /// A person moves it.
  void move(const std::function<void(StructureCamera&)>& step);
  /// By arrows, which turn, with Shift move the picture, and by + and -. `height` of the picture in pixels. False: no
  /// such key.
  bool moveByKey(int key, Qt::KeyboardModifiers modifiers, double height);
  /// A person turns to a place in the molecule.
  void centreOn(const engine::Vector3& position);
  /// A person goes to another place.
  void lookFrom(const StructureCamera& goal);
  /// Back to everything.
  void flyToFit(const std::vector<engine::Vector3>& points, QSize size, double margin);

  /// Null: nobody has moved it, and it goes on fitting its window. During a flight where that ends.
  QJsonValue state() const;
  /// What is no camera changes nothing. Emits changed() in any case.
  void setState(const QJsonValue& state);

 Q_SIGNALS:
  void moved();    ///< by a person, before changed()
  void stepped();  ///< one picture of a flight
  void changed();  ///< what state() tells

 private:
  void flyTo(const StructureCamera& goal);

  StructureCamera m_now, m_start, m_goal;
  bool m_isMoved = false;     ///< by a person
  double m_fittedAspect = 0;  ///< width / height; 0: not fitted yet
  QWidget* m_shown;
  QVariantAnimation* m_flight;
};

}  // namespace ui
