// A small picture of what lies behind a door of the start page; it moves while the door is looked at.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/look/Theme.h"

namespace ui {

/// Paints a picture into `area` at a time of its cycle, 0 to 1.
using DoorPainter = void (*)(QPainter& painter, const QRectF& area, double phase, const Theme& theme);

/// A query that moves along five keys: arrows as wide as their weights.
void paintShares(QPainter& painter, const QRectF& area, double phase, const Theme& theme);
/// A head of a small folded chain, as a map and on the chain, row by row.
void paintHead(QPainter& painter, const QRectF& area, double phase, const Theme& theme);
/// The site that tells lactate (Gln) from malate dehydrogenases (Arg), column by column, with their conservation.
void paintColumns(QPainter& painter, const QRectF& area, double phase, const Theme& theme);

class DoorPicture : public QWidget {
  Q_OBJECT

 public:
  DoorPicture(DoorPainter paint, QWidget* parent);
  /// Nothing moves where the user wants no motion.
  void setMoving(bool isMoving);
  bool isMoving() const { return m_clock.isActive(); }
  double phase() const { return m_phase; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  DoorPainter m_paint;
  QTimer m_clock;
  double m_phase = 0.35;  ///< at rest something is to be seen, too
};

}  // namespace ui
