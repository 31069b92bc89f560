#include "app/handbook/CommandList.h"
#include "app/handbook/Handbook.h"
#include "engine/operations/Operation.h"

namespace app {

namespace {

/// Text as it shall be read: no requests, no escapes, and hyphens that can be copied into a command.
std::string escaped(const std::string& text) {
  std::string out;
  bool isStart = true;
  for (const char c : text) {
    if (isStart && (c == '.' || c == '\'')) out += "\\&";
    isStart = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

/// In quotes as the argument of a request.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : escaped(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return out + "\"";
}

std::string paragraph(const std::string& text) { return escaped(wrapped(text, 0)); }

std::string entry(const std::string& tag, const std::string& argument, const std::string& help) {
  const std::string shown = argument.empty() ? "" : " \\fI" + escaped(argument) + "\\fR";
  return ".TP\n\\fB" + escaped(tag) + "\\fR" + shown + "\n" + paragraph(help);
}

std::string options(const std::vector<Option>& list) {
  std::string text;
  for (const Option& option : list) text += entry("--" + option.name, option.argument, option.help);
  return text;
}

std::string section(const ListedCommand& command) {
  const std::string synopsis = command.synopsis.empty() ? "" : " " + command.synopsis;
  std::string text = ".SS " + quoted("headlight " + command.name + synopsis + " [options]") + "\n";
  if (command.heading != "Files") text += paragraph(command.summary + ".") + ".PP\n";
  if (!command.equations.empty()) text += ".nf\n" + escaped(command.equations) + "\n.fi\n.PP\n";
  text += paragraph(command.help);
  for (const Option& input : command.inputs) text += entry(input.name, "", input.help);
  return text + options(command.options);
}

std::string commandSections() {
  std::string text, before = "none yet";
  for (const ListedCommand& command : listedCommands()) {
    if (command.heading != before)
      text += ".SH " + quoted("COMMANDS" + (command.heading.empty() ? "" : ": " + command.heading)) + "\n";
    before = command.heading;
    text += section(command);
  }
  return text;
}

}  // namespace

std::string manualPage() {
  std::string text =
      ".TH HEADLIGHT 1 \"\" " + quoted("Headlight " + engine::programVersion()) + " \"User Commands\"\n.ad l\n";
  text += ".SH NAME\nheadlight \\- attention and alignment in proteins, looked at and computed\n";
  text += ".SH SYNOPSIS\n.B headlight\n.RI [ FILE ...]\n.br\n.B headlight\n.I COMMAND\n[...] [options]\n.br\n";
  text += ".B headlight\n.I COMMAND\n.B \\-\\-help\n.br\n.B headlight \\-\\-version\n";
  text += ".SH DESCRIPTION\n" +
          paragraph(
              "Without a command a window opens, with the files given. With one the same computations run without "
              "a window. What a mechanism of attention takes and gives, array by array, and what a run costs is "
              "told by the --help of its command.");
  text += ".SH OPTIONS OF ALL COMMANDS\n" + options(commonOptions()) +
          entry("--help", "", "what a command takes and gives");
  text += commandSections() + ".SH ENVIRONMENT\n";
  for (const Option& variable : environmentVariables())
    text += entry(variable.name + "=" + variable.argument, "", variable.help + ".");
  text += ".SH EXIT STATUS\n" + entry("0", "", "done") +
          entry("1", "", "the work failed; one sentence on standard error says why") + entry("2", "", "wrong usage");
  return text;
}

}  // namespace app
