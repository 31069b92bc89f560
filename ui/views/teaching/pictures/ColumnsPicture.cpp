// One column of an alignment through counting: what each stage makes of the letters, beside the background.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostSpokenColumns = 3;

class ColumnsPicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts;
    for (Index stage = 0; stage < stages().values.shape()[0]; ++stage) {
      if (stages().isCovered) {
        parts << QObject::tr("%1: covered.").arg(stageName(stage));
        continue;
      }
      QStringList letters;
      const std::vector<Index> order = largest(stage);
      for (size_t k = 0; k < std::min<size_t>(order.size(), kMostSpokenColumns); ++k)
        letters << QStringLiteral("%1 %2").arg(labelOf(stages(), 1, order[k]),
                                               spokenNumber(stages(), stages().values(stage, order[k])));
      parts << QStringLiteral("%1: %2.").arg(stageName(stage), letters.join(QStringLiteral(", ")));
    }
    return parts.isEmpty() ? QObject::tr("A column without stages.") : parts.join(u' ');
  }

 protected:
  const char* id() const override { return "columns"; }
  std::vector<PictureNeed> needs() const override {
    return {{"frequencies by stage", "k a"}, {"background", "a", true}, {"weights of sequences", "n", true}};
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double below = given(2) ? std::max(9 * line, room.height() * 0.28) : 0;
    const QRectF area(room.topLeft(), QSizeF(room.width(), room.height() - below));
    const Index stageCount = stages().values.shape()[0], count = stageCount + (given(1) ? 1 : 0);
    const double slot = area.width() / static_cast<double>(count);
    for (Index k = 0; k < count; ++k) {
      const QRectF place(area.left() + static_cast<double>(k) * slot, area.top(), slot, area.height());
      drawStage(canvas, place, k);
      if (k + 1 < stageCount)
        canvas.arrow({place.right() - 1.4 * line, area.center().y()}, {place.right() + 0.2 * line, area.center().y()},
                     canvas.theme().text, 2);
    }
    if (given(2)) drawWeights(canvas, QRectF(room.left(), room.bottom() - below + line, room.width(), below - line));
  }

 private:
  const PictureArray& stages() const { return needed(0); }
  QString stageName(Index stage) const {
    const QString name = labelOf(stages(), 0, stage);
    return name == QString::number(stage + 1) ? QObject::tr("stage %1").arg(stage + 1) : name;
  }
  double value(Index k, Index letter) const {
    return k < stages().values.shape()[0] ? stages().values(k, letter) : given(1)->values[letter];
  }
  std::vector<Index> largest(Index k) const {
    std::vector<Index> order(static_cast<size_t>(stages().values.shape()[1]));
    std::iota(order.begin(), order.end(), Index{0});
    if (k < stages().values.shape()[0] ? !stages().isCovered : !given(1)->isCovered)
      std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return value(k, a) > value(k, b); });
    return order;
  }

  /// Letters stacked to a height of 1, the largest at the bottom: the height of each is its share.
  void drawStage(PictureCanvas& canvas, const QRectF& place, Index k) const {
    const double line = canvas.line();
    const bool isBackground = k >= stages().values.shape()[0];
    const PictureArray& array = isBackground ? *given(1) : stages();
    canvas.text(QRectF(place.left(), place.top(), place.width() - 1.6 * line, 1.2 * line),
                Qt::AlignLeft | Qt::AlignVCenter, isBackground ? QObject::tr("background") : stageName(k),
                {isBackground ? canvas.theme().muted : canvas.theme().text, 1, true});
    const QRectF bar(place.left(), place.top() + 1.5 * line, std::min(place.width() * 0.35, 4 * line),
                     place.height() - 3 * line);
    canvas.frame(bar, canvas.theme().line);
    if (array.isCovered) return canvas.cover(bar);
    double sum = 0, bottom = bar.bottom();
    const std::vector<Index> order = largest(k);
    for (size_t rank = 0; rank < order.size(); ++rank) {
      const Index letter = order[rank];
      const double share = value(k, letter), height = std::isfinite(share) ? std::max(0.0, share) * bar.height() : 0;
      sum += std::isfinite(share) ? share : 0;
      const QRectF part(bar.left(), bottom - height, bar.width(), height);
      canvas.fill(part.adjusted(0, 0.5, 0, -0.5).intersected(bar),
                  canvas.faint(isBackground ? canvas.theme().muted : canvas.roles().value, rank % 2 ? 0.45 : 0.75));
      const PictureCell cell = isBackground ? PictureCell{array.name, {letter}} : PictureCell{array.name, {k, letter}};
      canvas.hit(cell, QRectF(part.left(), part.top(), place.width(), std::max(part.height(), 1.0)));
      if (height >= 0.8 * line) {
        canvas.text(part, Qt::AlignCenter, labelOf(array, isBackground ? 0 : 1, letter),
                    {canvas.theme().text, std::clamp(height / line, 0.8, 1.6), true, true});
        canvas.text(
            QRectF(bar.right() + 5, part.center().y() - line / 2, place.right() - bar.right() - 1.8 * line, line),
            Qt::AlignLeft | Qt::AlignVCenter, decimalText(share, 3));
      }
      bottom -= height;
    }
    canvas.text(QRectF(place.left(), bar.bottom() + 0.2 * line, place.width() - line, line),
                Qt::AlignLeft | Qt::AlignVCenter, QObject::tr("sum %1").arg(decimalText(sum, 3)),
                {canvas.theme().muted});
  }

  void drawWeights(PictureCanvas& canvas, const QRectF& room) const {
    const double line = canvas.line();
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), line)), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("weights of the sequences"), {canvas.roles().weight, 1, true});
    paintBars(canvas, room.adjusted(0, line, 0, 0), *given(2), {}, dragRange(input(), *given(2)),
              canvas.roles().weight);
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeColumnsPicture() { return std::make_unique<ColumnsPicture>(); }

}  // namespace ui
