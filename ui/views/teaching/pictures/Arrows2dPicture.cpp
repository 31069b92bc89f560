// Queries, keys and scores in the plane. Lines of equal score are drawn for the score function that the scores confirm.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/maps/ColorBar.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kFits = 1e-6;
constexpr Index kMostNamed = 24;

enum class ScoreKind { none, dot, general, gaussian };
/// The scores are slope * f + lift, with f = q.k, (q M).k or -|q - k|^2 / 2.
struct ScoreLaw {
  ScoreKind kind = ScoreKind::none;
  double slope = 1, lift = 0;
};

class Arrows2dPicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts{QObject::tr("%1 queries and %2 keys in the plane.")
                          .arg(queries().values.shape()[0])
                          .arg(keys().values.shape()[0])};
    const PictureArray* scores = given(2);
    if (scores && !scores->isCovered && scores->values.size() > 0) {
      const Index best = bestKey();
      parts << QObject::tr("For query %1 the best key is %2, with a score of %3.")
                   .arg(labelOf(queries(), 0, row()), labelOf(keys(), 0, best),
                        spokenNumber(*scores, scores->values(row(), best)));
    }
    if (m_law.kind == ScoreKind::gaussian)
      parts << QObject::tr("Equal scores lie on circles about the query.");
    else if (m_law.kind != ScoreKind::none)
      parts << QObject::tr("Equal scores lie on straight lines.");
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "arrows2d"; }
  std::vector<PictureNeed> needs() const override {
    return {{"queries", "m 2"}, {"keys", "n 2"}, {"scores", "m n", true}, {"matrix", "2 2", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    const auto asked = input.settings.find("score");
    if (asked == input.settings.end() || asked->second.empty()) return;
    const ScoreKind kind = kindOf(asked->second);
    if (kind == ScoreKind::none && asked->second != "none")
      refuse("found score \"" + asked->second + "\", expected dot, general, gaussian or none");
    if (kind == ScoreKind::general && input.arrays.size() < 4)
      refuse("found no matrix, expected one after the scores for score general");
    if (kind != ScoreKind::none && input.arrays.size() > 2 && !hasNaN(input) &&
        lawOf(input, kind).kind == ScoreKind::none)
      refuse("array \"" + input.arrays[2].name + "\" holds other scores than " + asked->second + " of " +
             input.arrays[0].name + " and " + input.arrays[1].name + ", expected these, times and plus a constant");
  }
  void derive() override {
    m_law = {};
    if (input().arrays.size() < 2 || hasNaN(input())) return;
    const std::string asked = setting("score");
    if (!asked.empty()) {
      m_law = lawOf(input(), kindOf(asked));
      return;
    }
    for (const ScoreKind kind : {ScoreKind::dot, ScoreKind::general, ScoreKind::gaussian})
      if (m_law.kind == ScoreKind::none && (kind != ScoreKind::general || given(3))) m_law = lawOf(input(), kind);
  }

  void draw(PictureCanvas& canvas) const override {
    const PlotRange x = rangeOf(0), y = rangeOf(1);
    const auto title = [&](size_t axis, const QString& other) {
      const QString name = labelOf(keys(), 1, static_cast<Index>(axis));
      return name == QString::number(axis + 1) ? other : name;
    };
    const PlotPanel panel =
        paintPictureAxes(canvas, canvas.place().adjusted(canvas.gap(), canvas.gap(), -canvas.gap(), -canvas.gap()), x,
                         y, title(0, QObject::tr("component 1")), title(1, QObject::tr("component 2")), true);
    canvas.stroke(pointIn(panel, panel.x.low, 0), pointIn(panel, panel.x.high, 0), canvas.theme().muted);
    canvas.stroke(pointIn(panel, 0, panel.y.low), pointIn(panel, 0, panel.y.high), canvas.theme().muted);
    drawLevels(canvas, panel);
    for (Index i = 0; i < queries().values.shape()[0]; ++i) drawQuery(canvas, panel, i);
    for (Index j = 0; j < keys().values.shape()[0]; ++j) drawKey(canvas, panel, j);
    nameAll(canvas, panel);
    if (m_law.kind != ScoreKind::none) drawLegend(canvas);
  }

 private:
  /// Shorter where the picture is narrow.
  void drawLegend(PictureCanvas& canvas) const {
    const double left = canvas.place().left() + canvas.widthOf(QObject::tr("component 2")) + 4 * canvas.gap();
    const QRectF area(left, canvas.place().top() + canvas.gap(), canvas.place().right() - canvas.gap() - left,
                      canvas.line());
    QString words = QObject::tr("dashed: equal scores for %1").arg(queryName(row()));
    if (canvas.widthOf(words) > area.width()) words = QObject::tr("dashed: equal scores");
    canvas.text(area, Qt::AlignRight | Qt::AlignVCenter, words, {canvas.theme().muted});
  }

  const PictureArray& queries() const { return needed(0); }
  const PictureArray& keys() const { return needed(1); }
  Index row() const { return chosen("row", queries().values.shape()[0]); }
  static ScoreKind kindOf(const std::string& word) {
    return word == "dot"        ? ScoreKind::dot
           : word == "general"  ? ScoreKind::general
           : word == "gaussian" ? ScoreKind::gaussian
                                : ScoreKind::none;
  }
  static QRectF toArea(const PlotPanel& panel) {
    return {panel.area.x, panel.area.y, panel.area.width, panel.area.height};
  }
  /// Covered, or masked scores.
  static bool hasNaN(const PictureInput& input) {
    for (const PictureArray& one : input.arrays)
      for (const double value : one.values)
        if (!std::isfinite(value)) return true;
    return false;
  }
  /// What is multiplied with a key: the query, or the query times the matrix.
  static QPointF direction(const PictureInput& input, ScoreKind kind, Index i) {
    const QPointF q(input.arrays[0].values(i, Index{0}), input.arrays[0].values(i, Index{1}));
    if (kind != ScoreKind::general) return q;
    const auto& m = input.arrays[3].values;
    return {q.x() * m[0] + q.y() * m[2], q.x() * m[1] + q.y() * m[3]};
  }
  static double f(const PictureInput& input, ScoreKind kind, Index i, QPointF key) {
    const QPointF q = direction(input, kind, i);
    const QPointF apart = key - q;
    return kind == ScoreKind::gaussian ? -QPointF::dotProduct(apart, apart) / 2 : QPointF::dotProduct(q, key);
  }
  /// The line through f and score with the least squares, if it goes through all.
  static ScoreLaw lawOf(const PictureInput& input, ScoreKind kind) {
    if (kind == ScoreKind::none) return {};
    if (input.arrays.size() < 3) return {kind, 1, 0};
    const auto& scores = input.arrays[2].values;
    const auto& keys = input.arrays[1].values;
    const double count = static_cast<double>(scores.size());
    double sf = 0, ss = 0, sff = 0, sfs = 0;
    std::vector<double> all;
    for (Index i = 0; i < scores.shape()[0]; ++i)
      for (Index j = 0; j < scores.shape()[1]; ++j) {
        const double value = f(input, kind, i, {keys(j, Index{0}), keys(j, Index{1})}), score = scores(i, j);
        all.push_back(value);
        sf += value, ss += score, sff += value * value, sfs += value * score;
      }
    const double spread = sff - sf * sf / count;
    const double slope = spread > 1e-12 ? (sfs - sf * ss / count) / spread : 1;
    const double lift = (ss - slope * sf) / count;
    for (size_t k = 0; k < all.size(); ++k)
      if (std::abs(slope * all[k] + lift - scores[static_cast<Index>(k)]) >
          kFits * (1 + std::abs(scores[static_cast<Index>(k)])))
        return {};
    return slope > 0 ? ScoreLaw{kind, slope, lift} : ScoreLaw{};
  }

  QString queryName(Index i) const {
    const QString name = labelOf(queries(), 0, i);
    return name == QString::number(i + 1) ? QObject::tr("query %1").arg(i + 1) : name;
  }

  Index bestKey() const {
    const auto& scores = given(2)->values;
    Index best = 0;
    for (Index j = 1; j < scores.shape()[1]; ++j)
      if (scores(row(), j) > scores(row(), best)) best = j;
    return best;
  }

  PlotRange rangeOf(Index axis) const {
    double low = -1, high = 1;
    const auto take = [&](double value) {
      if (!std::isfinite(value)) return;
      low = std::min(low, value);
      high = std::max(high, value);
    };
    for (const PictureArray* one : {&queries(), &keys()})
      for (Index i = 0; i < one->values.shape()[0]; ++i) take(one->values(i, axis));
    for (const PictureHandle& handle : input().handles)
      if (handle.cell.at.size() == 2 && handle.cell.at[1] == axis &&
          (handle.cell.array == keys().name || handle.cell.array == queries().name)) {
        take(handle.from);
        take(handle.to);
      }
    return {low - 0.15 * (high - low), high + 0.15 * (high - low)};
  }

  void drawLevels(PictureCanvas& canvas, const PlotPanel& panel) const {
    if (m_law.kind == ScoreKind::none) return;
    const QPointF g = direction(input(), m_law.kind, row());
    double low = 1e300, high = -1e300;
    for (const double x : {panel.x.low, panel.x.high, std::clamp(g.x(), panel.x.low, panel.x.high)})
      for (const double y : {panel.y.low, panel.y.high, std::clamp(g.y(), panel.y.low, panel.y.high)}) {
        const double score = m_law.slope * f(input(), m_law.kind, row(), {x, y}) + m_law.lift;
        low = std::min(low, score);
        high = std::max(high, score);
      }
    if (!(high > low)) return;
    const QColor color = canvas.faint(canvas.theme().muted, 0.8);
    for (const double level : levels({low, high})) {
      const double value = (level - m_law.lift) / m_law.slope;
      QPainterPath path;
      QPointF end;
      if (m_law.kind == ScoreKind::gaussian) {
        const double radius = std::sqrt(std::max(0.0, -2 * value));
        const QPointF middle = pointIn(panel, g.x(), g.y());
        const double pixels = radius * panel.area.width / (panel.x.high - panel.x.low);
        path = circleInside(toArea(panel), middle, pixels);
        end = middle + QPointF(0, -pixels);
      } else {
        const double length = std::hypot(g.x(), g.y());
        if (length <= 0) return;
        const QPointF foot = g * (value / (length * length)), along = QPointF(-g.y(), g.x()) / length;
        path = lineInside(panel, foot, along);
        end = insideEnd(panel, foot, along);
      }
      canvas.stroke(path, color, 1.5, Qt::DashLine);
      if (toArea(panel).adjusted(0, canvas.line(), -2 * canvas.line(), 0).contains(end))
        canvas.label(end, scaleText(level), {canvas.theme().muted, 0.95}, 3);
    }
  }

  /// Round scores; circles have round radii.
  std::vector<double> levels(const PlotRange& range) const {
    if (m_law.kind != ScoreKind::gaussian) return plotTicks(range, 7, false);
    std::vector<double> levels;
    const double most = std::sqrt(std::max(0.0, 2 * (m_law.lift - range.low) / m_law.slope));
    for (const double radius : plotTicks({0, most}, 6, false))
      if (radius > 0) levels.push_back(m_law.lift - m_law.slope * radius * radius / 2);
    return levels;
  }

  /// Pieces of a circle. Not clipped, which SVG files would ignore.
  static QPainterPath circleInside(const QRectF& area, QPointF middle, double radius) {
    constexpr int kSteps = 240;
    QPainterPath path;
    bool isOn = false;
    for (int k = 0; k <= kSteps; ++k) {
      const double angle = 2 * std::numbers::pi * k / kSteps;
      const QPointF at = middle + radius * QPointF(std::cos(angle), std::sin(angle));
      const bool isInside = area.contains(at);
      if (isInside && isOn) path.lineTo(at);
      if (isInside && !isOn) path.moveTo(at);
      isOn = isInside;
    }
    return path;
  }
  /// Between the borders of the panel.
  static QPainterPath lineInside(const PlotPanel& panel, QPointF foot, QPointF along) {
    double first = -1e300, last = 1e300;
    const auto cut = [&](double start, double step, const PlotRange& range) {
      if (step == 0) {
        if (start < range.low || start > range.high) last = -1e300;
        return;
      }
      const double a = (range.low - start) / step, b = (range.high - start) / step;
      first = std::max(first, std::min(a, b));
      last = std::min(last, std::max(a, b));
    };
    cut(foot.x(), along.x(), panel.x);
    cut(foot.y(), along.y(), panel.y);
    QPainterPath path;
    if (!(first < last)) return path;
    const QPointF from = foot + along * first, to = foot + along * last;
    path.moveTo(pointIn(panel, from.x(), from.y()));
    path.lineTo(pointIn(panel, to.x(), to.y()));
    return path;
  }

  /// The point of the line that lies farthest along it and well inside the panel.
  static QPointF insideEnd(const PlotPanel& panel, QPointF foot, QPointF along) {
    QPointF found(-1e9, -1e9);
    const double width = panel.x.high - panel.x.low, height = panel.y.high - panel.y.low, far = width + height;
    for (int k = -200; k <= 200; ++k) {
      const QPointF at = foot + along * (far * k / 200);
      if (at.x() > panel.x.low + 0.02 * width && at.x() < panel.x.high - 0.08 * width &&
          at.y() > panel.y.low + 0.04 * height && at.y() < panel.y.high - 0.06 * height)
        found = pointIn(panel, at.x(), at.y());
    }
    return found;
  }

  void hitPoint(PictureCanvas& canvas, const PlotPanel& panel, const PictureArray& array, Index i, QPointF at) const {
    const double reach = 8 * canvas.theme().scale;
    const std::string name = array.name;
    const auto moves = [panel, name, i](QPointF to) {
      return std::vector<PictureMove>{{{name, {i, 0}}, panel.xValueAt(to.x())},
                                      {{name, {i, 1}}, panel.yValueAt(to.y())}};
    };
    for (const Index axis : {Index{1}, Index{0}})
      canvas.hit({name, {i, axis}}, QRectF(at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)), moves);
  }

  void drawQuery(PictureCanvas& canvas, const PlotPanel& panel, Index i) const {
    const double x = queries().values(i, Index{0}), y = queries().values(i, Index{1});
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    const QPointF at = pointIn(panel, x, y);
    canvas.arrow(pointIn(panel, 0, 0), at, canvas.faint(canvas.roles().query, i == row() ? 1 : 0.5),
                 i == row() ? 3 : 1.5);
    hitPoint(canvas, panel, queries(), i, at);
  }

  void drawKey(PictureCanvas& canvas, const PlotPanel& panel, Index j) const {
    const double x = keys().values(j, Index{0}), y = keys().values(j, Index{1});
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    const QPointF at = pointIn(panel, x, y);
    const bool isBest = given(2) && !given(2)->isCovered && j == bestKey();
    canvas.dot(at, (isBest ? 7 : 4.5) * canvas.theme().scale, canvas.roles().key);
    hitPoint(canvas, panel, keys(), j, at);
  }

  void nameAll(PictureCanvas& canvas, const PlotPanel& panel) const {
    const PictureArray* scores = given(2);
    if (keys().isCovered || keys().values.shape()[0] > kMostNamed) return;
    for (Index j = 0; j < keys().values.shape()[0]; ++j) {
      const QString name = labelOf(keys(), 0, j);
      const QString score = scores ? cellText(*scores, scores->values(row(), j)) : QString();
      const QPointF at = pointIn(panel, keys().values(j, Index{0}), keys().values(j, Index{1}));
      const bool isBest = scores && !scores->isCovered && j == bestKey();
      canvas.label(at, score.isEmpty() ? name : QObject::tr("%1: %2").arg(name, score), {canvas.roles().key, 1, isBest},
                   9);
    }
    for (Index i = 0; i < queries().values.shape()[0] && !queries().isCovered; ++i) {
      const QPointF at = pointIn(panel, queries().values(i, Index{0}), queries().values(i, Index{1}));
      canvas.label(at, queryName(i), {canvas.roles().query, 1, true}, 9);
    }
  }

  ScoreLaw m_law;
};

}  // namespace

std::unique_ptr<TeachingPicture> makeArrows2dPicture() { return std::make_unique<Arrows2dPicture>(); }

}  // namespace ui
