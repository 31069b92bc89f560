#include "engine/lessons/file/BlockCollector.h"

#include <algorithm>
#include <utility>

#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

constexpr std::size_t kFence = 3;

/// The backticks or tildes, three or more, with which a line begins; at most three blanks before, as in Markdown.
std::string_view fenceOf(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(' '), text.size());
  if (from > 3 || from == text.size() || (text[from] != '`' && text[from] != '~')) return {};
  const std::size_t to = std::min(text.find_first_not_of(text[from], from), text.size());
  return to - from < kFence ? std::string_view() : text.substr(from, to - from);
}

std::string_view behindFence(std::string_view text, std::string_view fence) {
  return trimmed(text.substr(static_cast<std::size_t>(fence.data() + fence.size() - text.data())));
}

bool isBlockName(std::string_view text) {
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

LessonPlace placeOf(std::string_view line, std::string_view part, int number) {
  return placeBehind({number, 1}, line, static_cast<std::size_t>(part.data() - line.data()));
}

}  // namespace

const std::vector<std::string>& lessonBlockKinds() {
  static const std::vector<std::string> kinds = {"data",    "run",  "control", "picture", "formula", "algorithm",
                                                 "predict", "goal", "check",   "note",    "more"};
  return kinds;
}

const std::vector<std::string>& keptBlockKinds() {
  static const std::vector<std::string> kinds = {"original", "unused"};
  return kinds;
}

std::string_view withoutComment(std::string_view text, bool& isQuoted) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"') isQuoted = !isQuoted;
    if (text[k] != '#' || isQuoted) continue;
    if (k == 0 || text[k - 1] == ' ' || text[k - 1] == '\t') return text.substr(0, k);
  }
  return text;
}

void BlockCollector::take(std::string_view text, int line) {
  const std::string_view fence = fenceOf(text);
  const std::string_view behind = fence.empty() ? fence : behindFence(text, fence);
  if (!m_codeFence.empty()) {
    if (behind.empty() && fence.starts_with(m_codeFence)) m_codeFence.clear();
    return takeProse(text, line);
  }
  if (m_block) {
    if (behind.empty() && fence.starts_with(m_fence)) return close();
    const bool opensAnother = !behind.empty() && fence[0] == '`' && fence.size() == m_fence.size();
    if (!opensAnother) return takeBlockLine(text, line);
    tellUnclosed();
    close();
  }
  if (fence.empty()) return takeProse(text, line);
  if (fence[0] == '~') {  // code as anywhere in Markdown
    m_codeFence = fence;
    return takeProse(text, line);
  }
  open(fence, behind, placeOf(text, behind.empty() ? fence : behind, line));
}

void BlockCollector::open(std::string_view fence, std::string_view behind, LessonPlace place) {
  endProse();
  m_block = std::make_shared<LessonBlock>();
  m_block->place = place;
  m_fence = fence;
  const std::vector<LinePiece> words = wordsOf(behind);
  if (!words.empty()) m_block->kind = words[0].text;
  if (words.size() > 1) m_block->name = words[1].text;
  std::vector<std::string> kinds = lessonBlockKinds();
  if (m_isTranslation) kinds.insert(kinds.end(), keptBlockKinds().begin(), keptBlockKinds().end());
  const auto isOf = [](const std::vector<std::string>& some, const std::string& kind) {
    return std::find(some.begin(), some.end(), kind) != some.end();
  };
  m_block->isFree = isOf({"note", "more"}, m_block->kind) || isOf(keptBlockKinds(), m_block->kind);
  m_isKept = isOf(kinds, m_block->kind);
  m_lastLine = 0;
  if (!m_isKept) {
    std::string known;
    for (const std::string& kind : kinds) known += (known.empty() ? "" : ", ") + kind;
    const std::string nearest = nearestSpelling(m_block->kind, kinds);
    m_problems.error(place,
                     m_block->kind.empty() ? "a block without a kind" : "unknown block " + inQuotes(m_block->kind),
                     nearest.empty() || m_block->kind.empty() ? "" : ", did you mean \"" + nearest + "\"?",
                     " (known: ", known, "; code of other kinds stands between ~~~)");
    return;
  }
  if (m_depth > 0 && m_block->kind != "formula" && m_block->kind != "picture") {
    m_isKept = false;
    m_problems.error(place, "\"", m_block->kind, "\" inside of \"more\", where only formula and picture may be");
  }
  if (words.size() > 1 && !isBlockName(words[1].text))
    m_problems.error(placeBehind(place, behind, words[1].offset), "a block is called ", inQuotes(words[1].text),
                     ", expected letters, digits, - and _");
  if (words.size() > 2)
    m_problems.error(placeBehind(place, behind, words[2].offset), "found ", inQuotes(words[2].text),
                     " behind the name of a block, expected the end of the line");
}

void BlockCollector::close() {
  const std::shared_ptr<LessonBlock> block = std::exchange(m_block, nullptr);
  if (!m_isKept) return;
  if (block->kind == "more" && !block->lines.empty()) {
    BlockCollector inner(m_problems, m_depth + 1);
    inner.setTranslation(m_isTranslation);
    for (std::size_t k = 1; k < block->lines.size(); ++k) inner.take(block->lines[k].text, block->lines[k].place.line);
    block->parts = inner.finish();
  }
  if (block->lines.empty() && !m_isTranslation)
    m_problems.error(block->place, "the block \"", block->kind, "\" is empty");
  m_parts.push_back({{}, block});
}

void BlockCollector::tellUnclosed() {
  m_problems.error(m_block->place, "the block \"", m_block->kind, "\" is not closed by ", m_fence);
}

void BlockCollector::takeProse(std::string_view text, int line) {
  if (m_prose.markdown.empty()) {
    if (trimmed(text).empty()) return;
    m_prose.place = {line, 1};
  }
  m_prose.markdown += text;
  m_prose.markdown += '\n';
}

void BlockCollector::takeBlockLine(std::string_view text, int line) {
  std::vector<LessonLine>& lines = m_block->lines;
  if (m_block->isFree) {
    lines.push_back({std::string(text), {line, 1}});
    return;
  }
  // A quotation mark that is not closed holds to the end of its line or, indented, goes on in the next.
  const bool goesOn = !lines.empty() && (text.starts_with(' ') || text.starts_with('\t'));
  bool isQuoted = goesOn && std::count(lines.back().text.begin(), lines.back().text.end(), '"') % 2 == 1;
  const std::string_view kept = withoutComment(text, isQuoted);
  const std::string_view content = trimmed(kept);
  if (content.empty()) return;
  if (goesOn) {
    lines.back().text.append(static_cast<std::size_t>(line - m_lastLine), '\n');
    lines.back().text += kept.substr(0, static_cast<std::size_t>(content.data() + content.size() - kept.data()));
  } else {
    lines.push_back({std::string(content), placeOf(text, content, line)});
  }
  m_lastLine = line;
}

void BlockCollector::endProse() {
  if (m_prose.markdown.empty()) return;
  while (m_prose.markdown.ends_with("\n\n")) m_prose.markdown.pop_back();
  m_parts.push_back({std::exchange(m_prose, {}), nullptr});
}

std::vector<LessonPart> BlockCollector::finish() {
  if (m_block) {
    tellUnclosed();
    close();
  }
  if (!m_codeFence.empty()) m_problems.error(m_prose.place, "code in the text is not closed by ", m_codeFence);
  m_codeFence.clear();
  endProse();
  return std::exchange(m_parts, {});
}

}  // namespace engine
