// Words and options of a command: description, parsing, help text.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/Parameters.h"

namespace app {

/// The user asked for something that does not exist: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "--name ARGUMENT"; without `argument` a switch.
struct Option {
  std::string name;      ///< without dashes
  std::string argument;  ///< "FILE"; empty: a switch
  std::string help;
};

/// What was typed after the command's name.
struct Invocation {
  std::vector<std::string> words;              ///< everything that is not an option, in order
  std::map<std::string, std::string> options;  ///< by name; switches hold "yes"; the last one given wins, of
                                               ///< "set" each is a line
  engine::ParameterValues parameters;          ///< given ones only

  bool has(const std::string& option) const { return options.count(option) != 0; }
  /// The option's argument or `standard`.
  std::string text(const std::string& option, const std::string& standard) const;
};

/// Understands "--name value", "--name=value", "--set key=value", "--" (only words follow) and "-" (a word). An option
/// that is not in `options` must be the key of a parameter. Throws UsageError.
Invocation parseArguments(const std::vector<std::string>& arguments, const std::vector<Option>& options,
                          const std::vector<engine::Parameter>& parameters);

/// engine::parseParameter for what was typed. Throws UsageError.
engine::ParameterValue parsedParameter(const engine::Parameter& parameter, const std::string& text);

/// A whole number from `minimum` up, or "-1" style negatives when allowed by it. Throws UsageError naming the option.
long long wholeNumber(const Invocation& invocation, const std::string& option, long long standard, long long minimum);
/// A number > 0. Throws UsageError naming the option.
double positiveNumber(const Invocation& invocation, const std::string& option, double standard);

/// Two columns: "  --name ARGUMENT   help", wrapped at 100 columns.
std::string optionHelp(const std::vector<Option>& options);
/// The same for parameters, under the headings of their groups, with unit, range or choices, and default.
std::string parameterHelp(const std::vector<engine::Parameter>& parameters);
/// The parameters as options, in the same order.
std::vector<Option> parameterOptions(const std::vector<engine::Parameter>& parameters);
/// `text` in lines of at most 100 columns, each after `indent` spaces.
std::string wrapped(const std::string& text, size_t indent);

}  // namespace app
