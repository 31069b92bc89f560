#include "ui/views/geometry/GeometryMaps.h"

#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Array;
using engine::Index;

const GeometryQuantityInfo& quantityInfo(GeometryQuantity quantity) {
  static const std::array<GeometryQuantityInfo, kNumGeometryQuantities> infos = {
      {{QStringLiteral("distance"), QStringLiteral("d"), QStringLiteral("Distance"), QStringLiteral("Cβ(i)–Cβ(j)"),
        QStringLiteral("Å"), true},
       {QStringLiteral("omega"), QStringLiteral("ω"), QStringLiteral("Dihedral ω"),
        QStringLiteral("Cα(i)–Cβ(i)–Cβ(j)–Cα(j)"), QStringLiteral("°"), true},
       {QStringLiteral("theta"), QStringLiteral("θ"), QStringLiteral("Dihedral θ"),
        QStringLiteral("N(i)–Cα(i)–Cβ(i)–Cβ(j)"), QStringLiteral("°"), false},
       {QStringLiteral("phi"), QStringLiteral("φ"), QStringLiteral("Angle φ"), QStringLiteral("Cα(i)–Cβ(i)–Cβ(j)"),
        QStringLiteral("°"), false}}};
  return engine::nth(infos, quantity);
}

std::shared_ptr<const Array<float>> geometryMatrix(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                                   GeometryQuantity quantity) {
  if (!geometry) return nullptr;
  const engine::PairGeometry& pairs = geometry->geometry;
  const Array<float>& matrix = quantity == GeometryQuantity::distance ? pairs.distance
                               : quantity == GeometryQuantity::omega  ? pairs.omega
                               : quantity == GeometryQuantity::theta  ? pairs.theta
                                                                      : pairs.phi;
  if (matrix.rank() != 2) return nullptr;
  return {geometry, &matrix};
}

double shownValue(GeometryQuantity quantity, double value) {
  return quantity == GeometryQuantity::distance ? value : value * 180 / std::numbers::pi;
}

QString geometryText(GeometryQuantity quantity, double value, bool isDiagonal) {
  if (!std::isfinite(value))
    return isDiagonal ? QStringLiteral("undefined: the same residue") : QStringLiteral("undefined: missing atoms");
  const QString number =
      withMinus(QString::number(shownValue(quantity, value), 'f', quantity == GeometryQuantity::distance ? 2 : 1));
  return quantity == GeometryQuantity::distance ? number + QStringLiteral(" Å") : number + QStringLiteral("°");
}

MapLook angleLook(GeometryQuantity quantity, const std::string& sequentialMap) {
  if (quantity == GeometryQuantity::phi) return {sequentialMap, 0, std::numbers::pi};
  return {"twilight", -std::numbers::pi, std::numbers::pi};
}

MapLook shownLook(GeometryQuantity quantity, MapLook look) {
  look.low = shownValue(quantity, look.low);
  look.high = shownValue(quantity, look.high);
  return look;
}

UnusualResidues unusualResidues(const engine::ChainGeometry& geometry) {
  UnusualResidues counts;
  const auto& cb = geometry.geometry.backbone.cb;
  const engine::Chain* chain = geometry.structure ? geometry.structure->findChain(geometry.chain) : nullptr;
  for (size_t i = 0; i < cb.size(); ++i) {
    if (!engine::isSet(cb[i])) {
      ++counts.undefined;
    } else if (chain && i < chain->residues.size() && !engine::isSet(chain->residues[i].position("CB"))) {
      ++(chain->residues[i].letter == 'G' ? counts.virtualGlycine : counts.virtualOther);
    }
  }
  return counts;
}

Array<engine::Bool> closePairs(const Array<float>& distance, double threshold, engine::Progress& progress) {
  Array<engine::Bool> close(distance.shape(), engine::Bool{}, "close pairs");
  const Index rows = distance.length(0), columns = distance.length(1);
  for (Index row = 0; row < rows; ++row) {
    if (row % 256 == 0) progress.update(static_cast<double>(row) / static_cast<double>(rows), "contact line");
    for (Index column = 0; column < columns; ++column)
      close(row, column).value = static_cast<double>(distance(row, column)) < threshold;
  }
  return close;
}

}  // namespace ui
