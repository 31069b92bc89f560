#include "tests/engine/lessons/mutation/RandomLessons.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "engine/base/Error.h"
#include "engine/lessons/file/LessonShelf.h"
#include "tests/support/Files.h"

using namespace engine;

namespace test {

namespace {

constexpr std::size_t kMostBytes = 6000, kMostSteps = 3, kMostChanges = 4, kMostMoved = 40;
constexpr const char* kName = "lesson.md";
constexpr std::array<const char*, 12> kNumbers = {"0",     "-1",  "1e308", "-1e308",     "1e-320", "4294967296",
                                                  "65537", "nan", "1/0",   "1000000000", "0.5",    "2..1"};
constexpr std::array<const char*, 36> kWords = {"```\n",
                                                "```data\n",
                                                "```run\n",
                                                "```picture p\n",
                                                "```control\n",
                                                "```predict q\n",
                                                "```check\n",
                                                "```goal\n",
                                                "```formula\n",
                                                "```more\n",
                                                "## S {#s}\n",
                                                "### B\n",
                                                "at(T=2: ",
                                                "A[1,1]",
                                                " within 0.1",
                                                " when ",
                                                " hint \"",
                                                "{A[1]:.2}",
                                                "(mark:A[1])",
                                                "\\frac{",
                                                "\\sum_{k} ",
                                                "\\mark{A}{",
                                                "bind A=A\n",
                                                "in Q=Q K=K V=V\n",
                                                "out S A O\n",
                                                "as maps\n",
                                                "set scale=T\n",
                                                "of A\n",
                                                "choose \"?\"\n",
                                                "- \"a\" when 1 = 1\n",
                                                "answer A[1]",
                                                "cover A\n",
                                                "head 1\n",
                                                "@ ",
                                                "slider T from 0 to",
                                                "\xc3\xa4"};

std::vector<std::size_t> lineBegins(const std::string& text) {
  std::vector<std::size_t> begins = {0};
  for (std::size_t k = 0; k + 1 < text.size(); ++k)
    if (text[k] == '\n') begins.push_back(k + 1);
  return begins;
}

/// Ends with the time it was given.
class Patience : public Progress {
 public:
  explicit Patience(double seconds)
      : m_end(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}
  bool cancelled() const override { return Clock::now() > m_end; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_end;
};

std::string faultOf(const LessonProblem& problem, int numLines) {
  if (problem.place.line >= 1 && problem.place.line <= numLines + 1 && problem.place.column >= 1 &&
      !problem.text.empty())
    return {};
  return "line " + std::to_string(problem.place.line) + ", column " + std::to_string(problem.place.column) + " of " +
         std::to_string(numLines) + " lines: " + problem.text;
}

}  // namespace

RandomLessons::RandomLessons(std::uint64_t seed) : m_random(seed) {
  for (const ShelvedLesson& shelved : lessonsIn(sampleFile("../lessons"))) {
    const std::string text = readText(shelved.path);
    std::vector<std::size_t> begins;
    for (std::size_t k = text.find("\n## "); k != std::string::npos; k = text.find("\n## ", k + 1))
      begins.push_back(k + 1);
    begins.push_back(text.size());
    const std::string front = text.substr(0, begins[0]);
    for (std::size_t step = 0; step + 1 < begins.size(); ++step) {
      m_short.push_back(front + text.substr(begins[step], begins[step + 1] - begins[step]));
      if (step > 0 && step < kMostSteps) m_long.push_back(text.substr(0, begins[step + 1]));
    }
  }
}

std::string RandomLessons::next() {
  const bool isLong = below(10) == 0;
  const std::vector<std::string>& all = isLong ? m_long : m_short;
  std::string text = all[below(all.size())];
  for (std::size_t k = 1 + below(kMostChanges); k > 0; --k) change(text);
  if (text.size() > 2 * kMostBytes) text.resize(2 * kMostBytes);
  return text;
}

void RandomLessons::change(std::string& text) {
  switch (below(4)) {
    case 0:
      return changeLines(text);
    case 1:
      return changeNumber(text);
    default:
      return changeBytes(text);
  }
}

void RandomLessons::changeLines(std::string& text) {
  const std::vector<std::size_t> begins = lineBegins(text);
  const std::size_t which = below(begins.size()), from = begins[which];
  const std::size_t end = which + 1 < begins.size() ? begins[which + 1] : text.size();
  const std::string line = text.substr(from, end - from);
  if (below(2) == 0) text.erase(from, end - from);
  if (below(2) == 0) text.insert(std::min(begins[below(begins.size())], text.size()), line);
}

void RandomLessons::changeNumber(std::string& text) {
  const std::size_t from = text.find_first_of("0123456789", below(text.size()));
  if (from == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789.", from), text.size());
  text.replace(from, end - from, kNumbers[below(kNumbers.size())]);
}

void RandomLessons::changeBytes(std::string& text) {
  const std::size_t at = below(text.size() + 1), length = std::min(1 + below(kMostMoved), text.size() - at);
  switch (below(5)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(m_random());
      return;
    case 1:
      text.erase(at, length);
      return;
    case 2:
      text.insert(below(text.size() + 1), text.substr(at, length));
      return;
    case 3: {
      const std::string& other = m_short[below(m_short.size())];
      text.insert(at, other, below(other.size()), below(10 * kMostMoved));
      return;
    }
    default:
      text.insert(at, kWords[below(kWords.size())]);
  }
}

ReadRandomLesson readRandomLesson(const std::string& text) {
  ReadRandomLesson read;
  LessonProblems problems;
  Lesson parsed = parseLesson(text, "", problems);  // a name would have to be the id
  parsed.file = kName;
  const auto lesson = std::make_shared<const Lesson>(std::move(parsed));
  read.run = std::make_shared<LessonRun>(lesson, sampleFile(""), Compute{nullptr, 1});
  std::vector<LessonProblem> all = problems.sorted();
  for (const LessonProblem& problem : read.run->problems()) all.push_back(problem);
  const auto numLines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (const LessonProblem& problem : all) {
    read.hasErrors = read.hasErrors || !problem.isWarning;
    if (read.fault.empty()) read.fault = faultOf(problem, numLines);
  }
  read.numProblems = all.size();
  return read;
}

std::string computeRandomLesson(LessonRun& run, double seconds) {
  for (int step = 0; step < static_cast<int>(run.lesson().steps.size()); ++step) {
    Patience patience(seconds);
    try {
      run.values(step, {}, patience);
    } catch (const Cancelled&) {
    } catch (const Error& error) {
      const std::string_view told = error.what();
      const std::string_view name = kName;
      const std::size_t line = name.size() + 1;
      if (!told.starts_with(name) || told.size() <= line || told[line] < '1' || told[line] > '9')
        return "without a place: " + std::string(told);
    }
  }
  return {};
}

}  // namespace test
