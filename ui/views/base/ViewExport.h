// The parts out of which pages of views are made.
#pragma once

#include <QImage>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <functional>

class QPainter;

namespace ui {

class View;

/// What VTK draws of a view; null when there is nothing but painted marks. Throws engine::Error without OpenGL.
QImage scenePicture(View& view, QSize devicePixels, double scale);
/// What goes on top of the picture by VTK, or the text of a view that shows nothing. `size` in logical pixels.
void paintOnScene(View& view, QPainter& painter, QSize size);

/// A page of vectors. One logical pixel is 1/96 inch, as on the screen: the same font sizes give the same layout.
struct VectorPage {
  QString title;
  QSize size;          ///< logical pixels
  QSizeF millimetres;  ///< empty: what the pixels are
};
/// Throws engine::Error unless the name ends in .svg or .pdf.
void checkIsVector(const QString& path);
/// Writes SVG or PDF by suffix, whole or not at all. Throws engine::Error.
void writeVectorPage(const QString& path, const VectorPage& page, const std::function<void(QPainter&)>& paint);

}  // namespace ui
