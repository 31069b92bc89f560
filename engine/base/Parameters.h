// Parameters that describe themselves: from one description come the command-line option, the form field and the check.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/Error.h"

namespace engine {

/// bool, integer, real number or text (also: one of a list of choices).
using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

/// What a text names on disk. database: a folder, or a file of a database of HH-suite.
enum class PathKind { none, file, database };

struct Parameter {
  std::string key;                           ///< command-line and session name, for example "shift"
  std::string label;                         ///< in forms, for example "Score offset per match"
  std::string unit;                          ///< "bit", "Å", ... or empty
  std::string help;                          ///< one sentence: what it does, what the extremes mean
  ParameterValue standard;                   ///< default value; its alternative is the parameter's type
  double minimum = -1e300, maximum = 1e300;  ///< of numbers
  std::vector<std::string> choices;          ///< of texts; empty: any text
  std::string group = {};                    ///< heading over it in forms and help; empty: above all headings
  PathKind path = PathKind::none;            ///< of texts
};

/// The parameters, under the heading `group` from now on.
std::vector<Parameter> grouped(const std::string& group, std::vector<Parameter> parameters);

/// Values by key. Complete once it went through `completed`.
class ParameterValues {
 public:
  void set(const std::string& key, ParameterValue value) { m_values[key] = std::move(value); }
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
};

/// Reads a value from text by the parameter's type: yes/no/on/off/true/false/1/0, numbers, choices.
/// Throws Error naming the key, the text and what was expected (range or choices).
ParameterValue parseParameter(const Parameter& parameter, const std::string& text);
std::string parameterText(const ParameterValue& value);

/// The given values checked against their descriptions, defaults filled in. Throws Error for unknown keys (listing the
/// known ones), wrong types and values out of range. An integer is accepted where a real number is meant.
ParameterValues completed(const std::vector<Parameter>& parameters, const ParameterValues& given);

}  // namespace engine
