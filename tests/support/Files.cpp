#include "tests/support/Files.h"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace test {

namespace fs = std::filesystem;

fs::path dataFile(const std::string& name) { return fs::path(HEADLIGHT_SOURCE_DIR) / "tests/data" / name; }

fs::path sampleFile(const std::string& name) { return fs::path(HEADLIGHT_SOURCE_DIR) / "resources/samples" / name; }

fs::path sharedFile(const std::string& name) {
  const fs::path path = fs::path(HEADLIGHT_SOURCE_DIR) / "../shared/data" / name;
  return fs::exists(path) ? path : fs::path{};
}

std::string readText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "headlight-test-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a temporary folder");
  m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

}  // namespace test
