#include "engine/attention/ShapeText.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace engine {

std::vector<std::string> axesOf(const std::string& shape) {
  std::vector<std::string> axes;
  std::istringstream list(shape.substr(1, shape.find(')') - 1));
  for (std::string axis; std::getline(list, axis, ',');) axes.push_back(axis.substr(axis.find_first_not_of(' ')));
  return axes;
}

std::vector<std::vector<std::string>> alternativesOf(const std::string& shape) {
  std::vector<std::vector<std::string>> alternatives;
  for (size_t open = shape.find('('); open != std::string::npos; open = shape.find('(', open + 1)) {
    const size_t close = std::min(shape.find(')', open), shape.size());
    std::istringstream text(shape.substr(open + 1, close - open - 1));
    std::vector<std::string> letters;
    for (std::string letter; std::getline(text, letter, ',');) {
      std::erase_if(letter, [](unsigned char c) { return std::isspace(c); });
      letters.push_back(letter);
    }
    alternatives.push_back(std::move(letters));
  }
  return alternatives;
}

bool isShapeLetter(const std::string& axis) {
  return !axis.empty() && std::isalpha(static_cast<unsigned char>(axis[0])) &&
         std::all_of(axis.begin(), axis.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

}  // namespace engine
