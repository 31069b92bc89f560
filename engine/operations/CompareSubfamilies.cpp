// Operation "subfamilies": the columns that tell the groups of a tree apart, as numbers.
#include "engine/trees/Subfamilies.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/trees/TreeGroups.h"

namespace engine {

namespace {

class CompareSubfamilies : public Operation {
 public:
  std::string id() const override { return "subfamilies"; }
  std::string title() const override { return "Compare subfamilies"; }
  std::string help() const override {
    return "Cuts a tree into groups and scores each column of its alignment by how different the residues of the "
           "groups are, 0 to 1. Arrays: axis_column (numbers from 1 on) and curve_score of all columns (0: too few "
           "residues), ranked_columns and ranked_scores with the most telling column first, group of each row (from "
           "1 on, 0: none).";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment", "aligned sequences", {DatasetKind::alignment}},
            {"tree", "whose leaves are the rows", {DatasetKind::tree}}};
  }
  std::vector<Parameter> parameters() const override {
    return {numberParameter("cut", "Cut", "",
                            "where the tree is cut: share of the way from the root to the deepest leaf", 0.5, 0, 1)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const Alignment& alignment = *inputs[0]->as<Alignment>();
    const Tree& tree = *inputs[1]->as<Tree>();
    const std::vector<Index> rows = rowsOfLeaves(tree, alignment);
    if (rows.empty())
      fail("subfamilies: the tree ", inputs[1]->title, " has leaves that are no rows of ", inputs[0]->title,
           ", expected the same names");
    const std::vector<double> depths = tree.depths();
    const std::vector<Index> nodes =
        cutTree(tree, values.real("cut") * *std::max_element(depths.begin(), depths.end()));
    const std::vector<Index> groups = groupOfRows(tree, nodes, rows, alignment.numRows());
    const auto statistics =
        groupStatistics(alignment, groups, static_cast<Index>(nodes.size()), compute.threads, progress);
    Dataset result;
    result.title = inputs[0]->title + ": subfamilies";
    result.value = std::make_shared<const ArrayBundle>(arraysOf(statistics, groups));
    return {result};
  }

 private:
  static ArrayBundle arraysOf(const std::vector<ColumnStatistics>& statistics, const std::vector<Index>& groups) {
    const Index numColumns = statistics.empty() ? 0 : statistics.front().numColumns();
    std::vector<std::int32_t> columns, ranked, groupNumbers;
    std::vector<float> scores(static_cast<size_t>(numColumns)), rankedScores;
    for (Index column = 0; column < numColumns; ++column) columns.push_back(static_cast<std::int32_t>(column) + 1);
    for (const SubfamilyColumn& column : subfamilyColumns(statistics)) {
      ranked.push_back(static_cast<std::int32_t>(column.column) + 1);
      rankedScores.push_back(nth(scores, column.column) = column.score);
    }
    for (const Index group : groups) groupNumbers.push_back(static_cast<std::int32_t>(group) + 1);
    ArrayBundle arrays;
    const auto add = [&arrays]<class T>(const std::string& name, const std::vector<T>& list) {
      arrays[name] = Array<T>({static_cast<Index>(list.size())}, list, name);
    };
    add("axis_column", columns);
    add("curve_score", scores);
    add("ranked_columns", ranked);
    add("ranked_scores", rankedScores);
    add("group", groupNumbers);
    return arrays;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCompareSubfamilies() { return std::make_unique<CompareSubfamilies>(); }

}  // namespace engine
