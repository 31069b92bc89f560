// Where tests find their data, and temporary folders that clean up after themselves.
#pragma once

#include <filesystem>
#include <string>

namespace test {

/// tests/data/NAME.
std::filesystem::path dataFile(const std::string& name);
/// resources/samples/NAME.
std::filesystem::path sampleFile(const std::string& name);
/// NAME in the reference data beside the checkout; empty when it is not there (tests then skip with that reason).
std::filesystem::path sharedFile(const std::string& name);
std::string readText(const std::filesystem::path& path);
void writeText(const std::filesystem::path& path, const std::string& text);

/// A new empty folder, removed with its content at the end of its life.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

}  // namespace test
