// A figure for a paper: views as panels of one page, on light ground, with letters of one size, without what only the
// screen has. Panels whose colours mean the same share a colour bar.
#pragma once

#include <QImage>
#include <QString>
#include <vector>

#include "ui/views/base/figure/FigureGrid.h"
#include "ui/views/base/figure/FigureOptions.h"
#include "ui/views/base/figure/HasColorBar.h"

namespace ui {

class View;

/// `label` ("A") and `title` ("layer 3, head 5") stand above it; empty for a view alone.
struct FigurePanel {
  View* view = nullptr;
  QString label, title;
};

class Figure {
 public:
  /// At least one panel; the views live as long as this. What they show is what they show when the figure is drawn.
  Figure(std::vector<FigurePanel> panels, const FigureOptions& options);

  QSize size() const { return m_size; }  ///< logical pixels of 1/96 inch
  QSizeF sizeInMillimetres() const;
  QSize sizeInPixels() const;  ///< of a PNG at the wanted dots per inch
  /// The whole page, `scale` pixels per logical pixel, with alpha where it is transparent. Throws engine::Error.
  QImage image(double scale) const;
  /// PNG, SVG or PDF by suffix, whole or not at all; as CSV or NPZ the numbers of the first panel. Throws engine::Error.
  void save(const QString& path) const;
  /// What is shown, how to read it and where it is from, as the figure shows it.
  QString caption() const;

 private:
  QImage imageOn(const QColor& ground, double scale) const;
  /// Of captions and numbers.
  Theme themeOfPanels() const;
  void paint(QPainter& painter, double scale, const Theme& theme) const;
  void paintLabel(QPainter& painter, int panel, const Theme& theme) const;
  void shareColorBar(const Theme& theme);
  void paintSharedBar(QPainter& painter, const Theme& theme) const;
  /// Lays the panels out in a page of this room.
  void placePanels(QSize room, const Theme& theme);
  void paintSharedAxes(QPainter& painter, const Theme& theme) const;

  std::vector<FigurePanel> m_panels;
  FigureOptions m_options;
  FigureGrid m_grid;
  SharedColorBar m_bar;  ///< without a key: each panel has its own
  SharedAxes m_axes;     ///< empty: each panel names its own
  QSize m_size;
};

}  // namespace ui
