#include "engine/operations/models/FeatureWords.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

#include "engine/base/Error.h"

namespace engine {

namespace {

template <class T>
bool readWhole(const std::string& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

FeatureFactors parsedFactors(const std::string& text) {
  FeatureFactors factors;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    Index feature = -1;
    double factor = 0;
    const bool isRead = equals != std::string::npos && readWhole(word.substr(0, equals), feature) &&
                        readWhole(word.substr(equals + 1), factor);
    if (!isRead || feature < 0 || !std::isfinite(factor))
      fail("parameter change: found \"", word, "\", expected FEATURE=FACTOR, features from 0, as in \"12=0\"");
    if (!factors.emplace(feature, factor).second)
      fail("parameter change: found the feature ", feature, " twice, expected each once");
  }
  return factors;
}

std::optional<Index> layerInName(const std::string& path) {
  std::optional<Index> found;
  for (std::size_t at = 0; at < path.size(); ++at) {
    const bool beginsWord = at == 0 || !std::isalnum(static_cast<unsigned char>(path[at - 1]));
    std::size_t digits = std::string::npos;
    if (path.compare(at, 5, "layer") == 0) {
      digits = at + 5;
      if (digits < path.size() && (path[digits] == '_' || path[digits] == '-')) ++digits;
    } else if (beginsWord && path[at] == 'l') {
      digits = at + 1;
    }
    if (digits >= path.size()) continue;
    std::size_t end = digits;
    while (end < path.size() && std::isdigit(static_cast<unsigned char>(path[end]))) ++end;
    Index layer = 0;
    if (end > digits && readWhole(path.substr(digits, end - digits), layer)) found = layer;
  }
  return found;
}

}  // namespace engine
