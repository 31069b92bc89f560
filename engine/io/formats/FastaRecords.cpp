// Reading and writing of '>' records.
#include "engine/io/formats/FastaRecords.h"

#include <algorithm>

#include "engine/io/formats/ResidueText.h"
#include "engine/io/formats/TextLines.h"

namespace engine {

namespace {

/// The rule of HH-suite: these names mark rows about columns.
bool isAnnotationName(std::string_view name) {
  return name.starts_with("ss_") || name.starts_with("sa_") || name.starts_with("aa_");
}

struct Header {
  std::string_view name, description;
};

Header splitHeader(std::string_view line) {
  const std::string_view text = trimmed(line.substr(1));
  const auto end = std::find_if(text.begin(), text.end(), isBlank);
  const auto length = static_cast<size_t>(end - text.begin());
  return {text.substr(0, length), length < text.size() ? text.substr(length + 1) : std::string_view{}};
}

/// Collects the lines of one file.
class RecordReader {
 public:
  RecordReader(TextLines& lines, AnnotationRows annotationRows) : m_lines(lines), m_annotationRows(annotationRows) {
    m_result.codes.reserve(lines.size());
  }

  FastaRecords read() {
    while (m_lines.next()) {
      const std::string_view line = m_lines.line();
      if (line.starts_with('>'))
        startRecord(splitHeader(line));
      else if (!line.starts_with(';'))
        addLine(line);
    }
    if (m_result.records.empty())
      m_lines.fail("the file ends without a sequence, expected a header line that begins with '>'");
    return std::move(m_result);
  }

 private:
  void startRecord(const Header& header) {
    m_inAnnotation = m_annotationRows == AnnotationRows::keepApart && isAnnotationName(header.name);
    const Index line = m_lines.number();
    if (m_inAnnotation) {
      m_result.annotations.push_back({{std::string(header.name), {}}, std::string(header.description), line});
      return;
    }
    const size_t position = m_result.codes.size();
    m_result.records.push_back({std::string(header.name), std::string(header.description), line, position, position});
  }

  void addLine(std::string_view line) {
    if (m_inAnnotation) {
      for (const char c : line)
        if (!isBlank(c)) m_result.annotations.back().annotation.symbols += c;
    } else if (!m_result.records.empty()) {
      appendResidues(m_lines, line, m_result.codes);
      m_result.records.back().end = m_result.codes.size();
    } else if (line.starts_with('#')) {
      m_result.comments.emplace_back(line.substr(1));
    } else if (!trimmed(line).empty()) {
      m_lines.fail("found text before the first header, expected a line that begins with '>'");
    }
  }

  TextLines& m_lines;
  AnnotationRows m_annotationRows;
  FastaRecords m_result;
  bool m_inAnnotation = false;
};

bool isMatchColumn(ResidueCode code) { return !alphabet::isLower(code) && code != alphabet::kDot; }

/// Moves the columns of one row to `target` and returns the end of what was written; inserts go to `row`.
/// `target` may be the row's own place or lie before it.
ResidueCode* separateInserts(const ResidueCode* begin, const ResidueCode* end, AlignmentRow& row, ResidueCode* target) {
  ResidueCode* const first = target;
  for (const ResidueCode* code = begin; code != end; ++code) {
    if (isMatchColumn(*code)) {
      *target++ = *code;
    } else if (alphabet::isLower(*code)) {
      const auto after = static_cast<std::int32_t>(target - first);
      if (row.inserts.empty() || row.inserts.back().after != after) row.inserts.push_back({after, {}});
      row.inserts.back().codes.push_back(*code);
    }
  }
  return target;
}

/// The symbols at the columns of the first row when the annotation has one symbol per character of the row (padded
/// A2M).
std::string symbolsOfColumns(const std::string& symbols, const std::vector<bool>& isColumn) {
  std::string kept;
  for (size_t k = 0; k < symbols.size(); ++k)
    if (isColumn[k]) kept += symbols[k];
  return kept;
}

void addAnnotations(std::vector<FastaAnnotation>& annotations, const std::vector<bool>& isColumn,
                    const std::string& source, Diagnostics& diagnostics, Alignment& alignment) {
  for (FastaAnnotation& row : annotations) {
    std::string& symbols = row.annotation.symbols;
    const bool fits = static_cast<Index>(symbols.size()) == alignment.numColumns;
    if (!fits && symbols.size() == isColumn.size()) symbols = symbolsOfColumns(symbols, isColumn);
    if (static_cast<Index>(symbols.size()) != alignment.numColumns) {
      diagnostics.warn(source, ", line ", row.line, ": the row ", row.annotation.name, " has ", symbols.size(),
                       " symbols, expected ", alignment.numColumns, ", one per column; it is left out");
      continue;
    }
    if (!row.description.empty()) alignment.notes.emplace_back(row.annotation.name, row.description);
    alignment.columnAnnotations.push_back(std::move(row.annotation));
  }
}

/// Counts of one record for FastaEvidence.
struct RowCounts {
  Index raw = 0, match = 0;
};

void addLetters(std::string_view line, FastaEvidence& evidence, RowCounts& counts) {
  for (const char c : line) {
    if (isBlank(c)) continue;
    const bool isLower = c >= 'a' && c <= 'z';
    evidence.hasLower |= isLower;
    evidence.hasDot |= c == '.';
    evidence.hasGap |= c == '-' || c == '.' || c == '~';
    ++counts.raw;
    counts.match += !isLower && c != '.';
  }
}

}  // namespace

FastaRecords readFastaRecords(std::string_view content, const std::string& source, AnnotationRows annotationRows,
                              Diagnostics& diagnostics, Progress& progress) {
  TextLines lines(content, source, progress);
  FastaRecords records = RecordReader(lines, annotationRows).read();
  std::vector<std::string_view> names;
  names.reserve(records.records.size());
  for (const FastaRecord& record : records.records) names.push_back(record.name);
  warnAboutRepeatedNames(names, source, diagnostics);
  return records;
}

Alignment alignmentWithInserts(FastaRecords records, const std::string& source, Diagnostics& diagnostics,
                               Progress& progress) {
  constexpr Index kRowsPerReport = 256;
  Alignment alignment;
  for (std::string& comment : records.comments) alignment.notes.emplace_back("#", std::move(comment));
  std::vector<bool> isColumn;
  for (size_t k = records.records.front().begin; k < records.records.front().end; ++k)
    isColumn.push_back(isMatchColumn(records.codes[k]));
  alignment.numColumns = std::count(isColumn.begin(), isColumn.end(), true);

  // Columns move towards the front of the same memory, which then is the alignment's.
  ResidueCode* const codes = records.codes.data();
  ResidueCode* target = codes;
  for (FastaRecord& record : records.records) {
    const Index number = alignment.numRows() + 1;
    if (number % kRowsPerReport == 0)
      progress.update(double(number) / double(records.records.size()), "separating inserts");
    AlignmentRow row{std::move(record.name), std::move(record.description), {}, {}, {}};
    ResidueCode* const end = separateInserts(codes + record.begin, codes + record.end, row, target);
    if (end - target != alignment.numColumns)
      fail(source, ", line ", record.line, ": row ", number, " (", row.name, ") has ", end - target,
           " match columns (upper case and '-'), expected ", alignment.numColumns, " as in the first row");
    target = end;
    alignment.rows.push_back(std::move(row));
  }
  records.codes.resize(static_cast<size_t>(target - codes));
  alignment.codes = std::move(records.codes);
  addAnnotations(records.annotations, isColumn, source, diagnostics, alignment);
  return alignment;
}

Alignment readAlignmentWithInserts(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                                   Progress& progress) {
  FastaRecords records = readFastaRecords(content, source, AnnotationRows::keepApart, diagnostics, progress);
  return alignmentWithInserts(std::move(records), source, diagnostics, progress);
}

FastaEvidence inspectFasta(std::string_view head) {
  Progress none;
  TextLines lines(head, {}, none);
  FastaEvidence evidence;
  RowCounts first, current;
  const auto finishRow = [&] {
    if (evidence.numRows++ == 0) first = current;
    evidence.rawLengthsAgree &= current.raw == first.raw;
    evidence.matchLengthsAgree &= current.match == first.match;
  };
  enum { before, inRow, inAnnotation } state = before;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.starts_with('>')) {
      if (state == inRow) finishRow();
      state = isAnnotationName(splitHeader(line).name) ? inAnnotation : inRow;
      evidence.isFasta = true;
      evidence.hasAnnotationRows |= state == inAnnotation;
      current = {};
    } else if (state == inRow && !line.starts_with(';')) {
      addLetters(line, evidence, current);
    } else if (state == before && line.starts_with('#')) {
      evidence.hasComment = true;
    } else if (state == before && !line.starts_with(';') && !trimmed(line).empty()) {
      return evidence;
    }
  }
  // The last row of a cut head is incomplete and tells nothing, unless it is the only one.
  const bool isWhole = head.size() < kSniffBytes;
  if (state == inRow && (isWhole || evidence.numRows == 0)) finishRow();
  return evidence;
}

void appendFastaRecord(std::string_view name, std::string_view description, const ResidueCode* codes, Index count,
                       Index lettersPerLine, std::string& out) {
  out += '>';
  // A name with blanks or control bytes would come back as another one, with '_' perhaps as the name of an annotation.
  for (const char c : name) out += isBlank(c) || static_cast<unsigned char>(c) < ' ' ? '-' : c;
  if (!description.empty()) {
    out += ' ';
    out += oneLine(description);
  }
  out += '\n';
  appendLetters(codes, count, lettersPerLine, out);
}

void appendFastaAnnotations(const Alignment& alignment, Index lettersPerLine, std::string& out) {
  for (const auto& [tag, text] : alignment.notes)
    if (tag == "#") out += "#" + oneLine(text) + "\n";
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) {
    if (!isAnnotationName(annotation.name)) continue;
    const auto note = std::find_if(alignment.notes.begin(), alignment.notes.end(),
                                   [&](const auto& entry) { return entry.first == annotation.name; });
    out += ">" + annotation.name;
    if (note != alignment.notes.end()) out += " " + oneLine(note->second);
    out += '\n';
    const size_t step = lettersPerLine > 0 ? static_cast<size_t>(lettersPerLine) : annotation.symbols.size() + 1;
    for (size_t begin = 0; begin < annotation.symbols.size(); begin += step)
      out += annotation.symbols.substr(begin, step) + "\n";
  }
}

}  // namespace engine
