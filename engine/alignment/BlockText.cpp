// Blocks of alignments as text.
#include "engine/alignment/BlockText.h"

#include <algorithm>

#include "engine/alignment/ResidueNumbers.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr size_t kLettersPerLine = 60;

/// Between which of the block's columns inserts are written: before columns[k] when it follows columns[k - 1]; at the
/// ends where the block holds the ends of the alignment.
bool hasInsertBefore(const Alignment& alignment, const std::vector<Index>& columns, size_t k) {
  const Index before = k == 0 ? -1 : columns[k - 1];
  const Index behind = k == columns.size() ? alignment.numColumns : columns[k];
  return behind == before + 1;
}

/// Letters that the longest insert of the rows needs before columns[k] (k = size: behind the last one).
std::vector<size_t> insertWidths(const Alignment& alignment, const std::vector<Index>& rows,
                                 const std::vector<Index>& columns) {
  std::vector<size_t> widths(columns.size() + 1, 0);
  for (const Index row : rows)
    for (const Insert& insert : nth(alignment.rows, row).inserts) {
      const auto k =
          static_cast<size_t>(std::lower_bound(columns.begin(), columns.end(), Index{insert.after}) - columns.begin());
      const Index behind = k == columns.size() ? alignment.numColumns : columns[k];
      if (behind == insert.after && hasInsertBefore(alignment, columns, k))
        widths[k] = std::max(widths[k], insert.codes.size());
    }
  return widths;
}

/// What of a row is written.
struct RowPart {
  std::string letters;
  Index first = -1, last = -1;  ///< of the row's residues, inserts counted; -1: the block holds none
};

RowPart partOf(const Alignment& alignment, Index row, const std::vector<Index>& columns,
               const std::vector<size_t>& widths, BlockForm form) {
  RowPart part;
  Index numBefore = 0;  // residues before what comes next
  const auto add = [&](ResidueCode code) {
    const bool isGap = alphabet::isGap(code);
    if (form != BlockForm::fasta || !isGap) part.letters += alphabet::letterOf(code);
    if (isGap) return;
    if (part.first < 0) part.first = numBefore;
    part.last = numBefore++;
  };
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  auto insert = inserts.begin();
  size_t k = 0;
  for (Index column = 0; column <= alignment.numColumns; ++column) {
    const bool isNext = column == (k < columns.size() ? columns[k] : alignment.numColumns);
    const size_t width = isNext ? widths[k] : 0;
    const size_t length = insert != inserts.end() && insert->after == column ? insert->codes.size() : 0;
    if (width > 0 && length > 0)
      for (const ResidueCode code : insert->codes) add(code);
    else
      numBefore += static_cast<Index>(length);
    if (length > 0) ++insert;
    if (width > length && form == BlockForm::alignedFasta) part.letters.append(width - length, '.');
    if (column == alignment.numColumns) break;
    const ResidueCode code = alignment.at(row, column);
    if (isNext) {
      add(code);
      ++k;
    } else {
      numBefore += !alphabet::isGap(code);
    }
  }
  return part;
}

/// Name with the numbers of the first and the last residue in the block, the plain name when it holds the whole row or
/// nothing of it.
std::string rangedName(const std::string& name, const RowPart& part, bool isWhole) {
  if (isWhole || part.first < 0) return name;
  return nameWithoutRange(name) + "/" + std::to_string(numberOfResidue(name, part.first)) + "-" +
         std::to_string(numberOfResidue(name, part.last));
}

}  // namespace

std::string blockText(const Alignment& alignment, const std::vector<Index>& rows, const std::vector<Index>& columns,
                      BlockForm form, size_t mostBytes) {
  const std::vector<size_t> widths =
      form == BlockForm::letters ? std::vector<size_t>(columns.size() + 1, 0) : insertWidths(alignment, rows, columns);
  const bool isWhole = static_cast<Index>(columns.size()) == alignment.numColumns;
  std::string text;
  for (const Index row : rows) {
    const RowPart part = partOf(alignment, row, columns, widths, form);
    if (form == BlockForm::letters) {
      text += part.letters + '\n';
    } else {
      const AlignmentRow& line = nth(alignment.rows, row);
      text +=
          '>' + rangedName(line.name, part, isWhole) + (line.description.empty() ? "" : " " + line.description) + '\n';
      for (size_t at = 0; at < part.letters.size(); at += kLettersPerLine)
        text.append(part.letters, at, kLettersPerLine) += '\n';
    }
    if (text.size() > mostBytes)
      fail("the selected block is too large to copy (more than ", mostBytes >> 20, " MiB): save it as a file instead");
  }
  return text;
}

}  // namespace engine
