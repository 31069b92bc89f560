#include "engine/attention/MapAxes.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

namespace engine {

namespace {

/// The letters of each alternative of "(H, L, L) or (N, H, L, L)".
std::vector<std::vector<std::string>> alternativesOf(const std::string& description) {
  std::vector<std::vector<std::string>> alternatives;
  for (std::size_t open = description.find('('); open != std::string::npos; open = description.find('(', open + 1)) {
    const std::size_t close = std::min(description.find(')', open), description.size());
    std::istringstream text(description.substr(open + 1, close - open - 1));
    std::vector<std::string> letters;
    for (std::string letter; std::getline(text, letter, ',');) {
      std::erase_if(letter, [](unsigned char c) { return std::isspace(c); });
      letters.push_back(letter);
    }
    alternatives.push_back(std::move(letters));
  }
  return alternatives;
}

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
