#include "engine/datasets/FileNote.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace engine {

Array<std::int32_t> noteArray(const nlohmann::ordered_json& note) {
  const std::string text = note.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::vector<std::int32_t> bytes;
  bytes.reserve(text.size());
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
  return Array<std::int32_t>({static_cast<Index>(text.size())}, std::move(bytes), kFileNote);
}

ArrayBundle withNote(ArrayBundle arrays, const nlohmann::ordered_json& note) {
  arrays.insert_or_assign(kFileNote, noteArray(note));
  return arrays;
}

std::string noteTextOf(const AnyArray& array) {
  const auto* const bytes = std::get_if<Array<std::int32_t>>(&array);
  if (!bytes || bytes->rank() != 1) return {};
  std::string text;
  text.reserve(static_cast<std::size_t>(bytes->size()));
  for (const std::int32_t byte : *bytes) {
    if (byte < 0 || byte > 255) return {};
    text += static_cast<char>(byte);
  }
  return text;
}

std::string noteTextIn(const ArrayBundle& arrays) {
  const auto found = arrays.find(kFileNote);
  return found == arrays.end() ? std::string() : noteTextOf(found->second);
}

}  // namespace engine
