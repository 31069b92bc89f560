// The receptive field of one cell of an alignment: first its row, then with each of these its column.
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/views/teaching/DrawnPicture.h"
#include "ui/views/teaching/PictureParts.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kCountTolerance = 1e-9;

class SweepPicture : public DrawnPicture {
 public:
  QString altText() const override {
    if (rowsArray().isCovered || columnsArray().isCovered) return QObject::tr("The size of the alignment is covered.");
    QStringList parts{QObject::tr("An alignment of %1 rows and %2 columns.").arg(rows()).arg(columns())};
    for (size_t k = 0; k < 4 && !areCountsCovered(); ++k)
      parts << QObject::tr("%1: %2 scores.").arg(countName(k), grouped(count(k)));
    return parts.join(u' ');
  }

 protected:
  const char* id() const override { return "sweep"; }
  std::vector<PictureNeed> needs() const override {
    return {{"number of rows", ""},
            {"number of columns", ""},
            {"scores of full, row, column and tied attention", "4", true}};
  }
  void check(const PictureInput& input) const override {
    DrawnPicture::check(input);
    for (size_t k = 0; k < 2; ++k) {
      const double number = input.arrays[k].values[0];
      if (!input.arrays[k].isCovered && !(number >= 1 && number <= 1e6 && number == std::floor(number)))
        refuse("array \"" + input.arrays[k].name + "\" is " + std::to_string(number) +
               ", expected a whole number from 1 to 1000000");
    }
    if (input.arrays.size() < 3) return;
    const auto counts = countsOf(input.arrays[0].values[0], input.arrays[1].values[0]);
    for (size_t k = 0; k < 4; ++k) {
      const double found = input.arrays[2].values[static_cast<Index>(k)];
      if (std::isfinite(found) && std::isfinite(counts[k]) && std::abs(found - counts[k]) > kCountTolerance * counts[k])
        refuse("array \"" + input.arrays[2].name + "\" says " + std::to_string(found) + " scores at " +
               std::to_string(k + 1) + ", expected " + std::to_string(counts[k]));
    }
  }

  void draw(PictureCanvas& canvas) const override {
    const double edge = canvas.gap(), line = canvas.line();
    const QRectF room = canvas.place().adjusted(edge, edge, -edge, -edge);
    const QRectF bars(room.left(), room.bottom() - 7 * line, room.width(), 7 * line);
    const QRectF grids(room.left(), room.top(), room.width(), room.height() - bars.height() - line);
    if (rowsArray().isCovered || columnsArray().isCovered) return canvas.cover(grids);
    const std::array<QString, 3> titles{
        QObject::tr("1. the cell asks"),
        isRowFirst() ? QObject::tr("2. its row answers") : QObject::tr("2. its column answers"),
        isRowFirst() ? QObject::tr("3. columns bring in all rows") : QObject::tr("3. rows bring in all columns")};
    const Index last = chosen("pass", 3, 2);
    for (Index pass = 0; pass < 3; ++pass) {
      const double width = (grids.width() - 4 * line) / 3,
                   left = grids.left() + static_cast<double>(pass) * (width + 2 * line);
      if (pass > last) break;
      const double middle =
          drawGrid(canvas, QRectF(left, grids.top(), width, grids.height()), pass, titles[static_cast<size_t>(pass)]);
      if (pass < last)
        canvas.arrow({left + width + 0.2 * line, middle}, {left + width + 1.8 * line, middle}, canvas.theme().text, 2);
    }
    drawCounts(canvas, bars);
  }

 private:
  const PictureArray& rowsArray() const { return needed(0); }
  const PictureArray& columnsArray() const { return needed(1); }
  Index rows() const { return static_cast<Index>(rowsArray().values[0]); }
  Index columns() const { return static_cast<Index>(columnsArray().values[0]); }
  bool isRowFirst() const { return setting("order", "rows") != "columns"; }
  bool areCountsCovered() const { return given(2) && given(2)->isCovered; }
  /// Full R^2 C^2, rows R C^2, columns C R^2, tied C^2.
  static std::array<double, 4> countsOf(double r, double c) { return {r * r * c * c, r * c * c, c * r * r, c * c}; }
  double count(size_t which) const { return countsOf(rowsArray().values[0], columnsArray().values[0])[which]; }
  static QString countName(size_t which) {
    const std::array<QString, 4> names{QObject::tr("all with all"), QObject::tr("rows alone"),
                                       QObject::tr("columns alone"), QObject::tr("tied rows")};
    return names[which];
  }
  static QString grouped(double value) {
    QString text = QString::number(value, 'f', 0);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3) text.insert(at, QChar(0x202f));
    return text;
  }

  /// Tells how high its middle is.
  double drawGrid(PictureCanvas& canvas, const QRectF& room, Index pass, const QString& title) const {
    const double line = canvas.line();
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter, title,
                {{}, 1, true});
    const Index r = rows(), c = columns();
    const QRectF inside = room.adjusted(0, 1.5 * line, 0, -1.2 * line);
    const double cell = std::min(inside.width() / static_cast<double>(c), inside.height() / static_cast<double>(r));
    const bool isStretched = cell < 3;  // a family is flatter than a screen
    const QSizeF step = isStretched ? QSizeF(inside.width() / static_cast<double>(c),
                                             std::min(inside.height(), inside.width()) / static_cast<double>(r))
                                    : QSizeF(cell, cell);
    const QRectF grid(inside.topLeft(),
                      QSizeF(step.width() * static_cast<double>(c), step.height() * static_cast<double>(r)));
    canvas.fill(grid, canvas.faint(canvas.theme().muted, 0.15));
    const Index row = chosen("row", r, r / 2), column = chosen("column", c, c / 2);
    const QRectF one(grid.left() + static_cast<double>(column) * step.width(),
                     grid.top() + static_cast<double>(row) * step.height(), step.width(), step.height());
    const QRectF across(grid.left(), one.top(), grid.width(), std::max(one.height(), 2.0)),
        down(one.left(), grid.top(), std::max(one.width(), 2.0), grid.height());
    if (pass == 2) canvas.fill(grid, canvas.faint(canvas.roles().key, 0.35));
    if (pass >= 1) canvas.fill(isRowFirst() ? across : down, canvas.roles().key);
    if (step.width() > 5 && step.height() > 5) {
      for (Index k = 1; k < c; ++k)
        canvas.stroke({grid.left() + static_cast<double>(k) * step.width(), grid.top()},
                      {grid.left() + static_cast<double>(k) * step.width(), grid.bottom()}, canvas.theme().canvas);
      for (Index k = 1; k < r; ++k)
        canvas.stroke({grid.left(), grid.top() + static_cast<double>(k) * step.height()},
                      {grid.right(), grid.top() + static_cast<double>(k) * step.height()}, canvas.theme().canvas);
    }
    canvas.frame(grid, canvas.theme().muted);
    canvas.dot(one.center(), std::max(4.0 * canvas.theme().scale, std::min(one.width(), one.height()) * 0.3),
               canvas.roles().query);
    const double reached = pass == 0   ? 1
                           : pass == 1 ? static_cast<double>(isRowFirst() ? c : r)
                                       : static_cast<double>(r) * static_cast<double>(c);
    canvas.text(
        QRectF(room.left(), grid.bottom() + 0.2 * line, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
        QObject::tr("%1 of %2 cells").arg(grouped(reached), grouped(static_cast<double>(r) * static_cast<double>(c))),
        {canvas.theme().muted});
    return grid.center().y();
  }

  /// Lengths are logarithms: one count is a thousand times another.
  void drawCounts(PictureCanvas& canvas, const QRectF& room) const {
    const double line = canvas.line();
    canvas.text(QRectF(room.topLeft(), QSizeF(room.width(), 1.2 * line)), Qt::AlignLeft | Qt::AlignVCenter,
                QObject::tr("scores to compute (each tick of a bar is ten times more)"), {{}, 1, true});
    double names = 0;
    for (size_t k = 0; k < 4; ++k) names = std::max(names, canvas.widthOf(countName(k)));
    const double left = room.left() + names + canvas.gap(),
                 numbers = canvas.widthOf(grouped(std::max(1.0, count(0)))) + canvas.gap();
    const double decade =
        std::max(1.0, room.right() - numbers - left) / std::max(1.0, std::ceil(std::log10(std::max(10.0, count(0)))));
    for (size_t k = 0; k < 4; ++k) {
      const double top = room.top() + (1.5 + 1.35 * static_cast<double>(k)) * line;
      canvas.text(QRectF(room.left(), top, names + 2, 1.1 * line), Qt::AlignLeft | Qt::AlignVCenter, countName(k));
      if (areCountsCovered()) {
        canvas.cover(QRectF(left, top, 3 * line, 1.1 * line));
        continue;
      }
      const double length = std::log10(std::max(1.0, count(k))) * decade;
      const QRectF bar(left, top + 0.15 * line, length, 0.8 * line);
      canvas.fill(bar, k == 0 ? canvas.theme().muted : canvas.roles().key);
      for (double at = left + decade; at < bar.right(); at += decade)
        canvas.stroke({at, bar.top()}, {at, bar.bottom()}, canvas.theme().canvas);
      canvas.text(QRectF(bar.right() + 4, top, numbers, 1.1 * line), Qt::AlignLeft | Qt::AlignVCenter,
                  grouped(count(k)));
      if (given(2)) canvas.hit({given(2)->name, {static_cast<Index>(k)}}, bar);
    }
    if (!given(2)) canvas.hit({rowsArray().name, {}}, QRectF(room.left(), room.top(), names, room.height()));
    canvas.hit({columnsArray().name, {}}, QRectF(room.left(), room.top(), room.width(), 1.2 * line));
  }
};

}  // namespace

std::unique_ptr<TeachingPicture> makeSweepPicture() { return std::make_unique<SweepPicture>(); }

}  // namespace ui
