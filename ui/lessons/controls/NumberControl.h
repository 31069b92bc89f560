// One number: a slider with a field, steps with buttons, a seed that is drawn again; it may play by itself.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "ui/lessons/controls/ControlWidget.h"

class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace ui {

class NumberControl : public ControlWidget {
  Q_OBJECT

 public:
  NumberControl(const engine::LessonControl& control, QWidget* parent);
  void setValue(const engine::LessonValue& value) override;
  void move(double steps) override;
  bool isHeld() const override;
  void play() override;
  double number() const { return m_number; }

 private:
  void makeField();
  void makeSlider();
  void makeButton();
  /// Snapped, on a step, within the ends; told when it is another one.
  void choose(double number);
  void show(double number);
  double numberAt(int place) const;
  int placeOf(double number) const;
  double snapped(double number) const;
  void playOn();
  void drawAgain();

  double m_number;
  QDoubleSpinBox* m_field = nullptr;
  QSlider* m_slider = nullptr;
  QToolButton* m_button = nullptr;
  QTimer m_playing;
  QElapsedTimer m_played;
};

}  // namespace ui
