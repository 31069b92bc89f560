#include "engine/lessons/file/FrontMatter.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "engine/base/PrintableText.h"
#include "engine/lessons/file/LessonTemplate.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

constexpr int kFormatVersion = 1, kMostMinutes = 600;

std::optional<int> wholeNumber(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Reads the lines one by one into a lesson.
class FrontMatterReader {
 public:
  FrontMatterReader(Lesson& lesson, LessonProblems& problems) : m_lesson(lesson), m_problems(problems) {}

  void read(const LessonLine& line) {
    const std::size_t colon = line.text.find(':');
    const std::string key(trimmed(std::string_view(line.text).substr(0, colon)));
    if (colon == std::string::npos)
      return m_problems.error(line.place, "front matter needs \"key: value\", found ", inQuotes(line.text));
    const std::vector<std::string>& known = frontMatterKeys();
    if (std::find(known.begin(), known.end(), key) == known.end()) return tellUnknown(line, key);
    if (m_places.contains(key)) return m_problems.error(line.place, "\"", key, "\" stands twice");
    const std::string_view value = trimmed(std::string_view(line.text).substr(colon + 1));
    m_places[key] = value.empty() ? placeIn(line, colon + 1)
                                  : placeIn(line, static_cast<std::size_t>(value.data() - line.text.data()));
    if (value.empty()) return m_problems.error(m_places[key], "\"", key, "\" has no value");
    set(key, value);
  }

  void finish(const std::string& fileName, LessonPlace end) {
    const bool isTranslation = !m_lesson.translationOf.empty() || m_places.contains("of");
    const std::vector<std::string> required =
        isTranslation ? std::vector<std::string>{"headlight-lesson", "language"}
                      : std::vector<std::string>{"headlight-lesson", "title", "goal", "id", "minutes"};
    for (const std::string& key : required)
      if (!m_places.contains(key)) m_problems.error(end, "front matter lacks \"", key, "\"");
    checkTranslated(isTranslation);
    if (m_lesson.language.empty()) m_lesson.language = "en";
    if (m_lesson.level.empty()) m_lesson.level = "first";
    if (isTranslation && m_lesson.id.empty()) m_lesson.id = m_lesson.translationOf;
    const std::string expected = isTranslation ? m_lesson.translationOf + "." + m_lesson.language : m_lesson.id;
    if (m_places.contains(isTranslation ? "of" : "id") && !fileName.empty() && fileName != expected + ".md")
      m_problems.error(m_places[isTranslation ? "of" : "id"], "the file is called ", inQuotes(fileName),
                       ", expected \"", expected, ".md\"");
  }

 private:
  /// A translation has words alone; only it says what these are from.
  void checkTranslated(bool isTranslation) {
    static const std::vector<std::string> ofWords = {"headlight-lesson", "of", "language", "title", "goal", "from"};
    for (const auto& [key, place] : m_places) {
      if (!isTranslation && key == "from")
        m_problems.error(place, "\"from\" belongs to translations, which have \"of\"");
      if (isTranslation && std::find(ofWords.begin(), ofWords.end(), key) == ofWords.end())
        m_problems.error(place, "\"", key, "\" is taken from the original and does not belong in a translation");
    }
  }

  void tellUnknown(const LessonLine& line, const std::string& key) {
    const std::string nearest = nearestSpelling(key, frontMatterKeys());
    std::string known;
    for (const std::string& one : frontMatterKeys()) known += (known.empty() ? "" : ", ") + one;
    m_problems.error(line.place, "unknown key ", inQuotes(key),
                     nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?",
                     nearest.empty() ? ", expected one of: " + known : " (known: " + known + ")");
  }

  void set(const std::string& key, std::string_view value) {
    const LessonPlace place = m_places[key];
    if (key == "headlight-lesson") {
      if (wholeNumber(value) != kFormatVersion)
        m_problems.error(place, "format version ", inQuotes(value), ", expected ", kFormatVersion);
    } else if (key == "id" || key == "of" || key == "language") {
      if (!isLessonId(value))
        m_problems.error(place, "\"", key, "\" is ", inQuotes(value), ", expected letters a-z, digits, -");
      (key == "id" ? m_lesson.id : key == "of" ? m_lesson.translationOf : m_lesson.language) = value;
    } else if (key == "minutes") {
      const std::optional<int> minutes = wholeNumber(value);
      if (!minutes || *minutes < 1 || *minutes > kMostMinutes)
        m_problems.error(place, "\"minutes\" is ", inQuotes(value), ", expected 1 to ", kMostMinutes);
      m_lesson.minutes = minutes.value_or(0);
    } else if (key == "level") {
      if (value != "first" && value != "middle" && value != "deep")
        m_problems.error(place, "\"level\" is ", inQuotes(value), ", expected first, middle or deep");
      m_lesson.level = value;
    } else if (key == "needs" || key == "sources") {
      (key == "needs" ? m_lesson.needs : m_lesson.sources) = list(key, value, place);
    } else if (key == "explains") {
      for (const std::string& entry : list(key, value, place)) addSubject(entry, place);
    } else if (key == "cover") {
      setCover(value, place);
    } else if (key == "from") {
      m_lesson.translatedHash = value;
    } else {
      (key == "title" ? m_lesson.title : m_lesson.goal) = value;
    }
  }

  /// "share", or "share bowl".
  void setCover(std::string_view value, LessonPlace place) {
    const std::size_t blank = value.find(' ');
    m_lesson.cover.slug = value.substr(0, blank);
    m_lesson.cover.picture = blank == std::string_view::npos ? "" : trimmed(value.substr(blank));
    m_lesson.cover.place = place;
    if (!isLessonId(m_lesson.cover.slug))
      m_problems.error(place, "\"cover\" is ", inQuotes(value),
                       ", expected the name of a step and perhaps that of a picture in it, such as \"share bowl\"");
  }

  /// "attention dot at share".
  void addSubject(const std::string& entry, LessonPlace place) {
    constexpr std::string_view kAt = " at ";
    const std::size_t at = entry.rfind(kAt);
    const std::string slug(at == std::string::npos ? "" : entry.substr(at + kAt.size()));
    const std::string subject(trimmed(std::string_view(entry).substr(0, at)));
    if (subject.empty() || !isLessonId(slug))
      m_problems.error(place, "\"explains\" lists ", inQuotes(entry),
                       ", expected what a step explains and its name, such as \"attention dot at share\"");
    else
      m_lesson.explains.push_back({subject, slug, place});
  }

  std::vector<std::string> list(const std::string& key, std::string_view value, LessonPlace place) {
    std::vector<std::string> entries;
    if (value.front() != '[' || value.back() != ']' || value.size() < 2) {
      m_problems.error(place, "\"", key, "\" is ", inQuotes(value), ", expected a list such as [softmax, kernel]");
      return entries;
    }
    value = value.substr(1, value.size() - 2);
    for (const LinePiece& piece : piecesOf(value, ',')) {
      if (piece.text.empty() && trimmed(value).empty()) continue;
      if (piece.text.empty() || (key == "needs" && !isLessonId(piece.text)))
        m_problems.error(placeBehind(place, value, piece.offset + 1), "\"", key, "\" lists ", inQuotes(piece.text),
                         key == "needs" ? ", expected the id of a lesson" : ", expected some text");
      entries.emplace_back(piece.text);
    }
    return entries;
  }

  Lesson& m_lesson;
  LessonProblems& m_problems;
  std::map<std::string, LessonPlace> m_places;  ///< of values, by key
};

}  // namespace

const std::vector<std::string>& frontMatterKeys() {
  static const std::vector<std::string> keys = {
      "headlight-lesson", "id",      "title",    "goal",  "minutes", "needs", "level",
      "language",         "sources", "explains", "cover", "of",      "from"};
  return keys;
}

void readFrontMatter(const std::vector<LessonLine>& lines, const std::string& fileName, Lesson& lesson,
                     LessonProblems& problems) {
  FrontMatterReader reader(lesson, problems);
  for (const LessonLine& line : lines)
    if (!trimmed(line.text).empty()) reader.read(line);
  const LessonPlace end = lines.empty() ? LessonPlace{1, 1} : LessonPlace{lines.back().place.line + 1, 1};
  reader.finish(fileName, end);
}

}  // namespace engine
