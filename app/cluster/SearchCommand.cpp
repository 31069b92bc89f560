// headlight-mpi search: rank 0 runs the search as one process does, and has the scores of all templates, which are
// nearly all of its work, computed in shards.
#include <span>

#include "app/cluster/ClusterCommand.h"
#include "app/cluster/SearchShards.h"
#include "app/shell/OperationCommand.h"
#include "engine/operations/DatabaseInput.h"

namespace app {

namespace {

using engine::PrefilterStage;

/// Cells of dynamic programming in a shard: a second or less of a rank.
constexpr ShardSize kSearchSize{1e9, 512};
/// A cell of the prefilter takes so much of the time of one of Viterbi.
constexpr double kPrefilterCell = 0.03;

/// What rank 0's search asks for, as tasks.
class Tasks {
 public:
  Tasks(std::string asked, const ClusterOptions& options, Coordinator& coordinator, SearchShards& own)
      : m_asked(std::move(asked)), m_options(options), m_coordinator(coordinator), m_own(own) {}

  engine::ScoresElsewhere scores() {
    engine::ScoresElsewhere elsewhere;
    elsewhere.begin = [this](const engine::Database& database) { m_database = database.fingerprint(); };
    elsewhere.viterbi = [this](const engine::SearchProfile& query, const engine::Database&,
                               std::span<const Index> which, engine::Progress& progress) {
      SearchTask task;
      task.stage = SearchTask::Stage::viterbi;
      task.profile = query;
      return computed<float>(std::move(task), which, static_cast<double>(query.length), progress);
    };
    elsewhere.prefilter = [this](PrefilterStage stage, const engine::ColumnStateProfile& query,
                                 std::span<const Index> which, engine::Progress& progress) {
      SearchTask task;
      task.stage = stage == PrefilterStage::ungapped ? SearchTask::Stage::ungapped : SearchTask::Stage::gapped;
      task.states = query;
      return computed<int>(std::move(task), which, kPrefilterCell * static_cast<double>(query.length), progress);
    };
    return elsewhere;
  }

 private:
  template <class Score>
  std::vector<Score> computed(SearchTask task, std::span<const Index> which, double workOfColumn,
                              engine::Progress& progress) {
    if (which.empty()) return {};
    std::vector<double> work = m_own.columnsOf(m_database, which);
    for (double& one : work) one *= workOfColumn;
    task.asked = m_asked;
    task.database = m_database;
    task.which = IndexRuns(which);
    task.shards = shardsOf(work, m_options.shards > 0 ? m_options.shards : shardCount(work, kSearchSize));
    std::vector<Score> scores;
    scores.reserve(which.size());
    m_coordinator.compute(
        searchTaskText(task), task.shards, m_own, [&scores](const std::string& result) { addScores(scores, result); },
        progress);
    if (scores.size() != which.size())
      engine::fail("found ", scores.size(), " scores, expected ", which.size());
    return scores;
  }

  std::string m_asked, m_database;
  const ClusterOptions& m_options;
  Coordinator& m_coordinator;
  SearchShards& m_own;
};

class SearchCommand : public ClusterCommand {
 public:
  std::string name() const override { return "search"; }
  const engine::Operation& operation() const override { return engine::findOperation("search"); }
  std::string items() const override { return "templates"; }

  std::unique_ptr<ShardWorker> makeWorker(const std::vector<std::string>& arguments,
                                          const engine::Compute& compute) const override {
    return std::make_unique<SearchShards>(operationParameters(operation(), arguments), compute);
  }

  int run(const std::vector<std::string>& arguments, const ClusterOptions& options, Coordinator& coordinator,
          ShardWorker& own) const override {
    Tasks tasks(askedText(operationParameters(operation(), arguments)), options, coordinator,
                dynamic_cast<SearchShards&>(own));
    const int code = runOperation(*engine::makeSearchWithScoresOf(tasks.scores()), arguments);
    if (coordinator.times().numTasks == 0)
      printError("this search was not divided, rank 0 did it alone: excluded columns and the local null model are "
                 "known to the plain code only");
    return code;
  }
};

}  // namespace

std::unique_ptr<const ClusterCommand> makeSearchCommand() { return std::make_unique<SearchCommand>(); }

}  // namespace app
