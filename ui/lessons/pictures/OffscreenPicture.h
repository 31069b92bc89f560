// A picture of a step that stands on no page of the window: for cards and for paper.
#pragma once

#include <QImage>
#include <QRectF>
#include <memory>

#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/look/Theme.h"

class QPainter;

namespace ui {

class OffscreenPicture {
 public:
  /// What cannot be shown is told where the picture would be. Throws engine::Error for a kind that there is not.
  OffscreenPicture(const engine::LessonPicture& picture, const StepValuesPtr& values);
  ~OffscreenPicture();
  /// Why it cannot be shown; empty: it can.
  QString failure() const;
  /// Views get colours and statistics from jobs; before they are done something is missing.
  bool isReady() const;
  /// Into a place of a page: vectors, but for what VTK draws. Covered answers as "?".
  void paint(QPainter& painter, const QRectF& place, const Theme& theme) const;
  /// Logical pixels, `scale` pixels each.
  QImage image(QSize size, double scale, const Theme& theme) const;
  /// In words: the author's, or else the picture's own; may be empty.
  QString altText() const;

 private:
  StepValuesPtr m_values;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<QWidget> m_holder;
  ShownPicture* m_shown;
};

/// A picture of a step, wherever it stands, into a place of a page; a failure as its sentence, covered answers as "?".
void paintShown(QPainter& painter, ShownPicture& shown, const engine::StepValues& values, const QRectF& place,
                const Theme& theme);
/// Whether an array or dataset of the picture is an answer that is not given yet.
bool isCovered(const engine::LessonPicture& picture, const engine::StepValues& values);

}  // namespace ui
