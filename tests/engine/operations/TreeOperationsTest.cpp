// The operations "tree" and "subfamilies", and the residue that tells lactate from malate dehydrogenases.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>

#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/trees/Subfamilies.h"
#include "engine/trees/Tree.h"
#include "tests/support/Files.h"

namespace tree_operations_test {

using namespace engine;

DatasetPtr loaded(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(path, diagnostics, progress));
}

DatasetPtr run(const char* id, const std::vector<DatasetPtr>& inputs, const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(findOperation(id).run(inputs, values, {nullptr, 2}, diagnostics, progress)[0]);
}

/// 0: lactate, 1: malate, -1: neither, as the table of the samples says.
std::vector<Index> dehydrogenaseGroups(const Alignment& alignment) {
  std::map<std::string, std::string> groupOf;
  std::istringstream lines(test::readText(test::sampleFile("dehydrogenase-groups.tsv")));
  for (std::string line; std::getline(lines, line);)
    groupOf[line.substr(0, line.find('\t'))] = line.substr(line.rfind('\t') + 1);
  std::vector<Index> groups;
  for (const AlignmentRow& row : alignment.rows) {
    const std::string group = groupOf[row.name.substr(0, row.name.find(".pdb"))];
    groups.push_back(group == "lactate" ? 0 : group == "malate" ? 1 : -1);
  }
  return groups;
}

TEST(Subfamilies, ofDehydrogenasesDifferMostInTheResidueThatChoosesTheAcid) {
  const DatasetPtr family = loaded(test::sampleFile("dehydrogenases.a2m.gz"));
  const auto& alignment = *family->as<Alignment>();
  Progress progress;
  const auto statistics = groupStatistics(alignment, dehydrogenaseGroups(alignment), 2, 1, progress);
  ASSERT_EQ(statistics[0].numRows, 112);
  ASSERT_EQ(statistics[1].numRows, 103);
  const auto columns = subfamilyColumns(statistics);
  ASSERT_FALSE(columns.empty());
  const auto top = static_cast<size_t>(columns[0].column);
  EXPECT_FLOAT_EQ(columns[0].score, 1);
  EXPECT_LT(columns[1].score, 0.95);
  EXPECT_EQ(alphabet::letterOf(statistics[0].consensus[top]), 'Q');
  EXPECT_EQ(alphabet::letterOf(statistics[1].consensus[top]), 'R');
}

TEST(TreeOperation, makesATreeWhoseLeavesAreTheRows) {
  const DatasetPtr family = loaded(test::sampleFile("dehydrogenases.a2m.gz"));
  for (const char* method : {"neighbour-joining", "upgma"})
    for (const char* distance : {"identity", "blosum62"}) {
      ParameterValues values;
      values.set("method", std::string(method));
      values.set("distance", std::string(distance));
      const DatasetPtr tree = run("tree", {family}, values);
      ASSERT_TRUE(tree->as<Tree>());
      EXPECT_NO_THROW(tree->as<Tree>()->validate());
      EXPECT_FALSE(rowsOfLeaves(*tree->as<Tree>(), *family->as<Alignment>()).empty());
    }
}

TEST(SubfamiliesOperation, ranksTheColumnsOfATreeThatIsCut) {
  const DatasetPtr family = loaded(test::sampleFile("dehydrogenases.a2m.gz"));
  const DatasetPtr result = run("subfamilies", {family, run("tree", {family})});
  const auto& arrays = *result->as<ArrayBundle>();
  const auto& alignment = *family->as<Alignment>();
  EXPECT_EQ(shapeOf(arrays.at("curve_score")), (Shape{alignment.numColumns}));
  EXPECT_EQ(shapeOf(arrays.at("group")), (Shape{alignment.numRows()}));
  const auto ranked = numbersOf<double>(arrays, "ranked_scores");
  for (Index k = 1; k < ranked.size(); ++k) EXPECT_LE(ranked[k], ranked[k - 1]);
}

TEST(SubfamiliesOperation, refusesATreeOfOtherNames) {
  auto tree = std::make_shared<Tree>();
  tree->add(-1, 0, "nobody");
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "other";
  dataset->value = std::shared_ptr<const Tree>(tree);
  EXPECT_THROW(run("subfamilies", {loaded(test::sampleFile("lactate.a3m")), dataset}), Error);
}

}  // namespace tree_operations_test
