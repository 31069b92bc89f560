// Clustal, the block format of ClustalW and its successors; MUSCLE and others write it under their own first line.
//
// The first line becomes a note with the tag "CLUSTAL". The line of '*', ':' and '.' under each block becomes the
// column annotation "conservation" (blank: no mark). Numbers behind the rows are ignored. Every character of a row is a
// column. Canonical, and written back byte for byte: first line, a blank line, blocks of 60 columns with a blank line
// between them, rows beginning 6 characters behind the longest name, no numbers; marks as long as the block, trailing
// blanks included.
#include <algorithm>
#include <cctype>

#include "engine/base/Nth.h"
#include "engine/io/formats/text/AlignmentFormat.h"
#include "engine/io/formats/text/InterleavedRows.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

constexpr Index kColumnsPerBlock = 60;
constexpr size_t kBehindName = 6;
constexpr const char* kAnnotation = "conservation";
constexpr const char* kHeaderTag = "CLUSTAL";
constexpr std::string_view kStandardHeader = "CLUSTAL multiple sequence alignment";

bool isHeader(std::string_view line) {
  return line.starts_with("CLUSTAL") || line.find("multiple sequence alignment") != std::string_view::npos;
}

/// Without the count of residues that some programs write behind the letters.
std::string_view withoutNumber(std::string_view text) {
  const size_t lastBlank = text.find_last_of(" \t");
  if (lastBlank == std::string_view::npos) return text;
  const std::string_view last = text.substr(lastBlank + 1);
  const bool isNumber = std::all_of(last.begin(), last.end(), [](unsigned char c) { return std::isdigit(c); });
  return isNumber ? trimmedRight(text.substr(0, lastBlank)) : text;
}

class ClustalReader {
 public:
  ClustalReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  Alignment read() {
    std::string_view header;
    while (header.empty() && m_lines.next()) header = trimmedRight(m_lines.line());
    if (!isHeader(header)) m_lines.fail("found another first line, expected one that begins with CLUSTAL");
    while (m_lines.next()) readLine(m_lines.line());
    endBlock();
    if (m_rows.numRows() == 0) m_lines.fail("the file ends without a row, expected lines of a name and its letters");
    Alignment alignment = m_rows.take(m_lines, m_diagnostics);
    alignment.notes.emplace_back(kHeaderTag, header);
    if (m_hasMarks) alignment.columnAnnotations.push_back({kAnnotation, std::move(m_marks)});
    return alignment;
  }

 private:
  void readLine(std::string_view line) {
    if (trimmed(line).empty())
      endBlock();
    else if (isBlank(line.front()))
      readMarks(line);
    else
      readRow(line);
  }

  void readRow(std::string_view line) {
    const auto [name, rest] = splitWord(line);
    const std::string_view letters = withoutNumber(rest);
    if (letters.empty()) m_lines.fail("found the name ", name, " alone, expected a name and a piece of its row");
    m_rows.append(m_lines, name, letters);
    m_lettersBegin = static_cast<size_t>(letters.data() - line.data());
    m_inBlock = true;
  }

  void readMarks(std::string_view line) {
    if (!m_inBlock) m_lines.fail("found a line that begins with a blank outside a block, expected a name");
    const size_t foreign = line.find_first_not_of(" \t*:.");
    if (foreign != std::string_view::npos)
      m_lines.fail("found '", line[foreign], "' in column ", foreign + 1, ", expected '*', ':', '.' or blanks");
    m_blockMarks = line.substr(std::min(m_lettersBegin, line.size()));
    m_hasMarks = true;
  }

  /// Marks reach as far as the first row, whatever the line under the block holds.
  void endBlock() {
    if (m_inBlock) m_marks += m_blockMarks;
    m_marks.resize(static_cast<size_t>(m_rows.numColumns()), ' ');
    std::replace(m_marks.begin(), m_marks.end(), '\t', ' ');
    m_blockMarks.clear();
    m_inBlock = false;
    m_rows.endBlock();
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  InterleavedRows m_rows;
  std::string m_marks, m_blockMarks;
  bool m_hasMarks = false, m_inBlock = false;
  size_t m_lettersBegin = 0;
};

/// The first line: the one of the file it came from, if that was such a file.
std::string headerOf(const Alignment& alignment) {
  for (const auto& [tag, text] : alignment.notes) {
    const std::string line = oneLine(text);
    const bool isLikeOne = tag == kHeaderTag && isHeader(line) && !line.starts_with('>') && !line.starts_with('#');
    if (isLikeOne && recogniseFormat(line, "").id() == "clustal") return line;
  }
  return std::string(kStandardHeader);
}

const ColumnAnnotation* findMarks(const Alignment& alignment) {
  for (const ColumnAnnotation& annotation : alignment.columnAnnotations)
    if (annotation.name == kAnnotation && annotation.symbols.find_first_not_of(" *:.") == std::string::npos)
      return &annotation;
  return nullptr;
}

std::string writeClustal(const Alignment& alignment) {
  const ColumnAnnotation* marks = findMarks(alignment);
  size_t width = 0;
  for (const AlignmentRow& row : alignment.rows) width = std::max(width, oneWord(row.name).size() + kBehindName);

  std::string out = headerOf(alignment) + '\n';
  for (Index begin = 0; begin < alignment.numColumns; begin += kColumnsPerBlock) {
    const Index count = std::min(kColumnsPerBlock, alignment.numColumns - begin);
    out += '\n';
    for (Index row = 0; row < alignment.numRows(); ++row) {
      std::string label = oneWord(nth(alignment.rows, row).name);
      label.resize(width, ' ');
      out += label;
      appendLetters(alignment.row(row) + begin, count, 0, out);
    }
    if (marks)
      out += std::string(width, ' ') + marks->symbols.substr(static_cast<size_t>(begin), static_cast<size_t>(count)) +
             "\n";
  }
  return out;
}

class Clustal : public AlignmentFormat {
 public:
  std::string id() const override { return "clustal"; }
  std::string title() const override { return "Clustal alignment"; }
  std::string help() const override {
    return "Alignment in blocks with a line of conservation marks. When an alignment with inserts is written, inserts "
           "become columns filled up with '.'.";
  }
  std::vector<std::string> suffixes() const override { return {".aln", ".clustal", ".clustalw", ".clw"}; }

  int sniff(std::string_view head, std::string_view) const override {
    const size_t begin = head.find_first_not_of("\r\n");
    const std::string_view line = firstLineOf(head.substr(std::min(begin, head.size())));
    if (line.starts_with('>') || line.starts_with('#')) return 0;
    return line.starts_with("CLUSTAL") ? 95 : isHeader(line) ? 85 : 0;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const Alignment>(ClustalReader(content, source, diagnostics, progress).read());
  }

  std::string sample() const override {
    return "CLUSTAL W (1.81) multiple sequence alignment\n"
           "\n"
           "one          MKVELAAGIV\n"
           "two          MRV-LSaGIX\n"
           "             *:* *: **.\n"
           "\n"
           "one          WY-K\n"
           "two          WFAK\n"
           "             *: *\n";
  }

 protected:
  std::string writeAlignment(const Alignment& source) const override {
    const Alignment alignment = expandedForBlocks(source, "Clustal");
    return writeClustal(alignment);
  }
};

}  // namespace

std::unique_ptr<const Format> makeClustal() { return std::make_unique<Clustal>(); }

}  // namespace engine
