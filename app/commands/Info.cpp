// headlight info: what is in a file.
#include <nlohmann/json.hpp>

#include "app/shell/Command.h"
#include "engine/base/PrintableText.h"
#include "engine/io/FileContent.h"
#include "engine/models/ModelWeights.h"
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

int run(const Invocation& invocation) {
  if (invocation.words.empty()) throw UsageError("info needs at least one FILE");
  const std::string out = invocation.text("out", "-");
  checkDeviceOptions(invocation);
  requireFolderOf(out);
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& path : invocation.words) {
    const engine::DatasetPtr dataset = loadInput(path, talkOf(invocation));
    makeFingerprint(*dataset);
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
          "Any supported file, also packed with gzip; \"-\" is standard input. With --json: {\"files\": [...]}.",
          withCommonOptions({{"out", "FILE", "write there instead of to standard output"}}),
          run};
}

}  // namespace app
