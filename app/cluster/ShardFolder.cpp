#include "app/cluster/ShardFolder.h"

#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

#include "engine/base/Error.h"
#include "engine/base/Fingerprint.h"
#include "engine/io/FileContent.h"

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTaskPrefix = "task-";

struct Head {
  char magic[16] = "headlight shard";
  std::uint64_t task = 0, size = 0, sum = 0;
};

std::uint64_t sumOf(std::string_view bytes) {
  engine::Fingerprint sum;
  sum.add(bytes);
  return sum.value();
}

/// What a network file system has from another machine may take some seconds to be seen here.
bool comesTrue(const std::function<bool()>& isTrue) {
  constexpr int kTries = 120;
  for (int k = 0; k < kTries; ++k) {
    if (isTrue()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(k < 20 ? 10 : 300));
  }
  return false;
}

}  // namespace

void ShardFolder::begin(bool resumes) const {
  std::error_code error;
  if (!resumes && fs::exists(taskFile(1), error))
    engine::fail(m_path.string(),
                 ": holds work that was begun before; --resume goes on with it, or remove the folder to begin anew");
  fs::create_directories(m_path, error);
  if (error) engine::fail(m_path.string(), ": cannot be made: ", error.message());
}

fs::path ShardFolder::taskFile(int task) const { return m_path / (kTaskPrefix + std::to_string(task)); }

fs::path ShardFolder::shardFile(Index shard) const {
  return m_path / (kTaskPrefix + std::to_string(m_task) + "-shard-" + std::to_string(shard + 1));
}

void ShardFolder::beginTask(int task, std::string_view content) {
  std::error_code ignored;
  const fs::path file = taskFile(task);
  if (!fs::exists(file, ignored))
    engine::writeFileWhole(file, content);
  else if (engine::readFileWhole(file) != content)
    engine::fail(m_path.string(), ": was begun with other inputs, options or shards; ask for the same again, or remove "
                                  "the folder to begin anew");
  m_task = task;
  m_fingerprint = sumOf(content);
}

std::string ShardFolder::readTask(int task) {
  std::error_code ignored;
  const fs::path file = taskFile(task);
  comesTrue([&] { return fs::exists(file, ignored); });
  std::string content = engine::readFileWhole(file);
  m_task = task;
  m_fingerprint = sumOf(content);
  return content;
}

void ShardFolder::keep(Index shard, std::string_view result) const {
  Head head;
  head.task = m_fingerprint;
  head.size = result.size();
  head.sum = sumOf(result);
  std::string content(reinterpret_cast<const char*>(&head), sizeof head);
  engine::writeFileWhole(shardFile(shard), content.append(result));
}

std::optional<std::string> ShardFolder::result(Index shard) const {
  std::error_code ignored;
  const fs::path file = shardFile(shard);
  if (!fs::exists(file, ignored)) return std::nullopt;
  std::string content = engine::readFileWhole(file);
  Head head, expected;
  if (content.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, content.data(), sizeof head);
  content.erase(0, sizeof head);
  const bool isWhole = std::memcmp(head.magic, expected.magic, sizeof head.magic) == 0 &&
                       head.task == m_fingerprint && head.size == content.size() && head.sum == sumOf(content);
  return isWhole ? std::optional(std::move(content)) : std::nullopt;
}

std::string ShardFolder::finishedResult(Index shard) const {
  std::optional<std::string> found;
  comesTrue([&] { return (found = result(shard)).has_value(); });
  if (!found) engine::fail(shardFile(shard).string(), ": is missing or damaged; --resume computes it again");
  return std::move(*found);
}

void ShardFolder::remove() const {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(m_path, ignored))
    if (entry.path().filename().string().starts_with(kTaskPrefix)) fs::remove(entry.path(), ignored);
  fs::remove(m_path, ignored);  // stays when somebody has put something else there
}

}  // namespace app
