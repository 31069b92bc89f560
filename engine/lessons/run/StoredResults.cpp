#include "engine/lessons/run/StoredResults.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/PrintableText.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"
#include "engine/io/Format.h"

namespace engine {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 100'000'000;  ///< of a folder
constexpr std::size_t kMostFiles = 100;

/// In the order of their names.
std::vector<fs::path> filesIn(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (fs::directory_iterator each(folder, failed), end; !failed && each != end; each.increment(failed))
    if (each->is_regular_file(failed) && !each->is_symlink(failed)) files.push_back(each->path());
  if (failed) fail(folder.string(), ": ", failed.message());
  std::sort(files.begin(), files.end());
  return files;
}

bool isMain(const fs::path& file) { return file.stem().string().find('.') == std::string::npos; }

void checkSize(const std::vector<fs::path>& files, const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code failed;
  for (const fs::path& file : files) bytes += fs::file_size(file, failed);
  if (files.size() > kMostFiles || bytes > kMostBytes)
    fail(folder.string(), ": found ", files.size(), " files of ", bytes / 1'000'000, " MB, expected at most ",
         kMostFiles, " of ", kMostBytes / 1'000'000, " MB");
}

}  // namespace

std::vector<Dataset> storedResults(const fs::path& folder, Progress& progress) {
  std::vector<fs::path> files = filesIn(folder);
  checkSize(files, folder);
  const auto main = std::stable_partition(files.begin(), files.end(), isMain);
  const auto numMain = main - files.begin();
  if (numMain != 1)
    fail(folder.string(), ": found ", numMain, " main results, expected one, ID.npz, and by-products, ID.WORD.npz");
  std::vector<Dataset> results;
  for (const fs::path& file : files) {
    Diagnostics diagnostics;
    Dataset result = load(file, diagnostics, progress);
    result.id = file.stem().string();
    results.push_back(std::move(result));
  }
  return results;
}

void checkStored(const std::vector<Dataset>& results, const Operation& operation, const ParameterValues& values,
                 const fs::path& folder) {
  const nlohmann::ordered_json wanted = parametersJson(values);
  bool isTold = false;
  for (const Dataset& result : results) {
    const auto* arrays = result.as<ArrayBundle>();
    const auto note = nlohmann::ordered_json::parse(arrays ? noteTextIn(*arrays) : "", nullptr, false);
    if (!note.is_object() || !note.contains("operation") || !note.contains("parameters")) continue;
    isTold = true;
    if (note["operation"] != operation.id())
      fail(folder.string(), ": found results of ", note["operation"].dump(), ", expected some of ", operation.id());
    for (const auto& [key, value] : note["parameters"].items())
      if (wanted.contains(key) && wanted[key] != value)
        fail(folder.string(), ": found results with ", key, " = ", value.dump(), ", expected ", wanted[key].dump(),
             "; write them anew: headlight ", operation.id(), " ... --out ", folder.filename().string(), "/");
  }
  if (!isTold) fail(folder.string(), ": found no results of ", operation.id());
}

std::string stateOf(const fs::path& folder) {
  std::string state;
  try {
    for (const fs::path& file : filesIn(folder)) {
      std::error_code failed;
      state += file.filename().string() + " " + std::to_string(fs::file_size(file, failed)) + " " +
               std::to_string(fs::last_write_time(file, failed).time_since_epoch().count()) + "\n";
    }
  } catch (const Error&) {  // reading it will say so
  }
  return state;
}

}  // namespace engine
