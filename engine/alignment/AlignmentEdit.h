// What a person does to an alignment by hand, as values that can be taken back and written down.
#pragma once

#include <variant>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/alignment/IndexRanges.h"

namespace engine {

/// A row with its C letters.
struct RowContent {
  AlignmentRow row;
  std::vector<ResidueCode> codes;
  bool operator==(const RowContent&) const = default;
};

/// All inserts of a row, where a step leaves others than those that follow from it.
struct RowInserts {
  Index row = 0;
  std::vector<Insert> inserts;
  bool operator==(const RowInserts&) const = default;
};

/// The cells [begin, middle) and [middle, end) of some rows change places, with what is written about them. One of the
/// two holds gaps alone, so that residues keep their order; inserts among the gaps join the nearest one that stays.
struct ExchangeCells {
  IndexRanges rows;
  Index begin = 0, middle = 0, end = 0;
  std::vector<RowInserts> inserts = {};
  bool operator==(const ExchangeCells&) const = default;
};

/// New names, residues, annotations of some rows.
struct ReplaceRows {
  std::vector<Index> rows;
  std::vector<RowContent> contents;  ///< as many
  bool operator==(const ReplaceRows&) const = default;
};

struct RemoveRows {
  IndexRanges rows;
  bool operator==(const RemoveRows&) const = default;
};

struct AddRows {
  IndexRanges rows;  ///< as the result counts them
  std::vector<RowContent> contents;
  bool operator==(const AddRows&) const = default;
};

/// Row k becomes the row that was order[k]: a permutation of all rows.
struct OrderRows {
  std::vector<Index> order;
  bool operator==(const OrderRows&) const = default;
};

/// With the residues in them. Inserts keep their place between what is left; those that meet become one.
struct RemoveColumns {
  IndexRanges columns;
  std::vector<RowInserts> inserts = {};
  bool operator==(const RemoveColumns&) const = default;
};

/// Inserts stay behind the column on their left.
struct AddColumns {
  IndexRanges columns;                                     ///< as the result counts them; n of them
  std::vector<ResidueCode> codes = {};                     ///< N x n; empty: gaps
  std::vector<std::string> symbols = {};                   ///< n of each column annotation; empty: blanks
  std::vector<std::vector<std::string>> rowSymbols = {};   ///< n of each annotation of each row; empty: blanks
  std::vector<RowInserts> inserts = {};
  bool operator==(const AddColumns&) const = default;
};

using EditStep = std::variant<ExchangeCells, ReplaceRows, RemoveRows, AddRows, OrderRows, RemoveColumns, AddColumns>;

/// One thing that was done: its steps, in order. None: nothing changes.
struct AlignmentEdit {
  std::vector<EditStep> steps;
  bool operator==(const AlignmentEdit&) const = default;
};

/// Changes the alignment and gives the edit that takes it back: applied next it restores every letter, insert and
/// annotation. Cost: one pass over what changes, over all cells where rows or columns come and go. Throws Error when
/// the edit does not fit the alignment, which is of no use then.
AlignmentEdit applyEdit(Alignment& alignment, const AlignmentEdit& edit);

/// What stands in an annotation about a column of gaps.
char blankSymbol(const ColumnAnnotation& annotation);

}  // namespace engine
