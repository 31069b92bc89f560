#include "ui/views/alignment/tree/TreePainter.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kReach = 4;       ///< logical pixels from what can be taken hold of
constexpr double kStripe = 4;      ///< width of the colour beside the names
constexpr double kReadableRow = 9;
constexpr double kLeastScaled = 60;  ///< width of a tree with a scale

/// A tree in its rectangle.
struct Placed {
  const AlignmentPicture& picture;
  const ShownTree& shown;
  std::vector<double> places;

  explicit Placed(const AlignmentPicture& from) : picture(from), shown(*from.content->tree) {
    std::vector<Index> placeOfRow(shown.groupOfRow.size(), -1);
    for (size_t row = 0; row < placeOfRow.size(); ++row)
      placeOfRow[row] = picture.arrangement().placeOf(static_cast<Index>(row));
    places = placesOfNodes(shown, placeOfRow);
  }

  const QRectF& area() const { return picture.layout.tree; }
  double left() const { return area().left() + 2 * kReach; }
  double right() const { return area().right() - kReach; }
  double xOfDepth(double depth) const {
    return left() + (shown.depth > 0 ? depth / shown.depth : 0) * std::max(0.0, right() - left());
  }
  double x(Index node) const { return xOfDepth(engine::nth(shown.depths, node)); }
  double y(Index node) const { return picture.yOf(engine::nth(places, node)); }
  bool isSeen(Index node) const { return !std::isnan(engine::nth(places, node)); }
  bool isCollapsed(Index node) const {
    return shown.collapsed.contains(node) && !engine::nth(shown.tree->nodes, node).isLeaf();
  }
  double cutX() const { return xOfDepth(shown.cut * shown.depth); }
  /// From the first to the last child that is seen.
  std::pair<double, double> span(Index node) const {
    double top = y(node), bottom = top;
    for (const Index child : engine::nth(shown.tree->nodes, node).children)
      if (isSeen(child)) {
        top = std::min(top, y(child));
        bottom = std::max(bottom, y(child));
      }
    return {top, bottom};
  }
};

QColor inkOf(const Placed& tree, Index node) {
  const QColor color = tree.shown.colorOfNode(node);
  return color.isValid() ? color : tree.picture.theme.muted;
}

/// A triangle from the node to its deepest leaf, as far as there is room for the number of rows.
void paintCollapsed(QPainter& painter, const Placed& tree, Index node) {
  const Theme& theme = tree.picture.theme;
  const double half = std::clamp(0.4 * tree.picture.viewport.rowHeight, 1.0, 8.0 * theme.scale);
  const std::vector<Index> leaves = tree.shown.tree->leavesBelow(node);
  const QString count = QString::number(tree.shown.rowsBelow(node).size());
  double deepest = 0;
  for (const Index leaf : leaves) deepest = std::max(deepest, tree.x(leaf));
  const double room = QFontMetricsF(painter.font()).horizontalAdvance(count) + theme.space(1);
  const double x = tree.x(node), y = tree.y(node);
  const double tip = std::max(x + kReach, std::min(tree.right() - room, deepest));
  const QPointF triangle[3] = {{x, y}, {tip, y - half}, {tip, y + half}};
  painter.setBrush(inkOf(tree, node));
  painter.drawConvexPolygon(triangle, 3);
  if (tree.picture.viewport.rowHeight < kReadableRow) return;
  painter.setPen(theme.text);
  painter.drawText(QRectF(tip + 2, y - 10, std::max(0.0, tree.area().right() - tip - 2), 20),
                   Qt::AlignVCenter | Qt::AlignLeft, count);
}

void paintNode(QPainter& painter, const Placed& tree, Index node) {
  const Theme& theme = tree.picture.theme;
  const Index parent = engine::nth(tree.shown.tree->nodes, node).parent;
  painter.setPen(QPen(inkOf(tree, node), theme.lineScale));
  if (parent >= 0) painter.drawLine(QPointF(tree.x(parent), tree.y(node)), QPointF(tree.x(node), tree.y(node)));
  if (tree.isCollapsed(node)) return paintCollapsed(painter, tree, node);
  if (!engine::nth(tree.shown.tree->nodes, node).isLeaf()) {
    const auto [top, bottom] = tree.span(node);
    painter.drawLine(QPointF(tree.x(node), top), QPointF(tree.x(node), bottom));
    return;
  }
  if (tree.picture.viewport.rowHeight < kReadableRow) return;
  painter.setPen(QPen(theme.line, theme.lineScale, Qt::DotLine));
  painter.drawLine(QPointF(tree.x(node), tree.y(node)), QPointF(tree.right(), tree.y(node)));
}

void paintStripes(QPainter& painter, const Placed& tree) {
  const AlignmentPicture& picture = tree.picture;
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place) {
    const Index group = engine::nth(tree.shown.groupOfRow, picture.arrangement().rowAt(place));
    const QColor color = group < 0 ? QColor() : engine::nth(tree.shown.groups, group).color;
    if (!color.isValid()) continue;
    painter.fillRect(QRectF(picture.layout.names.left(), picture.yOf(static_cast<double>(place)), kStripe,
                            std::max(1.0, picture.viewport.rowHeight)),
                     color);
  }
}

/// Where rows are too thin for their names the groups are named beside their stripes.
void paintGroupNames(QPainter& painter, const Placed& tree) {
  const AlignmentPicture& picture = tree.picture;
  if (picture.viewport.rowHeight >= kReadableRow) return;
  const auto groupAt = [&](Index place) {
    return engine::nth(tree.shown.groupOfRow, picture.arrangement().rowAt(place));
  };
  const QFontMetricsF metrics(painter.font());
  const double left = picture.layout.names.left() + kStripe + picture.theme.space(1);
  painter.setPen(picture.theme.text);
  for (Index first = picture.firstPlace(), last = first; first < picture.lastPlace(); first = last) {
    while (last < picture.lastPlace() && groupAt(last) == groupAt(first)) ++last;
    const double top = picture.yOf(static_cast<double>(first)), bottom = picture.yOf(static_cast<double>(last));
    const Index group = groupAt(first);
    if (group < 0 || !engine::nth(tree.shown.groups, group).isCompared || bottom - top < metrics.height()) continue;
    const QRectF box(left, top, picture.layout.names.right() - left, bottom - top);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(engine::nth(tree.shown.groups, group).name, Qt::ElideRight, box.width()));
  }
}

void paintCut(QPainter& painter, const Placed& tree) {
  painter.setPen(QPen(tree.picture.theme.accent, 1.5 * tree.picture.theme.lineScale, Qt::DashLine));
  const double end = tree.picture.yOf(static_cast<double>(tree.picture.arrangement().numPlaces()));
  // Of the whole tree: pages are painted in bands, and the dashes go on from one to the next.
  painter.drawLine(QPointF(tree.cutX(), tree.area().top()),
                   QPointF(tree.cutX(), std::min(tree.area().bottom(), end)));
}

/// 1, 2 or 5 times a power of ten: the largest one that is not above `most` (> 0).
double roundLength(double most) {
  const double decade = std::pow(10.0, std::floor(std::log10(most)));
  return decade * (most >= 5 * decade ? 5 : most >= 2 * decade ? 2 : 1);
}

/// A bar at the height of the ruler, with its length.
void paintScale(QPainter& painter, const Placed& tree) {
  const double width = tree.right() - tree.left();
  if (width < kLeastScaled || tree.shown.depth <= 0) return;
  const Theme& theme = tree.picture.theme;
  const double length = roundLength(0.4 * tree.shown.depth);
  const QRectF line(tree.left(), tree.picture.layout.ruler.top(), width, tree.picture.layout.ruler.height());
  const double x = tree.xOfDepth(length), y = line.center().y();
  painter.setPen(QPen(theme.muted, 1.5 * theme.lineScale));
  painter.drawLine(QPointF(line.left(), y), QPointF(x, y));
  for (const double end : {line.left(), x}) painter.drawLine(QPointF(end, y - 3), QPointF(end, y + 3));
  painter.drawText(QRectF(x + theme.space(1), line.top(), line.right() - x, line.height()),
                   Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, QString::number(length));
}

}  // namespace

void paintTree(QPainter& painter, const AlignmentPicture& picture) {
  if (!picture.content->tree || picture.layout.tree.isEmpty()) return;
  const Placed tree(picture);
  painter.save();
  painter.setFont(picture.theme.labelFont());
  paintScale(painter, tree);
  painter.setClipRect(picture.layout.tree.united(picture.layout.names), Qt::IntersectClip);
  painter.fillRect(picture.layout.tree & picture.area, picture.theme.canvas);
  const QRectF seen = (picture.layout.tree & picture.area).adjusted(0, -2, 0, 2);
  for (Index node = 0; node < tree.shown.tree->numNodes(); ++node) {
    if (!tree.isSeen(node)) continue;
    const auto [top, bottom] = tree.span(node);
    if (bottom >= seen.top() && top <= seen.bottom()) paintNode(painter, tree, node);
  }
  paintStripes(painter, tree);
  paintGroupNames(painter, tree);
  paintCut(painter, tree);
  painter.restore();
}

TreeHit treeHitAt(const AlignmentPicture& picture, QPointF point) {
  TreeHit hit;
  if (!picture.content->tree || !picture.content->cells.alignment) return hit;
  for (const AlignmentPicture& block : blocksOf(picture)) {
    if (!block.layout.tree.contains(point)) continue;
    const Placed tree(block);
    hit.isOnTree = true;
    hit.isOnCut = std::abs(point.x() - tree.cutX()) <= kReach;
    for (Index node = 0; node < tree.shown.tree->numNodes(); ++node) {
      if (!tree.isSeen(node) || engine::nth(tree.shown.tree->nodes, node).isLeaf()) continue;
      const auto [top, bottom] = tree.span(node);
      const double reach = tree.isCollapsed(node) ? block.viewport.rowHeight / 2 : kReach;
      const bool isBeside = tree.isCollapsed(node) ? point.x() >= tree.x(node) - kReach
                                                   : std::abs(point.x() - tree.x(node)) <= kReach;
      if (isBeside && point.y() >= top - reach && point.y() <= bottom + reach) hit.node = node;
    }
  }
  return hit;
}

QString treeTip(const ShownTree& shown, const TreeHit& hit) {
  if (hit.isOnCut)
    return QObject::tr("Drag: where the tree is cut into groups (%1 are compared now)").arg(shown.numCompared());
  if (hit.node < 0) return {};
  const bool isCollapsed = shown.collapsed.contains(hit.node);
  const QString label = QString::fromStdString(engine::nth(shown.tree->nodes, hit.node).label).toHtmlEscaped();
  return QObject::tr("Clade%1 of %2 rows, %3 from the root; a click %4 it")
      .arg(label.isEmpty() ? label : u' ' + label, QString::number(shown.rowsBelow(hit.node).size()),
           QString::number(engine::nth(shown.depths, hit.node), 'g', 3),
           isCollapsed ? QObject::tr("opens") : QObject::tr("closes"));
}

double cutAt(const AlignmentPicture& picture, QPointF point) {
  const Placed tree(picture);
  const double width = tree.right() - tree.left();
  return width <= 0 ? 0 : std::clamp((point.x() - tree.left()) / width, 0.0, 1.0);
}

}  // namespace ui
