// What is wrong with a lesson, all of it at once, each with its place in the file.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace engine {

/// In a lesson's file; both count from 1, columns in characters (code points). 0: the file as a whole.
struct LessonPlace {
  int line = 0, column = 0;
  bool operator==(const LessonPlace&) const = default;
};

struct LessonProblem {
  LessonPlace place;
  std::string text;          ///< one sentence: what was found, what was expected
  bool isWarning = false;    ///< the lesson can be played all the same
  std::string missing = {};  ///< the name that nothing bears; empty: something else is wrong
  bool operator==(const LessonProblem&) const = default;
};

/// Collects what is wrong, in the order in which it is found; counts all, keeps kMost.
class LessonProblems {
 public:
  static constexpr std::size_t kMost = 50;

  template <class... Parts>
  void error(LessonPlace place, const Parts&... parts) {
    add(place, false, parts...);
  }
  template <class... Parts>
  void warn(LessonPlace place, const Parts&... parts) {
    add(place, true, parts...);
  }
  /// A name that nothing bears. One slip upstream makes many: the first place is told, the others are counted.
  template <class... Parts>
  void missing(LessonPlace place, const std::string& name, const Parts&... parts) {
    const std::size_t before = m_kept.size();
    add(place, false, parts...);
    if (m_kept.size() > before) m_kept.back().missing = name;
  }
  /// What another collection told.
  void add(const LessonProblem& problem);
  /// In the order of the file, each missing name once.
  std::vector<LessonProblem> sorted() const;
  bool hasErrors() const { return m_numErrors > 0; }
  std::size_t numErrors() const { return m_numErrors; }
  std::size_t numWarnings() const { return m_numWarnings; }

 private:
  template <class... Parts>
  void add(LessonPlace place, bool isWarning, const Parts&... parts) {
    ++(isWarning ? m_numWarnings : m_numErrors);
    if (m_kept.size() >= kMost) return;
    std::ostringstream text;
    (text << ... << parts);
    m_kept.push_back({place, text.str(), isWarning});
  }

  std::vector<LessonProblem> m_kept;
  std::size_t m_numErrors = 0, m_numWarnings = 0;
};

/// "softmax.md:41:6: picture "bowl" needs ...", "softmax.md:41:6: warning: ...".
std::string problemText(const std::string& file, const LessonProblem& problem);

/// The known word that is nearest to one that is not known (edits of letters), for "did you mean"; empty when none is
/// near: more than a third of the letters would have to change.
std::string nearestSpelling(const std::string& word, const std::vector<std::string>& known);

}  // namespace engine
