#include "engine/datasets/ArrayText.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/base/Error.h"

namespace engine {

namespace {

/// A line for each array: name, names of the axes with commas between them, help; tabs between the three.
const std::string kNotes = "about_arrays", kLabels = "labels_of_";

std::string labelArray(std::string axis) {
  std::replace(axis.begin(), axis.end(), ' ', '_');
  return kLabels + axis;
}

std::vector<std::string> partsOf(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string lineOf(const ArrayNote& note) {
  std::string line = note.name + '\t';
  for (size_t k = 0; k < note.axes.size(); ++k) line += (k > 0 ? "," : "") + note.axes[k];
  return line + '\t' + note.help;
}

ArrayNote noteOf(const std::string& line) {
  const std::vector<std::string> parts = partsOf(line, '\t');
  ArrayNote note;
  if (!parts.empty()) note.name = parts[0];
  if (parts.size() > 1) note.axes = partsOf(parts[1], ',');
  if (parts.size() > 2) note.help = parts[2];
  return note;
}

}  // namespace

Array<std::int32_t> textArray(const std::vector<std::string>& texts, std::string name) {
  size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  Array<std::int32_t> array({static_cast<Index>(texts.size()), static_cast<Index>(longest)}, 0, std::move(name));
  for (size_t k = 0; k < texts.size(); ++k)
    for (size_t c = 0; c < texts[k].size(); ++c) array(k, c) = static_cast<unsigned char>(texts[k][c]);
  return array;
}

std::vector<std::string> textsIn(const ArrayBundle& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  const auto* const codes = found == arrays.end() ? nullptr : std::get_if<Array<std::int32_t>>(&found->second);
  if (!codes || codes->rank() != 2) return {};
  std::vector<std::string> texts(static_cast<size_t>(codes->length(0)));
  for (size_t k = 0; k < texts.size(); ++k)
    for (Index c = 0; c < codes->length(1); ++c) {
      const std::int32_t code = (*codes)(k, c);
      if (code < 0 || code > 255) return {};
      if (code == 0) break;
      texts[k] += static_cast<char>(code);
    }
  return texts;
}

void addArray(ArrayBundle& arrays, AnyArray array, ArrayNote note) {
  const size_t rank = shapeOf(array).size();
  const auto isPlain = [](const std::string& text) { return text.find_first_of("\t\n,") == std::string::npos; };
  if (note.axes.size() != rank || !std::all_of(note.axes.begin(), note.axes.end(), isPlain))
    fail("array ", note.name, ": found ", note.axes.size(), " names of axes, expected ", rank,
         " without comma and tab");
  if (!arrays.emplace(note.name, std::move(array)).second) fail("array ", note.name, ": there are two of this name");
  std::vector<std::string> lines = textsIn(arrays, kNotes);
  lines.push_back(lineOf(note));
  arrays.insert_or_assign(kNotes, textArray(lines, kNotes));
}

void labelAxis(ArrayBundle& arrays, const std::string& axis, const std::vector<std::string>& labels) {
  const std::string name = labelArray(axis);
  arrays.insert_or_assign(name, textArray(labels, name));
}

std::vector<ArrayNote> notesIn(const ArrayBundle& arrays) {
  std::vector<ArrayNote> notes;
  for (const std::string& line : textsIn(arrays, kNotes)) {
    ArrayNote note = noteOf(line);
    const auto found = arrays.find(note.name);
    if (found != arrays.end() && shapeOf(found->second).size() == note.axes.size()) notes.push_back(std::move(note));
  }
  return notes;
}

std::vector<std::string> labelsIn(const ArrayBundle& arrays, const std::string& axis) {
  return textsIn(arrays, labelArray(axis));
}

bool isArrayText(const std::string& name) { return name == kNotes || name.starts_with(kLabels); }

}  // namespace engine
