// Learning on every OpenCL device, by both forms of the kernels, against the definition and against the native path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Random.h"
#include "engine/training/FactoredTraining.h"
#include "engine/training/PottsTraining.h"
#include "tests/engine/training/TinyCase.h"
#include "tests/engine/training/TrainingSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Setting.h"

namespace pair_step_device_test {

using namespace engine;
using test::as;
using test::randomRows;
using test::StopAfter;
using test::TinyCase;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr KernelFlavour kFlavours[] = {KernelFlavour::wide, KernelFlavour::tiled};

template <class Body>
void onEveryDevice(const Body& body) {
  std::string reason;
  const auto found = listDevices(reason);
  EXPECT_FALSE(found.empty()) << reason;
  for (const DeviceInfo& info : found) {
    SCOPED_TRACE(info.name);
    body(*openDevice("opencl:" + std::to_string(info.index)).device);
  }
}

void expectAsDefined(Device& device, KernelFlavour flavour, const TrainingRows& rows, const std::vector<Index>& batch,
                     const FactoredSizes& sizes) {
  Progress none;
  constexpr double kTolerance = 2e-5;
  const Penalty penalty{0.03, 0};
  const auto weights = startingWeights<double>(rows, sizes, 3);
  const PairObjective expected = pairObjective(rows, batch, couplingsOf(weights), weights.bias, penalty);
  const auto gradient = factoredGradient(weights, expected);
  const FactoredWeights<float> same{as<float>(weights.query), as<float>(weights.key), as<float>(weights.value),
                                    as<float>(weights.bias)};
  FactoredWeights<float> found = same;
  FactoredDevice pass({rows, std::ssize(batch)}, sizes.heads, sizes.width, device, flavour);
  for (int time = 0; time < 2; ++time) {  // nothing is left of the first
    const double ofRows = pass.evaluate(batch, same, penalty.couplings, found, 2, none);
    const double value = ofRows + penalty.couplings * pass.sumOfSquares();
    EXPECT_NEAR(value, expected.value, kTolerance * (1 + expected.value));
    EXPECT_LE(test::worst(found.query, gradient.query), 20 * kTolerance);
    EXPECT_LE(test::worst(found.key, gradient.key), 20 * kTolerance);
    EXPECT_LE(test::worst(found.value, gradient.value), 10 * kTolerance);
    EXPECT_LE(test::worst(found.bias, gradient.bias), 10 * kTolerance);
  }
}

TEST(FactoredDevice, isThatOfTheDefinitionByBothKernels) {
  onEveryDevice([](Device& device) {
    for (const KernelFlavour flavour : kFlavours)
      for (const Index length : {2, 3, 4, 5, 17, 33}) {
        SCOPED_TRACE("flavour " + std::to_string(int(flavour)) + ", length " + std::to_string(length));
        const TrainingRows rows = randomRows(7, length);
        expectAsDefined(device, flavour, rows, {6, 2, 0}, {3, 4, 1, 0.5});
        expectAsDefined(device, flavour, rows, test::allRows(7), {9, 17, 0.3, 0.2});
      }
    expectAsDefined(device, KernelFlavour::wide, randomRows(1, 6), {0}, {1, 1, 1, 0.5});
  });
}

/// More pairs than are there at a time: 8192.
TEST(FactoredDevice, goesThroughPairsInSlices) {
  const TrainingRows rows = randomRows(3, 131);
  Progress none;
  const auto weights = startingWeights<float>(rows, {2, 3, 1, 0.5}, 1);
  FactoredWeights<float> native = weights;
  FactoredPass<float> pass(rows.length(), 2);
  CouplingPanels<float> D(rows.length());
  double expected = 0.02 * pass.forward(weights, 2, none);
  expected += PanelLikelihood<float>(rows).evaluate({0, 1, 2}, pass.couplings(), weights.bias, D, native.bias, 2, none);
  pass.backward(weights, D, 0.02, native, 2, none);
  const auto inDouble = [](const Array<float>& values) {
    return Array<double>(values.shape(), std::vector<double>(values.begin(), values.end()));
  };
  onEveryDevice([&](Device& device) {
    for (const KernelFlavour flavour : kFlavours) {
      FactoredWeights<float> found = weights;
      FactoredDevice onDevice({rows, 3}, 2, 3, device, flavour);
      const double ofRows = onDevice.evaluate({0, 1, 2}, weights, 0.02, found, 2, none);
      EXPECT_NEAR(ofRows + 0.02 * onDevice.sumOfSquares(), expected, 1e-5 * expected);
      EXPECT_LE(test::worst(found.query, inDouble(native.query)), 1e-4);
      EXPECT_LE(test::worst(found.key, inDouble(native.key)), 1e-4);
      EXPECT_LE(test::worst(found.value, inDouble(native.value)), 1e-4);
      EXPECT_LE(test::worst(found.bias, inDouble(native.bias)), 1e-4);
    }
  });
}

TEST(LikelihoodDevice, isThatOfTheDefinitionByBothKernels) {
  const TrainingRows rows = randomRows(9, 13);
  const std::vector<Index> batch{8, 0, 3, 5};
  Array<double> W = deterministicArray<double>(7, {13, 20, 13, 20}, 0.4);
  const Array<double> b = deterministicArray<double>(8, {13, 20}, 0.4);
  for (Index i = 0; i < 13; ++i)
    for (Index a = 0; a < 20; ++a)
      for (Index j = 0; j <= i; ++j)
        for (Index c = 0; c < 20; ++c) W(i, a, j, c) = i == j ? 0 : W(j, c, i, a);
  const PairObjective expected = pairObjective(rows, batch, W, b, {0, 0});
  Progress none;
  onEveryDevice([&](Device& device) {
    for (const KernelFlavour flavour : kFlavours) {
      CouplingPanels<float> D(13);
      Array<float> biases({13, 20});
      LikelihoodDevice likelihood({rows, 4}, device, flavour);
      const double value = likelihood.evaluate(batch, panelsOf(as<float>(W)), as<float>(b), D, biases, 2, none);
      EXPECT_NEAR(value, expected.value, 1e-5 * expected.value);
      EXPECT_LE(test::worst(arrayOf(D), expected.couplings), 2e-5);
      EXPECT_LE(test::worst(biases, expected.biases), 2e-5);
    }
  });
}

TrainingPlan tinyPlan() {
  TrainingPlan plan;
  plan.steps = 101;
  plan.batch = 12;
  plan.seed = TinyCase::kSeed;
  return plan;
}

TEST(FactoredTraining, onDevicesGoesTheWayOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  onEveryDevice([&](Device& device) {
    Diagnostics diagnostics;
    Progress none;
    FactoredTraining<float> training(rows, TinyCase::sizes(), tinyPlan());
    training.computeOn(&device, diagnostics);
    const auto before = device.numDone();
    for (Index k = 0; k < 101; ++k) training.step(2, none);
    EXPECT_EQ(device.numDone() - before, 101U);
    const auto& expected = tiny.numbers.at("cosine");
    for (const auto& [step, tolerance] :
         {std::pair{0, 1e-6}, std::pair{1, 1e-5}, std::pair{10, 1e-4}, std::pair{100, 1e-3}}) {
      const std::string name = "after " + std::to_string(step);
      if (expected.contains(name)) {
        EXPECT_NEAR(training.losses().at(std::size_t(step)) / expected.at(name).get<double>(), 1, tolerance) << name;
      }
    }
    EXPECT_THAT(diagnostics.warnings(), IsEmpty());
  });
}

TEST(PottsTraining, onDevicesGoesTheWayOfTheReferenceCase) {
  const TinyCase tiny;
  const TrainingRows rows = tiny.rows();
  onEveryDevice([&](Device& device) {
    Diagnostics diagnostics;
    Progress none;
    TrainingPlan plan = pottsPlan(rows);
    plan.rate = 0.5;
    plan.steps = 101;
    PottsTraining<float> training(rows, plan);
    training.computeOn(&device, diagnostics);
    for (Index k = 0; k < 101; ++k) training.step(2, none);
    EXPECT_NEAR(training.losses().at(100) / tiny.numbers.at("potts").at("after 100").get<double>(), 1, 1e-4);
    EXPECT_THAT(diagnostics.warnings(), IsEmpty());
  });
}

/// J after 20 steps within 1e-4 of the native one.
TEST(FactoredTraining, onDevicesStaysNearTheNativePath) {
  const TrainingRows rows = randomRows(60, 40);
  TrainingPlan plan;
  plan.batch = 16;
  FactoredTraining<float> native(rows, {8, 8, 0.25, 0.1}, plan);
  Progress none;
  for (Index k = 0; k < 20; ++k) native.step(2, none);
  onEveryDevice([&](Device& device) {
    Diagnostics diagnostics;
    FactoredTraining<float> training(rows, {8, 8, 0.25, 0.1}, plan);
    training.computeOn(&device, diagnostics);
    for (Index k = 0; k < 20; ++k) training.step(2, none);
    EXPECT_NEAR(training.losses().back() / native.losses().back(), 1, 1e-4);
    EXPECT_LE(
        test::worst(training.maps(2, none), as<double>(Array<double>(native.maps(2, none).shape(),
                                                                     std::vector<double>(native.maps(2, none).begin(),
                                                                                         native.maps(2, none).end())))),
        1e-3);
  });
}

TEST(FactoredTraining, cancelledOnDevicesGoesOnWithTheSameBits) {
  const TrainingRows rows = TinyCase().rows();
  onEveryDevice([&](Device& device) {
    Diagnostics diagnostics;
    Progress none;
    const auto begun = [&] {
      FactoredTraining<float> training(rows, TinyCase::sizes(), tinyPlan());
      training.computeOn(&device, diagnostics);
      training.step(2, none);
      return training;
    };
    FactoredTraining<float> whole = begun();
    whole.step(2, none);
    for (const int reports : {0, 1, 5, 9, 14, 20}) {
      FactoredTraining<float> stopped = begun();
      const ArrayBundle before = stopped.learned();
      StopAfter stop(reports);
      EXPECT_THROW(stopped.step(2, stop), Cancelled) << reports;
      EXPECT_TRUE(stopped.learned() == before);
      stopped.step(2, none);
      EXPECT_TRUE(stopped.learned() == whole.learned());
    }
  });
}

/// Rows whose numbers alone are more than any device has: nothing is taken before that is told.
TEST(FactoredDevice, saysWhatItNeedsAndWhatThereIs) {
  TrainingRows rows = randomRows(2, 1000);
  onEveryDevice([&](Device& device) {
    const std::string error = test::errorOf([&] { FactoredDevice({rows, 2}, 10'000'000, 512, device); });
    EXPECT_THAT(error, HasSubstr("training needs "));
    EXPECT_THAT(error, HasSubstr(" MB, the device has "));
  });
}

TEST(FactoredTraining, goesOnNativelyWhereTheDeviceFails) {
  const TrainingRows rows = TinyCase().rows();
  onEveryDevice([&](Device& device) {
    Diagnostics diagnostics;
    Progress none;
    FactoredTraining<float> native(rows, TinyCase::sizes(), tinyPlan()), training = native;
    training.computeOn(&device, diagnostics);
    {
      const test::TemporaryFolder folder;
      test::writeText(folder.path() / "factored_pass.cl", "no kernel");
      const test::Setting kernels("HEADLIGHT_KERNELS", folder.path().c_str());
      training.step(2, none);
    }
    training.step(2, none);
    native.step(2, none);
    native.step(2, none);
    EXPECT_TRUE(training.learned() == native.learned());
    EXPECT_THAT(diagnostics.warnings(), ElementsAre(HasSubstr("learned on the native CPU path from step 1 on")));
  });
}

TEST(PairTraining, withoutAPairOrARowNeedsNoDevice) {
  onEveryDevice([&](Device& device) {
    for (const Index length : {0, 1, 2})
      for (const Index count : {0, 1}) {
        const TrainingRows rows = randomRows(count, length);
        Diagnostics diagnostics;
        Progress none;
        FactoredTraining<float> factored(rows, {2, 3, 0.25, 0.1}, TrainingPlan());
        PottsTraining<float> potts(rows, pottsPlan(rows));
        factored.computeOn(&device, diagnostics);
        potts.computeOn(&device, diagnostics);
        for (int k = 0; k < 3; ++k) {
          factored.step(1, none);
          potts.step(1, none);
        }
        EXPECT_TRUE(std::isfinite(factored.losses().back()) && std::isfinite(potts.losses().back()));
        EXPECT_THAT(diagnostics.warnings(), IsEmpty());
      }
  });
}

}  // namespace pair_step_device_test
