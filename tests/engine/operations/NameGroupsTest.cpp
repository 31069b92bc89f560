// The operation "groups": sectors by the residue numbers of a structure, sites by columns of an alignment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/datasets/LetterArray.h"
#include "engine/datasets/PositionGroups.h"
#include "engine/links/Links.h"
#include "tests/engine/operations/OperationRuns.h"
#include "tests/support/ErrorOf.h"

namespace name_groups_test {

using namespace engine;

Dataset named(const DatasetPtr& positions, const DatasetPtr& groups, const char* chain) {
  ParameterValues values;
  values.set("chain", std::string(chain));
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("groups").run({positions, groups}, values, {nullptr, 1}, diagnostics, progress).front();
}

DatasetPtr sample(const char* file) {
  Diagnostics diagnostics;
  Progress progress;
  auto dataset = std::make_shared<Dataset>(load(test::sampleFile(file), diagnostics, progress));
  dataset->id = file;
  return dataset;
}

TEST(NameGroups, sectorsOfTrypsinStandAtTheirResidues) {
  const DatasetPtr structure = sample("families/3TGI.pdb.gz");
  const Dataset groups = named(structure, sample("families/s1a_sectors.npz"), "E");
  const PositionGroups found = groupsIn(*groups.as<ArrayBundle>());
  EXPECT_EQ(found.names, (std::vector<std::string>{"blue sector", "green sector", "red sector"}));
  const Chain& chain = structure->as<Structure>()->chains.front();
  ASSERT_EQ(std::ssize(found.groups), std::ssize(chain.residues));
  for (std::size_t k = 0; k < chain.residues.size(); ++k) {
    if (chain.residues[k].number == 189) {
      EXPECT_EQ(found.groups[k], 3) << "the red sector is that of the S1 pocket";
    }
    if (chain.residues[k].number == 57) {
      EXPECT_EQ(found.groups[k], 2) << "the green one that of the catalytic triad";
    }
  }
  EXPECT_EQ(groups.axes, axesOfChain(*structure, "E"));
}

TEST(NameGroups, columnsOfAnAlignmentCountFromOne) {
  const DatasetPtr alignment = test::datasetOf("a", alignmentOf({Sequence::fromLetters("q", "MKTAY")}));
  const DatasetPtr lists = test::datasetOf("l", ArrayBundle{{"site", Array<double>({2}, std::vector<double>{1, 4})}});
  const Dataset groups = named(alignment, lists, "");
  EXPECT_EQ(groupsIn(*groups.as<ArrayBundle>()).groups, (std::vector<Index>{1, 0, 0, 1, 0}));
  EXPECT_EQ(groups.axes, (std::vector<DatasetId>{"a"}));
}

TEST(NameGroups, listsOfOtherNumbersAreRefused) {
  const DatasetPtr alignment = test::datasetOf("a", alignmentOf({Sequence::fromLetters("q", "MKTAY")}));
  const DatasetPtr lists = test::datasetOf("sites", ArrayBundle{{"site", Array<double>({1}, 40.0)}});
  EXPECT_THAT(test::errorOf([&] { named(alignment, lists, ""); }),
              testing::HasSubstr("sites: found no number of a, expected lists of residue numbers"));
}

}  // namespace name_groups_test
