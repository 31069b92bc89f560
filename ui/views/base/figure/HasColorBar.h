// Views whose colours stand for numbers: what panels of a figure have in common.
#pragma once

#include <QRectF>
#include <QSize>
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

/// Names of axes, said once for all panels of a figure: "query residue", "key residue".
struct SharedAxes {
  QString rows, columns;
  bool isEmpty() const { return rows.isEmpty() && columns.isEmpty(); }
};

/// A view with colour bars, which stand where Theme::page says.
class HasColorBar {
 public:
  virtual ~HasColorBar() = default;
  virtual SharedColorBar sharedColorBar() const { return {}; }
  /// What a picture of this size does not say of its axes because it is too small; empty: it does.
  virtual SharedAxes unsaidAxes(QSize) const { return {}; }
};

}  // namespace ui
