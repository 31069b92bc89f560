// Rows, columns and inserts of a multiple sequence alignment, and the checks that hold them together.
#include "engine/alignment/Alignment.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Calls onResidue(code, column) for the residues of a row in order; column is -1 inside an insert.
template <class OnResidue>
void forEachResidue(const Alignment& alignment, Index row, OnResidue onResidue) {
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  auto insert = inserts.begin();
  for (Index column = 0; column <= alignment.numColumns; ++column) {
    for (; insert != inserts.end() && insert->after == column; ++insert)
      for (const ResidueCode code : insert->codes) onResidue(code, Index{-1});
    if (column < alignment.numColumns && !alphabet::isGap(alignment.at(row, column)))
      onResidue(alignment.at(row, column), column);
  }
}

void requireAnnotation(const ColumnAnnotation& annotation, Index numColumns, const std::string& owner) {
  if (static_cast<Index>(annotation.symbols.size()) != numColumns)
    fail(owner, ", annotation ", annotation.name, ": found ", annotation.symbols.size(), " symbols, expected ",
         numColumns, ", one per column");
}

void requireInserts(const AlignmentRow& row, Index numColumns, const std::string& owner) {
  Index previous = -1;
  for (const Insert& insert : row.inserts) {
    if (insert.after <= previous || insert.after > numColumns)
      fail(owner, ": an insert after column ", insert.after, " is out of order or beyond the last column (", numColumns,
           ")");
    if (insert.codes.empty()) fail(owner, ": the insert after column ", insert.after, " is empty");
    for (const ResidueCode code : insert.codes)
      if (!alphabet::isValid(code) || alphabet::isGap(code))
        fail(owner, ": the insert after column ", insert.after, " holds ", int{code}, ", which is no residue code");
    previous = insert.after;
  }
}

}  // namespace

Sequence Alignment::ungapped(Index row) const {
  Sequence sequence;
  sequence.name = nth(rows, row).name;
  sequence.description = nth(rows, row).description;
  forEachResidue(*this, row, [&](ResidueCode code, Index) { sequence.codes.push_back(code); });
  return sequence;
}

std::vector<Index> Alignment::columnOfResidue(Index row) const {
  std::vector<Index> columns;
  forEachResidue(*this, row, [&](ResidueCode, Index column) { columns.push_back(column); });
  return columns;
}

std::vector<Index> Alignment::residueOfColumn(Index row) const {
  std::vector<Index> residues(static_cast<size_t>(numColumns), -1);
  Index residue = 0;
  forEachResidue(*this, row, [&](ResidueCode, Index column) {
    if (column >= 0) nth(residues, column) = residue;
    ++residue;
  });
  return residues;
}

Index Alignment::findRow(const std::string& rowName) const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const AlignmentRow& row) { return row.name == rowName; });
  return found == rows.end() ? -1 : found - rows.begin();
}

void Alignment::validate() const {
  if (numColumns < 0 || numRows() * numColumns != static_cast<Index>(codes.size()))
    fail("alignment ", name, ": ", numRows(), " rows of ", numColumns, " columns need ", numRows() * numColumns,
         " codes, found ", codes.size());
  for (const ColumnAnnotation& annotation : columnAnnotations)
    requireAnnotation(annotation, numColumns, "alignment " + name);
  for (Index row = 0; row < numRows(); ++row) {
    const AlignmentRow& described = nth(rows, row);
    const std::string owner = "row " + std::to_string(row + 1) + " (" + described.name + ")";
    for (Index column = 0; column < numColumns; ++column)
      if (!alphabet::isValid(at(row, column)))
        fail(owner, ", column ", column + 1, ": ", int{at(row, column)}, " is not a residue code");
    requireInserts(described, numColumns, owner);
    for (const ColumnAnnotation& annotation : described.annotations) requireAnnotation(annotation, numColumns, owner);
  }
}

Alignment alignmentOf(const std::vector<Sequence>& sequences) {
  Alignment alignment;
  if (sequences.empty()) return alignment;
  alignment.numColumns = sequences.front().length();
  alignment.codes.reserve(sequences.size() * sequences.front().codes.size());
  for (const Sequence& sequence : sequences) {
    if (sequence.length() != alignment.numColumns)
      fail("sequence ", sequence.name, " has ", sequence.length(), " letters, expected ", alignment.numColumns,
           " as in the first sequence (", sequences.front().name, ")");
    alignment.rows.push_back({sequence.name, sequence.description, {}, {}, {}});
    alignment.codes.insert(alignment.codes.end(), sequence.codes.begin(), sequence.codes.end());
  }
  return alignment;
}

}  // namespace engine
