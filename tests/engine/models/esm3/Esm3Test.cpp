// Against EvolutionaryScale's ESM3 with random weights: blocks of trunk and structure encoder, and the whole encoder.
#include <gmock/gmock.h>

#include <Eigen/Geometry>

#include "engine/models/esm3/GeometricBlocks.h"
#include "engine/models/esm3/StructureNeighbours.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace esm3_test {

using testing::ElementsAre;
using testing::HasSubstr;

ModelInput inputOf(const test::Golden& golden) {
  ModelInput input;
  input.backbone = golden.floats("backbone");
  if (golden.contains("input")) input.features = golden.floats("input");
  if (golden.contains("chain"))
    for (const double chain : numbersOf<double>(golden.arrays, "chain")) input.chains.push_back(std::int64_t(chain));
  return input;
}

std::vector<bool> framesOf(const Array<float>& backbone) {
  std::vector<bool> has(static_cast<size_t>(backbone.length(0)), true);
  for (Index k = 0; k < backbone.size(); ++k)
    if (!std::isfinite(backbone[k])) has[static_cast<size_t>(k / 9)] = false;
  return has;
}

/// Rows of residues with a frame alone: the frame of the mean residue is a quotient of small differences.
template <class T>
void expectFramedRows(const Array<T>& found, const Array<float>& golden, const std::vector<bool>& has, double bound,
                      const std::string& what) {
  ASSERT_EQ(found.size(), golden.size()) << what;
  const Index rows = static_cast<Index>(has.size()), width = found.shape().back();
  ASSERT_EQ(found.size() % (rows * width), 0) << what;
  for (Index row = 0; row < found.size() / width; ++row) {
    if (!has[static_cast<size_t>(row % rows)]) continue;
    for (Index c = 0; c < width; ++c)
      ASSERT_NEAR(double(found[row * width + c]), double(golden[row * width + c]), bound) << what << ", row " << row;
  }
}

/// (layers, H, ...) of the layers that have such maps.
template <class T>
Array<T> joinedMaps(const test::GoldenRun<T>& result, const std::string& name) {
  std::vector<T> joined;
  Shape shape;
  Index layers = 0;
  for (const auto& maps : result.maps) {
    const auto found = maps.find(name);
    if (found == maps.end()) continue;
    ++layers;
    joined.insert(joined.end(), found->second.begin(), found->second.end());
    shape = found->second.shape();
  }
  shape.insert(shape.begin(), layers);
  return Array<T>(shape, joined, name);
}

template <class T>
class Esm3Model : public testing::Test {
 protected:
  void expectBlocks(const std::string& name, Index heads) {
    const auto path = test::modelFile(name + ".safetensors"), answers = test::modelFile(name + ".golden.npz");
    if (path.empty() || answers.empty()) GTEST_SKIP() << name << " or its answers are not there";
    const test::Golden golden = test::readGolden(answers);
    const auto weights = test::readTinyModel(path, heads);
    ASSERT_EQ(architectureOf(*weights).id(), "esm3-blocks");
    const auto result = test::runModel<T>(weights, inputOf(golden));
    const auto has = framesOf(golden.floats("backbone"));
    expectFramedRows(joinedMaps(result, "geometric_attention"), golden.floats("attention"), has, test::kMapBound,
                     "maps");
    expectFramedRows(result.readOut.at("last"), golden.floats("output"), has, test::kStateBound, "output");
    expectFramedRows(result.states.back().x, golden.floats("before_norm"), has, test::kStateBound, "before the norm");
    const Array<float> hidden = golden.floats("hidden");
    ASSERT_EQ(result.states.size(), size_t(hidden.length(0)) + 1);
    for (size_t layer = 1; layer < result.states.size(); ++layer) {
      const Array<T>& x = result.states[layer].x;
      const float* const first = hidden.data() + Index(layer - 1) * x.size();
      expectFramedRows(x, Array<float>(x.shape(), {first, first + x.size()}), has, test::kStateBound, "hidden");
    }
    EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("4 of 48 residues")));
  }
};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Esm3Model, NumberTypes);

TYPED_TEST(Esm3Model, GivesTheTrunksNumbers) { this->expectBlocks("esm3_geom_tiny", 4); }
TYPED_TEST(Esm3Model, GivesTheEncodersNumbers) { this->expectBlocks("esm3_encoder_tiny", 0); }

TYPED_TEST(Esm3Model, GivesTheStructureTokens) {
  const std::string name = "esm3_structure_tokens_tiny";
  const auto path = test::modelFile(name + ".safetensors"), answers = test::modelFile(name + ".golden.npz");
  if (path.empty() || answers.empty()) GTEST_SKIP() << name << " or its answers are not there";
  const test::Golden golden = test::readGolden(answers);
  const auto weights = test::readTinyModel(path);
  ASSERT_EQ(architectureOf(*weights).id(), "esm3-encoder");
  const auto result = test::runModel<TypeParam>(weights, inputOf(golden));
  const auto has = framesOf(golden.floats("backbone"));
  const Array<float> neighbours = golden.floats("neighbours"), maps = golden.floats("attention");
  // Around a residue without a frame all distances are in pairs of equals, which the library takes as they come.
  expectFramedRows(result.readOut.at("neighbours"), neighbours, has, 0, "neighbours");
  expectFramedRows(result.readOut.at("last"), golden.floats("state"), has, test::kStateBound, "state");
  expectFramedRows(result.readOut.at("projected"), golden.floats("projected"), has, test::kStateBound, "projected");
  test::expectNear(result.readOut.at("structure_tokens"), golden.floats("codes"), 0, "tokens");
  const auto isFramed = [&](Index residue) { return bool(has[static_cast<size_t>(residue)]); };
  // Stored as (layers, L, H, 16, 16); rows of neighbours that have a frame.
  const Index L = neighbours.length(0), K = neighbours.length(1), H = maps.length(2);
  for (size_t layer = 0; layer < result.maps.size(); ++layer) {
    const auto &A = result.maps[layer].at("neighbour_attention"), &own = result.maps[layer].at("attention");
    ASSERT_EQ(A.shape(), Shape({H, L, K, K}));
    ASSERT_EQ(own.shape(), Shape({H, L, L}));
    for (Index k = 0; k < K; ++k)
      ASSERT_EQ(own(Index{1}, Index{5}, Index(neighbours(5, k))), A(Index{1}, Index{5}, Index{0}, k));
    for (Index h = 0; h < H; ++h)
      for (Index i = 0; i < L; ++i)
        for (Index row = 0; row < K; ++row)
          for (Index key = 0; isFramed(i) && isFramed(Index(neighbours(i, row))) && key < K; ++key)
            ASSERT_NEAR(double(A(h, i, row, key)), double(maps(Index(layer), i, h, row, key)), test::kMapBound)
                << "layer " << layer << " residue " << i << " head " << h << " row " << row;
  }
}

Array<float> helix(Index residues) {
  Array<float> atoms({residues, 3, 3}, Untouched{}, "backbone");
  for (Index i = 0; i < residues; ++i)
    for (Index atom = 0; atom < 3; ++atom) {
      const double at = double(3 * i + atom) * 1.75 / 3, turn = at * 1.2;
      atoms(i, atom, 0) = static_cast<float>((1.6 + 0.3 * double(atom)) * std::cos(turn));
      atoms(i, atom, 1) = static_cast<float>((1.6 + 0.3 * double(atom)) * std::sin(turn));
      atoms(i, atom, 2) = static_cast<float>(1.5 * at);
    }
  return atoms;
}

TEST(Esm3Encoder, DoesNotSeeWhereTheStructureLies) {
  const auto path = test::modelFile("esm3_structure_tokens_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm3_structure_tokens_tiny is not there";
  ModelInput input;
  input.backbone = helix(20);
  const auto weights = test::readTinyModel(path);
  const auto here = test::runModel<double>(weights, input);
  const Eigen::Matrix3f turn = Eigen::AngleAxisf(1.1F, Eigen::Vector3f(1, 2, 3).normalized()).toRotationMatrix();
  for (Index atom = 0; atom < input.backbone.size() / 3; ++atom) {
    Eigen::Map<Eigen::Vector3f> place(input.backbone.data() + 3 * atom);
    place = (turn * place + Eigen::Vector3f(5, -3, 8)).eval();
  }
  const auto there = test::runModel<double>(weights, input);
  const Array<double>&before = here.maps[1].at("attention"), &after = there.maps[1].at("attention");
  for (Index k = 0; k < before.size(); ++k)
    ASSERT_NEAR(before[k], after[k], 5e-4);  // places of atoms are float32
  EXPECT_EQ(here.readOut.at("structure_tokens"), there.readOut.at("structure_tokens"));
}

TEST(Esm3Encoder, RunsOnFewResiduesAndOnNone) {
  const auto path = test::modelFile("esm3_structure_tokens_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm3_structure_tokens_tiny is not there";
  for (const Index L : {0, 1, 5}) {
    ModelInput input;
    input.backbone = helix(L);
    const auto result = test::runModel<float>(test::readTinyModel(path), input);
    EXPECT_EQ(result.readOut.at("structure_tokens").shape(), Shape({L}));
    EXPECT_EQ(result.maps[0].at("neighbour_attention").shape(), Shape({4, L, L, L})) << L;
    EXPECT_EQ(result.maps[0].at("attention").shape(), Shape({4, L, L})) << L;
  }
  ModelInput flat;
  flat.backbone = Array<float>({4, 3}, 0.0F);
  EXPECT_THAT(test::errorOf([&] { test::runModel<float>(test::readTinyModel(path), flat); }), HasSubstr("backbone"));
}

TEST(StructureNeighbours, AreTheNearestWithItselfFirst) {
  Array<float> line({4, 3, 3}, 0.0F, "backbone");
  const float places[] = {0, 10, 3, 4};
  for (Index i = 0; i < 4; ++i) {
    for (Index atom = 0; atom < 3; ++atom) line(i, atom, 0) = places[i];
    line(i, 0, 1) = line(i, 2, 2) = 1;
  }
  EXPECT_THAT(test::valuesOf(structureNeighbours(framesOfAtoms(line))),
              ElementsAre(0, 2, 3, 1, 1, 3, 2, 0, 2, 3, 0, 1, 3, 2, 0, 1));
  line(2, 1, 1) = std::numeric_limits<float>::quiet_NaN();
  // Who has no frame is behind all others, and sees the others by their place along the sequence.
  EXPECT_THAT(test::valuesOf(structureNeighbours(framesOfAtoms(line))),
              ElementsAre(0, 3, 1, 2, 1, 3, 0, 2, 2, 1, 3, 0, 3, 0, 1, 2));
}

/// The trunk's tables with nothing in them but what the test says.
std::shared_ptr<const ModelWeights> wholeTrunk(const ModelWeights& blocks, Index D) {
  ArrayBundle arrays;
  for (const WeightEntry& entry : blocks.source->entries())
    arrays[entry.name] = readWeights(blocks, entry.name, entry.shape);
  const auto add = [&](const std::string& name, Shape shape, double scale) {
    Array<float> values(std::move(shape), Untouched{}, name);
    for (Index k = 0; k < values.size(); ++k) values[k] = static_cast<float>(scale * std::sin(0.37 * double(k)));
    arrays["encoder." + name] = std::move(values);
  };
  add("sequence_embed.weight", {64, D}, 1);
  add("structure_tokens_embed.weight", {4101, D}, 0.5);
  add("ss8_embed.weight", {11, D}, 0.3);
  add("sasa_embed.weight", {19, D}, 0.2);
  for (const std::string& name : {std::string("plddt_projection"), std::string("structure_per_res_plddt_projection")}) {
    add(name + ".weight", {D, 16}, 0.1);
    add(name + ".bias", {D}, 0.1);
  }
  return std::make_shared<const ModelWeights>(ModelWeights{weightsInMemory(std::move(arrays), "trunk"), blocks.facts});
}

TEST(Esm3, IsItsBlocksBehindTheSumOfItsTables) {
  const auto path = test::modelFile("esm3_geom_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm3_geom_tiny is not there";
  const auto blocks = test::readTinyModel(path, 4);
  const auto trunk = wholeTrunk(*blocks, 48);
  ASSERT_EQ(architectureOf(*trunk).id(), "esm3");
  ModelInput input;
  input.sequence = "MK|_";
  input.backbone = helix(4);
  const auto whole = test::runModel<double>(trunk, input);
  EXPECT_THAT(test::valuesOf(whole.run->tokens()), ElementsAre(0, 20, 15, 31, 32, 2));
  // By hand: channel 3 of the chain break.
  const auto value = [](Index row, Index width, Index c, double scale) {
    return scale * std::sin(0.37 * double(row * width + c));
  };
  double expected = value(31, 48, 3, 1) + value(4100, 48, 3, 0.5) + value(0, 48, 3, 0.3) + value(0, 48, 3, 0.2);
  for (const double confidence : {1.0, 0.0}) {
    expected += value(0, 1, 3, 0.1);
    for (Index k = 0; k < 16; ++k)
      expected += value(3, 16, k, 0.1) * std::exp(-std::pow((confidence - double(k) / 15) * 16, 2));
  }
  EXPECT_NEAR(whole.states[0].x(3, 3), expected, 1e-5);

  ModelInput same;
  same.features = Array<float>(whole.states[0].x.shape(), Untouched{}, "features");
  std::copy(whole.states[0].x.begin(), whole.states[0].x.end(), same.features.begin());
  same.backbone = Array<float>({6, 3, 3}, std::numeric_limits<float>::quiet_NaN(), "backbone");
  std::copy(input.backbone.begin(), input.backbone.end(), same.backbone.data() + 9);
  const auto part = test::runModel<double>(blocks, same);
  const Array<double>&last = whole.readOut.at("last"), &lastOfBlocks = part.readOut.at("last");
  for (Index k = 0; k < last.size(); ++k) ASSERT_NEAR(last[k], lastOfBlocks[k], 1e-5);
}

TEST(Esm3, RunsOnASequenceAlone) {
  const auto path = test::modelFile("esm3_geom_tiny.safetensors");
  if (path.empty()) GTEST_SKIP() << "esm3_geom_tiny is not there";
  ModelInput input;
  input.sequence = "MKV";
  const auto result = test::runModel<float>(wholeTrunk(*test::readTinyModel(path, 4), 48), input);
  for (const float weight : result.maps[0].at("geometric_attention")) EXPECT_FLOAT_EQ(weight, 0.2F);
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("no coordinates")));
}

}  // namespace esm3_test
}  // namespace engine
