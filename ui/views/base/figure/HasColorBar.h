// Views whose colours stand for numbers.
#pragma once

#include <QRectF>
#include <QString>
#include <functional>

class QPainter;

namespace ui {

/// One bar for all panels of a figure.
struct SharedColorBar {
  /// The same for views in which equal colours are equal values; empty: there is nothing to share.
  QString key;
  /// Logical pixels in the theme in use: the height of a bar below, the width of one at the right.
  double extent = 0;
  /// Into an area of this extent.
  std::function<void(QPainter& painter, const QRectF& area)> paint;
};

/// A view with colour bars, which stand where Theme::page says.
class HasColorBar {
 public:
  virtual ~HasColorBar() = default;
  virtual SharedColorBar sharedColorBar() const { return {}; }
};

}  // namespace ui
