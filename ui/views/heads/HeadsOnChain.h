// Where attention heads of a file belong: the chains of the loaded structures that they match, in words and menus.
#pragma once

#include <functional>
#include <vector>

#include "engine/analysis/ChainMatch.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Session.h"

class QMenu;

namespace ui {

/// Heads on one chain of a structure.
struct HeadsPlace {
  engine::DatasetPtr structure;
  engine::StructureMatch match;
  const engine::Chain& chain() const;
};

/// Whether the positions of a dataset have to be matched to chains by their residues: heads of files, whose positions
/// are their own, and heads on the columns of an alignment.
bool areUnplacedHeads(const engine::Dataset& dataset);
/// The chains of one structure that the heads match, best first; none for other datasets. `tokens` as in
/// engine::mapPositions.
std::vector<engine::StructureMatch> matchesOn(const engine::Dataset& heads, const engine::Dataset& structure,
                                              const std::vector<std::string>& tokens = {});
std::vector<HeadsPlace> placesOn(const engine::Dataset& heads, const engine::DatasetPtr& structure,
                                 const std::vector<std::string>& tokens = {});
/// Of all structures of a document.
std::vector<HeadsPlace> placesOf(const engine::Dataset& heads, const Document& document,
                                 const std::vector<std::string>& tokens = {});
/// How many of the first match as many residues as the very first.
engine::Index numEqualPlaces(const std::vector<HeadsPlace>& places);
/// "318 of 329 residues of 1LDM A".
QString placeText(const engine::ChainMatch& match, const std::string& structure, const std::string& chain);
QString placeText(const HeadsPlace& place);
/// Why the heads match no chain of the structure: one line.
QString whyNoPlace(const engine::Dataset& heads, const engine::Dataset& structure);

/// Entries "Show on 1LDM chain A", or one that cannot be chosen and says why not. Nothing without a structure.
void addPlaces(QMenu& menu, const engine::Dataset& heads, const Document& document,
               const std::vector<std::string>& tokens, const std::function<void(const HeadsPlace&)>& chosen);

/// The pair geometry of a chain among what is loaded; null when it is not there.
engine::DatasetPtr loadedGeometry(const Document& document, const engine::Dataset& structure, const std::string& chain);
/// Starts to compute it, unless it is there; says so where the chain is too long to do it unasked.
void provideGeometry(Session& session, const engine::DatasetPtr& structure, const std::string& chain);

}  // namespace ui
