// Reading of '>' records.
#include "engine/io/formats/text/FastaRecords.h"

#include <algorithm>
#include <utility>

#include "engine/base/LargePages.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/TextLines.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

/// Letters of all rows: in large pages, because touching memory takes longer than translating letters.
std::vector<ResidueCode> memoryFor(size_t numLetters) {
  std::vector<ResidueCode> codes;
  codes.reserve(numLetters);
  if (numLetters >= kLargeBlock) adviseLargePages(codes.data(), numLetters);
  codes.resize(numLetters);
  return codes;
}

/// Reads the letters of a row into [begin, end), which is as long as there are letters.
void readRow(const FastaText& text, const FastaSpan& span, ResidueCode* begin, const ResidueCode* end) {
  Progress none;
  TextLines lines(text.content.substr(span.body, span.end - span.body), text.source, none, span.line);
  std::vector<ResidueCode> buffer;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.starts_with(';')) continue;
    if (static_cast<size_t>(end - begin) >= line.size()) {
      begin = readResidues(lines, line, begin);
      continue;
    }
    // A line with blanks at the end of a row: what follows belongs to the next row, which may be being written.
    buffer.resize(line.size());
    begin = std::copy(buffer.data(), readResidues(lines, line, buffer.data()), begin);
  }
}

FastaHeader headerOf(const FastaText& text, const FastaSpan& span) {
  return splitFastaHeader(firstLineOf(text.content.substr(span.header, span.body - span.header)));
}

/// Rows about columns as they are; of the others only where their letters go: headers are read with the letters, so
/// that every part of a mapped file is needed once more and no longer.
void addRecords(const FastaText& text, const FastaIndex& index, FastaRecords& result) {
  size_t position = 0;
  for (const FastaSpan& span : index.spans) {
    if (!span.isAnnotation) {
      result.records.push_back({{}, {}, span.line, position, position + span.numLetters});
      position += span.numLetters;
      continue;
    }
    const FastaHeader header = headerOf(text, span);
    std::string symbols;
    for (const char c : text.content.substr(span.body, span.end - span.body))
      if (!isBlank(c) && c != '\n' && c != '\r') symbols += c;
    result.annotations.push_back(
        {{std::string(header.name), std::move(symbols)}, std::string(header.description), span.line});
  }
}

/// Headers and letters. `spans`: those of the records, in the same order.
void readRows(const FastaText& text, const std::vector<FastaSpan>& spans, FastaRecords& records, Progress& progress) {
  constexpr Index kLettersPerPiece = Index{4} << 20;
  records.codes = memoryFor(records.records.empty() ? 0 : records.records.back().end);
  const auto numRows = static_cast<Index>(records.records.size());
  const Index lettersPerRow = static_cast<Index>(records.codes.size()) / std::max<Index>(1, numRows) + 1;
  const auto read = [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      FastaRecord& record = nth(records.records, row);
      const FastaSpan& span = nth(spans, row);
      const FastaHeader header = headerOf(text, span);
      record.name = header.name;
      record.description = header.description;
      readRow(text, span, records.codes.data() + record.begin, records.codes.data() + record.end);
    }
    const size_t from = nth(spans, begin).header, to = nth(spans, end - 1).end;
    if (text.release) text.release(text.content.substr(from, to - from));
  };
  try {
    parallelFor(numRows, std::max<Index>(1, kLettersPerPiece / lettersPerRow), 0, progress, "reading", read);
  } catch (const Error&) {
    // The first mistake of the file, whichever was met first.
    for (Index row = 0; row < numRows; ++row) read(row, row + 1);
    throw;
  }
}

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
    if (!isAnnotationName(row.annotation.name, AnnotationRows::ofKnownNames))
      diagnostics.warn(source, ", line ", row.line, ": ", row.annotation.name,
                       " is taken for a row about columns, no sequence, as all whose names begin with ss_, sa_ or aa_");
    if (!row.description.empty()) alignment.notes.emplace_back(row.annotation.name, row.description);
    alignment.columnAnnotations.push_back(std::move(row.annotation));
  }
}

/// What the letters of one record are, for FastaEvidence.
struct RowCounts {
  Index raw = 0, match = 0;
  bool hasLower = false, hasDot = false, hasGap = false, hasForeign = false;
};

void addLetters(std::string_view line, RowCounts& counts) {
  for (const char c : line) {
    if (isBlank(c)) continue;
    const bool isLower = c >= 'a' && c <= 'z';
    counts.hasLower |= isLower;
    counts.hasDot |= c == '.';
    counts.hasGap |= c == '-' || c == '.' || c == '~';
    counts.hasForeign |= alphabet::codeOf(c) == alphabet::kInvalid;
    ++counts.raw;
    counts.match += !isLower && c != '.';
  }
}

/// Puts together what the records of a head are.
class EvidenceCollector {
 public:
  void startRecord(std::string_view name) {
    finishRecord();
    m_isOpen = true;
    m_isLikeAnnotation = isAnnotationName(name, AnnotationRows::all);
    m_isKnownAnnotation = isAnnotationName(name, AnnotationRows::ofKnownNames);
    m_current = {};
  }
  void add(std::string_view line) { addLetters(line, m_current); }
  void dropRecord() { m_isOpen = false; }
  bool hasRow() const { return evidence.numRows > 0; }
  void finishRecord();
  FastaEvidence take();

  FastaEvidence evidence;

 private:
  RowCounts m_first, m_current;
  std::vector<RowCounts> m_annotations;
  bool m_isOpen = false, m_isLikeAnnotation = false, m_isKnownAnnotation = false;
};

void EvidenceCollector::finishRecord() {
  if (!std::exchange(m_isOpen, false)) return;
  if (m_isKnownAnnotation || (m_isLikeAnnotation && m_current.hasForeign)) {
    m_annotations.push_back(m_current);
    return;
  }
  if (evidence.numRows++ == 0) m_first = m_current;
  evidence.rawLengthsAgree &= m_current.raw == m_first.raw;
  evidence.matchLengthsAgree &= m_current.match == m_first.match;
  evidence.hasRowsLikeAnnotations |= m_isLikeAnnotation;
  evidence.hasLower |= m_current.hasLower;
  evidence.hasDot |= m_current.hasDot;
  evidence.hasGap |= m_current.hasGap;
}

FastaEvidence EvidenceCollector::take() {
  for (const RowCounts& row : m_annotations) {
    const bool fits = !hasRow() || row.raw == m_first.match || row.raw == m_first.raw;
    evidence.hasAnnotationRows |= fits || row.hasForeign;
    if (!fits && !row.hasForeign) evidence.rawLengthsAgree = evidence.matchLengthsAgree = false;
  }
  return evidence;
}

}  // namespace

FastaText fastaTextOf(const MappedFile& file, const std::string& source) {
  return {file.bytes(), source, [&file](std::string_view part) { file.release(part); }};
}

FastaRecords readFastaRecords(const FastaText& text, AnnotationRows annotationRows, Diagnostics& diagnostics,
                              Progress& progress) {
  PartProgress indexing(progress, 0.0, 0.3), reading(progress, 0.3, 1.0);
  FastaIndex index = indexFasta(text.content, text.source, annotationRows, text.release, indexing);
  FastaRecords records;
  records.comments = std::move(index.comments);
  if (text.keepsLayout)
    if (auto layout = layoutOf(index, text.content))
      records.layout = std::make_shared<const TextLayout>(std::move(*layout));
  records.records.reserve(index.spans.size());
  addRecords(text, index, records);
  if (records.records.empty())
    fail(text.source, ", line ", std::max<Index>(1, index.numLines),
         ": the file ends without a sequence, expected a header line that begins with '>'");
  std::erase_if(index.spans, [](const FastaSpan& span) { return span.isAnnotation; });
  readRows(text, index.spans, records, reading);
  std::vector<std::string_view> names;
  names.reserve(records.records.size());
  for (const FastaRecord& record : records.records) names.push_back(record.name);
  warnAboutRepeatedNames(names, text.source, diagnostics);
  return records;
}

Alignment alignmentWithInserts(FastaRecords records, const std::string& source, Diagnostics& diagnostics,
                               Progress& progress) {
  constexpr Index kRowsPerReport = 256;
  Alignment alignment;
  alignment.rows.reserve(records.records.size());
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

LaidOutAlignment readAlignmentWithInserts(const FastaText& text, AnnotationRows annotationRows,
                                          Diagnostics& diagnostics, Progress& progress) {
  PartProgress reading(progress, 0.0, 0.7), separating(progress, 0.7, 1.0);
  FastaRecords records = readFastaRecords(text, annotationRows, diagnostics, reading);
  std::shared_ptr<const TextLayout> layout = std::move(records.layout);
  return {alignmentWithInserts(std::move(records), text.source, diagnostics, separating), std::move(layout)};
}

FastaEvidence inspectFasta(std::string_view head) {
  Progress none;
  TextLines lines(head, {}, none);
  EvidenceCollector records;
  FastaEvidence& evidence = records.evidence;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.starts_with('>')) {
      records.startRecord(splitFastaHeader(line).name);
      evidence.isFasta = true;
    } else if (line.starts_with(';')) {
      continue;
    } else if (evidence.isFasta) {
      records.add(line);
    } else if (line.starts_with('#')) {
      evidence.hasComment = true;
    } else if (!trimmed(line).empty()) {
      return evidence;
    }
  }
  // The last row of a cut head is incomplete and tells nothing, unless it is the only one.
  const bool isWhole = head.size() < kSniffBytes;
  if (!isWhole && records.hasRow()) records.dropRecord();
  records.finishRecord();
  return records.take();
}

}  // namespace engine
