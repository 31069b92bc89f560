// headlight convert: the same data in another format.
#include "app/Command.h"
#include "engine/io/Format.h"
#include "engine/operations/Export.h"

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

int run(const Invocation& invocation) {
  if (invocation.words.size() != 2) throw UsageError("convert needs IN and OUT");
  const std::string& out = invocation.words[1];
  std::string format = invocation.text("format", "");
  if (!format.empty() && format[0] != '.') format.insert(0, 1, '.');
  requireFolderOf(out);
  const engine::DatasetPtr dataset = loadInput(invocation.words[0], talkOf(invocation));
  const std::string target = format.empty() ? out : "converted" + format;
  const engine::Dataset writable = asWritable(*dataset, target);
  if (out == "-")
    printOut(engine::exportedContent(writable, target));
  else if (format.empty())
    engine::exportDataset(writable, out);
  else
    engine::writeFileWhole(out, engine::exportedContent(writable, target));
  return kDone;
}

}  // namespace

Command convertCommand() {
  std::vector<Option> options = talkOptions();
  options.pop_back();
  options.insert(options.begin(), {"format", "SUFFIX", "write this format whatever OUT is called, for example a3m"});
  return {"convert",
          "IN OUT",
          "write sequences, an alignment or a profile in another format",
          "The suffix of OUT chooses the format; \".gz\" after it packs. \"-\" is standard input or output (then "
          "--format says "
          "which one; without it FASTA, A3M or HHM).",
          options,
          run};
}

}  // namespace app
