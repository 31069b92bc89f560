// headlight info: what is in a file.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/shell/Command.h"
#include "engine/base/CancelOnly.h"
#include "engine/base/MemoryBudget.h"
#include "engine/base/PrintableText.h"
#include "engine/io/FileContent.h"
#include "engine/models/ModelWeights.h"
#include "engine/remote/RemoteFile.h"
#include "engine/report/Describe.h"

namespace app {

namespace {

/// Of large weights it takes a moment, which the window does not wait for.
void makeFingerprint(const engine::Dataset& dataset) {
  try {
    if (const auto* weights = dataset.as<engine::ModelWeights>()) weights->source->fingerprint();
  } catch (const engine::Error&) {  // what is there is told all the same
  }
}

/// Of an address that is a folder; nothing of any other.
std::optional<engine::RemoteFolder> remoteFolder(const std::string& path, Talk talk) {
  if (!engine::isRemote(path)) return std::nullopt;
  const TerminalProgress progress(talk);
  const engine::Waiting waiting(progress);
  const engine::RemoteAddress address = engine::parseRemoteAddress(path);
  if (engine::remoteFacts(address).kind != engine::RemoteKind::folder) return std::nullopt;
  return engine::listRemoteFolder(address);
}

const char* kindName(engine::RemoteKind kind) {
  return kind == engine::RemoteKind::folder ? "folder" : kind == engine::RemoteKind::file ? "file" : "other";
}

std::string folderText(const engine::RemoteFolder& folder) {
  std::string text = engine::printable(folder.address.text()) + ": folder\n";
  for (const engine::RemoteEntry& entry : folder.entries) {
    const bool isFolder = entry.kind == engine::RemoteKind::folder;
    std::string size = isFolder ? "folder" : engine::memoryText(entry.size);
    constexpr std::size_t kWidth = 12;
    size.insert(0, kWidth - std::min(kWidth, size.size()), ' ');
    text += size + "  " + engine::printable(entry.name) + (isFolder ? "/" : "") + "\n";
  }
  return folder.isCutOff ? text + "  and more\n" : text;
}

nlohmann::ordered_json folderJson(const engine::RemoteFolder& folder) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const engine::RemoteEntry& entry : folder.entries)
    entries.push_back(
        {{"name", entry.name}, {"kind", kindName(entry.kind)}, {"bytes", entry.size}, {"modified", entry.modified}});
  return {{"folder", folder.address.text()}, {"entries", std::move(entries)}, {"complete", !folder.isCutOff}};
}

int runInfo(const Invocation& invocation) {
  if (invocation.words.empty()) throw UsageError("info needs at least one FILE");
  const std::string out = invocation.text("out", "-");
  checkDeviceOptions(invocation);
  requireFolderOf(out);
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& path : invocation.words) {
    if (const auto folder = remoteFolder(path, talkOf(invocation))) {
      invocation.has("json") ? files.push_back(folderJson(*folder)) : void(text += folderText(*folder));
      continue;
    }
    const engine::DatasetPtr dataset = loadInput(path, talkOf(invocation));
    if (!engine::isRemote(path)) makeFingerprint(*dataset);  // it would fetch all of the weights
    if (invocation.has("json")) {
      files.push_back(engine::datasetJson(*dataset));
      files.back()["warnings"] = dataset->provenance.warnings;
    } else {
      text += engine::printable(path) + ": " + engine::datasetText(*dataset);
    }
  }
  if (invocation.has("json")) text = jsonText(nlohmann::ordered_json{{"files", files}});
  if (out == "-")
    invocation.has("json") ? printContent(text) : printOut(text);
  else
    engine::writeFileWhole(out, text);
  return kDone;
}

}  // namespace

Command infoCommand() {
  return {"info",
          "FILE...",
          "say what files hold: kind, sizes, names, warnings",
          "Any supported file, also packed with gzip; \"-\" is standard input; ssh://HOST/PATH a file of a server, of "
          "which "
          "only what is needed is read, or a folder, which is listed. With --json: {\"files\": [...]}.",
          withCommonOptions({{"out", "FILE", "write there instead of to standard output"}}),
          runInfo};
}

}  // namespace app
