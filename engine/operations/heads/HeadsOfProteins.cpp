// Operation "heads-of-proteins": a model on many sequences, one after the other, and what each head is on all of them.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/alignment/Alignment.h"
#include "engine/base/Fingerprint.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/PrintableText.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/io/FileContent.h"
#include "engine/operations/heads/HeadInputs.h"
#include "engine/operations/heads/HeadsOfProteins.h"
#include "engine/operations/heads/ModelHeadTable.h"
#include "engine/operations/heads/StructureFolder.h"
#include "engine/operations/heads/UnfinishedHeads.h"
#include "engine/operations/models/ModelInput.h"

namespace engine {

namespace {

/// "3 of 20, 1LDM: layer 4 of 33".
class ProteinProgress : public Progress {
 public:
  ProteinProgress(Progress& parent, Index number, Index count, const std::string& name)
      : m_parent(parent),
        m_number(number),
        m_count(count),
        m_name(std::to_string(number + 1) + " of " + std::to_string(count) + ", " + name + ": ") {}
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double fraction, std::string_view step) override {
    m_parent.update((double(m_number) + fraction) / double(m_count), m_name + std::string(step));
  }

 private:
  Progress& m_parent;
  Index m_number, m_count;
  std::string m_name;
};

std::vector<Sequence> sequencesIn(const Dataset& input) {
  if (const auto* set = input.as<SequenceSet>()) return set->sequences;
  const auto& alignment = *input.as<Alignment>();
  std::vector<Sequence> sequences;
  for (Index row = 0; row < alignment.numRows(); ++row) sequences.push_back(alignment.ungapped(row));
  return sequences;
}

std::string textOf(const Fingerprint& sum) { return std::to_string(sum.value()); }

/// Names, shapes and the first values of all weights, and what is said of them.
std::string fingerprintOf(const ModelWeights& weights) {
  Fingerprint sum;
  std::array<float, 64> values{};
  const auto& entries = weights.source->entries();
  for (Index k = 0; k < std::ssize(entries); ++k) {
    const WeightEntry& entry = nth(entries, k);
    sum.add(entry.name + " " + entry.typeName + " " + shapeText(entry.shape));
    Index size = 1;
    for (const Index length : entry.shape) size *= length;
    const Index count = std::min(size, std::ssize(values));
    if (count > 0) weights.source->read(k, 0, count, values.data());
    sum.addBytes(values.data(), static_cast<std::size_t>(count) * sizeof(float));
  }
  for (const auto& [key, fact] : weights.facts.values) sum.add(key + "=" + fact.text);
  return textOf(sum);
}

std::string fingerprintOf(const std::vector<Sequence>& sequences) {
  Fingerprint sum;
  for (const Sequence& sequence : sequences) sum.add(sequence.name + "\n" + sequence.letters());
  return textOf(sum);
}

/// "a, b, c and 4 more".
std::string listed(const std::vector<std::string>& texts) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(texts.size(), kMost); ++k) text.append(k > 0 ? ", " : "").append(texts[k]);
  if (texts.size() > kMost) text.append(" and ").append(std::to_string(texts.size() - kMost)).append(" more");
  return text;
}

/// What does not depend on the sequence is said before any work.
void requireModel(const ModelWeights& weights, const ParameterValues& values) {
  const Architecture& architecture = architectureOf(weights);
  const ModelTakes takes = architecture.takes();
  if (takes != ModelTakes::sequence && takes != ModelTakes::alignment)
    fail(weights.source->name(), ": ", architecture.title(), " takes no sequences, expected a model that does");
  requireNames(weights, architecture, architecture.sizes(weights, static_cast<Index>(values.integer("heads"))));
}

/// Nothing where the model cannot be run on the sequence; `protein` says why, or from where its contacts are.
std::optional<HeadTable> tableOf(const std::shared_ptr<const ModelWeights>& weights, const Sequence& sequence,
                                 std::optional<StructureFolder>& structures, const ParameterValues& values,
                                 const ModelCall& call, ProteinOfTable& protein) {
  Diagnostics said;
  std::shared_ptr<const ModelRun<float>> run;
  HeadSet shape;
  protein.isCounted = false;
  try {
    if (sequence.length() == 0) fail("has no residues");
    ModelInput input;
    if (architectureOf(*weights).takes() == ModelTakes::alignment) {
      input.rows = {sequence.letters()};
      input.rowNames = {sequence.name};
    } else {
      input.sequence = sequence.letters();
    }
    run = preparedModel<float>(weights, input, static_cast<Index>(values.integer("heads")), said).run;
    shape = headShapeOf(*run);
  } catch (const Error& error) {
    protein.problem = error.what();
    return std::nullopt;
  }
  HeadTableOptions options;
  options.thresholds = thresholdsOf(values);
  options.hasAtlas = false;
  if (structures)
    if (auto found =
            structures->find(protein.name, shape, values, call.where.threads, call.progress, protein.problem)) {
      protein.structure = found->source.title;
      if (!found->source.chain.empty()) protein.structure.append(", chain ").append(found->source.chain);
      options.distances = std::move(found->distances);
      options.contacts = std::move(found->source);
    }
  protein.isCounted = true;
  if (protein.problem.empty() && !said.warnings().empty()) protein.problem = said.warnings().front();
  return headTableOfRun(*run, shape, options, {call.where, said, call.progress});
}

/// Runs the model on the sequence and puts what it gives behind the proteins that are done.
void addProtein(UnfinishedHeads& work, const std::shared_ptr<const ModelWeights>& weights, const Sequence& sequence,
                std::optional<StructureFolder>& structures, const ParameterValues& values, const ModelCall& call) {
  work.proteins.push_back({printable(sequence.name), sequence.length(), {}, {}});
  if (const auto table = tableOf(weights, sequence, structures, values, call, work.proteins.back()))
    work.sum.add(*table);
}

class HeadsOfProteins : public Operation {
 public:
  explicit HeadsOfProteins(HeadsElsewhere elsewhere = {}) : m_elsewhere(std::move(elsewhere)) {}
  std::string id() const override { return "heads-of-proteins"; }
  std::string title() const override { return "Describe heads over proteins"; }
  std::string help() const override {
    return "Runs a model on many sequences, one after the other, and tells for every head the mean and the standard "
           "deviation of each of its numbers over the proteins, and what it is in which share of them: a head that "
           "looks one back in all of them does so. Structures for contacts are found by the name of a sequence or "
           "else by its residues. Maps are counted layer by layer and not kept. Work that was interrupted goes on "
           "where it was; also asked for as: heads --model W --sequences F --structures FOLDER.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"weights", "weights of a model", {DatasetKind::modelWeights}, false, "none", {"model"}},
            {"proteins",
             "sequences, or the rows of an alignment",
             {DatasetKind::sequences, DatasetKind::alignment},
             false,
             "none",
             {"sequences"}}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all{
        textParameter("structures", "Structures",
                      "folder of structures of the proteins (.pdb, .ent, .cif, .mmcif, also .gz), named as the "
                      "sequences or with the same residues; or a single one",
                      "", PathKind::database),
        textParameter("unfinished", "Unfinished work",
                      "file that what is done is written to after each protein, and that a second start goes on "
                      "from; empty: none, on the command line the file to write with .unfinished behind its name")};
    for (Parameter& one : contactParameters())
      if (one.key != "chain") all.push_back(std::move(one));
    all.push_back(modelHeadsParameter());
    for (Parameter& one : thresholdParameters()) all.push_back(std::move(one));
    return all;
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const std::vector<Sequence> sequences = sequencesIn(*inputs[1]);
    if (sequences.empty()) fail(inputs[1]->title, ": found no sequence, expected one or more");
    requireModel(*weights, values);
    std::optional<StructureFolder> structures;
    if (!values.text("structures").empty()) structures.emplace(values.text("structures"));
    PartProgress reading(progress, 0, 0.01), running(progress, 0.01, 1);
    const auto asked = askedFor(*weights, sequences, structures, values, reading);
    if (m_elsewhere) {
      UnfinishedHeads work;
      m_elsewhere(asked, [&work](const UnfinishedHeads& one) { work.add(one); }, running);
      if (work.proteins.size() != sequences.size())
        fail("heads of proteins: found ", work.proteins.size(), " proteins, expected ", sequences.size());
      warn(work.proteins, structures.has_value(), diagnostics);
      return {resultOf(work, inputs, values)};
    }
    const std::string file = values.text("unfinished");
    UnfinishedHeads work = continuedWork(file, asked);
    const Index done = std::ssize(work.proteins), count = std::ssize(sequences);
    for (Index k = done; k < count; ++k) {
      const std::string name = printable(nth(sequences, k).name);
      ProteinProgress inner(running, k, count, name);
      const ModelCall call{compute, diagnostics, inner};
      inner.update(0, "preparing");
      addProtein(work, weights, nth(sequences, k), structures, values, call);
      if (!file.empty()) writeFileWhole(file, unfinishedText(work));
    }
    warn(work.proteins, structures.has_value(), diagnostics);
    return {resultOf(work, inputs, values)};
  }

 private:
  static Dataset resultOf(UnfinishedHeads& work, const std::vector<DatasetPtr>& inputs, const ParameterValues& values) {
    if (work.sum.numProteins == 0)
      fail(inputs[1]->title, ": the model could be run on no sequence, ", work.proteins.front().name, ": ",
           work.proteins.front().problem);
    HeadTable table = work.sum.mean();
    table.thresholds = thresholdsOf(values);
    table.proteins = std::move(work.proteins);
    table.mapTitle = inputs[0]->title + " on " + inputs[1]->title;
    Dataset result;
    result.title = table.mapTitle + ": heads over " + std::to_string(work.sum.numProteins) +
                   (work.sum.numProteins == 1 ? " protein" : " proteins");
    result.value = std::make_shared<const HeadTable>(std::move(table));
    return result;
  }

  static std::map<std::string, std::string> askedFor(const ModelWeights& weights,
                                                     const std::vector<Sequence>& sequences,
                                                     const std::optional<StructureFolder>& structures,
                                                     const ParameterValues& values, Progress& progress) {
    std::string options = "version " + programVersion();
    for (const auto& [key, value] : values.all())
      if (key != "structures" && key != "unfinished") options.append(", ").append(key).append("=").append(parameterText(value));
    return {{"model", fingerprintOf(weights)},
            {"sequences", fingerprintOf(sequences)},
            {"structures", structures ? std::to_string(structures->fingerprint(progress)) : "none"},
            {"options", options}};
  }

  static void warn(const std::vector<ProteinOfTable>& proteins, bool hasStructures, Diagnostics& diagnostics) {
    std::vector<std::string> leftOut, withoutStructure, noted;
    for (const ProteinOfTable& one : proteins) {
      if (one.problem.empty()) continue;
      const bool lacksStructure = hasStructures && one.structure.empty();
      std::string text = one.name;
      if (one.problem != kNoStructure) text.append(" (").append(one.problem).append(")");
      (!one.isCounted ? leftOut : lacksStructure ? withoutStructure : noted).push_back(std::move(text));
    }
    const std::string all = " of " + std::to_string(proteins.size()) + " sequences ";
    if (!leftOut.empty()) diagnostics.warn(leftOut.size(), all, "were left out: ", listed(leftOut));
    if (!withoutStructure.empty())
      diagnostics.warn(withoutStructure.size(), all, "had no structure: ", listed(withoutStructure));
    if (!noted.empty()) diagnostics.warn(noted.size(), all, "gave a warning: ", listed(noted));
  }

  HeadsElsewhere m_elsewhere;
};

}  // namespace

ProteinHeads::ProteinHeads(const std::vector<DatasetPtr>& inputs, ParameterValues values)
    : m_weights(inputs.at(0)->value.share<ModelWeights>()),
      m_sequences(sequencesIn(*inputs.at(1))),
      m_values(std::move(values)) {
  requireModel(*m_weights, m_values);
  if (!m_values.text("structures").empty()) m_structures.emplace(m_values.text("structures"));
}

Index ProteinHeads::count() const { return std::ssize(m_sequences); }

Index ProteinHeads::residues(Index protein) const { return nth(m_sequences, protein).length(); }

UnfinishedHeads ProteinHeads::alone(Index protein, const Compute& compute, Progress& progress) {
  UnfinishedHeads one;
  Diagnostics said;  // problems are told of each protein
  addProtein(one, m_weights, nth(m_sequences, protein), m_structures, m_values, {compute, said, progress});
  return one;
}

std::unique_ptr<const Operation> makeHeadsOfProteinsWith(HeadsElsewhere elsewhere) {
  return std::make_unique<HeadsOfProteins>(std::move(elsewhere));
}

std::unique_ptr<const Operation> makeHeadsOfProteins() { return std::make_unique<HeadsOfProteins>(); }

}  // namespace engine
