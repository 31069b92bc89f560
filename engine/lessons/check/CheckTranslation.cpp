#include "engine/lessons/check/CheckTranslation.h"

#include <algorithm>

#include "engine/lessons/check/LeakCheck.h"
#include "engine/lessons/check/TextCheck.h"
#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/file/ProseLimit.h"
#include "engine/lessons/words/LocalNumber.h"
#include "engine/lessons/words/TranslateLesson.h"
#include "engine/lessons/words/WordLines.h"

namespace engine {

namespace {

class TranslationChecker {
 public:
  TranslationChecker(const Lesson& words, LessonRun& original, const std::vector<ShelvedLesson>& shelf)
      : m_words(words), m_original(original), m_texts(original.lesson(), shelf, m_problems, false) {}

  std::vector<LessonProblem> check() && {
    const LessonInWords made = inWordsOf(m_original.lesson(), m_words, m_problems);
    m_texts.check(m_words.introduction, nullptr);
    for (const LessonStep& words : m_words.steps) {
      const int index = m_original.lesson().stepNumber(words.slug);
      const auto number = static_cast<std::size_t>(index);
      if (index < 0 || made.lesson.steps[number].slug != words.slug) continue;
      const auto values = m_original.valuesOnDemand(index, {});
      for (const LessonBeat& beat : words.beats) checkParts(beat.parts, values.get());
      checkStep(made.lesson.steps[number], words, *values);
    }
    std::vector<LessonProblem> sorted = m_problems.sorted();
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
  }

 private:
  void checkParts(const std::vector<LessonPart>& parts, const StepValues* values) {
    for (const LessonPart& part : parts) {
      if (!part.block)
        m_texts.check(part.prose, values);
      else
        checkBlock(*part.block, values);
    }
  }

  void checkBlock(const LessonBlock& block, const StepValues* values) {
    const auto& kept = keptBlockKinds();
    if (std::find(kept.begin(), kept.end(), block.kind) != kept.end()) return;
    if (block.isFree)
      for (const LessonLine& line : block.lines) m_texts.checkLinks({line.text, line.place});
    checkParts(block.parts, values);
    for (const WordLine& line : wordLines(block)) {
      const LessonLine& in = block.lines[line.line];
      for (const WordSlot& slot : line.slots) {
        std::string text;
        if (!line.isQuoted || !unquoted(slot.in(in), text)) continue;
        // The typed value of a hint may be no index of anything: hints are only read.
        m_texts.checkNumbers({text, placeIn(in, slot.offset + 1)}, line.key == "hint" ? nullptr : values);
      }
    }
  }

  /// What is seen of the step with its words in place.
  void checkStep(const LessonStep& step, const LessonStep& words, const StepValues& values) {
    warnOfLongProse(step, words.place, m_problems);
    LessonProblems ofOriginal;
    StepBlocks blocks = parseStepBlocks(step, m_original.knows(), ofOriginal);
    for (const LessonBlock* block : blocksOf(words)) {
      for (LessonQuestion& question : blocks.questions)
        if (block->kind == "predict" && question.name == block->name) question.place = block->place;
      for (LessonPicture& picture : blocks.pictures)
        if (block->kind == "picture" && picture.name == block->name)
          for (auto& [key, line] : picture.settings) line.place = block->place;
    }
    checkLeaks(step, blocks, values, m_problems, decimalSign(m_words.language));
  }

  const Lesson& m_words;
  LessonRun& m_original;
  LessonProblems m_problems;
  TextCheck m_texts;
};

}  // namespace

std::vector<LessonProblem> checkTranslation(const Lesson& translation, LessonRun& original,
                                            const std::vector<ShelvedLesson>& shelf) {
  return TranslationChecker(translation, original, shelf).check();
}

}  // namespace engine
