// The numbers on show in the attention view, as tables.
#include <algorithm>

#include "ui/views/attention/AttentionLayout.h"
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

}  // namespace

std::vector<NumberTable> AttentionView::visibleNumbers() const {
  std::vector<NumberTable> tables;
  if (heads() && !hasNumbers()) return tables;
  const Layout layout = layoutFor(size());
  const Labels rows = labelsOf(m_rows, rowLetters()), columns = labelsOf(m_columns, columnLetters());
  if (picture() == AttentionPicture::arcs) {
    NumberTable arcs{"arcs", "pair",    "",
                     {},     {"value"}, engine::Array<float>({static_cast<Index>(m_data.arcs.size()), 1})};
    for (size_t k = 0; k < m_data.arcs.size(); ++k) {
      const engine::MapCell& cell = m_data.arcs[k];
      arcs.rowLabels.push_back(rows[static_cast<size_t>(cell.row)] + ">" + columns[static_cast<size_t>(cell.column)]);
      arcs.values[static_cast<Index>(k)] = cell.value;
    }
    if (m_data.values) tables.push_back(std::move(arcs));
    return tables;
  }
  const auto frame = [&](const Layout::Map& place) {
    return frameOf(place.panel, m_navigation.in(place.panel, numRows(), numColumns()));
  };
  const bool hasCells = numRows() > 0 && numColumns() > 0;
  if (m_data.shown && hasCells)
    tables.push_back(windowOf("attention", *m_data.shown, frame(layout.attention), rows, columns));
  if (m_companionMatrix && hasCells && !layout.companion.panel.isEmpty())
    tables.push_back(windowOf("companion", *m_companionMatrix, frame(layout.companion), rows, columns));
  if (m_data.margins && m_options.rowMargin == RowMargin::entropy)
    tables.push_back(columnOf("row_entropy", m_data.margins->rowEntropy, rows));
  if (m_data.margins && m_options.rowMargin == RowMargin::sum)
    tables.push_back(columnOf("row_sum", m_data.margins->rowSum, rows));
  if (m_data.margins && m_options.isColumnMarginShown)
    tables.push_back(columnOf("received", m_data.margins->columnSum, columns));
  return tables;
}

}  // namespace ui
