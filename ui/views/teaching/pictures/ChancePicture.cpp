// Contacts among the first ranks of a map, the share that luck would find, and where on the map they are.
#include <algorithm>
#include <cmath>

#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

class ChancePicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts{QObject::tr("Precision over the first %1 ranks.").arg(precision().values.size())};
    if (precision().values.size() > 0)
      parts << QObject::tr("At the last, %1; by luck, %2.")
                   .arg(spokenNumber(precision(), precision().values[precision().values.size() - 1]),
                        spokenNumber(base(), base().values[0]));
    if (given(2))
      parts << QObject::tr("A map of %1 residues: scores above the diagonal, contacts below.")
                   .arg(given(2)->values.shape()[0]);
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "chance"; }
  std::vector<PictureNeed> needs() const override {
    return {{"precision by rank", "r"}, {"base rate", ""}, {"scores of pairs", "L L", true}, {"contacts", "L L", true}};
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double left = given(3) ? std::min(room.width() * 0.5, room.width() - room.height() * 0.9) : room.width();
    drawCurve(canvas, QRectF(room.left(), room.top(), std::max(left, room.width() * 0.4) - 2 * edge, room.height()));
    if (given(3))
      drawMap(canvas, QRectF(room.left() + std::max(left, room.width() * 0.4), room.top(),
                             room.width() - std::max(left, room.width() * 0.4), room.height()));
  }

 private:
  const PictureArray& precision() const { return needed(0); }
  const PictureArray& base() const { return needed(1); }

  void drawCurve(PictureCanvas& canvas, const QRectF& room) const {
    const Index count = precision().values.size();
    const PlotPanel panel =
        paintPictureAxes(canvas, room, {0, static_cast<double>(count) * 1.02}, {0, 1.05},
                         QObject::tr("rank of the pair"), QObject::tr("share of contacts among the first"));
    if (precision().isCovered)
      canvas.cover(QRectF(panel.area.x + panel.area.width / 3, panel.area.y + panel.area.height / 3,
                          panel.area.width / 3, panel.area.height / 4));
    std::vector<double> ranks;
    for (Index k = 0; k < count; ++k) ranks.push_back(static_cast<double>(k + 1));
    if (std::isfinite(base().values[0])) {
      const QPointF from = pointIn(panel, 0, base().values[0]), to = pointIn(panel, panel.x.high, base().values[0]);
      canvas.stroke(from, to, canvas.theme().warning, 2, Qt::DashLine);
      canvas.hit({base().name, {}}, QRectF(from.x(), from.y() - 5, to.x() - from.x(), 10));
    }
    paintCurve(canvas, panel, ranks.data(), precision().values.begin(), count, canvas.theme().accent, 2.5);
    for (Index k = 0; k < count; ++k) {
      if (!std::isfinite(precision().values[k])) continue;
      const QPointF at = pointIn(panel, ranks[static_cast<size_t>(k)], precision().values[k]);
      canvas.hit({precision().name, {k}},
                 QRectF(at.x() - panel.area.width / static_cast<double>(2 * count), panel.area.y,
                        panel.area.width / static_cast<double>(count), panel.area.height * 0.9));
    }
    if (count > 0 && std::isfinite(precision().values[count - 1])) {
      const QPointF last = pointIn(panel, static_cast<double>(count), precision().values[count - 1]);
      canvas.dot(last, 5 * canvas.theme().scale, canvas.theme().accent);
      // Beside the curve, which falls towards its end, and clear of the words about luck.
      const double value = precision().values[count - 1];
      const double down = value >= 0.95 ? -1.8 : value > 0.5 ? 0.5 : -2.9;
      canvas.text(QRectF(panel.area.x, last.y() + down * canvas.line(),
                         last.x() - panel.area.x, 1.2 * canvas.line()),
                  Qt::AlignRight | Qt::AlignVCenter,
                  QObject::tr("%1 at rank %2").arg(shownNumber(precision().values[count - 1])).arg(count),
                  {canvas.theme().accent, 1.1, true});
    }
    if (std::isfinite(base().values[0]))
      canvas.text(QRectF(panel.area.x + canvas.gap(), pointIn(panel, 0, base().values[0]).y() - 1.3 * canvas.line(),
                         panel.area.width / 2, canvas.line()),
                  Qt::AlignLeft | Qt::AlignVCenter, QObject::tr("luck: %1").arg(shownNumber(base().values[0])),
                  {canvas.theme().warning, 1, true});
  }

  /// Above the diagonal scores, below it contacts: a good head is its own mirror image.
  void drawMap(PictureCanvas& canvas, const QRectF& room) const {
    const PictureArray &scores = *given(2), &contacts = *given(3);
    const double line = canvas.line();
    const Index n = scores.values.shape()[0];
    const double side = std::max(1.0, std::min(room.width(), room.height() - 2.6 * line));
    const QRectF map(room.right() - side, room.top() + 1.3 * line, side, side);
    canvas.text(QRectF(map.left(), room.top(), side, line), Qt::AlignRight | Qt::AlignVCenter, QObject::tr("scores"),
                {{}, 1, true});
    canvas.text(QRectF(map.left(), map.bottom() + 0.2 * line, side, line), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("contacts"), {{}, 1, true});
    if (canvas.painter()) canvas.painter()->drawImage(map, imageOf(canvas, scores, contacts));
    canvas.frame(map, canvas.theme().muted, 1.5);
    canvas.stroke(map.topLeft(), map.bottomRight(), canvas.theme().muted);
    if (scores.isCovered)
      canvas.cover(QRectF(map.center().x() + side * 0.15, map.top() + side * 0.1, side * 0.2, side * 0.2));
    if (contacts.isCovered)
      canvas.cover(QRectF(map.left() + side * 0.15, map.bottom() - side * 0.3, side * 0.2, side * 0.2));
    canvas.hit({{scores.name, {}}, map, n, n, false, {}});
  }

  static QImage imageOf(const PictureCanvas& canvas, const PictureArray& scores, const PictureArray& contacts) {
    const Index n = scores.values.shape()[0];
    double high = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j)
        high = std::max(high, std::isfinite(scores.values(i, j)) ? scores.values(i, j) : 0);
    const MapLook look{.low = 0, .high = high > 0 ? high : 1};
    const QRgb ground = canvas.theme().canvas.rgb(), contact = canvas.theme().text.rgb();
    QImage image(static_cast<int>(n), static_cast<int>(n), QImage::Format_RGB32);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        const double score = scores.values(i, j);
        const QRgb above = std::isfinite(score) ? toColor(colorOf(look, score)).rgb() : ground;
        image.setPixel(static_cast<int>(j), static_cast<int>(i),
                       j >= i                      ? above
                       : contacts.values(i, j) > 0 ? contact
                                                   : ground);
      }
    return image;
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeChancePicture() { return std::make_unique<ChancePicture>(); }

}  // namespace ui
