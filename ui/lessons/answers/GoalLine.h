// Something to reach by dragging: an open box that ticks and never locks.
#pragma once

#include <QLabel>
#include <string>

namespace ui {

class GoalLine : public QLabel {
  Q_OBJECT

 public:
  GoalLine(const std::string& text, QWidget* parent);
  const std::string& goal() const { return m_text; }
  /// Reached once counts for ever.
  void setReached(bool isReached);
  bool isReached() const { return m_isReached; }

 private:
  std::string m_text;
  bool m_isReached = false;
};

}  // namespace ui
