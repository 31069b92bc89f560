// Equivariant attention of a structure: nodes and features from the chain, and that turning the structure turns nothing
// but what has a direction.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "engine/attention/HeadSet.h"
#include "engine/operations/MechanismOperation.h"
#include "tests/engine/structure/Samples.h"

namespace equivariant_attention_test {

using namespace engine;

DatasetPtr chainOf(size_t length, const Eigen::Matrix3d& turn = Eigen::Matrix3d::Identity()) {
  Structure structure = test::lactateDehydrogenase();
  structure.chains.resize(1);
  structure.chains.front().residues.resize(length);
  for (Residue& residue : structure.chains.front().residues)
    for (Atom& atom : residue.atoms) atom.position = turn * atom.position;
  Dataset dataset;
  dataset.id = dataset.title = "ldh";
  dataset.value = std::make_shared<const Structure>(std::move(structure));
  return std::make_shared<const Dataset>(std::move(dataset));
}

std::vector<Dataset> run(const DatasetPtr& input, ParameterValues values = {}) {
  values.set("precision", std::string("float64"));
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("attention equivariant").run({input}, values, {nullptr, 1}, diagnostics, progress);
}

const ArrayBundle& arraysOf(const std::vector<Dataset>& results) { return *results.at(1).as<ArrayBundle>(); }

TEST(EquivariantAttention, theMapIsOfTheResiduesWithinTheRadius) {
  const std::vector<Dataset> results = run(chainOf(30));
  const auto& heads = *results.front().as<HeadSet>();
  EXPECT_EQ(heads.numQueries, 30);
  EXPECT_EQ(heads.queryLetters.substr(0, 5), "ATLKD");
  EXPECT_EQ(results.front().axes, std::vector<DatasetId>{"ldh"});
  EXPECT_EQ(results.front().provenance.request.parameters.real("max_radius"), 8);
  const Array<double> lengths = numbersOf<double>(arraysOf(results), "lengths");
  ASSERT_GT(lengths.size(), 58) << "at least both neighbours of every residue";
  for (const double length : lengths) EXPECT_TRUE(length > 3 && length < 8) << length;
}

TEST(EquivariantAttention, turningTheStructureTurnsOnlyWhatHasADirection) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  const ArrayBundle before = arraysOf(run(chainOf(20))), after = arraysOf(run(chainOf(20, turn)));
  for (const char* name : {"s", "a"}) {
    const Array<double> was = numbersOf<double>(before, name), is = numbersOf<double>(after, name);
    ASSERT_EQ(was.shape(), is.shape());
    for (Index k = 0; k < was.size(); ++k) ASSERT_NEAR(is[k], was[k], 2e-5 * (1 + std::abs(was[k]))) << name;
  }
  const Array<double> was = numbersOf<double>(before, "out"), is = numbersOf<double>(after, "out");
  double moved = 0;
  for (Index i = 0; i < 20; ++i) {
    for (Index c = 0; c < 14; ++c) ASSERT_NEAR(is(i, c), was(i, c), 2e-5 * (1 + std::abs(was(i, c))));  // 14x0e
    for (Index v = 0; v < 6; ++v) {                                                                    // 6x1o
      const Eigen::Vector3d vector(was(i, 14 + 3 * v), was(i, 15 + 3 * v), was(i, 16 + 3 * v)), turned = turn * vector;
      for (Index axis = 0; axis < 3; ++axis)
        ASSERT_NEAR(is(i, 14 + 3 * v + axis), turned(axis), 2e-5 * (1 + vector.norm()));
      moved = std::max(moved, (turned - vector).norm());
    }
  }
  EXPECT_GT(moved, 0.1) << "some outputs are vectors";
}

TEST(EquivariantAttention, featuresAreTypesAndTheCourseOfTheChain) {
  const auto& operation = dynamic_cast<const MechanismOperation&>(findOperation("attention equivariant"));
  const ArrayBundle arrays = operation.arraysFor({chainOf(10)}, {});
  const Array<double> f = numbersOf<double>(arrays, "f"), pos = numbersOf<double>(arrays, "pos");
  EXPECT_NEAR(f(3, 0), -3.9 / 4.5, 1e-6) << "hydropathy of Lys 4";
  EXPECT_EQ(f(3, 1), 1) << "its charge";
  for (Index axis = 0; axis < 3; ++axis) {
    const double step = pos(4, axis) - pos(3, axis);
    EXPECT_NEAR(f(3, 10 + axis) * 3.8, step, 0.05) << "towards the next alpha carbon, 3.8 Å away";
    EXPECT_NEAR(f(4, 13 + axis), f(3, 10 + axis), 1e-6) << "from the one before";
    EXPECT_EQ(f(9, 10 + axis), 0) << "no residue behind the last";
  }
}

TEST(EquivariantAttention, residuesWithoutAlphaCarbonAreLeftOutAndOneResidueRuns) {
  const DatasetPtr whole = chainOf(6);
  auto structure = std::make_shared<Structure>(*whole->as<Structure>());
  std::erase_if(structure->chains[0].residues[2].atoms, [](const Atom& atom) { return atom.name == "CA"; });
  Dataset dataset = *whole;
  dataset.value = std::shared_ptr<const Structure>(structure);
  const std::vector<Dataset> results = run(std::make_shared<const Dataset>(std::move(dataset)));
  EXPECT_EQ(results.front().as<HeadSet>()->numQueries, 5);
  EXPECT_TRUE(results.front().axes.empty()) << "positions are not those of the structure";
  EXPECT_EQ(shapeOf(arraysOf(run(chainOf(1))).at("out")), (Shape{1, 32}));
  EXPECT_EQ(shapeOf(arraysOf(run(chainOf(0))).at("out")), (Shape{0, 32}));
}

}  // namespace equivariant_attention_test
