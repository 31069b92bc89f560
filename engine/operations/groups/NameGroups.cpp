// Operation "groups": named groups of residues or columns out of lists of their numbers.
#include <algorithm>

#include "engine/alignment/Alignment.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/LetterArray.h"
#include "engine/datasets/PositionGroups.h"
#include "engine/links/Links.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

class NameGroups : public Operation {
 public:
  std::string id() const override { return "groups"; }
  std::string title() const override { return "Name groups of residues or columns"; }
  std::string help() const override {
    return "Groups of residues as the structure numbers them, or of columns counted from 1: sectors, sites, domains. "
           "Each array of a file, or each column of a table, lists the numbers of one group and is its name. Groups "
           "stand as colours above the columns of alignments and on structures that have the same residues. A residue "
           "in several groups is of the first by name.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"positions", "whose residues or columns are numbered", {DatasetKind::structure, DatasetKind::alignment}},
            {"groups", "lists of numbers, one per group", {DatasetKind::arrays}}};
  }
  std::vector<Parameter> parameters() const override {
    return {textParameter("chain", "Chain", "of a structure: author's id; empty: the first protein chain")};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    Dataset result;
    ArrayBundle arrays;
    std::vector<std::optional<Index>> numbers;
    if (const auto* structure = inputs[0]->as<Structure>()) {
      const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
      std::string letters;
      for (const Residue& residue : chain.residues) {
        letters += residue.letter;
        numbers.push_back(residue.insertionCode == ' ' ? std::optional<Index>(residue.number) : std::nullopt);
      }
      arrays[kLetterArray] = letterArray(letters);
      tellOf(arrays, {kLetterArray, {"position"}, "letters of the residues"});
      result.axes = axesOfChain(*inputs[0], chain.id);
    } else {
      for (Index column = 0; column < inputs[0]->as<Alignment>()->numColumns; ++column) numbers.push_back(column + 1);
      result.axes = {inputs[0]->id};
    }
    const PositionGroups groups = groupsByNumber(*inputs[1]->as<ArrayBundle>(), numbers);
    if (std::none_of(groups.groups.begin(), groups.groups.end(), [](Index group) { return group > 0; }))
      fail(inputs[1]->title, ": found no number of ", inputs[0]->title,
           ", expected lists of residue numbers of the structure or of columns from 1");
    addGroups(arrays, groups);
    result.title = inputs[1]->title;
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {std::move(result)};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeNameGroups() { return std::make_unique<NameGroups>(); }

}  // namespace engine
