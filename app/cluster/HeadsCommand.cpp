// headlight-mpi heads: the model on thousands of proteins, a few in a shard; rank 0 takes them in in their order, as one
// process does, so that sums have the same bits.
#include "app/cluster/ClusterCommand.h"
#include "app/cluster/HeadShards.h"
#include "app/shell/OperationCommand.h"

namespace app {

namespace {

/// A model's work on a protein grows with its residues, and for long ones with their square.
double workOf(Index residues) {
  const auto length = static_cast<double>(residues);
  return length * (1 + length / 1000);
}

/// About four proteins of usual length: many shards, since one takes seconds and no rank shall wait long for another.
constexpr ShardSize kHeadsSize{1500, 1};

class HeadsOnRanks : public HeadShards {
 public:
  HeadsOnRanks(std::shared_ptr<engine::ProteinHeads> proteins, const engine::Compute& compute)
      : HeadShards([proteins, compute](Index protein, engine::Progress& progress) {
          return proteins->alone(protein, compute, progress);
        }),
        m_proteins(std::move(proteins)) {}

  std::vector<double> work() const {
    std::vector<double> work;
    for (Index k = 0; k < m_proteins->count(); ++k) work.push_back(workOf(m_proteins->residues(k)));
    return work;
  }

 private:
  std::shared_ptr<engine::ProteinHeads> m_proteins;
};

class HeadsCommand : public ClusterCommand {
 public:
  std::string name() const override { return "heads"; }
  const engine::Operation& operation() const override { return engine::findOperation("heads-of-proteins"); }
  std::string items() const override { return "proteins"; }

  std::unique_ptr<ShardWorker> makeWorker(const std::vector<std::string>& arguments,
                                          const engine::Compute& compute) const override {
    auto proteins = std::make_shared<engine::ProteinHeads>(operationInputs(operation(), arguments),
                                                           operationParameters(operation(), arguments));
    return std::make_unique<HeadsOnRanks>(std::move(proteins), compute);
  }

  int run(const std::vector<std::string>& arguments, const ClusterOptions& options, Coordinator& coordinator,
          ShardWorker& own) const override {
    auto& worker = dynamic_cast<HeadsOnRanks&>(own);
    const auto elsewhere = [&](const std::map<std::string, std::string>& asked,
                               const std::function<void(const engine::UnfinishedHeads&)>& take,
                               engine::Progress& progress) {
      const std::vector<double> work = worker.work();
      const auto shards = shardsOf(work, options.shards > 0 ? options.shards : shardCount(work, kHeadsSize));
      coordinator.compute(
          headTaskText(asked, shards), shards, worker,
          [&take](const std::string& result) { takeProteins(result, take); }, progress);
    };
    return runOperation(*engine::makeHeadsOfProteinsWith(elsewhere), arguments);
  }
};

}  // namespace

std::unique_ptr<const ClusterCommand> makeHeadsCommand() { return std::make_unique<HeadsCommand>(); }

}  // namespace app
