// Which of the positions that a model runs on are residues.
#pragma once

#include <string>
#include <vector>

#include "engine/models/Architecture.h"

namespace engine {

struct RunResidues {
  std::vector<Index> rows;  ///< (L): of the states (T, D) and logits; of an alignment of its first row's
  std::string letters;      ///< L: 'X' of a residue that is hidden, '-' of a gap
};

template <class T>
RunResidues residuesOf(const ModelRun<T>& run) {
  const std::vector<std::string> names = run.mapNames();
  const std::string maps = names.empty() ? std::string() : names.front();
  const std::vector<std::string> positions = run.positions(maps);
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  RunResidues residues;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    if (isSpecial.at(k)) continue;
    residues.rows.push_back(static_cast<Index>(k));
    residues.letters += positions[k].size() == 1 ? positions[k][0] : 'X';
  }
  return residues;
}

}  // namespace engine
