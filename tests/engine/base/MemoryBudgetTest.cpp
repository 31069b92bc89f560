// How much memory there is and who may have it: control groups of both versions, the variable, shares of one budget.
#include "engine/base/MemoryBudget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <optional>

#include "engine/base/Error.h"
#include "engine/base/MemoryNeed.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"
#include "tests/support/Setting.h"

using namespace engine;
using test::errorOf;
using test::Setting;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

namespace memory_budget_test {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// A folder that stands for "/".
class Machine {
 public:
  Machine& put(const std::string& path, const std::string& text) {
    fs::create_directories((m_folder.path() / path).parent_path());
    test::writeText(m_folder.path() / path, text);
    return *this;
  }
  std::size_t limit() const { return controlGroupLimit(m_folder.path()); }

 private:
  test::TemporaryFolder m_folder;
};

TEST(ControlGroups, withoutAnyThereIsNoLimit) {
  EXPECT_EQ(Machine().limit(), kNoLimit);
  EXPECT_EQ(Machine().put("proc/self/cgroup", "0::/\n").put("sys/fs/cgroup/memory.max", "max\n").limit(), kNoLimit);
  EXPECT_EQ(Machine().put("proc/self/cgroup", "nonsense\n\n:\n").limit(), kNoLimit);
}

TEST(ControlGroups, theLeastAlongThePathOfVersionTwoCounts) {
  for (const char* least : {"sys/fs/cgroup/memory.max", "sys/fs/cgroup/a/memory.max", "sys/fs/cgroup/a/b/memory.max"}) {
    Machine machine;
    machine.put("proc/self/cgroup", "0::/a/b\n").put("sys/fs/cgroup/memory.max", "5000\n");
    machine.put("sys/fs/cgroup/a/memory.max", "max\n").put("sys/fs/cgroup/a/b/memory.max", "4000\n");
    EXPECT_EQ(machine.put(least, "3000\n").limit(), 3000U) << least;
  }
}

TEST(ControlGroups, theLeastAlongThePathOfVersionOneCounts) {
  const std::string memory = "sys/fs/cgroup/memory/";
  for (const char* least : {"", "a/", "a/b/"}) {
    Machine machine;
    machine.put("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/a/b\n0::/\n");
    for (const char* group : {"", "a/", "a/b/"})
      machine.put(memory + group + "memory.limit_in_bytes", "9223372036854771712\n");
    EXPECT_EQ(machine.put(memory + least + "memory.limit_in_bytes", "3000\n").limit(), 3000U) << least;
  }
}

TEST(ControlGroups, bothVersionsBesideEachOtherCount) {
  Machine machine;
  machine.put("proc/self/cgroup", "4:memory:/\n0::/job\n");
  machine.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
  EXPECT_EQ(machine.put("sys/fs/cgroup/unified/job/memory.max", "6000\n").limit(), 6000U);
}

TEST(ControlGroups, aContainerThatSeesTheEndOfThePathOnlyIsLimited) {
  Machine machine;
  machine.put("proc/self/cgroup", "0::/docker/0123/job\n").put("sys/fs/cgroup/job/memory.max", "3000\n");
  EXPECT_EQ(machine.limit(), 3000U);
}

TEST(MemoryBudget, isHalfOfWhatThereIsOrWhatTheVariableSays) {
  const Setting unset("HEADLIGHT_MEMORY", nullptr);
  EXPECT_GT(availableMemory(), 0U);
  EXPECT_EQ(memoryBudget(), availableMemory() / 2);
  for (const auto& [text, bytes] : std::vector<std::pair<const char*, std::size_t>>{{"4096", 4096},
                                                                                    {"2K", 2048},
                                                                                    {"1.5M", 3 << 19},
                                                                                    {"1g", 1 << 30},
                                                                                    {"8GiB", 8ULL << 30},
                                                                                    {"1T", 1ULL << 40}}) {
    const Setting set("HEADLIGHT_MEMORY", text);
    EXPECT_EQ(memoryBudget(), bytes) << text;
  }
  for (const char* text : {"much", "0", "-1G", "4X", "4 G", "4Gx", "K", "nan"}) {
    const Setting set("HEADLIGHT_MEMORY", text);
    EXPECT_THAT(errorOf([] { memoryBudget(); }), AllOf(HasSubstr("HEADLIGHT_MEMORY"), HasSubstr(text))) << text;
  }
}

TEST(MemoryBudget, sizesAreSaidInUnits) {
  EXPECT_EQ(memoryText(0), "0 bytes");
  EXPECT_EQ(memoryText(1000), "1000 bytes");
  EXPECT_EQ(memoryText(1536), "1.5 KiB");
  EXPECT_EQ(memoryText(std::size_t{640} << 20), "640 MiB");
  EXPECT_EQ(memoryText(std::size_t{12} << 40), "12 TiB");
}

TEST(MemoryShare, whatDoesNotFitIsAnErrorThatNamesFileAndBudget) {
  const Setting set("HEADLIGHT_MEMORY", "1M");
  MemoryShare share("x.gz");
  EXPECT_NO_THROW(share.hold(1 << 20));
  EXPECT_THAT(errorOf([&] { share.hold((1 << 20) + 1); }),
              AllOf(HasSubstr("x.gz: "), HasSubstr("budget for what is read is 1 MiB"), HasSubstr("HEADLIGHT_MEMORY"),
                    Not(HasSubstr("other files"))));
  EXPECT_NO_THROW(share.hold(1 << 20)) << "what was refused is not counted";
  EXPECT_THROW(share.hold(kNoLimit), Error);
}

TEST(MemoryShare, sharesOfOneFileAddUpAndEndWithTheirLife) {
  const Setting set("HEADLIGHT_MEMORY", "1M");
  MemoryShare first("x");
  first.hold(600 << 10);
  {
    MemoryShare second("x");
    second.hold(400 << 10);
    EXPECT_THROW(second.hold(500 << 10), Error);
  }
  EXPECT_NO_THROW(first.hold(1000 << 10));
}

TEST(MemoryShare, ofSeveralFilesTheLargeOneIsRefused) {
  const Setting set("HEADLIGHT_MEMORY", "1M");
  MemoryShare bomb("bomb"), little("little");
  bomb.hold(1000 << 10);
  EXPECT_NO_THROW(little.hold(100 << 10));
  EXPECT_THAT(errorOf([&] { bomb.hold(1010 << 10); }),
              AllOf(HasSubstr("bomb: "), HasSubstr("of which other files take 100 KiB")));
  EXPECT_THAT(errorOf([&] { little.hold(600 << 10); }), HasSubstr("little: "));
}

TEST(MemoryShare, contentGrowsUpToTheBudget) {
  const Setting set("HEADLIGHT_MEMORY", "64K");
  MemoryShare share("x");
  std::string content;
  const std::string piece(1000, 'x');
  const std::string error = errorOf([&] {
    for (;;) appendWithin(share, content, piece);
  });
  EXPECT_THAT(error, HasSubstr("x: needs at least"));
  EXPECT_LE(content.capacity(), std::size_t{64} << 10);
  EXPECT_GE(content.size(), std::size_t{32} << 10);
}

TEST(MemoryNeed, isComparedWithWhatThisProcessCanHave) {
  const auto available = static_cast<double>(availableMemory());
  EXPECT_NO_THROW(requireMemory(0.79 * available, "the maps", "drop them"));
  EXPECT_THAT(errorOf([&] { requireMemory(0.81 * available, "the maps", "drop them"); }),
              AllOf(HasSubstr("the maps need"), HasSubstr("for this program: drop them")));
}

}  // namespace memory_budget_test
