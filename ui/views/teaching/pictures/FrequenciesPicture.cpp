// Sampled frequencies on the density of their kernel, and the mean of cosines against the kernel with the spread that
// theory expects of it: for frequencies w of a kernel k, Var cos(w u) = (1 + k(2 u)) / 2 - k(u)^2. Below the density
// two places at one distance, as hands of clocks that turn with a frequency each.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostStems = 400, kSteps = 200, kClocks = 3;
constexpr double kShareOfClocks = 0.3, kLeastClock = 44;  ///< of the height; logical pixels, with its text

class FrequenciesPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index r = frequencies().values.size();
    QStringList parts{QObject::tr("%1 frequencies, and the mean of their cosines at %2 distances.")
                          .arg(r)
                          .arg(distances().values.size())};
    if (!isAnyCovered() && distances().values.size() > 0) {
      double worst = 0;
      for (Index k = 0; k < distances().values.size(); ++k)
        worst = std::max(worst, std::abs(mean(k) - kernel().values[k]));
      parts << QObject::tr("The mean is at most %1 away from the kernel.").arg(shownNumber(worst, 2)) << insideText() << clocksText();
    }
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "frequencies"; }
  std::vector<PictureNeed> needs() const override {
    return {{"frequencies", "r"}, {"distances", "k"}, {"kernel at the distances", "k"}};
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const double left = room.width() * 0.42;
    const double clocks = room.height() * kShareOfClocks;
    const bool areClocksShown = !isAnyCovered() && frequencies().values.size() > 0 && distances().values.size() > 0 &&
                                clocks >= kLeastClock * canvas.theme().scale + 2 * canvas.line();
    const double height = room.height() - (areClocksShown ? clocks : 0);
    drawDensity(canvas, QRectF(room.left(), room.top(), left - 2 * edge, height));
    if (areClocksShown)
      drawClocks(canvas, QRectF(room.left(), room.top() + height + edge, left - 2 * edge, clocks - edge));
    drawMean(canvas, QRectF(room.left() + left, room.top(), room.width() - left, room.height()));
  }

 private:
  const PictureArray& frequencies() const { return needed(0); }
  const PictureArray& distances() const { return needed(1); }
  const PictureArray& kernel() const { return needed(2); }
  bool isAnyCovered() const {
    return std::any_of(input().arrays.begin(), input().arrays.end(),
                       [](const PictureArray& one) { return one.isCovered; });
  }
  double mean(Index k) const {
    double sum = 0;
    for (const double w : frequencies().values) sum += std::cos(w * distances().values[k]);
    return sum / static_cast<double>(frequencies().values.size());
  }
  double expectedSpread(Index k) const {
    const double expected = kernelAt(distances().values[k]);
    return std::sqrt(std::max(0.0, (1 + kernelAt(2 * distances().values[k])) / 2 - expected * expected) /
                     static_cast<double>(frequencies().values.size()));
  }
  /// Frequencies that were picked may leave what is expected of drawn ones; how far is counted.
  QString insideText() const {
    Index inside = 0;
    for (Index k = 0; k < distances().values.size(); ++k)
      inside += std::abs(mean(k) - kernelAt(distances().values[k])) <= expectedSpread(k) + 1e-12 ? 1 : 0;
    return QObject::tr("Within ± 1 s.d. at %1 of %2 distances.").arg(inside).arg(distances().values.size());
  }
  /// What the hands of the clocks show while nothing is pointed at.
  QString clocksText() const {
    const double u = distances().values[markedDistance()];
    QStringList clocks;
    for (const Index k : clocksFor(markedFrequency()))
      clocks << QObject::tr("frequency %1: cosine %2")
                    .arg(shownNumber(frequencies().values[k], 2), shownNumber(std::cos(frequencies().values[k] * u), 2));
    if (clocks.isEmpty()) return {};
    return QObject::tr("Two places %1 apart as hands that a frequency turns; %2.")
        .arg(shownNumber(u, 2), clocks.join(QStringLiteral("; ")));
  }
  /// The place in an array that a cell means; -1: in another array, or no number.
  static Index placeIn(const PictureArray& array, const PictureCell& cell) {
    const bool isOne =
        cell.array == array.name && cell.at.size() == 1 && cell.at[0] >= 0 && cell.at[0] < array.values.size();
    return isOne && std::isfinite(array.values[cell.at[0]]) ? cell.at[0] : -1;
  }
  /// -1: none.
  static Index pointedAtIn(const PictureArray& array, const PictureCanvas& canvas) {
    for (const auto& cell : {canvas.attention().hovered, canvas.attention().focused})
      if (cell && placeIn(array, *cell) >= 0) return placeIn(array, *cell);
    return -1;
  }
  Index markedIn(const PictureArray& array) const {
    for (const PictureCell& mark : input().marks)
      if (placeIn(array, mark) >= 0) return placeIn(array, mark);
    return -1;
  }
  Index markedFrequency() const { return markedIn(frequencies()); }
  /// The frequency that is pointed at, has the focus or is marked; -1: none.
  Index current(const PictureCanvas& canvas) const {
    const Index pointedAt = pointedAtIn(frequencies(), canvas);
    return pointedAt >= 0 ? pointedAt : markedFrequency();
  }
  /// Density of the frequencies of a kernel: of exp(-u^2/2) the normal one, of exp(-|u|) Cauchy's, of sin(u)/u a box.
  double density(double w) const {
    const std::string kind = setting("kernel", "gaussian");
    if (kind == "laplace") return 1 / (std::numbers::pi * (1 + w * w));
    if (kind == "box") return std::abs(w) <= 1 ? 0.5 : 0;
    return std::exp(-w * w / 2) / std::sqrt(2 * std::numbers::pi);
  }
  double kernelAt(double u) const {
    const std::string kind = setting("kernel", "gaussian");
    if (kind == "laplace") return std::exp(-std::abs(u));
    if (kind == "box") return u == 0 ? 1 : std::sin(u) / u;
    return std::exp(-u * u / 2);
  }

  void drawDensity(PictureCanvas& canvas, const QRectF& room) const {
    PlotRange x = looseRange({&frequencies().values});
    // The scale rests while one is dragged.
    for (const PictureHandle& handle : input().handles)
      if (handle.cell.array == frequencies().name) x = {std::min(x.low, handle.from), std::max(x.high, handle.to)};
    const double far =
        std::clamp(std::max(std::abs(x.low), std::abs(x.high)), 3.0, setting("kernel") == "laplace" ? 12.0 : 1e6);
    x = {-far, far};
    const PlotPanel panel = paintPictureAxes(canvas, room, x, {0, density(0) * 1.15}, QObject::tr("frequency"),
                                             QObject::tr("density, and %1 drawn").arg(frequencies().values.size()));
    std::vector<double> at, height;
    for (Index k = 0; k <= kSteps; ++k) {
      at.push_back(x.low + (x.high - x.low) * static_cast<double>(k) / kSteps);
      height.push_back(density(at.back()));
    }
    paintCurve(canvas, panel, at.data(), height.data(), kSteps + 1, canvas.theme().muted, 2);
    const Index count = std::min(frequencies().values.size(), kMostStems);
    for (Index k = 0; k < count; ++k)
      if (std::abs(frequencies().values[k]) <= far) drawStem(canvas, panel, k, count > 60);
  }
  void drawStem(PictureCanvas& canvas, const PlotPanel& panel, Index k, bool isOneOfMany) const {
    const double w = frequencies().values[k];
    const bool isCurrent = k == current(canvas);
    const QPointF foot = pointIn(panel, w, 0), top = pointIn(panel, w, density(w));
    const double half = (isCurrent ? 1.5 : isOneOfMany ? 0.5 : 1) * canvas.theme().lineScale;
    const QColor color = isCurrent ? canvas.theme().locked : canvas.theme().accent;
    canvas.fill(QRectF(top.x() - half, top.y(), 2 * half, foot.y() - top.y()),
                canvas.faint(color, isCurrent     ? 1
                                    : isOneOfMany ? 0.4
                                                  : 0.8));
    if (!isOneOfMany || isCurrent) canvas.dot(top, (isCurrent ? 4.5 : 3) * canvas.theme().scale, color);
    const PictureCell cell{frequencies().name, {k}};
    canvas.hit(cell, QRectF(foot.x() - 4, top.y() - 4, 8, foot.y() - top.y() + 8), [panel, cell](QPointF to) {
      return std::vector<PictureMove>{{cell, panel.xValueAt(to.x())}};
    });
  }

  /// The distance that is marked, else that nearest to 1.
  Index markedDistance() const {
    if (const Index marked = markedIn(distances()); marked >= 0) return marked;
    const double* const u = distances().values.begin();
    return std::min_element(u, u + distances().values.size(),
                            [](double a, double b) { return std::abs(a - 1) < std::abs(b - 1); }) -
           u;
  }
  /// The frequencies that have a clock, `first` before all unless it is -1.
  std::vector<Index> clocksFor(Index first) const {
    std::vector<Index> chosen;
    if (first >= 0) chosen.push_back(first);
    for (Index k = 0; k < frequencies().values.size() && std::ssize(chosen) < kClocks; ++k)
      if (std::isfinite(frequencies().values[k]) && k != first) chosen.push_back(k);
    return chosen;
  }
  /// Two places x and z as hands on unit circles that turn with a frequency each: a feature is where a hand points.
  void drawClocks(PictureCanvas& canvas, const QRectF& room) const {
    const Index pointedAt = pointedAtIn(distances(), canvas);
    const double u = distances().values[pointedAt >= 0 ? pointedAt : markedDistance()];
    canvas.text(QRectF(room.left(), room.top(), room.width(), canvas.line()), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("z (grey) and x, %1 apart, turned by ω").arg(shownNumber(u, 2)), {canvas.theme().muted});
    const std::vector<Index> chosen = clocksFor(current(canvas));
    const double width = room.width() / kClocks;
    for (std::size_t k = 0; k < chosen.size(); ++k)
      drawClock(canvas,
                QRectF(room.left() + width * static_cast<double>(k), room.top() + canvas.line(), width,
                       room.height() - canvas.line()),
                chosen[k], u);
  }
  void drawClock(PictureCanvas& canvas, const QRectF& room, Index k, double u) const {
    const Theme& theme = canvas.theme();
    const double w = frequencies().values[k], turn = w * u;
    const double radius = std::max(4.0, std::min(room.width(), room.height() - canvas.line()) / 2 - 3 * theme.scale);
    const QPointF middle(room.center().x(), room.top() + (room.height() - canvas.line()) / 2);
    QPainterPath circle;
    circle.addEllipse(middle, radius, radius);
    canvas.stroke(circle, theme.line);
    canvas.arrow(middle, middle + QPointF(radius, 0), theme.muted);
    canvas.arrow(middle, middle + radius * QPointF(std::cos(turn), -std::sin(turn)),
                 k == current(canvas) ? theme.locked : theme.accent, 2);
    canvas.text(QRectF(room.left() + 3, room.bottom() - canvas.line(), room.width() - 6, canvas.line()),
                Qt::AlignCenter, QObject::tr("ω %1, cos %2").arg(shownNumber(w, 2), shownNumber(std::cos(turn), 2)));
  }

  void drawMean(PictureCanvas& canvas, const QRectF& room) const {
    const Index count = distances().values.size();
    std::vector<double> means, low, high;
    for (Index k = 0; k < count; ++k) {
      const double expected = kernelAt(distances().values[k]), spread = expectedSpread(k);
      means.push_back(isAnyCovered() ? std::nan("") : mean(k));
      low.push_back(expected - spread);
      high.push_back(expected + spread);
    }
    const double* u = distances().values.begin();
    const PlotPanel panel = paintPictureAxes(canvas, room, looseRange({&distances().values}), {-1.1, 1.2},
                                             QObject::tr("distance"), QObject::tr("mean of cosines"));
    if (isAnyCovered())
      return canvas.cover(QRectF(panel.area.x + panel.area.width / 3, panel.area.y + panel.area.height / 3,
                                 panel.area.width / 3, panel.area.height / 4));
    QPainterPath band;
    for (Index k = 0; k < count; ++k)
      k == 0 ? band.moveTo(pointIn(panel, u[k], high[0]))
             : band.lineTo(pointIn(panel, u[k], high[static_cast<size_t>(k)]));
    for (Index k = count; k-- > 0;) band.lineTo(pointIn(panel, u[k], low[static_cast<size_t>(k)]));
    band.closeSubpath();
    canvas.fill(band, canvas.faint(canvas.theme().muted, 0.25));
    paintCurve(canvas, panel, u, kernel().values.begin(), count, canvas.theme().muted, 2, Qt::DashLine);
    if (const Index chosen = current(canvas); chosen >= 0) {
      std::vector<double> own;
      for (Index k = 0; k < count; ++k) own.push_back(std::cos(frequencies().values[chosen] * u[k]));
      paintCurve(canvas, panel, u, own.data(), count, canvas.theme().locked, 1.5);
    }
    paintCurve(canvas, panel, u, means.data(), count, canvas.theme().accent, 2.5);
    for (Index k = 0; k < count; ++k) {
      const QPointF at = pointIn(panel, u[k], means[static_cast<size_t>(k)]);
      canvas.hit({distances().name, {k}}, QRectF(at - QPointF(5, 5), QSizeF(10, 10)));
    }
    drawKey(canvas, panel);
  }

  void drawKey(PictureCanvas& canvas, const PlotPanel& panel) const {
    const double line = canvas.line(), right = panel.area.right() - canvas.gap();
    struct Entry {
      QString text;
      QColor color;
    };
    std::vector<Entry> entries = {{QObject::tr("mean of cosines"), canvas.theme().accent},
                                  {QObject::tr("kernel (dashed)"), canvas.theme().muted},
                                  {QObject::tr("± 1 s.d. expected (grey)"), canvas.theme().muted},
                                  {insideText(), canvas.theme().text}};
    if (const Index chosen = current(canvas); chosen >= 0)
      entries.push_back(
          {QObject::tr("cos(%1 u), of one").arg(shownNumber(frequencies().values[chosen])), canvas.theme().locked});
    double top = panel.area.y + 4;
    for (const auto& [text, color] : entries) {
      canvas.text(QRectF(panel.area.x, top, right - panel.area.x, line), Qt::AlignRight | Qt::AlignVCenter, text,
                  {color, 1, true});
      top += 1.15 * line;
    }
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeFrequenciesPicture() { return std::make_unique<FrequenciesPicture>(); }

}  // namespace ui
