// Blocks `control`.
#include <algorithm>
#include <map>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/StepBlocks.h"

namespace engine {

namespace {

struct KindName {
  const char* name;
  ControlKind kind;
};
constexpr KindName kControlKinds[] = {
    {"slider", ControlKind::slider},   {"choice", ControlKind::choice},     {"switch", ControlKind::onOff},
    {"stepper", ControlKind::stepper}, {"cell", ControlKind::cell},         {"matrix", ControlKind::matrix},
    {"points", ControlKind::points},   {"sequence", ControlKind::sequence}, {"weight", ControlKind::weight},
    {"pose", ControlKind::pose},       {"seed", ControlKind::seed},         {"toggle", ControlKind::toggle}};

std::vector<std::string> knownKeys() {
  std::vector<std::string> keys;
  for (const KindName& kind : kControlKinds) keys.emplace_back(kind.name);
  keys.insert(keys.end(), {"play", "label", "help", "snap", "values"});
  return keys;
}

/// "Q" of "Q[1,1]".
std::string arrayOf(std::string_view cell) { return std::string(cell.substr(0, cell.find('['))); }

/// Reads the words of one line "slider T from 0.1 to 10 log".
class ControlLine {
 public:
  ControlLine(const LessonLine& line, LessonProblems& problems)
      : m_line(line), m_words(wordsOf(line.text)), m_problems(problems) {}

  std::optional<LessonControl> read(ControlKind kind) {
    LessonControl control;
    control.kind = kind;
    control.place = m_line.place;
    if (m_words.size() < 2) {
      tell(m_words[0], "a name is missing behind ");
      return std::nullopt;
    }
    setBounds(control);
    m_next = 2;
    if (!readName(control)) return std::nullopt;
    while (m_next < m_words.size() && readPart(control)) {
    }
    finish(control);
    return m_isRight ? std::optional(control) : std::nullopt;
  }

  /// "play T from 4 to 0.25 seconds 6".
  std::optional<LessonControl::Play> readPlay(const LessonControl& control) {
    LessonControl::Play play{control.from, control.to, 5};
    m_next = 2;
    while (m_next + 1 < m_words.size()) {
      const std::string_view key = m_words[m_next].text;
      double* const target = key == "from"      ? &play.from
                             : key == "to"      ? &play.to
                             : key == "seconds" ? &play.seconds
                                                : nullptr;
      if (!target) break;
      ++m_next;
      *target = number();
    }
    if (m_next < m_words.size()) tell(m_words[m_next], "expected from, to or seconds with a number, found ");
    if (!(play.seconds > 0)) tell(m_words[0], "takes no time: ");
    return m_isRight ? std::optional(play) : std::nullopt;
  }

 private:
  void tell(const LinePiece& piece, const std::string& what) {
    m_problems.error(placeIn(m_line, piece.offset), what, inQuotes(piece.text));
    m_isRight = false;
  }

  /// A word that begins a part of the line, behind the names.
  static bool isKey(std::string_view word) {
    return word == "from" || word == "to" || word == "by" || word.find("..") != std::string_view::npos;
  }

  static void setBounds(LessonControl& control) {
    if (control.kind == ControlKind::stepper || control.kind == ControlKind::seed) {
      control.from = control.start = control.by = 1;
      control.to = control.kind == ControlKind::seed ? 1e6 : 10;
    }
    if (control.kind == ControlKind::onOff) control.choices = {"0", "1"};
  }

  bool readName(LessonControl& control) {
    const LinePiece& name = m_words[1];
    control.name = name.text;
    const bool isCell = control.kind == ControlKind::cell || control.kind == ControlKind::weight;
    const std::string bare = arrayOf(name.text);
    if (!isLessonName(bare) || isCell != (bare.size() < name.text.size())) {
      tell(name, isCell ? "expected a cell such as Q[1,1], found " : "expected a name, found ");
      return false;
    }
    const bool isArray = control.kind == ControlKind::matrix || control.kind == ControlKind::sequence ||
                         control.kind == ControlKind::points || control.kind == ControlKind::toggle;
    if (isCell || isArray) control.arrays = {bare};
    // Places along a line have one name, in the plane two: of their x and y.
    const bool isPlane = control.kind == ControlKind::points && m_words.size() > 2 && !isKey(m_words[2].text);
    if (!isPlane) return true;
    if (!isLessonName(m_words[2].text)) {
      tell(m_words[2], "points have one name or two, of their x and y, found ");
      return false;
    }
    control.arrays.emplace_back(m_words[2].text);
    control.name += " " + control.arrays[1];
    m_next = 3;
    return true;
  }

  /// One key with its values; false: not known.
  bool readPart(LessonControl& control) {
    const LinePiece& word = m_words[m_next++];
    const std::string key(word.text);
    const std::map<std::string, double*> numbers = {{"from", &control.from}, {"to", &control.to}, {"by", &control.by}};
    if (const auto found = numbers.find(key); found != numbers.end()) {
      *found->second = number();
      m_hasBounds = true;
    } else if (key == "start") {
      readStart(control);
    } else if (key == "log") {
      control.isLogarithmic = true;
    } else if (key == "of" || key == "values") {
      control.choices.clear();
      while (m_next < m_words.size() && m_words[m_next].text != "start")
        control.choices.push_back(wordText(m_words[m_next++].text));
    } else if (control.kind == ControlKind::onOff && (key == "on" || key == "off")) {
      control.start = key == "on";
    } else if (key == "alphabet" && m_next < m_words.size()) {
      control.alphabet = m_words[m_next++].text;
    } else if (key == "max") {
      control.most = static_cast<int>(number());
    } else if (const std::size_t dots = key.find(".."); dots != std::string::npos) {
      readRange(control, word, dots);
    } else {
      tell(word, "expected from, to, by, log, start, of, on, off, values, alphabet, max or 1..6, found ");
      return false;
    }
    return true;
  }

  static std::string wordText(std::string_view word) {
    std::string text;
    return unquoted(word, text) ? text : std::string(word);
  }

  void readRange(LessonControl& control, const LinePiece& word, std::size_t dots) {
    const std::optional<double> from = plainNumber(word.text.substr(0, dots)),
                                to = plainNumber(word.text.substr(dots + 2));
    if (!from || !to) return tell(word, "expected a range such as 1..6, found ");
    control.from = control.start = *from;
    control.to = *to;
    m_hasBounds = true;
  }

  void readStart(LessonControl& control) {
    m_hasStart = true;
    if (control.kind == ControlKind::choice || control.kind == ControlKind::onOff) {
      if (m_next >= m_words.size()) return tell(m_words.back(), "a value is missing behind ");
      m_startWord = m_words[m_next++];
      return;
    }
    control.start = number();
  }

  double number() {
    if (m_next >= m_words.size()) {
      tell(m_words.back(), "a number is missing behind ");
      return 0;
    }
    const LinePiece& word = m_words[m_next++];
    const std::optional<double> number = plainNumber(word.text);
    if (!number) tell(word, "expected a number, found ");
    return number.value_or(0);
  }

  void finish(LessonControl& control) {
    const LinePiece& name = m_words[1];
    if (control.kind == ControlKind::choice && control.choices.empty())
      tell(name, "\"of\" and values are missing behind ");
    if (control.kind == ControlKind::onOff && control.choices.size() != 2) tell(name, "a switch has two values: ");
    if (m_startWord) {
      const auto found = std::find(control.choices.begin(), control.choices.end(), wordText(m_startWord->text));
      if (found == control.choices.end()) tell(*m_startWord, "is none of the values: ");
      control.start = static_cast<double>(found - control.choices.begin());
    }
    const bool hasRange = control.kind == ControlKind::slider || control.kind == ControlKind::stepper ||
                          control.kind == ControlKind::cell;
    if (!hasRange) return;
    if (!m_hasBounds) tell(name, "\"from\" and \"to\" are missing behind ");
    if (!m_hasStart) control.start = control.from;
    if (!(control.from < control.to)) return tell(name, "\"from\" must be less than \"to\": ");
    if (control.isLogarithmic && control.from <= 0) tell(name, "a logarithmic control begins above 0: ");
    if (control.start < control.from || control.start > control.to) tell(name, "starts outside of its range: ");
    if (control.by < 0) tell(name, "\"by\" must be above 0: ");
  }

  const LessonLine& m_line;
  const std::vector<LinePiece> m_words;
  LessonProblems& m_problems;
  std::size_t m_next = 2;
  bool m_isRight = true, m_hasBounds = false, m_hasStart = false;
  std::optional<LinePiece> m_startWord;
};

/// "Rows, columns" of two controls: each takes its part. Cells of an array have their indices, and share the whole.
void shareLabel(std::vector<LessonControl>& controls) {
  const bool areCells = !controls.empty() && controls.front().kind == ControlKind::cell;
  if (controls.size() < 2 || areCells) return;
  std::vector<std::string> parts(1);
  for (const char letter : controls.front().label) {
    if (letter == ',')
      parts.emplace_back();
    else if (letter != ' ' || !parts.back().empty())
      parts.back() += letter;
  }
  if (parts.size() != controls.size()) return;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (!parts[k].empty() && k > 0 && static_cast<unsigned char>(parts[k][0]) < 0x80)
      parts[k][0] = static_cast<char>(std::toupper(static_cast<unsigned char>(parts[k][0])));
    controls[k].label = parts[k];
  }
}

/// Lines that say something of the controls above them or of all in the block.
void readSetting(const LessonLine& line, std::vector<LessonControl>& controls, LessonProblems& problems) {
  const KeyAndRest parts = keyAndRest(line);
  if (parts.key == "label" || parts.key == "help") {
    if (const auto text = quotedText(line, parts, problems))
      for (LessonControl& control : controls) (parts.key == "label" ? control.label : control.help) = *text;
    if (parts.key == "label") shareLabel(controls);
  } else if (parts.key == "snap") {
    for (const LinePiece& word : wordsOf(parts.rest)) {
      const std::optional<double> number = plainNumber(word.text);
      if (!number)
        problems.error(placeIn(line, parts.offset + word.offset), "expected a number, found ", inQuotes(word.text));
      for (LessonControl& control : controls)
        if (number) control.snap.push_back(*number);
    }
  } else if (parts.key == "values") {
    std::vector<std::string> values;
    for (const LinePiece& word : wordsOf(parts.rest)) values.emplace_back(word.text);
    if (controls.empty() || controls.back().kind != ControlKind::onOff || values.size() != 2)
      return problems.error(line.place, "\"values\" gives a switch above it two values");
    controls.back().choices = values;
  } else {  // play
    const std::vector<LinePiece> words = wordsOf(line.text);
    const auto played = std::find_if(controls.begin(), controls.end(), [&](const LessonControl& control) {
      return words.size() > 1 && control.name == words[1].text;
    });
    if (played == controls.end())
      return problems.error(line.place, "\"play\" needs the name of a control of this block");
    played->play = ControlLine(line, problems).readPlay(*played);
  }
}

}  // namespace

std::vector<LessonControl> parseControls(const LessonBlock& block, LessonProblems& problems) {
  std::vector<LessonControl> controls;
  std::vector<const LessonLine*> settings;
  for (const LessonLine& line : block.lines) {
    const std::string key = keyAndRest(line).key;
    const auto kind = std::find_if(std::begin(kControlKinds), std::end(kControlKinds),
                                   [&](const KindName& one) { return key == one.name; });
    const std::vector<std::string> known = knownKeys();
    if (kind != std::end(kControlKinds)) {
      if (auto control = ControlLine(line, problems).read(kind->kind)) controls.push_back(*std::move(control));
    } else if (std::find(known.begin(), known.end(), key) != known.end()) {
      settings.push_back(&line);
    } else {
      tellUnknown(line.place, "control", key, known, problems);
    }
  }
  // Where no control was understood, what is said of them is not to blame.
  if (!controls.empty())
    for (const LessonLine* line : settings) readSetting(*line, controls, problems);
  return controls;
}

LessonValue valueAt(const LessonControl& control, double position) {
  switch (control.kind) {
    case ControlKind::choice:
    case ControlKind::onOff: {
      if (control.choices.empty()) return numberValue(position);
      const auto last = static_cast<double>(control.choices.size() - 1);
      const std::string& text = control.choices[static_cast<std::size_t>(std::clamp(position, 0.0, last))];
      const bool areNumbers = std::all_of(control.choices.begin(), control.choices.end(),
                                          [](const std::string& one) { return plainNumber(one).has_value(); });
      return areNumbers ? numberValue(*plainNumber(text)) : LessonValue(text);
    }
    case ControlKind::pose: {
      LessonArray identity({4, 4});
      for (Index k = 0; k < 4; ++k) identity(k, k) = 1;
      return identity;
    }
    default:
      return numberValue(position);
  }
}

}  // namespace engine
