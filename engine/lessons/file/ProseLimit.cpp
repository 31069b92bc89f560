#include "engine/lessons/file/ProseLimit.h"

#include <string_view>

namespace engine {

namespace {

constexpr std::size_t kMostWords = 60;

std::size_t numWords(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t k = 0; k < text.size(); ++k)
    words += std::string_view(" \t\n").find(text[k]) == std::string_view::npos &&
             (k == 0 || std::string_view(" \t\n").find(text[k - 1]) != std::string_view::npos);
  return words;
}

}  // namespace

void warnOfLongProse(const LessonStep& step, LessonPlace place, LessonProblems& problems) {
  std::size_t words = 0;
  for (const LessonBeat& beat : step.beats)
    for (const LessonPart& part : beat.parts) {
      if (part.block && part.block->kind == "picture") return;
      words += numWords(part.prose.markdown);
      if (words > kMostWords)
        return problems.warn(place, "more than ", kMostWords, " words stand before a picture of this step");
    }
}

}  // namespace engine
