// What is drawn on the canvas of a view and on the pages of exported pictures.
#pragma once

#include <QSize>
#include <QSizeF>

class QPainter;

namespace ui {

/// A picture by VTK, or none, and what is painted on top of it. Sizes in logical pixels.
class CanvasPicture {
 public:
  virtual ~CanvasPicture() = default;
  /// Places cameras and uploads what changed for a picture of this size. OpenGL's context is current. Not called while
  /// the view shows no dataset.
  virtual void prepareScene(QSize size, double pixelRatio) = 0;
  /// False: everything is painted with QPainter; OpenGL is never touched and prepareScene never called.
  virtual bool hasScene() const { return true; }
  /// Axes, labels, marks on top of the VTK picture. The painter may be that of the screen, of a PNG, SVG or PDF. Not
  /// called while the view shows no dataset.
  virtual void paintOverlay(QPainter& painter, QSize size) = 0;
  /// The same on the page of an exported picture. Views with widgets beside the canvas paint these as well.
  virtual void paintPage(QPainter& painter, QSize size) { paintOverlay(painter, size); }
  /// The largest picture inside a view of this size: where it is too small to show anything, the view says so instead.
  virtual QSizeF largestPicture(QSize size) const { return size; }
};

/// The overlay, or the page of an exported picture; that there is no room where it would show nothing.
void paintShown(CanvasPicture& picture, QPainter& painter, QSize size, bool isPage);

}  // namespace ui
