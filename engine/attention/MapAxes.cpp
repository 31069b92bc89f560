#include "engine/attention/MapAxes.h"

#include <vector>

#include "engine/attention/ShapeText.h"

namespace engine {

namespace {

std::string axesOfLetters(const std::vector<std::string>& letters) {
  std::string axes;
  for (std::size_t k = 0; k + 2 < letters.size(); ++k) axes += letters[k] == "B" ? 'b' : letters[k] == "H" ? 'h' : 'l';
  return axes + "qk";
}

}  // namespace

std::string mapAxes(const Mechanism& mechanism, const std::string& output, std::size_t rank) {
  if (rank < 2) return {};
  for (const ArrayDescription& description : mechanism.outputs()) {
    if (description.name != output) continue;
    const auto alternatives = alternativesOf(description.shape);
    for (const auto& letters : alternatives)
      if (letters.size() == rank) return axesOfLetters(letters);
    for (const auto& letters : alternatives)  // leading axes may be absent
      if (letters.size() > rank)
        return axesOfLetters({letters.end() - static_cast<std::ptrdiff_t>(rank), letters.end()});
  }
  return {};
}

}  // namespace engine
