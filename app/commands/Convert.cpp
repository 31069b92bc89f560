// headlight convert: the same data in another format.
#include <nlohmann/json.hpp>

#include "app/shell/Command.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/Format.h"
#include "engine/report/Describe.h"
#include "engine/report/Export.h"

namespace app {

namespace {

/// Sequences of one length also go into formats that hold alignments only.
engine::Dataset asWritable(const engine::Dataset& dataset, const std::string& target) {
  const auto* set = dataset.as<engine::SequenceSet>();
  if (!set || engine::canExport(dataset, target)) return dataset;
  engine::Dataset converted = dataset;
  converted.value = std::make_shared<const engine::Alignment>(engine::alignmentOf(set->sequences));
  return converted;
}

/// Where to: the second word or --out.
std::string outputOf(const Invocation& invocation) {
  const size_t count = invocation.words.size() + (invocation.has("out") ? 1 : 0);
  if (invocation.words.empty() || count != 2) throw UsageError("convert needs IN and OUT");
  return invocation.words.size() == 2 ? invocation.words[1] : invocation.text("out", "");
}

/// A name with the suffix that says what to write.
std::string targetOf(const Invocation& invocation, const std::string& out) {
  const std::string format = invocation.text("format", "");
  if (format.empty()) return out;
  return format[0] == '.' ? "converted" + format : "converted." + format;
}

void write(const engine::Dataset& dataset, const Invocation& invocation, const std::string& out) {
  const std::string target = targetOf(invocation, out);
  if (invocation.has("format") && !engine::canExport(dataset, target))
    throw UsageError("option --format: found \"" + invocation.text("format", "") + "\" for " +
                     kindName(dataset.kind()) + ", expected one of: " + engine::exportSuffixes(dataset));
  if (out == "-")
    printContent(engine::exportedContent(dataset, target));
  else if (target == out)
    engine::exportDataset(dataset, out);
  else
    engine::writeFileWhole(out, engine::exportedContent(dataset, target));
}

int runConvert(const Invocation& invocation) {
  const std::string out = outputOf(invocation);
  checkDeviceOptions(invocation);
  requireFolderOf(out);
  const engine::DatasetPtr dataset = loadInput(invocation.words[0], talkOf(invocation));
  const engine::Dataset writable = asWritable(*dataset, targetOf(invocation, out));
  write(writable, invocation, out);
  if (invocation.has("json") && out != "-") {
    nlohmann::ordered_json summary{{"output", out}};
    summary.update(engine::datasetJson(writable));
    printContent(jsonText(summary));
  }
  return kDone;
}

}  // namespace

Command convertCommand() {
  return {
      "convert",
      "IN OUT",
      "write sequences, an alignment, a profile or a report in another format",
      "The suffix of OUT chooses the format; \".gz\" after it packs. Reports of searches (.hhr) become alignments of "
      "their hits too, profiles of HMMER those of HH-suite (.hhm). \"-\" is standard input or output (then "
      "--format says which one; without it FASTA, A3M, HHM or HHR).",
      withCommonOptions({{"out", "FILE", "another way to name OUT"},
                         {"format", "SUFFIX", "write this format whatever OUT is called, for example a3m"}}),
      runConvert};
}

}  // namespace app
