// Two profiles aligned: paths, scores, matrices. Its axes are the columns of the profiles, or its own where it was read
// from a file: those of the query, then those of the template.
#include "engine/hmm/pair/ProfileAlignment.h"

#include "engine/base/Nth.h"
#include "engine/datasets/AlignedLetters.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/TypedKind.h"
#include "engine/datasets/files/ProfileAlignmentFile.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Exported pathJson(const Dataset& dataset, const CommandOf&) { return alignmentJson(dataset); }
Exported pathReport(const Dataset& dataset, const CommandOf& commandOf) {
  return exported(searchResultOf(dataset, commandOf));
}
Exported pathArrays(const Dataset& dataset, const CommandOf&) {
  return exported(profileAlignmentFileArrays(*dataset.as<ProfileAlignment>()));
}
Exported pair(const Dataset& dataset, const CommandOf&) {
  return exported(pairAlignmentOf(*dataset.as<ProfileAlignment>()));
}

constexpr const char* kArraysHelp =
    "planes MM MI IM DG GD (or M I D) without borders, backtrace; posterior, forward_*, backward_*, visits where "
    "computed; what is opened again besides: borders, steps and scores of all paths, both profiles, options";

class ProfileAlignmentKind : public TypedKind<ProfileAlignment> {
 public:
  std::string name() const override { return "profile alignment"; }
  std::string heading() const override { return "Profile alignments"; }
  std::string icon() const override { return "profile-alignment"; }
  std::string textSuffix() const override { return ".json"; }
  std::vector<Exporter> exporters() const override {
    return {{".json", "", "scores, paths with 1-based indices and aligned letters", pathJson},
            {".hhr", "", "report in the layout of HH-suite", pathReport},
            {".npz", "", kArraysHelp, pathArrays},
            {".safetensors", "", kArraysHelp, pathArrays},
            {".npz", "matrices", kArraysHelp, pathArrays},
            {"", "", "query and template rows of each path", pair, std::make_shared<const Alignment>()}};
  }
  std::optional<DatasetValue> restored(const ArrayBundle& arrays, const nlohmann::json& note) const override {
    return std::make_shared<const ProfileAlignment>(profileAlignmentOfFile(arrays, note));
  }
  /// Where no profiles are named as axes: the query's columns, then the template's.
  Index numPositions(const Dataset& dataset) const override {
    if (!dataset.axes.empty() || !dataset.as<ProfileAlignment>()) return 0;
    const std::vector<Index> lengths = axisLengths(dataset);
    return lengths[0] + lengths[1];
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* alignment = dataset.axes.empty() ? dataset.as<ProfileAlignment>() : nullptr;
    if (!alignment || !alignment->query || !alignment->templ) return {};
    std::vector<Residues> sides{residuesOfLetters(alignment->query->name, alignment->query->masterLetters),
                                residuesOfLetters(alignment->templ->name, alignment->templ->masterLetters)};
    for (Index& position : sides[1].positions) position += alignment->query->length();
    return sides;
  }
  std::vector<Index> axisLengths(const Dataset& dataset) const override {
    const auto& alignment = *dataset.as<ProfileAlignment>();
    return {alignment.query ? alignment.query->length() : 0, alignment.templ ? alignment.templ->length() : 0};
  }
  std::optional<ResidueMap> mapBetweenAxes(const Dataset& dataset) const override {
    const auto* alignment = dataset.as<ProfileAlignment>();
    return alignment ? std::optional(alongPath(*alignment)) : std::nullopt;
  }

 protected:
  std::string sizeOf(const ProfileAlignment& alignment) const override {
    return counted(static_cast<Index>(alignment.paths.size()), "path");
  }
  std::string shownSizeOf(const ProfileAlignment& alignment) const override {
    const std::string sides = std::to_string(alignment.query ? alignment.query->length() : 0) + " × " +
                              std::to_string(alignment.templ ? alignment.templ->length() : 0) + " columns";
    if (alignment.paths.empty()) return sides + ", no path";
    return sides + ", " + fixed(alignment.scores[0].total, 2) + " bits";
  }
  Json factsOf(const ProfileAlignment& alignment) const override {
    Json facts{{"query", alignment.query ? alignment.query->name : ""},
               {"template", alignment.templ ? alignment.templ->name : ""},
               {"preset", presetName(alignment.options.preset)},
               {"alignments", alignment.paths.size()}};
    if (alignment.paths.empty() || !alignment.query || !alignment.templ) return facts;
    const AlignedLetters rows = alignedLetters(alignment, alignment.paths.front());
    facts["score"] = alignment.scores.front().total;
    facts["columns"] = rows.numPairs;
    facts["identical"] = rows.numIdentical;
    return facts;
  }

 private:
  /// Query columns to template columns, by the best path.
  static ResidueMap alongPath(const ProfileAlignment& alignment) {
    const Index numQuery = alignment.query ? alignment.query->length() : 0;
    const Index numTemplate = alignment.templ ? alignment.templ->length() : 0;
    std::vector<Index> partners(static_cast<size_t>(numQuery), -1);
    if (alignment.paths.empty()) return ResidueMap::fromPartners(std::move(partners), numTemplate);
    for (const PathStep& step : alignment.paths.front().steps) {
      if (step.state != PairState::MM && step.state != PairState::M) continue;
      if (step.i >= 0 && step.i < numQuery) nth(partners, step.i) = step.j;
    }
    return ResidueMap::fromPartners(std::move(partners), numTemplate);
  }
};

}  // namespace

std::unique_ptr<const Kind> makeProfileAlignmentKind() { return std::make_unique<ProfileAlignmentKind>(); }

}  // namespace engine
