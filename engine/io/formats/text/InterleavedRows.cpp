// Joining the blocks of interleaved alignments.
#include "engine/io/formats/text/InterleavedRows.h"

#include "engine/alignment/InsertColumns.h"
#include "engine/base/Nth.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

void InterleavedRows::endBlock() {
  if (m_rowInBlock == 0) return;
  ++m_block;
  m_rowInBlock = 0;
}

Index InterleavedRows::addRow(std::string_view name) {
  const Index index = numRows();
  m_rows.push_back({std::string(name), {}, 0, -1});
  m_rowsOfName[m_rows.back().name].push_back(index);
  return index;
}

Index InterleavedRows::rowFor(const TextLines& lines, std::string_view name) {
  if (m_block == 0) return addRow(name);
  // Nearly always the blocks have one order; only otherwise the name is looked up.
  if (m_rowInBlock < numRows()) {
    const Row& expected = nth(m_rows, m_rowInBlock);
    if (expected.name == name && expected.lastBlock != m_block) return m_rowInBlock;
  }
  const auto found = m_rowsOfName.find(std::string(name));
  if (found == m_rowsOfName.end())
    lines.fail("the row ", name, " is not in the first block of the alignment, expected one of its ", numRows(),
               " names");
  for (const Index index : found->second)
    if (nth(m_rows, index).lastBlock != m_block) return index;
  lines.fail("the row ", name, " occurs more often in this block than in the first one");
}

Index InterleavedRows::append(const TextLines& lines, std::string_view name, std::string_view letters) {
  const Index index = rowFor(lines, name);
  Row& row = nth(m_rows, index);
  appendResidues(lines, letters, row.codes);
  row.lastLine = lines.number();
  row.lastBlock = m_block;
  ++m_rowInBlock;
  return index;
}

Index InterleavedRows::findLatest(std::string_view name) const {
  const auto found = m_rowsOfName.find(std::string(name));
  if (found == m_rowsOfName.end()) return -1;
  Index latest = found->second.front();
  for (const Index index : found->second)
    if (nth(m_rows, index).lastLine >= nth(m_rows, latest).lastLine) latest = index;
  return latest;
}

Index InterleavedRows::findFirst(std::string_view name) const {
  const auto found = m_rowsOfName.find(std::string(name));
  return found == m_rowsOfName.end() ? -1 : found->second.front();
}

Alignment InterleavedRows::take(const TextLines& lines, Diagnostics& diagnostics) {
  Alignment alignment;
  alignment.numColumns = numColumns();
  alignment.rows.reserve(m_rows.size());
  alignment.codes.reserve(m_rows.size() * static_cast<size_t>(alignment.numColumns));
  for (Row& row : m_rows) {
    if (static_cast<Index>(row.codes.size()) != alignment.numColumns)
      lines.failAt(row.lastLine, "the row ", row.name, " ends with ", row.codes.size(), " columns, expected ",
                   alignment.numColumns, " as in the first row (", m_rows.front().name, ")");
    alignment.rows.push_back({std::move(row.name), {}, {}, {}, {}});
    alignment.codes.insert(alignment.codes.end(), row.codes.begin(), row.codes.end());
    std::vector<ResidueCode>().swap(row.codes);  // never more than one row twice in memory
  }
  *this = InterleavedRows();
  std::vector<std::string_view> names;
  for (const AlignmentRow& row : alignment.rows) names.push_back(row.name);
  warnAboutRepeatedNames(names, lines.source(), diagnostics);
  return alignment;
}

Alignment expandedForBlocks(const Alignment& alignment, const char* format) {
  Alignment expanded = expandInserts(alignment);
  if (expanded.codes.empty()) fail("an alignment without residues cannot be written as ", format);
  return expanded;
}

}  // namespace engine
