// The steps of a lesson as a row of dots: where one is, what was seen, a click to go there.
#pragma once

#include <QAbstractButton>
#include <QWidget>
#include <vector>

class QHBoxLayout;

namespace ui {

class StepDot : public QAbstractButton {
  Q_OBJECT

 public:
  StepDot(int number, const QString& title, QWidget* parent);
  void setState(bool isHere, bool isSeen);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  int m_number;
  bool m_isHere = false, m_isSeen = false;
};

class StepDots : public QWidget {
  Q_OBJECT

 public:
  explicit StepDots(QWidget* parent);
  void setSteps(const QStringList& titles);
  void setState(int here, const std::vector<bool>& seen);
  const std::vector<StepDot*>& dots() const { return m_dots; }

 Q_SIGNALS:
  void chosen(int step);

 private:
  QHBoxLayout* m_row;
  std::vector<StepDot*> m_dots;
};

}  // namespace ui
