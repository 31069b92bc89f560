#include "ui/views/geometry/GeometryChain.h"

#include <QStringList>
#include <cmath>

#include "ui/views/maps/MapReadout.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

GeometryChain::GeometryChain(const engine::Dataset& dataset)
    : geometry(dataset.share<engine::ChainGeometry>()),
      title(QString::fromStdString(dataset.title)),
      axis(dataset.axes.empty() ? dataset.id : dataset.axes[0]),
      unusual(unusualResidues(*geometry)) {
  if (const auto* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr)
    for (const engine::Residue& residue : chain->residues) letters += residue.letter;
  if (const auto distances = matrix(GeometryQuantity::distance)) {
    largestDistance = rangeOf(*distances).high;
    length = distances->length(0);
  }
}

std::shared_ptr<const engine::Array<float>> GeometryChain::matrix(GeometryQuantity quantity) const {
  return geometryMatrix(geometry, quantity);
}

QString GeometryChain::residue(Index index) const { return residueText(letters, index, geometry.get()); }

double GeometryChain::value(GeometryQuantity quantity, const GeometryCell& cell) const {
  const auto values = matrix(quantity);
  return values ? static_cast<double>((*values)(cell.i, cell.j)) : std::nan("");
}

QString GeometryChain::text(GeometryQuantity quantity, const GeometryCell& cell) const {
  return geometryText(quantity, value(quantity, cell), cell.i == cell.j);
}

std::vector<ReadoutLine> geometryReadout(const GeometryChain& chain, const GeometryCell& cell, bool isPair) {
  if (cell.i < 0) return {};
  std::vector<ReadoutLine> lines = {
      {isPair ? QObject::tr("Residue i (row)") : QObject::tr("Residue"), chain.residue(cell.i)}};
  if (!isPair || cell.j < 0) return lines;
  lines.push_back({QObject::tr("Residue j (column)"), chain.residue(cell.j)});
  lines.push_back({QObject::tr("Separation"), QObject::tr("%1 residues").arg(std::abs(cell.i - cell.j))});
  for (const GeometryQuantity quantity : kGeometryQuantities) {
    const GeometryQuantityInfo& info = quantityInfo(quantity);
    lines.push_back(
        {info.isSymmetric ? info.title : info.symbol + QStringLiteral("(i, j)"), chain.text(quantity, cell)});
    if (!info.isSymmetric)
      lines.push_back({info.symbol + QStringLiteral("(j, i)"), chain.text(quantity, {cell.j, cell.i})});
  }
  return lines;
}

QString geometryStatus(const GeometryChain& chain, const GeometryCell& cell) {
  QStringList values;
  for (const GeometryQuantity quantity : kGeometryQuantities)
    values << quantityInfo(quantity).symbol + u' ' + chain.text(quantity, cell);
  return QStringLiteral("i %1 · j %2 · %3")
      .arg(chain.residue(cell.i), chain.residue(cell.j), values.join(QStringLiteral(" · ")));
}

}  // namespace ui
