// A teaching picture of a step: arrays, covering, handles and marks as it takes them.
#pragma once

#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/views/teaching/PictureWidget.h"

namespace ui {

class TeachingFrame : public ShownPicture {
  Q_OBJECT

 public:
  TeachingFrame(const engine::LessonPicture& picture, const std::vector<engine::LessonControl>& controls,
                QWidget* parent);
  PictureWidget& widget() { return *m_widget; }
  /// {"turn": degrees, "tilt": degrees}, both by hand; empty: not turned.
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  void resetState() override { setState({}); }

 protected:
  void fill(const engine::StepValues& values, const std::vector<MarkedCells>& marks) override;

 private:
  std::vector<PictureHandle> handles(const engine::StepValues& values) const;

  std::vector<engine::LessonControl> m_controls;
  PictureWidget* m_widget;
};

/// The array of a name with its labels, unit and whether it is covered. Throws engine::Error when it is none.
PictureArray pictureArray(const std::string& name, const engine::StepValues& values);

}  // namespace ui
