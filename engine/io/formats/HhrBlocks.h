// The blocks of rows below a hit of a search report, put together again.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/TextLines.h"
#include "engine/search/hits/SearchResult.h"

namespace engine::hhr {

class BlockReader {
 public:
  explicit BlockReader(const TextLines& lines) : m_lines(lines) {}
  bool isEmpty() const { return m_width == 0; }
  /// Takes the current line. Throws Error.
  void add();
  /// Gives the hit its rows and the path that they show. Throws Error when rows and numbers contradict each other.
  void finish(Index numQueryColumns, SearchHit& hit);

 private:
  /// A numbered row: sequence or consensus of one side.
  struct Row {
    std::string letters;
    Index first = 0, last = 0, total = 0;  ///< first - 1 positions before the row; last printed so far
    bool isInBlock = false;
  };
  struct Side {
    Row sequence, consensus;
    std::vector<std::pair<std::string, std::string>> annotations;
  };

  void addRow(Side& side);
  void addNumbered(Row& row, std::string_view text);
  void endBlock();
  void fillUp(std::string& row) const { row.resize(m_width, ' '); }
  /// Text of a row without numbers, as wide as the block.
  std::string plainPiece() const;
  AlignmentPath pathOf() const;
  void requireRange(const Side& side, const char* name, Index numColumns) const;

  const TextLines& m_lines;
  std::array<Side, 2> m_sides;  ///< query, template
  std::string m_marks, m_confidence;
  size_t m_width = 0;                              ///< columns of the blocks before and of this one
  size_t m_blockBegin = 0;                         ///< columns of the blocks before
  bool m_hasMarks = false, m_hasTemplate = false;  ///< of this block
};

}  // namespace engine::hhr
