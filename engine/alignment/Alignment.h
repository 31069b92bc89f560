// A multiple sequence alignment: N rows x C columns of one byte each, inserts kept beside the columns.
#pragma once

#include <string>
#include <vector>

#include "engine/sequence/Sequence.h"

namespace engine {

/// Residues of one row between two columns (lower case in A2M and A3M files).
struct Insert {
  std::int32_t after = 0;              ///< number of columns before the insert, 0..C
  std::vector<ResidueCode> codes;      ///< with the letter case of the file
  bool operator==(const Insert&) const = default;
};

/// One character per column: secondary structure, confidence, conservation, reference, ...
struct ColumnAnnotation {
  std::string name;    ///< "SS_cons", "RF", "ss_pred", "ss_conf", "ss_dssp", ...
  std::string symbols; ///< C characters, or for row annotations one per column of the row
  bool operator==(const ColumnAnnotation&) const = default;
};

struct AlignmentRow {
  std::string name;
  std::string description;
  std::vector<Insert> inserts;                ///< by increasing `after`; empty in formats without inserts
  std::vector<ColumnAnnotation> annotations;  ///< Stockholm #=GR
  std::vector<std::pair<std::string, std::string>> notes;  ///< Stockholm #=GS (tag, text) except DE, the description
  bool operator==(const AlignmentRow&) const = default;
};

struct Alignment {
  std::string name;                      ///< may be empty
  std::vector<AlignmentRow> rows;        ///< N
  Index numColumns = 0;                  ///< C
  std::vector<ResidueCode> codes;        ///< N x C, row-major, letter case kept
  std::vector<ColumnAnnotation> columnAnnotations;         ///< Stockholm #=GC, A3M ss_ rows
  std::vector<std::pair<std::string, std::string>> notes;  ///< of the file: Stockholm #=GF (tag, text), A3M '#' line

  Index numRows() const { return static_cast<Index>(rows.size()); }
  ResidueCode at(Index row, Index column) const { return codes[static_cast<size_t>(row * numColumns + column)]; }
  const ResidueCode* row(Index row) const { return codes.data() + row * numColumns; }

  /// The residues of a row without gaps, inserts included: the sequence as it was before it was aligned.
  Sequence ungapped(Index row) const;
  /// For each residue of ungapped(row): its column, or -1 inside an insert.
  std::vector<Index> columnOfResidue(Index row) const;
  /// For each column: index of the residue in ungapped(row), or -1 at a gap.
  std::vector<Index> residueOfColumn(Index row) const;
  /// First row with this name, -1 when there is none.
  Index findRow(const std::string& name) const;
  /// Throws Error naming row and column when sizes, codes or inserts contradict each other.
  void validate() const;
  bool operator==(const Alignment&) const = default;
};

/// A gap-free or aligned set of sequences as an alignment without inserts. Throws Error unless all lengths agree.
Alignment alignmentOf(const std::vector<Sequence>& sequences);

}  // namespace engine
