// Rows that a file gives in blocks: the pieces of one row are spread over the file (Stockholm, Clustal).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/TextLines.h"

namespace engine {

/// Joins pieces of rows. The first block fixes rows and order; two rows of one name in a block are two rows. Later
/// blocks may come in another order.
class InterleavedRows {
 public:
  /// Ends the current block, if it has rows.
  void endBlock();
  /// Appends a piece of the row `name`; returns its index. Throws Error when a later block brings a new name.
  Index append(const TextLines& lines, std::string_view name, std::string_view letters);
  /// Of the rows with this name the one that was appended to last, or the first of all; -1 when there is none yet.
  Index findLatest(std::string_view name) const;
  Index findFirst(std::string_view name) const;
  Index numRows() const { return static_cast<Index>(m_rows.size()); }
  /// Number of columns read so far for the first row.
  Index numColumns() const { return m_rows.empty() ? 0 : static_cast<Index>(m_rows.front().codes.size()); }
  /// The alignment of the rows; empties this object. Rows of one name are a warning. Throws Error naming row and line
  /// when lengths differ.
  Alignment take(const TextLines& lines, Diagnostics& diagnostics);

 private:
  struct Row {
    std::string name;
    std::vector<ResidueCode> codes;
    Index lastLine = 0;
    Index lastBlock = -1;
  };

  Index rowFor(const TextLines& lines, std::string_view name);
  Index addRow(std::string_view name);

  std::vector<Row> m_rows;
  std::unordered_map<std::string, std::vector<Index>> m_rowsOfName;
  Index m_block = 0;       // index of the current block
  Index m_rowInBlock = 0;  // rows of the current block so far
};

/// What formats of blocks write: inserts as columns filled up with '.'. Throws Error naming the format for an alignment
/// without residues, which they cannot hold.
Alignment expandedForBlocks(const Alignment& alignment, const char* format);

}  // namespace engine
