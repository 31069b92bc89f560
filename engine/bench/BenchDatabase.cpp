// The benchmark of databases: made once, opened, checked, streamed through the prefilter from disk and from memory.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/FileContent.h"
#include "engine/io/Format.h"
#include "engine/operations/DatabaseInput.h"

namespace engine {

namespace {

namespace fs = std::filesystem;

constexpr Index kStandardCount = 100000, kMostBuiltTwice = 20000;
constexpr Index kShapes = 200, kDatabaseRows = 12, kShortest = 60, kLongest = 220;
constexpr int kDatabaseRepetitions = 5;

/// A family of random sequences, half of whose residues are those of the first, as HHM text.
std::string shapeText(Random& random) {
  const auto length = kShortest + static_cast<Index>(random.below(kLongest - kShortest + 1));
  std::string rows, first, row;
  for (Index k = 0; k < kDatabaseRows; ++k) {
    row.clear();
    for (Index i = 0; i < length; ++i)
      row += k > 0 && random.uniform() < 0.5
                 ? nth(first, i)
                 : alphabet::letterOf(static_cast<ResidueCode>(random.below(alphabet::kNumResidues)));
    if (k == 0) first = row;
    rows.append(">row").append(std::to_string(k)).append("\n").append(row).append("\n");
  }
  Diagnostics diagnostics;
  Progress progress;
  const DatasetValue alignment = recogniseFormat(rows, "shape.a3m").read(rows, "shape.a3m", diagnostics, progress);
  ProfileBuildOptions options;
  options.threads = 1;
  Alignment aligned =
      alignment.as<Alignment>() ? *alignment.as<Alignment>() : alignmentOf(alignment.as<SequenceSet>()->sequences);
  const DatasetValue profile = std::make_shared<const ProfileHmm>(buildProfile(aligned, options, progress));
  return formatForWriting("shape.hhm", profile).write(profile);
}

/// A database of HH-suite in a folder of its own, removed at the end: `count` names for a few profiles, so that the
/// text is small and everything that is made of it has its size.
class MadeDatabase {
 public:
  explicit MadeDatabase(Index count)
      : m_folder(fs::temp_directory_path() / ("headlight-bench-" + std::to_string(::getpid()))) {
    fs::create_directories(m_folder);
    Random random(1);
    std::string data;
    std::vector<std::string> places;
    for (Index k = 0; k < kShapes; ++k) {
      const std::string text = shapeText(random);
      places.push_back('\t' + std::to_string(data.size()) + '\t' + std::to_string(text.size() + 1) + '\n');
      data += text + '\0';
    }
    writeFileWhole(prefix() + "_hhm.ffdata", data);
    addNames("", count, random, places);
    addNames("part", std::min(count, kMostBuiltTwice), random, places);
    fs::copy_file(prefix() + "_hhm.ffdata", prefix() + "part_hhm.ffdata");
  }
  ~MadeDatabase() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
  }
  MadeDatabase(const MadeDatabase&) = delete;
  MadeDatabase& operator=(const MadeDatabase&) = delete;
  std::string prefix() const { return (m_folder / "made").string(); }
  std::string partPrefix() const { return prefix() + "part"; }
  std::string lettersPath() const { return prefix() + ".headlight-letters"; }

 private:
  void addNames(const std::string& which, Index count, Random& random, const std::vector<std::string>& places) const {
    std::ofstream index(prefix() + which + "_hhm.ffindex", std::ios::binary);
    for (Index k = 0; k < count; ++k) {
      const std::string number = std::to_string(k);
      index << "made" << std::string(10 - number.size(), '0') << number << places[random.below(places.size())];
    }
  }

  fs::path m_folder;
};

/// Of all threads since the process began.
double processorSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Takes a file out of the system's memory, as far as nobody has it mapped.
void forget(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ::fdatasync(descriptor);
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  ::close(descriptor);
}

/// Bytes per second of reading a file from begin to end, a megabyte at a time.
double readRate(const std::string& path) {
  std::vector<char> piece(std::size_t{1} << 20);
  double count = 0;
  const double start = secondsNow();
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  for (ssize_t got; (got = ::read(descriptor, piece.data(), piece.size())) > 0;) count += static_cast<double>(got);
  ::close(descriptor);
  return count / (secondsNow() - start);
}

class DatabaseBench {
 public:
  DatabaseBench(Index count, int threads, Progress& progress, const Measured& measured)
      : m_count(count), m_threads(threads), m_progress(progress), m_measured(measured), m_files(count) {}

  void run() {
    for (const int threads : m_threads == 1 ? std::vector<int>{1} : std::vector<int>{1, m_threads}) {
      const Index count = std::min(m_count, kMostBuiltTwice);
      for (const char* const ending : {"", "-letters"}) fs::remove(m_files.partPrefix() + ".headlight" + ending);
      tell("make profiles", threads, {secondsOfOnce([&] { open(m_files.partPrefix(), threads); })}, double(count),
           "profile");
      OpenedDatabase part(m_files.partPrefix(), Preset::standard, threads, m_diagnostics, m_progress);
      tell("make letters", threads,
           {secondsOfOnce([&] { part.prefilterWith("", threads, m_diagnostics, m_progress); })}, double(count),
           "profile");
    }
    std::optional<OpenedDatabase> made;
    const auto openBoth = [&] {
      made.emplace(m_files.prefix(), Preset::standard, m_threads, m_diagnostics, m_progress);
      made->prefilterWith("", m_threads, m_diagnostics, m_progress);
    };
    tell("make both, all profiles", m_threads, {secondsOfOnce(openBoth)}, double(m_count), "profile");
    tell("open both, all profiles", m_threads, secondsOfMany(kDatabaseRepetitions, openBoth), double(m_count), "profile");
    const auto size = static_cast<double>(made->profiles().size());
    tell("check profiles", m_threads, {secondsOfOnce([&] {
           made.emplace(m_files.prefix(), Preset::standard, m_threads, m_diagnostics, m_progress, CacheCheck::whole);
         })},
         size, "byte");
    made.reset();
    for (const Index length : {Index{64}, Index{300}})
      for (const bool isCold : {true, false}) stream(length, isCold);
  }

 private:
  void open(const std::string& prefix, int threads) {
    OpenedDatabase database(prefix, Preset::standard, threads, m_diagnostics, m_progress);
  }

  void tell(const std::string& name, int threads, std::vector<double> seconds, double work, const std::string& unit,
            const std::string& reference = {}, double rate = 0) {
    Measurement found;
    found.name = "N=" + std::to_string(m_count) + " " + name;
    found.device = "native CPU";
    found.threads = threads;
    found.seconds = std::move(seconds);
    std::sort(found.seconds.begin(), found.seconds.end());
    found.work = work;
    found.unit = unit;
    found.reference = reference;
    found.referenceRate = rate;
    found.processorSeconds = m_processor / static_cast<double>(found.seconds.size());
    m_processor = 0;
    m_measured(found);
  }

  /// Its processor time counts for the case that is told next.
  double secondsOfOnce(const std::function<void()>& work) {
    const double start = secondsNow(), processor = processorSeconds();
    work();
    m_processor += processorSeconds() - processor;
    return secondsNow() - start;
  }
  std::vector<double> secondsOfMany(int repetitions, const std::function<void()>& work) {
    std::vector<double> seconds;
    for (int k = 0; k < repetitions; ++k) seconds.push_back(secondsOfOnce(work));
    return seconds;
  }

  /// Ungapped scores of all strings, each time by a cache that is opened anew and checked as it goes.
  void stream(Index length, bool isCold) {
    ColumnStateProfile query;
    query.length = length;
    Random random(7);
    for (Index k = 0; k < ColumnStates::kNumLetters * length; ++k)
      query.scores.push_back(static_cast<std::uint8_t>(35 + random.below(20)));
    std::vector<Index> all(static_cast<std::size_t>(m_count));
    std::iota(all.begin(), all.end(), Index{0});
    const std::string path = m_files.lettersPath();
    std::vector<double> seconds, rates;
    for (int k = 0; k < kDatabaseRepetitions; ++k) {
      if (isCold) forget(path);
      rates.push_back(readRate(path));
      if (isCold) forget(path);
      OpenedDatabase database(m_files.prefix(), Preset::standard, m_threads, m_diagnostics, m_progress);
      const PrefilterUse use = database.prefilterWith("", m_threads, m_diagnostics, m_progress);
      seconds.push_back(secondsOfOnce([&] {
        prefilterScores(PrefilterStage::ungapped, query, use.letters->strings(), all, m_threads, m_progress);
      }));
    }
    std::sort(rates.begin(), rates.end());
    tell("stream L=" + std::to_string(length) + (isCold ? " from disk" : " from memory"), m_threads, seconds,
         static_cast<double>(fs::file_size(path)), "byte", "read()", rates[rates.size() / 2]);
  }

  Index m_count;
  int m_threads;
  Progress& m_progress;
  const Measured& m_measured;
  MadeDatabase m_files;
  Diagnostics m_diagnostics;
  double m_processor = 0;
};

}  // namespace

/// A hundred thousand profiles of 60 to 220 columns, or as many as setting.which says: 12 kB of the disk each.
void benchDatabase(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  Index count = kStandardCount;
  const std::string& asked = setting.which;
  const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), count);
  if (!asked.empty() && (error != std::errc() || end != asked.data() + asked.size() || count < 1 || count > 1000000000))
    fail("bench database: found \"", asked, "\", expected a number of profiles from 1 to 1000000000");
  DatabaseBench(count, nativeThreads(setting), progress, measured).run();
}

}  // namespace engine
