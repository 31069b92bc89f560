// Operation "align": two profiles, with every matrix of the dynamic programming.
#include "engine/hmm/AlignProfiles.h"

#include "engine/hmm/ProfileBuilder.h"
#include "engine/operations/AlignParameters.h"
#include "engine/operations/Operation.h"
#include "engine/operations/PosteriorParameters.h"
#include "engine/operations/ProfileInput.h"

namespace engine {

namespace {

constexpr double kMaxBytes = 4e9;

const std::vector<DatasetKind> kAccepted{DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences};

/// The most memory that is held at once, in bytes per cell of the matrices; measured with 4000 x 4000 columns and
/// rounded up.
double bytesPerCell(const ParameterValues& values) {
  if (values.text("states") == "3") return 14;         // three float planes, back pointers
  double bytes = 26;                                   // five float planes, back pointers, column scores
  if (values.integer("alternatives") > 1) bytes += 5;  // the cells that are left, their back pointers
  if (values.text("mac") == "on") bytes += 19;         // forward sums of the band, posteriors
  const bool keepsSums = values.text("sums") == "on";
  if (keepsSums || values.integer("samples") > 0) bytes += 55;  // five double planes forward, the model
  if (keepsSums) bytes += 93;                                   // the same backward, and fifteen float planes
  return bytes;
}

void requireMemory(const ProfileHmm& query, const ProfileHmm& templ, const ParameterValues& values) {
  const double cells = static_cast<double>(query.length() + 1) * static_cast<double>(templ.length() + 1);
  const double bytes = bytesPerCell(values) * cells;
  if (bytes > kMaxBytes)
    fail("align: the matrices of ", query.length(), " x ", templ.length(), " columns need ", bytes / 1e9,
         " GB with these parameters, expected at most ", kMaxBytes / 1e9, " GB");
}

class AlignProfiles : public Operation {
 public:
  std::string id() const override { return "align"; }
  std::string title() const override { return "Align two profiles"; }
  std::string help() const override {
    return "Finds the best alignment of two profile HMMs (Viterbi over five pair states, or three for a sequence) and "
           "keeps all matrices, back pointers and the score of every step, with P-value and probability. "
           "Alignments and sequences are turned into profiles first; pseudocounts are added where a profile has none.";
  }
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
    std::vector<std::string> axes;
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
    result.provenance.device = "native CPU";
    result.value = aligned(*profiles[0], *profiles[1], values, diagnostics, rest);
    return results;
  }

 private:
  static std::shared_ptr<const ProfileAlignment> aligned(const ProfileHmm& query, const ProfileHmm& templ,
                                                         const ParameterValues& values, Diagnostics& diagnostics,
                                                         Progress& progress) {
    requireMemory(query, templ, values);
    ProfileAlignmentOptions options = alignOptions(values, progress);
    readPosteriorParameters(values, options);
    auto alignment = std::make_shared<const ProfileAlignment>(
        values.text("states") == "3" ? alignMasterSequence(query, templ, options, sequenceMode(values), progress)
                                     : alignProfiles(query, templ, options, progress));
    if (alignment->paths.empty())
      diagnostics.warn("no alignment of ", query.name, " and ", templ.name, " scores above 0");
    return alignment;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeAlignProfiles() { return std::make_unique<AlignProfiles>(); }

}  // namespace engine
