// What app/README.md tells a new user to type works as it stands.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "tests/support/Files.h"

namespace readme_test {

namespace fs = std::filesystem;

/// The folder of the clone.
fs::path clone() { return test::sampleFile("README.md").parent_path().parent_path().parent_path(); }

/// Lines of the first block of code behind this heading.
std::vector<std::string> commandsBehind(const std::string& heading) {
  std::istringstream readme(test::readText(clone() / "app" / "README.md"));
  std::vector<std::string> commands;
  bool isBehind = false, isCode = false;
  for (std::string line; std::getline(readme, line);) {
    if (line == heading) isBehind = true;
    if (!isBehind) continue;
    if (line.starts_with("```")) {
      if (isCode) return commands;
      isCode = true;
    } else if (isCode) {
      commands.push_back(line);
    }
  }
  return commands;
}

TEST(Readme, everyCommandRunsAsItStands) {
  const std::vector<std::string> commands = commandsBehind("## From the command line");
  ASSERT_GT(commands.size(), 10U);
  const test::TemporaryFolder folder;
  fs::create_directory_symlink(clone() / "resources", folder.path() / "resources");
  const std::string set = "unset DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR && cd " + folder.path().string() +
                          " && PATH=" + fs::path(HEADLIGHT_PROGRAM).parent_path().string() + ":$PATH && ";
  for (const std::string& command : commands) {
    EXPECT_EQ(std::system((set + command + " > output 2> errors").c_str()), 0)
        << command << ": " << test::readText(folder.path() / "errors");
    EXPECT_EQ(test::readText(folder.path() / "errors"), "") << command;
  }
  for (const char* file : {"alignment.json", "planes.npz", "alignment.fasta", "hits.hhr", "family.a3m", "maps.npz"})
    EXPECT_TRUE(fs::exists(folder.path() / file)) << file;
}

}  // namespace readme_test
