#include "app/commands/LessonCheck.h"

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands/LessonPicture.h"
#include "app/commands/LessonSizes.h"
#include "app/session/Resources.h"
#include "engine/lessons/check/CheckLesson.h"
#include "engine/lessons/check/CheckTranslation.h"
#include "engine/lessons/words/LessonInLanguage.h"
#include "ui/lessons/KnownPictures.h"
#include "ui/lessons/pictures/PictureProblems.h"

namespace app {

namespace {

namespace fs = std::filesystem;
using engine::LessonProblem;
using engine::ShelvedLesson;

/// One lesson with what was found.
struct Checked {
  std::string file;
  std::size_t numSteps = 0;
  std::vector<LessonProblem> problems;
  /// What is left for Qt's thread: sizes of formulae, pictures.
  std::vector<SetFormula> formulas = {};
  std::unique_ptr<engine::LessonRun> run = {};

  void add(const std::vector<LessonProblem>& found) { problems.insert(problems.end(), found.begin(), found.end()); }
};

/// The shipped lessons and those beside a file, once each.
std::vector<ShelvedLesson> shelfFor(const std::vector<std::string>& files) {
  std::vector<fs::path> folders = {resourceFolder("lessons")};
  for (const std::string& file : files) {
    std::error_code failed;
    const fs::path folder = fs::canonical(fs::absolute(file).parent_path(), failed);
    if (!failed && std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
  }
  std::vector<ShelvedLesson> shelf;
  for (const fs::path& folder : folders)
    for (ShelvedLesson& lesson : engine::lessonsIn(folder)) shelf.push_back(std::move(lesson));
  return shelf;
}

/// How lessons are checked.
struct CheckSetting {
  int jobs = 1, threads = 0;
  bool runsAll = false;  ///< runs with stored results too
};

/// Of a translation, with what its original computes.
std::vector<LessonProblem> problemsOfTranslation(const engine::Lesson& words, const std::vector<ShelvedLesson>& shelf,
                                                 const CheckSetting& setting) {
  const fs::path file = engine::originalOf(words, {resourceFolder("lessons")});
  if (file.empty()) return {{{1, 1}, "there is no lesson \"" + words.translationOf + "\" here that this translates"}};
  engine::LessonProblems ofOriginal;  // told when it is checked itself
  const auto original = std::make_shared<const engine::Lesson>(engine::readLesson(file.string(), ofOriginal));
  if (!original->translationOf.empty()) return {{{1, 1}, file.string() + " is a translation itself"}};
  engine::LessonRun run(original, resourceFolder("samples"), engine::Compute{nullptr, setting.threads},
                        ui::knownPictures());
  return engine::checkTranslation(words, run, shelf);
}

/// Without what is Qt's.
Checked computed(const std::string& file, const std::vector<ShelvedLesson>& shelf, const CheckSetting& setting,
                 engine::Progress& progress) {
  Checked checked{file, 0, {}};
  engine::LessonProblems problems;
  try {
    auto lesson = std::make_shared<const engine::Lesson>(engine::readLesson(file, problems));
    checked.numSteps = lesson->steps.size();
    checked.problems = problems.sorted();
    if (!lesson->translationOf.empty()) {
      checked.add(problemsOfTranslation(*lesson, shelf, setting));
    } else {
      checked.run = std::make_unique<engine::LessonRun>(lesson, resourceFolder("samples"),
                                                        engine::Compute{nullptr, setting.threads}, ui::knownPictures());
      checked.add(engine::checkLesson(*checked.run, shelf, progress, setting.runsAll));
      checked.formulas = formulasOf(*checked.run);
    }
  } catch (const engine::Error& error) {
    checked.problems.push_back({{}, error.what()});
  }
  return checked;
}

/// Several lessons at once. What is Qt's is left to the thread that made this, which does it between its own lessons,
/// so that no values are kept longer than that.
class LessonsCheck {
 public:
  LessonsCheck(const std::vector<std::string>& files, const CheckSetting& setting, Talk talk)
      : m_files(files), m_setting(setting), m_shelf(shelfFor(files)), m_shown(talk), m_checked(files.size()) {}

  /// In the order of the files.
  std::vector<Checked> run() && {
    std::vector<std::future<void>> others;
    for (int k = 1; k < m_setting.jobs; ++k)
      others.push_back(std::async(std::launch::async, [this] {
        while (computeNext()) {
        }
      }));
    while (computeNext()) finish();
    for (std::future<void>& other : others) other.get();
    finish();
    return std::move(m_checked);
  }

 private:
  /// Only what stops is passed on: several tell at once.
  struct Stop : engine::Progress {
    bool cancelled() const override { return wasInterrupted(); }
  };

  /// False: none is left.
  bool computeNext() {
    std::size_t mine = 0;
    {
      const std::lock_guard lock(m_mutex);
      if (m_next == m_files.size()) return false;
      mine = m_next++;
      m_shown.update(static_cast<double>(mine) / static_cast<double>(m_files.size()), m_files[mine]);
    }
    Stop stop;
    Checked checked = computed(m_files[mine], m_shelf, m_setting, stop);
    const std::lock_guard lock(m_mutex);
    m_checked[mine] = std::move(checked);
    m_computed.push_back(mine);
    return true;
  }

  void finish() {
    std::vector<std::size_t> computed;
    {
      const std::lock_guard lock(m_mutex);
      computed.swap(m_computed);
    }
    for (const std::size_t k : computed) {
      Checked& checked = m_checked[k];
      checked.add(tooWide(checked.formulas));
      engine::StepState state;
      state.timesRunHere = m_setting.runsAll ? 1 : 0;
      if (checked.run) checked.add(ui::pictureProblems(*checked.run, state));
      checked.run.reset();
    }
  }

  const std::vector<std::string>& m_files;
  const CheckSetting m_setting;
  const std::vector<ShelvedLesson> m_shelf;
  TerminalProgress m_shown;
  std::mutex m_mutex;
  std::size_t m_next = 0;
  std::vector<Checked> m_checked;
  std::vector<std::size_t> m_computed;  ///< but not finished
};

std::vector<std::string> filesToCheck(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    if (word != "all") {
      files.push_back(word);
      continue;
    }
    const fs::path folder = resourceFolder("lessons");
    for (const ShelvedLesson& one : engine::lessonsIn(folder)) files.push_back(one.path.string());
    if (folder.empty()) engine::fail("there is no folder of lessons beside the program");
  }
  return files;
}

}  // namespace

int checkLessons(const Invocation& invocation) {
  if (invocation.words.empty()) throw UsageError("lesson --check needs FILE... or all");
  const auto jobs = static_cast<int>(std::min<long long>(wholeNumber(invocation, "jobs", 1, 1), 64));
  const CheckSetting setting{jobs, jobs > 1 ? 1 : threadsOf(invocation), invocation.has("train")};
  const std::vector<std::string> files = filesToCheck(invocation.words);
  const QtWithoutDisplay qt;
  const std::vector<Checked> all = LessonsCheck(files, setting, talkOf(invocation)).run();
  std::size_t numErrors = 0;
  nlohmann::ordered_json lessons = nlohmann::ordered_json::array();
  std::string text;
  for (const Checked& checked : all) {
    nlohmann::ordered_json problems = nlohmann::ordered_json::array();
    for (const LessonProblem& problem : checked.problems) {
      numErrors += problem.isWarning ? 0 : 1;
      if (!problem.isWarning || talkOf(invocation) == Talk::normal) text += problemText(checked.file, problem) + "\n";
      problems.push_back({{"line", problem.place.line},
                          {"column", problem.place.column},
                          {"warning", problem.isWarning},
                          {"text", problem.text}});
    }
    lessons.push_back({{"file", checked.file}, {"steps", checked.numSteps}, {"problems", std::move(problems)}});
  }
  if (invocation.has("json"))
    printContent(jsonText({{"lessons", std::move(lessons)}, {"errors", numErrors}}));
  else
    printOut(text + std::to_string(all.size()) + (all.size() == 1 ? " lesson, " : " lessons, ") +
             std::to_string(numErrors) + (numErrors == 1 ? " error\n" : " errors\n"));
  return numErrors == 0 ? kDone : kFailed;
}

}  // namespace app
