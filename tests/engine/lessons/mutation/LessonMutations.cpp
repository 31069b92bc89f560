#include "tests/engine/lessons/mutation/LessonMutations.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "engine/base/Error.h"
#include "engine/lessons/check/CheckLesson.h"
#include "engine/lessons/file/LinePlace.h"
#include "tests/support/Files.h"

using namespace engine;

namespace test {

namespace {

using Kind = LessonMutation::Kind;
using Swaps = std::vector<std::pair<std::string, std::string>>;

/// What stands in a formula and what is put there. Longer ones first.
const Swaps kOperations = {{"\\sum", "\\prod"},
                           {"\\prod", "\\sum"},
                           {"\\max", "\\min"},
                           {"\\min", "\\max"},
                           {"\\exp", "\\log"},
                           {"\\log", "\\exp"},
                           {"\\ln", "\\exp"},
                           {"\\tanh", "\\cos"},
                           {"\\cos", "\\sin"},
                           {"\\sin", "\\cos"},
                           {"\\sqrt", "\\exp"},
                           {"\\cdot", "+"},
                           {"\\times", "+"},
                           {"\\odot", "+"},
                           {"\\le ", "\\gg "},
                           {"\\ge ", "\\ll "},
                           {"\\neq", "="},
                           {"+", "-"},
                           {"-", "+"},
                           {"=", "\\neq "},
                           {"<", ">"},
                           {">", "<"},
                           {"/", "+"},
                           {"\\frac", "\\binom"},
                           {"\\tfrac", "\\binom"}};
/// What stands in a condition and what is put there.
const Swaps kComparisons = {{" and ", " or "}, {" or ", " and "}, {" <= ", " > "}, {" >= ", " < "},
                            {" != ", " == "},  {" == ", " != "},  {" < ", " >= "}, {" > ", " <= "}};

/// A line of the file with where it begins and the block that it stands in.
struct Line {
  std::string_view text;
  std::size_t offset = 0;
  std::size_t block = 0;  ///< from 1; 0: in none
  std::string kind;       ///< of the block
};

std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> lines;
  std::size_t block = 0, open = 0;
  std::string kind;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size()); ticks >= 3) {
      const std::string_view behind = trimmed(line.substr(ticks));
      open = behind.empty() ? 0 : ++block;
      kind = behind.substr(0, behind.find(' '));
    } else if (open) {
      lines.push_back({line, from, open, kind});
    }
    from = end + 1;
  }
  return lines;
}

class MutationFinder {
 public:
  MutationFinder(std::string_view text, std::uint64_t seed) : m_lines(linesOf(text)), m_random(seed) {}

  std::vector<LessonMutation> find() && {
    std::set<std::size_t> plain;
    for (const Line& line : m_lines)
      if (line.kind == "formula" && trimmed(line.text) == "plain") plain.insert(line.block);
    for (const Line& line : m_lines) {
      if (line.kind == "check") digits(line);
      if (line.kind == "formula" && !plain.contains(line.block)) operations(line);
      if (line.kind == "predict") conditions(line);
    }
    return std::move(m_found);
  }

 private:
  void add(Kind kind, const Line& line, std::size_t at, std::string before, std::string after) {
    m_found.push_back({kind, line.offset + at, std::move(before), std::move(after)});
  }

  /// Digits of what is expected; those of a power of ten count, those of names do not.
  void digits(const Line& line) {
    const std::size_t begin = line.text.rfind(" = ");
    if (begin == std::string_view::npos || trimmed(line.text).starts_with('#')) return;
    const std::size_t end =
        std::min({line.text.find("±"), line.text.find(" +- "), line.text.find(" # "), line.text.size()});
    for (std::size_t k = begin + 3; k < end; ++k) {
      const std::size_t word = line.text.find_last_not_of("0123456789.", k);
      const char before = line.text[word];
      if (!std::isdigit(static_cast<unsigned char>(line.text[k])) || std::isalpha(static_cast<unsigned char>(before)))
        continue;
      const auto other = static_cast<char>('0' + (line.text[k] - '0' + 1 + static_cast<int>(m_random() % 9)) % 10);
      add(Kind::digit, line, k, std::string(1, line.text[k]), std::string(1, other));
    }
  }

  void operations(const Line& line) {
    static constexpr const char* kSettings[] = {"bind ", "at ", "terms ", "numbers "};
    for (const char* setting : kSettings)
      if (line.text.starts_with(setting)) return;
    if (line.text.starts_with("  ")) return;  // goes on with a setting or with TeX: not told apart here
    swaps(Kind::operation, line, kOperations, 0, line.text.size());
  }

  void swaps(Kind kind, const Line& line, const Swaps& known, std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to;) {
      const auto found = std::find_if(known.begin(), known.end(), [&](const auto& swap) {
        return line.text.substr(k).starts_with(swap.first) && k + swap.first.size() <= to;
      });
      if (found != known.end()) add(kind, line, k, found->first, found->second);
      // A command is passed whole: the "-" of \left- is none of its letters.
      k += found != known.end() ? found->first.size() : 1;
    }
  }

  void conditions(const Line& line) {
    const std::size_t quoted = line.text.starts_with("- ") ? line.text.find("\" ", 3) : 0;
    if (quoted == std::string_view::npos) return;
    const std::size_t when = findOutside(line.text, "when ", quoted);
    if (when == std::string_view::npos) return;
    const std::size_t begin = when + 5, hint = findOutside(line.text, " hint ", begin),
                      quote = line.text.find(" \"", begin), end = std::min({hint, quote, line.text.size()});
    const std::string condition(trimmed(line.text.substr(begin, end - begin)));
    add(Kind::condition, line, begin, condition, "not (" + condition + ")");
    swaps(Kind::condition, line, kComparisons, begin, end);
  }

  const std::vector<Line> m_lines;
  std::mt19937_64 m_random;
  std::vector<LessonMutation> m_found;
};

/// A lesson that is changed and checked again and again.
struct MutatedLesson {
  std::string name, path, text;
  std::shared_ptr<LessonRun> run;  ///< the last one, for what it computed
};
struct Choice {
  MutatedLesson* lesson;
  LessonMutation mutation;
};

std::vector<LessonProblem> problemsOf(MutatedLesson& lesson, const std::string& text,
                                      const std::vector<ShelvedLesson>& shelf) {
  LessonProblems problems;
  auto parsed = std::make_shared<const Lesson>(parseLesson(text, lesson.path, problems));
  if (problems.hasErrors()) return problems.sorted();
  lesson.run =
      std::make_shared<LessonRun>(parsed, sampleFile(""), Compute{nullptr, 1}, LessonKnows{}, lesson.run.get());
  Progress none;
  return checkLesson(*lesson.run, shelf, none);
}

std::string firstError(const std::vector<LessonProblem>& problems, const std::string& name) {
  for (const LessonProblem& problem : problems)
    if (!problem.isWarning) return problemText(name, problem);
  return "";
}

std::vector<MutatedLesson> shippedLessons(const std::vector<ShelvedLesson>& shelf) {
  std::vector<MutatedLesson> lessons;
  for (const ShelvedLesson& one : shelf) {
    if (!one.lesson->translationOf.empty()) continue;
    MutatedLesson lesson;
    lesson.name = one.path.filename().string();
    lesson.path = one.path.string();
    lesson.text = readText(one.path);
    // A lesson that fails as it is would notice everything.
    if (const std::string error = firstError(problemsOf(lesson, lesson.text, shelf), lesson.name); !error.empty())
      fail("does not hold before it is changed: ", error);
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

std::string lineAt(const std::string& text, std::size_t offset) {
  const std::size_t before = text.rfind('\n', offset), begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', offset) - begin);
}

TriedMutation tried(const Choice& choice, const std::vector<ShelvedLesson>& shelf) {
  MutatedLesson& lesson = *choice.lesson;
  const std::string before = lesson.text.substr(0, choice.mutation.offset);
  const auto number = 1 + std::count(before.begin(), before.end(), '\n');
  return {lesson.name + ":" + std::to_string(number), lineAt(lesson.text, choice.mutation.offset), choice.mutation,
          firstError(problemsOf(lesson, mutated(lesson.text, choice.mutation), shelf), lesson.name)};
}

}  // namespace

std::vector<LessonMutation> mutationsOf(const std::string& text, std::uint64_t seed) {
  return MutationFinder(text, seed).find();
}

std::string mutated(const std::string& text, const LessonMutation& mutation) {
  std::string changed = text;
  changed.replace(mutation.offset, mutation.before.size(), mutation.after);
  return changed;
}

std::vector<TriedMutation> triedMutations(std::size_t count, std::uint64_t seed) {
  const std::vector<ShelvedLesson> shelf = lessonsIn(sampleFile("../lessons"));
  std::vector<MutatedLesson> lessons = shippedLessons(shelf);
  std::vector<Choice> places;
  for (MutatedLesson& lesson : lessons)
    for (const LessonMutation& place : mutationsOf(lesson.text, seed)) places.push_back({&lesson, place});
  std::mt19937_64 random(seed);
  std::vector<TriedMutation> all;
  for (; all.size() < count && !places.empty(); places.pop_back()) {
    std::swap(places[random() % places.size()], places.back());
    all.push_back(tried(places.back(), shelf));
  }
  return all;
}

const char* mutationKindName(LessonMutation::Kind kind) {
  static constexpr const char* kNames[] = {"digit", "operator", "condition"};
  return kNames[static_cast<int>(kind)];
}

std::string describe(const TriedMutation& tried) {
  return tried.file + " " + mutationKindName(tried.mutation.kind) + " \"" + tried.mutation.before + "\" -> \"" +
         tried.mutation.after + "\" in: " + tried.line + "\n    " + (tried.found.empty() ? "NOT NOTICED" : tried.found);
}

}  // namespace test
