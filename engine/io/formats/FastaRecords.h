// What FASTA, A2M and A3M have in common: records of a '>' header line and lines of letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/io/Format.h"

namespace engine {

struct FastaRecord {
  std::string name;           ///< first word of the header
  std::string description;    ///< the rest, as it stands behind the first blank
  Index line = 0;             ///< of the header
  size_t begin = 0, end = 0;  ///< letters in FastaRecords::codes
};

/// A row that describes columns instead of holding residues: ss_pred, ss_conf, ss_dssp, sa_..., aa_...
struct FastaAnnotation {
  ColumnAnnotation annotation;
  std::string description;
  Index line = 0;
};

struct FastaRecords {
  std::vector<std::string> comments;  ///< '#' lines before the first record, without the '#'
  std::vector<FastaAnnotation> annotations;
  std::vector<FastaRecord> records;
  std::vector<ResidueCode> codes;  ///< letters of all records one after the other, letter case and gaps kept
};

enum class AnnotationRows { readAsResidues, keepApart };

/// Reads all records. Lines that begin with ';' are comments and skipped. Throws Error naming source, line and column.
FastaRecords readFastaRecords(std::string_view content, const std::string& source, AnnotationRows annotationRows,
                              Diagnostics& diagnostics, Progress& progress);

/// The records as an alignment whose columns are upper-case letters, '-', '~' and '*'; lower case becomes inserts and
/// '.' is dropped. Throws Error naming source, line and row when a row has another number of columns than the first.
Alignment alignmentWithInserts(FastaRecords records, const std::string& source, Diagnostics& diagnostics,
                               Progress& progress);

/// A2M and A3M: both steps, annotation rows kept apart.
Alignment readAlignmentWithInserts(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                                   Progress& progress);

/// What the records in the first bytes of a file look like, for telling the three formats apart.
struct FastaEvidence {
  bool isFasta = false;  ///< begins with '>', after comments
  bool hasComment = false, hasAnnotationRows = false;
  bool hasLower = false, hasDot = false, hasGap = false;
  bool rawLengthsAgree = true;    ///< number of characters per row
  bool matchLengthsAgree = true;  ///< number of upper-case letters and '-' per row
  Index numRows = 0;
};
FastaEvidence inspectFasta(std::string_view head);

/// ">name description", then the letters in lines of `lettersPerLine` (0: in one line).
void appendFastaRecord(std::string_view name, std::string_view description, const ResidueCode* codes, Index count,
                       Index lettersPerLine, std::string& out);
/// The '#' line and the annotation rows that alignmentWithInserts keeps as notes and column annotations.
void appendFastaAnnotations(const Alignment& alignment, Index lettersPerLine, std::string& out);

}  // namespace engine
