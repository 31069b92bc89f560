#include "app/cluster/HeadShards.h"

#include <string_view>

namespace app {

std::string headTaskText(const std::map<std::string, std::string>& asked, const std::vector<Shard>& shards) {
  std::string text = "headlight heads task 1\n";
  for (const auto& [what, value] : asked) text.append(what).append("=").append(value) += '\n';
  for (const Shard& shard : shards) text.append(std::to_string(shard.first)) += ' ';
  return text;
}

std::string HeadShards::compute(Index first, Index last, engine::Progress& progress) {
  std::string lines;
  const auto count = static_cast<double>(last - first);
  for (Index k = first; k < last; ++k) {
    engine::PartProgress part(progress, static_cast<double>(k - first) / count,
                              static_cast<double>(k + 1 - first) / count);
    part.update(0, "preparing");
    lines += engine::unfinishedText(m_protein(k, part));
  }
  return lines;
}

void takeProteins(const std::string& result, const std::function<void(const engine::UnfinishedHeads& one)>& take) {
  for (size_t begin = 0, end; begin < result.size(); begin = end + 1) {
    end = std::min(result.find('\n', begin), result.size());
    take(engine::unfinishedFromText(result.substr(begin, end - begin), "a shard"));
  }
}

}  // namespace app
