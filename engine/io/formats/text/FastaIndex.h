// Where the '>' records of a text begin and end: the first pass over a file, after which rows can be read in any order.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/base/TextLines.h"

namespace engine {

/// Which rows are about columns by their names: none, those that HH-suite writes (ss_pred, ss_conf, ss_dssp, ...), or
/// all that begin with ss_, sa_ or aa_ (the rule of HH-suite).
enum class AnnotationRows { none, ofKnownNames, all };

/// The first word of a header line and the rest, as it stands behind the first blank.
struct FastaHeader {
  std::string_view name, description;
};
FastaHeader splitFastaHeader(std::string_view line);
bool isAnnotationName(std::string_view name, AnnotationRows which);

/// One record as it stands in the text; offsets in bytes.
struct FastaSpan {
  size_t header = 0, body = 0, end = 0;      ///< of '>', of the line behind the header line, behind the last line
  size_t numLetters = 0;                     ///< characters of the body that are no blanks
  Index line = 0;                            ///< of the header
  std::int32_t numLines = 0;                 ///< of the body
  std::int32_t firstLine = 0, lastLine = 0;  ///< letters in the first and in the last line of the body
  bool isAnnotation = false;
  bool isRegular = true;  ///< header as it would be written, no blanks, comments or dots, equal lines, one line end
};

struct FastaIndex {
  std::vector<std::string> comments;  ///< '#' lines before the first record, without the '#'
  std::vector<FastaSpan> spans;
  std::string lineEnd = "\n";  ///< of the first line
  Index numLines = 0;
};

/// Called with parts of the text that have been read for now.
using TextRelease = std::function<void(std::string_view part)>;

/// Lines that begin with ';' are comments. Throws Error naming source and line, Cancelled.
FastaIndex indexFasta(std::string_view content, const std::string& source, AnnotationRows annotationRows,
                      const TextRelease& release, Progress& progress);

/// How a text looked, where that differs from how it would be written.
struct TextLayout {
  std::string lineEnd = "\n";         ///< of every line
  Index lettersPerLine = 0;           ///< 0: a row is one line
  std::string head;                   ///< everything before the first row, as it stands in the file
  std::map<Index, std::string> rows;  ///< rows that are laid out in another way, as they stand in the file
};

/// What writing would not reproduce by itself. Nothing when that is too much to keep (64 MiB) or when rows about
/// columns stand behind the first row.
std::optional<TextLayout> layoutOf(const FastaIndex& index, std::string_view content);

}  // namespace engine
