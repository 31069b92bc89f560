#include "ui/views/attention/AttentionReadout.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/attention/AttentionFormula.h"
#include "ui/views/attention/AttentionWords.h"
#include "ui/views/heads/HeadNames.h"
#include "ui/views/maps/CellsInSight.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using attention_words::number;
using attention_words::tr;
using engine::Index;

namespace {

/// One of the two axes of a map.
struct Axis {
  const ShownPositions& positions;
  engine::DatasetId id;
  std::string letters;
};

Axis rowsOf(const AttentionSubject& subject) { return {subject.rows(), subject.rowAxis(), subject.rowLetters()}; }
Axis columnsOf(const AttentionSubject& subject) {
  return {subject.columns(), subject.columnAxis(), subject.columnLetters()};
}

/// ", PDB 57B chain A" of a map that was matched to a chain.
QString chainName(const AttentionSubject& subject, Index position) {
  const auto* own = subject.geometryDataset()->as<engine::ChainGeometry>();
  const QString chain = QString::fromStdString(own->chain);
  const Index residue = subject.match()->map.partner(position);
  if (residue < 0) return tr(", not in chain %1").arg(chain);
  const engine::Chain* found = own->structure->findChain(own->chain);
  return tr(", PDB %1 chain %2")
      .arg(QString::fromStdString(engine::nth(found->residues, residue).label()), chain);
}

QString residueName(const AttentionSubject& subject, const Axis& axis, Index cell, const Document& document) {
  if (const std::string token = axis.positions.specialToken(cell); !token.empty())
    return QString::fromStdString(token);
  if (subject.geometry() && !subject.match()) return residueText(axis.letters, cell, subject.geometry().get());
  const auto k = static_cast<size_t>(cell);
  const Index residue = axis.positions.residueOf(cell);
  const QString word = axis.letters.empty() ? QString::fromStdString(axis.positions.token(cell)) : QString();
  const QString name = word.isEmpty() ? residueText(k < axis.letters.size() ? axis.letters[k] : ' ', residue)
                                      : QStringLiteral("“%1” %2").arg(word).arg(residue + 1);
  return name + (subject.match() ? chainName(subject, axis.positions.positionOf(cell))
                                 : structureNumber(document, {axis.id, axis.positions.toAxis(cell)}));
}

/// NaN when unknown, as is a score.
double weightAt(const AttentionShown& shown, AttentionCell cell) {
  const AttentionMapData& data = shown.data();
  if (shown.transform() == AttentionTransform::rollout) return std::nan("");
  if (!data.isScore && data.raw) return (*data.raw)(cell.row, cell.column);
  if (!data.head) return std::nan("");
  return data.head->weights(shown.subject.rows().positionOf(cell.row), shown.subject.columns().positionOf(cell.column));
}

double scoreAt(const AttentionShown& shown, AttentionCell cell) {
  const AttentionMapData& data = shown.data();
  if (data.isScore) return (*data.raw)(cell.row, cell.column);
  if (!data.head || data.head->scores.size() == 0) return std::nan("");
  return data.head->scores(shown.subject.rows().positionOf(cell.row), shown.subject.columns().positionOf(cell.column));
}

/// The weight from the scores of its row, in numbers; empty where it is not their softmax.
QString weightFormula(const AttentionShown& shown, AttentionCell cell) {
  const double weight = weightAt(shown, cell);
  if (std::isnan(weight) || !shown.data().head) return {};
  return softmaxFormula(shown.data().head->scores, shown.subject.rows().positionOf(cell.row),
                        shown.subject.columns().positionOf(cell.column), weight);
}

bool isMasked(const MaskPtr& masked, AttentionCell cell) { return masked && (*masked)(cell.row, cell.column); }

/// A number of a map, where it is not masked. `isOdd`: the heads have a value there that is none.
QString valueText(const AttentionShown& shown, double value, bool isMasked, bool isOdd) {
  if (isMasked) return maskedText(shown);
  return isOdd ? tr("not a number") : std::isnan(value) ? tr("unknown") : measured(shown, value);
}

QString withCapital(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

/// Its row has no weights that could sum to 1.
bool isQueryWithoutWeights(const AttentionShown& shown, AttentionCell cell) {
  const AttentionMapData& data = shown.data();
  if (cell.row < 0 || !shown.numbers.areThere() || data.zeroRows.empty() || data.isScore || !data.isStochastic)
    return false;
  return areQueriesAndKeys(shown.subject) && engine::nth(data.zeroRows, shown.subject.rows().positionOf(cell.row));
}

/// Of A, of B and, where it is drawn, of their difference.
void addComparedLines(std::vector<ReadoutLine>& lines, const AttentionShown& shown, AttentionCell cell) {
  const AttentionMapData& data = shown.data();
  const ComparedMaps& maps = data.compared;
  const double first = (*maps.first)(cell.row, cell.column), second = (*maps.second)(cell.row, cell.column);
  const bool isFirstMasked = isMasked(maps.firstMasked, cell), isSecondMasked = isMasked(maps.secondMasked, cell);
  const bool isFirstOdd = isMasked(maps.firstNotNumbers, cell), isSecondOdd = isMasked(maps.secondNotNumbers, cell);
  lines.push_back({tr("A"), valueText(shown, first, isFirstMasked, isFirstOdd)});
  lines.push_back({tr("B"), valueText(shown, second, isSecondMasked, isSecondOdd)});
  lines.push_back({tr("A − B"), valueText(shown, first - second, isFirstMasked || isSecondMasked,
                                          isFirstOdd || isSecondOdd)});
}

QString rankText(const AttentionShown& shown, AttentionCell cell) {
  const engine::Array<float>& raw = *shown.data().raw;
  const float* const row = raw.data() + cell.row * raw.length(1);
  const Index numNumbers = std::count_if(row, row + raw.length(1), [](float value) { return !std::isnan(value); });
  return tr("%1 of %2").arg(rankInRow(raw, cell.row, cell.column)).arg(numNumbers);
}

void addTransformLines(std::vector<ReadoutLine>& lines, const AttentionShown& shown, AttentionCell cell) {
  const AttentionMapData& data = shown.data();
  if (shown.transform() == AttentionTransform::none) return;
  QString name = transformText(shown.transform());
  name[0] = name[0].toUpper();
  lines.push_back({name, measured(shown, (*data.values)(cell.row, cell.column))});
  const QString formula = transformFormula(shown.transform(), *data.raw, *data.values, cell.row, cell.column,
                                           data.isScore ? QStringLiteral("S") : QStringLiteral("A"));
  if (!formula.isEmpty()) lines.push_back({tr("Formula"), formula, false, true});
}

void addCellLines(std::vector<ReadoutLine>& lines, const AttentionShown& shown, AttentionCell cell) {
  const bool isCompared = shown.data().comparison != HeadComparison::none;
  if (shown.numbers.areThere() && isCompared) {
    addComparedLines(lines, shown, cell);
  } else if (shown.numbers.areThere() && isMasked(shown.data().masked, cell)) {
    lines.push_back({shown.data().isScore ? tr("Weight") : withCapital(valueName(shown)), maskedText(shown)});
    if (const double score = scoreAt(shown, cell); std::isfinite(score))
      lines.push_back({tr("Score"), tr("%1, masked").arg(number(score))});
  } else if (shown.numbers.areThere() && isMasked(shown.data().notNumbers, cell)) {
    lines.push_back({withCapital(valueName(shown)), tr("not a number")});
    const bool isScore = shown.data().isScore;
    if (const double other = isScore ? weightAt(shown, cell) : scoreAt(shown, cell); std::isfinite(other))
      lines.push_back({isScore ? tr("Weight") : tr("Score"), number(other)});
  } else if (shown.numbers.areThere()) {
    addTransformLines(lines, shown, cell);
    if (const double weight = weightAt(shown, cell); !std::isnan(weight))
      lines.push_back({shown.data().isScore ? tr("Weight") : withCapital(valueName(shown)), measured(shown, weight)});
    if (const double score = scoreAt(shown, cell); !std::isnan(score)) lines.push_back({tr("Score"), number(score)});
    if (const QString formula = weightFormula(shown, cell); !formula.isEmpty())
      lines.push_back({tr("As softmax"), formula, false, true});
    lines.push_back({tr("Rank in row"), rankText(shown, cell)});
    if (!std::isfinite((*shown.data().shown)(cell.row, cell.column)))
      lines.push_back({tr("Shown"), tr("no: the filter leaves it out")});
  }
  if (const auto& geometry = shown.subject.geometry()) {
    const float distance = geometry->geometry.distance(cell.row, cell.column);
    lines.push_back({tr("Distance Cβ–Cβ"), std::isfinite(distance) ? QStringLiteral("%1 Å").arg(distance, 0, 'f', 2)
                                                                   : tr("unknown: missing atoms")});
  }
}

QString divergenceText(double bits) {
  if (std::isnan(bits)) return tr("none: the row has no weight in A or in B");
  return QStringLiteral("%1 bits").arg(number(bits));
}

void addMarginLines(std::vector<ReadoutLine>& lines, const AttentionShown& shown, AttentionCell cell) {
  const auto& margins = shown.data().margins;
  if (!margins || !shown.numbers.areThere()) return;
  const auto row = static_cast<size_t>(cell.row);
  if (cell.row >= 0 && shown.options.rowMargin == RowMargin::entropy)
    lines.push_back({tr("Row entropy"), QStringLiteral("%1 bits").arg(number(margins->rowEntropy[row]))});
  if (cell.row >= 0 && shown.options.rowMargin == RowMargin::sum)
    lines.push_back({tr("Row sum"), number(margins->rowSum[row])});
  if (const auto& found = shown.data().compared.found; found && cell.row >= 0)
    lines.push_back({tr("Divergence of the row"), divergenceText(found->rowDivergence[row])});
  if (cell.column >= 0 && shown.options.isColumnMarginShown)
    lines.push_back({columnTitle(shown) == tr("received") ? tr("Received") : tr("Column sum"),
                     number(engine::nth(margins->columnSum, cell.column))});
}

using Labels = std::vector<std::string>;

/// "D52", "<cls>", of a word its token.
Labels labelsOf(const ShownPositions& positions, const std::string& letters) {
  Labels labels;
  for (Index cell = 0; cell < positions.size(); ++cell) {
    const std::string special = positions.specialToken(cell);
    const auto k = static_cast<size_t>(cell);
    const std::string name = k < letters.size() ? letters.substr(k, 1) : positions.token(cell);
    labels.push_back(special.empty() ? name + std::to_string(positions.residueOf(cell) + 1) : special);
  }
  return labels;
}

Labels part(const Labels& labels, Index first, Index last) { return {labels.begin() + first, labels.begin() + last}; }

NumberTable windowOf(const std::string& name, const engine::Array<float>& map, const MapFrame& frame,
                     const Labels& rows, const Labels& columns, const AttentionSubject& subject) {
  const auto [row, endRow, column, endColumn] = cellsInSight(frame);
  const bool isAsking = areQueriesAndKeys(subject);
  NumberTable table{name, isAsking ? "query" : rowUnit(subject).toStdString(),
                    isAsking ? "key" : columnUnit(subject).toStdString(), part(rows, row, endRow),
                    part(columns, column, endColumn), {}};
  table.values = engine::Array<float>({endRow - row, endColumn - column}, engine::Untouched{}, name);
  for (Index i = row; i < endRow; ++i)
    std::copy_n(map.data() + i * map.length(1) + column, endColumn - column,
                table.values.data() + (i - row) * (endColumn - column));
  return table;
}

NumberTable columnOf(const char* name, const std::vector<double>& values, const QString& unit,
                     std::vector<std::string> labels) {
  NumberTable table{name, unit.toStdString(), "", std::move(labels), {name}, {}};
  table.values = engine::Array<float>({static_cast<Index>(values.size()), 1}, 0.0F, name);
  std::transform(values.begin(), values.end(), table.values.begin(),
                 [](double value) { return static_cast<float>(value); });
  return table;
}

NumberTable arcsTable(const std::vector<engine::MapCell>& arcs, const Labels& rows, const Labels& columns) {
  NumberTable table{"arcs", "pair", "", {}, {"value"}, engine::Array<float>({static_cast<Index>(arcs.size()), 1})};
  for (size_t k = 0; k < arcs.size(); ++k) {
    table.rowLabels.push_back(rows[static_cast<size_t>(arcs[k].row)] + ">" +
                              columns[static_cast<size_t>(arcs[k].column)]);
    table.values[static_cast<Index>(k)] = arcs[k].value;
  }
  return table;
}

/// "attention", of a quantity its name in letters that every file can have: "mi_with_apc".
std::string mapName(const AttentionShown& shown) {
  if (shown.subject.heads()->areHeads) return "attention";
  std::string name = valueName(shown).toLower().toStdString();
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

const char* comparedSuffix(HeadComparison comparison) {
  switch (comparison) {
    case HeadComparison::none:
      return "";
    case HeadComparison::difference:
      return "_a_minus_b";
    case HeadComparison::halves:
      return "_a_above_b_below";
    case HeadComparison::beside:
      return "_a";
  }
  return "";
}

}  // namespace

namespace {

/// What the position in the row and the one in the column are called.
std::pair<QString, QString> axisLabels(const AttentionSubject& subject) {
  if (areQueriesAndKeys(subject)) return {tr("Query"), tr("Key")};
  if (rowUnit(subject) != columnUnit(subject)) return {withCapital(rowUnit(subject)), withCapital(columnUnit(subject))};
  return {tr("Row"), tr("Column")};
}

}  // namespace

std::vector<ReadoutLine> readoutOf(const AttentionShown& shown, const Focus& focus, const Document& document) {
  const AttentionSubject& subject = shown.subject;
  const AttentionCell cell = subject.cellOf(focus, document);
  std::vector<ReadoutLine> lines;
  if (cell.row < 0 && cell.column < 0) return lines;
  const Axis rows = rowsOf(subject), columns = columnsOf(subject);
  const auto [rowLabel, columnLabel] = axisLabels(subject);
  if (cell.row >= 0) lines.push_back({rowLabel, residueName(subject, rows, cell.row, document)});
  if (focus.isPair() && cell.column >= 0)
    lines.push_back({columnLabel, residueName(subject, columns, cell.column, document)});
  if (const engine::HeadSet* const heads = subject.heads(); heads && heads->count() > 0)
    lines.push_back({heads->areHeads && areOfLayersAndHeads(*heads) ? tr("Head") : tr("Map"), headTitle(shown)});
  if (isQueryWithoutWeights(shown, cell))
    lines.push_back({tr("Row"), tr("all 0: this %1 sees nothing").arg(rowUnit(subject))});
  if (focus.isPair() && cell.isIn()) addCellLines(lines, shown, cell);
  if (!focus.isPair() && shown.numbers.areThere() && cell.row >= 0)
    for (const Index key : largestInRow(*shown.data().raw, cell.row, 3))
      lines.push_back({areQueriesAndKeys(subject) ? tr("Attends to") : tr("Largest"),
                       residueName(subject, columns, key, document) + QStringLiteral(": ") +
                           measured(shown, (*shown.data().raw)(cell.row, key))});
  addMarginLines(lines, shown, cell);
  if (const QString likeness = likenessText(shown); !likeness.isEmpty()) lines.push_back({tr("A and B"), likeness});
  return lines;
}

QString statusOf(const AttentionShown& shown, const Focus& focus, const Document& document) {
  const AttentionSubject& subject = shown.subject;
  const AttentionCell cell = subject.cellOf(focus, document);
  if (cell.row < 0) return {};
  QString text = residueName(subject, rowsOf(subject), cell.row, document);
  if (!focus.isPair() || !cell.isIn()) return text;
  text += QStringLiteral(" → ") + residueName(subject, columnsOf(subject), cell.column, document);
  if (!shown.numbers.areThere()) return text;
  if (shown.data().comparison != HeadComparison::none) {
    std::vector<ReadoutLine> lines;
    addComparedLines(lines, shown, cell);
    for (const ReadoutLine& line : lines) text += QStringLiteral(" · %1 %2").arg(line.label, line.value);
    return text;
  }
  if (isMasked(shown.data().masked, cell)) return text + QStringLiteral(" · ") + maskedText(shown);
  if (isMasked(shown.data().notNumbers, cell)) return text + tr(" · not a number");
  if (shown.transform() != AttentionTransform::none)
    text += QStringLiteral(" · ") + transformText(shown.transform()) + u' ' +
            number((*shown.data().values)(cell.row, cell.column));
  if (const double weight = weightAt(shown, cell); !std::isnan(weight))
    text += QStringLiteral(" · %1 %2").arg(shown.data().isScore ? tr("weight") : valueName(shown),
                                           measured(shown, weight));
  return text + tr(" · rank %1").arg(rankText(shown, cell));
}

QString lessonExpressionOf(const AttentionShown& shown, const Focus& focus, const Document& document) {
  const engine::HeadSet* heads = shown.subject.heads();
  const AttentionCell cell = shown.subject.cellOf(focus, document);
  const std::vector<HeadStrip::Head> shownHeads = shown.shownHeads();
  const bool isMade = shown.transform() != AttentionTransform::none || shown.comparison() != HeadComparison::none;
  if (!heads || !cell.isIn() || isMade || shownHeads.size() != 1) return {};
  QStringList places;
  if (heads->numLayers > 1) places << QString::number(shownHeads[0].layer + 1);
  if (heads->count() > 1) places << QString::number(shownHeads[0].head + 1);
  places << QString::number(cell.row + 1) << QString::number(cell.column + 1);
  const bool isScore = shown.options.quantity == AttentionQuantity::scores;
  return QStringLiteral("%1[%2]").arg(isScore ? QStringLiteral("S") : QStringLiteral("A"), places.join(u','));
}

std::vector<NumberTable> tablesOf(const AttentionShown& shown, const AttentionLayout& layout) {
  const AttentionSubject& subject = shown.subject;
  const AttentionMapData& data = shown.data();
  std::vector<NumberTable> tables;
  if (subject.heads() && !shown.numbers.areThere()) return tables;
  const Labels rows = labelsOf(subject.rows(), subject.rowLetters());
  const Labels columns = labelsOf(subject.columns(), subject.columnLetters());
  if (shown.picture() == AttentionPicture::arcs) {
    if (data.values) tables.push_back(arcsTable(data.arcs, rows, columns));
    return tables;
  }
  const auto add = [&](const std::string& name, const MapPtr& map, const Rect& panel) {
    tables.push_back(windowOf(name, *map, frameOf(shown, layout, panel), rows, columns, subject));
  };
  const bool hasCells = subject.numRows() > 0 && subject.numColumns() > 0;
  if (data.shown && hasCells) add(mapName(shown) + comparedSuffix(data.comparison), data.shown, layout.attention.panel);
  const bool isSecond = shown.companion.isSecondHead;
  if (shown.companion.matrix && hasCells && !layout.companion.panel.isEmpty())
    add(isSecond ? mapName(shown) + "_b" : "companion", isSecond ? data.compared.secondShown : shown.companion.matrix,
        layout.companion.panel);
  if (data.margins && shown.options.rowMargin == RowMargin::entropy)
    tables.push_back(columnOf("row_entropy", data.margins->rowEntropy, rowUnit(subject), rows));
  if (data.margins && shown.options.rowMargin == RowMargin::sum)
    tables.push_back(columnOf("row_sum", data.margins->rowSum, rowUnit(subject), rows));
  if (shown.rowMargin() == RowMargin::divergence && data.compared.found)
    tables.push_back(columnOf("row_divergence", data.compared.found->rowDivergence, rowUnit(subject), rows));
  if (data.margins && shown.options.isColumnMarginShown)
    tables.push_back(columnOf("received", data.margins->columnSum, columnUnit(subject), columns));
  return tables;
}

}  // namespace ui
