// What heads do on proteins in shards: the model on some of the sequences.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/cluster/ShardTask.h"
#include "engine/compute/Compute.h"
#include "engine/operations/heads/HeadsOfProteins.h"

namespace app {

/// What the work was asked for, as UnfinishedHeads has it, and its shards.
std::string headTaskText(const std::map<std::string, std::string>& asked, const std::vector<Shard>& shards);

/// Every rank has the inputs; weights are mapped files, of which ranks of one machine share the memory.
class HeadShards : public ShardWorker {
 public:
  /// `protein` gives what a protein (from 0) gives alone, and may throw Error, Cancelled.
  using Protein = std::function<engine::UnfinishedHeads(Index protein, engine::Progress& progress)>;
  explicit HeadShards(Protein protein) : m_protein(std::move(protein)) {}

  void take(const std::string&) override {}
  /// A line per protein (unfinishedText).
  std::string compute(Index first, Index last, engine::Progress& progress) override;

 private:
  Protein m_protein;
};

/// Takes the proteins of a result of compute(), one after the other. Throws Error for one that is damaged.
void takeProteins(const std::string& result, const std::function<void(const engine::UnfinishedHeads& one)>& take);

}  // namespace app
