// Helices and strands found in linear time, against the reference implementation on whole proteins.
#include "engine/structure/KabschSander.h"

#include <gtest/gtest.h>

#include "engine/structure/Dssp.h"
#include "tests/engine/structure/Samples.h"

namespace engine {
namespace kabsch_sander_test {

/// Turns, bends and polyproline helices are not told apart from loops here.
std::string helicesAndStrands(std::string states) {
  for (char& state : states)
    if (std::string_view("HGIEB ").find(state) == std::string_view::npos) state = '-';
  return states;
}

void expectAsReference(const Structure& structure) {
  const auto found = helixAndStrandStates(structure), reference = dsspStates(structure);
  ASSERT_EQ(found.size(), reference.size());
  for (size_t chain = 0; chain < found.size(); ++chain)
    EXPECT_EQ(found[chain], helicesAndStrands(reference[chain])) << structure.name;
}

TEST(KabschSander, agreesWithTheReferenceOnEveryResidueOfTheSamples) {
  expectAsReference(test::lactateDehydrogenase());
  expectAsReference(test::trypsin());
  expectAsReference(test::readPdbFile(test::sampleFile("1emd_A.pdb.gz")));
}

TEST(KabschSander, agreesWithTheReferenceOnFragments) {
  expectAsReference(test::helixFragment());
  expectAsReference(test::hairpinFragment());
}

TEST(KabschSander, twoChainsThatDoNotTouchAreTreatedApart) {
  Structure both = test::trypsin();
  both.chains.push_back(test::moved(both.chains[0]));
  both.chains[1].id = "B";
  for (Residue& residue : both.chains[1].residues)
    for (Atom& atom : residue.atoms) atom.position.x() += 500;
  const auto states = helixAndStrandStates(both);
  EXPECT_EQ(states[0], states[1]);
}

TEST(KabschSander, incompleteResiduesAreBlankAndNothingGivesNothing) {
  Structure structure = test::helixFragment();
  std::erase_if(structure.chains[0].residues[0].atoms, [](const Atom& atom) { return atom.name == "O"; });
  EXPECT_EQ(helixAndStrandStates(structure)[0][0], ' ');
  EXPECT_TRUE(helixAndStrandStates(Structure{}).empty());
  Structure one = test::helixFragment();
  one.chains[0].residues.resize(1);
  EXPECT_EQ(helixAndStrandStates(one).at(0), "-");
}

}  // namespace kabsch_sander_test
}  // namespace engine
