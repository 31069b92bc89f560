#include "engine/operations/models/ModelInput.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>
#include <utility>

#include "engine/alignment/Alignment.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/operations/ChainChoice.h"

namespace engine {

namespace {

/// Aligned letters: upper case, every kind of gap '-'.
std::string alignedLetters(const ResidueCode* codes, Index count) {
  std::string letters;
  for (Index c = 0; c < count; ++c)
    letters += alphabet::isGap(codes[c]) ? '-' : alphabet::letterOf(alphabet::upper(codes[c]));
  return letters;
}

Index differences(const std::string& a, const std::string& b) {
  Index count = 0;
  for (size_t k = 0; k < a.size(); ++k) count += a[k] != b[k] ? 1 : 0;
  return count;
}

/// The first row, then always the one that differs most from its nearest among those taken; in the order of the file.
std::vector<Index> diverseRows(const std::vector<std::string>& rows, Index count) {
  std::vector<Index> taken{0}, nearest(rows.size(), std::numeric_limits<Index>::max());
  while (std::ssize(taken) < count) {
    for (size_t r = 0; r < rows.size(); ++r)
      nearest[r] = std::min(nearest[r], differences(rows[r], nth(rows, taken.back())));
    taken.push_back(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

void takeFewerRows(ModelInput& input, Index count, bool diverse) {
  if (count <= 0 || count >= std::ssize(input.rows)) return;
  if (diverse) {
    std::vector<std::string> rows, names;
    for (const Index row : diverseRows(input.rows, count)) {
      rows.push_back(nth(input.rows, row));
      names.push_back(nth(input.rowNames, row));
    }
    input.rows = std::move(rows);
    input.rowNames = std::move(names);
  }
  input.rows.resize(static_cast<size_t>(count));
  input.rowNames.resize(static_cast<size_t>(count));
}

const Sequence& chosenSequence(const SequenceSet& set, const std::string& entry, const std::string& title,
                               Diagnostics& diagnostics) {
  if (set.sequences.empty()) fail(title, ": found no sequence, expected one");
  if (entry.empty()) {
    if (set.sequences.size() > 1)
      diagnostics.warn(title, ": of ", set.sequences.size(), " sequences the first is run, ",
                       set.sequences.front().name, " (entry=NAME for another, entry=all for all)");
    return set.sequences.front();
  }
  const auto found = std::find_if(set.sequences.begin(), set.sequences.end(),
                                  [&](const Sequence& sequence) { return sequence.name == entry; });
  if (found == set.sequences.end()) fail(title, ": found no sequence \"", entry, "\"");
  return *found;
}

Index chosenRow(const Alignment& alignment, const std::string& entry, const std::string& title) {
  if (alignment.rows.empty()) fail(title, ": found no row, expected one");
  const Index row = entry.empty() ? 0 : alignment.findRow(entry);
  if (row < 0) fail(title, ": found no row \"", entry, "\"");
  return row;
}

std::string chainLetters(const Chain& chain) {
  std::string letters;
  for (const Residue& residue : chain.residues) letters += residue.letter;
  return letters;
}

Array<float> backboneArray(const Chain& chain) {
  Array<float> backbone({std::ssize(chain.residues), 3, 3}, std::numeric_limits<float>::quiet_NaN(), "backbone");
  for (Index i = 0; i < backbone.length(0); ++i)
    for (Index atom = 0; atom < 3; ++atom) {
      const Vector3 position = nth(chain.residues, i).position(atom == 0 ? "N" : atom == 1 ? "CA" : "C");
      for (Index axis = 0; axis < 3; ++axis) backbone(i, atom, axis) = static_cast<float>(position(axis));
    }
  return backbone;
}

const char* wantedBy(ModelTakes takes) {
  switch (takes) {
    case ModelTakes::sequence:
      return "a sequence";
    case ModelTakes::alignment:
      return "an alignment";
    case ModelTakes::backbone:
      return "a structure";
    case ModelTakes::featuresAndBackbone:
      return "arrays input (T, D) and backbone (T, 3, 3)";
  }
  return "";
}

/// A letter per residue, from whatever has letters.
std::string lettersOf(const Dataset& input, const ParameterValues& values, Diagnostics& diagnostics) {
  const std::string& entry = values.text("entry");
  if (const auto* set = input.as<SequenceSet>()) {
    const Sequence& sequence = chosenSequence(*set, entry, input.title, diagnostics);
    return sequence.letters();
  }
  if (const auto* alignment = input.as<Alignment>())
    return alignment->ungapped(chosenRow(*alignment, entry, input.title)).letters();
  if (const auto* structure = input.as<Structure>())
    return chainLetters(chosenChain(*structure, values.text("chain"), input.title));
  fail(input.title, ": found ", kindName(input.kind()), ", expected sequences, an alignment or a structure");
}

void takeRows(ModelInput& taken, const Alignment& alignment) {
  for (Index r = 0; r < alignment.numRows(); ++r) {
    taken.rows.push_back(alignedLetters(alignment.row(r), alignment.numColumns));
    taken.rowNames.push_back(nth(alignment.rows, r).name);
  }
}

/// 0, 1, ..., with kChainGap more behind each of these columns, which are counted from 1; none for an empty text.
std::vector<std::int64_t> numbersWithBreaks(const std::string& text, Index length) {
  constexpr std::int64_t kChainGap = 200;
  std::vector<std::int64_t> numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Index column = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), column);
    if (error != std::errc{} || stop != word.data() + word.size() || column < 1 || column >= length)
      fail("parameter breaks: found \"", word, "\", expected a column from 1 to ", length - 1);
    if (numbers.empty()) {
      numbers.resize(static_cast<size_t>(length));
      std::iota(numbers.begin(), numbers.end(), 0);
    }
    for (Index k = column; k < length; ++k) nth(numbers, k) += kChainGap;
  }
  return numbers;
}

void takeAlignment(ModelInput& taken, const Dataset* input, const ParameterValues& values, Diagnostics& diagnostics) {
  const auto* alignment = input ? input->as<Alignment>() : nullptr;
  const auto* set = input ? input->as<SequenceSet>() : nullptr;
  if (alignment) {
    takeRows(taken, *alignment);
  } else if (set && values.text("entry").empty()) {
    takeRows(taken, alignmentOf(set->sequences));
  } else {
    taken.rows = {input ? lettersOf(*input, values, diagnostics) : values.text("sequence")};
    taken.rowNames = {"query"};
  }
  takeFewerRows(taken, static_cast<Index>(values.integer("rows")), values.text("choice") == "diverse");
  if (!taken.rows.empty())
    taken.residueNumbers = numbersWithBreaks(values.text("breaks"), std::ssize(taken.rows.front()));
}

void takeBackbone(ModelInput& taken, const Dataset& input, const ParameterValues& values, bool needsFeatures) {
  if (const auto* arrays = input.as<ArrayBundle>()) {
    taken.backbone = numbersOf<float>(*arrays, "backbone", NonFinite::allow);
    if (needsFeatures) taken.features = numbersOf<float>(*arrays, "input");
    if (arrays->count("chain") != 0)
      for (const double chain : numbersOf<double>(*arrays, "chain"))
        taken.chains.push_back(static_cast<std::int64_t>(chain));
  } else if (const auto* structure = input.as<Structure>(); structure && !needsFeatures) {
    const Chain& chain = chosenChain(*structure, values.text("chain"), input.title);
    taken.backbone = backboneArray(chain);
    taken.sequence = chainLetters(chain);
  } else {
    fail(input.title, ": found ", kindName(input.kind()), ", expected ",
         wantedBy(needsFeatures ? ModelTakes::featuresAndBackbone : ModelTakes::backbone));
  }
}

}  // namespace

std::vector<Parameter> modelInputParameters() {
  std::vector<Parameter> list{
      textParameter("sequence", "Sequence",
                    "letters to run the model on, instead of an input; \"<mask>\" or _ hides a residue"),
      textParameter("entry", "Entry",
                    "of several sequences, or rows of an alignment: the name of the one that is run, several with "
                    "commas between them, or all, one after another; empty: the first, or the whole alignment"),
  };
  const std::vector<Parameter> rare{
      textParameter("chain", "Chain", "of a structure: author's id of the chain; empty: the first protein chain"),
      named(countParameter("rows", "Rows", "of an alignment: how many rows at most", 0), {{0, "all"}}),
      choiceParameter("choice", "Choice of rows",
                      "first: the first so many; diverse: the query, then always the row that differs most from all "
                      "that were taken",
                      {"first", "diverse"}),
      textParameter("breaks", "Chain breaks",
                    "of an alignment: columns, counted from 1, behind which another chain begins, as in "
                    "\"150 310\"; for RoseTTAFold, whose residues are numbered on"),
  };
  for (Parameter& parameter : grouped("Structures and alignments", rare)) list.push_back(std::move(parameter));
  return list;
}

std::vector<OperationInput> lettersOfModelInputs(const std::string& weightsHelp) {
  return {{"weights", weightsHelp, {DatasetKind::modelWeights}},
          {"input",
           "what the model reads: sequences, an alignment or a structure, of which the letters are taken",
           {DatasetKind::sequences, DatasetKind::alignment, DatasetKind::structure},
           true,
           "the letters of the parameter sequence",
           {"alignment", "structure"}}};
}

std::vector<OperationInput> judgedModelInputs(const std::string& weightsHelp) {
  return {{"weights", weightsHelp, {DatasetKind::modelWeights}},
          {"input",
           "what the model reads: sequences, an alignment, a structure",
           {DatasetKind::sequences, DatasetKind::alignment, DatasetKind::structure},
           true,
           "the structure, or the letters of the parameter sequence",
           {"alignment"}},
          {"structure",
           "a structure of the sequence, for its contacts",
           {DatasetKind::structure},
           true,
           "the input, where it is one"}};
}

JudgedInput judgedInput(const std::vector<DatasetPtr>& inputs, const ParameterValues& values) {
  const auto given = [&](size_t k) { return inputs.size() > k ? inputs[k].get() : nullptr; };
  const bool isStructureAlone = !given(1) && given(2) && values.text("sequence").empty();
  const Dataset* const input = isStructureAlone ? given(2) : given(1);
  return {input, given(2) ? given(2) : input && input->as<Structure>() ? input : nullptr};
}

ModelInput modelInputOf(ModelTakes takes, const Dataset* input, const ParameterValues& values,
                        Diagnostics& diagnostics) {
  const std::string& sequence = values.text("sequence");
  if (input && !sequence.empty())
    fail(input->title, ": found an input and the parameter sequence, expected one of them");
  const bool isGeometric = takes == ModelTakes::backbone || takes == ModelTakes::featuresAndBackbone;
  if (!input && (sequence.empty() || isGeometric)) fail("input is missing, expected ", wantedBy(takes));
  ModelInput taken;
  if (isGeometric)
    takeBackbone(taken, *input, values, takes == ModelTakes::featuresAndBackbone);
  else if (takes == ModelTakes::alignment)
    takeAlignment(taken, input, values, diagnostics);
  else
    taken.sequence = input ? lettersOf(*input, values, diagnostics) : sequence;
  return taken;
}

std::vector<std::string> chosenEntries(const Dataset* input, const std::string& entry) {
  std::vector<std::string> names, chosen;
  if (const auto* set = input ? input->as<SequenceSet>() : nullptr)
    for (const Sequence& sequence : set->sequences) names.push_back(sequence.name);
  if (const auto* alignment = input ? input->as<Alignment>() : nullptr)
    for (const auto& row : alignment->rows) names.push_back(row.name);
  const auto isThere = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool isAll = entry == "all";
  if (names.empty() || isThere(entry) || (!isAll && entry.find(',') == std::string::npos)) return {entry};
  for (const std::string& name : names)
    if (isAll && std::count(names.begin(), names.end(), name) > 1)
      fail(input->title, ": found several entries \"", name, "\", expected each name once");
  if (isAll) return names;
  std::istringstream words(entry);
  for (std::string name; std::getline(words, name, ',');) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (!isThere(name)) fail(input->title, ": found no entry \"", name, "\"");
    chosen.push_back(name);
  }
  return chosen;
}

Parameter modelHeadsParameter() {
  return named(
      countParameter("heads", "Heads H", "attention heads per layer, where the file does not say it", 0, 0, 65536),
      {{0, "automatic"}});
}

void warnOfAssumedHeads(const ModelSizes& sizes, Diagnostics& diagnostics) {
  if (sizes.areHeadsAssumed)
    diagnostics.warn(sizes.heads, " heads: ", sizes.headsOrigin, " (heads=N for another number)");
}

template <class T>
PreparedModel<T> modelFor(std::shared_ptr<const ModelWeights> weights, const ModelInput& taken,
                          const ParameterValues& values, Diagnostics& diagnostics) {
  auto model = preparedModel<T>(std::move(weights), taken, static_cast<Index>(values.integer("heads")), diagnostics);
  warnOfAssumedHeads(model.sizes, diagnostics);
  return model;
}

template PreparedModel<float> modelFor(std::shared_ptr<const ModelWeights>, const ModelInput&, const ParameterValues&,
                                       Diagnostics&);
template PreparedModel<double> modelFor(std::shared_ptr<const ModelWeights>, const ModelInput&, const ParameterValues&,
                                        Diagnostics&);

std::string modelInputTitle(const Dataset* input, const ModelInput& taken, const ParameterValues& values) {
  if (!input) return std::to_string(taken.sequence.size()) + " letters";
  const std::string& entry = values.text(input->as<Structure>() ? "chain" : "entry");
  return entry.empty() ? input->title : input->title + ", " + (input->as<Structure>() ? "chain " : "") + entry;
}

}  // namespace engine
