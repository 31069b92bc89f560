#include "engine/lessons/words/WordLines.h"

#include <algorithm>
#include <optional>

#include "engine/base/Sha256.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

constexpr std::size_t kHashDigits = 8, kFewestLetters = 3;
constexpr std::string_view kBlank = " \t\n";

bool isIn(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A word that stands alone outside of brackets and quotation marks, behind `from`.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t from) {
  const auto isBlankAt = [&](std::size_t k) { return k >= text.size() || kBlank.find(text[k]) != kBlank.npos; };
  for (std::size_t at = findOutside(text, word, from); at != text.npos; at = findOutside(text, word, at + 1))
    if (isBlankAt(at - 1) && isBlankAt(at + word.size())) return at;
  return text.npos;
}

WordSlot trimmedSlot(std::string_view text, std::size_t from, std::size_t to) {
  const std::string_view inside = trimmed(text.substr(from, to - from));
  return {inside.empty() ? from : static_cast<std::size_t>(inside.data() - text.data()), inside.size()};
}

/// The last text in quotation marks, as in "max(A[1]) > 0.99 "Freeze it"".
std::optional<WordSlot> lastText(std::string_view text, std::size_t from) {
  const std::vector<LinePiece> words = wordsOf(text.substr(from));
  if (words.empty() || words.back().text.front() != '"') return std::nullopt;
  return WordSlot{from + words.back().offset, text.size() - from - words.back().offset};
}

std::size_t numLetters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)); }));
}

/// Letters that stand for something, numbers and names such as C₁ are the same in all languages.
bool areWords(const std::vector<LinePiece>& labels) {
  const auto hasDigit = [](const LinePiece& label) {
    return label.text.find_first_of("0123456789") != label.text.npos;
  };
  return labels.size() > 1 && std::any_of(labels.begin(), labels.end(), [&](const LinePiece& label) {
           return numLetters(label.text) >= kFewestLetters && !hasDigit(label);
         });
}

/// Reads one line of a block.
class LineReader {
 public:
  LineReader(const std::string& kind, std::string_view text) : m_kind(kind), m_text(text) {
    const std::size_t end = std::min(text.find_first_of(kBlank), text.size());
    m_key = text.substr(0, end);
    m_behind = end;
  }

  std::optional<WordLine> read() {
    static const std::vector<std::string> asked = {"choose", "number", "cell",    "draw",
                                                   "order",  "bars",   "letters", "because"};
    if (m_kind == "goal" || m_kind == "algorithm") return lastIn(0, "");
    if (m_kind == "control" && (m_key == "label" || m_key == "help")) return rest(true);
    if (m_kind == "picture" && m_key == "alt") return rest(true);
    if (m_kind == "picture" && m_key == "title") return rest(false);
    if (m_kind == "data" && m_key == "labels") return labels();
    if (m_kind != "predict") return std::nullopt;
    if (isIn(asked, m_key)) return rest(true);
    if (m_key == "unit" && numLetters(m_text.substr(m_behind)) >= kFewestLetters) return rest(false);
    if (m_key == "hint") return lastIn(m_behind, "hint");
    if (m_key == "-") return option();
    return std::nullopt;
  }

 private:
  WordLine found(const std::string& key, bool isQuoted, std::vector<WordSlot> slots) const {
    WordLine line{0, key, std::move(slots), isQuoted, {}};
    std::size_t from = key.size();
    for (std::size_t k = 0; k <= line.slots.size(); ++k) {
      const std::size_t to = k < line.slots.size() ? line.slots[k].offset : m_text.size();
      std::string_view between = trimmed(m_text.substr(from, to - from));
      if (k == 1 && key == "-" && between.ends_with("hint")) between = trimmed(between.substr(0, between.size() - 4));
      if (!isQuoted && k == 0 && between == "=") between = {};
      if (!between.empty()) line.code += (line.code.empty() ? "" : " ") + std::string(between);
      if (k < line.slots.size()) from = to + line.slots[k].length;
    }
    return line;
  }

  std::optional<WordLine> rest(bool isQuoted) const {
    const WordSlot slot = trimmedSlot(m_text, m_behind, m_text.size());
    if (slot.length == 0 || (isQuoted && m_text[slot.offset] != '"')) return std::nullopt;
    return found(std::string(m_key), isQuoted, {slot});
  }

  std::optional<WordLine> lastIn(std::size_t from, const std::string& key) const {
    const auto slot = lastText(m_text, from);
    return slot ? std::optional(found(key, true, {*slot})) : std::nullopt;
  }

  /// - "it grows" when S[1] > S[2] hint "Look again."
  std::optional<WordLine> option() const {
    const std::size_t when = findWord(m_text, "when", m_behind), hint = findWord(m_text, "hint", m_behind);
    const WordSlot text = trimmedSlot(m_text, m_behind, std::min({when, hint, m_text.size()}));
    if (text.length == 0 || m_text[text.offset] != '"') return std::nullopt;
    std::vector<WordSlot> slots = {text};
    if (hint != m_text.npos)
      if (const WordSlot said = trimmedSlot(m_text, hint + 4, m_text.size()); said.length > 0) slots.push_back(said);
    return found("-", true, slots);
  }

  /// labels K.rows = first second
  std::optional<WordLine> labels() const {
    const std::size_t equals = findOutside(m_text, "=");
    if (equals == m_text.npos) return std::nullopt;
    const WordSlot slot = trimmedSlot(m_text, equals + 1, m_text.size());
    if (!areWords(wordsOf(m_text.substr(slot.offset, slot.length)))) return std::nullopt;
    return found(std::string(trimmed(m_text.substr(0, equals))), false, {slot});
  }

  const std::string& m_kind;
  std::string_view m_text, m_key;
  std::size_t m_behind = 0;
};

/// Takes texts without what cannot be seen of them: blanks at the ends of lines, empty lines.
class WordsHash {
 public:
  void add(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (const std::string_view line = trimmed(text.substr(0, end)); !line.empty()) {
        m_hash.add(line.data(), line.size());
        m_hash.add("\n", 1);
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    m_hash.add("\f", 1);
  }
  void add(const std::vector<LessonPart>& parts) {
    for (const LessonPart& part : parts) {
      if (part.block)
        add(*part.block);
      else
        add(part.prose.markdown);
    }
  }
  std::string finish() { return m_hash.finish().substr(0, kHashDigits); }

 private:
  void add(const LessonBlock& block) {
    if (block.kind == "note")
      for (const LessonLine& line : block.lines) add(line.text);
    if (block.kind == "more" && !block.lines.empty()) add(block.lines[0].text);
    for (const WordLine& line : wordLines(block))
      for (const WordSlot& slot : line.slots) add(slot.in(block.lines[line.line]));
    add(block.parts);
  }

  Sha256 m_hash;
};

}  // namespace

std::vector<WordLine> wordLines(const LessonBlock& block) {
  std::vector<WordLine> lines;
  if (block.isFree) return lines;
  for (std::size_t k = 0; k < block.lines.size(); ++k) {
    // The first line of a picture is its kind.
    if (block.kind == "picture" && k == 0 && block.lines[0].text.find_first_of(kBlank) == std::string::npos) continue;
    if (auto line = LineReader(block.kind, block.lines[k].text).read()) {
      line->line = k;
      lines.push_back(*std::move(line));
    }
  }
  return lines;
}

bool hasWords(const LessonBlock& block) { return block.isFree ? !block.lines.empty() : !wordLines(block).empty(); }

std::string wordsText(const LessonBlock& block, const WordLine& line) {
  std::string text = line.key;
  if (line.key.starts_with("labels ")) text += " =";
  for (std::size_t k = 0; k < line.slots.size(); ++k)
    text += (text.empty() ? "" : k == 1 ? " hint " : " ") + std::string(line.slots[k].in(block.lines[line.line]));
  return text;
}

std::string wordsHash(const LessonStep& step) {
  WordsHash hash;
  hash.add(step.title);
  for (const LessonBeat& beat : step.beats) {
    hash.add(beat.title);
    hash.add(beat.parts);
  }
  return hash.finish();
}

std::string wordsHash(const Lesson& lesson) {
  WordsHash hash;
  for (const std::string* text : {&lesson.title, &lesson.goal, &lesson.introduction.markdown}) hash.add(*text);
  return hash.finish();
}

}  // namespace engine
