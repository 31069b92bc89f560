// Descriptions and reading of the parameters of "profile".
#include "engine/operations/ProfileParameters.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

constexpr double kAsPreset = -1;

/// In the order of SequenceWeighting.
const std::vector<std::string> kWeightings{"local", "global", "clusters"};

std::vector<Parameter> filterParameters() {
  std::vector<Parameter> list;
  list.push_back(numberParameter("id", "Largest identity", "%",
                                 "drop sequences more alike than this to one that is kept", 90, 0, 100));
  list.push_back(numberParameter("qid", "Least identity to first", "%",
                                 "drop sequences less alike than this to the first one", 0, 0, 100));
  list.push_back(
      numberParameter("cov", "Least coverage", "%", "drop sequences that cover less of the match columns", 0, 0, 100));
  list.push_back(named(numberParameter("qsc", "Least score to first", "bit",
                                       "drop sequences that score less per residue against the first one",
                                       FilterOptions{}.minScore, -100, 100),
                       {{FilterOptions{}.minScore, "off"}}));
  list.push_back(named(countParameter("diff", "Diversity",
                                      "keep the most different sequences, at least this many in every stretch of 50 "
                                      "columns; off: filter by identity alone (hhmake: 100)",
                                      1000, 0, 1e9),
                       {{0, "off"}}));
  list.back().unit = "sequences";
  list.push_back(named(numberParameter("neff", "Wanted diversity Neff", "sequences",
                                       "drop the sequences least like the first one until the effective number is this",
                                       0, 0, 20),
                       {{0, "off"}}));
  return list;
}

std::vector<Parameter> pseudocountParameters() {
  std::vector<Parameter> list;
  list.push_back(
      choiceParameter("pseudocounts", "Pseudocounts",
                      "substitution: mix in residues expected from the substitution matrix; context: from the "
                      "neighbouring columns, by a library that you have; none, default: pure frequencies, as files "
                      "of profiles hold them (aligning adds pseudocounts by itself)",
                      {"default", "none", "substitution", "context"}));
  list.push_back(
      textParameter("context", "Context library",
                    "file of the library for pseudocounts from contexts (context_data.crf of HH-suite's data)", "",
                    PathKind::file));
  list.push_back(
      choiceParameter("admixture", "Admixture",
                      "share of the expected residues in a column with effective number n: none; constant: a; "
                      "diversity: a / (1 + (n / b)^c); saturation: a (b + 1) / (b + n); count: b / (n - 1 + b)",
                      {"preset", "none", "constant", "diversity", "saturation", "count"}));
  const auto ofPreset = [&list](const char* key, const char* label, const char* help, double maximum) {
    list.push_back(named(numberParameter(key, label, "", help, kAsPreset, 0, maximum), {{kAsPreset, "preset"}}));
  };
  ofPreset("pca", "Admixture a", "largest share of expected residues; preset: as the preset has it", 1);
  ofPreset("pcb", "Admixture b", "number of sequences at which the share has fallen; preset: as the preset has it",
           1000);
  ofPreset("pcc", "Admixture c", "how steeply the share falls; preset: as the preset has it", 10);
  std::vector<std::string> matrices{"preset"};
  matrices.insert(matrices.end(), substitutionMatrixNames().begin(), substitutionMatrixNames().end());
  list.push_back(
      choiceParameter("matrix", "Substitution matrix",
                      "what residues are expected from: the preset's, or another one (gonnet-hhsuite: with the wrong "
                      "sign of HH-suite 3.3)",
                      matrices));
  list.push_back(
      choiceParameter("expected", "Expected residues",
                      "what one residue leads to: conditional: the probabilities of the matrix; odds: the softmax of "
                      "its log odds; literal: the softmax of its raw values (very sharp)",
                      {"conditional", "odds", "literal"}));
  return list;
}

std::vector<Parameter> transitionParameters() {
  const TransitionPseudocounts standard;
  std::vector<Parameter> list;
  list.push_back(named(numberParameter("gapb", "Gap pseudocounts", "sequences",
                                       "weight of the prior for transitions; none: as files of profiles hold them", 0,
                                       0, 1000),
                       {{0, "none"}}));
  list.push_back(numberParameter("gapd", "Gap opening", "", "factor on the prior probability to open a gap",
                                 standard.gapd, 0, 17));
  list.push_back(numberParameter("gape", "Gap extension", "", "above 1: gaps go on more often, below 1: less often",
                                 standard.gape, 0.01, 100));
  list.push_back(
      numberParameter("gapf", "Delete opening", "", "on the bits of opening a deletion", standard.gapf, 0, 10));
  list.push_back(
      numberParameter("gapg", "Insert opening", "", "on the bits of opening an insertion", standard.gapg, 0, 10));
  list.push_back(
      numberParameter("gaph", "Delete extension", "", "on the bits of extending a deletion", standard.gaph, 0, 10));
  list.push_back(
      numberParameter("gapi", "Insert extension", "", "on the bits of extending an insertion", standard.gapi, 0, 10));
  return list;
}

void replaceIfGiven(double& value, double given) {
  if (given >= 0) value = given;
}

}  // namespace

std::vector<Parameter> profileParameters() {
  std::vector<Parameter> list{
      presetParameter(),
      textParameter("match", "Match columns",
                    "auto; first: where the first sequence has a residue; a2m: by letter case; gap:50: "
                    "at most 50 % gaps",
                    "auto")};
  list.push_back(
      choiceParameter("weights", "Sequence weights",
                      "local: sequences are weighted anew in every column; global: once for the whole alignment "
                      "(hhmake -wg); clusters: sequences that are alike share one vote",
                      kWeightings));
  list.back().otherStandards = {{"preset", presetName(Preset::guide), std::string("clusters")}};
  list.push_back(
      choiceParameter("tags", "Purification tags",
                      "background: His, c-Myc and FLAG tags of the first sequence align with nothing; keep: they are "
                      "residues like others",
                      {"keep", "background"}));
  list.push_back(
      choiceParameter("ss", "Secondary structure",
                      "propensity: predict it from residue propensities (Chou and Fasman 1978), where the alignment "
                      "brings no prediction; none: keep what the alignment brings",
                      {"none", "propensity"}));
  list.push_back(
      textParameter("chain", "Chain", "of the structure, the author's id; empty: the first protein chain", ""));
  for (const auto& group : {grouped("Filter", filterParameters()), grouped("Pseudocounts", pseudocountParameters()),
                            grouped("Transitions", transitionParameters())})
    list.insert(list.end(), group.begin(), group.end());
  return list;
}

ProfileBuildOptions profileBuildOptions(const ParameterValues& values, int threads) {
  ProfileBuildOptions options;
  options.preset = parsePreset(values.text("preset"));
  options.match = parseMatchRule(values.text("match"));
  options.filter.maxIdentity = values.real("id");
  options.filter.minIdentity = values.real("qid");
  options.filter.minCoverage = values.real("cov");
  options.filter.minScore = values.real("qsc");
  options.filter.diversity = static_cast<Index>(values.integer("diff"));
  options.filter.targetNeff = values.real("neff");
  const auto weights = std::find(kWeightings.begin(), kWeightings.end(), values.text("weights"));
  options.weights = static_cast<SequenceWeighting>(weights - kWeightings.begin());
  options.threads = threads;
  return options;
}

EmissionPseudocounts profileAdmixture(const ParameterValues& values) {
  EmissionPseudocounts admixture = values.text("pseudocounts") == "context"
                                       ? contextAdmixture()
                                       : presetPseudocounts(parsePreset(values.text("preset")));
  const std::string& mode = values.text("admixture");
  if (mode == "none") admixture.mode = Admixture::none;
  if (mode == "constant") admixture.mode = Admixture::constant;
  if (mode == "diversity") admixture.mode = Admixture::byDiversity;
  if (mode == "saturation") admixture.mode = Admixture::bySaturation;
  if (mode == "count") admixture.mode = Admixture::byCount;
  replaceIfGiven(admixture.a, values.real("pca"));
  replaceIfGiven(admixture.b, values.real("pcb"));
  replaceIfGiven(admixture.c, values.real("pcc"));
  admixture.expected = parseResidueExpectation(values.text("expected"));
  return admixture;
}

TransitionPseudocounts profileTransitions(const ParameterValues& values) {
  return {values.real("gapb"), values.real("gapd"), values.real("gape"), values.real("gapf"),
          values.real("gapg"), values.real("gaph"), values.real("gapi")};
}

const SubstitutionMatrix& profileMatrix(const ParameterValues& values) {
  const std::string& name = values.text("matrix");
  return name == "preset" ? presetMatrix(parsePreset(values.text("preset"))) : substitutionMatrix(name);
}

}  // namespace engine
