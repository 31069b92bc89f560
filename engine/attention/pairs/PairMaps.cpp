#include "engine/attention/pairs/PairMaps.h"

namespace engine {

std::vector<NamedMaps> pairMaps(const ArrayBundle& outputs, const std::string& array, const std::string& title,
                                const std::string& quantity) {
  std::shared_ptr<HeadSet> maps = mapsOf(outputs, array, {}, "qkh", false);
  if (!maps) return {};
  maps->areHeads = false;
  maps->arrayName = array;
  maps->queryUnit = "residue i";
  maps->keyUnit = "residue j";
  for (size_t channel = 0; channel < maps->maps.size(); ++channel) {
    auto labelled = std::make_shared<AttentionMap>(*maps->maps[channel]);
    labelled->label = quantity + ", channel " + std::to_string(channel + 1);
    maps->maps[channel] = std::move(labelled);
  }
  return {{title, std::move(maps)}};
}

}  // namespace engine
