// headlight learn-states: the alphabet of column states out of alignments; how resources/column-states was made.
#include <algorithm>
#include <filesystem>

#include "app/shell/Command.h"
#include "engine/io/FileContent.h"
#include "engine/search/prefilter/ColumnStatesLearning.h"

namespace app {

namespace {

/// The files named, a folder standing for its files by name.
std::vector<std::string> filesOf(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (const std::string& word : words) {
    if (!std::filesystem::is_directory(word)) {
      files.push_back(word);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(word))
      if (entry.is_regular_file()) found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

int runLearnStates(const Invocation& invocation) {
  if (invocation.words.empty()) throw UsageError("learn-states needs alignments or folders of them");
  const std::string out = invocation.text("out", "-");
  requireFolderOf(out);
  constexpr int kMost = engine::ColumnStates::kMaxStates;
  const long long count = wholeNumber(invocation, "count", kMost, 1);
  if (count > kMost)
    throw UsageError("option --count: found " + std::to_string(count) + ", expected at most " + std::to_string(kMost));
  const auto seed = static_cast<std::uint64_t>(wholeNumber(invocation, "seed", 0, 0));
  const int threads = threadsOf(invocation);
  TerminalProgress progress(talkOf(invocation));
  std::vector<engine::ResidueVector> columns;
  for (const std::string& file : filesOf(invocation.words)) {
    const engine::DatasetPtr dataset = loadInput(file, talkOf(invocation));
    const auto* alignment = dataset->as<engine::Alignment>();
    if (!alignment) engine::fail(file, ": found ", kindName(dataset->kind()), ", expected an alignment");
    const std::vector<engine::ResidueVector> found = engine::trainingColumns(*alignment, seed, progress);
    columns.insert(columns.end(), found.begin(), found.end());
  }
  const engine::ColumnStates states =
      engine::learnColumnStates(columns, static_cast<int>(count), seed, threads, progress);
  const std::string text = columnStatesText(states);
  if (out == "-")
    printContent(text);
  else
    engine::writeFileWhole(out, text);
  return kDone;
}

}  // namespace

Command learnStatesCommand() {
  return {"learn-states",
          "ALIGNMENT|FOLDER...",
          "learn the alphabet of column states that the prefilter of searches uses",
          "k-means on the columns of profiles of the alignments and of random parts of them. The result is text in the "
          "form of HH-suite's cs219.lib. The states that come with the program were made so.",
          {{"out", "FILE", "write there instead of to standard output"},
           {"count", "K", "number of states, 1 to 219; standard: 219"},
           {"seed", "N", "of the random choices; standard: 0"},
           {"threads", "N", "0: one per core, the standard"},
           {"quiet", "", "no progress and no warnings"}},
          runLearnStates};
}

}  // namespace app
