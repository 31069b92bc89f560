#include "engine/attention/AxisWords.h"

namespace engine {

std::string axisWord(const Mechanism& mechanism, const std::string& letter) {
  static const AxisWords kUsual = {{"B", "batch item"},  {"H", "head"},     {"n", "query"},
                                   {"m", "key"},         {"d", "feature"},  {"v", "value feature"},
                                   {"L", "position"},    {"N", "sequence"}, {"R", "row"},
                                   {"C", "column"},      {"D", "channel"},  {"Dout", "output channel"},
                                   {"P", "pair channel"}};
  if (const auto* own = dynamic_cast<const NamesAxes*>(&mechanism)) {
    const AxisWords words = own->axisWords();
    if (const auto found = words.find(letter); found != words.end()) return found->second;
  }
  const auto found = kUsual.find(letter);
  return found == kUsual.end() ? std::string() : found->second;
}

}  // namespace engine
