// What teaching pictures draw with. The same calls paint, and tell where cells are: a picture is laid out in one place.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <functional>
#include <optional>
#include <vector>

#include "ui/look/RoleColors.h"
#include "ui/look/Theme.h"
#include "ui/views/teaching/TeachingPicture.h"

namespace ui {

struct TextLook {
  QColor color = {};  ///< none: that of text
  double size = 1;    ///< of the theme's label font
  bool isBold = false;
  bool isFixed = false;  ///< the font of residues and numbers
};

/// Cells on the picture: one, or a block whose rows and columns are the last two indices.
struct PictureHit {
  PictureCell cell;  ///< the one, or the indices before rows and columns
  QRectF area;
  engine::Index rows = 0, columns = 0;  ///< 0: one cell alone
  bool isTransposed = false;            ///< down the picture are columns of the array
  /// What dragging to a point asks for, before bounds; empty: up is more, through the range of the handle.
  std::function<std::vector<PictureMove>(QPointF)> moves = {};

  std::optional<PictureCell> cellAt(QPointF point) const;
  /// Where a cell of it is; a mark with fewer indices: the row.
  std::optional<QRectF> areaOf(const PictureCell& cell) const;
};

/// Without a painter nothing is painted, and hits and places of texts are collected all the same.
class PictureCanvas {
 public:
  PictureCanvas(QPainter* painter, const Theme& theme, const QRectF& place, const PictureInput& input,
                const PictureAttention& attention);

  const Theme& theme() const { return m_theme; }
  const RoleColors& roles() const { return m_roles; }
  const QRectF& place() const { return m_place; }
  const PictureAttention& attention() const { return m_attention; }
  QPainter* painter() const { return m_painter; }
  /// Height of a line of text; a step of the grid of spaces; widths of lines.
  double line() const { return m_line; }
  double gap() const { return m_theme.space(2); }
  /// Of labels; larger than the theme's on a projector, where pictures are read from the last row.
  QFont labelFont() const { return fontOf({}); }
  QColor faint(const QColor& color, double opacity = 0.25) const;

  void stroke(QPointF from, QPointF to, const QColor& color, double width = 1, Qt::PenStyle style = Qt::SolidLine);
  void stroke(const QPainterPath& path, const QColor& color, double width = 1, Qt::PenStyle style = Qt::SolidLine);
  void fill(const QPainterPath& path, const QColor& color);
  void fill(const QRectF& area, const QColor& color);
  void frame(const QRectF& area, const QColor& color, double width = 1);
  void dot(QPointF at, double radius, const QColor& color, bool isHollow = false);
  /// With its head at `to`; `width` in usual widths.
  void arrow(QPointF from, QPointF to, const QColor& color, double width = 1.5);
  /// A band from one level down (or across) to another, as broad as told at both ends (logical pixels).
  void band(QPointF from, QPointF to, double width, const QColor& color, bool isAcross = false);
  /// In smaller letters where it is too long, then cut off with dots; nothing where there is no room for any.
  void text(const QRectF& area, int flags, const QString& text, const TextLook& look = {});
  /// Beside a point, where no other text is; left out where all sides are taken.
  bool label(QPointF at, const QString& text, const TextLook& look = {}, double distance = 4);
  /// The same as text, left out where it would lie on another.
  bool freeText(const QRectF& area, int flags, const QString& text, const TextLook& look = {});
  double widthOf(const QString& text, const TextLook& look = {}) const;
  /// A panel with "?": an answer that is not given yet.
  void cover(const QRectF& area);

  void hit(const PictureCell& cell, const QRectF& area, std::function<std::vector<PictureMove>(QPointF)> moves = {});
  void hit(PictureHit block) { m_hits.push_back(std::move(block)); }
  /// Hovered, focused or marked.
  bool isLit(const PictureCell& cell) const;
  /// The picture shows what is marked in its own way: no outlines of it.
  void showMarksWithoutFrames() { m_areMarksFramed = false; }
  const std::vector<PictureHit>& hits() const { return m_hits; }
  /// Where texts stand.
  const std::vector<QRectF>& texts() const { return m_texts; }
  /// Outlines of what is pointed at, has the focus or is marked.
  void paintMarks();

 private:
  QFont fontOf(const TextLook& look, double factor = 1) const;
  QPainter* m_painter;
  const Theme& m_theme;
  RoleColors m_roles;
  QRectF m_place;
  const PictureInput& m_input;
  const PictureAttention& m_attention;
  double m_line;
  std::vector<PictureHit> m_hits;
  std::vector<QRectF> m_texts;
  bool m_areMarksFramed = true;
};

/// "0.644", "−1.2"; "?" of a covered one, an en dash of none.
QString cellText(const PictureArray& array, double value, int digits = 3);
/// The same for the ear: "covered", "no value".
QString spokenNumber(const PictureArray& array, double value);

}  // namespace ui
