// Real files, damaged at random: whatever a reader meets, it refuses with an Error or gives a value that holds
// together, and it never takes memory that the file cannot fill. The seed is fixed; the environment variable
// HEADLIGHT_MUTATION_ROUNDS asks for more rounds, and HEADLIGHT_MUTATION_SEED for others, in a long hunt.
#include <sys/resource.h>

#include <array>
#include <cstdlib>

#include "engine/base/Random.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/engine/io/RoundTrip.h"
#include "tests/support/Files.h"

using namespace engine;

namespace mutation_test {

constexpr std::uint64_t kRounds = 300;
constexpr size_t kMaxBytes = 24000;         // of one file: keeps a round far below a millisecond
constexpr long kMaxResidentKiB = 1L << 20;  // the sanitizers keep freed memory for a while, hence so much

std::uint64_t numberFromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

long peakResidentKiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct RealFile {
  std::string formatId, name, content;
};

/// One real file of each format that has one, the sample of the others. Large ones are cut at the end of a line.
std::vector<RealFile> realFiles() {
  std::vector<RealFile> files{{"fasta", "lactate.a3m", {}},           {"a3m", "lactate.a3m", {}},
                              {"a2m", "trypsins.a2m.gz", {}},         {"pdb", "1ldm_A.pdb.gz", {}},
                              {"mmcif", "structure/hairpin.cif", {}}, {"pdb", "structure/hairpin.pdb", {}}};
  for (RealFile& file : files) {
    const bool isSample = file.name.find('/') == std::string::npos;
    file.content = readFileWhole(isSample ? test::sampleFile(file.name) : test::dataFile(file.name));
    if (file.content.size() > kMaxBytes) file.content.resize(file.content.rfind('\n', kMaxBytes) + 1);
  }
  for (const auto& format : formats()) files.push_back({format->id(), "the sample", format->sample()});
  return files;
}

/// Damages of the kinds that happen: cut transfers, flipped bytes, lost and doubled blocks, pieces of other files, and
/// numbers that claim more than there is.
class Mutator {
 public:
  Mutator(std::uint64_t seed, const std::vector<RealFile>& donors) : m_random(seed), m_donors(donors) {}

  std::string operator()(std::string content) {
    const std::uint64_t numDamages = 1 + m_random.below(3);
    for (std::uint64_t k = 0; k < numDamages; ++k) damage(content);
    return content;
  }

 private:
  size_t place(const std::string& content) { return m_random.below(content.size() + 1); }

  std::string piece(const std::string& content) {
    const size_t begin = place(content);
    return content.substr(begin, m_random.below(m_random.below(2) ? 16 : 2000));
  }

  void damage(std::string& content) {
    switch (m_random.below(8)) {
      case 0:
        content.resize(place(content));
        break;
      case 1:
        flipBytes(content);
        break;
      case 2:
        content.insert(place(content), piece(content));
        break;
      case 3:
        content.erase(place(content), m_random.below(200));
        break;
      case 4:
        content.insert(place(content), piece(m_donors[m_random.below(m_donors.size())].content));
        break;
      case 5:
        content.insert(place(content), m_random.below(300), static_cast<char>(m_random.below(256)));
        break;
      case 6:
        claimMore(content);
        break;
      default:
        swapLines(content);
        break;
    }
  }

  void flipBytes(std::string& content) {
    if (content.empty()) return;
    for (std::uint64_t k = 1 + m_random.below(8); k > 0; --k)
      content[m_random.below(content.size())] = static_cast<char>(m_random.below(256));
  }

  void claimMore(std::string& content) {
    static constexpr std::array<const char*, 8> kNumbers{
        "9223372036854775807", "4294967296", "2147483648", "999999999", "-1", "1e308", "nan", "0"};
    const size_t digit = content.find_first_of("0123456789", place(content));
    if (digit == std::string::npos) return;
    const size_t end = std::min(content.find_first_not_of("0123456789", digit), content.size());
    content.replace(digit, end - digit, kNumbers[m_random.below(kNumbers.size())]);
  }

  void swapLines(std::string& content) {
    const size_t first = content.find('\n', place(content)), second = content.find('\n', place(content));
    if (first == std::string::npos || second == std::string::npos) return;
    const std::string a = content.substr(first, content.find('\n', first + 1) - first);
    const std::string b = content.substr(second, content.find('\n', second + 1) - second);
    content.replace(first, a.size(), b);
    content.insert(std::min(second, content.size()), a);
  }

  Random m_random;
  const std::vector<RealFile>& m_donors;
};

/// What was read is also written, in every format that can hold it, and read again.
void writeEverywhere(const DatasetValue& value, const std::string& what) {
  for (const auto& format : formats()) {
    if (!format->canWrite(value)) continue;
    std::string written;
    EXPECT_EQ(test::faultOfWriting(value, *format, written), "")
        << what << " as " << format->id() << ": " << testing::PrintToString(written);
  }
}

/// True when it could be read.
bool survives(const Format& format, const std::string& content, const std::string& what) {
  try {
    const DatasetValue value = test::readWith(format, content, "damaged").value;
    test::validateValue(value);
    writeEverywhere(value, what);
    return true;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos)
        << what << ": the file is not named in: " << error.what();
  } catch (const std::exception& other) {
    ADD_FAILURE() << what << " threw " << other.what();
  }
  return false;
}

class DamagedFile : public testing::TestWithParam<size_t> {};

TEST_P(DamagedFile, isRefusedOrReadWithoutTakingMemoryThatItCannotFill) {
  const std::vector<RealFile> files = realFiles();
  const RealFile& file = files[GetParam()];
  const std::uint64_t rounds = numberFromEnvironment("HEADLIGHT_MUTATION_ROUNDS", kRounds);
  const std::uint64_t seed = numberFromEnvironment("HEADLIGHT_MUTATION_SEED", 1);
  Mutator mutate(splitMix64(seed + 1000 * GetParam()), files);
  size_t numRead = 0, numRefused = 0;
  for (std::uint64_t round = 0; round < rounds && !HasFailure(); ++round) {
    const std::string content = mutate(file.content);
    const std::string what = file.name + ", round " + std::to_string(round);
    for (const auto& format : formats()) {
      const bool isMeant = format->id() == file.formatId || format->sniff(content, "") > 0;
      if (isMeant) (survives(*format, content, what + ", as " + format->id()) ? numRead : numRefused) += 1;
    }
    ASSERT_LT(peakResidentKiB(), kMaxResidentKiB) << what << " took more memory than it can need";
  }
  EXPECT_GT(numRead, 0u) << "the damage is so heavy that nothing behind the first check is tried";
  EXPECT_GT(numRefused, 0u);
}

INSTANTIATE_TEST_SUITE_P(files, DamagedFile, testing::Range<size_t>(0, realFiles().size()),
                         [](const auto& tested) { return "file" + std::to_string(tested.param); });

}  // namespace mutation_test
