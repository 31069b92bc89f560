// Three tokens, columns of Z, as edges of a box, and of the box after: volumes are determinants. Drawn as lines, seen
// from afar, so that pages have vectors.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

using Vector = std::array<double, 3>;

constexpr std::array<Vector, 3> kAxes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};

double determinant(const engine::Array<double>& m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

class CubePicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts;
    for (size_t k = 0; k < 2; ++k)
      parts << QObject::tr("The box of %1 has a volume of %2.")
                   .arg(QString::fromStdString(needed(k).name), volumeText(k));
    if (given(2))
      parts << QObject::tr("The factor of volumes is %1.")
                   .arg(given(2)->isCovered ? QObject::tr("covered") : shownNumber(given(2)->values[0]));
    return parts.join(u' ');
  }
  bool canTurn() const override { return true; }

 protected:
  const char* id() const override { return "cube"; }
  std::vector<PictureNeed> needs() const override {
    return {{"tokens as columns", "3 3"}, {"tokens after", "3 3"}, {"measured factor of volume", "", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double width = (room.width() - 3 * line) / 2;
    const double reach = reachOfBoth();
    for (size_t k = 0; k < 2; ++k) {
      const QRectF half(room.left() + static_cast<double>(k) * (width + 3 * line), room.top(), width, room.height());
      drawBox(canvas, QRectF(half.topLeft(), QSizeF(width, half.height() * 0.62)), k, reach);
      paintGrid(canvas,
                QRectF(half.left(), half.top() + half.height() * 0.64, width, half.height() * 0.36 - 1.6 * line),
                needed(k),
                {.title = k == 0 ? QObject::tr("tokens as columns") : QObject::tr("after the layer"),
                 .isBarShown = false,
                 .digits = 3});
    }
    canvas.arrow({room.left() + width + 0.2 * line, room.top() + room.height() * 0.3},
                 {room.left() + width + 2.8 * line, room.top() + room.height() * 0.3}, canvas.theme().text, 3);
    if (given(2)) {
      const QRectF words(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line);
      canvas.text(words, Qt::AlignHCenter | Qt::AlignVCenter,
                  QObject::tr("factor of volumes near here: J = %1").arg(cellText(*given(2), given(2)->values[0])),
                  {{}, 1.1, true});
      canvas.hit({given(2)->name, {}}, words);
    }
  }

 private:
  QString volumeText(size_t which) const {
    const double volume = determinant(needed(which).values);
    return needed(which).isCovered ? QObject::tr("covered")
           : std::isfinite(volume) ? shownNumber(volume)
                                   : QObject::tr("no value");
  }
  Vector column(size_t which, Index token) const {
    const auto& m = needed(which).values;
    return {m(Index{0}, token), m(Index{1}, token), m(Index{2}, token)};
  }
  Vector corner(size_t which, int of) const {
    Vector sum{};
    for (Index token = 0; token < 3; ++token)
      if (of >> token & 1)
        for (size_t c = 0; c < 3; ++c) sum[c] += column(which, token)[c];
    return sum;
  }
  Vector middle(size_t which) const {
    const Vector far = corner(which, 7);
    return {far[0] / 2, far[1] / 2, far[2] / 2};
  }
  /// The largest way from the middle of a box to a corner of it or to the end of an axis, so that both are drawn to one
  /// scale and none grows or shrinks while it is turned.
  double reachOfBoth() const {
    double reach = 0.5;
    for (size_t which = 0; which < 2; ++which) {
      const Vector from = middle(which);
      std::vector<Vector> ends(kAxes.begin(), kAxes.end());
      for (int of = 0; of < 8; ++of) ends.push_back(corner(which, of));
      for (const Vector& end : ends) {
        const double way = std::hypot(end[0] - from[0], end[1] - from[1], end[2] - from[2]);
        if (std::isfinite(way)) reach = std::max(reach, way);
      }
    }
    return reach;
  }

  void drawBox(PictureCanvas& canvas, const QRectF& room, size_t which, double reach) const {
    const double line = canvas.line();
    canvas.text(
        QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
        QObject::tr("%1, volume %2").arg(which == 0 ? QObject::tr("before") : QObject::tr("after"), volumeText(which)),
        {{}, 1.1, true});
    const QRectF inside = room.adjusted(line, 2.4 * line, -line, -1.2 * line);
    if (needed(which).isCovered) return canvas.cover(inside);
    const double scale = std::min(inside.width(), inside.height()) / 2 / reach;
    const Vector from = middle(which);
    const auto at = [&, view = depthView()](const Vector& place) {
      const QPointF flat = view.flat(place[0] - from[0], place[1] - from[1], place[2] - from[2]);
      return inside.center() + QPointF(flat.x() * scale, -flat.y() * scale);
    };
    for (const Vector& axis : kAxes) {
      const QPointF zero = at({}), end = at(axis);
      if (std::isfinite(zero.x() + zero.y())) canvas.stroke(zero, end, canvas.theme().muted, 1, Qt::DashLine);
    }
    for (int from = 0; from < 8; ++from)
      for (int token = 0; token < 3; ++token)
        if (!(from >> token & 1)) {
          const QPointF a = at(corner(which, from)), b = at(corner(which, from | 1 << token));
          if (std::isfinite(a.x() + a.y() + b.x() + b.y()))
            canvas.stroke(a, b, canvas.faint(canvas.theme().text, 0.6), 1.2);
        }
    const std::array<QColor, 3> colors{canvas.roles().query, canvas.roles().key, canvas.roles().value};
    for (Index token = 0; token < 3; ++token) {
      const QPointF tip = at(corner(which, 1 << token));
      if (!std::isfinite(tip.x() + tip.y())) continue;
      canvas.arrow(at({}), tip, colors[static_cast<size_t>(token)], 3);
      canvas.label(tip, labelOf(needed(which), 1, token), {colors[static_cast<size_t>(token)], 1.1, true}, 6);
    }
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeCubePicture() { return std::make_unique<CubePicture>(); }

}  // namespace ui
