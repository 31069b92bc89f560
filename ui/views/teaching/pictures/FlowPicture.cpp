// Matrices beside each other. What one is of the others - a product, a softmax, a sum - is found in the numbers, so
// that nothing is claimed that they do not confirm.
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/MatrixRelation.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

/// Largest cells, in lines of text.
constexpr double kMostLines = 6;
/// How much larger cells must become for matrices to stand below each other.
constexpr double kWorthALine = 1.5;
constexpr Index kMostTerms = 6, kMostSheets = 4;
constexpr double kSheetAway = 3;
constexpr double kLeastTitle = 0.75;  ///< letters of a title that does not fit, of the usual

class FlowPicture : public DrawnPicture {
 public:
  QString expects() const override {
    return QObject::tr("one or more matrices; a third axis in front is that of heads");
  }
  QString altText() const override {
    QStringList parts;
    for (size_t k = 0; k < input().arrays.size(); ++k) {
      const MatrixNumbers matrix = matrixOf(k);
      QString text = QObject::tr("%1, %2 by %3").arg(name(k)).arg(matrix.rows).arg(matrix.columns);
      if (input().arrays[k].isCovered)
        text += QObject::tr(", covered");
      else if (isMask(k))
        text += QStringLiteral(", ") + maskText(k);
      else if (!relationText(k).isEmpty())
        text += QStringLiteral(", ") + relationText(k);
      parts << text;
    }
    return QObject::tr("Matrices: %1.").arg(parts.join(QStringLiteral("; ")));
  }
  /// Cells of scores and of weights mask as those of the mask do.
  std::optional<PictureMove> press(const PictureCell& cell) const override {
    const auto mask = whichMask();
    const PictureArray* pressed = array(cell.array);
    if (!mask || !pressed || pressed->isCovered || !isMaskedBy(static_cast<size_t>(pressed - &input().arrays[0])))
      return DrawnPicture::press(cell);
    if (static_cast<Index>(cell.at.size()) != pressed->values.rank()) return std::nullopt;
    return DrawnPicture::press({input().arrays[*mask].name, {cell.at[cell.at.size() - 2], cell.at.back()}});
  }

 protected:
  const char* id() const override { return "flow"; }
  std::vector<PictureNeed> needs() const override { return {}; }
  void check(const PictureInput& input) const override {
    if (input.arrays.empty())
      refuse("found " + std::to_string(input.arrays.size()) + " arrays, expected " + expects().toStdString());
    for (const PictureArray& one : input.arrays)
      if (one.values.rank() < 1 || one.values.rank() > 3)
        refuse("array \"" + one.name + "\" has shape " + engine::shapeText(one.values.shape()) +
               ", expected two axes, or three with heads in front");
    checkMask(input);
  }
  void derive() override {
    m_relations.assign(input().arrays.size(), {});
    for (size_t k = 1; k < m_relations.size(); ++k) m_relations[k] = relationOf(k);
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge), grids = room.adjusted(0, 0, 0, -1.6 * line);
    size_t lines = 1;
    for (size_t more = 2; more <= 3 && more <= input().arrays.size(); ++more)
      if (cellSize(canvas, grids, more) > kWorthALine * cellSize(canvas, grids, lines)) lines = more;
    const double cell = cellSize(canvas, grids, lines);
    const size_t each = (input().arrays.size() + lines - 1) / lines;
    for (size_t row = 0; row < lines; ++row) {
      const size_t first = row * each, end = std::min(first + each, input().arrays.size());
      const double height = grids.height() / static_cast<double>(lines);
      double total = 2.4 * line * static_cast<double>(end - first - 1);
      for (size_t k = first; k < end; ++k) total += slotWidth(canvas, k, cell);
      double left = grids.left() + std::max(0.0, (grids.width() - total) / 2);
      for (size_t k = first; k < end; ++k) {
        const double width = slotWidth(canvas, k, cell), sign = 2.4 * line;
        if (k > first)
          canvas.text(QRectF(left, grids.top() + static_cast<double>(row) * height, sign, height),
                      Qt::AlignHCenter | Qt::AlignVCenter, signBefore(k), {canvas.theme().text, 1.5, true});
        if (k > first) left += sign;
        drawMatrix(canvas, QRectF(left, grids.top() + static_cast<double>(row) * height, width, height - 0.3 * line), k,
                   cell);
        left += width;
      }
    }
    canvas.text(QRectF(room.left(), room.bottom() - 1.4 * line, room.width(), 1.4 * line),
                Qt::AlignLeft | Qt::AlignVCenter, cellSentence(canvas), {{}, 1.1});
  }

 private:
  void checkMask(const PictureInput& input) const {
    const auto named = input.settings.find("mask");
    if (named == input.settings.end()) return;
    const auto found = std::find_if(input.arrays.begin(), input.arrays.end(),
                                    [&](const PictureArray& one) { return one.name == named->second; });
    if (found == input.arrays.end() || found->values.rank() != 2)
      refuse("mask " + named->second + ", expected one of its matrices");
    for (const double value : found->values)
      if (value != 0 && value != 1 && !found->isCovered)
        refuse("array \"" + found->name + "\" has " + std::to_string(value) + ", expected 1 or 0 of a mask");
  }
  std::optional<size_t> whichMask() const {
    for (size_t k = 0; k < input().arrays.size(); ++k)
      if (input().arrays[k].name == setting("mask")) return k;
    return std::nullopt;
  }
  bool isMask(size_t k) const { return whichMask() == k; }
  MatrixMask mask() const {
    const auto which = whichMask();
    return which && !input().arrays[*which].isCovered ? MatrixMask(matrixOf(*which)) : std::nullopt;
  }
  /// The mask itself, weights that are a softmax, and the scores of these.
  bool isMaskedBy(size_t k) const {
    const auto which = whichMask();
    if (!which || input().arrays[k].values.rank() < 2) return false;
    const MatrixNumbers own = matrixOf(k), seen = matrixOf(*which);
    const auto isSoftmax = [](const MatrixRelation& one) { return one.kind == MatrixRelation::Kind::softmax; };
    const bool isPart = k == *which || isSoftmax(m_relations[k]) ||
                        std::any_of(m_relations.begin(), m_relations.end(),
                                    [&](const MatrixRelation& one) { return isSoftmax(one) && one.left == k; });
    return isPart && own.rows == seen.rows && own.columns == seen.columns;
  }
  /// "mask, 10 of 16 are seen".
  QString maskText(size_t k) const {
    const auto& values = input().arrays[k].values;
    const auto seen = std::count_if(values.begin(), values.end(), [](double value) { return value != 0; });
    return QObject::tr("mask, %1 of %2 are seen").arg(seen).arg(values.size());
  }
  /// As the line `names` says, else as the array is called.
  QString name(size_t k) const {
    const QStringList names = QString::fromStdString(setting("names")).split(u' ', Qt::SkipEmptyParts);
    const auto at = static_cast<qsizetype>(k);
    QString name = at < names.size() ? names[at] : QString::fromStdString(input().arrays[k].name);
    return name.replace(u'_', u' ');
  }
  Index head(size_t k) const {
    const auto& shape = input().arrays[k].values.shape();
    return shape.size() == 3 ? chosen("head", shape[0]) : 0;
  }
  MatrixNumbers matrixOf(size_t k) const {
    const auto& values = input().arrays[k].values;
    const auto& shape = values.shape();
    const Index columns = shape.back(), rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
    return {rows, columns, values.begin() + head(k) * rows * columns};
  }
  MatrixRelation relationOf(size_t k) const {
    if (input().arrays[k].isCovered || isMask(k)) return {};
    std::vector<std::optional<MatrixNumbers>> before;
    for (size_t i = 0; i < k; ++i) before.push_back(isMask(i) ? std::nullopt : std::optional(matrixOf(i)));
    return findMatrixRelation(before, matrixOf(k), mask());
  }
  QString relationText(size_t k) const {
    const MatrixRelation& relation = m_relations[k];
    using Kind = MatrixRelation::Kind;
    if (relation.kind == Kind::given) return {};
    if (relation.kind == Kind::softmax) return QObject::tr("softmax of %1 by rows").arg(name(relation.left));
    if (relation.kind == Kind::sum) return QObject::tr("= %1 + %2").arg(name(relation.left), name(relation.right));
    QString text = QStringLiteral("= %1 %2%3")
                       .arg(name(relation.left), name(relation.right),
                            relation.kind == Kind::productTransposed ? QStringLiteral("ᵀ") : QString());
    if (!areMatrixNumbersClose(relation.factor, 1))
      text += relation.factor < 1 ? QStringLiteral(" ÷ ") + shownNumber(1 / relation.factor)
                                  : QStringLiteral(" × ") + shownNumber(relation.factor);
    return text;
  }
  /// Between an array and the one before it.
  QString signBefore(size_t k) const {
    using Kind = MatrixRelation::Kind;
    for (const MatrixRelation& later : m_relations)
      if (later.kind != Kind::given && later.kind != Kind::softmax && later.left + 1 == k && later.right == k)
        return later.kind == Kind::sum ? QStringLiteral("+") : QStringLiteral("·");
    const MatrixRelation& own = m_relations[k];
    if (isMask(k)) return QStringLiteral("→");
    if (own.kind == Kind::given) return {};
    return own.kind != Kind::softmax && own.right + 1 == k ? QStringLiteral("=") : QStringLiteral("→");
  }
  /// The right side of a product with a transposed matrix, where both stand beside each other.
  bool isTransposed(size_t k) const {
    return std::any_of(m_relations.begin(), m_relations.end(), [&](const MatrixRelation& one) {
      return one.kind == MatrixRelation::Kind::productTransposed && one.right == k && one.left + 1 == k;
    });
  }
  bool areSumsShown(size_t k) const { return m_relations[k].kind == MatrixRelation::Kind::softmax; }
  QString titleOf(size_t k) const {
    const auto& shape = input().arrays[k].values.shape();
    QString title = name(k) + (isTransposed(k) ? QStringLiteral("ᵀ") : QString());
    if (shape.size() == 3 && shape[0] > 1)
      title = QObject::tr("%1, %2 %3 of %4")
                  .arg(title, QString::fromStdString(setting("sheets", "head")))
                  .arg(head(k) + 1)
                  .arg(shape[0]);
    if (isMask(k)) return input().arrays[k].isCovered ? title : QStringLiteral("%1: %2").arg(title, maskText(k));
    const bool isProduct = relationText(k).startsWith(u'=');
    return relationText(k).isEmpty()
               ? title
               : title + (isProduct ? QStringLiteral(" ") : QStringLiteral(": ")) + relationText(k);
  }
  GridLook lookOf(const PictureCanvas& canvas, size_t k, double cell) const {
    GridLook look;
    look.title = titleOf(k);
    look.isTransposed = isTransposed(k);
    look.areSumsShown = areSumsShown(k);
    look.isBarShown = false;
    look.mostCell = cell;
    const QString letter = name(k).size() <= 2 ? name(k).left(1).toUpper() : QString();
    look.role = letter == u"Q"    ? canvas.roles().query
                : letter == u"K"  ? canvas.roles().key
                : letter == u"V"  ? canvas.roles().value
                : areSumsShown(k) ? canvas.roles().weight
                                  : canvas.theme().text;
    const auto& shape = input().arrays[k].values.shape();
    if (shape.size() == 3) look.sheet = {head(k)};
    if (shape.size() == 3) look.sumsAway = sheetsAway(canvas, shape[0]);
    if (setting("scale") == "together") {
      for (size_t other = 0; other < input().arrays.size(); ++other) {
        const PlotRange range = roundRange(input().arrays[other].values);
        look.low = std::min(look.low, range.low);
        look.high = std::max(look.high, range.high);
      }
    }
    if (isMask(k)) look.low = 0, look.high = 2;  // what is seen does not shine
    const MatrixNumbers matrix = matrixOf(k);
    const bool isWeight = areSumsShown(k) || isMask(k);
    look.isMasked = [matrix, isWeight](Index row, Index column) {
      return std::isinf(matrix.at(row, column)) || (isWeight && matrix.at(row, column) == 0);
    };
    return look;
  }
  double slotWidth(const PictureCanvas& canvas, size_t k, double cell) const {
    const GridLook look = lookOf(canvas, k, cell);
    const MatrixNumbers matrix = matrixOf(k);
    const double cells = cell * static_cast<double>(look.isTransposed ? matrix.rows : matrix.columns) +
                         gridMargins(canvas, input().arrays[k], look).width();
    return std::max(cells + 4, canvas.widthOf(look.title, {{}, 1, true}) + 4);
  }
  /// Twice: titles that are wider than their matrices take more beside smaller cells.
  double cellSize(const PictureCanvas& canvas, const QRectF& room, size_t lines) const {
    return cellSize(canvas, room, lines, cellSize(canvas, room, lines, kMostLines * canvas.line()));
  }
  double cellSize(const PictureCanvas& canvas, const QRectF& room, size_t lines, double size) const {
    const size_t each = (input().arrays.size() + lines - 1) / lines;
    const double largest = size;
    for (size_t row = 0; row < lines; ++row) {
      double fixed = 0, columns = 0, down = 1, top = 0;
      for (size_t k = row * each; k < std::min((row + 1) * each, input().arrays.size()); ++k) {
        const GridLook look = lookOf(canvas, k, size);
        const QSizeF margins = gridMargins(canvas, input().arrays[k], look);
        const MatrixNumbers matrix = matrixOf(k);
        const double across = largest * static_cast<double>(look.isTransposed ? matrix.rows : matrix.columns);
        fixed +=
            2.4 * canvas.line() + std::max(margins.width() + 4, canvas.widthOf(look.title, {{}, 1, true}) + 4 - across);
        columns += static_cast<double>(look.isTransposed ? matrix.rows : matrix.columns);
        down = std::max(down, static_cast<double>(look.isTransposed ? matrix.columns : matrix.rows));
        top = std::max(top, margins.height());
      }
      size = std::min({size, (room.width() - fixed) / columns,
                       (room.height() / static_cast<double>(lines) - top - canvas.line()) / down});
    }
    return std::max(size, 0.5);
  }
  /// How far the edges of sheets behind the first one reach.
  static double sheetsAway(const PictureCanvas& canvas, Index sheets) {
    return kSheetAway * static_cast<double>(std::min<Index>(sheets, kMostSheets) - 1) * canvas.theme().scale;
  }
  void drawMatrix(PictureCanvas& canvas, const QRectF& room, size_t k, double cell) const {
    const auto& shape = input().arrays[k].values.shape();
    GridLook look = lookOf(canvas, k, cell);
    // A sentence that is cut off says less than the name.
    if (canvas.widthOf(look.title, {{}, 1, true}) * kLeastTitle > room.width()) look.title = name(k);
    const QRectF cells = paintGrid(canvas, room, input().arrays[k], look);
    for (int sheet = 1; shape.size() == 3 && sheet < std::min<Index>(shape[0], kMostSheets); ++sheet) {
      const double away = kSheetAway * sheet * canvas.theme().scale;
      canvas.stroke(cells.bottomLeft() + QPointF(away, away), cells.bottomRight() + QPointF(away, away), look.role);
      canvas.stroke(cells.topRight() + QPointF(away, away), cells.bottomRight() + QPointF(away, away), look.role);
    }
    lightSources(canvas, cells, k, look.isTransposed);
  }
  /// The cell that is asked about: under the pointer, else with the focus, else the first mark.
  std::optional<PictureCell> asked(const PictureCanvas& canvas) const {
    if (canvas.attention().hovered) return canvas.attention().hovered;
    if (canvas.attention().focused) return canvas.attention().focused;
    return input().marks.empty() ? std::nullopt : std::optional(input().marks.front());
  }
  struct Asked {
    size_t which = 0;
    Index row = 0, column = 0;
  };
  std::optional<Asked> askedResult(const PictureCanvas& canvas) const {
    const auto cell = asked(canvas);
    for (size_t k = 0; cell && k < input().arrays.size(); ++k)
      if (input().arrays[k].name == cell->array && m_relations[k].kind != MatrixRelation::Kind::given &&
          static_cast<Index>(cell->at.size()) == input().arrays[k].values.rank())
        return Asked{k, cell->at.size() > 1 ? cell->at[cell->at.size() - 2] : 0, cell->at.back()};
    return std::nullopt;
  }
  /// Row and column that make the cell which is asked about.
  void lightSources(PictureCanvas& canvas, const QRectF& cells, size_t k, bool isTransposed) const {
    const auto result = askedResult(canvas);
    if (!result) return;
    const MatrixRelation& relation = m_relations[result->which];
    using Kind = MatrixRelation::Kind;
    const MatrixNumbers matrix = matrixOf(k);
    const auto light = [&](bool isRow, Index index) {
      const bool isAcross = isRow != isTransposed;  // a row of the picture
      const double count = static_cast<double>(isRow ? matrix.rows : matrix.columns), at = static_cast<double>(index);
      canvas.frame(
          isAcross
              ? QRectF(cells.left(), cells.top() + at * cells.height() / count, cells.width(), cells.height() / count)
              : QRectF(cells.left() + at * cells.width() / count, cells.top(), cells.width() / count, cells.height()),
          canvas.theme().accent, 3);
    };
    if (k == relation.left && relation.kind != Kind::sum) light(true, result->row);
    if (k == relation.right && relation.kind == Kind::product) light(false, result->column);
    if (k == relation.right && relation.kind == Kind::productTransposed) light(true, result->column);
  }
  QString cellSentence(const PictureCanvas& canvas) const {
    const auto result = askedResult(canvas);
    if (!result) return {};
    const MatrixRelation& relation = m_relations[result->which];
    using Kind = MatrixRelation::Kind;
    const MatrixNumbers a = matrixOf(relation.left), b = matrixOf(relation.right), own = matrixOf(result->which);
    const QString start =
        QStringLiteral("%1[%2,%3] = ").arg(name(result->which)).arg(result->row + 1).arg(result->column + 1);
    const QString end = QStringLiteral(" = ") + shownNumber(own.at(result->row, result->column));
    if (relation.kind == Kind::softmax && own.at(result->row, result->column) == 0)
      return start + QObject::tr("0: masked, its score counts as −∞");
    if (relation.kind == Kind::softmax)
      return start +
             QObject::tr("e to the %1, divided by the sum of the row")
                 .arg(shownNumber(a.at(result->row, result->column))) +
             end;
    if (relation.kind == Kind::sum)
      return start + shownNumber(a.at(result->row, result->column)) + QStringLiteral(" + ") +
             shownNumber(b.at(result->row, result->column)) + end;
    QStringList terms;
    const auto factor = [](double value) {
      return value < 0 ? QStringLiteral("(%1)").arg(shownNumber(value)) : shownNumber(value);
    };
    for (Index c = 0; c < a.columns && c < kMostTerms; ++c)
      terms << QStringLiteral("%1·%2").arg(
          factor(a.at(result->row, c)),
          factor(relation.kind == Kind::product ? b.at(c, result->column) : b.at(result->column, c)));
    QString sum = terms.join(QStringLiteral(" + ")) +
                  (a.columns > kMostTerms ? QObject::tr(" + … (%1 terms)").arg(a.columns) : QString());
    if (!areMatrixNumbersClose(relation.factor, 1))
      sum = QStringLiteral("(%1) × %2").arg(sum, shownNumber(relation.factor));
    return start + sum + end;
  }

  std::vector<MatrixRelation> m_relations;
};

}  // namespace

std::unique_ptr<TeachingPicture> makeFlowPicture() { return std::make_unique<FlowPicture>(); }

}  // namespace ui
