// Whatever an operation gives is opened again as the same thing, out of every format that can hold all of it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/attention/HeadAxes.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "engine/operations/ArrayMeaning.h"
#include "engine/operations/MapsOfArrays.h"
#include "engine/report/Describe.h"
#include "engine/report/Export.h"
#include "tests/engine/operations/OperationRuns.h"
#include "tests/engine/operations/SameAlignment.h"

namespace round_trip_test {

using namespace engine;

/// Formats that hold everything, names of axes and labels too.
bool holdsAll(const std::string& suffix) { return suffix == ".npz" || suffix == ".safetensors"; }

/// Files for other programs: what is in them is less, or another thing, and nothing reads it as what it came from.
bool isForOthers(DatasetKind kind, const std::string& suffix) {
  if (suffix == ".json") return true;
  // One array without a name: nothing says that numbers are maps unless their rows sum to 1.
  if (suffix == ".npy") return kind == DatasetKind::heads;
  if (kind == DatasetKind::features) return suffix == ".tsv";
  // A report of hits, and the rows of an alignment.
  if (kind == DatasetKind::profileAlignment) return !holdsAll(suffix);
  return kind == DatasetKind::searchResult && suffix != ".hhr";
}

std::vector<std::string> suffixesOf(const Dataset& dataset) {
  std::string text = exportSuffixes(dataset);
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

void expectSameMap(const AttentionMap& found, const AttentionMap& expected, bool isWhole) {
  EXPECT_EQ(found.weights, expected.weights);
  if (!isWhole) return;
  EXPECT_EQ(maskedCells(found), maskedCells(expected));
  EXPECT_EQ(found.label, expected.label);
}

void expectSameHeads(const HeadSet& found, const HeadSet& expected, bool isWhole) {
  ASSERT_EQ(found.count(), expected.count());
  ASSERT_EQ(found.numHeads, expected.numHeads);
  for (Index k = 0; k < expected.count(); ++k) {
    const Index layer = k / expected.numHeads, head = k % expected.numHeads;
    expectSameMap(*found.map(layer, head), *expected.map(layer, head), isWhole);
  }
  if (!isWhole) return;
  EXPECT_EQ(found.areHeads, expected.areHeads);
  EXPECT_EQ(found.arrayName, expected.arrayName);
  EXPECT_EQ(found.unit, expected.unit);
  EXPECT_EQ(found.queryUnit + ", " + found.keyUnit, expected.queryUnit + ", " + expected.keyUnit);
  EXPECT_EQ(layerUnit(found) + ", " + headUnit(found), layerUnit(expected) + ", " + headUnit(expected));
  EXPECT_EQ(found.queryLetters, expected.queryLetters);
  EXPECT_EQ(found.keyLetters, expected.keyLetters);
  EXPECT_EQ(found.queryTokens, expected.queryTokens);
  EXPECT_EQ(found.keyTokens, expected.keyTokens);
}

/// By which other datasets are linked.
void expectSameResidues(const Dataset& found, const Dataset& expected) {
  if (!expected.axes.empty()) return;
  const std::vector<Residues> parts = kindOf(found).parts(found), wanted = kindOf(expected).parts(expected);
  ASSERT_EQ(parts.size(), wanted.size());
  for (size_t k = 0; k < parts.size(); ++k) {
    EXPECT_EQ(parts[k].codes, wanted[k].codes);
    EXPECT_EQ(parts[k].positions, wanted[k].positions);
  }
}

void expectSame(const Dataset& found, const Dataset& expected, bool isWhole) {
  ASSERT_EQ(kindName(found.kind()), kindName(expected.kind()));
  EXPECT_EQ(datasetLine(found), datasetLine(expected));
  if (const auto* heads = expected.as<HeadSet>()) expectSameHeads(*found.as<HeadSet>(), *heads, isWhole);
  if (const auto* both = expected.as<ProfileAlignment>())
    test::expectSameAlignment(*found.as<ProfileAlignment>(), *both);
  if (!isWhole) return;
  expectSameResidues(found, expected);
  if (expected.kind() != DatasetKind::headTable) {  // whose numbers are told with six digits
    EXPECT_EQ(kindOf(found).facts(found), kindOf(expected).facts(expected));
  }
  EXPECT_EQ(operationOf(found), expected.as<ArrayBundle>() ? operationOf(expected) : std::string());
  const std::vector<ArrayMeaning> meanings = meaningsOf(found), wanted = meaningsOf(expected);
  ASSERT_EQ(meanings.size(), wanted.size());
  for (size_t k = 0; k < wanted.size(); ++k) {
    EXPECT_EQ(meanings[k].name, wanted[k].name);
    EXPECT_EQ(meanings[k].axes, wanted[k].axes) << wanted[k].name;
  }
}

class RoundTrip : public test::OperationRuns {
 protected:
  Dataset reopened(const Dataset& result, const std::string& suffix) const {
    const std::filesystem::path path = folder.path() / ("result" + suffix);
    exportDataset(result, path);
    Diagnostics diagnostics;
    Progress progress;
    return load(path, diagnostics, progress);
  }
  DatasetPtr shared(Dataset dataset) const { return std::make_shared<const Dataset>(std::move(dataset)); }
  std::vector<Dataset> runOn(const char* operation, const DatasetPtr& input) const {
    Diagnostics diagnostics;
    Progress progress;
    return findOperation(operation).run({input}, {}, {}, diagnostics, progress);
  }
};

TEST_F(RoundTrip, statedPartsOfResultsAreThoseThatCanBeWritten) {
  for (const auto& operation : operations()) {
    std::set<std::string> found;
    for (const Dataset& result : run(*operation, {}))
      for (const Exporter& exporter : exporters())
        if (!exporter.part.empty() && exporter.kind == result.kind() &&
            result.provenance.request.operation == operation->id())
          found.insert(exporter.part);
    const std::vector<std::string> stated = operation->resultParts();
    EXPECT_THAT(stated, testing::UnorderedElementsAreArray(found)) << operation->id();
    for (const OperationInput& input : operation->inputs())
      EXPECT_THAT(stated, testing::Not(testing::Contains(input.name)));
  }
}

TEST_F(RoundTrip, everyResultOfEveryOperationIsOpenedAsTheSameThing) {
  for (const auto& operation : operations())
    for (const Dataset& result : run(*operation, {})) {
      bool isKept = false;
      for (const std::string& suffix : suffixesOf(result)) {
        SCOPED_TRACE(operation->id() + ": " + result.id.text() + " as " + suffix);
        if (isForOthers(result.kind(), suffix)) continue;
        expectSame(reopened(result, suffix), result, holdsAll(suffix));
        isKept = true;
      }
      EXPECT_TRUE(isKept) << operation->id() << ": nothing opens " << result.id.text() << " again";
    }
}

TEST_F(RoundTrip, arraysOfAMechanismGiveTheSameMapsAgain) {
  for (const auto& mechanism : mechanisms()) {
    SCOPED_TRACE(mechanism->id());
    std::vector<Dataset> results = run(findOperation("attention " + mechanism->id()), {});
    std::vector<Dataset> maps;
    DatasetPtr arrays;
    for (Dataset& result : results) {
      if (result.kind() == DatasetKind::heads)
        maps.push_back(std::move(result));
      else if (!arrays)
        arrays = shared(std::move(result));
    }
    ASSERT_TRUE(arrays);
    for (const char* suffix : {".npz", ".safetensors"}) {
      SCOPED_TRACE(suffix);
      const DatasetPtr again = shared(reopened(*arrays, suffix));
      EXPECT_EQ(hasMaps(*again), !maps.empty());
      if (maps.empty()) continue;
      const std::vector<Dataset> found = runOn("maps", again);
      ASSERT_EQ(found.size(), maps.size());
      for (size_t k = 0; k < maps.size(); ++k) {
        expectSameHeads(*found[k].as<HeadSet>(), *maps[k].as<HeadSet>(), true);
        EXPECT_EQ(found[k].as<HeadSet>()->map(0, 0)->scores, maps[k].as<HeadSet>()->map(0, 0)->scores);
      }
    }
  }
}

TEST_F(RoundTrip, geometricAttentionOfAStructureComesBackWithResiduesAndLabels) {
  Structure structure = test::lactateDehydrogenase();
  structure.chains.front().residues.resize(kResidues);
  const std::vector<Dataset> results = runOn("attention geometric", test::datasetOf("structure", structure));
  ASSERT_EQ(results.size(), 2u);
  for (const char* suffix : {".npz", ".safetensors"}) {
    SCOPED_TRACE(suffix);
    const DatasetPtr arrays = shared(reopened(results[1], suffix));
    ASSERT_TRUE(hasMaps(*arrays));
    expectSameHeads(*runOn("maps", arrays).front().as<HeadSet>(), *results[0].as<HeadSet>(), true);
    expectSameHeads(*reopened(results[0], suffix).as<HeadSet>(), *results[0].as<HeadSet>(), true);
  }
  EXPECT_EQ(results[0].as<HeadSet>()->queryLetters.size(), size_t(kResidues));
  EXPECT_NE(results[0].as<HeadSet>()->map(0, 0)->label, "");
}

TEST_F(RoundTrip, whatIsReadFromAFileIsWrittenAsTheSameAgain) {
  for (const char* operation : {"geometry", "coevolution", "attention additive", "heads"}) {
    SCOPED_TRACE(operation);
    const Dataset first = run(findOperation(operation), {}).front();
    const Dataset second = reopened(first, ".npz"), third = reopened(second, ".npz");
    EXPECT_EQ(kindName(third.kind()), kindName(first.kind()));
    EXPECT_EQ(kindOf(third).facts(third), kindOf(second).facts(second));
  }
}

TEST_F(RoundTrip, aProfileIsRestoredFromItsArrays) {
  const Dataset result = run(findOperation("profile"), {}).front();
  const std::filesystem::path path = folder.path() / "arrays.npz";
  exportDataset(result, path, "arrays");
  Diagnostics diagnostics;
  Progress progress;
  const Dataset again = load(path, diagnostics, progress);
  ASSERT_EQ(kindName(again.kind()), "profile") << testing::PrintToString(diagnostics.warnings());
  const auto &found = *again.as<ProfileHmm>(), &expected = *result.as<ProfileHmm>();
  EXPECT_EQ(found.name, expected.name);
  EXPECT_EQ(found.masterLetters, expected.masterLetters);
  EXPECT_EQ(found.rows.size(), expected.rows.size());
  ASSERT_EQ(found.length(), expected.length());
  for (Index i = 0; i < expected.length(); ++i)
    for (Index a = 0; a < alphabet::kNumResidues; ++a)
      EXPECT_NEAR(found.emissions[size_t(i)][size_t(a)], expected.emissions[size_t(i)][size_t(a)], 1e-6);
  for (Index t = 0; t < kNumTransitions; ++t)
    EXPECT_FLOAT_EQ(float(found.transitions[3][size_t(t)]), float(expected.transitions[3][size_t(t)]));
  expectSameResidues(again, result);
}

TEST_F(RoundTrip, arraysThatNobodyHasSignedNeedTheirMechanismToBeNamed) {
  Diagnostics diagnostics;
  Progress progress;
  const ArrayBundle outputs{{"A", Array<float>({2, 3, 4}, 0.25F)}};
  const DatasetPtr arrays = test::datasetOf("a", outputs);
  const Operation& maps = findOperation("maps");
  EXPECT_FALSE(hasMaps(*arrays));
  EXPECT_THROW(maps.run({arrays}, {}, {}, diagnostics, progress), Error);
  ParameterValues values;
  values.set("mechanism", std::string("dot"));
  EXPECT_EQ(maps.run({arrays}, values, {}, diagnostics, progress).front().as<HeadSet>()->numHeads, 2);
  values.set("mechanism", std::string("additive"));
  const std::vector<Dataset> batch = maps.run({arrays}, values, {}, diagnostics, progress);
  EXPECT_EQ(headUnit(*batch.front().as<HeadSet>()), "batch item");
  values.set("mechanism", std::string("soft-tied"));
  const DatasetPtr empty = test::datasetOf("e", ArrayBundle{});
  EXPECT_THROW(maps.run({empty}, values, {}, diagnostics, progress), Error) << "none of its arrays is there";
}

TEST_F(RoundTrip, aNoteThatDoesNotFitIsSaidAndTheArraysAreOpened) {
  const std::vector<nlohmann::ordered_json> notes{{{"kind", "pair geometry"}, {"chain", "A"}},
                                                  {{"kind", "profile"}},
                                                  {{"kind", "features"}, {"model", 3}},
                                                  {{"kind", "head table"}, {"text", "no table"}},
                                                  {{"kind", "tree"}, {"text", "(("}},
                                                  {{"kind", "nothing"}},
                                                  {{"kind", 7}},
                                                  nlohmann::ordered_json::array()};
  for (const auto& note : notes) {
    SCOPED_TRACE(note.dump());
    const auto arrays = std::make_shared<const ArrayBundle>(
        withNote({{"distance", Array<float>({2, 2}, 1.0F)}, {"x", Array<float>({3})}}, note));
    for (const char* name : {"odd.npz", "odd.safetensors"}) {
      save(arrays, folder.path() / name);
      Diagnostics diagnostics;
      Progress progress;
      const Dataset dataset = load(folder.path() / name, diagnostics, progress);
      EXPECT_TRUE(dataset.as<ArrayBundle>());
      EXPECT_EQ(diagnostics.warnings().size(), 1u);
    }
  }
}

}  // namespace round_trip_test
