// Secondary structure of fragments and whole proteins whose states are known.
#include "engine/structure/Dssp.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/structure/Samples.h"

namespace engine {
namespace dssp_test {

int percentOf(const std::string& states, std::string_view letters) {
  const auto count = std::count_if(states.begin(), states.end(),
                                   [&](char state) { return letters.find(state) != std::string_view::npos; });
  return static_cast<int>(100 * count / static_cast<long>(states.size()));
}

void expectComposition(const Structure& structure, int helix, int strand) {
  const std::string states = dsspStates(structure).at(0);
  EXPECT_NEAR(percentOf(states, "HGI"), helix, 2) << states;
  EXPECT_NEAR(percentOf(states, "EB"), strand, 2) << states;
}

TEST(Dssp, helixFragmentIsAHelix) { EXPECT_EQ(dsspStates(test::helixFragment()).at(0).substr(3, 6), "HHHHHH"); }

TEST(Dssp, hairpinFragmentHasTwoStrandsAndATurn) {
  const std::string states = dsspStates(test::hairpinFragment()).at(0);
  EXPECT_GE(std::count(states.begin(), states.end(), 'E'), 6) << states;
  EXPECT_NE(states.find("TT"), std::string::npos) << states;
  EXPECT_EQ(std::count(states.begin(), states.end(), 'H'), 0) << states;
}

TEST(Dssp, compositionOfLactateDehydrogenase) { expectComposition(test::lactateDehydrogenase(), 45, 16); }

TEST(Dssp, compositionOfTrypsin) { expectComposition(test::trypsin(), 10, 36); }

TEST(Dssp, compositionOfCytochromeC) {
  const auto path = test::sharedFile("theseus/d1m60a_.pdb.gz");
  if (path.empty()) GTEST_SKIP() << "the shared reference data is not beside this checkout";
  expectComposition(test::readPdbFile(path), 36, 0);
}

TEST(Dssp, incompleteResiduesAreBlankAndTheOthersKeepTheirPlace) {
  Structure structure = test::helixFragment();
  auto& atoms = structure.chains[0].residues[0].atoms;
  std::erase_if(atoms, [](const Atom& atom) { return atom.name == "O"; });
  const std::string states = dsspStates(structure).at(0);
  EXPECT_EQ(states.size(), 13u);
  EXPECT_EQ(states[0], ' ');
  EXPECT_EQ(states.substr(4, 5), "HHHHH");
}

TEST(Dssp, everyChainGetsItsStates) {
  Structure structure = test::helixFragment();
  structure.chains.push_back(test::hairpinFragment().chains[0]);
  structure.chains.push_back(Chain{"Z", {}});
  const auto states = dsspStates(structure);
  ASSERT_EQ(states.size(), 3u);
  EXPECT_EQ(states[0].size(), 13u);
  EXPECT_EQ(states[1].size(), 14u);
  EXPECT_TRUE(states[2].empty());
}

TEST(Dssp, structureWithoutResiduesGivesEmptyStates) {
  EXPECT_TRUE(dsspStates(Structure{}).empty());
  Structure structure;
  structure.chains.emplace_back();
  EXPECT_EQ(dsspStates(structure), std::vector<std::string>{""});
}

TEST(Dssp, sayingNothingOnTheErrorStream) {
  testing::internal::CaptureStderr();
  dsspStates(test::hairpinFragment());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace dssp_test
}  // namespace engine
