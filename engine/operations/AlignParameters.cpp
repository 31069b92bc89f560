// Descriptions of the parameters of "align". What a preset has a default of its own for says so.
#include "engine/operations/AlignParameters.h"

#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/datasets/files/AlignmentOptionsNote.h"
#include "engine/io/FileContent.h"
#include "engine/operations/PosteriorParameters.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

/// The parameter with this default where the preset is the guide.
Parameter withGuide(Parameter parameter, ParameterValue standard) {
  parameter.otherStandards.push_back({"preset", presetName(Preset::guide), std::move(standard)});
  return parameter;
}

const std::string& nameOf(NullModel model) { return nullModelNames().at(static_cast<size_t>(model)); }

std::vector<Parameter> scoreParameters() {
  const ViterbiOptions viterbi, guide = viterbiOptions(Preset::guide);
  Parameter null = choiceParameter("null", "Null model",
                                   "what residues are compared with: mean composition of both profiles; the "
                                   "background; the composition of one side; the surroundings of each column",
                                   nullModelNames());
  null.standard = nameOf(viterbi.nullModel);
  return {
      withGuide(
          numberParameter("shift", "Score offset per match", "bit",
                          "added for every match pair: below 0 shortens local alignments", viterbi.shift, -10, 10),
          guide.shift),
      named(numberParameter(
                "corr", "Correlation weight", "",
                "weight of the correlation of neighbouring column scores, added to the score of the finished path", 0.1,
                0, 10),
            {{0, "none"}}),
      withGuide(null, nameOf(guide.nullModel)),
      numberParameter("egq", "End gap, query", "bit", "cost of a query column left over in front of a path", 0, 0, 100),
      numberParameter("egt", "End gap, template", "bit", "cost of a template column left over in front of a path", 0, 0,
                      100)};
}

std::vector<Parameter> structureParameters() {
  const StructureOptions structure;
  return {
      choiceParameter(
          "ss", "Secondary structure",
          "score predicted or known secondary structure where both profiles carry it: on: in every match pair; "
          "after: along the finished path, for the probability only; off: not at all",
          {"on", "off", "after"}),
      named(numberParameter("ssw", "Structure weight", "", "factor on the structure score", structure.weight, 0, 10),
            {{0, "none"}}),
      numberParameter("ssa", "Structure certainty", "", "trust in the table of structure scores, 0 to 1",
                      structure.certainty, 0, 1)};
}

std::vector<Parameter> pseudocountParameters() {
  const EmissionPseudocounts emissions, guide = presetPseudocounts(Preset::guide);
  const TransitionPseudocounts gaps;
  return {
      withGuide(numberParameter("pca", "Pseudocount admixture a", "", "largest share of pseudocounts in a column",
                                emissions.a, 0, 1),
                guide.a),
      withGuide(numberParameter("pcb", "Pseudocount half-point b", "",
                                "number of sequences at which the share is halved", emissions.b, 0.01, 1000),
                guide.b),
      withGuide(numberParameter("pcc", "Pseudocount exponent c", "", "how steeply the share falls with diversity",
                                emissions.c, 0, 10),
                guide.c),
      named(numberParameter("gapb", "Gap prior", "sequences", "weight of the prior of transitions", gaps.gapb, 0, 1000),
            {{0, "none"}}),
      numberParameter("gapd", "Gap opening", "", "factor on the prior probability to open a gap", gaps.gapd, 0, 10),
      numberParameter("gape", "Gap extension", "", "prior weight of extending a gap; larger: longer gaps", gaps.gape, 0,
                      100),
      numberParameter("gapf", "Delete opening", "", "factor on the cost of match to delete", gaps.gapf, 0, 10),
      numberParameter("gapg", "Insert opening", "", "factor on the cost of match to insert", gaps.gapg, 0, 10),
      numberParameter("gaph", "Delete extension", "", "factor on the cost of delete to delete", gaps.gaph, 0, 10),
      numberParameter("gapi", "Insert extension", "", "factor on the cost of insert to insert", gaps.gapi, 0, 10),
      textParameter(
          "context", "Context library",
          "file with sequence contexts (context_data.crf) for the pseudocounts of the query; empty: substitution "
          "matrix",
          "", PathKind::file)};
}

std::vector<Parameter> pathParameters() {
  const AlternativeOptions alternatives;
  Parameter tags = choiceParameter("tags", "Purification tags",
                                   "neutralise: His, c-Myc and FLAG tags of the query's first sequence align with "
                                   "nothing; keep: they are residues like others. hhsuite-3.3 finds the first of each "
                                   "kind, one column off, and align then keeps it for the best path",
                                   {"keep", "neutralise"});
  tags.otherStandards = {{"preset", presetName(Preset::hhsuite33), std::string("neutralise")}};
  return {
      countParameter("alternatives", "Alignments", "alignments to report: further ones keep away from those before",
                     alternatives.count, 1, 1000),
      numberParameter("smin", "Least score for more", "bit",
                      "look for another alignment only after one that scores more", alternatives.minimumScore, -1e6,
                      1e6),
      countParameter("cooptimal", "Co-optimal paths", "other paths of the same score to report, at most", 0, 0, 100000),
      textParameter("excl", "Excluded query columns", "ranges that no alignment enters, as in 20-40,55-60"),
      textParameter("template-excl", "Excluded template columns", "ranges that no alignment enters, as in 20-40,55-60"),
      choiceParameter(
          "states", "Pair states",
          "5: two profiles; 3: the first sequence of the query against the template profile (match, insert, delete), "
          "without what needs two profiles: offset, correlation, structure, end gaps, realigning, sums, alternatives",
          {"5", "3"}),
      tags};
}

/// What the alignment of a sequence with a profile has no use for.
bool isForFiveStates(const std::string& key) {
  constexpr std::string_view kKeys[] = {
      "shift", "corr", "null", "egq",     "egt",  "ss",      "ssw",          "ssa",       "mac",          "sums",
      "excl",  "smin", "mact", "context", "tags", "samples", "alternatives", "cooptimal", "template-excl"};
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

void takeViterbi(ViterbiOptions& viterbi, const ParameterValues& values) {
  viterbi.mode = values.text("mode") == "global" ? AlignmentMode::global : AlignmentMode::local;
  viterbi.shift = values.real("shift");
  const std::vector<std::string>& nullModels = nullModelNames();
  const auto null = std::find(nullModels.begin(), nullModels.end(), values.text("null"));
  viterbi.nullModel = static_cast<NullModel>(null - nullModels.begin());
  viterbi.endGapQuery = values.real("egq");
  viterbi.endGapTemplate = values.real("egt");
  const std::string& structure = values.text("ss");
  viterbi.structure.mode = structure == "off"     ? StructureMode::none
                           : structure == "after" ? StructureMode::after
                                                  : StructureMode::inside;
  viterbi.structure.weight = values.real("ssw");
  viterbi.structure.certainty = values.real("ssa");
  viterbi.excludedQuery = parseRanges(values.text("excl"), "excl");
  viterbi.excludedTemplate = parseRanges(values.text("template-excl"), "template-excl");
}

void takePseudocounts(ProfileAlignmentOptions& options, const ParameterValues& values) {
  options.emissions.a = values.real("pca");
  options.emissions.b = values.real("pcb");
  options.emissions.c = values.real("pcc");
  TransitionPseudocounts& gaps = options.transitions;
  gaps = {values.real("gapb"), values.real("gapd"), values.real("gape"), values.real("gapf"),
          values.real("gapg"), values.real("gaph"), values.real("gapi")};
}

}  // namespace

std::vector<Parameter> alignParameters() {
  std::vector<Parameter> all{
      presetParameter(),
      choiceParameter("mode", "Mode", "local: the best stretch of both; global: from end to end of the shorter one",
                      {"local", "global"})};
  for (const auto& group :
       {grouped("Alignments", pathParameters()), grouped("Scores", scoreParameters()),
        grouped("Secondary structure", structureParameters()), grouped("Pseudocounts", pseudocountParameters())})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

void checkAlignParameters(const ParameterValues& values) {
  parseRanges(values.text("excl"), "excl");
  parseRanges(values.text("template-excl"), "template-excl");
  if (values.text("states") != "3") return;
  std::vector<Parameter> known = alignParameters();
  for (Parameter& parameter : posteriorParameters()) known.push_back(std::move(parameter));
  for (const Parameter& parameter : known)
    if (isForFiveStates(parameter.key) && values.all().at(parameter.key) != standardBeside(parameter, values))
      fail("align: found --states 3 together with --", parameter.key, " ",
           parameterText(values.all().at(parameter.key)), ", which three states do not have, expected --states 5");
}

bool neutralisesTags(const ParameterValues& values) { return values.text("tags") == "neutralise"; }

ProfileAlignmentOptions alignOptions(const ParameterValues& values, Progress& progress) {
  const Preset preset = parsePreset(values.text("preset"));
  ProfileAlignmentOptions options = alignmentOptions(preset);
  takeViterbi(options.viterbi, values);
  takePseudocounts(options, values);
  options.neutralisesTags = neutralisesTags(values);
  options.correlation = values.real("corr");
  options.alternatives.count = static_cast<Index>(values.integer("alternatives"));
  options.alternatives.minimumScore = values.real("smin");
  options.maxCoOptimal = static_cast<size_t>(values.integer("cooptimal"));
  if (const std::string& path = values.text("context"); !path.empty())
    options.context =
        std::make_shared<const ContextLibrary>(readContextLibrary(readFileWhole(path, progress), path, progress));
  return options;
}

SequenceAlignmentMode sequenceMode(const ParameterValues& values) {
  return values.text("mode") == "global" ? SequenceAlignmentMode::semiGlobal : SequenceAlignmentMode::local;
}

}  // namespace engine
