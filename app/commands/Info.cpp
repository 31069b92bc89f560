// headlight info: what is in a file.
#include <nlohmann/json.hpp>

#include "app/Command.h"
#include "engine/operations/Describe.h"

namespace app {

namespace {

int run(const Invocation& invocation) {
  if (invocation.words.empty()) throw UsageError("info needs at least one FILE");
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::string text;
  for (const std::string& path : invocation.words) {
    const engine::DatasetPtr dataset = loadInput(path, talkOf(invocation));
    if (invocation.has("json")) {
      files.push_back(engine::datasetJson(*dataset));
      files.back()["warnings"] = dataset->provenance.warnings;
    } else {
      text += path + ": " + engine::datasetText(*dataset);
    }
  }
  if (invocation.has("json"))
    text =
        nlohmann::ordered_json{{"files", files}}.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  printOut(text);
  return kDone;
}

}  // namespace

Command infoCommand() {
  return {"info",
          "FILE...",
          "say what files hold: kind, sizes, names, warnings",
          "Any supported file, also packed with gzip; \"-\" is standard input. With --json: {\"files\": [...]}.",
          talkOptions(),
          run};
}

}  // namespace app
