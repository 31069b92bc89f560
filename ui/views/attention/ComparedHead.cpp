#include "ui/views/attention/ComparedHead.h"
#include "ui/views/attention/AttentionWords.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui {

using engine::Index;

namespace {

/// One axis of a map: its cells, and the dataset whose positions they are.
struct ComparedAxis {
  const ShownPositions& cells;
  engine::DatasetId dataset;
};

/// For each cell of `axis` the position of `other` that is the same residue; -1 where there is none.
std::vector<Index> partnersByResidue(const ComparedAxis& axis, const ComparedAxis& other, const Document& document) {
  std::vector<Index> partners;
  for (Index cell = 0; cell < axis.cells.size(); ++cell) {
    const Index index = axis.cells.toAxis(cell);
    const Index there = index < 0 ? Index{-1}
                        : axis.dataset == other.dataset
                            ? index
                            : document.translate(axis.dataset, index, other.dataset).value_or(-1);
    const Index found = other.cells.fromAxis(there);
    partners.push_back(found < 0 ? found : other.cells.positionOf(found));
  }
  return partners;
}

bool hasPartners(const std::vector<Index>& partners) {
  return std::any_of(partners.begin(), partners.end(), [](Index partner) { return partner >= 0; });
}

void placeOn(ComparedHead& compared, const AttentionSubject& subject, const AttentionSubject& other,
             const Document& document) {
  compared.rows = partnersByResidue({subject.rows(), subject.rowAxis()}, {other.rows(), other.rowAxis()}, document);
  compared.columns =
      partnersByResidue({subject.columns(), subject.columnAxis()}, {other.columns(), other.columnAxis()}, document);
  compared.isByResidue = hasPartners(compared.rows) && hasPartners(compared.columns);
  if (compared.isByResidue) return;
  compared.rows = other.rows().positions();
  compared.columns = other.columns().positions();
  if (other.numRows() != subject.numRows() || other.numColumns() != subject.numColumns())
    compared.problem = tr("B has %1 × %2 positions, A %3 × %4, and nothing tells which are the same residues.")
                           .arg(other.numRows())
                           .arg(other.numColumns())
                           .arg(subject.numRows())
                           .arg(subject.numColumns());
}

}  // namespace

ComparedHead comparedHead(const AttentionSubject& subject, const AttentionOptions& options, const Document& document) {
  ComparedHead compared;
  if (!subject.heads() || options.comparison == HeadComparison::none) return compared;
  const std::string id = options.second.dataset.toStdString();
  compared.isOfSameFile = id.empty() || id == subject.headsDataset()->id;
  compared.dataset = compared.isOfSameFile ? subject.headsDataset() : document.find(id);
  const auto heads = compared.heads();
  if (!heads || heads->count() == 0) {
    compared.dataset = nullptr;
    compared.problem = tr("The heads to compare with are not loaded.");
    return compared;
  }
  compared.head = {std::clamp(options.second.layer, 0, static_cast<int>(heads->numLayers) - 1),
                   std::clamp(options.second.head, 0, static_cast<int>(heads->numHeads) - 1)};
  if (compared.isOfSameFile) {
    compared.rows = subject.rows().positions();
    compared.columns = subject.columns().positions();
  } else {
    placeOn(compared, subject, {compared.dataset, nullptr, options, document}, document);
  }
  return compared;
}

std::vector<engine::DatasetPtr> otherHeads(const AttentionSubject& subject, const Document& document) {
  std::vector<engine::DatasetPtr> others;
  for (const engine::DatasetPtr& dataset : document.datasets())
    if (dataset->as<engine::HeadSet>() && dataset != subject.headsDataset()) others.push_back(dataset);
  return others;
}

}  // namespace ui
