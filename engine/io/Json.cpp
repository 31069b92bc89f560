#include "engine/io/Json.h"

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"

namespace engine {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kBytesPerCharacter = 24;  // "[]," becomes a value, a list and their share of a growing list

void requireShallow(std::string_view text, const std::string& source) {
  std::size_t depth = 0;
  bool isInText = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (isInText) {
      if (c == '\\') ++k;
      isInText = c != '"';
    } else if (c == '"') {
      isInText = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson)
        fail(source, ": found JSON that is nested more than ", kDeepestJson, " deep at byte ", k + 1);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
}

}  // namespace

Json parseJson(std::string_view text, const std::string& source) {
  requireShallow(text, source);
  MemoryShare memory(source);
  memory.hold(kBytesPerCharacter * text.size());
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    constexpr std::size_t kMost = 300;  // the library repeats what it was reading
    fail(source, ": is no valid JSON: ", shownBytes(std::string(error.what()).substr(0, kMost)));
  }
}

bool isUtf8(std::string_view text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

std::string shownBytes(std::string_view text) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  const bool isReadable = isUtf8(text);
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool isControl = byte < ' ' || byte == 0x7F;
    if (isControl || (byte >= 0x80 && !isReadable))
      shown += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    else
      shown += c;
  }
  return shown;
}

}  // namespace engine
