// Scores of a search in shards: Viterbi scores and those of the prefilter of a part of the database's templates.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cluster/ShardTask.h"
#include "engine/base/Error.h"
#include "engine/base/Parameters.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/search/Search.h"

namespace app {

/// Indices as runs of neighbours: a whole database is one.
class IndexRuns {
 public:
  IndexRuns() = default;
  explicit IndexRuns(std::span<const Index> indices);
  Index count() const { return m_count; }
  /// Those at the positions [first, last).
  std::vector<Index> part(Index first, Index last) const;
  /// Begin and length of each.
  const std::vector<std::pair<Index, Index>>& runs() const { return m_runs; }
  void add(Index begin, Index length);

 private:
  std::vector<std::pair<Index, Index>> m_runs;
  Index m_count = 0;
};

/// Scores of one query for some templates of a database. Of `profile` and `states` the one that the stage needs.
struct SearchTask {
  enum class Stage { ungapped, gapped, viterbi };
  Stage stage = Stage::viterbi;
  std::string asked;     ///< program and parameters, so that other ones make another task
  std::string database;  ///< its fingerprint
  engine::SearchProfile profile;
  engine::ColumnStateProfile states;
  IndexRuns which;  ///< templates
  std::vector<Shard> shards;
};
/// Bytes of this machine; numbers keep all their bits.
std::string searchTaskText(const SearchTask& task);
/// Throws Error for bytes that are no task.
SearchTask searchTaskFrom(const std::string& text);

class SearchShards : public ShardWorker {
 public:
  /// `values`: complete parameters of "search".
  SearchShards(engine::ParameterValues values, engine::Compute compute);

  void take(const std::string& task) override;
  /// Four bytes per template, float or int; see addScores().
  std::string compute(Index first, Index last, engine::Progress& progress) override;
  /// Columns of each of these templates: opens the database's cache when that was not done before.
  std::vector<double> columnsOf(const std::string& fingerprint, std::span<const Index> which);

 private:
  void open(const std::string& fingerprint);

  engine::ParameterValues m_values;
  engine::Compute m_compute;
  engine::SearchOptions m_options;
  std::unique_ptr<engine::SharedDatabase> m_database;
  SearchTask m_task;
};

/// Puts the numbers of a result behind those that are there. Throws Error for bytes that are no whole numbers.
template <class Score>
void addScores(std::vector<Score>& scores, const std::string& result) {
  const size_t count = result.size() / sizeof(Score), before = scores.size();
  if (count * sizeof(Score) != result.size()) engine::fail("found ", result.size(), " bytes of scores");
  scores.resize(before + count);
  std::copy(result.begin(), result.end(), reinterpret_cast<char*>(scores.data() + before));
}

}  // namespace app
