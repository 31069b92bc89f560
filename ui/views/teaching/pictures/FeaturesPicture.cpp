// How well random features do, as it was measured: estimates against exact values, and errors over the number of
// features with quartiles over seeds and a line of slope -1/2 to compare with.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostPoints = 5000;

class FeaturesPicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts{QObject::tr("Errors at %1 numbers of features.").arg(sizes().values.size())};
    for (Index kind = 0; kind < errors().values.shape()[0] && sizes().values.size() > 0; ++kind) {
      const Index last = sizes().values.size() - 1;
      parts << QObject::tr("%1: %2 with %3 features, %4 with %5.")
                   .arg(kindName(kind), spokenNumber(errors(), errors().values(kind, Index{0})),
                        spokenNumber(sizes(), sizes().values[0]), spokenNumber(errors(), errors().values(kind, last)),
                        spokenNumber(sizes(), sizes().values[last]));
    }
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "features"; }
  std::vector<PictureNeed> needs() const override {
    return {{"numbers of features", "m"},     {"errors by kind", "k m"},   {"first quartiles", "k m", true},
            {"third quartiles", "k m", true}, {"exact values", "n", true}, {"estimates", "n", true}};
  }
  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const bool hasScatter = given(5) != nullptr;
    const double left = hasScatter ? room.width() * 0.42 : 0;
    if (hasScatter) drawScatter(canvas, QRectF(room.left(), room.top(), left - 2 * edge, room.height()));
    drawErrors(canvas, QRectF(room.left() + left, room.top(), room.width() - left, room.height()));
  }

 private:
  const PictureArray& sizes() const { return needed(0); }
  const PictureArray& errors() const { return needed(1); }
  QString kindName(Index kind) const {
    const QString name = labelOf(errors(), 0, kind);
    return name == QString::number(kind + 1) ? QObject::tr("kind %1").arg(kind + 1) : name;
  }
  static QColor colorOfKind(const PictureCanvas& canvas, Index kind) {
    const RoleColors& roles = canvas.roles();
    const std::vector<QColor> colors{roles.query, roles.key, roles.value, roles.weight};
    return colors[static_cast<size_t>(kind) % colors.size()];
  }

  void drawScatter(PictureCanvas& canvas, const QRectF& room) const {
    const PictureArray &exact = *given(4), &estimates = *given(5);
    const PlotRange range = looseRange({&exact.values, &estimates.values});
    const PlotPanel panel =
        paintPictureAxes(canvas, room, range, range, QObject::tr("exact"), QObject::tr("estimate"), true);
    canvas.stroke(pointIn(panel, range.low, range.low), pointIn(panel, range.high, range.high), canvas.theme().muted,
                  1.5, Qt::DashLine);
    for (Index k = 0; k < std::min(exact.values.size(), kMostPoints); ++k) {
      if (!std::isfinite(exact.values[k]) || !std::isfinite(estimates.values[k])) continue;
      const QPointF at = pointIn(panel, exact.values[k], estimates.values[k]);
      canvas.dot(at, 2.5 * canvas.theme().scale,
                 canvas.faint(canvas.theme().accent, exact.values.size() > 500 ? 0.4 : 0.8));
      canvas.hit({estimates.name, {k}}, QRectF(at - QPointF(4, 4), QSizeF(8, 8)));
    }
    if (exact.isCovered || estimates.isCovered)
      canvas.cover(QRectF(panel.area.x + panel.area.width / 3, panel.area.y + panel.area.height / 3,
                          panel.area.width / 3, panel.area.height / 4));
  }

  static PlotRange positive(const std::vector<const engine::Array<double>*>& arrays) {
    double low = 1e300, high = 0;
    for (const auto* one : arrays)
      for (const double value : *one)
        if (value > 0 && std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    return high > 0 ? PlotRange{low / 1.6, high * 1.6} : PlotRange{0.1, 10};
  }

  void drawErrors(PictureCanvas& canvas, const QRectF& room) const {
    std::vector<const engine::Array<double>*> heights{&errors().values};
    for (const size_t which : {size_t{2}, size_t{3}})
      if (given(which)) heights.push_back(&given(which)->values);
    const PlotRange x = positive({&sizes().values}), y = positive(heights);
    const PlotPanel panel = paintPictureAxes(canvas, room, x, y, QObject::tr("number of features m"),
                                             QObject::tr("error, measured"), false, true);
    if (errors().isCovered)  // neither the quartiles nor the rule: they would tell
      return canvas.cover(QRectF(panel.area.x + panel.area.width / 3, panel.area.y + panel.area.height / 3,
                                 panel.area.width / 3, panel.area.height / 4));
    const Index m = sizes().values.size();
    const double* at = sizes().values.begin();
    const double first = errors().values[0];
    if (first > 0 && m > 0) {
      std::vector<double> rule;
      for (Index k = 0; k < m; ++k) rule.push_back(first * std::sqrt(at[0] / at[k]));
      paintCurve(canvas, panel, at, rule.data(), m, canvas.theme().muted, 1.5, Qt::DashLine);
    }
    for (Index kind = 0; kind < errors().values.shape()[0]; ++kind) drawKind(canvas, panel, kind);
    const double line = canvas.line();
    double top = panel.area.y + 4;
    for (Index kind = 0; kind < errors().values.shape()[0]; ++kind, top += 1.15 * line)
      canvas.text(QRectF(panel.area.x, top, panel.area.width - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                  kindName(kind), {colorOfKind(canvas, kind), 1, true});
    canvas.text(QRectF(panel.area.x, top, panel.area.width - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                QObject::tr("dashed: one over the root of m"), {canvas.theme().muted});
  }

  void drawKind(PictureCanvas& canvas, const PlotPanel& panel, Index kind) const {
    const Index m = sizes().values.size();
    const QColor color = colorOfKind(canvas, kind);
    const double* own = errors().values.begin() + kind * m;
    for (Index k = 0; given(3) && k < m; ++k) {
      const double low = given(2)->values(kind, k), high = given(3)->values(kind, k);
      if (low > 0 && high > 0)
        canvas.stroke(pointIn(panel, sizes().values[k], low), pointIn(panel, sizes().values[k], high),
                      canvas.faint(color, 0.5), 4);
    }
    paintCurve(canvas, panel, sizes().values.begin(), own, m, color, 2);
    for (Index k = 0; k < m; ++k) {
      if (!(own[k] > 0)) continue;
      const QPointF at = pointIn(panel, sizes().values[k], own[k]);
      canvas.dot(at, 4 * canvas.theme().scale, color, kind % 2 == 1);
      canvas.hit({errors().name, {kind, k}}, QRectF(at - QPointF(6, 6), QSizeF(12, 12)));
      canvas.label(at, cellText(errors(), own[k]), {color, 0.9}, 6);
    }
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeFeaturesPicture() { return std::make_unique<FeaturesPicture>(); }

}  // namespace ui
