// The numbers on show, as tables.
#include <algorithm>

#include "engine/base/Nth.h"
#include "ui/views/attention/AttentionReadout.h"
#include "ui/views/maps/CellsInSight.h"

namespace ui {

using engine::Index;

namespace {

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

NumberTable windowOf(const char* name, const engine::Array<float>& map, const MapFrame& frame, const Labels& rows,
                     const Labels& columns) {
  const auto [row, endRow, column, endColumn] = cellsInSight(frame);
  NumberTable table{name, "query", "key", part(rows, row, endRow), part(columns, column, endColumn), {}};
  table.values = engine::Array<float>({endRow - row, endColumn - column}, engine::Untouched{}, name);
  for (Index i = row; i < endRow; ++i)
    std::copy_n(map.data() + i * map.length(1) + column, endColumn - column,
                table.values.data() + (i - row) * (endColumn - column));
  return table;
}

NumberTable columnOf(const char* name, const std::vector<double>& values, std::vector<std::string> labels) {
  NumberTable table{name, "residue", "", std::move(labels), {name}, {}};
  table.values = engine::Array<float>({static_cast<Index>(values.size()), 1}, 0.0F, name);
  std::transform(values.begin(), values.end(), table.values.begin(),
                 [](double value) { return static_cast<float>(value); });
  return table;
}

NumberTable arcsTable(const std::vector<engine::MapCell>& arcs, const Labels& rows, const Labels& columns) {
  NumberTable table{"arcs", "pair", "", {}, {"value"}, engine::Array<float>({static_cast<Index>(arcs.size()), 1})};
  for (size_t k = 0; k < arcs.size(); ++k) {
    table.rowLabels.push_back(engine::nth(rows, arcs[k].row) + ">" +
                              engine::nth(columns, arcs[k].column));
    table.values[static_cast<Index>(k)] = arcs[k].value;
  }
  return table;
}

}  // namespace

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
  const auto add = [&](const char* name, const MapPtr& map, const Rect& panel) {
    tables.push_back(windowOf(name, *map, frameOf(shown, layout, panel), rows, columns));
  };
  const bool hasCells = subject.numRows() > 0 && subject.numColumns() > 0;
  if (data.shown && hasCells) add("attention", data.shown, layout.attention.panel);
  if (shown.companion.matrix && hasCells && !layout.companion.panel.isEmpty())
    add("companion", shown.companion.matrix, layout.companion.panel);
  if (data.margins && shown.options.rowMargin == RowMargin::entropy)
    tables.push_back(columnOf("row_entropy", data.margins->rowEntropy, rows));
  if (data.margins && shown.options.rowMargin == RowMargin::sum)
    tables.push_back(columnOf("row_sum", data.margins->rowSum, rows));
  if (data.margins && shown.options.isColumnMarginShown)
    tables.push_back(columnOf("received", data.margins->columnSum, columns));
  return tables;
}

}  // namespace ui
