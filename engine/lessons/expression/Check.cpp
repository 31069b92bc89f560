#include "engine/lessons/expression/Check.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/lessons/expression/ArrayMath.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

constexpr double kMostSettings = 10000;

/// Cuts a line of `check` and keeps the place of every piece.
class CheckReader {
 public:
  CheckReader(std::string_view line, LessonPlace place, LessonProblems& problems)
      : m_line(line), m_place(place), m_problems(problems) {}

  std::optional<LessonCheck> read() {
    LessonCheck check;
    check.text = std::string(trimmed(m_line));
    check.place = m_place;
    std::size_t from = 0;
    if (m_line.starts_with("at ")) {
      const std::size_t colon = findOutside(m_line, ":");
      if (colon == std::string_view::npos) {
        m_problems.error(m_place, "expected \":\" behind the settings of the check");
        return std::nullopt;
      }
      if (!readSettings({m_line.substr(3, colon - 3), 3}, check)) return std::nullopt;
      from = colon + 1;
    }
    return readStatement(from, check) ? std::optional(check) : std::nullopt;
  }

 private:
  std::optional<LessonExpression> expression(std::size_t from, std::size_t to) {
    const std::string_view piece = trimmed(m_line.substr(from, to - from));
    const auto offset = static_cast<std::size_t>(piece.data() - m_line.data());
    return LessonExpression::parse(piece, placeBehind(m_place, m_line, piece.empty() ? from : offset), m_problems);
  }

  std::optional<double> number(std::size_t from, std::size_t to) {
    const auto parsed = expression(from, to);
    if (!parsed) return std::nullopt;
    try {
      return parsed->number(NamedValues({}));
    } catch (const Error& error) {
      m_problems.error(parsed->place(), error.what());
      return std::nullopt;
    }
  }

  /// "T=0.5", "T=0.25..4 by 0.25", "T=2, Q=[0 1]": all combinations.
  bool readSettings(LinePiece all, LessonCheck& check) {
    check.at = {{}};
    for (const LinePiece& piece : piecesOf(all.text, ',')) {
      const std::size_t begin = all.offset + piece.offset, end = begin + piece.text.size();
      const std::size_t sign = m_line.find('=', begin);
      if (sign >= end) {
        m_problems.error(placeBehind(m_place, m_line, begin), "expected a setting such as T=2");
        return false;
      }
      std::string name(trimmed(m_line.substr(begin, sign - begin)));
      std::erase(name, ' ');
      const std::optional<std::vector<LessonValue>> values = settingValues(sign + 1, end);
      if (!values) return false;
      if (static_cast<double>(check.at.size()) * static_cast<double>(values->size()) > kMostSettings) {
        m_problems.error(m_place, "the check has more than ", kMostSettings, " settings");
        return false;
      }
      std::vector<LessonSettings> combined;
      for (const LessonSettings& before : check.at)
        for (const LessonValue& value : *values) {
          combined.push_back(before);
          combined.back()[name] = value;
        }
      check.at = combined;
    }
    return true;
  }

  std::optional<std::vector<LessonValue>> settingValues(std::size_t from, std::size_t to) {
    const std::size_t dots = findOutside(m_line.substr(0, to), "..", from);
    if (dots == std::string_view::npos) {
      const auto parsed = expression(from, to);
      if (!parsed) return std::nullopt;
      try {
        return std::vector{parsed->value(NamedValues({}))};
      } catch (const Error& error) {
        m_problems.error(parsed->place(), error.what());
        return std::nullopt;
      }
    }
    const std::size_t by = findOutside(m_line.substr(0, to), " by ", dots);
    const std::size_t last = by == std::string_view::npos ? to : by;
    const auto first = number(from, dots), end = number(dots + 2, last);
    const auto step = by == std::string_view::npos ? std::optional(1.0) : number(by + 4, to);
    if (!first || !end || !step) return std::nullopt;
    const double count = std::floor((*end - *first) / *step + 1e-9) + 1;
    if (!(count >= 1 && count <= kMostSettings)) {
      m_problems.error(placeBehind(m_place, m_line, from), "the range has no values, or more than ", kMostSettings);
      return std::nullopt;
    }
    std::vector<LessonValue> values;
    for (double k = 0; k < count; ++k) values.push_back(numberValue(*first + k * *step));
    return values;
  }

  /// The first "=" that is a sign of its own.
  std::size_t equalSign(std::size_t from) const {
    for (std::size_t found = findOutside(m_line, "=", from); found != std::string_view::npos;
         found = findOutside(m_line, "=", found + 1)) {
      const char before = found > 0 ? m_line[found - 1] : ' ',
                 behind = found + 1 < m_line.size() ? m_line[found + 1] : ' ';
      if (before != '<' && before != '>' && before != '!' && before != '=' && behind != '=') return found;
    }
    return std::string_view::npos;
  }

  bool readStatement(std::size_t from, LessonCheck& check) {
    const std::size_t sign = equalSign(from);
    static constexpr std::string_view kSigns[] = {"±", "+-"};
    std::size_t tolerance = std::string_view::npos, length = 0;
    for (const std::string_view one : kSigns)
      if (const std::size_t found = findOutside(m_line, one, from); found < tolerance) {
        tolerance = found;
        length = one.size();
      }
    if (sign == std::string_view::npos || (tolerance == std::string_view::npos && hasWords(from))) {
      if (tolerance != std::string_view::npos) {
        m_problems.error(placeBehind(m_place, m_line, tolerance), "a tolerance needs \"=\" before it");
        return false;
      }
      return (check.condition = expression(from, m_line.size())).has_value();
    }
    check.left = expression(from, sign);
    check.right = expression(sign + 1, std::min(tolerance, m_line.size()));
    if (tolerance != std::string_view::npos) check.tolerance = expression(tolerance + length, m_line.size());
    if (tolerance != std::string_view::npos && !check.tolerance) return false;
    return check.left && check.right;
  }

  /// "a = 1 and b = 2" is a condition.
  bool hasWords(std::size_t from) const {
    for (const LinePiece& word : wordsOf(m_line.substr(from)))
      if (word.text == "and" || word.text == "or" || word.text == "not") return true;
    return false;
  }

  std::string_view m_line;
  LessonPlace m_place;
  LessonProblems& m_problems;
};

std::string exactText(double value) {
  if (std::isnan(value)) return "undefined";
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  return digits;
}

std::string settingsText(const LessonSettings& settings) {
  if (settings.empty()) return "";
  return "at " +
         joined(settings,
                [](const auto& one) {
                  const auto* array = std::get_if<LessonArray>(&one.second);
                  return one.first + "=" +
                         (array && array->rank() == 0 ? exactText((*array)[0]) : numberText(one.second, ""));
                }) +
         ": ";
}

/// "(1,2)", "2" of a flat index; empty for a single number.
std::string placeText(Index flat, const Shape& shape) {
  std::string text;
  for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
    text = std::to_string(flat % shape[axis] + 1) + (text.empty() ? "" : ",") + text;
  return shape.empty() ? "" : "element " + text + " of ";
}

std::string difference(const LessonCheck& check, const LessonScope& scope) {
  const LessonValue left = check.left->value(scope), right = check.right->value(scope);
  const auto *one = std::get_if<std::string>(&left), *other = std::get_if<std::string>(&right);
  if (one && other)
    return *one == *other ? "" : check.left->text() + " is \"" + *one + "\", expected \"" + *other + "\"";
  const auto *found = std::get_if<LessonArray>(&left), *expected = std::get_if<LessonArray>(&right);
  if (!found || !expected)
    return check.left->text() + " is " + describeValue(left) + ", expected " + describeValue(right);
  if (expected->rank() > 0 && found->shape() != expected->shape())
    return check.left->text() + " is " + describeValue(left) + ", expected " + describeValue(right);
  const double tolerance = check.tolerance ? check.tolerance->number(scope) : 0;
  const Shape shape = broadcastShape(found->shape(), expected->shape());
  BroadcastOffsets first(found->shape(), shape), second(expected->shape(), shape);
  for (Index k = 0; k < elementCount(shape); ++k, first.next(), second.next()) {
    const double a = (*found)[first.offset()], b = (*expected)[second.offset()];
    if (a == b || std::abs(a - b) <= tolerance) continue;
    return placeText(k, shape) + check.left->text() + " is " + exactText(a) + ", expected " + exactText(b) +
           (check.tolerance ? " ± " + exactText(tolerance) : "");
  }
  return "";
}

std::string failureHere(const LessonCheck& check, const LessonScope& scope) {
  try {
    if (!check.condition) return difference(check, scope);
    return check.condition->holds(scope) ? "" : check.condition->text() + " does not hold";
  } catch (const Error& error) {
    return std::string("cannot be computed: ") + error.what();
  }
}

}  // namespace

std::optional<LessonCheck> parseCheck(std::string_view line, LessonPlace place, LessonProblems& problems) {
  return CheckReader(line, place, problems).read();
}

std::string LessonCheck::failure(const LessonScope& scope) const {
  if (at.empty()) return failureHere(*this, scope);
  for (const LessonSettings& settings : at) {
    std::string failed;
    try {
      failed = failureHere(*this, *scope.at(settings));
    } catch (const Error& error) {
      failed = error.what();
    }
    if (!failed.empty()) return settingsText(settings) + failed;
  }
  return "";
}

}  // namespace engine
