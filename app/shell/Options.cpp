#include "app/shell/Options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

#include "engine/base/Joined.h"

namespace app {

namespace {

constexpr size_t kLineWidth = 100;
constexpr size_t kHelpColumn = 26;

/// Columns on the terminal: UTF-8 continuation bytes take none.
size_t displayWidth(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

const Option* findOption(const std::vector<Option>& options, const std::string& name) {
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const Option& option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

/// Reads one command line from left to right.
class Parser {
 public:
  Parser(const std::vector<std::string>& arguments, const std::vector<Option>& options,
         const std::vector<engine::Parameter>& parameters)
      : m_arguments(arguments), m_options(options), m_parameters(parameters) {}

  Invocation parse() {
    bool onlyWords = false;
    while (m_next < m_arguments.size()) {
      const std::string& argument = m_arguments[m_next++];
      if (!onlyWords && argument == "--") {
        onlyWords = true;
      } else if (onlyWords || !argument.starts_with("--")) {
        if (!onlyWords && argument.size() > 1 && argument[0] == '-')
          throw UsageError("unknown option " + argument + ", expected --NAME");
        m_invocation.words.push_back(argument);
      } else {
        parseOption(argument.substr(2));
      }
    }
    return std::move(m_invocation);
  }

 private:
  void parseOption(const std::string& argument) {
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    m_hasInlineValue = equals != std::string::npos;
    m_inlineValue = m_hasInlineValue ? argument.substr(equals + 1) : std::string{};
    if (const Option* option = findOption(m_options, name)) {
      parseKnown(*option);
    } else if (name == "set" && !m_parameters.empty()) {
      parseAssignment(value("set"));
    } else if (const auto* parameter = engine::findParameter(m_parameters, name)) {
      m_invocation.parameters.set(name, parsedParameter(*parameter, parameterValue(*parameter)));
    } else {
      throw UsageError("unknown option --" + name);
    }
  }

  void parseKnown(const Option& option) {
    if (option.argument.empty()) {
      if (m_hasInlineValue) throw UsageError("option --" + option.name + " takes no value");
      m_invocation.options[option.name] = "yes";
    } else if (option.name == "in") {
      m_invocation.words.push_back(value(option.name));
    } else if (option.name == "set") {  // each of them counts
      std::string& all = m_invocation.options[option.name];
      all += (all.empty() ? "" : "\n") + value(option.name);
    } else {
      m_invocation.options[option.name] = value(option.name);
    }
  }

  void parseAssignment(const std::string& assignment) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos) throw UsageError("--set: found \"" + assignment + "\", expected KEY=VALUE");
    const std::string key = assignment.substr(0, equals);
    const auto* parameter = engine::findParameter(m_parameters, key);
    if (!parameter)
      throw UsageError("--set: unknown parameter " + key +
                       ", expected one of: " + engine::joined(m_parameters, &engine::Parameter::key));
    m_invocation.parameters.set(key, parsedParameter(*parameter, assignment.substr(equals + 1)));
  }

  /// A switch may stand alone where nothing follows that could be its value.
  std::string parameterValue(const engine::Parameter& parameter) {
    const bool isFlag = std::holds_alternative<bool>(parameter.standard);
    const bool isAlone = m_next == m_arguments.size() || m_arguments[m_next].starts_with("--");
    return isFlag && !m_hasInlineValue && isAlone ? "yes" : value(parameter.key);
  }

  std::string value(const std::string& name) {
    if (m_hasInlineValue) return m_inlineValue;
    if (m_next == m_arguments.size()) throw UsageError("option --" + name + " needs a value");
    return m_arguments[m_next++];
  }

  const std::vector<std::string>& m_arguments;
  const std::vector<Option>& m_options;
  const std::vector<engine::Parameter>& m_parameters;
  size_t m_next = 0;
  bool m_hasInlineValue = false;
  std::string m_inlineValue;
  Invocation m_invocation;
};

std::string numberText(double number) { return engine::parameterText(engine::ParameterValue(number)); }

std::string rangeText(const engine::Parameter& parameter) {
  const bool hasLow = parameter.minimum > -1e299, hasHigh = parameter.maximum < 1e299;
  if (hasLow && hasHigh) return numberText(parameter.minimum) + " to " + numberText(parameter.maximum);
  if (hasLow) return "at least " + numberText(parameter.minimum);
  return hasHigh ? "at most " + numberText(parameter.maximum) : std::string{};
}

std::string argumentOf(const engine::Parameter& parameter) {
  if (std::holds_alternative<bool>(parameter.standard)) return "yes|no";
  if (std::holds_alternative<std::int64_t>(parameter.standard)) return "N";
  if (std::holds_alternative<double>(parameter.standard)) return "NUMBER";
  if (parameter.path != engine::PathKind::none) return parameter.path == engine::PathKind::file ? "FILE" : "DATABASE";
  return parameter.choices.empty() ? "TEXT" : engine::joined(parameter.choices, {}, "|");
}

/// "automatic = -1"
std::string wordOf(const engine::NamedValue& named) { return named.word + " = " + numberText(named.value); }

/// "[bit; -3 to 3; default -0.03]"
std::string limitsOf(const engine::Parameter& parameter) {
  const bool isNumber =
      std::holds_alternative<double>(parameter.standard) || std::holds_alternative<std::int64_t>(parameter.standard);
  const std::string range = isNumber ? rangeText(parameter) : std::string{};
  const std::string standard = engine::parameterText(parameter, parameter.standard);
  std::vector<std::string> limits{parameter.unit, range, "default " + (standard.empty() ? "empty" : standard)};
  std::erase(limits, std::string{});
  for (const engine::NamedValue& named : parameter.namedValues) limits.push_back(wordOf(named));
  for (const engine::OtherStandard& other : parameter.otherStandards)
    limits.push_back(engine::parameterText(other.standard) + " with --" + other.key + " " + other.choice);
  return "[" + engine::joined(limits, {}, "; ") + "]";
}

/// With unit, range or choices, and default.
Option optionOf(const engine::Parameter& parameter) {
  return {parameter.key, argumentOf(parameter),
          parameter.label + (parameter.help.empty() ? "" : ": " + parameter.help) + " " + limitsOf(parameter)};
}

/// The parameters by the heading over them, in the order of their first parameter.
std::vector<std::pair<std::string, std::vector<Option>>> groupedOptions(
    const std::vector<engine::Parameter>& parameters) {
  std::vector<std::pair<std::string, std::vector<Option>>> groups;
  for (const engine::Parameter& parameter : parameters) {
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& one) { return one.first == parameter.group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {parameter.group, {}});
    group->second.push_back(optionOf(parameter));
  }
  return groups;
}

}  // namespace

std::string Invocation::text(const std::string& option, const std::string& standard) const {
  const auto found = options.find(option);
  return found == options.end() ? standard : found->second;
}

engine::ParameterValue parsedParameter(const engine::Parameter& parameter, const std::string& text) {
  try {
    return engine::parseParameter(parameter, text);
  } catch (const engine::Error& error) {
    throw UsageError(error.what());
  }
}

Invocation parseArguments(const std::vector<std::string>& arguments, const std::vector<Option>& options,
                          const std::vector<engine::Parameter>& parameters) {
  return Parser(arguments, options, parameters).parse();
}

long long wholeNumber(const Invocation& invocation, const std::string& option, long long standard, long long minimum) {
  if (!invocation.has(option)) return standard;
  const std::string text = invocation.text(option, "");
  long long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < minimum)
    throw UsageError("option --" + option + ": found \"" + text + "\", expected a whole number of at least " +
                     std::to_string(minimum));
  return number;
}

double positiveNumber(const Invocation& invocation, const std::string& option, double standard) {
  if (!invocation.has(option)) return standard;
  const std::string text = invocation.text(option, "");
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !(number > 0) || !std::isfinite(number))
    throw UsageError("option --" + option + ": found \"" + text + "\", expected a number above 0");
  return number;
}

std::string wrapped(const std::string& text, size_t indent) {
  std::istringstream words(text);
  const std::string margin(indent, ' ');
  std::string lines, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + displayWidth(line) + 1 + displayWidth(word) > kLineWidth) {
      lines += margin + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? lines : lines + margin + line + "\n";
}

std::string optionHelp(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    std::string left = "  --" + option.name + (option.argument.empty() ? "" : " " + option.argument);
    std::string right = wrapped(option.help, kHelpColumn);
    if (left.size() + 2 <= kHelpColumn)
      right.replace(0, left.size(), left);
    else
      right = left + "\n" + right;
    text += right;
  }
  return text;
}

std::string parameterHelp(const std::vector<engine::Parameter>& parameters) {
  std::string text;
  for (const auto& [heading, options] : groupedOptions(parameters)) {
    if (!heading.empty()) text += "\n" + heading + "\n";
    text += optionHelp(options);
  }
  return text;
}

std::vector<Option> parameterOptions(const std::vector<engine::Parameter>& parameters) {
  std::vector<Option> all;
  for (const auto& [heading, options] : groupedOptions(parameters))
    all.insert(all.end(), options.begin(), options.end());
  return all;
}

}  // namespace app
