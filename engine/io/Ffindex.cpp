// Reading and writing ffindex databases. Every contradiction between the two files is one error that says which.
#include "engine/io/Ffindex.h"

#include <algorithm>
#include <charconv>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr const char* kForm = "expected name, offset and length with one TAB between them";

/// All of `text` as a number; false when it is anything else.
bool parseSize(std::string_view text, size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

Ffindex::Ffindex(const std::filesystem::path& data, const std::filesystem::path& index)
    : m_dataPath(data.string()), m_indexPath(index.string()), m_data(data), m_index(index) {
  std::string_view rest = m_index.bytes();
  for (size_t number = 1; !rest.empty(); ++number) {
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos) failAt(number, "the line has no end: the index is truncated");
    m_entries.push_back(parseLine(rest.substr(0, end), number));
    rest.remove_prefix(end + 1);
  }
  requireSorted();
}

void Ffindex::failAt(size_t number, const std::string& what) const { fail(m_indexPath, ", line ", number, ": ", what); }

Ffindex::Entry Ffindex::parseLine(std::string_view line, size_t number) const {
  const size_t first = line.find('\t');
  const size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
  if (first == 0 || second == std::string_view::npos)
    failAt(number, "found \"" + std::string(line.substr(0, 80)) + "\", " + kForm);
  Entry entry{line.substr(0, first), 0, 0};
  if (!parseSize(line.substr(first + 1, second - first - 1), entry.offset) ||
      !parseSize(line.substr(second + 1), entry.length))
    failAt(number, "found \"" + std::string(line.substr(first + 1, 80)) + "\" behind the name, " + kForm);
  if (entry.length == 0) failAt(number, "found length 0, expected at least 1 (every entry ends in a NUL byte)");
  const size_t size = m_data.bytes().size();
  if (entry.offset > size || entry.length > size - entry.offset)
    failAt(number, "the entry " + std::string(entry.name) + " takes bytes " + std::to_string(entry.offset) + " to " +
                       std::to_string(entry.offset + entry.length) + ", but " + m_dataPath + " has " +
                       std::to_string(size) + ": it is truncated or belongs to another index");
  return entry;
}

void Ffindex::requireSorted() const {
  for (size_t k = 1; k < m_entries.size(); ++k) {
    const std::string_view before = m_entries[k - 1].name, name = m_entries[k].name;
    if (before == name) failAt(k + 1, "the name " + std::string(name) + " occurs twice");
    if (before > name)
      failAt(k + 1, "the name " + std::string(name) + " comes after " + std::string(before) +
                        ", expected names in the order of their bytes");
  }
}

std::string_view Ffindex::content(Index entry) const {
  const Entry& place = nth(m_entries, entry);
  const std::string_view bytes = m_data.bytes().substr(place.offset, place.length);
  const size_t end = bytes.find('\0');
  if (end != bytes.size() - 1)
    fail(sourceOf(entry), ": ",
         end == std::string_view::npos ? "found no NUL byte at its end" : "found a NUL byte inside",
         ", expected one behind its ", bytes.size() - 1, " bytes: data and index do not belong together");
  return bytes.substr(0, end);
}

Index Ffindex::find(std::string_view name) const {
  const auto found = std::lower_bound(m_entries.begin(), m_entries.end(), name,
                                      [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != m_entries.end() && found->name == name ? found - m_entries.begin() : -1;
}

std::string Ffindex::sourceOf(Index entry) const { return m_dataPath + ", entry " + std::string(name(entry)); }

FfindexText ffindexOf(std::vector<std::pair<std::string, std::string>> entries) {
  std::sort(entries.begin(), entries.end());
  FfindexText text;
  for (size_t k = 0; k < entries.size(); ++k) {
    const auto& [name, content] = entries[k];
    if (name.empty() || name.find_first_of(std::string("\t\r\n\0", 4)) != std::string::npos)
      fail("found \"", name, "\" as name of a database entry, expected one without TAB and line end");
    if (k > 0 && entries[k - 1].first == name) fail("two entries of a database have the name ", name);
    if (content.find('\0') != std::string::npos) fail("the database entry ", name, " holds a NUL byte");
    text.index += name + '\t' + std::to_string(text.data.size()) + '\t' + std::to_string(content.size() + 1) + '\n';
    text.data += content;
    text.data += '\0';
  }
  return text;
}

}  // namespace engine
