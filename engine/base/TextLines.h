// Walking through a text file line by line, always knowing the line number for errors.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/base/Array.h"
#include "engine/base/Error.h"
#include "engine/base/PrintableText.h"
#include "engine/base/Progress.h"

namespace engine {

/// Lines of a text, without their ends: LF, CR LF and CR are accepted, mixed as well. A byte-order mark is skipped.
///
///   TextLines lines(content, source, progress);
///   while (lines.next())
///     if (lines.line().empty()) lines.fail("found an empty line, expected a name");
class TextLines {
 public:
  /// `linesBefore`: what the text is a part of has as many lines before it.
  TextLines(std::string_view content, std::string_view source, Progress& progress, Index linesBefore = 0)
      : m_content(content), m_source(source), m_progress(progress), m_number(linesBefore) {
    if (m_content.starts_with("\xEF\xBB\xBF")) m_content.remove_prefix(3);
  }

  /// Goes to the next line; false after the last one. Reports progress once per MiB; throws Cancelled.
  bool next() {
    if (m_position >= m_content.size()) return false;
    if (m_position >= m_nextReport) {
      m_progress.update(double(m_position) / double(m_content.size()), "reading");
      m_nextReport = m_position + kReportDistance;
    }
    // Many lines that end with CR may stand before the next LF: it is looked for once.
    if (m_position == 0 || m_lineFeed < m_position) m_lineFeed = find('\n', m_content.size());
    const size_t end = find('\r', m_lineFeed);
    m_line = m_content.substr(m_position, end - m_position);
    m_position = (end + 1 == m_lineFeed ? m_lineFeed : end) + 1;
    ++m_number;
    return true;
  }

  std::string_view line() const { return m_line; }
  Index number() const { return m_number; }  ///< 1-based; 0 before the first line
  const std::string& source() const { return m_source; }
  size_t size() const { return m_content.size(); }  ///< bytes of the whole text

  /// Throws Error "source, line n: parts"; of long texts among the parts, which are out of the file, the ends.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    failAt(m_number, parts...);
  }
  template <class... Parts>
  [[noreturn]] void failAt(Index number, const Parts&... parts) const {
    engine::fail(m_source, ", line ", std::max<Index>(1, number), ": ", shown(parts)...);
  }

 private:
  static constexpr size_t kReportDistance = size_t{1} << 20;

  /// Parts that are no words of ours come from the file.
  template <class Part>
  static auto shown(const Part& part) {
    if constexpr (std::is_same_v<Part, char>)
      return printable({&part, 1});
    else if constexpr (std::is_same_v<Part, std::string> || std::is_same_v<Part, std::string_view>)
      return shortened(part, kMostOfValue);
    else
      return part;
  }

  /// The next `c` before `end`; `end` when there is none.
  size_t find(char c, size_t end) const {
    const void* const found = std::memchr(m_content.data() + m_position, c, end - m_position);
    return found ? static_cast<size_t>(static_cast<const char*>(found) - m_content.data()) : end;
  }

  std::string_view m_content;
  std::string m_source;
  Progress& m_progress;
  std::string_view m_line;
  size_t m_position = 0, m_nextReport = 0;
  size_t m_lineFeed = 0;  ///< the first at or behind m_position; the size of the text when there is none
  Index m_number = 0;
};

inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

inline std::string_view trimmedRight(std::string_view text) {
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  return trimmedRight(text);
}

/// The first word and what follows the blanks behind it. Leading blanks are skipped.
inline std::pair<std::string_view, std::string_view> splitWord(std::string_view text) {
  text = trimmed(text);
  const auto end = std::find_if(text.begin(), text.end(), isBlank);
  const auto length = static_cast<size_t>(end - text.begin());
  return {text.substr(0, length), trimmed(text.substr(length))};
}

/// The first line of a text, for recognising formats.
inline std::string_view firstLineOf(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.substr(0, text.find_first_of("\r\n"));
}

}  // namespace engine
