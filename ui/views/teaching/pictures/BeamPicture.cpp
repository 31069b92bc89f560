// A tree of hypotheses: each node a letter, on its edge what the step adds to the logarithm of the probability. Where
// the block says what the search begins with, a click on a node lets it go on from there.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kMostNodes = 150;  ///< with more, pruned ones are left out

struct BeamNode {
  Index parent = -1, depth = 1;
  std::vector<Index> children;
  bool isKept = true;
  double height = 0;  ///< in leaves
};

class BeamPicture : public DrawnPicture {
 public:
  QString altText() const override {
    QStringList parts{QObject::tr("A tree of %1 hypotheses.").arg(parents().values.size())};
    if (parents().isCovered || scores().isCovered)
      return parts.front() + QStringLiteral(" ") + QObject::tr("It is covered.");
    if (const Index best = bestLeaf(); best >= 0) {
      parts << QObject::tr("The best is %1, log-probability %2.")
                   .arg(sentence(best), spokenNumber(scores(), scores().values[best]));
      parts << greedyText(best);
    }
    if (!begun().isEmpty()) parts << QObject::tr("It was searched from %1 on.").arg(begun());
    return parts.join(u' ');
  }
  /// The search begins with the way to this node; with nothing where it begins so already. No way leads on from an end.
  std::optional<PictureMove> press(const PictureCell& cell) const override {
    const Index node = nodeOf(cell);
    const std::string begin = setting("begin");
    if (begin.empty() || node < 0 || isSign(labelOf(parents(), 0, node))) return DrawnPicture::press(cell);
    return PictureMove{{begin, {}}, 0, node == m_begun ? std::string() : sentence(node).toStdString()};
  }

 protected:
  const char* id() const override { return "beam"; }
  std::vector<PictureNeed> needs() const override {
    return {{"parents, 0 for the start", "n"}, {"log-probabilities", "n"}, {"kept, 1 or 0", "n", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    const PictureArray& one = input.arrays[0];
    for (Index k = 0; !one.isCovered && k < one.values.size(); ++k) {
      const double parent = one.values[k];
      if (!(parent >= 0 && parent <= static_cast<double>(k) && parent == std::floor(parent)))
        refuse("array \"" + one.name + "\" has " + std::to_string(parent) + " at " + std::to_string(k + 1) +
               ", expected a node before it, or 0");
    }
  }
  void derive() override {
    m_nodes.clear();
    const auto& arrays = input().arrays;
    if (arrays[0].isCovered) return;
    for (Index k = 0; k < arrays[0].values.size(); ++k) {
      BeamNode node;
      node.parent = static_cast<Index>(arrays[0].values[k]) - 1;
      node.depth = node.parent < 0 ? 1 : m_nodes[static_cast<size_t>(node.parent)].depth + 1;
      node.isKept = arrays.size() < 3 || arrays[2].values[k] > 0;
      if (node.parent >= 0) m_nodes[static_cast<size_t>(node.parent)].children.push_back(k);
      m_nodes.push_back(node);
    }
    m_leaves = 0;
    for (Index k = 0; k < static_cast<Index>(m_nodes.size()); ++k)
      if (m_nodes[static_cast<size_t>(k)].parent < 0) place(k);
    m_begun = -1;
    for (Index k = 0; k < static_cast<Index>(m_nodes.size()) && !begun().isEmpty(); ++k)
      if (!isSign(labelOf(parents(), 0, k)) && sentence(k) == begun()) m_begun = k;
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    if (m_nodes.empty() || scores().isCovered) return canvas.cover(room);
    const QRectF tree = room.adjusted(2 * line, 0.5 * line, -6 * line, -2 * line);
    Index deepest = 1;
    for (const BeamNode& node : m_nodes) deepest = std::max(deepest, node.depth);
    const auto at = [&](Index k) {
      if (k < 0) return QPointF(tree.left(), tree.center().y());
      const BeamNode& node = m_nodes[static_cast<size_t>(k)];
      return QPointF(tree.left() + static_cast<double>(node.depth) / static_cast<double>(deepest) * tree.width(),
                     tree.top() + (node.height + 0.5) / std::max(1.0, static_cast<double>(m_leaves)) * tree.height());
    };
    const Index best = bestLeaf();
    std::vector<bool> isOnBest(m_nodes.size(), false);
    for (Index k = best; k >= 0; k = m_nodes[static_cast<size_t>(k)].parent) isOnBest[static_cast<size_t>(k)] = true;
    const Index chosen = current(canvas);
    std::vector<bool> isOnChosen(m_nodes.size(), false), isBegun(m_nodes.size(), false);
    for (Index k = chosen; k >= 0; k = m_nodes[static_cast<size_t>(k)].parent)
      isOnChosen[static_cast<size_t>(k)] = true;
    for (Index k = m_begun; k >= 0; k = m_nodes[static_cast<size_t>(k)].parent) isBegun[static_cast<size_t>(k)] = true;
    for (Index k = 0; k < static_cast<Index>(m_nodes.size()); ++k)
      if (isShown(k))
        drawEdge(canvas, at(m_nodes[static_cast<size_t>(k)].parent), at(k), k,
                 isOnChosen[static_cast<size_t>(k)] ? Way::chosen
                 : isBegun[static_cast<size_t>(k)]  ? Way::begun
                 : isOnBest[static_cast<size_t>(k)] ? Way::best
                                                    : Way::other);
    canvas.dot(at(-1), 5 * canvas.theme().scale, canvas.theme().text);
    const double pitch = tree.height() / std::max(1.0, static_cast<double>(m_leaves)),
                 radius = std::clamp(pitch * 0.42, 2.0, 0.85 * line);
    for (Index k = 0; k < static_cast<Index>(m_nodes.size()); ++k)
      if (isShown(k)) {
        if (k == m_begun) canvas.dot(at(k), radius + 3 * canvas.theme().scale, canvas.theme().text, true);
        drawNode(canvas, at(k), radius, k, isOnBest[static_cast<size_t>(k)]);
      }
    const QRectF below(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line);
    if (chosen >= 0)
      canvas.text(below, Qt::AlignLeft | Qt::AlignVCenter, chosenText(chosen), {{}, 1.05});
    else if (best >= 0)
      canvas.text(below, Qt::AlignLeft | Qt::AlignVCenter,
                  QObject::tr("%1: %2, %3. %4")
                      .arg(begun().isEmpty() ? QObject::tr("Best") : QObject::tr("Best from %1").arg(begun()),
                           sentence(best), cellText(scores(), scores().values[best]), greedyText(best)),
                  {{}, 1.05});
  }

 private:
  enum class Way { other, best, begun, chosen };

  const PictureArray& parents() const { return needed(0); }
  const PictureArray& scores() const { return needed(1); }
  /// What the search was told to begin with; empty: nothing.
  QString begun() const { return QString::fromStdString(setting("begun")); }
  /// "end" of "<end>".
  QString letter(Index k) const {
    const QString label = labelOf(parents(), 0, k);
    return isSign(label) ? label.mid(1, label.size() - 2) : label;
  }
  /// Symbols in angle brackets stand in no text.
  static bool isSign(const QString& label) { return label.startsWith(u'<') && label.endsWith(u'>'); }
  bool isShown(Index k) const {
    return static_cast<Index>(m_nodes.size()) <= kMostNodes || m_nodes[static_cast<size_t>(k)].isKept;
  }
  double place(Index k) {
    BeamNode& node = m_nodes[static_cast<size_t>(k)];
    double sum = 0;
    Index shown = 0;
    for (const Index child : node.children)
      if (isShown(child)) sum += place(child), ++shown;
    node.height = shown > 0 ? sum / static_cast<double>(shown) : static_cast<double>(m_leaves++);
    return node.height;
  }
  QString sentence(Index leaf) const {
    QStringList letters;
    for (Index k = leaf; k >= 0; k = m_nodes[static_cast<size_t>(k)].parent)
      if (!isSign(labelOf(parents(), 0, k))) letters.prepend(letter(k));
    const bool areSingle =
        std::all_of(letters.begin(), letters.end(), [](const QString& one) { return one.size() == 1; });
    return letters.join(areSingle ? QString() : QStringLiteral(" "));
  }
  /// Divided by length^penalty.
  double normalised(Index k) const {
    return scores().values[k] / std::pow(static_cast<double>(m_nodes[static_cast<size_t>(k)].depth),
                                         std::strtod(setting("penalty", "0").c_str(), nullptr));
  }
  Index bestLeaf() const {
    Index best = -1;
    for (Index k = 0; k < static_cast<Index>(m_nodes.size()); ++k)
      if (m_nodes[static_cast<size_t>(k)].children.empty() && m_nodes[static_cast<size_t>(k)].isKept &&
          (best < 0 || normalised(k) > normalised(best)))
        best = k;
    return best;
  }
  /// Always the likeliest next letter.
  Index greedyLeaf() const {
    Index at = -1;
    for (;;) {
      Index next = -1;
      for (Index k = 0; k < static_cast<Index>(m_nodes.size()); ++k)
        if (m_nodes[static_cast<size_t>(k)].parent == at && (next < 0 || scores().values[k] > scores().values[next]))
          next = k;
      if (next < 0) return at;
      at = next;
    }
  }
  QString greedyText(Index best) const {
    const Index greedy = greedyLeaf();
    if (greedy == best) return QObject::tr("Greedy choice finds the same.");
    const double difference = scores().values[best] - scores().values[greedy];
    return difference >= 0 ? QObject::tr("Greedy choice finds %1, %2: less probable.")
                                 .arg(sentence(greedy), cellText(scores(), scores().values[greedy]))
                           : QObject::tr("Greedy choice finds %1, %2: more probable, this search missed it.")
                                 .arg(sentence(greedy), cellText(scores(), scores().values[greedy]));
  }

  /// Of a cell of any of its arrays; -1: none.
  Index nodeOf(const PictureCell& cell) const {
    const bool isNode =
        array(cell.array) && cell.at.size() == 1 && cell.at[0] >= 0 && cell.at[0] < static_cast<Index>(m_nodes.size());
    return isNode && isShown(cell.at[0]) ? cell.at[0] : -1;
  }
  /// The node that is pointed at, has the focus or was clicked, here or as a place of an array that it is drawn from;
  /// -1: none.
  Index current(const PictureCanvas& canvas) const {
    for (const auto& cell : {canvas.attention().hovered, canvas.attention().focused})
      if (cell && nodeOf(*cell) >= 0) return nodeOf(*cell);
    for (const PictureCell& mark : input().marks)
      if (nodeOf(mark) >= 0) return nodeOf(mark);
    return -1;
  }
  QString chosenText(Index k) const {
    const BeamNode& node = m_nodes[static_cast<size_t>(k)];
    const double step = scores().values[k] - (node.parent < 0 ? 0 : scores().values[node.parent]);
    QString what = node.isKept ? QString() : QObject::tr(" Left out here.");
    if (press({scores().name, {k}}))
      what +=
          k == m_begun ? QObject::tr(" A click searches from the start.") : QObject::tr(" A click goes on from it.");
    return QObject::tr("%1: %2, of which the last step %3.%4")
        .arg(sentence(k), cellText(scores(), scores().values[k]), cellText(scores(), step), what);
  }

  void drawEdge(PictureCanvas& canvas, QPointF from, QPointF to, Index k, Way way) const {
    const BeamNode& node = m_nodes[static_cast<size_t>(k)];
    const bool isBest = way == Way::best || way == Way::begun, isChosen = way == Way::chosen;
    const QColor strong = isChosen            ? canvas.theme().locked
                          : way == Way::begun ? canvas.theme().text
                                              : canvas.theme().accent;
    QPainterPath path(from);
    const double bend = (to.x() - from.x()) * 0.5;
    path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
    canvas.stroke(path, isBest || isChosen ? strong : canvas.faint(canvas.theme().muted, node.isKept ? 1 : 0.4),
                  isBest || isChosen ? 3.5 : 1.2, node.isKept ? Qt::SolidLine : Qt::DashLine);
    const double step = scores().values[k] - (node.parent < 0 ? 0 : scores().values[node.parent]);
    const double line = canvas.line();
    const QPointF middle = path.pointAtPercent(0.55);
    canvas.freeText(QRectF(middle.x() - 2 * line, middle.y() - 1.05 * line, 4 * line, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, cellText(scores(), step),
                    {isBest || isChosen ? strong : canvas.theme().muted, 0.9, isBest || isChosen});
  }
  void drawNode(PictureCanvas& canvas, QPointF at, double radius, Index k, bool isBest) const {
    const BeamNode& node = m_nodes[static_cast<size_t>(k)];
    const QColor color = isBest        ? canvas.theme().accent
                         : node.isKept ? canvas.theme().text
                                       : canvas.faint(canvas.theme().muted, 0.6);
    canvas.dot(at, radius, color, true);
    const QRectF about(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    canvas.text(about, Qt::AlignCenter, letter(k), {color, 1, isBest});
    canvas.hit({scores().name, {k}}, about);
    if (node.children.empty())
      canvas.freeText(QRectF(at.x() + radius + 4, at.y() - canvas.line() / 2, 5 * canvas.line(), canvas.line()),
                      Qt::AlignLeft | Qt::AlignVCenter, cellText(scores(), scores().values[k]), {color, 1, isBest});
  }

  std::vector<BeamNode> m_nodes;
  Index m_leaves = 0, m_begun = -1;  ///< the node that the search begins behind
};

}  // namespace

std::unique_ptr<TeachingPicture> makeBeamPicture() { return std::make_unique<BeamPicture>(); }

}  // namespace ui
