#include "engine/attention/AxisWords.h"

namespace engine {

std::string axisWord(const Mechanism& mechanism, const std::string& letter) {
  static const AxisWords kUsual = {{"B", "batch item"},  {"H", "head"},     {"n", "query"},
                                   {"m", "key"},         {"d", "feature"},  {"v", "value feature"},
                                   {"L", "position"},    {"N", "sequence"}, {"R", "row"},
                                   {"C", "column"},      {"D", "channel"},  {"Dout", "output channel"},
                                   {"P", "pair channel"},
                                   // Widths of weights.
                                   {"Dq", "query channel"},
                                   {"Dk", "key channel"},
                                   {"Dv", "value channel"},
                                   {"e", "embedding feature"},
                                   {"F", "feed-forward channel"},
                                   {"G", "head of keys"},
                                   {"c*c", "pair of channels"},
                                   // Axes of a known length.
                                   {"1", "one row"},
                                   {"3", "coordinate"}};
  if (const auto* own = dynamic_cast<const NamesAxes*>(&mechanism)) {
    const AxisWords words = own->axisWords();
    if (const auto found = words.find(letter); found != words.end()) return found->second;
  }
  if (const auto found = kUsual.find(letter); found != kUsual.end()) return found->second;
  const auto times = letter.find('*');
  if (times == std::string::npos || letter.find('*', times + 1) != std::string::npos) return {};
  const std::string outer = axisWord(mechanism, letter.substr(0, times)),
                    inner = axisWord(mechanism, letter.substr(times + 1));
  return outer.empty() || inner.empty() ? std::string() : inner + " of each " + outer;
}

}  // namespace engine
