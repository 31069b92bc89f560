#include "ui/views/attention/FittedGeometry.h"

#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Array;
using engine::Index;

namespace {

template <class T>
Array<T> laidOut(const Array<T>& matrix, const std::vector<Index>& residues, const T& unknown) {
  if (matrix.rank() != 2) return {};
  const auto length = static_cast<Index>(residues.size());
  Array<T> result({length, length}, unknown, matrix.name);
  for (Index row = 0; row < length; ++row)
    for (Index column = 0; column < length; ++column) {
      const Index i = engine::nth(residues, row), j = engine::nth(residues, column);
      if (i >= 0 && j >= 0) result(row, column) = matrix(i, j);
    }
  return result;
}

bool isIdentity(const std::vector<Index>& residues, Index length) {
  if (static_cast<Index>(residues.size()) != length) return false;
  for (size_t k = 0; k < residues.size(); ++k)
    if (residues[k] != static_cast<Index>(k)) return false;
  return true;
}

}  // namespace

std::shared_ptr<const engine::ChainGeometry> geometryAt(const std::shared_ptr<const engine::ChainGeometry>& geometry,
                                                        const std::vector<Index>& residues) {
  const engine::PairGeometry& pairs = geometry->geometry;
  if (isIdentity(residues, pairs.distance.length(0))) return geometry;
  auto fitted = std::make_shared<engine::ChainGeometry>();
  fitted->chain = geometry->chain;
  for (const auto part : {&engine::PairGeometry::distance, &engine::PairGeometry::omega, &engine::PairGeometry::theta,
                          &engine::PairGeometry::phi})
    fitted->geometry.*part = laidOut(pairs.*part, residues, std::nanf(""));
  fitted->geometry.contacts = laidOut(pairs.contacts, residues, engine::Bool{});
  const engine::Chain* chain = geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  auto structure = std::make_shared<engine::Structure>();
  structure->chains.push_back({geometry->chain, {}});
  for (const Index residue : residues) {
    const auto at = static_cast<size_t>(residue);
    const bool hasState = residue >= 0 && at < pairs.dssp.size();
    fitted->geometry.dssp += hasState ? pairs.dssp[at] : ' ';
    const bool isKnown = residue >= 0 && chain && at < chain->residues.size();
    structure->chains[0].residues.push_back(isKnown ? chain->residues[at] : engine::Residue{});
    if (!isKnown) structure->chains[0].residues.back().letter = '-';
  }
  fitted->structure = std::move(structure);
  return fitted;
}

}  // namespace ui
