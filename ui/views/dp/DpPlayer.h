// Dynamic programming as a film: how far it is told, step by step or by a clock, and the flash of what has changed.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <functional>
#include <optional>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "ui/views/dp/DpStepper.h"

class QTimer;

namespace ui {

/// Steps of a path that have just changed.
struct PathFlash {
  std::vector<bool> steps;  ///< one per step; empty: none
  double strength = 0;      ///< 1 right after the change, 0 when it is over
};

class DpPlayer : public QObject {
  Q_OBJECT

 public:
  explicit DpPlayer(QObject* parent = nullptr);
  /// The cell that stepping starts with, asked when it is switched on; unset or nothing: before the first.
  std::function<std::optional<DpCell>()> startCell;

  /// Off: everything is there.
  bool isOn() const { return m_isOn; }
  void setOn(bool on);
  const DpStepper& stepper() const { return m_stepper; }
  /// The cell in work, which is on the path while that is traced; none before the first.
  DpCell cell(const engine::AlignmentPath* path) const;
  /// As DpStepper::setSize(). With lanes a step by cell is one comparison.
  void setTape(engine::Index rows, engine::Index columns, engine::Index pathSteps, bool hasLanes);
  void setUnit(StepUnit unit);
  void setPosition(engine::Index position);
  /// Everything up to this cell is filled.
  void setCell(DpCell cell);
  /// Comparisons done in the cell in work, 0..kLaneComparisons.
  int comparisons() const;
  /// Switches on.
  void step();
  void stepBack();
  /// Steps a second, clamped to 0.5..100 000; what is not finite is ignored.
  void setSpeed(double stepsPerSecond);
  double speed() const { return m_speed; }
  /// Switches on. With reduced motion the matrix, then the path, is there at once.
  void setPlaying(bool on);
  bool isPlaying() const { return m_isPlaying; }
  /// Moves what is in motion on by this time.
  void advance(int milliseconds);

  /// These steps flash for 300 ms; with reduced motion they do not.
  void startFlash(std::vector<bool> steps);
  void endFlash();
  const PathFlash& flash() const { return m_flash; }

  /// "on", "unit", "position", "comparisons", "speed"; as in sessions.
  QJsonObject state() const;
  /// What is missing or of another type is left as it is; out of range becomes the nearest.
  void setState(const QJsonObject& state);

 Q_SIGNALS:
  void switched();  ///< on or off
  void stepped();   ///< something else is filled or traced
  void speedChanged();
  void faded();  ///< time has passed

 private:
  void keepClock();
  bool isByComparison() const { return m_hasLanes && m_stepper.unit() == StepUnit::cell; }

  DpStepper m_stepper;
  PathFlash m_flash;
  bool m_isOn = false, m_isPlaying = false, m_hasLanes = false;
  double m_speed = 10, m_due = 0;  ///< steps a second; steps that the clock owes
  int m_comparisons = 0;
  QTimer* m_clock;
};

}  // namespace ui
