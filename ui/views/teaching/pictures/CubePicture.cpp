// Three tokens, columns of Z, as edges of a box, and of the box after a layer, once or several times, perhaps beside
// what a softmax makes of them: volumes are determinants. Drawn as lines, seen from afar, so that pages have vectors.
#include <Eigen/SVD>
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

constexpr double kNothing = 1e-12;  ///< a volume that is a rounding

constexpr std::array<Vector, 3> kAxes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};

double determinant(const engine::Array<double>& m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

class CubePicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts;
    for (const size_t k : boxes())
      parts << QObject::tr("The box of %1 has a volume of %2 and singular values %3.")
                   .arg(QString::fromStdString(needed(k).name), volumeText(k), singularText(k));
    if (given(2))
      parts << QObject::tr("The factor of volumes is %1.")
                   .arg(given(2)->isCovered ? QObject::tr("covered") : shownNumber(given(2)->values[0]));
    return parts.join(u' ');
  }
  bool canTurn() const override { return true; }

 protected:
  const char* id() const override { return "cube"; }
  std::vector<PictureNeed> needs() const override {
    return {{"tokens as columns", "3 3"},
            {"tokens after", "3 3"},
            {"measured factor of volume", "", true},
            {"tokens after a softmax instead", "3 3", true},
            {"times that it was applied", "", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const std::vector<size_t> all = boxes();
    const auto count = static_cast<double>(all.size());
    const double between = count > 2 ? line : 3 * line, width = (room.width() - (count - 1) * between) / count;
    const double reach = reachOfAll();
    for (size_t k = 0; k < all.size(); ++k) {
      const QRectF part(room.left() + static_cast<double>(k) * (width + between), room.top(), width,
                        room.height() - 3 * line);
      drawBox(canvas, QRectF(part.topLeft(), QSizeF(width, part.height() * 0.62)), all[k], reach);
      paintGrid(canvas, QRectF(part.left(), part.top() + part.height() * 0.64, width, part.height() * 0.36),
                needed(all[k]), {.title = gridTitle(all[k]), .isBarShown = false, .digits = 3});
      canvas.text(QRectF(part.left(), part.bottom() + 0.2 * line, width, 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                  QObject::tr("singular values %1").arg(singularText(all[k])), {canvas.theme().muted});
    }
    if (all.size() == 2)
      canvas.arrow({room.left() + width + 0.2 * line, room.top() + room.height() * 0.3},
                   {room.left() + width + 2.8 * line, room.top() + room.height() * 0.3}, canvas.theme().text, 3);
    drawWords(canvas, QRectF(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line));
  }

 private:
  /// Places of the arrays that are boxes.
  std::vector<size_t> boxes() const { return given(3) ? std::vector<size_t>{0, 1, 3} : std::vector<size_t>{0, 1}; }
  /// How often the layer was applied; nothing where it is not said.
  QString timesText() const {
    if (!given(4)) return {};
    return given(4)->isCovered ? QObject::tr("applied ? times")
                               : QObject::tr("applied %1 times").arg(shownNumber(given(4)->values[0]));
  }
  QString gridTitle(size_t which) const {
    if (which == 0) return QObject::tr("tokens as columns");
    return which == 1 ? QObject::tr("after the layer") : QObject::tr("after a softmax");
  }
  QString boxTitle(size_t which) const {
    if (which == 0) return QObject::tr("before");
    return which == 1 ? QObject::tr("after") : QObject::tr("softmax");
  }
  /// Lengths of the half-axes of what it makes of a ball, the largest first.
  QString singularText(size_t which) const {
    if (needed(which).isCovered) return QObject::tr("covered");
    const auto& m = needed(which).values;
    if (!std::all_of(m.begin(), m.end(), [](double value) { return std::isfinite(value); }))
      return QObject::tr("no value");
    Eigen::Matrix3d matrix;
    for (int k = 0; k < 9; ++k) matrix(k / 3, k % 3) = m[k];
    const Eigen::Vector3d values = Eigen::JacobiSVD<Eigen::Matrix3d>(matrix).singularValues();
    QStringList texts;
    for (const double value : {values[0], values[1], values[2]})
      texts << shownNumber(value < kNothing * values[0] ? 0 : value);
    return texts.join(QStringLiteral(", "));
  }
  /// How often, which is dragged where a control moves it, and the factor of volumes.
  void drawWords(PictureCanvas& canvas, const QRectF& room) const {
    QRectF left = room;
    if (given(4)) {
      left.setWidth(canvas.widthOf(timesText(), {{}, 1.1, true}) + canvas.line());
      canvas.text(left, Qt::AlignLeft | Qt::AlignVCenter, timesText(), {canvas.theme().accent, 1.1, true});
      canvas.hit({given(4)->name, {}}, left);
    }
    if (!given(2)) return;
    const QRectF words = given(4) ? QRectF(left.topRight(), room.bottomRight()) : room;
    canvas.text(words, (given(4) ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter,
                QObject::tr("factor of volumes near here: J = %1").arg(cellText(*given(2), given(2)->values[0])),
                {{}, 1.1, true});
    canvas.hit({given(2)->name, {}}, words);
  }
  QString volumeText(size_t which) const {
    const double volume = determinant(needed(which).values);
    return needed(which).isCovered ? QObject::tr("covered")
           : std::isfinite(volume) ? shownNumber(std::abs(volume) < kNothing ? 0 : volume)
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
  /// The largest way from the middle of a box to a corner of it or to the end of an axis, so that all are drawn to one
  /// scale and none grows or shrinks while it is turned.
  double reachOfAll() const {
    double reach = 0.5;
    for (const size_t which : boxes()) {
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
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("%1, volume %2").arg(boxTitle(which), volumeText(which)), {{}, 1.1, true});
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
