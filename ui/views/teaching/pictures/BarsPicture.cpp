// Numbers as bars, with others as outlines: what was guessed, or what is true.
#include <algorithm>
#include <cmath>

#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostSpoken = 12;

class BarsPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const PictureArray& values = needed(0);
    QStringList list;
    for (Index k = 0; k < std::min(kMostSpoken, values.values.size()); ++k)
      list << QStringLiteral("%1 %2").arg(labelOf(values, 0, k), spokenNumber(values, values.values[k]));
    return QObject::tr("Bars of %1, %2 of them: %3.")
        .arg(QString::fromStdString(values.name))
        .arg(values.values.size())
        .arg(list.join(QStringLiteral(", ")));
  }

 protected:
  const char* id() const override { return "bars"; }
  std::vector<PictureNeed> needs() const override { return {{"values", "n"}, {"values to compare with", "n", true}}; }
  void draw(PictureCanvas& canvas) const override {
    const PictureArray& values = needed(0);
    const double edge = canvas.gap();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const QString title = QString::fromStdString(setting("title", values.name));
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.1 * canvas.line())), Qt::AlignLeft | Qt::AlignTop, title,
                {{}, 1, true});
    const QRectF bars = room.adjusted(0, 1.3 * canvas.line(), 0, 0);
    PlotRange range = dragRange(input(), values);
    if (given(1)) {
      const PlotRange other = roundRange(given(1)->values);
      range = {std::min(range.low, other.low), std::max(range.high, other.high)};
    }
    if (values.isCovered) canvas.cover(bars.adjusted(0, bars.height() * 0.3, 0, -bars.height() * 0.3));
    paintBars(canvas, bars, values, {}, range,
              setting("role") == "weight" ? canvas.roles().weight : canvas.theme().muted);
    if (given(1) && !given(1)->isCovered) outlines(canvas, bars, range, *given(1));
  }

 private:
  static void outlines(PictureCanvas& canvas, const QRectF& room, const PlotRange& range, const PictureArray& others) {
    const double line = canvas.line(), pitch = room.width() / static_cast<double>(others.values.size()),
                 wide = std::min(pitch * 0.6, 3 * line) + 4;
    const HeightScale scale(range, room.bottom() - 2.3 * line, room.top() + 1.1 * line);
    for (Index k = 0; k < others.values.size(); ++k) {
      const double value = others.values[k], middle = room.left() + (static_cast<double>(k) + 0.5) * pitch;
      if (std::isfinite(value))
        canvas.frame(
            QRectF(QPointF(middle - wide / 2, scale.at(value)), QPointF(middle + wide / 2, scale.at(0))).normalized(),
            canvas.theme().accent, 2);
    }
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeBarsPicture() { return std::make_unique<BarsPicture>(); }

}  // namespace ui
