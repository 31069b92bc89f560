// The first pass over '>' records.
#include "engine/io/formats/text/FastaIndex.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

constexpr size_t kReleaseDistance = size_t{8} << 20;
constexpr size_t kMostKeptText = size_t{64} << 20;

/// "\n", "\r\n", "\r"; empty at the end of the text.
std::string_view lineEndBehind(std::string_view content, std::string_view line) {
  const auto position = static_cast<size_t>(line.data() + line.size() - content.data());
  const std::string_view rest = content.substr(position, 2);
  if (rest.starts_with("\r\n")) return rest;
  return rest.substr(0, 1);
}

bool isWrittenLikeThis(std::string_view line, const FastaHeader& header) {
  const size_t length = 1 + header.name.size() + (header.description.empty() ? 0 : 1 + header.description.size());
  const bool hasControls =
      std::any_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (line.size() != length || hasControls) return false;
  return header.description.empty() || line[1 + header.name.size()] == ' ';
}

class Indexer {
 public:
  Indexer(std::string_view content, TextLines& lines, AnnotationRows annotationRows, const TextRelease& release)
      : m_content(content), m_lines(lines), m_annotationRows(annotationRows), m_release(release) {}

  FastaIndex read() {
    while (m_lines.next()) {
      const std::string_view line = m_lines.line();
      const std::string_view lineEnd = lineEndBehind(m_content, line);
      if (m_lines.number() == 1 && !lineEnd.empty()) m_index.lineEnd = lineEnd;
      if (line.starts_with('>'))
        startSpan(line);
      else if (m_index.spans.empty())
        addHeadLine(line);
      else
        addBodyLine(line);
      if (m_index.spans.empty()) continue;
      FastaSpan& span = m_index.spans.back();
      span.isRegular &= lineEnd == m_index.lineEnd;
      span.end = offsetOf(line) + line.size() + lineEnd.size();
      if (line.starts_with('>')) span.body = span.end;
      releaseBefore(span.header);
    }
    m_index.numLines = m_lines.number();
    return std::move(m_index);
  }

 private:
  size_t offsetOf(std::string_view line) const { return static_cast<size_t>(line.data() - m_content.data()); }

  void releaseBefore(size_t position) {
    if (!m_release || position < m_released + kReleaseDistance) return;
    m_release(m_content.substr(m_released, position - m_released));
    m_released = position;
  }

  void startSpan(std::string_view line) {
    const FastaHeader header = splitFastaHeader(line);
    FastaSpan span;
    span.header = offsetOf(line);
    span.line = m_lines.number();
    span.isAnnotation = isAnnotationName(header.name, m_annotationRows);
    span.isRegular = isWrittenLikeThis(line, header);
    m_index.spans.push_back(span);
  }

  void addHeadLine(std::string_view line) {
    if (line.starts_with('#')) {
      m_index.comments.emplace_back(line.substr(1));
    } else if (!line.starts_with(';') && !trimmed(line).empty()) {
      m_lines.fail("found text before the first header, expected a line that begins with '>'");
    }
  }

  void addBodyLine(std::string_view line) {
    FastaSpan& span = m_index.spans.back();
    if (line.starts_with(';')) {
      span.isRegular = false;
      return;
    }
    const auto numBlanks = static_cast<size_t>(std::count_if(line.begin(), line.end(), isBlank));
    const auto length = static_cast<std::int32_t>(line.size());
    // A line that is shorter than the first ends the row; an empty one is none.
    const bool isBehindShorter = span.numLines > 0 && span.lastLine != span.firstLine;
    span.isRegular &= numBlanks == 0 && length > 0 && !isBehindShorter && line.find('.') == std::string_view::npos &&
                      (span.numLines == 0 || length <= span.firstLine);
    if (span.numLines++ == 0) span.firstLine = length;
    span.lastLine = length;
    span.numLetters += line.size() - numBlanks;
  }

  std::string_view m_content;
  TextLines& m_lines;
  AnnotationRows m_annotationRows;
  const TextRelease& m_release;
  FastaIndex m_index;
  size_t m_released = 0;
};

/// Width of the lines of the first row that needs several; 0 when none does.
Index lineWidthOf(const std::vector<FastaSpan>& spans) {
  for (const FastaSpan& span : spans)
    if (!span.isAnnotation && span.numLines > 1) return span.firstLine;
  return 0;
}

bool hasWidth(const FastaSpan& span, Index width) {
  if (span.numLines == 0) return false;
  return span.numLines == 1 ? width == 0 || span.firstLine <= width : span.firstLine == width;
}

}  // namespace

FastaHeader splitFastaHeader(std::string_view line) {
  const std::string_view text = trimmed(line.substr(1));
  const auto end = std::find_if(text.begin(), text.end(), isBlank);
  const auto length = static_cast<size_t>(end - text.begin());
  return {text.substr(0, length), length < text.size() ? text.substr(length + 1) : std::string_view{}};
}

bool isAnnotationName(std::string_view name, AnnotationRows which) {
  static constexpr std::array<std::string_view, 3> kBeginnings{"ss_", "sa_", "aa_"}, kEnds{"pred", "conf", "dssp"};
  const bool isLikeOne = std::find(kBeginnings.begin(), kBeginnings.end(), name.substr(0, 3)) != kBeginnings.end();
  if (which == AnnotationRows::all || !isLikeOne) return isLikeOne && which != AnnotationRows::none;
  return which == AnnotationRows::ofKnownNames && std::find(kEnds.begin(), kEnds.end(), name.substr(3)) != kEnds.end();
}

FastaIndex indexFasta(std::string_view content, const std::string& source, AnnotationRows annotationRows,
                      const TextRelease& release, Progress& progress) {
  TextLines lines(content, source, progress);
  return Indexer(content, lines, annotationRows, release).read();
}

std::optional<TextLayout> layoutOf(const FastaIndex& index, std::string_view content) {
  TextLayout layout;
  layout.lineEnd = index.lineEnd;
  layout.lettersPerLine = lineWidthOf(index.spans);
  size_t kept = 0;
  Index row = -1;
  for (const FastaSpan& span : index.spans) {
    if (span.isAnnotation && row >= 0) return std::nullopt;
    if (span.isAnnotation) continue;
    if (++row == 0) layout.head = content.substr(0, span.header);
    if (span.isRegular && hasWidth(span, layout.lettersPerLine)) continue;
    kept += span.end - span.header;
    if (kept > kMostKeptText) return std::nullopt;
    layout.rows.emplace(row, content.substr(span.header, span.end - span.header));
  }
  return layout;
}

}  // namespace engine
