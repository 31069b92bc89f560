// Operation "heads": what every head of a set does, in numbers and in a word.
#include "engine/base/ParameterKinds.h"
#include "engine/operations/heads/HeadInputs.h"

namespace engine {

namespace {

class DescribeHeads : public Operation {
 public:
  std::string id() const override { return "heads"; }
  std::string title() const override { return "Describe heads"; }
  std::string help() const override {
    return "Tells for every head how its rows spread, where along the sequence they look, which residue types and "
           "single residues receive their weight and, with a structure, how well the head sees contacts, beside what "
           "the best of as many heads reaches by chance (the contact map shifted along the chain). Rules name what a "
           "head does; their thresholds were tried on made-up heads and on geometric attention only: move them where "
           "your model calls for it. Special tokens do not count. Heads that are alike lie near each other in the "
           "atlas. Of a model, over many sequences: heads --model W --sequences F (heads-of-proteins).";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"attention", "heads of one sequence", {DatasetKind::heads}},
            structureInput(),
            {"annotation", "arrays with a number, or a yes or no, for each residue", {DatasetKind::arrays}, true}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all = contactParameters();
    all.push_back(flagParameter("atlas", "Atlas", "compare all heads with each other as well", true));
    for (Parameter& one : thresholdParameters()) all.push_back(std::move(one));
    return all;
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto& heads = *inputs[0]->as<HeadSet>();
    const auto given = [&](size_t k) { return inputs.size() > k ? inputs[k].get() : nullptr; };
    HeadTableOptions options;
    options.thresholds = thresholdsOf(values);
    options.hasAtlas = values.flag("atlas");
    PartProgress reading(progress, 0, 0.05), counting(progress, 0.05, 1);
    if (const Dataset* structure = given(1))
      options.distances = structureDistances(heads, *structure, values, compute.threads, options.contacts, reading);
    if (const Dataset* annotation = given(2)) options.annotations = annotationsOf(heads, *annotation);
    HeadTable table = makeHeadTable(heads, options, compute.threads, counting);
    table.mapTitle = inputs[0]->title;
    warn(table, diagnostics);
    Dataset result;
    result.title = inputs[0]->title + ": head table";
    result.value = std::make_shared<const HeadTable>(std::move(table));
    return {result};
  }

 private:
  static void warn(const HeadTable& table, Diagnostics& diagnostics) {
    Index negative = 0, notFinite = 0;
    for (const HeadStatistics& head : table.heads) {
      negative += head.hasNegative ? 1 : 0;
      notFinite += head.notFinite > 0 ? 1 : 0;
    }
    if (negative > 0)
      diagnostics.warn(negative, " of ", table.count(),
                       " heads have negative weights: of these nothing but contacts is told");
    if (notFinite > 0)
      diagnostics.warn(notFinite, " of ", table.count(), " heads have cells that hold no number: these do not count");
  }
};

}  // namespace

std::unique_ptr<const Operation> makeDescribeHeads() { return std::make_unique<DescribeHeads>(); }

}  // namespace engine
