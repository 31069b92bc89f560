// Models through the command line, from files of weights to arrays, against what the models' own libraries gave
// (tests/data/models).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "engine/compute/Device.h"
#include "tests/app/Program.h"
#include "tests/support/Files.h"
#include "tests/support/NpzArrays.h"

namespace model_command_test {

using namespace engine;
using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;

const std::string kPlain = "MKTVRQERLKSIVRILERSKEPVSGAQLAEELSVSRQVIVQDIAYLRSLGYNIVATPRGYVLAGG";
const std::string kOdd = "MKX<mask>BLLVAUZO-G.HWX<mask>PQCDEFW";
/// Of trastuzumab, residues hidden.
const std::string kHeavyChain =
    "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPXKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQXNSLRAEDTAVYYCSRWG"
    "GDGFYAMDYWGQGTLVTVSS";
const std::string kLightChain =
    "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAXYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQ"
    "XTKVEIK";
const std::string kSix =
    ">query\nMKVLAAGIWTREDPQNHCFY\n>a\nMRVLSAGI-TREEPQNHCYY\n>b\n-KIL-AGVWSKED-QNYCFY\n>c\nMKVMAAG-WTXEDPKNHSFF\n"
    ">d\nLKVLTSGIYTRQDPQ----Y\n>e\nMKALAAAIWT--NPQSHCWY\n";

/// Weights, and what their library made of an input.
struct Golden {
  std::string weights, golden;
  std::string sequence, alignment;  ///< one of them; an alignment in A3M
  std::vector<std::string> options = {};
  bool areMapsHalf = false;  ///< stored as float16
};

std::vector<Golden> goldens() {
  std::vector<Golden> list;
  const auto add = [&](const std::string& weights, const std::string& stem, std::vector<std::string> options = {}) {
    list.push_back({weights, stem + ".plain.npz", kPlain, "", options});
    list.push_back({weights, stem + ".odd.npz", kOdd, "", options});
  };
  add("esm2_tiny.safetensors", "esm2_tiny");
  add("esm2_tiny.pt", "esm2_tiny");
  add("hf_esm_tiny", "hf_esm_tiny");
  add("hf_esm_tiny/hub.safetensors", "hf_esm_tiny");
  add("hf_esm_tiny/model-00002-of-00003.safetensors", "hf_esm_tiny");
  add("esm1b_tiny.safetensors", "esm1b_tiny");
  add("esm1b_tiny.pt", "esm1b_tiny");
  add("hf_esm1b_tiny", "hf_esm1b_tiny");
  add("esm1v_tiny.safetensors", "esm1v_tiny", {"--heads", "3"});
  add("esm1v_tiny.pt", "esm1v_tiny");
  add("esm1_tiny.safetensors", "esm1_tiny");
  list.push_back({"esm2_tiny.bf16.safetensors", "esm2_tiny.bf16.plain.npz", kPlain, ""});
  for (const char* weights : {"bert_tiny", "bert_tiny/pytorch_model.bin", "bert_tiny/pytorch_model.legacy.bin"})
    add(weights, "bert_tiny");
  add("roberta_tiny", "roberta_tiny");
  for (const char* weights : {"esmc_tiny.safetensors", "esmc_tiny.pth"}) add(weights, "esmc_tiny", {"--heads", "4"});
  for (const char* weights : {"sapiens_vh.safetensors", "sapiens_vh.pt"})
    list.push_back({weights, "sapiens_vh.trastuzumab_x.npz", kHeavyChain, "", {}, true});
  list.push_back({"sapiens_vl.safetensors", "sapiens_vl.trastuzumab_x.npz", kLightChain, "", {}, true});
  for (const char* weights : {"rosettafold_tiny.safetensors", "rosettafold_tiny.pt"}) {
    list.push_back({weights, "rosettafold_tiny.six.npz", "", kSix, {"--breaks", "10"}});
    list.push_back({weights, "rosettafold_tiny.one.npz", "MKVLAAG-WTXED", "", {"--breaks", "6"}});
  }
  for (const char* weights : {"msa_tiny.safetensors", "msa_tiny.pt"}) {
    list.push_back({weights, "msa_tiny.six.npz", "", kSix, {"--columns", "all"}});
    list.push_back({weights, "msa_tiny.one.npz", "MKVLAAG-WTXED", "", {"--columns", "all"}});
  }
  return list;
}

constexpr double kHalf = 5e-4;  ///< of maps that were stored as float16

/// Tolerances of two orders of summation in float32; see engine/models/MATHEMATICS.md 1.3.
double toleranceOf(const std::string& name) {
  return name.find("attention") != std::string::npos || name == "contacts" ? 2e-5 : 2e-4;
}

void expectNear(const Array<double>& found, const Array<double>& expected, double tolerance, const std::string& name) {
  ASSERT_EQ(found.shape(), expected.shape()) << name;
  double largest = 0;
  for (Index k = 0; k < found.size(); ++k) largest = std::max(largest, std::abs(found[k] - expected[k]));
  EXPECT_LE(largest, tolerance) << name;
}

/// In the project, or in the reference data beside the checkout; empty: nowhere.
std::filesystem::path goldenFile(const std::string& name) {
  const std::filesystem::path own = test::dataFile("models/" + name);
  return std::filesystem::exists(own) ? own : test::sharedFile("models/" + name);
}

/// What the program calls an array of the libraries; empty: it is of the inside and not told.
std::string nameOf(const std::string& golden) {
  static const std::map<std::string, std::string> names{
      {"tokens", ""},         {"residue_index", ""}, {"embedded", ""},        {"embedding", ""}, {"pair_embedding", ""},
      {"pair_initial", ""},   {"pair", ""},          {"sequence_weight", ""}, {"msa2msa", ""},   {"msa", "last"},
      {"embeddings", "last"}};
  const auto found = names.find(golden);
  return found == names.end() ? golden : found->second;
}

class ModelCommand : public testing::TestWithParam<Golden> {
 protected:
  void SetUp() override {
    for (const std::string& name : {GetParam().golden, GetParam().weights})
      if (goldenFile(name).empty()) GTEST_SKIP() << name << " is not beside the checkout";
  }
  std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
  std::vector<std::string> inputOf(const Golden& golden) const {
    if (golden.alignment.empty()) return {"--sequence", golden.sequence};
    test::writeText(file("rows.a3m"), golden.alignment);
    return {"--alignment", file("rows.a3m")};
  }
  void expectGolden(const std::vector<std::string>& options, double looser) const {
    const Golden& golden = GetParam();
    std::vector<std::string> arguments{"model", goldenFile(golden.weights).string()};
    for (const auto& part : {inputOf(golden), golden.options, options, {"--out", file("heads.npz")}})
      arguments.insert(arguments.end(), part.begin(), part.end());
    const ProgramRun run = runProgram(arguments);
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const ArrayBundle found = test::npzArrays(file("heads.npz")), expected = test::npzArrays(goldenFile(golden.golden));
    EXPECT_EQ(numbersOf<double>(found, "token_ids"), numbersOf<double>(expected, "tokens"));
    for (const auto& [name, array] : expected) {
      const std::string ours = nameOf(name);
      if (ours.empty()) continue;
      ASSERT_EQ(found.count(ours), 1u) << name;
      const double tolerance = golden.areMapsHalf && name == "attention" ? kHalf : looser * toleranceOf(name);
      expectNear(numbersOf<double>(found, ours), numbersOf<double>(expected, name), tolerance, name);
    }
  }

  test::TemporaryFolder m_folder;
};

TEST_P(ModelCommand, GivesWhatTheLibraryGave) { expectGolden({"--device", "cpu"}, 1); }

TEST_P(ModelCommand, GivesItInFloat64) { expectGolden({"--double"}, 1); }

TEST_P(ModelCommand, GivesItOnOpenCl) {
  std::string reason;
  const std::vector<DeviceInfo> devices = listDevices(reason);
  if (devices.empty()) GTEST_SKIP() << reason;
  expectGolden({"--device", "opencl:0"}, 5);
  std::vector<std::string> arguments{"model", goldenFile(GetParam().weights).string()};
  for (const auto& part : {inputOf(GetParam()), GetParam().options, {"--device", "opencl:0", "--json", "--quiet"}})
    arguments.insert(arguments.end(), part.begin(), part.end());
  EXPECT_THAT(runProgram(arguments).output, HasSubstr(devices.front().name)) << "kernels did none of the work";
}

INSTANTIATE_TEST_SUITE_P(Goldens, ModelCommand, testing::ValuesIn(goldens()), [](const auto& info) {
  std::string name = std::to_string(info.index) + "_" + info.param.weights + "_" + info.param.golden;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

class ModelFiles : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
  static std::string data(const std::string& name) { return test::dataFile("models/" + name).string(); }
  ProgramRun model(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "model");
    return runProgram(arguments);
  }
  test::TemporaryFolder m_folder;
};

TEST_F(ModelFiles, HeadsComeBackAsHeads) {
  ASSERT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", kPlain, "--out", file("heads.npz")}).exitCode, 0);
  const ProgramRun info = runProgram({"info", file("heads.npz")});
  EXPECT_EQ(info.exitCode, 0) << info.errors;
  EXPECT_THAT(info.output, HasSubstr("12 heads of 67 x 67"));
}

TEST_F(ModelFiles, MapsThatDoNotFitAreMadeAgain) {
  const std::vector<std::string> base{data("esm2_tiny.safetensors"), "--sequence", kOdd, "--out"};
  std::vector<std::string> kept = base, again = base;
  kept.push_back(file("kept.npz"));
  again.insert(again.end(), {file("again.npz"), "--memory", "0"});
  ASSERT_EQ(model(kept).exitCode, 0);
  ASSERT_EQ(model(again).exitCode, 0);
  const ArrayBundle a = test::npzArrays(file("kept.npz")), b = test::npzArrays(file("again.npz"));
  EXPECT_EQ(std::get<Array<float>>(a.at("attention")), std::get<Array<float>>(b.at("attention")));
}

TEST_F(ModelFiles, SafetensorsHoldTheSame) {
  for (const char* name : {"heads.npz", "heads.safetensors"})
    ASSERT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--out", file(name)}).exitCode, 0);
  const ProgramRun info = runProgram({"info", file("heads.safetensors")});
  EXPECT_THAT(info.output, HasSubstr("12 heads of 6 x 6")) << info.errors;
}

TEST_F(ModelFiles, AnAlignmentIsRunRowByRow) {
  test::writeText(file("rows.a3m"), ">q\nMKVL\n>a\nMk-VLa\n>b\nLKVI\n");
  const ProgramRun run =
      model({data("msa_tiny.safetensors"), file("rows.a3m"), "--rows", "2", "--out", file("heads.npz")});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const ArrayBundle arrays = test::npzArrays(file("heads.npz"));
  EXPECT_EQ(shapeOf(arrays.at("row_attention")), Shape({3, 3, 5, 5}));
  EXPECT_EQ(shapeOf(arrays.at("column_mean")), Shape({3, 3, 2, 2}));
  EXPECT_EQ(arrays.count("column_attention"), 0u);
  EXPECT_EQ(shapeOf(arrays.at("logits")), Shape({2, 5, 33}));
  EXPECT_EQ(shapeOf(arrays.at("probabilities")), Shape({4, 20}));
}

TEST_F(ModelFiles, AStructureIsReadByItsChain) {
  const ProgramRun run = model({data("esm2_tiny.safetensors"), "--structure",
                                test::dataFile("structure/helix.pdb").string(), "--out", file("heads.npz")});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const ArrayBundle arrays = test::npzArrays(file("heads.npz"));
  EXPECT_EQ(shapeOf(arrays.at("contacts"))[0] + 2, shapeOf(arrays.at("last"))[0]);
}

TEST_F(ModelFiles, HeadsCanBeSwitchedOff) {
  ASSERT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--ablate", "2.1 3.4=uniform", "--out",
                   file("heads.npz")})
                .exitCode,
            0);
  const Array<double> A = numbersOf<double>(test::npzArrays(file("heads.npz")), "attention");
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) {
      EXPECT_EQ(A(1, 0, i, j), 0);
      EXPECT_NEAR(A(2, 3, i, j), 1.0 / 6, 1e-6);
    }
  EXPECT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--ablate", "2"}).exitCode, 2);
}

TEST_F(ModelFiles, AFolderTakesAllResultsOfAMutation) {
  const ProgramRun run = model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--mutations", "K2A", "--out",
                                file("results") + "/"});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  const ArrayBundle heads = test::npzArrays(file("results/model.npz")),
                    change = test::npzArrays(file("results/model.change.npz"));
  ASSERT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--out", file("plain.npz")}).exitCode, 0);
  const Array<double> after = numbersOf<double>(heads, "attention"),
                      before = numbersOf<double>(test::npzArrays(file("plain.npz")), "attention"),
                      difference = numbersOf<double>(change, "change_of_attention");
  ASSERT_EQ(difference.shape(), after.shape());
  for (Index k = 0; k < after.size(); ++k) EXPECT_NEAR(difference[k], after[k] - before[k], 1e-7);
  EXPECT_EQ(shapeOf(test::npzArrays(file("results/model.change_letters.npz")).at("change_of_probability")),
            Shape({20, 4}));
  EXPECT_EQ(shapeOf(test::npzArrays(file("results/model.change_contacts.npz")).at("change_of_contact_probability")),
            Shape({4, 4}));
  EXPECT_TRUE(std::filesystem::exists(file("results/model.predicted.hhm")));
  EXPECT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--mutations", "2A"}).exitCode, 2);
}

TEST_F(ModelFiles, SayWhichWeightsTheyAreFrom) {
  ASSERT_EQ(model({data("esm2_tiny.safetensors"), "--sequence", "MKTV", "--out", file("h.safetensors")}).exitCode, 0);
  const auto fingerprintIn = [](const std::string& text) {
    const std::size_t found = text.find("fingerprint");
    const std::size_t from = found == std::string::npos ? found : text.find_first_of("0123456789abcdef", found + 11);
    return from == std::string::npos ? std::string() : text.substr(from, 64);
  };
  const std::string own = fingerprintIn(runProgram({"info", data("esm2_tiny.safetensors")}).output);
  ASSERT_EQ(own.size(), 64U);
  EXPECT_EQ(fingerprintIn(runProgram({"info", data("esm2_tiny.pt")}).output), own) << "the same weights";
  EXPECT_NE(fingerprintIn(runProgram({"info", data("esm1b_tiny.safetensors")}).output), own);
  EXPECT_EQ(fingerprintIn(test::readText(file("h.safetensors"))), own);
}

TEST_F(ModelFiles, InfoNamesArraysThatAreNotUsed) {
  EXPECT_THAT(runProgram({"info", data("esm2_tiny.safetensors")}).output, testing::Not(HasSubstr("not used")));
  EXPECT_THAT(runProgram({"info", data("hf_esm_tiny/hub.safetensors")}).output,
              HasSubstr("not used: esm.embeddings.position_ids"));
}

TEST_F(ModelFiles, SeveralSequencesAreWrittenOneByOne) {
  test::writeText(file("two.fasta"), ">a\nMKTV\n>b\nMKVLAG\n");
  const ProgramRun run =
      model({data("esm2_tiny.safetensors"), file("two.fasta"), "--entry", "all", "--out", file("results") + "/"});
  ASSERT_EQ(run.exitCode, 0) << run.errors;
  EXPECT_EQ(shapeOf(test::npzArrays(file("results/model.npz")).at("attention")), Shape({3, 4, 6, 6}));
  EXPECT_EQ(shapeOf(test::npzArrays(file("results/model.2.npz")).at("attention")), Shape({3, 4, 8, 8}));
  EXPECT_EQ(model({data("esm2_tiny.safetensors"), file("two.fasta"), "--out", file("no/such/")}).exitCode, 1);
}

TEST_F(ModelFiles, WhatIsWrongIsSaidAndNothingIsWritten) {
  const auto errorOf = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--out", file("never.npz")});
    const ProgramRun run = model(arguments);
    EXPECT_NE(run.exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(file("never.npz")));
    return run.errors;
  };
  EXPECT_THAT(errorOf({data("esm2_tiny.safetensors")}), HasSubstr("expected a sequence"));
  EXPECT_THAT(errorOf({data("esm2_tiny.safetensors"), "--sequence", "MK", "--heads", "7"}),
              AllOf(HasSubstr("7 heads"), HasSubstr("40")));
  EXPECT_THAT(errorOf({data("esm1b_tiny.safetensors"), "--sequence", std::string(99, 'M')}),
              AllOf(HasSubstr("99 residues"), HasSubstr("at most 98")));
  EXPECT_THAT(errorOf({test::dataFile("structure/helix.pdb").string(), "--sequence", "MK"}),
              AllOf(HasSubstr("input weights"), HasSubstr("expected")));
  EXPECT_THAT(errorOf({data("esm2_tiny.safetensors"), "--structure", "a.pdb", "--alignment", "b.a3m"}),
              HasSubstr("--"));
}

}  // namespace model_command_test
