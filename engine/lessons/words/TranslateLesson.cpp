#include "engine/lessons/words/TranslateLesson.h"

#include "engine/base/PrintableText.h"
#include "engine/lessons/words/StepWords.h"
#include "engine/lessons/words/WordLines.h"

namespace engine {

namespace {

class Translation {
 public:
  Translation(const Lesson& original, const Lesson& words, LessonProblems& problems)
      : m_original(original), m_words(words), m_problems(problems) {}

  LessonInWords make() && {
    LessonInWords made{m_original, {}};
    made.lesson.language = m_words.language;
    made.lesson.wordsFile = m_words.file;
    made.unused.resize(m_words.steps.size());
    const bool isFrontWhole = takeFront(made.lesson);
    for (std::size_t k = 0; k < m_words.steps.size(); ++k) checkSlug(m_words.steps[k]);
    for (LessonStep& step : made.lesson.steps) takeStep(step, made);
    if (!made.lesson.steps.empty() && !isFrontWhole && made.lesson.steps[0].translated == Translated::whole)
      made.lesson.steps[0].translated = Translated::partly;  // its page has the introduction
    return made;
  }

 private:
  /// Title, goal, introduction. False: something is missing.
  bool takeFront(Lesson& made) {
    const LessonPlace place{1, 1};
    bool isWhole = true;
    const auto take = [&](const char* what, const std::string& words, std::string& text) {
      if (!words.empty()) {
        text = words;
      } else if (!text.empty()) {
        m_problems.warn(place, "the ", what, " is not translated");
        isWhole = false;
      }
    };
    take("title", m_words.title, made.title);
    take("goal", m_words.goal, made.goal);
    if (!m_words.introduction.markdown.empty() || made.introduction.markdown.empty())
      made.introduction = m_words.introduction;
    else
      take("introduction", "", made.introduction.markdown);
    return checkHash("title, goal and introduction do", m_words.translatedHash, wordsHash(m_original), place) &&
           isWhole;
  }

  /// Whether what was translated is what stands there.
  bool checkHash(const std::string& what, const std::string& from, const std::string& now, LessonPlace place) {
    const bool isFront = what.ends_with("do");
    if (from.empty())
      m_problems.error(place, what, " not say what ",
                       isFront ? "they translate: \"from: " : "it translates: \"from=", now, "\"");
    else if (from != now)
      m_problems.error(place, isFront ? "title, goal or introduction of the original have" : "the original has",
                       " changed since (from ", from, ", now ", now, ")");
    return from == now;
  }

  void checkSlug(const LessonStep& step) {
    std::vector<std::string> known;
    for (const LessonStep& one : m_original.steps) {
      if (one.slug == step.slug) return;
      known.push_back(one.slug);
    }
    const std::string nearest = nearestSpelling(step.slug, known);
    std::string list;
    for (const std::string& slug : known) list += (list.empty() ? "" : ", ") + slug;
    m_problems.error(step.place, "the original has no step ", inQuotes(step.slug),
                     nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?", " (known: ", list, ")");
  }

  void takeStep(LessonStep& step, LessonInWords& made) {
    for (std::size_t k = 0; k < m_words.steps.size(); ++k) {
      const LessonStep& words = m_words.steps[k];
      if (words.slug != step.slug) continue;
      const LessonPlace place = step.place;
      const bool isNow = checkHash("the step does", words.translatedHash, wordsHash(step), words.place);
      StepWords taken(words, m_problems);
      taken.take(step);
      made.unused[k] = taken.unused();
      step.translatedHash = words.translatedHash;
      step.translated = !taken.hasAny()   ? Translated::not_yet
                        : !isNow          ? Translated::outdated
                        : taken.isWhole() ? Translated::whole
                                          : Translated::partly;
      step.place = place;
      return;
    }
    m_problems.warn({1, 1}, "the step ", inQuotes(step.slug), " is not translated");
    step.translated = Translated::not_yet;
  }

  const Lesson& m_original;
  const Lesson& m_words;
  LessonProblems& m_problems;
};

}  // namespace

LessonInWords inWordsOf(const Lesson& original, const Lesson& translation, LessonProblems& problems) {
  return Translation(original, translation, problems).make();
}

}  // namespace engine
