// What FASTA, A2M and A3M have in common: records of a '>' header line and lines of letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/io/Format.h"
#include "engine/io/formats/text/FastaIndex.h"

namespace engine {

/// The text of one file.
struct FastaText {
  std::string_view content;
  std::string source;        ///< named in errors and warnings
  TextRelease release = {};  ///< may be empty
  bool keepsLayout = false;
};
/// A mapped file gives its memory back while it is read.
FastaText fastaTextOf(const MappedFile& file, const std::string& source);

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
  std::vector<ResidueCode> codes;            ///< letters of all records one after the other, letter case and gaps kept
  std::shared_ptr<const TextLayout> layout;  ///< null: not kept
};

/// Reads all records on all cores. Lines that begin with ';' are comments and skipped. Throws Error naming source, line
/// and column.
FastaRecords readFastaRecords(const FastaText& text, AnnotationRows annotationRows, Diagnostics& diagnostics,
                              Progress& progress);

/// The records as an alignment whose columns are upper-case letters, '-', '~' and '*'; lower case becomes inserts and
/// '.' is dropped. Throws Error naming source, line and row when a row has another number of columns than the first.
Alignment alignmentWithInserts(FastaRecords records, const std::string& source, Diagnostics& diagnostics,
                               Progress& progress);

/// A2M and A3M: both steps, annotation rows kept apart.
struct LaidOutAlignment {
  Alignment alignment;
  std::shared_ptr<const TextLayout> layout;  ///< null: not kept
};
LaidOutAlignment readAlignmentWithInserts(const FastaText& text, AnnotationRows annotationRows,
                                          Diagnostics& diagnostics, Progress& progress);

/// What the records in the first bytes of a file look like, for telling the three formats apart.
struct FastaEvidence {
  bool isFasta = false;  ///< begins with '>', after comments
  bool hasComment = false;
  bool hasAnnotationRows = false;       ///< known by name and length, or by symbols that are no residues
  bool hasRowsLikeAnnotations = false;  ///< they have such names, and nothing else says that they are
  bool hasLower = false, hasDot = false, hasGap = false;
  bool rawLengthsAgree = true;    ///< number of characters per row
  bool matchLengthsAgree = true;  ///< number of upper-case letters and '-' per row
  Index numRows = 0;
};
FastaEvidence inspectFasta(std::string_view head);

/// "name description" as one line whose first word is the name. Names that would come back as others get a '-': for
/// blanks and control characters, and for the '_' of names that would be read as one of `annotationRows`.
std::string headerLine(std::string_view name, std::string_view description, AnnotationRows annotationRows);
/// '>' and the header line, then the letters in lines of `lettersPerLine` (0: in one line).
void appendFastaRecord(std::string_view name, std::string_view description, const ResidueCode* codes, Index count,
                       Index lettersPerLine, AnnotationRows annotationRows, std::string& out);
/// The '#' line and the annotation rows that alignmentWithInserts keeps as notes and column annotations.
void appendFastaAnnotations(const Alignment& alignment, Index lettersPerLine, AnnotationRows annotationRows,
                            std::string& out);
/// Throws Error when there is none: no file without a record can be read again.
void requireRecords(std::size_t count, const char* format);
/// An A3M file of an alignment without insert columns (collapseInsertColumns), laid out in one's own way.
std::string a3mText(const Alignment& alignment, const TextLayout& layout);

}  // namespace engine
