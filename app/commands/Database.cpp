// headlight database: makes the cache of a database ahead of the first search, and checks it.
#include <nlohmann/json.hpp>

#include "app/shell/Command.h"
#include "engine/base/PrintableText.h"
#include "engine/operations/DatabaseInput.h"

namespace app {

namespace {

int runDatabase(const Invocation& invocation) {
  if (invocation.words.size() != 1) throw UsageError("database needs one DATABASE");
  const std::string& path = invocation.words[0];
  const int threads = threadsOf(invocation);
  const auto check = invocation.has("check") ? engine::CacheCheck::whole : engine::CacheCheck::small;
  TerminalProgress progress(talkOf(invocation));
  engine::Diagnostics diagnostics;
  engine::OpenedDatabase database(path, engine::parsePreset(invocation.text("preset", "default")), threads, diagnostics,
                                  progress, check);
  const engine::PrefilterUse use =
      database.prefilterWith(invocation.text("column-states", ""), threads, diagnostics, progress, check);
  printWarnings(diagnostics.warnings(), talkOf(invocation));
  const engine::Database& profiles = database.profiles();
  if (invocation.has("json")) {
    printContent(jsonText({{"database", path},
                           {"profiles", profiles.count()},
                           {"columns", profiles.numColumns()},
                           {"bytes", profiles.size() + use.letters->size()},
                           {"checked", invocation.has("check")},
                           {"warnings", diagnostics.warnings()}}));
    return kDone;
  }
  printOut(engine::printable(path) + ": " + std::to_string(profiles.count()) + " profiles, " +
           std::to_string(profiles.numColumns()) + " columns, cache of " +
           std::to_string(profiles.size() + use.letters->size()) + " bytes" +
           (invocation.has("check") ? ", all of it as it was written" : "") + "\n");
  return kDone;
}

}  // namespace

Command databaseCommand() {
  return {
      "database",
      "DATABASE",
      "make the cache of a database of profiles, or check it",
      "DATABASE is a folder of profiles or alignments, or the prefix of a database of HH-suite. A search makes the "
      "cache of profiles and column states, too, when it is there for the first time, and checks of a large one what "
      "it reads. --check reads all of it; what is damaged is made again.",
      {{"check", "", "read all of the cache"},
       {"preset", "PRESET", "that alignments become profiles by: default, hhsuite-3.3 or guide"},
       {"column-states", "FILE", "the alphabet of the prefilter (cs219.lib); standard: our own"},
       {"threads", "N", "0: one per core, the standard"},
       {"json", "", "one JSON object"},
       {"quiet", "", "no progress and no warnings"}},
      runDatabase};
}

}  // namespace app
