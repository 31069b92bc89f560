// Sequences that are not aligned. The first one has the positions.
#include "engine/datasets/SequenceSet.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

class SequencesKind : public TypedKind<SequenceSet> {
 public:
  std::string name() const override { return "sequences"; }
  std::string heading() const override { return "Sequences"; }
  std::string icon() const override { return "sequences"; }
  std::string textSuffix() const override { return ".fa"; }

  Index numPositions(const Dataset& dataset) const override {
    const auto* set = dataset.as<SequenceSet>();
    return set && !set->sequences.empty() ? set->sequences[0].length() : 0;
  }
  std::vector<Residues> parts(const Dataset& dataset) const override {
    const auto* set = dataset.as<SequenceSet>();
    if (!set || set->sequences.empty()) return {};
    return {residuesOfLetters(set->sequences[0].name, set->sequences[0].letters())};
  }

 protected:
  void validateValue(const SequenceSet& set) const override {
    for (const Sequence& sequence : set.sequences) sequence.validate();
  }
  std::string sizeOf(const SequenceSet& set) const override {
    return counted(static_cast<Index>(set.sequences.size()), "sequence");
  }
  Json factsOf(const SequenceSet& set) const override {
    Json list = Json::array();
    for (const Sequence& sequence : set.sequences) {
      if (list.size() == kMaxNames) break;
      list.push_back({{"name", sequence.name}, {"length", sequence.length()}});
    }
    return {{"count", set.sequences.size()}, {"sequences", list}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeSequencesKind() { return std::make_unique<SequencesKind>(); }

}  // namespace engine
