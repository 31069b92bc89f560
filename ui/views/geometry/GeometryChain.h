// A chain with its pair geometry, prepared to be shown, and what it says about one pair in words.
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/geometry/GeometryMaps.h"

namespace ui {

/// Row and column of a map, 0-based; -1 where there is none.
struct GeometryCell {
  engine::Index i = -1, j = -1;
  bool isPair() const { return i >= 0 && j >= 0; }
};

struct GeometryChain {
  GeometryChain() = default;  ///< nothing
  explicit GeometryChain(const engine::Dataset& dataset);

  std::shared_ptr<const engine::ChainGeometry> geometry;
  QString title;
  engine::DatasetId axis;  ///< id of the dataset whose positions the residues are
  std::string letters;     ///< of the residues; empty where the structure is unknown
  UnusualResidues unusual;
  double largestDistance = 0;  ///< Å
  engine::Index length = 0;

  std::shared_ptr<const engine::Array<float>> matrix(GeometryQuantity quantity) const;
  QString residue(engine::Index index) const;  ///< "Ala (A) 3, PDB 103 chain B"
  /// In the unit of the matrix; NaN where it is not defined.
  double value(GeometryQuantity quantity, const GeometryCell& cell) const;
  QString text(GeometryQuantity quantity, const GeometryCell& cell) const;
};

/// One residue (`cell.j` is ignored unless `isPair`), or two with all that is measured between them.
std::vector<ReadoutLine> geometryReadout(const GeometryChain& chain, const GeometryCell& cell, bool isPair);
/// The same of a pair in one line.
QString geometryStatus(const GeometryChain& chain, const GeometryCell& cell);

}  // namespace ui
