// Attention heads on a structure: which chains they match, and what of the chosen one is drawn.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

class ChoiceLine;

/// Whether heads of a file match a chain of a structure. Which of their ends are special tokens, where the file names
/// no residues, may still be said.
bool matchesSomehow(const engine::Dataset& heads, const engine::Dataset& structure);
/// Heads and pair geometries.
bool goesWithStructure(const engine::Dataset& dataset);
/// The structure that heads or a pair geometry belong to: the one they name, or else the first loaded one that the
/// heads of a file match. Null where there is none.
engine::DatasetPtr structureOf(const engine::Dataset& dataset, const Document& document);
/// What an empty view accepts.
bool isForStructureView(const engine::Dataset& dataset, const Document& document);
/// The chains that heads of a file match, best first; none for other datasets and those that were computed here.
std::vector<HeadsPlace> placesFor(const engine::Dataset& heads, const engine::DatasetPtr& structure, EndTokens ends);
/// Null: there is none on this chain.
const HeadsPlace* placeOn(const std::vector<HeadsPlace>& places, const std::string& chain);

/// Asks which of several chains that match equally well the heads are meant for.
void askForChain(ChoiceLine& line, const engine::Dataset& heads, const std::vector<HeadsPlace>& places,
                 const std::function<void(const std::string& chain)>& chosen);
/// The residue, over all chains, of a position of the heads themselves: of equal chains that of `place`; -1: it has
/// none. Nothing for positions of other datasets and heads without a place (null).
std::optional<engine::Index> residueOfHead(const Position& position, const engine::DatasetPtr& heads,
                                           const HeadsPlace* place);

/// The head of the session, or several whose mean is shown.
struct ChosenHeadsOnShow {
  ChosenHead one;
  std::vector<ChosenHead> several;  ///< fewer than two: the one
  std::vector<ChosenHead> heads() const { return several.size() > 1 ? several : std::vector<ChosenHead>{one}; }
};
ChosenHeadsOnShow headsOnShow(Session& session);

/// Heads of a dataset (null: none) on the structure of a picture, with the options of that; of a file: on the chosen
/// chain, which must be among `places`.
ShownHead shownHead(const engine::DatasetPtr& heads, const std::vector<HeadsPlace>& places,
                    const StructurePicture& picture, const ChosenHeadsOnShow& chosen);

/// For heads that are new to the view: of maps on the columns of an alignment, which know nothing of residue frames,
/// the strongest few bars and no frames; of others all bars. Of chances of contacts, and of heads with a table that
/// tells of contacts on this structure, ranked pairs.
StructureOptions suitedTo(const engine::Dataset& heads, StructureOptions options, const engine::DatasetPtr& structure,
                          const Document& document);

/// The numbers (layer * H + head) of those that the set has; of maps that are no heads at least the first.
std::vector<engine::Index> numbersIn(const engine::HeadSet& set, const ChosenHeadsOnShow& chosen);

/// Whether a dataset is a map of contacts that was made with this structure.
bool isContactMapOn(const engine::Dataset& map, const engine::DatasetPtr& structure);
/// Whether a dataset is a head table that tells of contacts on this structure.
bool tellsContactsOn(const engine::Dataset& table, const engine::DatasetPtr& structure);

/// Nothing is laid on itself, and heads stay where they are when they do not match what is wanted.
StructureOptions admissible(StructureOptions wanted, const StructureOptions& before, const engine::DatasetPtr& shown,
                            const std::vector<HeadsPlace>& places);

}  // namespace ui
