#include "engine/lessons/file/Problem.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace engine {

namespace {

/// The least number of letters to insert, leave out, change or swap with their neighbour.
std::size_t editDistance(const std::string& one, const std::string& other) {
  std::vector<std::size_t> beforeLast, last(other.size() + 1), row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    beforeLast = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      row[j + 1] = std::min({last[j] + (one[i] == other[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j])
        row[j + 1] = std::min(row[j + 1], beforeLast[j - 1] + 1);
    }
  }
  return row.back();
}

/// Of equal names that are missing the first, which says how many follow.
std::vector<LessonProblem> withoutFollowers(const std::vector<LessonProblem>& sorted) {
  std::vector<LessonProblem> kept;
  std::map<std::string, std::size_t> firsts;  // places in `kept`
  std::map<std::size_t, std::vector<LessonPlace>> others;
  for (const LessonProblem& problem : sorted) {
    const auto [first, isFirst] = firsts.try_emplace(problem.missing, kept.size());
    if (problem.missing.empty() || isFirst) {
      kept.push_back(problem);
      continue;
    }
    std::vector<LessonPlace>& places = others[first->second];
    if (problem.place != kept[first->second].place && (places.empty() || places.back() != problem.place))
      places.push_back(problem.place);
  }
  for (const auto& [first, places] : others)
    if (!places.empty())
      kept[first].text +=
          "; it is named " + std::to_string(places.size()) + (places.size() == 1 ? " time" : " times") +
          " more, in line " + std::to_string(places.front().line) +
          (places.front().line == places.back().line ? "" : " to " + std::to_string(places.back().line));
  return kept;
}

}  // namespace

void LessonProblems::add(const LessonProblem& problem) {
  ++(problem.isWarning ? m_numWarnings : m_numErrors);
  if (m_kept.size() < kMost) m_kept.push_back(problem);
}

std::vector<LessonProblem> LessonProblems::sorted() const {
  std::vector<LessonProblem> sorted = m_kept;
  std::stable_sort(sorted.begin(), sorted.end(), [](const LessonProblem& one, const LessonProblem& other) {
    return std::pair(one.place.line, one.place.column) < std::pair(other.place.line, other.place.column);
  });
  return withoutFollowers(sorted);
}

std::string problemText(const std::string& file, const LessonProblem& problem) {
  std::string text = file + ":";
  if (problem.place.line > 0) text += std::to_string(problem.place.line) + ":";
  if (problem.place.column > 0) text += std::to_string(problem.place.column) + ":";
  return text + (problem.isWarning ? " warning: " : " ") + problem.text;
}

std::string nearestSpelling(const std::string& word, const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace engine
