// Operation "profile": a profile HMM from an alignment or one sequence.
#include "engine/hmm/AlignProfiles.h"
#include "engine/hmm/ProfileBuilder.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

Parameter percent(const char* key, const char* label, const char* help, double standard) {
  return {key, label, "%", help, standard, 0, 100, {}};
}

class BuildProfile : public Operation {
 public:
  std::string id() const override { return "profile"; }
  std::string title() const override { return "Build profile HMM"; }
  std::string help() const override {
    return "Turns an alignment into a profile hidden Markov model: match columns, redundancy filter, sequence weights, "
           "residue frequencies, transitions, effective number of sequences and consensus of every column.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment",
             "an alignment, aligned sequences or a single sequence",
             {DatasetKind::alignment, DatasetKind::sequences}}};
  }
  std::vector<Parameter> parameters() const override {
    return {
        presetParameter(),
        {"match",
         "Match columns",
         "",
         "auto; first: where the first sequence has a residue; a2m: by letter case; gap:50: at most 50 % gaps",
         std::string("auto"),
         -1e300,
         1e300,
         {}},
        {"pseudocounts",
         "Pseudocounts",
         "",
         "substitution: mix in residues expected from the substitution matrix; none, default: pure frequencies, as "
         "files of profiles hold them (aligning adds pseudocounts by itself)",
         std::string("default"),
         -1e300,
         1e300,
         {"default", "none", "substitution"}},
        percent("id", "Largest identity", "drop sequences more alike than this to one that is kept", 90),
        percent("qid", "Least identity to first", "drop sequences less alike than this to the first one", 0),
        percent("cov", "Least coverage", "drop sequences that cover less of the match columns", 0),
        {"diff",
         "Diversity",
         "sequences",
         "keep the most different sequences, at least this many in every stretch of 50 columns; 0: filter by identity "
         "alone (hhmake: 100)",
         std::int64_t{1000},
         0,
         1e9,
         {}},
    };
  }
  void checkParameters(const ParameterValues& values) const override { parseMatchRule(values.text("match")); }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    ProfileBuildOptions options;
    options.preset = parsePreset(values.text("preset"));
    options.match = parseMatchRule(values.text("match"));
    options.filter.maxIdentity = values.real("id");
    options.filter.minIdentity = values.real("qid");
    options.filter.minCoverage = values.real("cov");
    options.filter.diversity = static_cast<Index>(values.integer("diff"));
    ProfileHmm profile = buildProfile(*alignmentInput(*inputs[0]), options, progress);
    if (values.text("pseudocounts") == "substitution")
      profile = withEmissionPseudocounts(std::move(profile), presetMatrix(options.preset),
                                         presetPseudocounts(options.preset));
    Dataset result;
    result.title = inputs[0]->title + ": profile";
    result.provenance.device = "native CPU";
    result.value = std::make_shared<const ProfileHmm>(std::move(profile));
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeBuildProfile() { return std::make_unique<BuildProfile>(); }

}  // namespace engine
