// Scores as heights, weights as widths of streams into a bowl, the mixture as a place on the axis of values.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "engine/base/Nth.h"
#include "ui/scenes/plot/PlotScene.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostLabels = 16, kNumLargest = 3;

struct BowlLayout {
  QRectF labels, scores, weights, streams, bowl, values;
  double pitch = 1, unit = 1;  ///< from key to key; the width of a weight of 1
  bool areStaggered = false;   ///< names of keys stand in two lines
  double middle(Index key) const { return scores.left() + (static_cast<double>(key) + 0.5) * pitch; }
};

class BowlPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index row = shownRow(), n = scores().values.shape()[1];
    if (n == 0) return QObject::tr("A bowl without keys.");
    QStringList parts{QObject::tr("%n key(s).", nullptr, static_cast<int>(n))};
    parts << QObject::tr("Scores: %1.").arg(listed(scores(), row));
    if (isUncovered(1)) parts << QObject::tr("Weights: %1.").arg(listed(*given(1), row));
    if (isUncovered(3) && !given(3)->values.empty())
      parts << QObject::tr("The mixture is %1.").arg(spokenNumber(*given(3), given(3)->values(row, component())));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "bowl"; }
  std::vector<PictureNeed> needs() const override {
    return {{"scores", "m n"}, {"weights", "m n", true}, {"values", "n d", true}, {"outputs", "m d", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const BowlLayout layout = layoutOf(canvas);
    drawScores(canvas, layout);
    drawWeights(canvas, layout);
    if (given(2)) drawValues(canvas, layout);
  }

 private:
  const PictureArray& scores() const { return needed(0); }
  Index shownRow() const { return chosen("row", scores().values.shape()[0]); }
  PlotRange rowRange(Index row) const {
    const double* begin = scores().values.begin() + row * scores().values.shape()[1];
    return roundRange(begin, begin + scores().values.shape()[1]);
  }
  Index component() const { return given(2) ? chosen("component", given(2)->values.shape()[1]) : 0; }
  /// Whether an array is there and the picture is to go as far: 1 the weights, 3 the output.
  bool isUncovered(size_t which) const {
    const std::string far = setting("uncover", "output");
    return given(which) && (far == "output" || (far == "weights" && which < 3));
  }

  /// The largest first: by weight where these are known, else by score.
  std::vector<Index> byShare() const {
    const PictureArray& by = given(1) && !given(1)->isCovered ? *given(1) : scores();
    std::vector<Index> order(static_cast<size_t>(scores().values.shape()[1]));
    std::iota(order.begin(), order.end(), Index{0});
    const auto key = [&](Index j) {
      const double value = by.values(shownRow(), j);
      return std::isnan(value) ? -1e300 : value;
    };
    if (!by.isCovered) std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) > key(b); });
    return order;
  }

  QString listed(const PictureArray& array, Index row) const {
    QStringList words;
    const Index n = array.values.shape()[1];
    std::vector<Index> order = byShare();
    if (n > kMostLabels)
      order.resize(kNumLargest);
    else
      std::sort(order.begin(), order.end());
    for (const Index j : order)
      words << QStringLiteral("%1 %2").arg(keyName(j), spokenNumber(array, array.values(row, j)));
    return words.join(QStringLiteral(", ")) + (n > kMostLabels ? QObject::tr(" and the others less") : QString());
  }

  /// Keys are the columns of scores and weights and the rows of values: whichever names them.
  QString keyName(Index j) const {
    for (const size_t which : {size_t{2}, size_t{0}, size_t{1}})
      if (const PictureArray* one = given(which)) {
        const QString name = labelOf(*one, which == 2 ? 0 : 1, j);
        if (name != QString::number(j + 1)) return name;
      }
    return QObject::tr("key %1").arg(j + 1);
  }

  BowlLayout layoutOf(const PictureCanvas& canvas) const {
    const QRectF place = canvas.place().adjusted(canvas.gap(), canvas.gap(), -canvas.gap(), -canvas.gap());
    const double words = canvas.widthOf(QObject::tr("weight")) + canvas.gap();
    const double right =
        given(2) ? std::max(place.width() * 0.26, std::min(9 * canvas.line(), place.width() * 0.4)) : 0;
    const QRectF columns(place.left() + words, place.top(), std::max(1.0, place.width() - words - right),
                         place.height());
    BowlLayout layout;
    const auto part = [&](double from, double to) {
      return QRectF(columns.left(), columns.top() + from * columns.height(), columns.width(),
                    (to - from) * columns.height());
    };
    const Index n = scores().values.shape()[1];
    layout.pitch = columns.width() / static_cast<double>(n);
    for (Index j = 0; j < n && n <= kMostLabels; ++j)
      if (canvas.widthOf(keyName(j), {{}, 1, true}) > layout.pitch) layout.areStaggered = true;
    const double head = std::min(layout.areStaggered ? 0.2 : 0.12,
                                 (layout.areStaggered ? 2.4 : 1.4) * canvas.line() / std::max(1.0, columns.height()));
    layout.labels = part(0, head);
    layout.scores = part(head, 0.42);
    layout.weights = part(0.45, 0.58);
    layout.streams = part(0.58, 0.8);
    const double wished = n <= 12
                              ? std::min(layout.pitch + 2 * words, std::max(2 * layout.pitch, 0.3 * columns.width()))
                              : columns.width();
    layout.unit = std::min(columns.width() * 0.55, wished);
    const QRectF below = part(0.8, 1);
    layout.bowl = QRectF(below.center().x() - layout.unit / 2, below.top(), layout.unit, below.height());
    layout.values =
        QRectF(columns.right() + right * 0.5, columns.top() + head, right * 0.5, columns.height() * (0.97 - head));
    return layout;
  }

  /// From one side to another, open at the top. Not cut out of the whole: SVG files would not be clipped.
  static QPainterPath bowlPart(const QRectF& bowl, double left, double right) {
    const int steps = std::clamp(static_cast<int>((right - left) / 3), 2, 60);
    const double round = std::min(bowl.height() * 0.45, bowl.width() / 4);
    const auto bottomAt = [&](double x) {
      const double away = std::clamp(std::min(x - bowl.left(), bowl.right() - x) / round, 0.0, 1.0);
      const double rise = 1 - std::sqrt(away);
      return bowl.bottom() - round * rise * rise;
    };
    QPainterPath path(QPointF(left, bowl.top()));
    for (int k = 0; k <= steps; ++k) {
      // Close to the corners the ground is steep.
      const double part = 0.5 - 0.5 * std::cos(k * std::numbers::pi / steps), x = left + (right - left) * part;
      path.lineTo(x, bottomAt(x));
    }
    path.lineTo(right, bowl.top());
    return path;
  }

  bool isLabelled(Index j, const std::vector<Index>& order) const {
    return static_cast<Index>(order.size()) <= kMostLabels ||
           std::find(order.begin(), order.begin() + kNumLargest, j) != order.begin() + kNumLargest;
  }

  void rowTitle(PictureCanvas& canvas, const QRectF& zone, const QString& title, const QColor& color) const {
    const double left = canvas.place().left() + canvas.gap();
    canvas.text(QRectF(left, zone.center().y() - canvas.line() / 2, zone.left() - left, canvas.line()),
                Qt::AlignLeft | Qt::AlignVCenter, title, {color, 1, true});
  }

  void drawScores(PictureCanvas& canvas, const BowlLayout& layout) const {
    const Index n = scores().values.shape()[1], row = shownRow();
    const QRectF& zone = layout.scores;
    rowTitle(canvas, zone, QObject::tr("score"), canvas.theme().muted);
    const double number = canvas.line();
    const HeightScale scale(rowRange(row), zone.bottom() - number, zone.top() + number);
    canvas.stroke({zone.left(), scale.at(0)}, {zone.right(), scale.at(0)}, canvas.theme().muted);
    const std::vector<Index> order = byShare();
    for (Index j = 0; j < n; ++j) {
      const double value = scores().values(row, j), middle = layout.middle(j),
                   wide = std::min(layout.pitch * 0.6, 3 * canvas.line());
      const QRectF column(layout.middle(j) - layout.pitch / 2, zone.top(), layout.pitch, zone.height());
      const PictureCell cell{scores().name, {row, j}};
      canvas.hit(cell, column, [scale, cell](QPointF to) {
        return std::vector<PictureMove>{{cell, scale.valueAt(to.y())}};
      });
      const bool isBest = !scores().isCovered && j == order.front();
      const double y = scale.at(std::isfinite(value) ? value : 0);
      if (std::isfinite(value))
        canvas.fill(QRectF(middle - wide / 2, std::min(y, scale.at(0)), wide, std::abs(y - scale.at(0))),
                    canvas.faint(canvas.theme().muted, isBest ? 1 : 0.65));
      if (!isLabelled(j, order)) continue;
      const double room = n > kMostLabels ? 6 * canvas.line() : layout.pitch;
      const QRectF text(std::clamp(middle - room / 2, zone.left(), zone.right() - room), 0, room, canvas.line());
      // Names that are wider than their columns stand in two lines, every other one lower.
      const double span = layout.areStaggered ? 2 * layout.pitch : room;
      const QRectF name(std::clamp(middle - span / 2, zone.left(), std::max(zone.left(), zone.right() - span)),
                        layout.labels.top() + (layout.areStaggered && j % 2 == 1 ? canvas.line() : 0), span,
                        canvas.line());
      canvas.text(name, Qt::AlignHCenter | Qt::AlignVCenter,
                  n > kMostLabels && j != order.front() ? QString() : keyName(j), {canvas.roles().key, 1, true});
      if (n > kMostLabels && j != order.front()) continue;
      const double top = value < 0 ? y : y - number;
      canvas.text(text.translated(0, top), Qt::AlignCenter, cellText(scores(), value), {{}, 1, isBest});
    }
  }

  void drawWeights(PictureCanvas& canvas, const BowlLayout& layout) const {
    rowTitle(canvas, QRectF(layout.weights.topLeft(), QSizeF(layout.weights.width(), canvas.line())),
             QObject::tr("weight"), canvas.roles().weight);
    const QPainterPath bowl = bowlPart(layout.bowl, layout.bowl.left(), layout.bowl.right());
    if (given(1)) drawStreams(canvas, layout);
    canvas.stroke(bowl, canvas.theme().text, 2);
  }

  void drawStreams(PictureCanvas& canvas, const BowlLayout& layout) const {
    const PictureArray& weights = *given(1);
    const Index n = weights.values.shape()[1], row = shownRow();
    const bool isSeen = isUncovered(1) && !weights.isCovered, isFilled = isSeen && isUncovered(3);
    const std::vector<Index> order = byShare();
    double filled = layout.bowl.left();
    for (Index j = 0; j < n; ++j) {
      const double weight = weights.values(row, j),
                   wide = isSeen && std::isfinite(weight) ? std::max(0.0, weight) * layout.unit : 0;
      const double middle = layout.middle(j);
      if (isUncovered(1))
        canvas.hit({weights.name, {row, j}},
                   QRectF(middle - layout.pitch / 2, layout.weights.top(), layout.pitch, layout.weights.height()));
      if (isUncovered(1) && isLabelled(j, order) && (n <= kMostLabels || j == order.front())) {
        const double room = n > kMostLabels ? 6 * canvas.line() : layout.pitch;
        const double left = std::clamp(middle - room / 2, layout.weights.left(), layout.weights.right() - room);
        canvas.text(QRectF(left, layout.weights.top(), room, canvas.line()), Qt::AlignCenter, cellText(weights, weight),
                    {canvas.roles().weight, 1, isSeen && j == order.front()});
      }
      if (wide <= 0) continue;
      const double top = layout.weights.top() + canvas.line() * 1.1;
      const QColor color = canvas.faint(canvas.roles().weight, j % 2 ? 0.55 : 0.75);
      canvas.fill(QRectF(middle - wide / 2, top, wide, layout.weights.bottom() - top), canvas.roles().weight);
      canvas.band({middle, layout.weights.bottom()}, {filled + wide / 2, layout.bowl.top()}, wide, color);
      if (isFilled && given(2)) fillBowl(canvas, layout, j, filled, wide);
      filled += wide;
    }
    if (!isSeen) canvas.cover(layout.bowl.adjusted(0, layout.bowl.height() * 0.2, 0, 0).adjusted(2, 0, -2, -2));
  }

  /// The part of one key: its weight wide, its value written on it.
  void fillBowl(PictureCanvas& canvas, const BowlLayout& layout, Index j, double left, double wide) const {
    const QRectF area(left, layout.bowl.top(), wide, layout.bowl.height());
    canvas.fill(bowlPart(layout.bowl, left, left + wide), canvas.faint(canvas.roles().value, j % 2 ? 0.35 : 0.55));
    const PictureArray& values = *given(2);
    const QString text = cellText(values, values.values(j, component()));
    if (wide > canvas.widthOf(text)) canvas.text(area, Qt::AlignCenter, text);
  }

  /// The axis of values: where each key's value lies, and between them the mixture.
  void drawValues(PictureCanvas& canvas, const BowlLayout& layout) const {
    const PictureArray& values = *given(2);
    const Index n = values.values.shape()[0], c = component(), row = shownRow();
    const double x = layout.values.left();
    const QRectF title(x - layout.values.width(), layout.labels.top(), 2 * layout.values.width(), canvas.line());
    canvas.text(title, Qt::AlignHCenter | Qt::AlignVCenter,
                values.values.shape()[1] > 1 ? QObject::tr("value, component %1").arg(c + 1) : QObject::tr("value"),
                {canvas.roles().value, 1, true});
    const HeightScale scale(dragRange(input(), values), layout.values.bottom() - canvas.line(),
                            layout.values.top() + 1.6 * canvas.line());
    canvas.stroke({x, scale.bottom()}, {x, scale.top()}, canvas.theme().muted, 1.5);
    const PlotRange range = dragRange(input(), values);
    for (const double end : {range.low, range.high})
      if (n > kMostLabels && !values.isCovered)
        canvas.text(QRectF(x + 1.3 * canvas.line(), scale.at(end) - canvas.line() / 2,
                           layout.values.right() - x - 1.3 * canvas.line(), canvas.line()),
                    Qt::AlignLeft | Qt::AlignVCenter, shownNumber(end), {canvas.theme().muted});
    const bool isOut = isUncovered(3) && !given(3)->isCovered && std::isfinite(given(3)->values(row, c));
    if (isOut) {
      const double y = scale.at(given(3)->values(row, c));
      const QPointF from(layout.bowl.right(), layout.bowl.center().y()), elbow(x - layout.values.width() * 0.45, y);
      QPainterPath way(from);
      way.cubicTo(QPointF(elbow.x() - 20, from.y()), QPointF(elbow.x() - 20, y), elbow);
      canvas.stroke(way, canvas.roles().output, 2.5);
      canvas.arrow(elbow, {x - 3, y}, canvas.roles().output, 2.5);
      const QRectF number(x - layout.values.width(), y - 1.3 * canvas.line(), layout.values.width() - canvas.gap(),
                          canvas.line());
      canvas.text(number, Qt::AlignRight | Qt::AlignVCenter, cellText(*given(3), given(3)->values(row, c)),
                  {canvas.roles().output, 1.15, true});
      canvas.hit({given(3)->name, {row, c}}, number);
    } else if (isUncovered(3)) {
      canvas.cover(QRectF(x - layout.values.width() * 0.9, layout.values.center().y() - canvas.line(),
                          layout.values.width() * 0.6, 2 * canvas.line()));
    }
    for (Index j = 0; j < n; ++j) {
      const double value = values.values(j, c);
      if (!std::isfinite(value)) continue;
      const QPointF at(x, scale.at(value));
      const PictureCell cell{values.name, {j, c}};
      const double radius = (n > kMostLabels ? 2 : 4) * canvas.theme().scale;
      if (n > kMostLabels)
        canvas.stroke(at, at + QPointF(canvas.line(), 0), canvas.faint(canvas.roles().value, 0.5));
      else
        canvas.dot(at, radius, canvas.roles().value);
      canvas.hit(cell, QRectF(at - QPointF(2 * radius, 2 * radius), QSizeF(4 * radius, 4 * radius)),
                 [scale, cell](QPointF to) {
                   return std::vector<PictureMove>{{cell, scale.valueAt(to.y())}};
                 });
      const QRectF text(x + 2 * radius, at.y() - canvas.line() / 2, layout.values.right() - x - 2 * radius,
                        canvas.line());
      if (n <= kMostLabels)
        canvas.freeText(text, Qt::AlignLeft | Qt::AlignVCenter,
                        QStringLiteral("%1 %2").arg(cellText(values, value), keyName(j)), {canvas.roles().value});
    }
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeBowlPicture() { return std::make_unique<BowlPicture>(); }

}  // namespace ui
