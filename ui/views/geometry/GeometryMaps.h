// The four quantities of pair geometry: their names, units, symmetry, colours and values.
#pragma once

#include <QString>
#include <memory>

#include "engine/base/Array.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

enum class GeometryQuantity { distance, omega, theta, phi };
inline constexpr int kNumGeometryQuantities = 4;
inline constexpr GeometryQuantity kGeometryQuantities[kNumGeometryQuantities] = {
    GeometryQuantity::distance, GeometryQuantity::omega, GeometryQuantity::theta, GeometryQuantity::phi};

struct GeometryQuantityInfo {
  QString id;      ///< "distance": in saved states and files
  QString symbol;  ///< "d", "ω"
  QString title;   ///< "Dihedral ω"
  QString atoms;   ///< which atoms of i and j it is measured between
  QString unit;    ///< "Å", "°"
  bool isSymmetric = true;
};
const GeometryQuantityInfo& quantityInfo(GeometryQuantity quantity);

/// L x L in Å or radians; shares the geometry and copies nothing. Null when the geometry has no such matrix.
std::shared_ptr<const engine::Array<float>> geometryMatrix(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                                           GeometryQuantity quantity);
/// A value of that matrix in the unit of the quantity: Å or degrees.
double shownValue(GeometryQuantity quantity, double value);
/// "12.3 Å", "-45.2°"; "undefined" with the reason for NaN.
QString geometryText(GeometryQuantity quantity, double value, bool isDiagonal);
/// Colours of an angle: the whole circle, cyclic, or 0 to 180°, sequential. `low` and `high` in radians.
MapLook angleLook(GeometryQuantity quantity, const std::string& sequentialMap);
/// The same with ends in the unit of the quantity, for colour bars.
MapLook shownLook(GeometryQuantity quantity, MapLook look);

/// Residues whose pairs cannot be measured as all others are.
struct UnusualResidues {
  engine::Index undefined = 0;       ///< no C-beta, real or virtual: N, CA or C is missing
  engine::Index virtualGlycine = 0;  ///< glycines, whose C-beta is virtual
  engine::Index virtualOther = 0;    ///< others without C-beta atom
};
UnusualResidues unusualResidues(const engine::ChainGeometry& geometry);

/// Cells with a distance below `threshold` Å. Throws Cancelled.
engine::Array<engine::Bool> closePairs(const engine::Array<float>& distance, double threshold,
                                       engine::Progress& progress);

}  // namespace ui
