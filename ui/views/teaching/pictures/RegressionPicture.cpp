// Points, the curve of their weighted means, the weights of one query as stems, all weights as a map on the same axis.
#include <algorithm>
#include <cmath>

#include "ui/views/maps/MapAxes.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

class RegressionPicture : public DrawnPicture {
 public:
  QString expects() const override {
    return QObject::tr(
        "places of points (n); values of points (n); places asked (m); then, if wanted, estimates (m) and weights (m, "
        "n) in any order; places and heights of a curve");
  }
  QString altText() const override {
    QStringList parts{
        QObject::tr("%1 points, asked at %2 places.").arg(places().values.size()).arg(queries().values.size())};
    if (queries().values.empty()) return parts.front();
    const Index i = query({});
    if (estimates() && !estimates()->isCovered)
      parts << QObject::tr("At %1 the estimate is %2.")
                   .arg(spokenNumber(queries(), queries().values[i]),
                        spokenNumber(*estimates(), estimates()->values[i]));
    if (weights() && !weights()->isCovered && !places().values.empty()) {
      const Index j = heaviest(i);
      parts << QObject::tr("The point at %1 weighs most there, %2.")
                   .arg(spokenNumber(places(), places().values[j]), spokenNumber(*weights(), weights()->values(i, j)));
    }
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "regression"; }
  std::vector<PictureNeed> needs() const override { return {}; }
  void check(const PictureInput& input) const override { rolesOf(input); }
  void derive() override { m_roles = rolesOf(input()); }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const bool hasMap = weights() != nullptr;
    // One question needs a line, many a map.
    const double rows = hasMap ? static_cast<double>(weights()->values.shape()[0]) : 0,
                 share = hasMap ? std::max(0.64, 1 - (3.4 + 1.6 * rows) * line / std::max(1.0, room.height())) : 1;
    PlotRange x = looseRange({&places().values, curveAt() ? &curveAt()->values : &queries().values});
    std::vector<const engine::Array<double>*> heights{&values().values};
    if (curve()) heights.push_back(&curve()->values);
    PlotRange y = looseRange(heights);
    for (const PictureHandle& handle : input().handles)
      if (handle.cell.array == values().name) y = {std::min(y.low, handle.from), std::max(y.high, handle.to)};
    if (y.low > 0) y.low = 0;
    const PlotPanel panel =
        paintPictureAxes(canvas, QRectF(room.topLeft(), QSizeF(room.width(), room.height() * share)), x, y,
                         QString::fromStdString(places().name), QString::fromStdString(values().name));
    const Index i = query(canvas.attention());
    drawQuery(canvas, panel, i);
    if (curve()) drawCurve(canvas, panel);
    if (estimates()) drawEstimate(canvas, panel, i);
    for (Index j = 0; j < places().values.size(); ++j) drawPoint(canvas, panel, i, j);
    if (hasMap)
      drawMap(canvas, panel,
              QRectF(panel.area.x, room.top() + room.height() * share + 1.4 * line, panel.area.width,
                     room.height() * (1 - share) - 1.6 * line),
              i);
  }

 private:
  /// Where in the `of` line the others stand; 0: not given.
  struct Roles {
    size_t estimates = 0, weights = 0, curve = 0;
  };
  /// Throws engine::Error for arrays of other lengths.
  Roles rolesOf(const PictureInput& input) const {
    const auto& arrays = input.arrays;
    if (arrays.size() < 3)
      refuse("found " + std::to_string(arrays.size()) + " arrays, expected " + expects().toStdString());
    const auto demand = [&](size_t k, const char* role, Index length) {
      if (arrays[k].values.size() == length && arrays[k].values.rank() <= 2) return;
      refuse("array \"" + arrays[k].name + "\" has shape " + engine::shapeText(arrays[k].values.shape()) +
             ", expected " + role + " (" + std::to_string(length) + ")");
    };
    const Index n = arrays[0].values.size(), m = arrays[2].values.size();
    demand(0, "places of points", arrays[0].values.rank() == 1 ? n : -1);
    demand(1, "values of points", n);
    demand(2, "places asked", m);
    const auto isMap = [&](size_t k) {
      return k < arrays.size() && arrays[k].values.rank() == 2 && arrays[k].values.shape() == engine::Shape{m, n};
    };
    Roles roles;
    if (arrays.size() > 3) (isMap(3) ? roles.weights : roles.estimates) = 3;
    if (arrays.size() > 4) (roles.weights > 0 ? roles.estimates : roles.weights) = 4;
    if (roles.estimates > 0) demand(roles.estimates, "estimates", m);
    if (roles.weights > 0 && !isMap(roles.weights)) demand(roles.weights, "weights by place asked and point", -1);
    if (arrays.size() > 5) roles.curve = 5;
    if (arrays.size() == 6 || arrays.size() > 7)
      refuse("found " + std::to_string(arrays.size()) + " arrays, expected " + expects().toStdString());
    if (roles.curve > 0) demand(6, "heights of the curve", arrays[5].values.size());
    return roles;
  }
  /// A cell of what has one value for each place asked: a control is a number alone.
  static PictureCell cellOf(const PictureArray& array, Index i) {
    PictureCell cell{array.name, std::vector<Index>(array.values.shape().size(), 0)};
    for (size_t axis = 0; axis < cell.at.size(); ++axis)
      if (array.values.shape()[axis] > 1) cell.at[axis] = i;
    return cell;
  }
  const PictureArray& places() const { return needed(0); }
  const PictureArray& values() const { return needed(1); }
  const PictureArray& queries() const { return needed(2); }
  const PictureArray* estimates() const { return m_roles.estimates > 0 ? given(m_roles.estimates) : nullptr; }
  const PictureArray* weights() const { return m_roles.weights > 0 ? given(m_roles.weights) : nullptr; }
  /// Of the curve: places and heights.
  const PictureArray* curveAt() const { return m_roles.curve > 0 ? given(5) : estimates() ? &queries() : nullptr; }
  const PictureArray* curve() const { return m_roles.curve > 0 ? given(6) : estimates(); }

  /// The one pointed at, else that of the block's line `query`, else the middle one.
  Index query(const PictureAttention& attention) const {
    for (const auto& cell : {attention.hovered, attention.focused})
      if (cell && !cell->at.empty() &&
          (cell->array == queries().name || (estimates() && cell->array == estimates()->name) ||
           (weights() && cell->array == weights()->name)))
        return std::min(cell->at[0], queries().values.size() - 1);
    return chosen("query", queries().values.size(), queries().values.size() / 2);
  }
  Index heaviest(Index i) const {
    Index best = 0;
    for (Index j = 1; j < places().values.size(); ++j)
      if (weights()->values(i, j) > weights()->values(i, best)) best = j;
    return best;
  }

  void drawQuery(PictureCanvas& canvas, const PlotPanel& panel, Index i) const {
    const double at = queries().values[i];
    if (!std::isfinite(at)) return;
    const QPointF foot = pointIn(panel, at, panel.y.low), top = pointIn(panel, at, panel.y.high);
    canvas.stroke(foot, top, canvas.roles().query, 1.5, Qt::DashLine);
    const PictureCell cell = cellOf(queries(), i);
    canvas.hit(cell, QRectF(foot.x() - 6, top.y(), 12, foot.y() - top.y()), [panel, cell](QPointF to) {
      return std::vector<PictureMove>{{cell, panel.xValueAt(to.x())}};
    });
    canvas.label(top + QPointF(0, canvas.line() * 0.6), QObject::tr("asked at %1").arg(cellText(queries(), at)),
                 {canvas.roles().query, 1, true});
  }

  void drawCurve(PictureCanvas& canvas, const PlotPanel& panel) const {
    if (curve()->isCovered) {
      const QRectF area(panel.area.x, panel.area.y, panel.area.width, panel.area.height);
      return canvas.cover(
          QRectF(area.right() - 4 * canvas.line(), area.top() + canvas.gap(), 3 * canvas.line(), 2 * canvas.line()));
    }
    std::vector<std::pair<double, double>> points;
    for (Index k = 0; k < curve()->values.size(); ++k) points.emplace_back(curveAt()->values[k], curve()->values[k]);
    std::sort(points.begin(), points.end());
    std::vector<double> x, y;
    for (const auto& [at, height] : points) x.push_back(at), y.push_back(height);
    paintCurve(canvas, panel, x.data(), y.data(), static_cast<Index>(x.size()), canvas.roles().output, 2.5);
  }

  void drawEstimate(PictureCanvas& canvas, const PlotPanel& panel, Index i) const {
    const PictureArray& all = *estimates();
    if (all.isCovered || !std::isfinite(queries().values[i])) return;
    const QPointF at = pointIn(panel, queries().values[i], all.values[i]);
    canvas.dot(at, 6 * canvas.theme().scale, canvas.roles().output);
    canvas.hit(cellOf(all, i), QRectF(at - QPointF(8, 8), QSizeF(16, 16)));
    canvas.label(at, cellText(all, all.values[i]), {canvas.roles().output, 1.1, true}, 8);
  }

  void drawPoint(PictureCanvas& canvas, const PlotPanel& panel, Index i, Index j) const {
    const double weight = weights() ? weights()->values(i, j) : 0;
    const QPointF foot = pointIn(panel, places().values[j], panel.y.low),
                  at = pointIn(panel, places().values[j], values().values[j]);
    if (std::isfinite(weight) && weight > 0) {
      const QPointF top = foot - QPointF(0, weight * panel.area.height * 0.8);
      canvas.stroke(foot, top, canvas.roles().weight, 5);
      if (j == heaviest(i)) canvas.label(top, cellText(*weights(), weight), {canvas.roles().weight}, 3);
    }
    if (!std::isfinite(values().values[j])) return;
    canvas.dot(at, 4.5 * canvas.theme().scale, canvas.roles().value);
    const std::string x = places().name, y = values().name;
    const auto moves = [panel, x, y, j](QPointF to) {
      return std::vector<PictureMove>{{{x, {j}}, panel.xValueAt(to.x())}, {{y, {j}}, panel.yValueAt(to.y())}};
    };
    const QRectF about(at - QPointF(7, 7) * canvas.theme().scale, QSizeF(14, 14) * canvas.theme().scale);
    canvas.hit({x, {j}}, about, moves);
    canvas.hit({y, {j}}, about, moves);
  }

  /// A row for each query, a column for each point, standing where the point does.
  void drawMap(PictureCanvas& canvas, const PlotPanel& panel, const QRectF& room, Index i) const {
    const PictureArray& all = *weights();
    const Index m = all.values.shape()[0], n = all.values.shape()[1];
    const double line = canvas.line(), left = canvas.place().left() + canvas.gap();
    canvas.text(QRectF(left, room.top() - 1.3 * line, room.right() - left, 1.1 * line),
                Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("weights: a row for each question, each row adds up to 1"), {canvas.roles().weight});
    if (all.isCovered) return canvas.cover(room);
    std::vector<Index> order(static_cast<size_t>(n));
    for (Index j = 0; j < n; ++j) order[static_cast<size_t>(j)] = j;
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return places().values[a] < places().values[b]; });
    const auto x = [&](size_t k) { return pointIn(panel, places().values[order[k]], 0).x(); };
    const PlotRange range = roundRange(all.values);
    const MapLook look{.low = 0, .high = range.high};
    const double height = room.height() / static_cast<double>(m);
    for (size_t k = 0; k < order.size(); ++k) {
      const double from = k == 0 ? room.left() : (x(k - 1) + x(k)) / 2,
                   to = k + 1 == order.size() ? room.right() : (x(k) + x(k + 1)) / 2;
      for (Index row = 0; row < m; ++row) {
        const QRectF cell(from, room.top() + static_cast<double>(row) * height, to - from, height);
        const double weight = all.values(row, order[k]);
        canvas.fill(cell.adjusted(0, 0, 0.6, 0.6).intersected(room),
                    std::isfinite(weight) ? toColor(colorOf(look, weight)) : canvas.theme().window);
        canvas.hit({all.name, {row, order[k]}}, cell);
      }
    }
    canvas.frame(room, canvas.roles().weight, 1.5);
    for (const Index row : {Index{0}, m - 1})
      canvas.freeText(QRectF(left,
                             std::clamp(room.top() + (static_cast<double>(row) + 0.5) * height - line / 2, room.top(),
                                        room.bottom() - line),
                             room.left() - left - 4, line),
                      Qt::AlignRight | Qt::AlignVCenter, cellText(queries(), queries().values[row]),
                      {canvas.roles().query});
    canvas.frame(QRectF(room.left(), room.top() + static_cast<double>(i) * height, room.width(), std::max(height, 2.0)),
                 canvas.roles().query, 2);
  }

  Roles m_roles;
};

}  // namespace

std::unique_ptr<TeachingPicture> makeRegressionPicture() { return std::make_unique<RegressionPicture>(); }

}  // namespace ui
