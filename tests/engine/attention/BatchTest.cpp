// Batches: a batch gives what its items give alone, whatever the mechanism.
#include "engine/attention/Batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/attention/HeadAxes.h"
#include "engine/attention/ShapeText.h"
#include "engine/attention/gradients/GradientsOf.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/BatchOf.h"
#include "tests/engine/attention/gradients/GradientCase.h"
#include "tests/support/ErrorOf.h"

namespace batch_test {

using namespace engine;
using test::batchOf;
using test::stacked;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ArrayBundle run(const Mechanism& mechanism, const ArrayBundle& inputs, Precision precision = Precision::float32,
                const ParameterValues& values = {}, Device* device = nullptr) {
  Diagnostics diagnostics;
  Progress none;
  return mechanism.run(inputs, values, precision, {device, 1}, diagnostics, none);
}

std::string errorOf(const char* id, const ArrayBundle& inputs) {
  return test::errorOf([&] { run(findMechanism(id), inputs); });
}

/// Element k of the first axis.
AnyArray itemOf(const AnyArray& all, Index k) {
  return std::visit(
      [&](const auto& whole) -> AnyArray {
        std::decay_t<decltype(whole)> item({whole.shape().begin() + 1, whole.shape().end()}, Untouched{}, whole.name);
        std::copy_n(whole.begin() + k * item.size(), item.size(), item.begin());
        return item;
      },
      all);
}

/// Equal, also where both are no number.
bool isSame(const AnyArray& a, const AnyArray& b) {
  if (a.index() != b.index() || shapeOf(a) != shapeOf(b)) return false;
  return std::visit(
      [&](const auto& values) {
        const auto& others = std::get<std::decay_t<decltype(values)>>(b);
        for (Index k = 0; k < values.size(); ++k)
          if (!(values[k] == others[k]) && !(values[k] != values[k] && others[k] != others[k])) return false;
        return true;
      },
      a);
}

bool isOneByOne(const Mechanism& mechanism) { return takesBatches(mechanism.inputs()); }

/// Another input of the same shapes: all real numbers a little larger.
ArrayBundle other(ArrayBundle arrays) {
  for (auto& [name, array] : arrays)
    if (auto* values = std::get_if<Array<float>>(&array))
      for (float& value : *values) value *= 1.01f;
  return arrays;
}

void expectItems(const ArrayBundle& batch, const std::vector<ArrayBundle>& items, const std::string& what) {
  ASSERT_EQ(batch.size(), items.front().size()) << what;
  for (const auto& [name, array] : batch) {
    ASSERT_EQ(shapeOf(array).front(), std::ssize(items)) << what << ": " << name;
    for (size_t k = 0; k < items.size(); ++k)
      EXPECT_TRUE(isSame(itemOf(array, static_cast<Index>(k)), items[k].at(name))) << what << ": " << name << " " << k;
  }
}

TEST(Batches, ofTwoGiveWhatTheItemsGiveAloneBitForBit) {
  int numMechanisms = 0;
  for (const auto& mechanism : mechanisms()) {
    if (!isOneByOne(*mechanism)) continue;
    ++numMechanisms;
    const std::vector<ArrayBundle> items{mechanism->sampleInput(), other(mechanism->sampleInput())};
    for (const Precision precision : {Precision::float32, Precision::float64})
      expectItems(run(*mechanism, batchOf(items), precision),
                  {run(*mechanism, items[0], precision), run(*mechanism, items[1], precision)}, mechanism->id());
  }
  EXPECT_GE(numMechanisms, 24);
}

TEST(Batches, shareTheArraysWithoutTheAxis) {
  for (const auto& mechanism : mechanisms()) {
    if (!isOneByOne(*mechanism)) continue;
    const std::string first = mechanism->inputs().front().name;
    ArrayBundle one = mechanism->sampleInput(), two = one, both = one;
    two[first] = other(one).at(first);
    both[first] = stacked({one.at(first), two.at(first)});
    expectItems(run(*mechanism, both), {run(*mechanism, one), run(*mechanism, two)}, mechanism->id());
  }
}

/// Whether the array has a batch axis, by the letters of a mechanism that deals with batches itself: B and H in front
/// may be absent, H first.
bool hasOwnBatch(const ArrayDescription& description, const AnyArray& array) {
  const std::vector<std::string> axes = axesOf(description.shape);
  const size_t rank = shapeOf(array).size(), numHeads = axes.size() > 1 && axes[1] == "H" ? 1 : 0;
  return axes.front() == "B" && rank + numHeads >= axes.size();
}

/// The sample's first item alone and twice.
std::pair<ArrayBundle, ArrayBundle> singleAndTwice(const Mechanism& mechanism) {
  ArrayBundle single = mechanism.sampleInput(), twice = single;
  for (const ArrayDescription& description : mechanism.inputs()) {
    const auto given = single.find(description.name);
    if (given == single.end() || axesOf(description.shape).front() != "B") continue;
    const bool hasBatch = description.name == "valid_lens" || hasOwnBatch(description, given->second);
    const AnyArray item = hasBatch ? itemOf(given->second, 0) : given->second;
    single[description.name] = stacked({item});
    twice[description.name] = stacked({item, item});
  }
  return {single, twice};
}

TEST(Batches, ofTwoGiveTwiceTheResultWhereTheMechanismKnowsThem) {
  std::set<std::string> ids;
  for (const auto& mechanism : mechanisms()) {
    if (isOneByOne(*mechanism)) continue;
    ids.insert(mechanism->id());
    const auto [single, twice] = singleAndTwice(*mechanism);
    const ArrayBundle one = run(*mechanism, single, Precision::float64),
                      two = run(*mechanism, twice, Precision::float64);
    ASSERT_EQ(one.size(), two.size());
    for (const ArrayDescription& description : mechanism->outputs()) {
      if (one.count(description.name) == 0 || axesOf(description.shape).front() != "B") continue;
      const AnyArray expected = itemOf(one.at(description.name), 0), &found = two.at(description.name);
      ASSERT_EQ(shapeOf(found).front(), 2) << mechanism->id() << ": " << description.name;
      for (const Index item : {0, 1})
        EXPECT_TRUE(isSame(itemOf(found, item), expected)) << mechanism->id() << ": " << description.name;
    }
  }
  EXPECT_THAT(ids, ElementsAre("additive", "bahdanau-decoder", "dot", "multi-head", "multiplicative", "performer",
                               "volume-preserving"));
}

TEST(Batches, ofOneAndOfNoneHaveTheirAxis) {
  for (const auto& mechanism : mechanisms()) {
    if (!isOneByOne(*mechanism)) continue;
    const ArrayBundle item = mechanism->sampleInput(), alone = run(*mechanism, item);
    expectItems(run(*mechanism, batchOf({item})), {alone}, mechanism->id());
    const std::string first = mechanism->inputs().front().name;
    ArrayBundle none = item;
    std::visit(
        [&](const auto& array) {
          Shape shape = array.shape();
          shape.insert(shape.begin(), 0);
          using Values = std::decay_t<decltype(array)>;
          none[first] = Values(shape, typename Values::Value{}, first);
        },
        item.at(first));
    for (const auto& [name, array] : run(*mechanism, none)) {
      const Shape& shape = shapeOf(array);
      EXPECT_EQ(shape.size(), shapeOf(alone.at(name)).size() + 1) << mechanism->id() << ": " << name;
      EXPECT_EQ(shape.front(), 0) << mechanism->id() << ": " << name;
    }
    EXPECT_TRUE(mapsOfOutputs(*mechanism, run(*mechanism, none)).empty()) << mechanism->id();
  }
}

TEST(Batches, onADeviceGiveWhatTheItemsGiveThere) {
  for (const std::string& backend : test::backends()) {
    Device* const device = test::deviceOf(backend);
    for (const auto& mechanism : mechanisms()) {
      if (device == nullptr || !isOneByOne(*mechanism)) continue;
      const std::vector<ArrayBundle> items{mechanism->sampleInput(), other(mechanism->sampleInput())};
      const bool isUsed = mechanism->runsOnDevice(items[0], {}, Precision::float32);
      EXPECT_EQ(mechanism->runsOnDevice(batchOf(items), {}, Precision::float32), isUsed) << mechanism->id();
      if (!isUsed) continue;
      const auto onDevice = [&](const ArrayBundle& arrays) {
        return run(*mechanism, arrays, Precision::float32, {}, device);
      };
      expectItems(onDevice(batchOf(items)), {onDevice(items[0]), onDevice(items[1])}, mechanism->id());
    }
  }
}

TEST(Batches, ofDifferentSizesAreAnErrorWithBothArraysAndShapes) {
  ArrayBundle inputs = findMechanism("axial-row").sampleInput();
  const AnyArray X = inputs.at("X");  // (3, 4, 8)
  inputs["X"] = stacked({X, X});
  inputs["padding"] = Array<Bool>({3, 3, 4}, Bool{}, "padding");
  EXPECT_THAT(errorOf("axial-row", inputs), AllOf(HasSubstr("array padding of shape (3, 3, 4): found a batch of 3"),
                                                  HasSubstr("expected 2 items as in array X of shape (2, 3, 4, 8)")));
}

TEST(Batches, sayWhichItemHasAFault) {
  ArrayBundle inputs = findMechanism("direct").sampleInput();
  const AnyArray pair = inputs.at("pair");
  inputs["pair"] = stacked({pair, pair});
  inputs["msa"] = Array<float>({1, 2, 3}, 0.5f, "msa");
  EXPECT_THAT(errorOf("direct", inputs),
              AllOf(HasSubstr("item 1 of 2 of the batch: array msa"), HasSubstr("(1, 2, 3)")));
  ArrayBundle tokens = findMechanism("rosettafold-msa").sampleInput();
  const AnyArray msa = tokens.at("msa");
  AnyArray wrong = msa;
  std::visit([](auto& numbers) { numbers[0] = {100}; }, wrong);
  tokens["msa"] = stacked({msa, wrong});
  EXPECT_THAT(errorOf("rosettafold-msa", tokens), HasSubstr("item 2 of 2 of the batch: "));
}

TEST(Batches, sayAWarningOnceWithTheNumberOfItems) {
  ArrayBundle inputs = findMechanism("nadaraya-watson").sampleInput();
  const auto queries = std::get<Array<float>>(inputs.at("queries"));
  Array<float> away = queries;
  for (float& place : away) place = 1e6f;
  inputs["queries"] = stacked({away, queries, away});
  ParameterValues values;
  values.set("kernel", std::string("boxcar"));
  Diagnostics diagnostics;
  Progress none;
  findMechanism("nadaraya-watson").run(inputs, values, Precision::float32, {nullptr, 1}, diagnostics, none);
  EXPECT_THAT(diagnostics.warnings(), ElementsAre(HasSubstr("(2 of 3 items of the batch)")));
}

TEST(Batches, costAsMuchAsTheirItems) {
  for (const auto& mechanism : mechanisms()) {
    if (!isOneByOne(*mechanism)) continue;
    const ArrayBundle item = mechanism->sampleInput(), batch = batchOf({item, item, item});
    const Cost one = mechanism->costOf(item, {}, Precision::float32),
               all = mechanism->costOf(batch, {}, Precision::float32);
    EXPECT_DOUBLE_EQ(all.flops, 3 * one.flops) << mechanism->id();
    EXPECT_DOUBLE_EQ(all.bytes, 3 * one.bytes) << mechanism->id();
    EXPECT_DOUBLE_EQ(all.memory, 4 * one.memory) << mechanism->id();
  }
}

/// Keeps what is reported, and asks to stop after so many reports.
class Listener : public Progress {
 public:
  explicit Listener(size_t last) : m_last(last) {}
  bool cancelled() const override { return fractions.size() >= m_last; }
  std::vector<double> fractions;
  std::vector<std::string> steps;

 protected:
  void report(double fraction, std::string_view step) override {
    fractions.push_back(fraction);
    steps.emplace_back(step);
  }

 private:
  size_t m_last;
};

TEST(Batches, reportTheirProgressAndStopBetweenItems) {
  const Mechanism& mechanism = findMechanism("triangle-outgoing");
  const ArrayBundle item = mechanism.sampleInput(), batch = batchOf({item, item, item, item});
  Diagnostics diagnostics;
  Listener all(1000);
  mechanism.run(batch, {}, Precision::float32, {nullptr, 1}, diagnostics, all);
  size_t begun = 0;
  for (size_t k = 0; k < all.steps.size(); ++k) {
    if (all.steps[k].starts_with("item ")) {
      EXPECT_EQ(all.fractions[k], 0.25 * double(begun++));
    }
    EXPECT_GE(all.fractions[k], 0.25 * double(begun - 1));
    EXPECT_LE(all.fractions[k], 0.25 * double(begun));
  }
  EXPECT_THAT(all.steps, ::testing::IsSupersetOf({"item 1 of 4 of the batch", "item 4 of 4 of the batch"}));
  const auto third = std::find(all.steps.begin(), all.steps.end(), "item 3 of 4 of the batch");
  Listener some(static_cast<size_t>(third - all.steps.begin()));
  EXPECT_THROW(mechanism.run(batch, {}, Precision::float32, {nullptr, 1}, diagnostics, some), Cancelled);
  EXPECT_LT(some.fractions.back(), 0.5 + 1e-9);
}

TEST(Batches, showTheMapsOfEveryItem) {
  for (const char* id : {"geometric", "tied-row", "nadaraya-watson", "equivariant"}) {
    const Mechanism& mechanism = findMechanism(id);
    const std::vector<ArrayBundle> items{mechanism.sampleInput(), other(mechanism.sampleInput())};
    const std::vector<NamedMaps> maps = mapsOfOutputs(mechanism, run(mechanism, batchOf(items)));
    for (size_t kind = 0; kind < maps.size(); ++kind) {
      const HeadSet& all = *maps[kind].heads;
      all.validate();
      for (Index k = 0; k < 2; ++k) {
        const auto alone = mechanism.maps(run(mechanism, items[static_cast<size_t>(k)]));
        const HeadSet& one = *alone[kind].heads;
        const bool areHeads = one.numHeads == 1;
        EXPECT_EQ(areHeads ? headUnit(all) : layerUnit(all), kBatchItem) << id;
        EXPECT_EQ(all.queryUnit, one.queryUnit);
        for (Index head = 0; head < one.numHeads; ++head)
          EXPECT_EQ(all.map(areHeads ? 0 : k, areHeads ? k : head)->weights, one.map(0, head)->weights) << id;
      }
    }
  }
}

TEST(Batches, ofMapsByRowAndHeadAreASetForEachItem) {
  const Mechanism& mechanism = findMechanism("axial-row");
  ParameterValues values;
  values.set("heads", std::int64_t{2});
  const std::vector<ArrayBundle> items{mechanism.sampleInput(), other(mechanism.sampleInput())};
  const auto maps = mapsOfOutputs(mechanism, run(mechanism, batchOf(items), Precision::float32, values));
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_THAT(maps[1].title, HasSubstr("batch item 2"));
  EXPECT_EQ(layerUnit(*maps[1].heads), kRowUnit);
  const auto alone = mechanism.maps(run(mechanism, items[1], Precision::float32, values));
  EXPECT_EQ(maps[1].heads->map(2, 1)->weights, alone[0].heads->map(2, 1)->weights);
}

TEST(Batches, haveTheGradientsOfTheirItems) {
  Progress none;
  for (const auto& mechanism : mechanisms()) {
    if (!isOneByOne(*mechanism) || !hasGradients(*mechanism)) continue;
    const std::vector<ArrayBundle> items{mechanism->sampleInput(), other(mechanism->sampleInput())};
    // The first output that has gradients.
    Tape<double> tape;
    const RecordedMechanism recorded = recordMechanism(tape, *mechanism, items[0], {}, none);
    const std::string output = recorded.outputs.rbegin()->first;
    const ArrayBundle all = gradientsOf(output, *mechanism, batchOf(items), {}, none);
    for (size_t k = 0; k < 2; ++k) {
      const ArrayBundle one = gradientsOf(output, *mechanism, items[k], {}, none);
      for (const auto& [name, gradient] : one) {
        if (shapeOf(gradient).empty()) continue;  // of a parameter: the sum over the items
        EXPECT_TRUE(isSame(itemOf(all.at(name), static_cast<Index>(k)), gradient)) << mechanism->id() << ": " << name;
      }
    }
  }
}

TEST(Batches, haveGradientsOfWhatTheyShare) {
  test::GradientCase rows("axial-row");
  const AnyArray X = rows.inputs.at("X");
  rows.with("X", stacked({X, test::sample(9, shapeOf(X))}));
  test::expectGradientsOfMechanism(rows.set("heads", std::int64_t{2}));
  test::GradientCase curve("nadaraya-watson");  // with a parameter that has a gradient
  curve.with("values", test::sample(10, {3, 5}));
  test::expectGradientsOfMechanism(curve);
  curve.with("values", test::sample(10, {0, 5}));
  test::expectGradientsOfMechanism(curve);
}

/// The nodes of both, those of the second moved away.
ArrayBundle asOneGraph(const ArrayBundle& first, const ArrayBundle& second, double away) {
  ArrayBundle both = first;
  for (const char* name : {"pos", "f"}) {
    const Array<double> a = numbersOf<double>(first, name), b = numbersOf<double>(second, name);
    Array<double> joined({a.length(0) + b.length(0), a.length(1)}, 0, name);
    std::copy(a.begin(), a.end(), joined.begin());
    for (Index k = 0; k < b.size(); ++k) joined[a.size() + k] = b[k] + (std::string(name) == "pos" ? away : 0);
    both[name] = joined;
  }
  return both;
}

TEST(Batches, ofGraphsWithOtherNumbersOfEdgesAreOneGraph) {
  for (const char* id : {"equivariant", "se3-transformer"}) {
    const Mechanism& mechanism = findMechanism(id);
    const ArrayBundle near = mechanism.sampleInput();
    ArrayBundle apart = near;
    Array<double> pos = numbersOf<double>(near, "pos");
    for (Index node = 0; node < 4; ++node) pos(node, 0) -= 50 * double(node);
    apart["pos"] = pos;
    ArrayBundle batch = near;
    batch["pos"] = stacked({numbersOf<double>(near, "pos"), pos});
    EXPECT_THAT(errorOf(id, batch), AllOf(HasSubstr("for item 2 of 2 of the batch"), HasSubstr("as for the first")));
    const ArrayBundle one = run(mechanism, near, Precision::float64), two = run(mechanism, apart, Precision::float64);
    const Array<double> a = numbersOf<double>(one, "out"), b = numbersOf<double>(two, "out");
    const auto expectBoth = [&](const ArrayBundle& inputs) {
      const ArrayBundle both = run(mechanism, inputs, Precision::float64);
      const Array<double> joined = numbersOf<double>(both, "out");
      ASSERT_EQ(joined.size(), a.size() + b.size());
      for (Index k = 0; k < a.size(); ++k) EXPECT_NEAR(joined[k], a[k], 1e-10) << id;
      for (Index k = 0; k < b.size(); ++k) EXPECT_NEAR(joined[a.size() + k], b[k], 1e-10) << id;
      EXPECT_EQ(shapeOf(both.at("edges"))[0], shapeOf(one.at("edges"))[0] + shapeOf(two.at("edges"))[0]);
    };
    expectBoth(asOneGraph(near, apart, 1000));
    ArrayBundle mixed = asOneGraph(near, apart, 0);  // in the same place, told apart by number
    mixed["graph"] = Array<std::int64_t>({8}, {5, 5, 5, 5, -1, -1, -1, -1}, "graph");
    expectBoth(mixed);
    test::GradientCase given(id);
    for (const char* name : {"pos", "f", "graph"}) given.with(name, mixed.at(name));
    test::expectGradientsOfMechanism(given, 2);
    mixed["graph"] = Array<std::int64_t>({7}, 0, "graph");
    EXPECT_THAT(errorOf(id, mixed), AllOf(HasSubstr("array graph: found shape (7)"), HasSubstr("(8) = (N)")));
  }
}

}  // namespace batch_test
