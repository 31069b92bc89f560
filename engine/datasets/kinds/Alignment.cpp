// Multiple alignments. Columns are the positions; other datasets are found among the rows.
#include "engine/alignment/Alignment.h"

#include "engine/base/Nth.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

class AlignmentKind : public TypedKind<Alignment> {
 public:
  std::string name() const override { return "alignment"; }
  std::string heading() const override { return "Alignments"; }
  std::string icon() const override { return "alignment"; }
  std::string textSuffix() const override { return ".a3m"; }

  Index numPositions(const Dataset& dataset) const override {
    const auto* alignment = dataset.as<Alignment>();
    return alignment ? alignment->numColumns : 0;
  }
  Index numRows(const Dataset& dataset) const override {
    const auto* alignment = dataset.as<Alignment>();
    return alignment ? alignment->numRows() : 0;
  }
  std::vector<Index> place(const Dataset& dataset, const Residues& part) const override {
    const Alignment& alignment = *dataset.as<Alignment>();
    if (part.codes.empty() || part.codes.size() > kMostCells / static_cast<size_t>(alignment.numColumns + 1)) return {};
    const Index row = findRowOfSequence(alignment, part.codes, part.name);
    const auto map = row < 0 ? std::nullopt : sameSequence(part.codes, alignment.ungapped(row).codes);
    if (!map) return {};
    const std::vector<Index> columns = alignment.columnOfResidue(row);
    std::vector<Index> places(part.codes.size(), -1);
    for (size_t k = 0; k < places.size(); ++k)
      if (const Index partner = map->partner(static_cast<Index>(k)); partner >= 0)
        places[k] = nth(columns, partner);
    return places;
  }

 protected:
  std::string sizeOf(const Alignment& alignment) const override {
    return counted(alignment.numRows(), "sequence") + " x " + counted(alignment.numColumns, "column");
  }
  std::string shownSizeOf(const Alignment& alignment) const override {
    return counted(alignment.numRows(), "row") + " × " + counted(alignment.numColumns, "column");
  }
  Json factsOf(const Alignment& alignment) const override {
    Json names = Json::array(), annotations = Json::array();
    for (const AlignmentRow& row : alignment.rows) {
      if (names.size() == kMaxNames) break;
      names.push_back(row.name);
    }
    for (const ColumnAnnotation& annotation : alignment.columnAnnotations) annotations.push_back(annotation.name);
    return {{"name", alignment.name},
            {"rows", alignment.numRows()},
            {"columns", alignment.numColumns},
            {"names", names},
            {"annotations", annotations}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeAlignmentKind() { return std::make_unique<AlignmentKind>(); }

}  // namespace engine
