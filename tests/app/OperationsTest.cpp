// Every operation of the registry, run through the real program; and what each writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/attention/HeadSet.h"
#include "engine/attention/Mechanism.h"
#include "engine/datasets/FileNote.h"
#include "engine/io/Format.h"
#include "engine/io/WriteHeads.h"
#include "engine/operations/Operation.h"
#include "engine/structure/Structure.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"
#include "tests/support/NpzArrays.h"

namespace operations_test {

using namespace engine;
using nlohmann::json;
using test::ProgramRun;
using test::runProgram;
using test::TemporaryFolder;
using testing::HasSubstr;

const std::string kQuery = ">q1\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n>q2\nMKTAYLAKQRQLSFVKSHFARQLDERLGLIDVQ\n";
const std::string kTemplate = ">t1\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n>t2\nAAMKTAYLAKWRQLSFVKSHFARQLDDRLGLIDVQ\n";

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string nameOfOperation(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

std::vector<std::string> operationIds() {
  std::vector<std::string> ids;
  for (const auto& operation : operations()) ids.push_back(operation->id());
  return ids;
}

const Format& formatOf(const std::string& id) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&id](const auto& format) { return format->id() == id; });
  if (found == formats().end()) fail("no format ", id);
  return **found;
}

/// Two layers of a head each for the chain of 1LDM: each residue looks at itself and a little at all others.
HeadSet headsOfSample() {
  Diagnostics diagnostics;
  Progress progress;
  const Dataset sample = load(test::sampleFile("1ldm_A.pdb.gz"), diagnostics, progress);
  const std::vector<Residue>& residues = sample.as<Structure>()->chains.front().residues;
  const auto length = static_cast<Index>(residues.size());
  HeadSet heads;
  heads.numLayers = 2;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = length;
  for (const Residue& residue : residues) heads.queryLetters += residue.letter;
  heads.keyLetters = heads.queryLetters;
  for (Index k = 0; k < 2; ++k) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({length, length}, 0.5F / static_cast<float>(length), "attention");
    for (Index i = 0; i < length; ++i) map->weights(i, (i + 7 * k) % length) += 0.5F;
    heads.maps.push_back(std::move(map));
  }
  return heads;
}

/// A sparse autoencoder of three features for the states of esm2_tiny.
std::string autoencoderFile(const std::string& path) {
  constexpr Index kWidth = 40, kFeatures = 3;
  save(std::make_shared<const ArrayBundle>(ArrayBundle{{"encoder.weight", Array<float>({kFeatures, kWidth}, 0.1F)},
                                                       {"encoder.bias", Array<float>({kFeatures}, 1.0F)},
                                                       {"decoder.weight", Array<float>({kWidth, kFeatures}, 0.1F)},
                                                       {"decoder.bias", Array<float>({kWidth}, 0.0F)}}),
       path);
  return path;
}

/// A file that this input accepts.
std::string inputFile(const Operation& operation, const OperationInput& input, const std::filesystem::path& folder) {
  const auto accepts = [&input](DatasetKind kind) {
    return std::find(input.kinds.begin(), input.kinds.end(), kind) != input.kinds.end();
  };
  const std::filesystem::path path = folder / input.name;
  if (input.name == "translator") return test::sampleFile("translators/reverse.safetensors");
  if (operation.id() == "ablate-learned" && input.name == "alignment")
    return test::sampleFile("families/dhfr_4422.a2m.gz");  // which the weights were learned from
  if (operation.id() == "groups" && input.name == "groups") {
    save(std::make_shared<const ArrayBundle>(ArrayBundle{{"site", Array<double>({1}, 99.0)}}), path.string() + ".npz");
    return path.string() + ".npz";
  }
  if (input.name == "autoencoder") return autoencoderFile(path.string() + "_l1.safetensors");
  if (accepts(DatasetKind::modelWeights)) return test::dataFile("models/esm2_tiny.safetensors");
  if (accepts(DatasetKind::heads)) {
    writeHeads(headsOfSample(), path.string() + ".npz");
    return path.string() + ".npz";
  }
  if (input.name == "weights" && accepts(DatasetKind::arrays)) {
    save(std::make_shared<const ArrayBundle>(ArrayBundle{{"weights", Array<double>({2, 1}, 0.5)},
                                                         {"bias", Array<double>({1}, -1.0)}}),
         path.string() + ".npz");
    return path.string() + ".npz";
  }
  if (input.kinds.front() == DatasetKind::structure) return test::sampleFile("1ldm_A.pdb.gz");
  if (input.name == "trained") return test::sampleFile("families/dhfr_heads.safetensors");
  if (input.name == "arrays") {
    Diagnostics diagnostics;
    Progress progress;
    const Mechanism& dot = findMechanism("dot");
    const ArrayBundle outputs = dot.run(dot.sampleInput(), {}, Precision::float32, {}, diagnostics, progress);
    save(std::make_shared<const ArrayBundle>(withNote(outputs, {{"kind", "arrays"}, {"operation", "attention dot"}})),
         path.string() + ".npz");
    return path.string() + ".npz";
  }
  if (accepts(DatasetKind::arrays)) {
    const std::string mechanism = operation.id().substr(operation.id().find(' ') + 1);
    const std::filesystem::path file = path.string() + ".npz";
    save(std::make_shared<const ArrayBundle>(findMechanism(mechanism).sampleInput()), file);
    return file;
  }
  if (accepts(DatasetKind::structure)) return test::sampleFile("1ldm_A.pdb.gz");
  if (accepts(DatasetKind::searchResult) && !accepts(DatasetKind::alignment)) {
    test::writeText(path.string() + ".hhr", formatOf("hhr").sample());
    return path.string() + ".hhr";
  }
  if (accepts(DatasetKind::tree)) {
    test::writeText(path.string() + ".nwk", "(q1:1,q2:1);\n");  // of the rows of kQuery
    return path.string() + ".nwk";
  }
  test::writeText(path.string() + ".a3m", input.name == "template" ? kTemplate : kQuery);
  return path.string() + ".a3m";
}

/// A database of two alignments, with its own folder, or the name of a task.
std::string wordOf(const std::string& key, const std::filesystem::path& folder) {
  if (key == "task") return "reverse";
  EXPECT_EQ(key, "database");
  std::filesystem::create_directories(folder / key);
  test::writeText(folder / key / "related.a3m", kTemplate);
  test::writeText(folder / key / "other.a3m", ">o1\nGDSLWPRTNNEEGHVKKCWDAPLLTTSRYQNGEEFP\n");
  return folder / key;
}

/// No file holds a result of a search with its profiles: this operation works in documents only.
bool needsDocument(const Operation& operation) { return operation.id() == "hit"; }

std::vector<std::string> commandOf(const Operation& operation, const std::filesystem::path& folder) {
  std::vector<std::string> command = words(operation.id());
  for (const OperationInput& input : operation.inputs())
    if (!input.isOptional) command.push_back(inputFile(operation, input, folder));
  for (const std::string& key : operation.wordParameters()) command.push_back(wordOf(key, folder));
  const std::array<std::string, 6> runsModel{"model", "lens", "features", "jacobian", "ablate", "gradient"};
  if (std::find(runsModel.begin(), runsModel.end(), operation.id()) != runsModel.end())
    command.insert(command.end(), {"--sequence", "MKTAYI"});
  if (operation.id() == "train seq2seq") command.insert(command.end(), {"--steps", "2", "--judged", "16"});
  if (operation.id() == "train factored" || operation.id() == "train potts")
    command.insert(command.end(), {"--steps", "2"});
  if (operation.id() == "compare-couplings")
    command.insert(command.end(), {"--steps", "2", "--potts-steps", "2", "--heads", "2"});
  if (operation.id() == "ablate" || operation.id() == "ablate-learned") command.insert(command.end(), {"--ablate", "1.1"});
  return command;
}

std::vector<std::string> with(std::vector<std::string> command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

class EveryOperation : public testing::TestWithParam<std::string> {
 protected:
  const Operation& operation() const { return findOperation(GetParam()); }
  TemporaryFolder folder;
};

TEST_P(EveryOperation, describesItselfAndItsParameters) {
  EXPECT_NE(operation().title(), "");
  EXPECT_NE(operation().help(), "");
  for (const OperationInput& input : operation().inputs()) {
    EXPECT_NE(input.help, "") << input.name;
    EXPECT_FALSE(input.kinds.empty()) << input.name;
  }
  for (const Parameter& parameter : operation().parameters()) {
    EXPECT_NE(parameter.label, "") << parameter.key;
    EXPECT_NE(parameter.help, "") << parameter.key;
    EXPECT_NO_THROW(parseParameter(parameter, parameterText(parameter.standard))) << parameter.key;
  }
}

TEST_P(EveryOperation, helpNamesInputsAndParameters) {
  const ProgramRun run = runProgram(with(words(GetParam()), {"--help"}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.output, HasSubstr("Usage: headlight " + GetParam()));
  for (const Parameter& parameter : operation().parameters())
    EXPECT_THAT(run.output, HasSubstr("--" + parameter.key + " "));
  EXPECT_THAT(runProgram({"--help"}).output, testing::ContainsRegex("  " + GetParam() + "[ \n]"));
}

TEST_P(EveryOperation, runsThroughTheProgramAndAnswersInJson) {
  const ProgramRun run = runProgram(with(commandOf(operation(), folder.path()), {"--device", "cpu", "--json"}));
  if (needsDocument(operation())) {
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("read from a report"));
    return;
  }
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_TRUE(json::parse(run.output).is_object());
}

TEST_P(EveryOperation, unwritableOutputFailsAndLeavesNothing) {
  const std::string out = (folder.path() / "missing" / "out.npz").string();
  const ProgramRun run = runProgram(with(commandOf(operation(), folder.path()), {"--device", "cpu", "--out", out}));
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_THAT(run.errors, HasSubstr("missing"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "missing"));
}

TEST_P(EveryOperation, unknownSuffixFailsAndLeavesNothing) {
  const std::string out = (folder.path() / "out.frob").string();
  const ProgramRun run = runProgram(with(commandOf(operation(), folder.path()), {"--device", "cpu", "--out", out}));
  EXPECT_EQ(run.exitCode, 1);
  EXPECT_FALSE(std::filesystem::exists(out));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryOperation, testing::ValuesIn(operationIds()), nameOfOperation);

class Align : public testing::Test {
 protected:
  Align() {
    test::writeText(folder.path() / "q.a3m", kQuery);
    test::writeText(folder.path() / "t.a3m", kTemplate);
  }
  std::string path(const std::string& name) const { return (folder.path() / name).string(); }
  ProgramRun align(const std::vector<std::string>& more) const {
    return runProgram(with({"align", path("q.a3m"), path("t.a3m"), "--device", "cpu"}, more));
  }
  TemporaryFolder folder;
};

TEST_F(Align, jsonIndicesAreOneBasedAndFollowThePath) {
  ASSERT_EQ(align({"--out", path("x.json")}).exitCode, 0);
  const json document = json::parse(test::readText(path("x.json")));
  const json& best = document.at("alignments").at(0);
  const json& steps = best.at("path");
  double sum = 0;
  int pairs = 0;
  for (size_t k = 0; k < steps.size(); ++k) {
    const int i = steps[k].at("i"), j = steps[k].at("j");
    EXPECT_GE(i, 1);
    EXPECT_GE(j, 1);
    EXPECT_LE(i, document.at("query").at("length"));
    EXPECT_LE(j, document.at("template").at("length"));
    sum += steps[k].at("score").get<double>();
    pairs += steps[k].at("state") == "MM";
    if (k == 0) continue;
    const int di = i - steps[k - 1].at("i").get<int>(), dj = j - steps[k - 1].at("j").get<int>();
    EXPECT_TRUE((di == 0 || di == 1) && (dj == 0 || dj == 1) && di + dj > 0) << "step " << k;
  }
  EXPECT_EQ(best.at("columns"), pairs);
  EXPECT_NEAR(best.at("score"), sum + best.at("correlation").get<double>(), 1e-3);
  EXPECT_EQ(best.at("query_aligned").get<std::string>().size(), steps.size());
  EXPECT_EQ(best.at("template_aligned").get<std::string>().size(), steps.size());
  // The template has two more residues in front.
  EXPECT_EQ(steps[5].at("j").get<int>() - steps[5].at("i").get<int>(), 2);
}

TEST_F(Align, jsonStaysJsonWhenANameIsNotUtf8) {
  test::writeText(folder.path() / "q.a3m", ">q\xff one\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n");
  const ProgramRun run = align({"--json"});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(json::parse(run.output).at("query").at("name"), "q\xef\xbf\xbd");
  ASSERT_EQ(align({"--out", path("x.json")}).exitCode, 0);
  EXPECT_TRUE(json::accept(test::readText(path("x.json"))));
}

TEST_F(Align, jsonOnStandardOutputIsTheSameDocument) {
  const json printed = json::parse(align({"--json"}).output);
  EXPECT_TRUE(printed.contains("alignments"));
  EXPECT_EQ(printed.at("provenance").at("operation"), "align");
}

TEST_F(Align, matricesHaveOneCellPerPairOfColumns) {
  ASSERT_EQ(align({"--matrices", path("m.npz")}).exitCode, 0);
  const ArrayBundle arrays = test::npzArrays(path("m.npz"));
  for (const char* name : {"MM", "MI", "IM", "DG", "GD", "backtrace"}) {
    ASSERT_TRUE(arrays.count(name)) << name;
    EXPECT_EQ(shapeOf(arrays.at(name)), (Shape{33, 35})) << name;
  }
}

TEST_F(Align, reportAndPairAlignmentShowBothNames) {
  ASSERT_EQ(align({"--out", path("x.hhr")}).exitCode, 0);
  const std::string report = test::readText(path("x.hhr"));
  EXPECT_THAT(report, HasSubstr("Match_columns 33"));
  EXPECT_THAT(report, HasSubstr("\nQ q1"));
  EXPECT_THAT(report, HasSubstr("\nT t1"));
  ASSERT_EQ(align({"--out", path("x.a3m")}).exitCode, 0);
  EXPECT_THAT(test::readText(path("x.a3m")), HasSubstr(">t1\nMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ"));
}

TEST_F(Align, parametersWorkDirectlyAndThroughSet) {
  const json direct = json::parse(align({"--json", "--shift", "-0.5"}).output);
  const json set = json::parse(align({"--json", "--set", "shift=-0.5"}).output);
  EXPECT_EQ(direct.at("alignments"), set.at("alignments"));
  EXPECT_EQ(direct.at("parameters").at("shift"), -0.5);
  EXPECT_NE(direct.at("alignments"), json::parse(align({"--json"}).output).at("alignments"));
  EXPECT_EQ(align({"--shift", "1000"}).exitCode, 2);
}

TEST(Complexity, saysThatItTakesNoFile) {
  const ProgramRun run = runProgram({"complexity", "x"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.errors, HasSubstr("found 1 input files, expected none"));
}

TEST(DotProduct, readsArraysThatAreNamedByAnOption) {
  const TemporaryFolder folder;
  const std::string arrays = (folder.path() / "in.npz").string(), out = (folder.path() / "out.npz").string();
  ASSERT_EQ(runProgram({"attention", "dot", "--sample", arrays}).exitCode, 0);
  const std::string before = test::readText(arrays);
  const ProgramRun run = runProgram({"attention", "dot", "--device", "cpu", "--arrays", arrays, "--out", out});
  EXPECT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_TRUE(std::filesystem::exists(out));
  EXPECT_EQ(test::readText(arrays), before);
}

TEST(DotProduct, hasNoPartsToWrite) {
  const ProgramRun run = runProgram({"attention", "dot", "--matrices", "m.npz"});
  EXPECT_EQ(run.exitCode, 2);
  EXPECT_THAT(run.errors, HasSubstr("--matrices"));
}

TEST_F(Align, presetsFillInOnlyWhatWasNotGiven) {
  const json alone = json::parse(align({"--json", "--preset", "guide"}).output);
  const json given = json::parse(align({"--json", "--preset", "guide", "--shift", "-0.03"}).output);
  EXPECT_EQ(alone.at("parameters").at("shift"), 0.0);
  EXPECT_EQ(given.at("parameters").at("shift"), -0.03);
  EXPECT_EQ(alone.at("provenance").at("given"), json::array({"preset"}));
  EXPECT_EQ(given.at("provenance").at("given"), json::array({"preset", "shift"}));
  EXPECT_LT(given.at("alignments").at(0).at("score"), alone.at("alignments").at(0).at("score"));
  std::istringstream words(runProgram({"align", "--help"}).output);
  std::string help;
  for (std::string word; words >> word;) help += word + " ";
  EXPECT_THAT(help, HasSubstr("[bit; -10 to 10; default -0.03; 0 with --preset guide]"));
  ASSERT_EQ(align({"--preset", "guide", "--shift", "-0.03", "--out", path("x.hhr")}).exitCode, 0);
  EXPECT_THAT(test::readText(path("x.hhr")), HasSubstr(" --preset guide --shift -0.03 \n"));
}

}  // namespace operations_test
