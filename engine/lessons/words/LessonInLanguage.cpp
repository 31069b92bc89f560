#include "engine/lessons/words/LessonInLanguage.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "engine/lessons/words/TranslateLesson.h"

namespace engine {

namespace {

namespace fs = std::filesystem;

/// "de" of "softmax.de.md", where the lesson is called "softmax"; empty: it is none of its translations.
std::string languageOf(const std::string& fileName, const std::string& id) {
  const std::string head = id + ".", tail = ".md";
  if (fileName.size() <= head.size() + tail.size() || !fileName.starts_with(head) || !fileName.ends_with(tail))
    return {};
  const std::string language = fileName.substr(head.size(), fileName.size() - head.size() - tail.size());
  return isLessonId(language) ? language : std::string();
}

std::vector<WordsFile> wordsFilesIn(const fs::path& folder, const std::string& id) {
  std::vector<WordsFile> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, failed)) {
    std::string language = languageOf(entry.path().filename().string(), id);
    if (!language.empty()) files.push_back({std::move(language), entry.path()});
  }
  std::sort(files.begin(), files.end(),
            [](const auto& one, const auto& other) { return one.language < other.language; });
  return files;
}

bool serves(const std::string& language, const std::string& wanted) {
  return wanted == language || wanted.starts_with(language + "-");
}

/// The one to take; null: the original's own.
const WordsFile* chosen(const std::vector<WordsFile>& files, const std::string& own,
                        const std::vector<std::string>& wanted) {
  for (const std::string& one : wanted) {
    if (serves(own, one)) return nullptr;
    for (const WordsFile& file : files)
      if (serves(file.language, one)) return &file;
  }
  return nullptr;
}

}  // namespace

std::vector<WordsFile> wordsFilesOf(const fs::path& lesson, const std::vector<fs::path>& folders) {
  const std::string id = lesson.stem().string();
  std::vector<WordsFile> files = wordsFilesIn(lesson.parent_path(), id);
  for (const fs::path& folder : folders)
    for (WordsFile& file : wordsFilesIn(folder, id))
      if (std::none_of(files.begin(), files.end(), [&](const auto& one) { return one.language == file.language; }))
        files.push_back(std::move(file));
  return files;
}

fs::path originalOf(const Lesson& translation, const std::vector<fs::path>& folders) {
  std::vector<fs::path> all = {fs::path(translation.file).parent_path()};
  all.insert(all.end(), folders.begin(), folders.end());
  std::error_code failed;
  if (!isLessonId(translation.translationOf)) return {};
  for (const fs::path& folder : all)
    if (const fs::path file = folder / (translation.translationOf + ".md"); fs::is_regular_file(file, failed))
      return file;
  return {};
}

LessonInLanguage readLessonIn(const std::string& file, const std::vector<std::string>& wanted,
                              const std::vector<fs::path>& folders) {
  LessonProblems problems;
  Lesson lesson = readLesson(file, problems);
  if (!lesson.translationOf.empty()) {
    const fs::path original = originalOf(lesson, folders);
    if (original.empty()) fail(file, ": there is no lesson \"", lesson.translationOf, "\" that this translates");
    LessonProblems ofOriginal;
    if (!readLesson(original.string(), ofOriginal).translationOf.empty())
      fail(original.string(), ": is a translation itself, expected the lesson that ", file, " translates");
    std::vector<std::string> languages = {lesson.language};
    languages.insert(languages.end(), wanted.begin(), wanted.end());
    std::vector<fs::path> more = {fs::path(file).parent_path()};
    more.insert(more.end(), folders.begin(), folders.end());
    return readLessonIn(original.string(), languages, more);
  }
  const std::vector<WordsFile> files = wordsFilesOf(file, folders);
  LessonInLanguage read{std::move(lesson), problems.sorted(), {}, {}};
  read.languages = {read.lesson.language};
  for (const WordsFile& one : files)
    if (one.language != read.lesson.language) read.languages.push_back(one.language);
  const WordsFile* words = chosen(files, read.lesson.language, wanted);
  if (!words) return read;
  LessonProblems ofWords;
  const Lesson translation = readLesson(words->path.string(), ofWords);
  read.lesson = inWordsOf(read.lesson, translation, ofWords).lesson;
  read.lesson.language = words->language;
  read.problemsOfWords = ofWords.sorted();
  return read;
}

}  // namespace engine
