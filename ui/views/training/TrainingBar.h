// The line above a picture of a training: what can be done to the run, what is shown above the diagonal.
#pragma once

#include <QWidget>

#include "ui/views/training/TrainingOptions.h"
#include "ui/views/training/TrainingRunner.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class TrainingBar : public QWidget {
  Q_OBJECT

 public:
  explicit TrainingBar(QWidget* parent);

  QPushButton& start() const { return *m_start; }
  QPushButton& pause() const { return *m_pause; }
  QPushButton& stop() const { return *m_stop; }
  QPushButton& cancel() const { return *m_cancel; }
  QPushButton& goOn() const { return *m_goOn; }
  QLineEdit& rate() const { return *m_rate; }
  QComboBox& upper() const { return *m_upper; }
  const QLabel& step() const { return *m_step; }

  void show(const TrainingRunner& runner, bool canGoOn);
  void setOptions(TrainingUpper upper, bool hasHeads);
  void setRate(double rate);

 Q_SIGNALS:
  void rateGiven(double rate);
  void upperChosen(ui::TrainingUpper upper);

 private:
  QPushButton *m_start, *m_pause, *m_stop, *m_cancel, *m_goOn;
  QLabel *m_rateTitle, *m_step;
  QLineEdit* m_rate;
  QComboBox* m_upper;
};

}  // namespace ui
