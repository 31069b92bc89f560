// Operation "profile": pseudocounts, weights, filters, secondary structure and the arrays of a profile.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/operations/Operation.h"
#include "engine/operations/StructureAnnotation.h"
#include "engine/report/Export.h"
#include "engine/structure/Dssp.h"
#include "tests/engine/structure/Samples.h"
#include "tests/support/Files.h"

using namespace engine;

namespace profile_parameters_test {

template <class T>
DatasetPtr datasetOf(const std::string& id, T value) {
  Dataset dataset;
  dataset.id = dataset.title = id;
  dataset.value = std::make_shared<const T>(std::move(value));
  return std::make_shared<const Dataset>(std::move(dataset));
}

DatasetPtr rows(const std::vector<std::string>& letters) {
  SequenceSet set;
  for (size_t k = 0; k < letters.size(); ++k)
    set.sequences.push_back(Sequence::fromLetters("row" + std::to_string(k + 1), letters[k]));
  return datasetOf("rows", std::move(set));
}

ProfileHmm profile(const std::vector<DatasetPtr>& inputs,
                   const std::vector<std::pair<std::string, ParameterValue>>& settings = {}) {
  ParameterValues values;
  for (const auto& [key, value] : settings) values.set(key, value);
  Diagnostics diagnostics;
  Progress progress;
  return *findOperation("profile").run(inputs, values, {}, diagnostics, progress).front().as<ProfileHmm>();
}

size_t code(char letter) { return alphabet::codeOf(letter); }
std::string text(const char* value) { return value; }

const std::vector<std::string> kRows{"ACDEFGHIKLMNPQRS", "ACDWFGHIRLMNPQRS", "SCDEYGHVKLMQPQRT", "ACEEFGWIRLMNPER-"};

TEST(ProfileParameters, defaultsAddNothing) {
  const ProfileHmm plain = profile({rows({"ACD"})});
  EXPECT_EQ(plain.emissions[0][code('A')], 1);
  EXPECT_FALSE(plain.hasPseudocounts);
  EXPECT_EQ(plain.transition(0, Transition::MI), kImpossible);
  EXPECT_TRUE(plain.annotations.empty());
}

TEST(ProfileParameters, admixtureIsWhatTheParametersSay) {
  const auto share = [](std::vector<std::pair<std::string, ParameterValue>> settings) {
    settings.emplace_back("pseudocounts", text("substitution"));
    const ProfileHmm mixed = profile({rows({"ACD"})}, settings);
    const double r = gonnet().conditional[code('A')][code('A')];
    return (1 - mixed.emissions[0][code('A')]) / (1 - r);  // tau: p = 1 - tau + tau r
  };
  EXPECT_NEAR(share({}), 0.6, 1e-9);
  EXPECT_NEAR(share({{"admixture", text("constant")}, {"pca", 0.25}}), 0.25, 1e-9);
  EXPECT_NEAR(share({{"pca", 0.5}}), 0.5 * 0.6, 1e-9);
  EXPECT_NEAR(share({{"admixture", text("saturation")}, {"pca", 0.8}, {"pcb", 2.0}}), 0.8, 1e-9);
  EXPECT_NEAR(share({{"admixture", text("none")}}), 0, 1e-12);
  EXPECT_NEAR(share({{"preset", text("guide")}}), 1, 1e-9);
}

TEST(ProfileParameters, matrixAndFormOfExpectationCanBeChosen) {
  const auto first = [](const char* matrix, const char* form) {
    return profile({rows({"CAD"})}, {{"preset", text("guide")},
                                     {"pseudocounts", text("substitution")},
                                     {"matrix", text(matrix)},
                                     {"expected", text(form)}})
        .emissions[0];
  };
  EXPECT_NEAR(first("preset", "conditional")[code('C')], gonnet().conditional[code('C')][code('C')], 1e-9);
  EXPECT_GT(first("preset", "literal")[code('C')], 0.999);
  EXPECT_NEAR(first("blosum62", "conditional")[code('A')], blosum62().conditional[code('A')][code('C')], 1e-9);
  EXPECT_NE(first("gonnet-hhsuite", "conditional"), first("preset", "conditional"));
  EXPECT_NEAR(first("blosum50", "odds")[code('A')],
              expectedResidues(substitutionMatrix("blosum50"), ResidueExpectation::odds)[code('A')][code('C')], 1e-9);
}

TEST(ProfileParameters, contextsNeedALibraryAndUseIt) {
  EXPECT_THROW(profile({rows({"AC"})}, {{"pseudocounts", text("context")}}), Error);
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "tiny.crf";
  std::ofstream file(path);
  file << "CRF\nSIZE\t1\nLENG\t1\nCrfState\nBIAS\t0\nLENG\t1\nALPH\t20\nWEIGHTS";
  for (const char c : alphabet::kLetters.substr(0, 20)) file << '\t' << c;
  file << "\n1";
  for (int k = 0; k < 20; ++k) file << "\t0";
  file << "\nPC";
  for (int k = 0; k < 20; ++k) file << "\t-1000";
  file << "\n//\n";
  file.close();
  const ProfileHmm mixed = profile({rows({"AC"})}, {{"pseudocounts", text("context")}, {"context", path.string()}});
  const double tau = 0.9 / (1 + 1 / 4.0);
  EXPECT_NEAR(mixed.emissions[0][code('A')], 1 - tau + tau * 0.05, 1e-6);
  EXPECT_THROW(profile({rows({"AC"})}, {{"pseudocounts", text("context")}, {"context", text("/nowhere.crf")}}), Error);
}

TEST(ProfileParameters, aLibraryThatNothingUsesIsMentioned) {
  const auto warningsWith = [](const std::string& path) {
    ParameterValues values;
    values.set("context", path);
    Diagnostics diagnostics;
    Progress progress;
    findOperation("profile").run({rows({"AC"})}, values, {}, diagnostics, progress);
    return diagnostics.warnings();
  };
  ASSERT_EQ(warningsWith("/nowhere.crf").size(), 1u);
  EXPECT_NE(warningsWith("/nowhere.crf").front().find("/nowhere.crf was not used"), std::string::npos);
  EXPECT_TRUE(warningsWith("").empty());
}

TEST(ProfileParameters, gapPseudocountsAreThePriorWithoutData) {
  const ProfileHmm open = profile({rows({"ACD"})}, {{"gapb", 1.0}});
  EXPECT_NEAR(open.transition(0, Transition::MI), -4.719, 5e-4);
  const ProfileHmm wide = profile({rows({"ACD"})}, {{"gapb", 1.0}, {"gapd", 1.0}, {"gapg", 1.0}});
  EXPECT_NEAR(wide.transition(0, Transition::MI), std::log2(0.0286), 1e-9);
}

TEST(ProfileParameters, filtersAndWeightsReachTheBuilder) {
  EXPECT_EQ(profile({rows(kRows)}, {{"qsc", 100.0}}).rows.size(), 1U);
  const ProfileHmm whole = profile({rows(kRows)});
  EXPECT_EQ(whole.rows.size(), 4U);
  std::vector<std::string> diverse = kRows;
  diverse.push_back("WYWVTSRQWYHGTTVA");
  EXPECT_EQ(profile({rows(diverse)}).rows.size(), 5U);
  EXPECT_EQ(profile({rows(diverse)}, {{"neff", 1.2}}).rows.size(), 4U);
  const ProfileHmm global = profile({rows(kRows)}, {{"weights", text("global")}});
  EXPECT_NE(global.columnNeff, whole.columnNeff);
  EXPECT_EQ(global.rows, whole.rows);
}

TEST(ProfileParameters, theGuideWeighsByClustersUnlessAskedForOthers) {
  const auto neff = [](std::vector<std::pair<std::string, ParameterValue>> settings) {
    settings.emplace_back("preset", text("guide"));
    return profile({rows(kRows)}, settings).columnNeff;
  };
  EXPECT_EQ(neff({}), neff({{"weights", text("clusters")}}));
  EXPECT_NE(neff({}), neff({{"weights", text("local")}}));
  EXPECT_NE(neff({}), neff({{"weights", text("global")}}));
  EXPECT_EQ(profile({rows(kRows)}, {{"weights", text("clusters")}}).columnNeff, neff({}));
}

TEST(ProfileParameters, tagsAreKeptUnlessAskedFor) {
  const ProfileHmm kept = profile({rows({"DYKDDDDKMV"})});
  const ProfileHmm blank = profile({rows({"DYKDDDDKMV"})}, {{"tags", text("background")}});
  EXPECT_EQ(kept.emissions[0][code('D')], 1);
  EXPECT_EQ(blank.emissions[0], blank.background);
  EXPECT_EQ(blank.emissions[9], kept.emissions[9]);
}

TEST(ProfileParameters, propensitiesPredictStructure) {
  const ProfileHmm predicted = profile({rows({"AEMLAEMLAEMLAEML"})}, {{"ss", text("propensity")}});
  ASSERT_EQ(predicted.annotations.size(), 2U);
  EXPECT_EQ(predicted.annotations[0].name, "ss_pred");
  EXPECT_EQ(predicted.annotations[0].symbols.substr(4, 8), "HHHHHHHH");
}

std::string lettersOf(const Chain& chain) {
  std::string letters;
  for (const ResidueCode residue : chainCodes(chain)) letters += alphabet::letterOf(residue);
  return letters;
}

TEST(ProfileParameters, structureGivesItsStatesToTheMaster) {
  const Structure structure = test::lactateDehydrogenase();
  const std::string letters = lettersOf(structure.chains.front());
  // The master lacks the first 20 residues and has a foreign tail.
  const auto input = rows({letters.substr(20) + "WWW"});
  const ProfileHmm annotated = profile({input, datasetOf("1ldm", structure)});
  ASSERT_EQ(annotated.annotations.size(), 1U);
  const std::string& states = annotated.annotations[0].symbols;
  EXPECT_EQ(annotated.annotations[0].name, "ss_dssp");
  const std::string dssp = dsspStates(structure).front();
  size_t compared = 0;
  for (size_t i = 0; i + 3 < states.size(); ++i) {
    if (std::string("HEGBST").find(dssp[i + 20]) == std::string::npos) continue;
    EXPECT_EQ(states[i], dssp[i + 20]) << i;
    ++compared;
  }
  EXPECT_GT(compared, 200U);
  EXPECT_EQ(states.substr(states.size() - 3), "---");
  EXPECT_EQ(states.find_first_not_of("HECGBST-"), std::string::npos);
}

TEST(ProfileParameters, anotherProteinsStructureIsRefused) {
  const auto structure = datasetOf("1ldm", test::lactateDehydrogenase());
  EXPECT_THROW(profile({rows({"XXXX--WW--XX", "ACDEFGHIKLMN"}), structure}, {{"chain", text("Z")}}), Error);
  EXPECT_THROW(profile({rows({"U"}), datasetOf("empty", Structure{})}), Error);
}

TEST(ProfileArrays, holdWeightsNeffAndTransitions) {
  Diagnostics diagnostics;
  Progress progress;
  const auto dataset = findOperation("profile").run({rows(kRows)}, {}, {}, diagnostics, progress).front();
  const ProfileHmm& built = *dataset.as<ProfileHmm>();
  EXPECT_TRUE(canExport(dataset, "x.npz", "arrays"));
  const ArrayBundle arrays = profileArrays(built);
  const auto& weights = std::get<Array<float>>(arrays.at("weights"));
  ASSERT_EQ(weights.shape(), (Shape{4}));
  EXPECT_NEAR(weights[0] + weights[1] + weights[2] + weights[3], 1, 1e-6);
  EXPECT_EQ(std::get<Array<std::int32_t>>(arrays.at("rows"))[3], 3);
  const auto& neff = std::get<Array<float>>(arrays.at("neff"));
  EXPECT_EQ(neff.shape(), (Shape{16, 3}));
  EXPECT_FLOAT_EQ(neff(0, 0), static_cast<float>(built.columnNeff[1].match));
  const auto& transitions = std::get<Array<float>>(arrays.at("transitions"));
  EXPECT_EQ(transitions.shape(), (Shape{17, 7}));
  EXPECT_EQ(std::get<Array<float>>(arrays.at("emissions")).shape(), (Shape{16, 20}));
  ProfileHmm read = built;
  read.rows.clear();
  EXPECT_THROW(profileArrays(read), Error);
}

}  // namespace profile_parameters_test
