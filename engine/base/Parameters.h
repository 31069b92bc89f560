// Parameters that describe themselves: from one description come the command-line option, the form field and the check.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/Error.h"

namespace engine {

/// bool, integer, real number or text (also: one of a list of choices).
using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

/// What a text names on disk. database: a folder, or a file of a database of HH-suite.
enum class PathKind { none, file, database };

/// Another default, for where another parameter has a certain value: 0 for "shift" where "preset" is "guide".
struct OtherStandard {
  std::string key, choice;  ///< that other parameter, whose own default never depends on others, and its text
  ParameterValue standard;
};

/// A number with a meaning of its own, and the word for it: -1 that is called "automatic". May lie outside the range.
struct NamedValue {
  double value;
  std::string word;
};

/// As a least or greatest value of a number: none.
inline constexpr double kUnbounded = 1e300;

/// Made by the functions of ParameterKinds.h.
struct Parameter {
  std::string key;                                     ///< command-line and session name, for example "shift"
  std::string label;                                   ///< in forms, for example "Score offset per match"
  std::string unit;                                    ///< "bit", "Å", ... or empty
  std::string help;                                    ///< one sentence: what it does, what the extremes mean
  ParameterValue standard;                             ///< default value; its alternative is the parameter's type
  double minimum = -kUnbounded, maximum = kUnbounded;  ///< of numbers
  std::vector<std::string> choices = {};               ///< of texts; empty: any text
  std::string group = {};                              ///< heading over it in forms and help; empty: above all headings
  PathKind path = PathKind::none;                      ///< of texts
  std::vector<OtherStandard> otherStandards = {};  ///< the first that fits holds instead of `standard`
  std::vector<NamedValue> namedValues = {};        ///< of numbers: forms show the word; word and number can be typed
};

/// The parameters, under the heading `group` from now on.
std::vector<Parameter> grouped(const std::string& group, std::vector<Parameter> parameters);

/// Values by key, each of which knows whether somebody gave it, were it the default, or whether it was filled in.
/// Complete once it went through `completed`.
class ParameterValues {
 public:
  /// A value that was asked for.
  void set(const std::string& key, ParameterValue value);
  /// A value that holds because none was asked for.
  void fill(const std::string& key, ParameterValue value);
  /// The value that `from` has, given or filled in as it is there. Throws Error when it has none.
  void copy(const std::string& key, const ParameterValues& from);
  bool isGiven(const std::string& key) const { return contains(key) && m_filled.count(key) == 0; }
  bool contains(const std::string& key) const { return m_values.count(key) != 0; }
  const std::map<std::string, ParameterValue>& all() const { return m_values; }
  bool operator==(const ParameterValues&) const = default;

  bool flag(const std::string& key) const { return get<bool>(key); }
  std::int64_t integer(const std::string& key) const { return get<std::int64_t>(key); }
  double real(const std::string& key) const { return get<double>(key); }
  const std::string& text(const std::string& key) const { return get<std::string>(key); }

 private:
  template <class T>
  const T& get(const std::string& key) const {
    const auto found = m_values.find(key);
    if (found == m_values.end()) fail("parameter ", key, " has no value");
    if (const T* value = std::get_if<T>(&found->second)) return *value;
    fail("parameter ", key, " has a value of another type");
  }

  std::map<std::string, ParameterValue> m_values;
  std::set<std::string> m_filled;  ///< keys of those that nobody gave
};

/// Reads a value from text by the parameter's type: yes/no/on/off/true/false/1/0, numbers or their words, choices.
/// Throws Error naming the key, the text and what was expected (range or choices).
ParameterValue parseParameter(const Parameter& parameter, const std::string& text);
std::string parameterText(const ParameterValue& value);
/// The same in the parameter's own words: "automatic" for -1.
std::string parameterText(const Parameter& parameter, const ParameterValue& value);

/// Null when none has this key.
const Parameter* findParameter(const std::vector<Parameter>& parameters, std::string_view key);

/// The default of a parameter beside these values of the others.
const ParameterValue& standardBeside(const Parameter& parameter, const ParameterValues& others);

/// The given values checked against their descriptions, defaults filled in. Throws Error for unknown keys (listing the
/// known ones), wrong types and values out of range. An integer is accepted where a real number is meant.
ParameterValues completed(const std::vector<Parameter>& parameters, const ParameterValues& given);

/// What is left of complete values that do not know which of them were given: those that are not the plain default.
ParameterValues changedValues(const std::vector<Parameter>& parameters, const ParameterValues& values);

}  // namespace engine
