// Tables of heads. They have no positions of their own: their residues are those of the heads.
#include "engine/heads/HeadTable.h"

#include <algorithm>

#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/TypedKind.h"
#include "engine/heads/HeadColumns.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

/// Number of heads by label, most frequent first.
std::vector<std::pair<std::string, Index>> labelCounts(const HeadTable& table) {
  std::vector<std::pair<std::string, Index>> counts;
  for (const HeadStatistics& head : table.heads) {
    if (head.labels.empty()) continue;
    const auto found = std::find_if(counts.begin(), counts.end(), [&](auto& one) { return one.first == head.label(); });
    if (found == counts.end()) {
      counts.emplace_back(head.label(), 1);
    } else {
      ++found->second;
    }
  }
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return counts;
}

/// How many a mean is about, and which of them could not be used as was asked.
void addProteins(Json& facts, const HeadTable& table) {
  const std::vector<HeadColumn> columns = columnsOf(table);
  const HeadColumn* const number = findColumn(columns, "proteins");
  if (table.proteins.empty() && number && !table.heads.empty())  // of a file
    facts["proteins"] = static_cast<Index>(number->number(table.heads.front()).value_or(0));
  if (table.proteins.empty()) return;
  Index counted = 0, withStructure = 0;
  Json problems = Json::object();
  for (const ProteinOfTable& one : table.proteins) {
    counted += one.isCounted ? 1 : 0;
    withStructure += one.isCounted && !one.structure.empty() ? 1 : 0;
    constexpr std::size_t kMostShown = 10;
    if (!one.problem.empty() && problems.size() < kMostShown) problems[one.name] = one.problem;
  }
  facts["proteins"] = counted;
  facts["with structure"] = withStructure;
  if (!problems.empty()) facts["problems"] = problems;
}

Exported tableJson(const Dataset& dataset, const CommandOf&) { return headTableJson(dataset); }
Exported tabs(const Dataset& dataset, const CommandOf&) { return headTableTsv(*dataset.as<HeadTable>()); }
Exported tableArrays(const Dataset& dataset, const CommandOf&) {
  const auto& table = *dataset.as<HeadTable>();
  return exported(withNote(headTableArrays(table), Json{{"kind", "head table"}, {kNoteText, headTableTsv(table)}}));
}

class HeadTableKind : public TypedKind<HeadTable> {
 public:
  std::string name() const override { return "head table"; }
  std::string heading() const override { return "Head tables"; }
  std::string icon() const override { return "head-table"; }
  std::string textSuffix() const override { return ".tsv"; }
  std::vector<Exporter> exporters() const override {
    return {{".tsv", "", "a row per head, positions counted from 1, six digits", tabs},
            {".json", "", "an object per head with all numbers and the reasons of its labels, positions counted from 0",
             tableJson},
            {".npz", "",
             "an array (layers, H) per number, NaN where it is not defined; offsets (layers, H, 65); "
             "rule: number of the label's rule",
             tableArrays}};
  }

 protected:
  std::string sizeOf(const HeadTable& table) const override {
    return "statistics of " + counted(table.count(), "head");
  }
  std::string shownSizeOf(const HeadTable& table) const override {
    std::string text = counted(table.numLayers, "layer") + " × " + counted(table.numHeads, "head");
    for (const auto& [label, count] : labelCounts(table)) {
      if (label == "other") continue;
      text += ", " + std::to_string(count) + " " + label;
      break;
    }
    return text;
  }
  Json factsOf(const HeadTable& table) const override {
    Json facts{{"layers", table.numLayers}, {"heads", table.numHeads}};
    if (!table.isTold()) facts["residues"] = table.keyPositions.size();
    if (!table.mapTitle.empty()) facts["map"] = table.mapTitle;
    addProteins(facts, table);
    if (table.contacts) {
      facts["structure"] = table.contacts->title;
      facts["chain"] = table.contacts->chain;
      facts["cut-off"] = table.contacts->cutoff;
    }
    if (const Index best = table.bestContactHead(); best >= 0) {
      const HeadStatistics& head = table.heads[static_cast<size_t>(best)];
      const std::vector<HeadColumn> columns = columnsOf(table);
      facts["best contacts"] = {
          {"layer", head.layer + 1}, {"head", head.head + 1}, {"P@L", *findColumn(columns, "P_all_L")->number(head)}};
    }
    if (table.chance)
      facts["chance of the best head"] = {
          {"median", table.chance->median}, {"from", table.chance->band.low}, {"to", table.chance->band.high}};
    Json labels = Json::object();
    for (const auto& [label, count] : labelCounts(table)) labels[label] = count;
    facts["labels"] = labels;
    return facts;
  }
};

}  // namespace

std::unique_ptr<const Kind> makeHeadTableKind() { return std::make_unique<HeadTableKind>(); }

}  // namespace engine
