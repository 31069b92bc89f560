// Padding of alignments and pairs: what is masked has no influence, and the rest is what the cropped input gives.
#include "engine/attention/pairs/PairMasks.h"

#include <gtest/gtest.h>

#include "engine/base/Error.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/engine/attention/pairs/RunPairs.h"

namespace pair_masks_test {

using namespace engine;
using test::numbers;

/// Of five sequences of seven residues these are there.
const std::vector<Index> kSequences{0, 2, 4}, kResidues{0, 1, 3, 6};
constexpr Index kAllSequences = 5, kAllResidues = 7;

const std::vector<Index>& kept(char axis) { return axis == 'n' ? kSequences : kResidues; }
Index whole(char axis) { return axis == 'n' ? kAllSequences : kAllResidues; }

/// Axes of an array: n sequences, l residues, '.' neither. Its elements that are there, from the array with padding.
template <class T>
Array<T> cropped(const Array<T>& padded, const std::string& axes) {
  Shape shape = padded.shape();
  for (size_t axis = 0; axis < axes.size(); ++axis)
    if (axes[axis] != '.') shape[axis] = std::ssize(kept(axes[axis]));
  Array<T> result(shape, T{}, padded.name);
  for (Index k = 0; k < result.size(); ++k) {
    Index rest = k, source = 0, stride = 1;
    for (Index axis = result.rank() - 1; axis >= 0; --axis) {
      const char letter = size_t(axis) < axes.size() ? axes[size_t(axis)] : '.';
      const Index at = rest % shape[size_t(axis)];
      rest /= shape[size_t(axis)];
      source += (letter == '.' ? at : kept(letter)[size_t(at)]) * stride;
      stride *= padded.length(axis);
    }
    result[k] = padded[source];
  }
  return result;
}

Array<Bool> maskOf(const std::string& axes) {
  Array<Bool> mask({whole(axes[0]), whole(axes[1])});
  for (const Index i : kept(axes[0]))
    for (const Index j : kept(axes[1])) mask(i, j) = Bool{1};
  return mask;
}

/// What differs between the mechanisms: which inputs have padding, and where it stands in the outputs.
struct Case {
  const char* id;
  std::vector<std::pair<std::string, std::string>> inputs, outputs;
};
const Case kCases[] = {
    {"pair-biased-row", {{"m", "nl"}, {"z", "ll"}}, {{"Y", "nl"}, {"A", "n.ll"}, {"O", "nl"}}},
    {"triangle-starting", {{"z", "ll"}}, {{"Y", "ll"}, {"A", "l.ll"}}},
    {"triangle-ending", {{"z", "ll"}}, {{"Y", "ll"}, {"A", "l.ll"}}},
    {"triangle-outgoing", {{"z", "ll"}}, {{"Y", "ll"}, {"T", "ll"}}},
    {"triangle-incoming", {{"z", "ll"}}, {{"Y", "ll"}, {"T", "ll"}}},
    {"outer-product-mean", {{"m", "nl"}}, {{"Y", "ll"}, {"O", "ll"}}},
    {"phyloformer", {{"X", "nl"}}, {{"distances", "nn"}}},
    {"evoformer",
     {{"m", "nl"}, {"z", "ll"}},
     {{"m_new", "nl"}, {"z_new", "ll"}, {"A_row", "n.ll"}, {"A_column", "l.nn"}, {"A_end", "l.ll"}}}};

/// Inputs with numbers everywhere; the masks that the mechanism takes.
ArrayBundle paddedInputs(const Case& which, bool isMasked) {
  ArrayBundle inputs = findMechanism(which.id).sampleInput();
  for (const auto& [name, axes] : which.inputs) {
    const Index channels = shapeOf(inputs.at(name)).back();
    inputs[name] = deterministicArray<float>(33, {whole(axes[0]), whole(axes[1]), channels}, 1, name);
  }
  if (!isMasked) return inputs;
  for (const ArrayDescription& array : findMechanism(which.id).inputs()) {
    if (array.name == kCellMask) inputs[kCellMask] = maskOf("nl");
    if (array.name == kPairMask) inputs[kPairMask] = maskOf("ll");
  }
  return inputs;
}

ArrayBundle croppedInputs(const Case& which) {
  ArrayBundle inputs = paddedInputs(which, false);
  for (const auto& [name, axes] : which.inputs) inputs[name] = cropped(std::get<Array<float>>(inputs.at(name)), axes);
  return inputs;
}

class PairMasks : public testing::TestWithParam<Case> {};

ParameterValues everything(const Case& which) {
  const bool hasMore = findParameter(findMechanism(which.id).parameters(), "intermediates") != nullptr;
  return hasMore ? test::flags({{"intermediates", true}}) : ParameterValues();
}

TEST_P(PairMasks, whatIsThereIsAsInTheCroppedInput) {
  const ParameterValues values = everything(GetParam());
  const ArrayBundle masked = test::run(GetParam().id, paddedInputs(GetParam(), true), values),
                    without = test::run(GetParam().id, paddedInputs(GetParam(), false), values),
                    expected = test::run(GetParam().id, croppedInputs(GetParam()), values);
  for (const auto& [name, axes] : GetParam().outputs) {
    const Array<double> found = cropped(numbers(masked, name.c_str()), axes);
    const Array<double>& should = numbers(expected, name.c_str());
    ASSERT_EQ(found.shape(), should.shape()) << name;
    for (Index k = 0; k < found.size(); ++k)
      ASSERT_NEAR(found[k], should[k], 1e-10 * (1 + std::abs(should[k]))) << name << " " << k;
    EXPECT_NE(cropped(numbers(without, name.c_str()), axes), should) << name << ": the mask does something";
  }
}

TEST_P(PairMasks, theFastPathIsTheDefinition) {
  test::expectFastPath(GetParam().id, paddedInputs(GetParam(), true), everything(GetParam()));
}

TEST_P(PairMasks, allThereIsNoMask) {
  ArrayBundle inputs = paddedInputs(GetParam(), true);
  for (const char* name : {kCellMask, kPairMask})
    if (inputs.contains(name))
      for (Bool& flag : std::get<Array<Bool>>(inputs.at(name))) flag = Bool{1};
  const auto found = test::run(GetParam().id, inputs),
             expected = test::run(GetParam().id, paddedInputs(GetParam(), false));
  for (const auto& [name, array] : expected) {
    const auto& should = std::get<Array<double>>(array);
    for (Index k = 0; k < should.size(); ++k) ASSERT_NEAR(numbers(found, name.c_str())[k], should[k], 1e-12) << name;
  }
}

TEST_P(PairMasks, aMaskOfAnotherShapeIsRefused) {
  for (const char* name : {kCellMask, kPairMask}) {
    ArrayBundle inputs = paddedInputs(GetParam(), true);
    if (!inputs.contains(name)) continue;
    inputs[name] = Array<Bool>({2, 3}, Bool{1});
    EXPECT_THROW(test::run(GetParam().id, inputs), Error) << name;
  }
}

TEST_P(PairMasks, gradientsKnowIt) {
  test::GradientCase masked(GetParam().id);
  for (const auto& [name, array] : paddedInputs(GetParam(), true)) {
    if (const auto* real = std::get_if<Array<float>>(&array)) {
      Array<double> wide(real->shape());
      std::copy(real->begin(), real->end(), wide.begin());
      masked.with(name, std::move(wide));
    } else {
      masked.with(name, array);
    }
  }
  test::expectGradientsOfMechanism(masked, 2);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, PairMasks, testing::ValuesIn(kCases), [](const auto& each) {
  std::string name = each.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(PaddingOfPairs, holesInAnAlignmentCountWhereBothAreThere) {
  // Single cells that are missing: means over the sequences in which both residues are.
  ArrayBundle inputs = findMechanism("outer-product-mean").sampleInput();
  const Index N = 3, L = 4;
  Array<Bool> mask({N, L}, Bool{1});
  mask(0, 1) = mask(1, 1) = mask(2, 1) = mask(1, 2) = Bool{};
  inputs[kCellMask] = mask;
  const ArrayBundle found = test::run("outer-product-mean", inputs, test::flags({{"intermediates", true}}));
  inputs.erase(kCellMask);
  const ArrayBundle all = test::run("outer-product-mean", inputs, test::flags({{"intermediates", true}}));
  const Array<double>&a = numbers(all, "a"), &b = numbers(all, "b"), &O = numbers(found, "O");
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j)
      for (Index x = 0; x < 2; ++x)
        for (Index y = 0; y < 2; ++y) {
          double sum = 0;
          int count = 0;
          for (Index n = 0; n < N; ++n)
            if (mask(n, i) && mask(n, j)) {
              sum += a(n, i, x) * b(n, j, y);
              ++count;
            }
          EXPECT_NEAR(O(i, j, x, y), count == 0 ? 0 : sum / count, 1e-12) << i << j;
        }
}

TEST(PaddingOfPairs, aRowWithoutAnyKeyIsUniform) {
  ArrayBundle inputs = findMechanism("pair-biased-row").sampleInput();
  Array<Bool> mask({3, 4}, Bool{1});
  for (Index j = 0; j < 4; ++j) mask(1, j) = Bool{};
  inputs[kCellMask] = mask;
  const Array<double> A = numbers(test::run("pair-biased-row", inputs), "A");
  for (Index j = 0; j < 4; ++j) EXPECT_DOUBLE_EQ(A(1, 0, 2, j), 0.25);
}

}  // namespace pair_masks_test
