#include "engine/io/NotedArrays.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/base/Error.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

using Json = nlohmann::json;

/// Null: there is none of such files.
const Format* formatOf(const std::string& suffix) {
  for (const auto& format : formats()) {
    const std::vector<std::string> suffixes = format->suffixes();
    if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) return format.get();
  }
  return nullptr;
}

/// Nothing where the note says that these are arrays.
std::optional<DatasetValue> valueBy(const Json& note, const ArrayBundle& arrays, const std::string& source,
                                    Diagnostics& diagnostics, Progress& progress) {
  const auto name = note.at("kind").get<std::string>();
  const auto found =
      std::find_if(kinds().begin(), kinds().end(), [&](const auto& kind) { return kind->name() == name; });
  if (found == kinds().end()) fail("the note says \"", shownBytes(name), "\", which is no kind of dataset");
  if (const auto text = note.find(kNoteText); text != note.end()) {
    const auto content = text->get<std::string>();
    const Format* const format = formatOf((*found)->textSuffix());
    if (!format) fail("the note holds a text of ", name, ", which has none");
    DatasetValue value = format->read(content, source, diagnostics, progress);
    if (kindName(value.kind()) != name) fail("the text of the note holds ", kindName(value.kind()), ", not ", name);
    return value;
  }
  std::optional<DatasetValue> value = (*found)->restored(arrays, note);
  if (value) (*found)->validate(*value);
  return value;
}

}  // namespace

Json noteIn(const ArrayBundle& arrays) {
  const std::string text = noteTextIn(arrays);
  if (text.empty()) return {};
  try {
    Json note = parseJson(text, std::string("array ") + kFileNote);
    return note.is_object() ? note : Json();
  } catch (const Error&) {
    return {};
  }
}

DatasetValue notedValue(ArrayBundle arrays, const std::string& source, Diagnostics& diagnostics, Progress& progress) {
  if (arrays.contains(kFileNote)) {
    const auto warn = [&](const char* problem) {
      diagnostics.warn(source, ": opened as arrays: ", shownBytes(problem));
    };
    try {
      const Json note = noteIn(arrays);
      if (note.is_null()) fail("array ", kFileNote, " holds no object of JSON");
      if (auto value = valueBy(note, arrays, source, diagnostics, progress)) return *std::move(value);
    } catch (const Error& error) {
      warn(error.what());
    } catch (const Json::exception& error) {
      warn(error.what());
    }
  }
  return std::make_shared<const ArrayBundle>(std::move(arrays));
}

}  // namespace engine
