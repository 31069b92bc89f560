// Operation "align": two profiles, with every matrix of the dynamic programming.
#include "engine/operations/AlignParameters.h"
#include "engine/operations/AlignedProfiles.h"
#include "engine/operations/Operation.h"
#include "engine/operations/PosteriorParameters.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

const std::vector<DatasetKind> kAccepted{DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences};

class AlignProfiles : public Operation {
 public:
  std::string id() const override { return "align"; }
  std::string title() const override { return "Align two profiles"; }
  std::string help() const override {
    return "Finds the best alignment of two profile HMMs (Viterbi over five pair states, or three for a sequence) and "
           "keeps all matrices, back pointers and the score of every step, with P-value and probability. "
           "Alignments and sequences are turned into profiles first; pseudocounts are added where a profile has none.";
  }
  std::vector<std::string> resultParts() const override { return {"matrices"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"query", "profile, alignment or sequence", kAccepted},
            {"template", "profile, alignment or sequence", kAccepted}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> parameters = alignParameters();
    for (Parameter& parameter : posteriorParameters()) parameters.push_back(std::move(parameter));
    return parameters;
  }
  Place place() const override { return Place::native; }
  void checkParameters(const ParameterValues& values) const override { checkAlignParameters(values); }

 protected:
  /// The alignment; then, as by-products, the profiles that had to be built, so that views can be linked through them.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    std::vector<Dataset> results(1);
    std::vector<DatasetId> axes;
    std::vector<std::shared_ptr<const ProfileHmm>> profiles;
    for (size_t side = 0; side < 2; ++side) {
      axes.push_back(inputs[side]->id);
      PartProgress part(progress, side == 0 ? 0 : 0.2, side == 0 ? 0.2 : 0.4);
      ProfileOfInput input = profileInput(inputs[side], parsePreset(values.text("preset")),
                                          side == 0 ? Side::query : Side::templ, compute, diagnostics, part);
      profiles.push_back(input.profile);
      if (!input.built) continue;
      results.push_back(std::move(*input.built));
      results.back().id = axes.back() = side == 0 ? ".query" : ".template";
    }
    PartProgress rest(progress, 0.4, 1);
    Dataset& result = results.front();
    result.title = inputs[0]->title + " × " + inputs[1]->title;
    result.axes = axes;
    result.value = alignedProfiles(*profiles[0], *profiles[1], values, diagnostics, rest);
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeAlignProfiles() { return std::make_unique<AlignProfiles>(); }

}  // namespace engine
