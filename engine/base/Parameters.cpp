#include "engine/base/Parameters.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/base/Joined.h"

namespace engine {

namespace {

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool parseFlag(const Parameter& parameter, const std::string& given) {
  const std::string text = lowerCase(given);
  for (const char* yes : {"yes", "on", "true", "1"})
    if (text == yes) return true;
  for (const char* no : {"no", "off", "false", "0"})
    if (text == no) return false;
  fail("parameter ", parameter.key, ": found \"", given, "\", expected yes or no");
}

/// Of a value that is a number.
std::optional<double> numberOf(const ParameterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

/// Null when the value has no word.
const NamedValue* findName(const Parameter& parameter, const ParameterValue& value) {
  const std::optional<double> number = numberOf(value);
  for (const NamedValue& named : parameter.namedValues)
    if (number == named.value) return &named;
  return nullptr;
}

/// " or automatic", for errors.
std::string orWords(const Parameter& parameter) {
  std::string text;
  for (const NamedValue& named : parameter.namedValues) text += " or " + named.word;
  return text;
}

template <class Number>
Number parseNumber(const Parameter& parameter, const std::string& text, const char* kind) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last)
    fail("parameter ", parameter.key, ": found \"", text, "\", expected ", kind, orWords(parameter));
  return value;
}

/// Throws unless the value has the parameter's type and lies in its range.
void check(const Parameter& parameter, const ParameterValue& value) {
  if (value.index() != parameter.standard.index())
    fail("parameter ", parameter.key, ": ", parameterText(value), " has the wrong type, expected a value like ",
         parameterText(parameter.standard));
  if (const auto* text = std::get_if<std::string>(&value)) {
    const auto& choices = parameter.choices;
    if (!choices.empty() && std::find(choices.begin(), choices.end(), *text) == choices.end())
      fail("parameter ", parameter.key, ": found \"", *text, "\", expected one of ", joined(choices));
    return;
  }
  const double number = numberOf(value).value_or(parameter.minimum);
  if (findName(parameter, value)) return;
  if (std::isnan(number) || number < parameter.minimum || number > parameter.maximum)
    fail("parameter ", parameter.key, ": found ", parameterText(value), ", expected a number from ", parameter.minimum,
         " to ", parameter.maximum, orWords(parameter));
}

/// An integer where a real number is meant becomes one.
ParameterValue converted(const Parameter& parameter, const ParameterValue& value) {
  if (std::holds_alternative<double>(parameter.standard))
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return value;
}

}  // namespace

void ParameterValues::set(const std::string& key, ParameterValue value) {
  m_values[key] = std::move(value);
  m_filled.erase(key);
}

void ParameterValues::fill(const std::string& key, ParameterValue value) {
  m_values[key] = std::move(value);
  m_filled.insert(key);
}

void ParameterValues::copy(const std::string& key, const ParameterValues& from) {
  const auto found = from.m_values.find(key);
  if (found == from.m_values.end()) fail("parameter ", key, " has no value");
  from.isGiven(key) ? set(key, found->second) : fill(key, found->second);
}

ParameterValue parseParameter(const Parameter& parameter, const std::string& text) {
  for (const NamedValue& named : parameter.namedValues) {
    if (lowerCase(text) != lowerCase(named.word)) continue;
    if (std::holds_alternative<double>(parameter.standard)) return named.value;
    return static_cast<std::int64_t>(named.value);
  }
  ParameterValue value;
  if (std::holds_alternative<bool>(parameter.standard)) value = parseFlag(parameter, text);
  if (std::holds_alternative<std::int64_t>(parameter.standard))
    value = parseNumber<std::int64_t>(parameter, text, "a whole number");
  if (std::holds_alternative<double>(parameter.standard)) value = parseNumber<double>(parameter, text, "a number");
  if (std::holds_alternative<std::string>(parameter.standard)) value = text;
  check(parameter, value);
  return value;
}

std::string parameterText(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, std::get<double>(value));
  return error == std::errc{} ? std::string(buffer, end) : "?";
}

std::string parameterText(const Parameter& parameter, const ParameterValue& value) {
  const NamedValue* named = findName(parameter, value);
  return named ? named->word : parameterText(value);
}

std::vector<Parameter> grouped(const std::string& group, std::vector<Parameter> parameters) {
  for (Parameter& parameter : parameters) parameter.group = group;
  return parameters;
}

const Parameter* findParameter(const std::vector<Parameter>& parameters, std::string_view key) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&key](const Parameter& parameter) { return parameter.key == key; });
  return found == parameters.end() ? nullptr : &*found;
}

const ParameterValue& standardBeside(const Parameter& parameter, const ParameterValues& others) {
  for (const OtherStandard& other : parameter.otherStandards)
    if (others.text(other.key) == other.choice) return other.standard;
  return parameter.standard;
}

ParameterValues completed(const std::vector<Parameter>& parameters, const ParameterValues& given) {
  ParameterValues result;
  for (const auto& [key, value] : given.all()) {
    const Parameter* parameter = findParameter(parameters, key);
    if (!parameter) fail("unknown parameter ", key, ", expected one of: ", joined(parameters, &Parameter::key));
    const ParameterValue own = converted(*parameter, value);
    check(*parameter, own);
    given.isGiven(key) ? result.set(key, own) : result.fill(key, own);
  }
  std::vector<const Parameter*> left;
  for (const Parameter& parameter : parameters)
    if (!result.contains(parameter.key)) left.push_back(&parameter);
  for (const Parameter* parameter : left) result.fill(parameter->key, parameter->standard);
  for (const Parameter* parameter : left) result.fill(parameter->key, standardBeside(*parameter, result));
  return result;
}

ParameterValues changedValues(const std::vector<Parameter>& parameters, const ParameterValues& values) {
  ParameterValues changed;
  for (const auto& [key, value] : values.all()) {
    const Parameter* parameter = findParameter(parameters, key);
    if (!parameter || converted(*parameter, value) != parameter->standard) changed.set(key, value);
  }
  return changed;
}

}  // namespace engine
