#include "app/cluster/SearchShards.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/operations/SearchParameters.h"
#include "engine/search/database/ByteStream.h"

namespace app {

namespace {

using engine::ByteReader;
using engine::ByteWriter;

const std::string kKind = "headlight search task 1";

template <class Number>
void putAll(ByteWriter& writer, const std::vector<Number>& numbers) {
  writer.put(static_cast<std::uint64_t>(numbers.size()));
  for (const Number& number : numbers) writer.put(number);
}

template <class Number>
std::vector<Number> takeAll(ByteReader& reader) {
  const auto count = static_cast<std::size_t>(reader.number<std::uint64_t>());
  const auto* const bytes = reader.take<std::byte>(count * sizeof(Number));
  std::vector<Number> numbers(count);
  std::copy_n(bytes, count * sizeof(Number), reinterpret_cast<std::byte*>(numbers.data()));
  return numbers;
}

template <class Score>
std::string bytesOf(const std::vector<Score>& scores) {
  return {reinterpret_cast<const char*>(scores.data()), scores.size() * sizeof(Score)};
}

}  // namespace

IndexRuns::IndexRuns(std::span<const Index> indices) {
  for (const Index index : indices) {
    if (!m_runs.empty() && m_runs.back().first + m_runs.back().second == index)
      ++m_runs.back().second;
    else
      m_runs.emplace_back(index, 1);
  }
  m_count = std::ssize(indices);
}

void IndexRuns::add(Index begin, Index length) {
  m_runs.emplace_back(begin, length);
  m_count += length;
}

std::vector<Index> IndexRuns::part(Index first, Index last) const {
  std::vector<Index> indices;
  Index position = 0;  // of the run's first
  for (const auto& [begin, length] : m_runs) {
    for (Index k = std::max(first, position); k < std::min(last, position + length); ++k)
      indices.push_back(begin + k - position);
    position += length;
    if (position >= last) break;
  }
  return indices;
}

std::string searchTaskText(const SearchTask& task) {
  ByteWriter writer;
  writer.putText(kKind);
  writer.putText(task.asked);
  writer.putText(task.database);
  writer.put(static_cast<std::int32_t>(task.stage));
  writer.put(task.profile.length);
  writer.put(task.profile.composition);
  writer.put(task.profile.background);
  writer.put(task.profile.neff);
  putAll(writer, task.profile.emissions);
  putAll(writer, task.profile.transitions);
  writer.put(task.states.length);
  putAll(writer, task.states.scores);
  putAll(writer, task.which.runs());
  putAll(writer, task.shards);
  const std::vector<std::byte> bytes = writer.finish(1);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

SearchTask searchTaskFrom(const std::string& text) {
  ByteReader reader(std::as_bytes(std::span(text)));
  if (reader.text() != kKind) engine::fail("found other content, expected a task of a search");
  SearchTask task;
  task.asked = reader.text();
  task.database = reader.text();
  task.stage = static_cast<SearchTask::Stage>(reader.number<std::int32_t>());
  task.profile.length = reader.number<Index>();
  task.profile.composition = reader.number<decltype(task.profile.composition)>();
  task.profile.background = reader.number<decltype(task.profile.background)>();
  task.profile.neff = reader.number<float>();
  task.profile.emissions = takeAll<float>(reader);
  task.profile.transitions = takeAll<float>(reader);
  task.states.length = reader.number<Index>();
  task.states.scores = takeAll<std::uint8_t>(reader);
  for (const auto& [begin, length] : takeAll<std::pair<Index, Index>>(reader)) task.which.add(begin, length);
  task.shards = takeAll<Shard>(reader);
  return task;
}

SearchShards::SearchShards(engine::ParameterValues values, engine::Compute compute)
    : m_values(std::move(values)), m_compute(compute) {
  engine::Progress silent;
  m_options = engine::searchOptions(m_values, silent);
}

void SearchShards::open(const std::string& fingerprint) {
  if (m_database && m_database->profiles->fingerprint() == fingerprint) return;
  m_database = std::make_unique<engine::SharedDatabase>(
      m_values.text("database"), engine::parsePreset(m_values.text("preset")), fingerprint);
}

std::vector<double> SearchShards::columnsOf(const std::string& fingerprint, std::span<const Index> which) {
  open(fingerprint);
  std::vector<double> columns;
  columns.reserve(which.size());
  for (const Index k : which) columns.push_back(static_cast<double>(m_database->profiles->entry(k).length));
  return columns;
}

void SearchShards::take(const std::string& task) {
  m_task = searchTaskFrom(task);
  open(m_task.database);
  if (m_task.stage != SearchTask::Stage::viterbi && !m_database->letters)
    m_database->openLetters(m_values.text("column-states"));
}

std::string SearchShards::compute(Index first, Index last, engine::Progress& progress) {
  const std::vector<Index> which = m_task.which.part(first, last);
  if (m_task.stage == SearchTask::Stage::viterbi) {
    engine::Diagnostics diagnostics;
    return bytesOf(engine::viterbiScores(m_task.profile, *m_database->profiles, which, m_options.alignment, m_compute,
                                         diagnostics, progress));
  }
  const auto stage = m_task.stage == SearchTask::Stage::ungapped ? engine::PrefilterStage::ungapped
                                                                 : engine::PrefilterStage::gapped;
  return bytesOf(engine::prefilterScores(stage, m_task.states, m_database->letters->strings(), which,
                                         m_compute.threads, progress));
}

}  // namespace app
