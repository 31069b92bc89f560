#include "engine/lessons/words/StepWords.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

constexpr std::size_t kFewestSame = 3;  ///< words: fewer may well be the same in both languages

bool isKept(const LessonBlock& block) {
  const std::vector<std::string>& kinds = keptBlockKinds();
  return std::find(kinds.begin(), kinds.end(), block.kind) != kinds.end();
}

std::string nameOf(const LessonBlock& block) {
  return "\"" + block.kind + (block.name.empty() ? "" : " " + block.name) + "\"";
}

/// Words of two letters or more outside of numbers, formulae and code.
std::size_t numPlainWords(std::string_view text) {
  std::size_t words = 0, letters = 0;
  char until = 0;
  for (const char c : text) {
    if (until != 0) {
      if (c == until) until = 0;
      continue;
    }
    if (c == '{' || c == '$' || c == '`') until = c == '{' ? '}' : c;
    letters = std::isalpha(static_cast<unsigned char>(c)) ? letters + 1 : 0;
    words += letters == 2 ? 1 : 0;
  }
  return words;
}

std::string allLines(const LessonBlock& block, std::size_t from = 0) {
  std::string text;
  for (std::size_t k = from; k < block.lines.size(); ++k) text += (k > from ? "\n" : "") + block.lines[k].text;
  return text;
}

std::vector<const LessonBlock*> blocksIn(const std::vector<LessonPart>& parts) {
  std::vector<const LessonBlock*> blocks;
  for (const LessonPart& part : parts)
    if (part.block) blocks.push_back(part.block.get());
  return blocks;
}

std::vector<LessonPart> allParts(const LessonStep& step) {
  std::vector<LessonPart> parts;
  for (const LessonBeat& beat : step.beats) parts.insert(parts.end(), beat.parts.begin(), beat.parts.end());
  return parts;
}

}  // namespace

void StepWords::take(LessonStep& step) {
  match(allParts(step), allParts(m_words));
  if (!step.title.empty() && !m_words.title.empty()) {
    took(step.title, m_words.title, m_words.place);
    step.title = m_words.title;
  }
  for (std::size_t k = 0; k < std::max(step.beats.size(), m_words.beats.size()); ++k) {
    if (k >= step.beats.size()) {
      const LessonBeat& beat = m_words.beats[k];
      m_problems.error(beat.place, "the original has ", step.beats.size() - 1, " beats in this step, this is one more");
      m_unused.push_back("### " + beat.title);
      std::vector<LessonPart> none;
      takeProse(none, beat.parts, beat.place);
      continue;
    }
    LessonBeat& beat = step.beats[k];
    const bool isThere = k < m_words.beats.size();
    if (!isThere) missing(m_words.place, "the beat " + inQuotes(beat.title));
    if (isThere && !beat.title.empty()) {
      took(beat.title, m_words.beats[k].title, m_words.beats[k].place);
      beat.title = m_words.beats[k].title;
    }
    takeParts(beat.parts, isThere ? m_words.beats[k].parts : std::vector<LessonPart>{},
              isThere ? m_words.beats[k].place : m_words.place);
  }
  if (m_numSame > 0)
    m_problems.warn(m_firstSame, "still reads as the original",
                    m_numSame > 1 ? ", as do " + std::to_string(m_numSame - 1) + " more texts of this step" : "");
}

void StepWords::takeParts(std::vector<LessonPart>& parts, const std::vector<LessonPart>& words, LessonPlace place) {
  takeProse(parts, words, place);
  for (LessonPart& part : parts) {
    if (!part.block || !hasWords(*part.block)) continue;
    const LessonBlock* original = part.block.get();
    const auto found =
        std::find_if(m_matched.begin(), m_matched.end(), [&](const auto& pair) { return pair.first == original; });
    if (found == m_matched.end()) {
      missing(place, "the block " + nameOf(*original));
      continue;
    }
    auto block = std::make_shared<LessonBlock>(*original);
    takeBlock(*block, *found->second);
    part.block = std::move(block);
  }
}

void StepWords::takeProse(std::vector<LessonPart>& parts, const std::vector<LessonPart>& words, LessonPlace place) {
  std::vector<const LessonProse*> said;
  for (const LessonPart& part : words)
    if (!part.block) said.push_back(&part.prose);
  std::size_t next = 0;
  for (LessonPart& part : parts) {
    if (part.block) continue;
    if (next == said.size()) {
      missing(place,
              "a text between the blocks, " + inQuotes(part.prose.markdown.substr(0, part.prose.markdown.find('\n'))));
      continue;
    }
    took(part.prose.markdown, said[next]->markdown, said[next]->place);
    part.prose = *said[next++];
  }
  const std::size_t known = next;
  for (; next < said.size(); ++next) {
    m_problems.error(said[next]->place, "the original has ", known, known == 1 ? " text" : " texts",
                     " between its blocks here, this is one more");
    m_unused.push_back(said[next]->markdown);
  }
}

void StepWords::match(const std::vector<LessonPart>& parts, const std::vector<LessonPart>& words) {
  const std::vector<const LessonBlock*> originals = blocksIn(parts);
  for (const LessonBlock* said : blocksIn(words)) {
    if (isKept(*said)) {
      if (said->kind == "unused")
        m_problems.warn(said->place, "words that have no place in the original any more: use them or delete the block");
      else
        m_problems.warn(said->place, "the words of the original: bring the step up to them, set from=", said->name,
                        " and delete the block");
      if (said->kind == "unused") m_unused.push_back(allLines(*said));
      continue;
    }
    const auto isMatched = [&](const LessonBlock* original) {
      return std::any_of(m_matched.begin(), m_matched.end(), [&](const auto& pair) { return pair.first == original; });
    };
    const auto found = std::find_if(originals.begin(), originals.end(), [&](const LessonBlock* original) {
      const bool isNamed = original->kind == said->kind && original->name == said->name;
      return isNamed && (said->lines.empty() || (hasWords(*original) && !isMatched(original)));
    });
    if (found == originals.end())
      tellUnmatched(*said, originals);
    else if (!said->lines.empty())
      m_matched.emplace_back(*found, said);
  }
}

void StepWords::tellUnmatched(const LessonBlock& words, const std::vector<const LessonBlock*>& originals) {
  std::string known;
  bool isThere = false;
  for (const LessonBlock* original : originals) {
    known += (known.empty() ? "" : ", ") + nameOf(*original);
    isThere = isThere || nameOf(*original) == nameOf(words);
  }
  if (isThere)
    m_problems.error(words.place, "the original has no words in a further block ", nameOf(words),
                     ": what computes is taken from there and may not be repeated");
  else
    m_problems.error(words.place, "the original has no block ", nameOf(words), " in this step (it has: ", known, ")");
  leave(words);
}

void StepWords::takeBlock(LessonBlock& block, const LessonBlock& words) {
  if (!block.isFree) return takeLines(block, words);
  const bool isFolded = block.kind == "more";  // its title, then parts of its own
  took(isFolded ? block.lines[0].text : allLines(block), isFolded ? words.lines[0].text : allLines(words), words.place);
  block.lines = words.lines;
  if (!isFolded) return;
  match(block.parts, words.parts);
  takeParts(block.parts, words.parts, words.place);
}

void StepWords::takeLines(LessonBlock& block, const LessonBlock& words) {
  const std::vector<WordLine> into = wordLines(block), said = wordLines(words);
  std::vector<bool> isTaken(into.size(), false);
  std::size_t next = 0, read = 0;
  for (std::size_t k = 0; k < words.lines.size(); ++k) {
    const WordLine* line = read < said.size() && said[read].line == k ? &said[read++] : nullptr;
    if (!isLineOfWords(words, k, line)) continue;
    std::size_t at = next;
    while (at < into.size() && into[at].key != line->key) ++at;
    if (at == into.size()) {
      m_problems.error(words.lines[k].place, "the original has no further line ",
                       inQuotes(line->key.empty() ? "\"…\"" : line->key), " in ", nameOf(block));
      m_unused.push_back(words.lines[k].text);
      continue;
    }
    isTaken[at] = takeLine(block.lines[into[at].line], into[at], words, *line);
    next = at + 1;
  }
  for (std::size_t k = 0; k < into.size(); ++k) {
    if (isTaken[k]) continue;
    const std::string what = into[k].key.empty() ? "a text" : inQuotes(into[k].key);
    for (std::size_t slot = 0; slot < into[k].slots.size(); ++slot) missing(words.place, what + " of " + nameOf(block));
  }
}

bool StepWords::isLineOfWords(const LessonBlock& words, std::size_t line, const WordLine* said) {
  if (said && said->code.empty()) {
    std::string content;
    const auto isText = [&](const WordSlot& slot) {
      return !said->isQuoted || unquoted(slot.in(words.lines[line]), content);
    };
    if (std::all_of(said->slots.begin(), said->slots.end(), isText)) return true;
    m_problems.error(words.lines[line].place, "expected a text in quotation marks, found ",
                     inQuotes(words.lines[line].text));
  } else {
    m_problems.error(words.lines[line].place, "a translation has only the words of ", nameOf(words), ", found ",
                     inQuotes(said ? said->code : words.lines[line].text));
  }
  m_unused.push_back(words.lines[line].text);
  return false;
}

bool StepWords::takeLine(LessonLine& line, const WordLine& into, const LessonBlock& words, const WordLine& said) {
  const LessonLine& from = words.lines[said.line];
  if (said.slots.size() > into.slots.size()) {
    m_problems.error(placeIn(from, said.slots[1].offset), "the original has no hint at this option");
    m_unused.push_back(from.text);
  }
  if (into.key.starts_with("labels ") &&
      wordsOf(said.slots[0].in(from)).size() != wordsOf(into.slots[0].in(line)).size()) {
    m_problems.error(placeIn(from, said.slots[0].offset), "found ", wordsOf(said.slots[0].in(from)).size(),
                     " labels, the original has ", wordsOf(into.slots[0].in(line)).size());
    m_unused.push_back(from.text);
    return false;
  }
  for (std::size_t k = into.slots.size(); k-- > 0;) {  // from the last one, so that places hold
    if (k >= said.slots.size()) {
      missing(from.place, "the hint");
      continue;
    }
    took(into.slots[k].in(line), said.slots[k].in(from), placeIn(from, said.slots[k].offset));
    line.text.replace(into.slots[k].offset, into.slots[k].length, said.slots[k].in(from));
  }
  return true;
}

void StepWords::missing(LessonPlace place, const std::string& what) {
  ++m_numTexts;
  ++m_numMissing;
  m_problems.warn(place, what, " is not translated");
}

void StepWords::took(std::string_view before, std::string_view now, LessonPlace place) {
  ++m_numTexts;
  const bool isSame = trimmed(before) == trimmed(now);
  if (!isSame) ++m_numOther;
  if (!isSame || numPlainWords(before) < kFewestSame) return;
  if (m_numSame++ == 0) m_firstSame = place;
}

void StepWords::leave(const LessonBlock& block) {
  std::string text = "(" + block.kind + (block.name.empty() ? "" : " " + block.name) + ")";
  if (!block.lines.empty()) text += "\n" + allLines(block);
  m_unused.push_back(text);
}

}  // namespace engine
