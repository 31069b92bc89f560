// Maps of the rows of an alignment, and the one that they add up to before the softmax.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostStacked = 12;

class StackPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const auto& shape = needed(0).values.shape();
    QStringList parts{QObject::tr("%1 maps of %2 by %3 cells, one for each row, and the map that they make together.")
                          .arg(shape[0])
                          .arg(shape[1])
                          .arg(shape[2])};
    if (!factorText().isEmpty()) parts << factorText() + QStringLiteral(".");
    if (given(2))
      for (Index r = 0; r < std::min(shape[0], kMostStacked); ++r)
        parts << QObject::tr("Row %1 weighs %2.")
                     .arg(labelOf(*given(2), 0, r), spokenNumber(*given(2), given(2)->values[r]));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "stack"; }
  std::vector<PictureNeed> needs() const override {
    return {{"maps of rows", "r L K"}, {"map of all", "L K"}, {"weights of rows", "r", true}};
  }
  void derive() override {
    m_factor = std::nan("");
    double top = 0, bottom = 0, worst = 0;
    const auto& maps = input().arrays[0].values;
    const auto& all = input().arrays[1].values;
    std::vector<double> sums(static_cast<size_t>(all.size()), 0.0);
    for (Index r = 0; r < maps.shape()[0]; ++r)
      for (Index k = 0; k < all.size(); ++k) sums[static_cast<size_t>(k)] += weight(r) * maps[r * all.size() + k];
    for (Index k = 0; k < all.size(); ++k) {
      top += sums[static_cast<size_t>(k)] * all[k];
      bottom += sums[static_cast<size_t>(k)] * sums[static_cast<size_t>(k)];
    }
    const double factor = top / bottom;
    for (Index k = 0; k < all.size(); ++k)
      worst = std::max(worst, std::abs(factor * sums[static_cast<size_t>(k)] - all[k]) / (1 + std::abs(all[k])));
    if (std::isfinite(factor) && worst < 1e-6) m_factor = factor;
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const Index count = std::min(needed(0).values.shape()[0], kMostStacked);
    const QRectF left(room.topLeft(), QSizeF(room.width() * 0.5, room.height()));
    const QRectF right(room.left() + room.width() * 0.58, room.top() + 1.3 * line, room.width() * 0.42,
                       room.height() - 2.8 * line);
    Index columns = 1;
    const auto size = [&](Index across) {
      const Index down = (count + across - 1) / across;
      return std::min(left.width() / static_cast<double>(across),
                      left.height() / static_cast<double>(down) - 2.6 * line);
    };
    for (Index across = 2; across <= count; ++across)
      if (size(across) > size(columns)) columns = across;
    const Index rows = (count + columns - 1) / columns;
    const QSizeF cell(left.width() / static_cast<double>(columns), left.height() / static_cast<double>(rows));
    const PlotRange range = roundRange(needed(0).values);
    for (Index r = 0; r < count; ++r) {
      const QRectF place(QPointF(left.left() + static_cast<double>(r % columns) * cell.width(),
                                 left.top() + static_cast<double>(r / columns) * cell.height()),
                         cell);
      drawSheet(canvas, place.adjusted(2, 0, -line * 0.5, -line * 0.4), r, range);
    }
    const double middle = room.top() + room.height() / 2;
    canvas.arrow({left.right() + 2, middle}, {right.left() - 4, middle}, canvas.theme().text, 3);
    canvas.text(QRectF(left.right(), middle - 2.6 * line, right.left() - left.right(), 1.8 * line),
                Qt::AlignHCenter | Qt::AlignVCenter, QStringLiteral("Σ"), {{}, 1.6, true});
    canvas.text(QRectF(right.left(), room.top(), right.width(), 1.2 * line), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("%1, for all rows").arg(QString::fromStdString(needed(1).name)), {{}, 1, true});
    paintGrid(canvas, right, needed(1), {.isBarShown = true});
    canvas.text(QRectF(right.left(), right.bottom() + 0.2 * line, right.width(), 1.2 * line),
                Qt::AlignLeft | Qt::AlignVCenter, factorText(), {canvas.theme().muted});
  }

 private:
  double weight(Index r) const { return input().arrays.size() > 2 ? input().arrays[2].values[r] : 1; }
  QString factorText() const {
    if (std::isnan(m_factor)) return {};
    const double rows = static_cast<double>(needed(0).values.shape()[0]);
    if (std::abs(m_factor - 1) < 1e-6) return QObject::tr("The sum of the maps");
    if (std::abs(m_factor * std::sqrt(rows) - 1) < 1e-6)
      return QObject::tr("The sum of the maps, divided by the root of %1 rows").arg(needed(0).values.shape()[0]);
    if (std::abs(m_factor * rows - 1) < 1e-6) return QObject::tr("The mean of the maps");
    return QObject::tr("The sum of the maps, times %1").arg(shownNumber(m_factor));
  }

  void drawSheet(PictureCanvas& canvas, const QRectF& place, Index r, const PlotRange& range) const {
    const double line = canvas.line();
    const PictureArray* weights = given(2);
    const QString name = weights && labelOf(*weights, 0, r) != QString::number(r + 1) ? labelOf(*weights, 0, r)
                                                                                      : labelOf(needed(0), 0, r);
    const QRectF grid = place.adjusted(0, 0, 0, weights ? -1.3 * line : 0);
    const QString title = name == QString::number(r + 1) ? QObject::tr("row %1").arg(r + 1) : name;
    paintGrid(canvas, grid, needed(0),
              {.title = title,
               .sheet = {r},
               .low = range.low,
               .high = range.high,
               .areLabelsShown = false,
               .isBarShown = false});
    if (!weights) return;
    const QRectF bar(place.left(), place.bottom() - line, place.width() - canvas.widthOf(QStringLiteral("0.000")) - 4,
                     line * 0.8);
    const PlotRange scale = dragRange(input(), *weights);
    const PictureCell cell{weights->name, {r}};
    canvas.fill(bar, canvas.faint(canvas.roles().weight, 0.15));
    if (std::isfinite(weights->values[r]))
      canvas.fill(
          QRectF(bar.topLeft(), QSizeF(std::max(0.0, weights->values[r] / scale.high) * bar.width(), bar.height())),
          canvas.roles().weight);
    canvas.hit(cell, bar, [bar, scale, cell](QPointF to) {
      return std::vector<PictureMove>{{cell, (to.x() - bar.left()) / bar.width() * scale.high}};
    });
    canvas.text(QRectF(bar.right() + 3, bar.top(), place.right() - bar.right() - 3, bar.height()),
                Qt::AlignLeft | Qt::AlignVCenter, cellText(*weights, weights->values[r]), {canvas.roles().weight});
  }

  double m_factor = 0;
};

}  // namespace

std::unique_ptr<TeachingPicture> makeStackPicture() { return std::make_unique<StackPicture>(); }

}  // namespace ui
