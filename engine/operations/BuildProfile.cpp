// Operation "profile": a profile HMM from an alignment or one sequence.
#include "engine/hmm/profile/SecondaryStructurePrediction.h"
#include "engine/hmm/profile/TagColumns.h"
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"
#include "engine/io/FileContent.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"
#include "engine/operations/ProfileParameters.h"
#include "engine/operations/StructureAnnotation.h"

namespace engine {

namespace {

class BuildProfile : public Operation {
 public:
  std::string id() const override { return "profile"; }
  std::string title() const override { return "Build profile HMM"; }
  std::string help() const override {
    return "Turns an alignment into a profile hidden Markov model: match columns, redundancy filter, sequence weights, "
           "residue frequencies, transitions, effective number of sequences and consensus of every column. A structure "
           "of the first sequence adds its secondary structure.";
  }
  std::vector<std::string> resultParts() const override { return {"arrays"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment",
             "an alignment, aligned sequences or a single sequence",
             {DatasetKind::alignment, DatasetKind::sequences}},
            {"structure", "a structure of the first sequence", {DatasetKind::structure}, true}};
  }
  std::vector<Parameter> parameters() const override { return profileParameters(); }
  void checkParameters(const ParameterValues& values) const override {
    parseMatchRule(values.text("match"));
    if (values.text("pseudocounts") == "context" && values.text("context").empty())
      fail("profile: pseudocounts from contexts need a library, expected a file as parameter context");
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    PartProgress building(progress, 0, 0.8), rest(progress, 0.8, 1);
    if (!values.text("context").empty() && values.text("pseudocounts") != "context")
      diagnostics.warn("the context library ", values.text("context"), " was not used: pseudocounts are ",
                       values.text("pseudocounts"), ", expected context");
    ProfileHmm profile = built(*inputs[0], profileBuildOptions(values, compute.threads), building);
    if (values.text("tags") == "background") profile = withoutTags(std::move(profile));
    if (values.text("ss") == "propensity") profile = withPropensityPrediction(std::move(profile));
    profile = withPseudocounts(std::move(profile), values, compute.threads, rest);
    if (inputs.size() > 1 && inputs[1]) {
      const Structure& structure = *inputs[1]->as<Structure>();
      const Chain& chain = chosenChain(structure, values.text("chain"), inputs[1]->title);
      profile = withStructure(std::move(profile), structure, chain, diagnostics);
    }
    Dataset result;
    result.title = inputs[0]->title + ": profile";
    result.value = std::make_shared<const ProfileHmm>(std::move(profile));
    return {result};
  }

 private:
  /// Errors name the file, which the alignment does not know.
  static ProfileHmm built(const Dataset& input, const ProfileBuildOptions& options, Progress& progress) {
    const auto alignment = alignmentInput(input);
    return withErrorsNaming(input.source.empty() ? input.title : input.source,
                            [&] { return buildProfile(*alignment, options, progress); });
  }

  static ProfileHmm withPseudocounts(ProfileHmm profile, const ParameterValues& values, int threads,
                                     Progress& progress) {
    const std::string& kind = values.text("pseudocounts");
    const EmissionPseudocounts admixture = profileAdmixture(values);
    if (kind == "substitution")
      profile = withEmissionPseudocounts(std::move(profile), profileMatrix(values), admixture);
    if (kind == "context") {
      const std::string& path = values.text("context");
      const ContextLibrary library = readContextLibrary(readFileWhole(path, progress), path, progress);
      profile = withContextPseudocounts(std::move(profile), library, admixture, threads, progress);
    }
    return withTransitionPseudocounts(std::move(profile), profileTransitions(values));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeBuildProfile() { return std::make_unique<BuildProfile>(); }

}  // namespace engine
