#include "engine/io/weights/WeightNames.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace engine {

namespace {

bool stripFromAll(std::vector<std::string>& names, std::string_view prefix) {
  const auto begins = [=](const std::string& name) { return name.starts_with(prefix); };
  if (names.empty() || !std::all_of(names.begin(), names.end(), begins)) return false;
  for (std::string& name : names) name.erase(0, prefix.size());
  return true;
}

void replaceEnd(std::string& name, std::string_view end, std::string_view by) {
  if (name.ends_with(end)) name.replace(name.size() - end.size(), end.size(), by);
}

}  // namespace

CommonNames commonNames(const std::vector<std::string>& names) {
  CommonNames common{names, {}};
  while (stripFromAll(common.names, "module.") || stripFromAll(common.names, "model.")) {
  }
  constexpr std::string_view kSentence = "encoder.sentence_encoder.", kEncoder = "encoder.";
  const std::string embedding = std::string(kSentence) + "embed_tokens.weight";
  if (std::find(common.names.begin(), common.names.end(), embedding) != common.names.end()) {
    common.strippedPrefix = kSentence;
    for (std::string& name : common.names)
      name.erase(0, name.starts_with(kSentence) ? kSentence.size() : name.starts_with(kEncoder) ? kEncoder.size() : 0);
  }
  for (std::string& name : common.names) {
    replaceEnd(name, "LayerNorm.gamma", "LayerNorm.weight");
    replaceEnd(name, "LayerNorm.beta", "LayerNorm.bias");
  }
  const bool isUnique = std::set<std::string>(common.names.begin(), common.names.end()).size() == names.size();
  return isUnique ? common : CommonNames{names, {}};
}

}  // namespace engine
