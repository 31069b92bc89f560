// Blocks of alignments as text.
#include "engine/alignment/BlockText.h"

#include <algorithm>

#include "engine/alignment/ResidueNumbers.h"
#include "engine/base/Error.h"

namespace engine {

namespace {

constexpr size_t kLettersPerLine = 60;

/// Inserts of a row by the number of columns before them.
const Insert* insertAfter(const Alignment& alignment, Index row, Index after) {
  const std::vector<Insert>& inserts = alignment.rows[static_cast<size_t>(row)].inserts;
  const auto found = std::lower_bound(inserts.begin(), inserts.end(), after,
                                      [](const Insert& insert, Index wanted) { return insert.after < wanted; });
  return found != inserts.end() && found->after == after ? &*found : nullptr;
}

/// Between which of the block's columns inserts are written: before columns[k] when it follows columns[k - 1]; at the
/// ends where the block holds the ends of the alignment.
bool hasInsertBefore(const Alignment& alignment, const std::vector<Index>& columns, size_t k) {
  const Index before = k == 0 ? -1 : columns[k - 1];
  const Index behind = k == columns.size() ? alignment.numColumns : columns[k];
  return behind == before + 1;
}

std::vector<size_t> insertWidths(const Alignment& alignment, const std::vector<Index>& rows,
                                 const std::vector<Index>& columns) {
  std::vector<size_t> widths(columns.size() + 1, 0);
  for (size_t k = 0; k <= columns.size(); ++k) {
    if (!hasInsertBefore(alignment, columns, k)) continue;
    const Index after = k == columns.size() ? alignment.numColumns : columns[k];
    for (const Index row : rows)
      if (const Insert* insert = insertAfter(alignment, row, after))
        widths[k] = std::max(widths[k], insert->codes.size());
  }
  return widths;
}

std::string rowText(const Alignment& alignment, Index row, const std::vector<Index>& columns,
                    const std::vector<size_t>& widths, BlockForm form) {
  std::string text;
  for (size_t k = 0; k <= columns.size(); ++k) {
    if (widths[k] > 0) {
      const Insert* insert = insertAfter(alignment, row, k == columns.size() ? alignment.numColumns : columns[k]);
      if (insert)
        for (const ResidueCode code : insert->codes) text += alphabet::letterOf(code);
      if (form == BlockForm::alignedFasta) text.append(widths[k] - (insert ? insert->codes.size() : 0), '.');
    }
    if (k == columns.size()) break;
    const ResidueCode code = alignment.at(row, columns[k]);
    if (form != BlockForm::fasta || !alphabet::isGap(code)) text += alphabet::letterOf(code);
  }
  return text;
}

/// Name with the numbers of the first and the last residue in the block, the plain name when it holds the whole row or
/// nothing of it.
std::string rangedName(const Alignment& alignment, Index row, const std::vector<Index>& columns) {
  const std::string& name = alignment.rows[static_cast<size_t>(row)].name;
  if (static_cast<Index>(columns.size()) == alignment.numColumns) return name;
  const auto isResidue = [&](Index column) { return !alphabet::isGap(alignment.at(row, column)); };
  const auto first = std::find_if(columns.begin(), columns.end(), isResidue);
  const auto last = std::find_if(columns.rbegin(), columns.rend(), isResidue);
  if (first == columns.end()) return name;
  return nameWithoutRange(name) + "/" + std::to_string(*residueNumber(alignment, row, *first)) + "-" +
         std::to_string(*residueNumber(alignment, row, *last));
}

}  // namespace

std::string blockText(const Alignment& alignment, const std::vector<Index>& rows, const std::vector<Index>& columns,
                      BlockForm form, size_t mostBytes) {
  const std::vector<size_t> widths =
      form == BlockForm::letters ? std::vector<size_t>(columns.size() + 1, 0) : insertWidths(alignment, rows, columns);
  std::string text;
  for (const Index row : rows) {
    const std::string letters = rowText(alignment, row, columns, widths, form);
    if (form == BlockForm::letters) {
      text += letters + '\n';
    } else {
      const std::string& description = alignment.rows[static_cast<size_t>(row)].description;
      text += '>' + rangedName(alignment, row, columns) + (description.empty() ? "" : " " + description) + '\n';
      for (size_t at = 0; at < letters.size(); at += kLettersPerLine)
        text += letters.substr(at, kLettersPerLine) + '\n';
    }
    if (text.size() > mostBytes)
      fail("the selected block is too large to copy (more than ", mostBytes >> 20, " MiB): save it as a file instead");
  }
  return text;
}

}  // namespace engine
