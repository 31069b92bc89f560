// What stands between the two lines "---" at the top of a lesson.
#pragma once

#include <vector>

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// The keys there are.
const std::vector<std::string>& frontMatterKeys();

/// Fills in what the lines (without both "---") say; `fileName` without folder, for the id. Tells all that is wrong.
void readFrontMatter(const std::vector<LessonLine>& lines, const std::string& fileName, Lesson& lesson,
                     LessonProblems& problems);

}  // namespace engine
