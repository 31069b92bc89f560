// Three tokens, columns of Z, as edges of a box, and of the box after: volumes are determinants. Drawn as lines, seen
// from afar, so that pages have vectors.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

using Vector = std::array<double, 3>;

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

 protected:
  const char* id() const override { return "cube"; }
  std::vector<PictureNeed> needs() const override {
    return {{"tokens as columns", "3 3"}, {"tokens after", "3 3"}, {"measured factor of volume", "", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double width = (room.width() - 3 * line) / 2;
    const QRectF reach = reachOfBoth();
    for (size_t k = 0; k < 2; ++k) {
      const QRectF half(room.left() + static_cast<double>(k) * (width + 3 * line), room.top(), width, room.height());
      drawBox(canvas, QRectF(half.topLeft(), QSizeF(width, half.height() * 0.62)), k, reach);
      paintGrid(canvas,
                QRectF(half.left(), half.top() + half.height() * 0.64, width, half.height() * 0.36 - 1.6 * line),
                needed(k), {.title = QString::fromStdString(needed(k).name), .isBarShown = false, .digits = 3});
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
  /// Across and up of the picture.
  QPointF projected(const Vector& at) const {
    const double turn = std::strtod(setting("turn", "30").c_str(), nullptr) * std::numbers::pi / 180,
                 tilt = 22 * std::numbers::pi / 180;
    const double x = at[0] * std::cos(turn) - at[1] * std::sin(turn),
                 y = at[0] * std::sin(turn) + at[1] * std::cos(turn);
    return {x, at[2] * std::cos(tilt) + y * std::sin(tilt)};
  }
  Vector corner(size_t which, int of) const {
    Vector sum{};
    for (Index token = 0; token < 3; ++token)
      if (of >> token & 1)
        for (size_t c = 0; c < 3; ++c) sum[c] += column(which, token)[c];
    return sum;
  }
  /// Of both boxes and of the axes, so that both are drawn to one scale.
  QRectF reachOfBoth() const {
    QRectF reach(-1, -1, 2, 2);
    for (size_t which = 0; which < 2; ++which)
      for (int of = 0; of < 8; ++of) {
        const QPointF at = projected(corner(which, of));
        if (std::isfinite(at.x()) && std::isfinite(at.y()))
          reach = QRectF(QPointF(std::min(reach.left(), at.x()), std::min(reach.top(), at.y())),
                         QPointF(std::max(reach.right(), at.x()), std::max(reach.bottom(), at.y())));
      }
    return reach;
  }

  void drawBox(PictureCanvas& canvas, const QRectF& room, size_t which, const QRectF& reach) const {
    const double line = canvas.line();
    canvas.text(
        QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
        QObject::tr("%1, volume %2").arg(which == 0 ? QObject::tr("before") : QObject::tr("after"), volumeText(which)),
        {{}, 1.1, true});
    const QRectF inside = room.adjusted(line, 2.4 * line, -line, -1.2 * line);
    if (needed(which).isCovered) return canvas.cover(inside);
    const double scale = std::min(inside.width() / reach.width(), inside.height() / reach.height());
    const auto at = [&](const Vector& place) {
      const QPointF flat = projected(place);
      return inside.center() +
             QPointF((flat.x() - reach.center().x()) * scale, (reach.center().y() - flat.y()) * scale);
    };
    for (const Vector& axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) {
      Vector back{-axis[0], -axis[1], -axis[2]};
      canvas.stroke(at(back), at(axis), canvas.theme().line, 1);
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
