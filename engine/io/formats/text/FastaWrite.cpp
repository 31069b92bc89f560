// Writing of '>' records, laid out like the file they came from where there was one.
#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/io/formats/text/FastaRecords.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

bool isControl(char c) { return static_cast<unsigned char>(c) < ' '; }

/// With '_' for blanks it might become the name of an annotation.
std::string headerName(std::string_view name, AnnotationRows annotationRows) {
  std::string word(name);
  std::replace_if(
      word.begin(), word.end(), [](char c) { return isBlank(c) || isControl(c); }, '-');
  if (isAnnotationName(word, annotationRows)) word[2] = '-';
  return word;
}

/// Symbols that come back as one line of them: '-' stands for others.
std::string symbolLine(std::string symbols) {
  std::replace_if(
      symbols.begin(), symbols.end(), [](char c) { return isBlank(c) || isControl(c); }, '-');
  if (symbols.starts_with('>')) symbols.front() = '-';
  return symbols + "\n";
}

}  // namespace

std::string headerLine(std::string_view name, std::string_view description, AnnotationRows annotationRows) {
  const std::string text = oneLine(description);
  if (text.empty()) return headerName(name, annotationRows);
  return (name.empty() ? "unnamed" : headerName(name, annotationRows)) + " " + text;
}

void appendFastaRecord(std::string_view name, std::string_view description, const ResidueCode* codes, Index count,
                       Index lettersPerLine, AnnotationRows annotationRows, std::string& out) {
  out += '>' + headerLine(name, description, annotationRows) + '\n';
  appendLetters(codes, count, lettersPerLine, out);
}

void appendFastaAnnotations(const Alignment& alignment, Index lettersPerLine, AnnotationRows annotationRows,
                            std::string& out) {
  for (const auto& [tag, text] : alignment.notes)
    if (tag == "#") out += "#" + oneLine(text) + "\n";
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations) {
    const std::string name = headerName(annotation.name, AnnotationRows::none);
    if (!isAnnotationName(name, annotationRows)) continue;
    const auto note = std::find_if(alignment.notes.begin(), alignment.notes.end(),
                                   [&](const auto& entry) { return entry.first == annotation.name; });
    out += ">" + name;
    if (note != alignment.notes.end()) out += " " + oneLine(note->second);
    out += '\n';
    const size_t step = lettersPerLine > 0 ? static_cast<size_t>(lettersPerLine) : annotation.symbols.size() + 1;
    for (size_t begin = 0; begin < annotation.symbols.size(); begin += step)
      out += symbolLine(annotation.symbols.substr(begin, step));
  }
}

void requireRecords(std::size_t count, const char* format) {
  if (count == 0) fail("without a sequence nothing can be written as ", format);
}

namespace {

/// Columns and inserts of a row as in A3M.
std::vector<ResidueCode> lettersWithInserts(const Alignment& alignment, Index row) {
  std::vector<ResidueCode> letters;
  const std::vector<Insert>& inserts = nth(alignment.rows, row).inserts;
  auto insert = inserts.begin();
  const ResidueCode* const codes = alignment.row(row);
  Index column = 0;
  for (; insert != inserts.end(); ++insert) {
    letters.insert(letters.end(), codes + column, codes + insert->after);
    letters.insert(letters.end(), insert->codes.begin(), insert->codes.end());
    column = insert->after;
  }
  letters.insert(letters.end(), codes + column, codes + alignment.numColumns);
  return letters;
}

std::string a3mRow(const Alignment& alignment, Index row, Index lettersPerLine) {
  std::string text;
  const AlignmentRow& header = nth(alignment.rows, row);
  const std::vector<ResidueCode> letters = lettersWithInserts(alignment, row);
  appendFastaRecord(header.name, header.description, letters.data(), static_cast<Index>(letters.size()), lettersPerLine,
                    AnnotationRows::all, text);
  // Without letters there is an empty line, so that each row has one.
  if (letters.empty()) text += '\n';
  return text;
}

void appendLines(std::string_view text, std::string_view lineEnd, std::string& out) {
  for (const char c : text)
    if (c == '\n')
      out += lineEnd;
    else
      out += c;
}

}  // namespace

std::string a3mText(const Alignment& alignment, const TextLayout& layout) {
  requireRecords(alignment.rows.size(), "A3M");
  std::string out;
  out.reserve(alignment.codes.size() + 64 * alignment.rows.size());
  if (layout.head.empty())
    appendFastaAnnotations(alignment, layout.lettersPerLine, AnnotationRows::all, out);
  else
    out = layout.head;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const auto kept = layout.rows.find(row);
    if (kept != layout.rows.end())
      out += kept->second;
    else
      appendLines(a3mRow(alignment, row, layout.lettersPerLine), layout.lineEnd, out);
  }
  return out;
}

}  // namespace engine
