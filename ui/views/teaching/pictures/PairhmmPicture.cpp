// States on a circle, an edge for every transition that is possible, as wide as it is probable, with its cost in bits.
// An edge that is forbidden stays as a dashed line, so that it can be allowed again.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kSum = 1e-6;

class PairhmmPicture : public DrawnPicture {
 public:
  QString altText() const override {
    const Index n = transitions().values.shape()[0];
    QStringList parts{QObject::tr("%1 states.").arg(n)};
    if (transitions().isCovered) parts << QObject::tr("The transitions are covered.");
    for (Index i = 0; i < n && !transitions().isCovered; ++i)
      if (const QString ways = waysFrom(i); !ways.isEmpty()) parts << ways;
    for (Index i = 0; i < n && !transitions().isCovered; ++i)
      for (Index j = 0; j < n; ++j)
        if (isForbidden(i, j)) parts << QObject::tr("%1 to %2 is forbidden.").arg(name(i), name(j));
    return parts.join(u' ');
  }
  /// An edge is forbidden, or allowed again; the last way out of a state stays.
  std::optional<PictureMove> press(const PictureCell& cell) const override {
    const auto edge = edgeOf(cell);
    if (!edge || !given(1) || transitions().isCovered || isLastWay(edge->first, edge->second)) return std::nullopt;
    return DrawnPicture::press({given(1)->name, {edge->first, edge->second}});
  }
  QString readout(const PictureCell& cell) const override {
    if (!isState(cell)) return DrawnPicture::readout(cell);
    return transitions().isCovered ? QObject::tr("%1 is covered").arg(expressionOf(cell)) : waysFrom(cell.at[0]);
  }

 protected:
  const char* id() const override { return "pairhmm"; }
  std::vector<PictureNeed> needs() const override {
    return {{"transitions from row to column", "s s"}, {"allowed ones, 1 or 0", "s s", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    const PictureArray& one = input.arrays[0];
    for (Index i = 0; !one.isCovered && i < one.values.shape()[0]; ++i) {
      double sum = 0;
      for (Index j = 0; j < one.values.shape()[1]; ++j) {
        if (!(one.values(i, j) >= 0))
          refuse("array \"" + one.name + "\" has " + std::to_string(one.values(i, j)) + " in row " +
                 std::to_string(i + 1) + ", expected probabilities");
        sum += one.values(i, j);
      }
      if (sum > 1 + kSum)
        refuse("array \"" + one.name + "\" has a sum of " + std::to_string(sum) + " in row " + std::to_string(i + 1) +
               ", expected at most 1");
    }
    checkForbidden(input);
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge - 2.8 * line);
    const Index n = transitions().values.shape()[0];
    const double radius = std::max(1.6 * line, std::min(room.width(), room.height()) * 0.08), loop = radius * 1.5;
    const double across = std::max(
                     1.0, std::min(room.width() / 2 - radius - 2 * loop, 1.35 * (room.height() / 2 - radius - loop))),
                 down = std::max(1.0, room.height() / 2 - radius - loop);
    std::vector<QPointF> middles;
    for (Index k = 0; k < n; ++k) {
      const double angle =
          -std::numbers::pi / 2 + 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      middles.push_back(n == 1 ? room.center()
                               : room.center() + QPointF(std::cos(angle) * across, std::sin(angle) * down));
    }
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        if (transitions().isCovered || isForbidden(i, j) || probability(i, j) > 0)
          drawEdge(canvas, middles, room.center(), radius, i, j);
    for (Index i = 0; i < n; ++i) {
      const QPointF at = middles[static_cast<size_t>(i)];
      canvas.dot(at, radius, colorOf(canvas, i), true);
      canvas.text(QRectF(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)), Qt::AlignCenter, name(i),
                  {colorOf(canvas, i), 1.3, true});
      const double half = 0.7 * radius;  // within the circle
      canvas.hit({transitions().name, {i}}, QRectF(at - QPointF(half, half), QSizeF(2 * half, 2 * half)));
    }
    double top = room.bottom() + 0.2 * line;
    for (const QString& sentence : sentences(canvas)) {
      canvas.text(QRectF(room.left(), top, room.width(), 1.4 * line), Qt::AlignLeft | Qt::AlignVCenter, sentence);
      top += 1.3 * line;
    }
  }

 private:
  void checkForbidden(const PictureInput& input) const {
    if (input.arrays.size() < 2 || input.arrays[0].isCovered || input.arrays[1].isCovered) return;
    const PictureArray &ways = input.arrays[0], &allowed = input.arrays[1];
    for (Index k = 0; k < allowed.values.size(); ++k) {
      if (allowed.values[k] != 0 && allowed.values[k] != 1)
        refuse("array \"" + allowed.name + "\" has " + std::to_string(allowed.values[k]) + ", expected 1 or 0");
      if (allowed.values[k] == 0 && ways.values[k] > 0)
        refuse("array \"" + ways.name + "\" has " + std::to_string(ways.values[k]) + " where \"" + allowed.name +
               "\" forbids it, expected 0");
    }
  }
  const PictureArray& transitions() const { return needed(0); }
  bool isForbidden(Index i, Index j) const { return given(1) && !given(1)->isCovered && given(1)->values(i, j) == 0; }
  bool isLastWay(Index i, Index j) const {
    Index ways = 0;
    for (Index k = 0; k < transitions().values.shape()[1]; ++k) ways += probability(i, k) > 0 ? 1 : 0;
    return ways == 1 && probability(i, j) > 0;
  }
  /// Of a cell of either array.
  std::optional<std::pair<Index, Index>> edgeOf(const PictureCell& cell) const {
    const bool isOwn = cell.array == transitions().name || (given(1) && cell.array == given(1)->name);
    if (!isOwn || cell.at.size() != 2) return std::nullopt;
    const Index n = transitions().values.shape()[0];
    if (cell.at[0] < 0 || cell.at[0] >= n || cell.at[1] < 0 || cell.at[1] >= n) return std::nullopt;
    return std::pair(cell.at[0], cell.at[1]);
  }
  double probability(Index i, Index j) const { return transitions().values(i, j); }
  QString name(Index k) const { return labelOf(transitions(), 0, k); }
  QString bits(Index i, Index j) const {
    if (isForbidden(i, j) && !transitions().isCovered) return QStringLiteral("∞");
    return transitions().isCovered ? QStringLiteral("?") : decimalText(std::abs(std::log2(probability(i, j))), 2);
  }
  static QColor colorOf(const PictureCanvas& canvas, Index state) {
    const RoleColors& roles = canvas.roles();
    const std::vector<QColor> colors{roles.query, roles.key, roles.value, roles.weight, canvas.theme().warning};
    return colors[static_cast<size_t>(state) % colors.size()];
  }
  /// "From M: to M 0.01 bits, to I 7 bits."; empty: it has no exits.
  QString waysFrom(Index i) const {
    QStringList ways;
    for (Index j = 0; j < transitions().values.shape()[1]; ++j)
      if (probability(i, j) > 0) ways << QObject::tr("to %1 %2 bits").arg(name(j), bits(i, j));
    return ways.isEmpty() ? QString() : QObject::tr("From %1: %2.").arg(name(i), ways.join(QStringLiteral(", ")));
  }
  /// A state stands for its row: all of its exits.
  bool isState(const PictureCell& cell) const {
    return cell.array == transitions().name && cell.at.size() == 1 && cell.at[0] >= 0 &&
           cell.at[0] < transitions().values.shape()[0];
  }
  /// The current step or state: what is pointed at, has the focus or is marked.
  std::optional<PictureCell> current(const PictureCanvas& canvas) const {
    const auto shownOf = [&](const PictureCell& cell) -> std::optional<PictureCell> {
      if (const auto edge = edgeOf(cell)) return PictureCell{transitions().name, {edge->first, edge->second}};
      return isState(cell) ? std::optional(cell) : std::nullopt;
    };
    for (const auto& cell : {canvas.attention().hovered, canvas.attention().focused})
      if (const auto shown = cell ? shownOf(*cell) : std::nullopt) return shown;
    for (const PictureCell& mark : input().marks)
      if (const auto shown = shownOf(mark)) return shown;
    return std::nullopt;
  }
  /// What a click on an edge does.
  QString pressText(const PictureCell& cell) const {
    if (press(cell))
      return isForbidden(cell.at[0], cell.at[1]) ? QObject::tr("A click allows it.")
                                                 : QObject::tr("A click forbids it.");
    const bool isSwitched = given(1) && DrawnPicture::press({given(1)->name, cell.at});
    return isSwitched ? QObject::tr("The last way out stays.") : QString();
  }
  QStringList sentences(const PictureCanvas& canvas) const {
    const auto cell = current(canvas);
    if (transitions().isCovered) return {};
    const bool isSwitched = std::any_of(input().handles.begin(), input().handles.end(),
                                        [](const PictureHandle& handle) { return handle.isSwitch; });
    const QString edges = QObject::tr("An edge: its cost in bits, −log₂ p.");
    if (!cell)
      return {isSwitched ? QObject::tr("%1 A click forbids it.").arg(edges) : edges,
              QObject::tr("The exits of a state make 1 together.")};
    if (isState(*cell)) return {waysFrom(cell->at[0])};
    const double p = probability(cell->at[0], cell->at[1]);
    return {QObject::tr("%1 to %2: probability %3%4")
                .arg(name(cell->at[0]), name(cell->at[1]), shownNumber(p),
                     p > 0 ? QObject::tr(", %1 bits").arg(bits(cell->at[0], cell->at[1])) : QObject::tr(", forbidden")),
            pressText(*cell)};
  }

  /// From circle to circle, or round outside of one.
  struct Edge {
    QPainterPath path;
    QPointF tail, tip, label;  ///< of the arrow's head; of the bits
  };
  static Edge loopAt(QPointF at, QPointF center, double radius) {
    QPointF out = at - center;
    const double length = std::hypot(out.x(), out.y());
    out = length > 1 ? out / length : QPointF(0, -1);
    const QPointF side(-out.y(), out.x());
    const QPointF start = at + out * radius * 0.8 + side * radius * 0.6,
                  end = at + out * radius * 0.8 - side * radius * 0.6;
    QPainterPath path(start);
    path.cubicTo(start + out * radius * 1.3 + side * radius * 0.4, end + out * radius * 1.3 - side * radius * 0.4,
                 end + out * radius * 0.15);
    return {path, end + out * radius * 0.5 - side * radius * 0.12, end, at + out * radius * 1.75 + side * radius * 0.9};
  }
  static Edge edgeBetween(QPointF from, QPointF to, double radius, double scale) {
    const QPointF along = (to - from) / std::max(1.0, std::hypot(to.x() - from.x(), to.y() - from.y()));
    const QPointF side = QPointF(-along.y(), along.x()) * radius * 0.55;
    const QPointF start = from + along * radius * 1.02 + side * 0.5, end = to - along * radius * 1.05 + side * 0.5;
    QPainterPath path(start);
    path.quadTo((start + end) / 2 + side, end - along * 8 * scale);
    return {path, end - along * 12 * scale, end, path.pointAtPercent(0.36) + side * 0.5};
  }
  void drawEdge(PictureCanvas& canvas, const std::vector<QPointF>& middles, QPointF center, double radius, Index i,
                Index j) const {
    const PictureCell cell{transitions().name, {i, j}};
    const std::optional<PictureCell> lit = current(canvas);
    const bool isCurrent = lit && (*lit == cell || (isState(*lit) && lit->at[0] == i));
    const bool isOff = isForbidden(i, j) && !transitions().isCovered;
    const double p = transitions().isCovered ? 0.3 : probability(i, j), wide = isOff ? 1.5 : isCurrent ? 5 : 1 + 4 * p;
    const QColor color = isCurrent ? canvas.theme().locked
                         : isOff   ? canvas.theme().muted
                                   : canvas.faint(colorOf(canvas, i), 0.4 + 0.6 * p);
    const QPointF from = middles[static_cast<size_t>(i)], to = middles[static_cast<size_t>(j)];
    const Edge edge = i == j ? loopAt(from, center, radius) : edgeBetween(from, to, radius, canvas.theme().scale);
    canvas.stroke(edge.path, color, wide, isOff ? Qt::DashLine : Qt::SolidLine);
    canvas.arrow(edge.tail, edge.tip, color, i == j ? 1.5 : std::min(wide, 2.5));
    const double line = canvas.line(), half = std::max(1.6 * line, canvas.widthOf(bits(i, j)) / 2 + 2);
    const QRectF area(edge.label - QPointF(half, line * 0.55), QSizeF(2 * half, 1.1 * line));
    canvas.hit(cell, area);
    if (!canvas.freeText(area, Qt::AlignHCenter | Qt::AlignVCenter, bits(i, j), {{}, 1, isCurrent}))
      canvas.label(edge.label, bits(i, j), {{}, 1, isCurrent}, 6);
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makePairhmmPicture() { return std::make_unique<PairhmmPicture>(); }

}  // namespace ui
