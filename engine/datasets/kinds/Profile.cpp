// Profile HMMs. Columns are the positions, the letters of the master sequence their residues.
#include <algorithm>
#include <numeric>

#include "engine/datasets/files/ProfileFile.h"
#include "engine/datasets/TypedKind.h"
#include "engine/hmm/profile/ColumnOccupancy.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/sequence/LogoHeights.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// Height of the logo.
NumberColumn informationOf(const ProfileHmm& profile) {
  NumberColumn information{"information", "bits", {}};
  for (const ResidueVector& emissions : profile.emissions) {
    const ResidueVector heights = logoHeights(emissions, profile.background, LogoScale::information);
    information.values.push_back(std::accumulate(heights.begin(), heights.end(), 0.0));
  }
  return information;
}

std::vector<NumberColumn> neffColumns(const ProfileHmm& profile) {
  if (profile.columnNeff.size() != profile.emissions.size() + 1) return {};
  std::vector<NumberColumn> columns{{"Neff M", {}, {}}, {"Neff I", {}, {}}, {"Neff D", {}, {}}};
  for (size_t k = 1; k < profile.columnNeff.size(); ++k) {
    columns[0].values.push_back(profile.columnNeff[k].match);
    columns[1].values.push_back(profile.columnNeff[k].insert);
    columns[2].values.push_back(profile.columnNeff[k].deletion);
  }
  return columns;
}

std::vector<NumberColumn> occupancyColumns(const ProfileHmm& profile) {
  ColumnOccupancy occupancy = columnOccupancy(profile);
  if (occupancy.match.size() != profile.emissions.size()) return {};
  return {{"occupancy", {}, std::move(occupancy.match)},
          {"insert probability", {}, std::move(occupancy.insertProbability)},
          {"insert length", "residues", std::move(occupancy.insertLength)}};
}

class ProfileKind : public TypedKind<ProfileHmm> {
 public:
  std::string name() const override { return "profile"; }
  std::string heading() const override { return "Profiles"; }
  std::string icon() const override { return "profile"; }
  std::string textSuffix() const override { return ".hhm"; }
  std::vector<Exporter> exporters() const override {
    return {
        {".npz", "arrays", "weights and rows that count, neff, transitions and emissions of every column",
         [](const Dataset& dataset, const CommandOf&) {
           return exported(profileFileArrays(*dataset.as<ProfileHmm>()));
         }}};
  }
  std::optional<DatasetValue> restored(const ArrayBundle& arrays, const nlohmann::json& note) const override {
    return std::make_shared<const ProfileHmm>(profileOfFile(arrays, note));
  }

  Index numPositions(const Dataset& dataset) const override {
    const auto* profile = dataset.as<ProfileHmm>();
    return profile ? profile->length() : 0;
  }
  std::string positionName() const override { return "column"; }
  PositionNumbers numbers(const Dataset& dataset) const override {
    const auto& profile = *dataset.as<ProfileHmm>();
    PositionNumbers numbers{{informationOf(profile)}};
    for (auto& columns : {neffColumns(profile), occupancyColumns(profile)})
      numbers.columns.insert(numbers.columns.end(), columns.begin(), columns.end());
    return numbers;
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* profile = dataset.as<ProfileHmm>();
    if (!profile) return {};
    return {residuesOfLetters(profile->name, profile->masterLetters)};
  }
  /// The columns of the alignment that it was made from.
  std::optional<ResidueMap> mapToOrigin(const Dataset& dataset, const Dataset& origin) const override {
    const auto* profile = dataset.as<ProfileHmm>();
    const std::vector<std::string>& inputs = dataset.provenance.request.inputs;
    const bool isOrigin = std::find(inputs.begin(), inputs.end(), origin.id) != inputs.end();
    if (!profile || !isOrigin || !origin.as<Alignment>()) return std::nullopt;
    PartnerTable table(profile->length(), origin.as<Alignment>()->numColumns);
    for (size_t k = 0; k < profile->alignmentColumn.size(); ++k)
      table.link(static_cast<Index>(k), profile->alignmentColumn[k]);
    return table.map();
  }

 protected:
  std::string sizeOf(const ProfileHmm& profile) const override { return counted(profile.length(), "column"); }
  std::string shownSizeOf(const ProfileHmm& profile) const override {
    return counted(profile.length(), "column") + ", Neff " + fixed(profile.neff, 2);
  }
  Json factsOf(const ProfileHmm& profile) const override {
    return {{"name", profile.name},
            {"columns", profile.length()},
            {"neff", profile.neff},
            {"alignment columns", profile.numAlignmentColumns},
            {"pseudocounts", profile.hasPseudocounts},
            {"consensus", profile.consensus}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeProfileKind() { return std::make_unique<ProfileKind>(); }

}  // namespace engine
