// Facts about datasets in words.
#include "engine/datasets/FactText.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/base/PrintableText.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

std::string plainText(const Json& value) {
  if (value.is_string()) return printable(value.get<std::string>());
  if (value.is_object()) {
    std::string text;
    for (const auto& [key, entry] : value.items()) {
      if (!text.empty()) text += ' ';
      text += printable(key) + ' ' + plainText(entry);
    }
    return text;
  }
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void appendFact(std::string& text, const std::string& key, const Json& value) {
  if (!value.is_structured()) {
    text += "  " + key + ": " + plainText(value) + "\n";
    return;
  }
  if (value.empty()) return;
  text += "  " + key + ":\n";
  std::size_t count = 0;
  for (const auto& [name, entry] : value.items()) {
    if (count++ == kMaxLines) {
      text += "    ... and " + std::to_string(value.size() - kMaxLines) + " more\n";
      break;
    }
    text += "    " + (value.is_object() ? printable(name) + ": " : std::string{}) + plainText(entry) + "\n";
  }
}

}  // namespace

std::string counted(Index count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string fixed(double value, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

std::string linesOf(const Json& facts) {
  std::string text;
  for (const auto& [key, value] : facts.items()) appendFact(text, key, value);
  return text;
}

}  // namespace engine
