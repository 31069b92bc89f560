#include "engine/base/MemoryBudget.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>

#include "engine/base/Error.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kUnits = "KMGT";
constexpr const char* kVariable = "HEADLIGHT_MEMORY";

/// Of a file with one number; no limit when it is missing or says "max".
std::size_t limitIn(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t limit = 0;
  return stream >> limit ? limit : kNoLimit;
}

/// The least of all groups from the mounted one down to `group`. A container may see a part of the path only: what is
/// not there is passed over.
std::size_t leastAlong(const fs::path& mounted, const fs::path& group, const char* file) {
  std::size_t least = limitIn(mounted / file);
  fs::path folder = mounted;
  std::error_code ignored;
  for (const fs::path& name : group.relative_path()) {
    if (name.empty() || name == ".." || !fs::is_directory(folder / name, ignored)) continue;
    folder /= name;
    least = std::min(least, limitIn(folder / file));
  }
  return least;
}

/// Whether "cpu,memory" names the controller of memory.
bool namesMemory(std::string_view controllers) {
  constexpr std::string_view kName = "memory";
  for (std::size_t begin = 0; begin <= controllers.size();) {
    const std::size_t end = std::min(controllers.find(',', begin), controllers.size());
    if (controllers.substr(begin, end - begin) == kName) return true;
    begin = end + 1;
  }
  return false;
}

/// Nothing but a number and its unit; -1 for anything else.
double bytesIn(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !(number >= 1)) return -1;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit.empty()) return number;
  const std::size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front()))));
  if (power == std::string_view::npos || (unit.size() > 1 && unit.substr(1) != "B" && unit.substr(1) != "iB"))
    return -1;
  for (std::size_t k = 0; k <= power; ++k) number *= 1024;
  return number;
}

struct FilesBeingRead {
  struct File {
    std::size_t bytes = 0;
    int shares = 0;
  };
  std::mutex mutex;
  std::map<std::string, File> files;

  static FilesBeingRead& instance() {
    static FilesBeingRead all;
    return all;
  }
  std::size_t total() const {
    std::size_t sum = 0;
    for (const auto& [source, file] : files) sum += file.bytes;
    return sum;
  }
};

[[noreturn]] void failBeyondBudget(const std::string& source, std::size_t needed, std::size_t others) {
  const std::string taken = others > 0 ? ", of which other files take " + memoryText(others) : "";
  fail(source, ": needs at least ", memoryText(needed), " of memory, the budget for what is read is ",
       memoryText(memoryBudget()), taken, " (the environment variable ", kVariable, " sets another, such as 8G)");
}

}  // namespace

std::size_t controlGroupLimit(const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  const fs::path mounted = root / "sys/fs/cgroup";
  std::size_t least = kNoLimit;
  for (std::string line; std::getline(groups, line);) {  // number:controllers:path
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (controllers.empty())
      for (const fs::path& place : {mounted, mounted / "unified"})
        least = std::min(least, leastAlong(place, group, "memory.max"));
    else if (namesMemory(controllers))
      least = std::min(least, leastAlong(mounted / "memory", group, "memory.limit_in_bytes"));
  }
  return least;
}

std::size_t availableMemory() {
  static const std::size_t available = [] {
    const auto pages = static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    return std::min(pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), controlGroupLimit());
  }();
  return available;
}

std::optional<std::size_t> bytesOfSetting(const char* variable) {
  const char* const text = std::getenv(variable);
  if (!text || !*text) return std::nullopt;
  const double bytes = bytesIn(text);
  if (bytes < 0)
    fail("the environment variable ", variable, ": found \"", text,
         "\", expected a number of bytes, with K, M, G or T behind it for units of 1024");
  constexpr double kMost = 1e18;
  return static_cast<std::size_t>(std::min(bytes, kMost));
}

std::size_t memoryBudget() {
  const std::optional<std::size_t> set = bytesOfSetting(kVariable);
  return set ? *set : availableMemory() / 2;
}

std::string memoryText(std::size_t bytes) {
  double number = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; number >= 1024 && unit < kUnits.size(); ++unit) number /= 1024;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), unit == 0 || number >= 100 ? "%.0f" : "%.3g", number);
  return text.data() + (unit == 0 ? std::string(" bytes") : std::string(" ") + kUnits[unit - 1] + "iB");
}

MemoryShare::MemoryShare(std::string source) : m_source(std::move(source)) {
  FilesBeingRead& all = FilesBeingRead::instance();
  const std::lock_guard lock(all.mutex);
  ++all.files[m_source].shares;
}

MemoryShare::~MemoryShare() {
  FilesBeingRead& all = FilesBeingRead::instance();
  const std::lock_guard lock(all.mutex);
  const auto file = all.files.find(m_source);
  file->second.bytes -= m_bytes;
  if (--file->second.shares == 0) all.files.erase(file);
}

void MemoryShare::hold(std::size_t bytes) {
  const std::size_t budget = memoryBudget();
  FilesBeingRead& all = FilesBeingRead::instance();
  const std::lock_guard lock(all.mutex);
  std::size_t& mine = all.files.at(m_source).bytes;
  const std::size_t others = all.total() - mine, needed = mine - m_bytes + std::min(bytes, kNoLimit / 2);
  if (needed > budget || (needed + others > budget && needed > budget / all.files.size()))
    failBeyondBudget(m_source, needed, others);
  mine = needed;
  m_bytes = bytes;
}

void appendWithin(MemoryShare& share, std::string& content, std::string_view piece) {
  if (piece.size() > content.capacity() - content.size())
    share.hold(std::max(2 * content.capacity(), content.size() + piece.size()));
  content.append(piece);
}

}  // namespace engine
