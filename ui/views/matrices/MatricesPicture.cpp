#include "ui/views/matrices/MatricesPicture.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/maps/MapMarks.h"
#include "ui/views/matrices/MatricesFormula.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::nth;

namespace {

/// Marks of what was put aside are paler than the locked one.
constexpr float kKeptOpacity = 0.6F;
/// Terms of a sum in the inspector.
constexpr int kReadoutTerms = 6;

/// Where the axes that are not on show stand: "head H: 2 of 8".
QString standsAt(const ArraySlice& slice, bool inLetters = false) {
  QStringList places;
  for (const int axis : slice.movableAxes())
    places << QObject::tr("%1: %2 of %3")
                  .arg(inLetters ? nth(slice.axes, axis) : slice.titleOf(axis))
                  .arg(nth(slice.at, axis) + 1)
                  .arg(nth(slice.shape, axis));
  return places.join(QStringLiteral(", "));
}

void paintHeader(QPainter& painter, const Theme& theme, const ArraySlice& slice, const MatrixPlace& place,
                 const MapFrame& frame) {
  const QFontMetricsF title(theme.titleFont()), label(theme.labelFont());
  const QRectF area = toRectF(place.header);
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, fittingText(title, {slice.name}, area.width()));
  const double taken = title.horizontalAdvance(slice.name) + theme.space(2);
  const QString dot = QStringLiteral(" · "), at = standsAt(slice), sight = sightText(frame);
  QStringList rest{at, sight};
  rest.removeAll(QString());
  const QString where = rest.join(dot);
  std::vector<QString> texts{where.isEmpty() ? slice.shapeText() : slice.shapeText() + dot + where, where};
  if (!at.isEmpty()) texts.insert(texts.end(), {at, standsAt(slice, true)});
  texts.push_back(sight);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(area.adjusted(taken, title.ascent() - label.ascent(), 0, 0), Qt::AlignLeft | Qt::AlignTop,
                   fittingText(label, texts, area.width() - taken));
}

/// The row and the column of a matrix that count the same as those of the marked cell; -1: none.
std::pair<Index, Index> marksIn(const ArraySlice& slice, const ArraySlice& owner, const MatrixCell& cell) {
  const auto isSame = [](const QString* key, const QString* other) { return key && other && *key == *other; };
  if (slice.name == owner.name ||
      (isSame(slice.rowKey(), owner.rowKey()) && isSame(slice.columnKey(), owner.columnKey())))
    return {cell.row, cell.column};
  const auto markOf = [&](const QString* key) {
    if (!key) return Index{-1};
    if (owner.rowKey() && *owner.rowKey() == *key) return cell.row;
    if (owner.columnKey() && *owner.columnKey() == *key) return cell.column;
    return Index{-1};
  };
  return {markOf(slice.rowKey()), markOf(slice.columnKey())};
}

const ArraySlice* ownerOf(const std::vector<ArraySlice>& slices, const MatrixCell& cell) {
  const auto found =
      std::find_if(slices.begin(), slices.end(), [&](const ArraySlice& slice) { return slice.name == cell.array; });
  return found == slices.end() || cell.row >= found->rows() || cell.column >= found->columns()
             ? nullptr
             : &*found;
}

void paintMark(QPainter& painter, const Theme& theme, const MatricesPicture& picture, const ArraySlice& slice,
               const MapFrame& frame, const std::optional<MatrixCell>& cell, const QColor& color) {
  const ArraySlice* owner = cell ? ownerOf(picture.slices, *cell) : nullptr;
  if (!owner) return;
  const auto [row, column] = marksIn(slice, *owner, *cell);
  paintCrosshair(painter, theme, frame, row, column, color);
}

void paintMatrix(QPainter& painter, const Theme& theme, const MatricesPicture& picture, const MatrixPlace& place,
                 Index cellsPerPixel) {
  if (place.panel.isEmpty()) return;  // scrolled out of sight
  const ArraySlice& slice = picture.slices[place.array];
  const MapFrame frame = frameOf(slice, place, picture.navigations);
  MatrixPlace whole = place;  // of what is scrolled out of sight the header says nothing
  whole.panel = place.whole;
  paintHeader(painter, theme, slice, place, frameOf(slice, whole, picture.navigations));
  paintGrid(painter, theme, frame);
  paintNumbers(painter, theme, frame, slice.look,
               [&](Index row, Index column) { return std::optional<double>((*slice.matrix)(row, column)); });
  if (place.hasAxes) paintAxes(painter, theme, frame);
  QColor kept = theme.locked;
  kept.setAlphaF(kKeptOpacity);
  for (const MatrixCell& cell : picture.marks.kept) paintMark(painter, theme, picture, slice, frame, cell, kept);
  paintMark(painter, theme, picture, slice, frame, picture.marks.locked, theme.locked);
  if (picture.marks.hovered != picture.marks.locked)
    paintMark(painter, theme, picture, slice, frame, picture.marks.hovered, theme.hover);
  paintColorBar(painter, theme, place.bar, slice.look, QString(), 0,
                shrinkingText(slice.look.shrinking, cellsPerPixel));
}

void paintFormula(QPainter& painter, const Theme& theme, const MatricesPicture& picture) {
  QRectF area = picture.layout.formula;
  if (area.isEmpty()) return;
  const std::optional<MatrixCell>& cell = picture.marks.current();
  const CellFormula formula =
      cell ? formulaOf(picture.slices, cell->array, cell->row, cell->column) : CellFormula{};
  painter.save();
  painter.setPen(theme.line);
  painter.drawLine(area.topLeft(), picture.layout.sight.width() < area.left() ? area.bottomLeft() : area.topRight());
  area.adjust(theme.space(2), theme.space(1), 0, 0);
  painter.setClipRect(area);
  if (formula.parts.empty()) {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     QObject::tr("Point at a score, a weight or an output: its formula stands here with the numbers "
                                 "put in. A click holds it."));
    painter.restore();
    return;
  }
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  const QFontMetricsF title(theme.titleFont()), letters(theme.residueFont());
  painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, fittingText(title, {formula.title}, area.width()));
  painter.setFont(theme.residueFont());
  const int most = static_cast<int>(area.width() / letters.horizontalAdvance(u'0'));
  double y = area.top() + title.height() + theme.space(1);
  for (const FormulaPart& part : formula.parts) {
    const QStringList lines = picture.layout.hasTerms ? formulaLines(part, most) : part.results;
    for (qsizetype k = 0; k < lines.size(); ++k, y += letters.height()) {
      painter.setPen(picture.layout.hasTerms && k == 0 ? theme.muted : theme.text);
      painter.drawText(QRectF(area.left(), y, area.width(), letters.height()), Qt::AlignLeft | Qt::AlignVCenter,
                       fittingText(letters, {lines[k]}, area.width()));
    }
    if (picture.layout.sight.width() < area.left()) y += letters.height();  // beside the matrices there is room
  }
  painter.restore();
}

}  // namespace

MapViewport viewportOf(const ArraySlice& slice, const MatrixPlace& place, const MatrixNavigations& navigations) {
  const auto moved = navigations.find(slice.name);
  const bool isMoved = moved != navigations.end() && !moved->second.isFitted();
  MapViewport viewport = isMoved ? moved->second.in(place.whole, slice.rows(), slice.columns())
                                 : MapViewport{place.whole.width / place.cell / 2,
                                               place.whole.height / place.cell / 2, place.cell};
  // In the middle of what is in sight of it.
  viewport.centerRow += (place.panel.y + place.panel.height / 2 - place.whole.y - place.whole.height / 2) /
                        viewport.pixelsPerCell;
  return viewport;
}

MapFrame frameOf(const ArraySlice& slice, const MatrixPlace& place, const MatrixNavigations& navigations) {
  MapFrame frame;
  frame.panel = place.panel;
  frame.viewport = viewportOf(slice, place, navigations);
  frame.rows = slice.rows();
  frame.columns = slice.columns();
  frame.rowLetters = slice.rowLetters;
  frame.columnLetters = slice.columnLetters;
  frame.words = slice.words;
  if (place.hasTitles) {
    frame.rowTitle = slice.rowTitle();
    frame.columnTitle = slice.columnTitle();
  }
  return frame;
}

void paintMatrices(QPainter& painter, const Theme& theme, const MatricesPicture& picture) {
  const MatricesLayout& layout = picture.layout;
  painter.save();
  if (!layout.formula.isEmpty()) painter.setClipRect(QRectF(QPointF(), layout.sight));
  for (size_t place = 0; place < layout.places.size(); ++place)
    paintMatrix(painter, theme, picture, layout.places[place],
                place < picture.cellsPerPixel.size() ? picture.cellsPerPixel[place] : 0);
  painter.restore();
  paintFormula(painter, theme, picture);
  if (!layout.thumb.isEmpty()) painter.fillRect(layout.thumb, theme.muted);
  if (layout.withoutRoom.empty()) return;
  QStringList names;
  for (const size_t array : layout.withoutRoom) names << picture.slices[array].name;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.warning);
  const QFontMetricsF label(theme.labelFont());
  painter.drawText(layout.footnote, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(label,
                               {QObject::tr("No room for %1: a larger view or fewer arrays show them.")
                                    .arg(names.join(QStringLiteral(", "))),
                                QObject::tr("No room for %n array(s) more.", nullptr, static_cast<int>(names.size()))},
                               layout.footnote.width()));
}

std::optional<MatrixCell> cellAt(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                                 const MatrixNavigations& navigations, QPointF position) {
  const MatrixPlace* place = layout.panelAt(position);
  if (!place) return std::nullopt;
  const ArraySlice& slice = slices[place->array];
  const CellPoint point = viewportOf(slice, *place, navigations).toCell(place->panel, position.x(), position.y());
  const MatrixCell cell{slice.name, static_cast<Index>(std::floor(point.row)),
                        static_cast<Index>(std::floor(point.column))};
  const bool isInside = cell.row >= 0 && cell.column >= 0 && cell.row < slice.rows() && cell.column < slice.columns();
  return isInside ? std::optional(cell) : std::nullopt;
}

MatrixCell movedCell(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                     const std::optional<MatrixCell>& from, QPoint by) {
  const auto slice = std::find_if(slices.begin(), slices.end(), [&](const ArraySlice& each) {
    return each.matrix && from && each.name == from->array;
  });
  if (slice == slices.end()) return {slices[layout.places.front().array].name, 0, 0};
  return {from->array, std::clamp<Index>(from->row + by.y(), 0, slice->rows() - 1),
          std::clamp<Index>(from->column + by.x(), 0, slice->columns() - 1)};
}

std::optional<double> scrollShowing(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                                    const MatrixNavigations& navigations, const MatrixCell& cell) {
  const double height = layout.sight.height();
  for (const MatrixPlace& place : layout.places) {
    const ArraySlice& slice = slices[place.array];
    if (layout.thumb.isEmpty() || slice.name != cell.array) continue;
    const MapViewport viewport = viewportOf(slice, place, navigations);
    const double top = viewport.toPixel(place.panel, static_cast<double>(cell.row), 0).y;
    if (top < 0) return layout.scroll + top;
    if (top + viewport.pixelsPerCell > height) return layout.scroll + top + viewport.pixelsPerCell - height;
  }
  return std::nullopt;
}

std::vector<ReadoutLine> matricesReadout(const std::vector<ArraySlice>& slices, const MatrixCell& cell) {
  const ArraySlice* slice = ownerOf(slices, cell);
  if (!slice || !slice->matrix) return {};
  const engine::Array<float>& matrix = *slice->matrix;
  std::vector<ReadoutLine> lines{
      {slice->cellName(cell.row, cell.column), shownNumber(matrix(cell.row, cell.column), 6), false}};
  if (!slice->help.isEmpty()) lines.push_back({slice->name, slice->help, false});
  const auto place = [&](const QString& axis, Index index, Index count) {
    if (!axis.isEmpty()) lines.push_back({axis, QObject::tr("%1 of %2").arg(index + 1).arg(count), false});
  };
  place(slice->rowTitle(), cell.row, slice->rows());
  place(slice->columnTitle(), cell.column, slice->columns());
  for (const int axis : slice->movableAxes())
    place(slice->titleOf(axis), nth(slice->at, axis), nth(slice->shape, axis));
  if (slice->columns() > 1) {
    double sum = 0;
    for (Index column = 0; column < slice->columns(); ++column) sum += matrix(cell.row, column);
    lines.push_back({QObject::tr("Sum of the row"), shownNumber(sum, 6), false});
  }
  QStringList formula;
  for (const FormulaPart& part : formulaOf(slices, cell.array, cell.row, cell.column).parts)
    formula += formulaColumns(part, kReadoutTerms);
  if (!formula.isEmpty()) lines.push_back({QObject::tr("Formula"), formula.join(u'\n'), true});
  return lines;
}

std::vector<ReadoutLine> comparedReadout(const engine::Dataset& arrays, const std::vector<ArraySlice>& slices,
                                         const MatrixCell& cell, const Document& document) {
  std::vector<ReadoutLine> lines;
  const ArraySlice* slice = ownerOf(slices, cell);
  const engine::Request& request = arrays.provenance.request;
  if (!slice || request.operation.empty()) return lines;
  for (const engine::DatasetPtr& other : document.datasets()) {
    const auto* bundle = other->as<engine::ArrayBundle>();
    const engine::Request& another = other->provenance.request;
    if (!bundle || another.operation != request.operation || another.output == request.output) continue;
    const auto found = bundle->find(slice->name.toStdString());
    if (found == bundle->end() || engine::shapeOf(found->second) != slice->shape) continue;
    const Index offset = slice->offsetOf(cell.row, cell.column);
    const double value =
        std::visit([offset](const auto& values) { return static_cast<double>(values[offset]); }, found->second);
    lines.push_back({QObject::tr("In %1").arg(QString::fromStdString(other->title)), shownNumber(value, 6), false});
  }
  return lines;
}

QString matricesCaption(const QString& title, const std::vector<ArraySlice>& slices, const MatricesLayout& layout) {
  QStringList parts;
  for (const MatrixPlace& place : layout.places) {
    const ArraySlice& slice = slices[place.array];
    QStringList about{slice.shapeText()};
    if (!slice.help.isEmpty()) about.prepend(slice.help);
    if (const QString at = standsAt(slice); !at.isEmpty()) about << at;
    parts << QStringLiteral("%1 (%2)").arg(slice.name, about.join(QStringLiteral("; ")));
  }
  return QObject::tr("%1: %2. Each matrix has its own colours.").arg(title, parts.join(QStringLiteral(", ")));
}

std::vector<NumberTable> matricesNumbers(const std::vector<ArraySlice>& slices, const MatricesLayout& layout) {
  std::vector<NumberTable> tables;
  for (const MatrixPlace& place : layout.places) {
    const ArraySlice& slice = slices[place.array];
    NumberTable table;
    for (const QChar letter : slice.name)
      table.name += letter.isLetterOrNumber() && letter.unicode() < 128 ? static_cast<char>(letter.unicode()) : '_';
    table.rowTitle = slice.rowTitle().isEmpty() ? "row" : slice.rowTitle().toStdString();
    table.columnTitle = slice.columnTitle().isEmpty() ? "column" : slice.columnTitle().toStdString();
    table.values = *slice.matrix;
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace ui
