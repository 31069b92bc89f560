// Stockholm, the alignment format of Pfam and HMMER.
//
// Every character of a row is a column: letter case, '-', '.' and '~' are kept. #=GF lines become notes (ID also the
// name),
// #=GS lines descriptions (DE) or notes of the row, #=GC and #=GR annotations. Other comments are dropped. Blocks may
// be interleaved. Of several alignments in one file the first is read, with a warning. Canonical, and written back byte
// for byte: the header line; "#=GF TAG   text" lines; a blank line; "#=GS NAME TAG text" lines with padded names, row
// by row, DE first, and another blank line if there are any; one block, each row followed by its #=GR lines (and its
// #=GS lines when it has the name of an earlier row), then the #=GC lines, all texts beginning one blank behind the
// longest label; "//".
#include <algorithm>
#include <string>
#include <unordered_set>

#include "engine/base/Nth.h"
#include "engine/io/formats/text/AlignmentFormat.h"
#include "engine/io/formats/text/InterleavedRows.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

constexpr std::string_view kHeader = "# STOCKHOLM 1.0";

void appendSymbols(std::vector<ColumnAnnotation>& annotations, std::string_view tag, std::string_view symbols) {
  auto found = std::find_if(annotations.begin(), annotations.end(),
                            [&](const ColumnAnnotation& annotation) { return annotation.name == tag; });
  if (found == annotations.end()) found = annotations.insert(found, {std::string(tag), {}});
  found->symbols += symbols;
}

class StockholmReader {
 public:
  StockholmReader(std::string_view content, const std::string& source, Diagnostics& diagnostics, Progress& progress)
      : m_lines(content, source, progress), m_diagnostics(diagnostics) {}

  Alignment read() {
    if (!m_lines.next() || !m_lines.line().starts_with("# STOCKHOLM 1."))
      m_lines.fail("found another first line, expected \"", kHeader, "\"");
    bool isEnded = false;
    while (!isEnded && m_lines.next()) isEnded = readLine(trimmedRight(m_lines.line()));
    m_endLine = m_lines.number();
    if (!isEnded) m_diagnostics.warn(m_lines.source(), ": the file ends without \"//\", it may be cut short");
    warnAboutMore();
    return finish();
  }

 private:
  /// A #=GS or #=GR line. `row` is -1 where the row comes later in the file.
  struct RowMarkup {
    std::string name, tag, text;
    Index line = 0, row = -1;
  };

  /// True for the line that ends the alignment.
  bool readLine(std::string_view line) {
    if (line == "//") return true;
    if (line.empty())
      m_rows.endBlock();
    else if (line.starts_with("#="))
      readMarkup(line);
    else if (!line.starts_with('#'))
      readRow(line);
    return false;
  }

  void readRow(std::string_view line) {
    const auto [name, letters] = splitWord(line);
    if (letters.empty()) m_lines.fail("found the name ", name, " alone, expected a name and a piece of its row");
    m_rows.append(m_lines, name, letters);
  }

  void readMarkup(std::string_view line) {
    const auto [kind, rest] = splitWord(line);
    const bool isAboutRow = kind == "#=GS" || kind == "#=GR";
    if (!isAboutRow && kind != "#=GF" && kind != "#=GC")
      m_lines.fail("found \"", kind, "\", expected #=GF, #=GS, #=GC or #=GR");
    const auto [name, tagAndText] = isAboutRow ? splitWord(rest) : std::pair{std::string_view{}, rest};
    const auto [tag, text] = splitWord(tagAndText);
    if (tag.empty())
      m_lines.fail("found \"", line, "\", expected ", isAboutRow ? "a row name, " : "", "a tag and a text");
    if (kind == "#=GF") m_notes.emplace_back(tag, text);
    if (kind == "#=GC") appendSymbols(m_columnAnnotations, tag, text);
    if (!isAboutRow) return;
    RowMarkup markup{std::string(name), std::string(tag), std::string(text), m_lines.number(), -1};
    // Below a row it is about that one, which may have the name of an earlier row.
    markup.row = m_rows.findLatest(name);
    (kind == "#=GS" ? m_rowNotes : m_rowAnnotations).push_back(std::move(markup));
  }

  void warnAboutMore() {
    while (m_lines.next())
      if (!trimmed(m_lines.line()).empty()) {
        m_diagnostics.warn(m_lines.source(), ", line ", m_lines.number(),
                           ": more text follows the first alignment; only the first was read");
        return;
      }
  }

  /// Rows that were not yet known when a note about them was read.
  void resolve(std::vector<RowMarkup>& markup) {
    for (RowMarkup& line : markup) {
      if (line.row < 0) line.row = m_rows.findFirst(line.name);
      if (line.row < 0) m_lines.failAt(line.line, "there is no row ", line.name, ", expected the name of a row");
    }
  }

  void requireSymbols(const ColumnAnnotation& annotation, const char* kind, Index numColumns, Index line) {
    if (static_cast<Index>(annotation.symbols.size()) != numColumns)
      m_lines.failAt(line, kind, " ", annotation.name, " has ", annotation.symbols.size(), " symbols, expected ",
                     numColumns, ", one per column");
  }

  Alignment finish() {
    if (m_rows.numRows() == 0) m_lines.failAt(m_endLine, "the alignment ends without a row");
    resolve(m_rowNotes);
    resolve(m_rowAnnotations);
    Alignment alignment = m_rows.take(m_lines, m_diagnostics);
    alignment.columnAnnotations = std::move(m_columnAnnotations);
    for (const ColumnAnnotation& annotation : alignment.columnAnnotations)
      requireSymbols(annotation, "#=GC", alignment.numColumns, m_endLine);
    addRowNotes(alignment);
    addRowAnnotations(alignment);
    for (const auto& [tag, text] : m_notes)
      if (tag == "ID" && alignment.name.empty()) alignment.name = text;
    alignment.notes = std::move(m_notes);
    return alignment;
  }

  void addRowNotes(Alignment& alignment) {
    for (RowMarkup& note : m_rowNotes) {
      AlignmentRow& row = nth(alignment.rows, note.row);
      if (note.tag == "DE" && row.description.empty())
        row.description = std::move(note.text);
      else
        row.notes.emplace_back(std::move(note.tag), std::move(note.text));
    }
  }

  void addRowAnnotations(Alignment& alignment) {
    for (const RowMarkup& piece : m_rowAnnotations)
      appendSymbols(nth(alignment.rows, piece.row).annotations, piece.tag, piece.text);
    for (const RowMarkup& piece : m_rowAnnotations)
      for (const ColumnAnnotation& annotation : nth(alignment.rows, piece.row).annotations)
        if (annotation.name == piece.tag) requireSymbols(annotation, "#=GR", alignment.numColumns, piece.line);
  }

  TextLines m_lines;
  Diagnostics& m_diagnostics;
  InterleavedRows m_rows;
  Index m_endLine = 0;
  std::vector<std::pair<std::string, std::string>> m_notes;
  std::vector<ColumnAnnotation> m_columnAnnotations;
  std::vector<RowMarkup> m_rowNotes, m_rowAnnotations;
};

/// One tag per annotation. A repeated one gets a number: the pieces of one tag would be read as one long text.
std::vector<std::string> uniqueTags(const std::vector<ColumnAnnotation>& annotations) {
  std::vector<std::string> tags;
  for (const ColumnAnnotation& annotation : annotations) {
    const std::string name = oneWord(annotation.name);
    std::string tag = name;
    for (int number = 2; std::find(tags.begin(), tags.end(), tag) != tags.end(); ++number)
      tag = name + "_" + std::to_string(number);
    tags.push_back(std::move(tag));
  }
  return tags;
}

class StockholmWriter {
 public:
  explicit StockholmWriter(const Alignment& alignment) : m_alignment(alignment) {
    for (const AlignmentRow& row : alignment.rows) {
      m_nameWidth = std::max(m_nameWidth, oneWord(row.name).size());
      m_labelWidth = std::max(m_labelWidth, oneWord(row.name).size());
      for (const std::string& tag : uniqueTags(row.annotations))
        m_labelWidth = std::max(m_labelWidth, rowLabel(row, tag).size());
    }
    for (const std::string& tag : uniqueTags(alignment.columnAnnotations))
      m_labelWidth = std::max(m_labelWidth, columnLabel(tag).size());
  }

  std::string write() {
    m_out += std::string(kHeader) + "\n";
    writeFileNotes();
    m_out += '\n';
    writeRowNotes();
    for (Index row = 0; row < m_alignment.numRows(); ++row) writeRow(row);
    const std::vector<std::string> tags = uniqueTags(m_alignment.columnAnnotations);
    for (size_t k = 0; k < tags.size(); ++k)
      writeSymbols(columnLabel(tags[k]), m_alignment.columnAnnotations[k].symbols);
    m_out += "//\n";
    return std::move(m_out);
  }

 private:
  static std::string rowLabel(const AlignmentRow& row, const std::string& tag) {
    return "#=GR " + oneWord(row.name) + " " + tag;
  }
  static std::string columnLabel(const std::string& tag) { return "#=GC " + tag; }

  void writeFileNotes() {
    const auto isId = [](const auto& note) { return note.first == "ID"; };
    const auto& notes = m_alignment.notes;
    if (!m_alignment.name.empty() && std::none_of(notes.begin(), notes.end(), isId))
      m_out += "#=GF ID   " + oneLine(m_alignment.name) + "\n";
    // The '#' line of an A3M file is a comment.
    for (const auto& [tag, text] : notes)
      m_out += "#=GF " + (tag == "#" ? "CC" : oneWord(tag)) + "   " + oneLine(text) + "\n";
  }

  void writeRowNotes() {
    const size_t before = m_out.size();
    std::unordered_set<std::string> names;
    for (const AlignmentRow& row : m_alignment.rows) {
      m_repeatsName.push_back(!names.insert(oneWord(row.name)).second);
      if (!m_repeatsName.back()) writeNotesOf(row);
    }
    if (m_out.size() != before) m_out += '\n';
  }

  void writeNotesOf(const AlignmentRow& row) {
    std::string label = "#=GS " + oneWord(row.name);
    label.resize(5 + m_nameWidth + 1, ' ');
    if (!row.description.empty()) m_out += label + "DE " + oneLine(row.description) + "\n";
    for (const auto& [tag, text] : row.notes) m_out += label + oneWord(tag) + " " + oneLine(text) + "\n";
  }

  void writeRow(Index row) {
    const AlignmentRow& described = nth(m_alignment.rows, row);
    std::string label = oneWord(described.name);
    label.resize(m_labelWidth + 1, ' ');
    m_out += label;
    appendLetters(m_alignment.row(row), m_alignment.numColumns, 0, m_out);
    if (nth(m_repeatsName, row)) writeNotesOf(described);
    const std::vector<std::string> tags = uniqueTags(described.annotations);
    for (size_t k = 0; k < tags.size(); ++k)
      writeSymbols(rowLabel(described, tags[k]), described.annotations[k].symbols);
  }

  /// Blanks would end the text early for other readers: '.' stands for "nothing known" in this format.
  void writeSymbols(std::string label, std::string symbols) {
    std::replace_if(
        symbols.begin(), symbols.end(), [](unsigned char c) { return c <= ' '; }, '.');
    label.resize(m_labelWidth + 1, ' ');
    m_out += label + symbols + "\n";
  }

  const Alignment& m_alignment;
  size_t m_nameWidth = 0, m_labelWidth = 0;
  std::vector<bool> m_repeatsName;  ///< of each row: an earlier one has it
  std::string m_out;
};

class Stockholm : public AlignmentFormat {
 public:
  std::string id() const override { return "stockholm"; }
  std::string title() const override { return "Stockholm alignment"; }
  std::string help() const override {
    return "Alignment of Pfam and HMMER with annotation of the file, rows and columns. When an alignment with inserts "
           "is "
           "written, inserts become columns filled up with '.'.";
  }
  std::vector<std::string> suffixes() const override { return {".sto", ".stk", ".stockholm"}; }

  /// Lines that begin with '>' are those of A3M or A2M, whose comment may read like this header.
  int sniff(std::string_view head, std::string_view suffix) const override {
    if (!firstLineOf(head).starts_with("# STOCKHOLM 1.")) return 0;
    const std::vector<std::string> ours = suffixes();
    const bool isOurs = std::find(ours.begin(), ours.end(), suffix) != ours.end();
    return isOurs || head.find("\n>") == std::string_view::npos ? 100 : 0;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const Alignment>(StockholmReader(content, source, diagnostics, progress).read());
  }

  std::string sample() const override {
    return "# STOCKHOLM 1.0\n"
           "#=GF ID   sample\n"
           "#=GF CC   two blocks\n"
           "\n"
           "#=GS one/1-9 DE first of two\n"
           "#=GS two     AC P00001.1\n"
           "\n"
           "one/1-9      MKV-L\n"
           "two          MRVaL\n"
           "#=GR two PP  99*.9\n"
           "#=GC SS_cons CHHHC\n"
           "\n"
           "one/1-9      .AXGV\n"
           "two          cA~GI\n"
           "#=GR two PP  9*.99\n"
           "#=GC SS_cons CEEEC\n"
           "//\n";
  }

 protected:
  std::string writeAlignment(const Alignment& source) const override {
    const Alignment alignment = expandedForBlocks(source, "Stockholm");
    return StockholmWriter(alignment).write();
  }
};

}  // namespace

std::unique_ptr<const Format> makeStockholm() { return std::make_unique<Stockholm>(); }

}  // namespace engine
