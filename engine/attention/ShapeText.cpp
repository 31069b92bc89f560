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

bool isShapeLetter(const std::string& axis) {
  return !axis.empty() && std::isalpha(static_cast<unsigned char>(axis[0])) &&
         std::all_of(axis.begin(), axis.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

}  // namespace engine
