// The skew matrix C of scores mirrored with minus, and the rotation (I - C)(I + C)^-1 that it makes.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kOrthogonal = 1e-12, kSkew = 1e-9;

class CayleyPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index n = skew().values.shape()[0];
    QStringList parts{QObject::tr("A matrix of %1 by %1 scores, mirrored with minus, and its rotation.").arg(n)};
    if (rotation().isCovered)
      parts << QObject::tr("The rotation is covered.");
    else if (n == 2)
      parts << QObject::tr("It turns by %1 degrees.").arg(shownNumber(angle(), 4));
    if (!rotation().isCovered) parts << orthogonalText() + QStringLiteral(".");
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "cayley"; }
  std::vector<PictureNeed> needs() const override { return {{"skew matrix", "n n"}, {"rotation", "n n"}}; }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    const PictureArray& one = input.arrays[0];
    for (Index i = 0; !one.isCovered && i < one.values.shape()[0]; ++i)
      for (Index j = 0; j <= i; ++j)
        if (!(std::abs(one.values(i, j) + one.values(j, i)) <= kSkew * (1 + std::abs(one.values(i, j)))))
          refuse("array \"" + one.name + "\" has " + std::to_string(one.values(i, j)) + " at " + std::to_string(i + 1) +
                 "," + std::to_string(j + 1) + " and " + std::to_string(one.values(j, i)) + " at " +
                 std::to_string(j + 1) + "," + std::to_string(i + 1) + ", expected the same with minus");
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge), grids = room.adjusted(0, 0, 0, -1.6 * line);
    const bool hasDial = skew().values.shape()[0] == 2;
    const double parts = hasDial ? 3 : 2, sign = 3 * line, width = (grids.width() - (parts - 1) * sign) / parts;
    const auto slot = [&](int k) {
      return QRectF(grids.left() + k * (width + sign), grids.top(), width, grids.height());
    };
    const auto arrow = [&](int k) {
      canvas.arrow({slot(k).right() + 0.3 * line, grids.center().y()},
                   {slot(k).right() + sign - 0.5 * line, grids.center().y()}, canvas.theme().text, 2.5);
    };
    paintGrid(canvas, slot(0), skew(),
              {.title = QObject::tr("C, skew"), .isBarShown = false, .digits = 3});
    arrow(0);
    if (hasDial) drawDial(canvas, slot(1));
    if (hasDial) arrow(1);
    const int last = hasDial ? 2 : 1;
    paintGrid(canvas, slot(last), rotation(),
              {.title = QObject::tr("Λ = (I − C)(I + C)⁻¹"), .low = -1, .high = 1, .isBarShown = false, .digits = 3});
    canvas.text(QRectF(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line),
                Qt::AlignLeft | Qt::AlignVCenter, rotation().isCovered ? QString() : orthogonalText(), {{}, 1.05});
  }

 private:
  const PictureArray& skew() const { return needed(0); }
  const PictureArray& rotation() const { return needed(1); }
  /// Degrees, of two tokens.
  double angle() const {
    return std::atan2(rotation().values(Index{1}, Index{0}), rotation().values(Index{0}, Index{0})) * 180 /
           std::numbers::pi;
  }
  QString orthogonalText() const {
    const Index n = rotation().values.shape()[0];
    double worst = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        double sum = 0;
        for (Index k = 0; k < n; ++k) sum += rotation().values(k, i) * rotation().values(k, j);
        worst = std::max(worst, std::abs(sum - (i == j ? 1 : 0)));
      }
    if (!std::isfinite(worst)) return QObject::tr("Some columns have no length");
    return worst <= kOrthogonal
               ? QObject::tr("Columns have length 1 and stand at right angles, to 1e−12")
               : QObject::tr("Columns miss length 1 and right angles by %1").arg(shownNumber(worst, 2));
  }

  void drawDial(PictureCanvas& canvas, const QRectF& room) const {
    const double line = canvas.line(),
                 radius = std::max(4.0, std::min(room.width(), room.height() - 4 * line) / 2 - line);
    const QPointF middle = room.center();
    QPainterPath face;
    face.addEllipse(middle, radius, radius);
    canvas.stroke(face, canvas.theme().line, 2);
    if (rotation().isCovered) return canvas.cover(QRectF(middle - QPointF(line, line), QSizeF(2 * line, 2 * line)));
    const double turned = angle();
    if (!std::isfinite(turned)) return;
    const auto at = [&](double degrees) {
      return middle +
             radius * QPointF(std::cos(degrees * std::numbers::pi / 180), -std::sin(degrees * std::numbers::pi / 180));
    };
    for (const double start : {0.0, 90.0}) {
      const QColor color = start == 0 ? canvas.roles().query : canvas.roles().key;
      canvas.arrow(middle, at(start), canvas.faint(color, 0.35), 2);
      canvas.arrow(middle, at(start + turned), color, 3);
    }
    QPainterPath arc;
    const QRectF inner(middle - QPointF(radius, radius) * 0.4, QSizeF(radius, radius) * 0.8);
    arc.arcMoveTo(inner, 0);
    arc.arcTo(inner, 0, turned);
    canvas.stroke(arc, canvas.theme().text, 2);
    canvas.text(QRectF(room.left(), middle.y() + radius + 0.3 * line, room.width(), 1.3 * line),
                Qt::AlignHCenter | Qt::AlignVCenter,
                QObject::tr("turns by %1°").arg(withMinus(QString::number(turned, 'f', 2))), {{}, 1.1, true});
    canvas.text(QRectF(room.left(), middle.y() - radius - 1.4 * line, room.width(), line),
                Qt::AlignHCenter | Qt::AlignVCenter, QObject::tr("columns of Λ as arrows"), {canvas.theme().muted});
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeCayleyPicture() { return std::make_unique<CayleyPicture>(); }

}  // namespace ui
