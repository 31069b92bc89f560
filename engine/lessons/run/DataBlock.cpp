#include "engine/lessons/run/DataBlock.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"

namespace engine {

namespace {

class DataReader {
 public:
  explicit DataReader(LessonProblems& problems) : m_problems(problems) {}

  void read(const LessonLine& line) {
    const KeyAndRest parts = keyAndRest(line);
    const std::size_t equals = findOutside(line.text, "=");
    // A name may be "labels" or "unit" as well: then "=" follows at once.
    const bool isSetting = !parts.rest.starts_with('=');
    if (isSetting && parts.key == "replaceable") return readReplaceable(line, parts);
    if (equals == std::string_view::npos)
      return m_problems.error(line.place, "expected \"name = ...\", labels, unit or replaceable, found ",
                              inQuotes(line.text));
    const std::string_view value = trimmed(std::string_view(line.text).substr(equals + 1));
    const std::size_t offset =
        value.empty() ? line.text.size() : static_cast<std::size_t>(value.data() - line.text.data());
    if (isSetting && parts.key == "labels") return readLabels(line, named(line, parts, equals), value, offset);
    if (isSetting && parts.key == "unit") return readUnit(line, named(line, parts, equals), value);
    readDefinition(line, trimmed(std::string_view(line.text).substr(0, equals)), value, offset);
  }

  DataBlock block;

 private:
  /// What stands between the key and "=".
  static std::string_view named(const LessonLine& line, const KeyAndRest& parts, std::size_t equals) {
    return trimmed(std::string_view(line.text).substr(parts.offset, equals - parts.offset));
  }

  void readReplaceable(const LessonLine& line, const KeyAndRest& parts) {
    for (const LinePiece& word : wordsOf(parts.rest))
      block.replaceable.push_back({std::string(word.text), {}, placeIn(line, parts.offset + word.offset)});
  }

  void readLabels(const LessonLine& line, std::string_view name, std::string_view value, std::size_t offset) {
    LabelLine labels;
    labels.place = line.place;
    const std::size_t dot = name.find('.');
    labels.name = name.substr(0, dot);
    if (dot != std::string_view::npos) labels.axis = name.substr(dot + 1);
    const std::optional<double> axis = plainNumber(labels.axis);
    if (!isLessonName(labels.name) ||
        (!labels.axis.empty() && labels.axis != "rows" && labels.axis != "columns" && !(axis && *axis >= 1)))
      m_problems.error(line.place, "labels are of NAME, NAME.rows, NAME.columns or NAME.1, found ", inQuotes(name));
    for (const LinePiece& word : wordsOf(value)) {
      std::string text;
      labels.words.push_back(unquoted(word.text, text) ? text : std::string(word.text));
    }
    if (labels.words.empty()) m_problems.error(placeIn(line, offset), "labels are missing here");
    block.labels.push_back(std::move(labels));
  }

  void readUnit(const LessonLine& line, std::string_view name, std::string_view value) {
    if (!isLessonName(name) || value.empty())
      return m_problems.error(line.place, "a unit is \"unit NAME = Å\", found ", inQuotes(line.text));
    block.units.push_back({std::string(name), std::string(value), line.place});
  }

  void readDefinition(const LessonLine& line, std::string_view name, std::string_view value, std::size_t offset) {
    DataLine data;
    data.name = name;
    data.place = line.place;
    data.valuePlace = placeIn(line, offset);
    if (!isLessonName(name))
      return m_problems.error(line.place, "expected a name before \"=\", found ", inQuotes(name));
    const std::vector<LinePiece> words = wordsOf(value);
    const std::string_view first = words.empty() ? std::string_view() : words[0].text;
    if (words.size() > 1 && (first == "sample" || first == "file")) {
      data.form = first == "file" ? DataLine::Form::file : DataLine::Form::sample;
      const std::string_view path = trimmed(value.substr(first.size()));
      if (!unquoted(path, data.text)) data.text = path;
      if (!staysBelow(data.text))
        return m_problems.error(placeIn(line, offset + words[1].offset), "a ", first, " is a path below ",
                                first == "file" ? "the lesson's folder" : "the folder of samples", ", found ",
                                inQuotes(data.text));
    } else if (words.size() > 1 && first == "text") {
      if (!readText(line, words, offset, data)) return;
    } else {
      data.value = expressionIn(line, value, offset, m_problems);
      if (!data.value) return;
    }
    block.lines.push_back(std::move(data));
  }

  bool readText(const LessonLine& line, const std::vector<LinePiece>& words, std::size_t offset, DataLine& data) {
    data.form = DataLine::Form::text;
    if (words.size() == 3) data.alphabet = words[1].text;
    const LinePiece& last = words.back();
    if (words.size() > 3 || !unquoted(last.text, data.text)) {
      m_problems.error(placeIn(line, offset), "a text is text DNA \"ATGGCT\", found ",
                       inQuotes(line.text.substr(offset)));
      return false;
    }
    const std::vector<std::string>& known = lessonAlphabets();
    if (!data.alphabet.empty() && std::find(known.begin(), known.end(), data.alphabet) == known.end()) {
      tellUnknown(placeIn(line, offset + words[1].offset), "alphabet", data.alphabet, known, m_problems);
      return false;
    }
    const std::string letters = lettersOf(data.alphabet);
    const std::size_t wrong = letters.empty() ? std::string::npos : data.text.find_first_not_of(letters);
    if (wrong == std::string::npos) return true;
    m_problems.error(placeIn(line, offset + last.offset + 1 + wrong), "a letter of ", data.alphabet, " is one of ",
                     letters, ", found ", inQuotes(data.text.substr(wrong, 1)));
    return false;
  }

  LessonProblems& m_problems;
};

}  // namespace

DataBlock parseData(const LessonBlock& block, LessonProblems& problems) {
  DataReader reader(problems);
  for (const LessonLine& line : block.lines) reader.read(line);
  return std::move(reader.block);
}

bool staysBelow(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.front() == '~' || path.find('\\') != std::string_view::npos)
    return false;
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t end = std::min(path.find('/', from), path.size());
    if (path.substr(from, end - from) == "..") return false;
    from = end + 1;
  }
  return true;
}

const std::vector<std::string>& lessonAlphabets() {
  static const std::vector<std::string> alphabets = {"DNA", "RNA", "protein"};
  return alphabets;
}

std::string lettersOf(const std::string& alphabet) {
  if (alphabet == "DNA") return "ACGT";
  if (alphabet == "RNA") return "ACGU";
  if (alphabet == "protein") return "ACDEFGHIKLMNPQRSTVWY";
  return {};
}

}  // namespace engine
