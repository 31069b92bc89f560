// headlight lesson: the lessons there are, whether they hold, a template for a new one.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/LessonCheck.h"
#include "app/commands/LessonPicture.h"
#include "app/session/Lessons.h"
#include "app/session/Resources.h"
#include "app/shell/Command.h"
#include "app/window/MainWindow.h"
#include "app/window/Window.h"
#include "app/window/lessons/Lessons.h"
#include "engine/io/FileContent.h"
#include "engine/lessons/expression/SettingTarget.h"
#include "engine/lessons/file/LessonShelf.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "engine/lessons/run/LessonText.h"
#include "engine/lessons/words/LessonInLanguage.h"
#include "engine/lessons/words/TranslationText.h"
#include "ui/lessons/KnownPictures.h"

namespace app {

namespace {

namespace fs = std::filesystem;
using engine::ShelvedLesson;

/// A lesson on the shelf, and whether it is the user's own.
struct Listed {
  ShelvedLesson lesson;
  bool isUsers = false;
};

/// The program's lessons with their translations, then the user's; one of the user's stands in the place of one with
/// its id.
std::vector<Listed> listedLessons() {
  std::vector<Listed> listed;
  for (ShelvedLesson& one : engine::lessonsIn(resourceFolder("lessons"))) listed.push_back({std::move(one), false});
  for (ShelvedLesson& one : engine::lessonsIn(userLessonFolder().toStdString())) {
    const auto same = std::find_if(listed.begin(), listed.end(), [&](const Listed& other) {
      return other.lesson.lesson->id == one.lesson->id && other.lesson.lesson->language == one.lesson->language;
    });
    if (same == listed.end())
      listed.push_back({std::move(one), true});
    else
      *same = {std::move(one), true};
  }
  return listed;
}

std::string lineOf(const Listed& one, const ui::LessonProgress& progress, std::size_t widest) {
  const engine::Lesson& lesson = *one.lesson.lesson;
  const int seen = progress.numSeen(lesson.id), answered = progress.numAnswered(lesson.id);
  std::string about = std::to_string(lesson.steps.size()) + " steps, ";
  if (lesson.translationOf.empty()) about += std::to_string(lesson.minutes) + " minutes, ";
  about += lesson.language;
  if (seen > 0) about += ", " + std::to_string(seen) + " seen, " + std::to_string(answered) + " answered";
  if (one.isUsers) about += ", your own";
  return lesson.id + std::string(widest + 2 - lesson.id.size(), ' ') + lesson.title + " (" + about + ")\n";
}

nlohmann::ordered_json jsonOf(const Listed& one, const ui::LessonProgress& progress) {
  const engine::Lesson& lesson = *one.lesson.lesson;
  return {{"id", lesson.id},
          {"title", lesson.title},
          {"goal", lesson.goal},
          {"steps", lesson.steps.size()},
          {"minutes", lesson.minutes},
          {"level", lesson.level},
          {"language", lesson.language},
          {"seen", progress.numSeen(lesson.id)},
          {"answered", progress.numAnswered(lesson.id)},
          {"own", one.isUsers},
          {"file", one.lesson.path.string()}};
}

int list(const Invocation& invocation) {
  const std::vector<Listed> listed = listedLessons();
  const ui::LessonProgress progress(ui::LessonProgress::userPath());
  std::size_t widest = 2;
  for (const Listed& one : listed) widest = std::max(widest, one.lesson.lesson->id.size());
  nlohmann::ordered_json lessons = nlohmann::ordered_json::array(), paths = nlohmann::ordered_json::array();
  std::string text;
  for (const Listed& one : listed) {
    lessons.push_back(jsonOf(one, progress));
    text += lineOf(one, progress, widest);
  }
  for (const LessonPath& path : findLessonPaths(findLessons())) {
    const std::string ids = path.lessons.join(QStringLiteral(", ")).toStdString();
    text += path.title.toStdString() + ": " + ids + " (" + std::to_string(path.minutes) + " minutes)\n";
    std::vector<std::string> each;
    for (const QString& id : path.lessons) each.push_back(id.toStdString());
    paths.push_back({{"title", path.title.toStdString()}, {"minutes", path.minutes}, {"lessons", each}});
  }
  if (invocation.has("json"))
    printContent(jsonText({{"lessons", std::move(lessons)}, {"paths", std::move(paths)}}));
  else
    printOut(text);
  return kDone;
}

int makeNew(const Invocation& invocation) {
  const std::string id = invocation.text("new", "");
  const std::string out = invocation.text("out", id + ".md");
  if (!engine::isLessonId(id)) throw UsageError("lesson --new: found \"" + id + "\", expected letters a-z, digits, -");
  std::error_code ignored;
  if (out != "-" && fs::exists(out, ignored)) engine::fail(out, ": is there already, expected a new file");
  requireFolderOf(out);
  const std::string text = engine::lessonTemplate(id);
  if (out == "-") {
    printContent(text);
  } else {
    engine::writeFileWhole(out, text);
    if (talkOf(invocation) == Talk::normal) printOut("wrote " + out + "; look: headlight lesson --check " + out + "\n");
  }
  return kDone;
}

/// The window, with the lesson open.
int play(const Invocation& invocation) {
  if (invocation.words.size() != 1)
    throw UsageError("lesson: found \"" + invocation.words[1] + "\" behind the lesson, expected one of them");
  ui::LessonTarget target = lessonTarget(invocation);
  const QString file = lessonFileOf(invocation.words[0], target);
  target.language = QString::fromStdString(languageOf(invocation, file));
  return runWindow({}, [&](MainWindow& window) { window.lessons().open(file, target); });
}

/// On standard output, questions answered on standard input.
int readOut(const Invocation& invocation) {
  if (invocation.words.size() != 1) throw UsageError("lesson --text needs the id or the file of one lesson");
  ui::LessonTarget target = lessonTarget(invocation);
  const QString path = lessonFileOf(invocation.words[0], target);
  const std::string file = path.toStdString();
  engine::LessonInLanguage read =
      engine::readLessonIn(file, {languageOf(invocation, path)}, {userLessonFolder().toStdString()});
  for (const engine::LessonProblem& problem : read.problems)
    if (!problem.isWarning) engine::fail(problemText(read.lesson.file, problem));
  const auto lesson = std::make_shared<const engine::Lesson>(std::move(read.lesson));
  engine::LessonRun run(lesson, resourceFolder("samples"), engine::Compute{nullptr, threadsOf(invocation)},
                        ui::knownPictures());
  engine::LessonTextOptions options;
  options.hasAnswers = target.areAnswersShown;
  options.runsAll = target.isRunHere;
  options.replaced = target.own;
  for (const auto& [name, text] : target.settings) options.settings[name] = engine::settingValue(text);
  if (!target.step.isEmpty()) {
    options.step = lesson->stepNumber(target.step.toStdString());
    if (options.step < 0) engine::fail(file, ": there is no step \"", target.step.toStdString(), "\"");
  }
  const engine::LessonConsole console{[](const std::string& text) {
                                        printOut(text);
                                        std::fflush(stdout);
                                      },
                                      []() -> std::optional<std::string> {
                                        std::string line;
                                        if (std::getline(std::cin, line)) return line;
                                        return std::nullopt;
                                      }};
  TerminalProgress progress(Talk::quiet);
  playAsText(run, options, console, progress);
  return kDone;
}

/// The original that --words names: no translation, without errors.
engine::Lesson originalOfWords(const Invocation& invocation) {
  ui::LessonTarget target;
  const std::string file = lessonFileOf(invocation.text("words", ""), target).toStdString();
  engine::LessonProblems problems;
  engine::Lesson original = engine::readLesson(file, problems);
  for (const engine::LessonProblem& problem : problems.sorted())
    if (!problem.isWarning) engine::fail(problemText(file, problem));
  if (!original.translationOf.empty()) engine::fail(file, ": is a translation, expected a lesson to translate");
  return original;
}

int writeWords(const Invocation& invocation) {
  const std::string language = invocation.text("language", "");
  if (!engine::isLessonId(language))
    throw UsageError("lesson --words: found --language \"" + language + "\", expected one such as de");
  const engine::Lesson original = originalOfWords(invocation);
  if (language == original.language)
    engine::fail(original.file, ": is in the language \"", language, "\" already, expected another one");
  const std::string name = original.id + "." + language + ".md";
  const bool isFile = fs::path(invocation.text("words", "")).extension() == ".md";
  const fs::path beside = fs::path(original.file).parent_path() / name;
  const std::string out = invocation.text("out", isFile ? beside.string() : name);
  if (out != "-" && fs::path(out).filename() != name)
    engine::fail(out, ": the file of a translation is called \"", name, "\", expected this name");
  std::error_code ignored;
  const bool isThere = out != "-" && fs::exists(out, ignored);
  requireFolderOf(out);
  // A new file begins with the words that the lesson has in that language already.
  const std::string from = isThere ? out : fs::exists(beside, ignored) ? beside.string() : std::string();
  const std::string before = from.empty() ? std::string() : engine::readFileWhole(from);
  const std::string text =
      from.empty() ? engine::newTranslation(original, language) : engine::updatedTranslation(original, before, from);
  if (out == "-") {
    printContent(text);
    return kDone;
  }
  if (text != before || !isThere) engine::writeFileWhole(out, text);
  if (talkOf(invocation) == Talk::normal)
    printOut((!isThere         ? "wrote "
              : text == before ? "nothing to do in "
                               : "brought up ") +
             out + "; what is left to do: headlight lesson --check " + out + "\n");
  return kDone;
}

int runLesson(const Invocation& invocation) {
  checkDeviceOptions(invocation);
  if (invocation.has("new")) return makeNew(invocation);
  if (invocation.has("words")) return writeWords(invocation);
  if (invocation.has("check")) return checkLessons(invocation);
  if (invocation.has("print")) return printHandout(invocation);
  if (invocation.has("text")) return readOut(invocation);
  if (invocation.words.empty()) return list(invocation);
  return play(invocation);
}

}  // namespace

Command lessonCommand() {
  return {
      "lesson",
      "[ID|FILE] [--text] [--check FILE...|all] [--print ID|FILE] [--new ID] [--words ID|FILE]",
      "open a lesson in the window, list lessons, check whether they hold, begin a new one",
      "With the id or the file of a lesson the window opens on it, at --step, with controls as --set says; --reset "
      "forgets what was done in it. --text writes it on standard output, numbers put in, and asks its questions on "
      "standard input; with --answers it tells them. Without anything: the lessons that there are, what "
      "was done in them, and the paths through them. "
      "--check reads lessons and computes all that is in them in double precision: every run, check, goal, question "
      "and live number; formulae are executed and must fit on 1280 x 720, pictures must take the arrays that they are "
      "of, answers must not be given away by what is seen, links must lead somewhere. One line for each problem, with "
      "file, line and column; exit code 1 when there is an error, warnings are none. Results that a lesson has stored, "
      "as those of training, are taken as they are unless --train is given. --print writes a handout: two steps to a "
      "page with their pictures and formulae, questions with lines to write on, answers and sources at the end. --new "
      "writes a lesson of four steps that holds, to begin with. --words writes the file of a translation into "
      "--language, "
      "with all words of the lesson in their places, or brings one up to its lesson: what was translated stays, what "
      "is "
      "new is put in its place, what is outdated is marked; --check then tells what is left to do.",
      withCommonOptions(
          {{"step", "N|SLUG", "its number from 1, or its short name [default 1]"},
           {"set", "K=V", "a control, for example T=0.5; may be given several times"},
           {"own", "NAME=FILE", "a file in the place of the sample that the lesson calls by this name"},
           {"reset", "", "forget what was seen and answered in it"},
           {"text", "", "the lesson as text, on standard output"},
           {"answers", "", "of --text: tell the answers instead of asking"},
           {"check", "", "check the lessons named; all: those that come with the program"},
           {"train", "", "compute what a lesson has stored results of, training above all"},
           {"jobs", "N", "lessons checked at once [default 1]"},
           {"new", "ID", "write ID.md"},
           {"print", "ID|FILE", "write the handout of a lesson, a PDF, to --out"},
           {"notes", "", "of --print: with the notes for the speaker"},
           {"paper", "a4|letter", "of --print [default a4]"},
           {"language", "LANGUAGE", "of one lesson: de, for example [default: as chosen in the window]"},
           {"words", "ID|FILE", "write ID.LANGUAGE.md, or bring it up to its lesson"},
           {"out", "FILE", "of --new, --words and --print: write there; of the first two \"-\": to standard output"}}),
      runLesson};
}

}  // namespace app
