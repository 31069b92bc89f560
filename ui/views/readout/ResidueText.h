// Residues in words, as every readout names them.
#pragma once

#include <QString>

#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"
#include "ui/session/SelectionModel.h"

namespace ui {

/// "Asp (D) 52" with the 1-based number; "52" when the letter is unknown.
QString residueText(const std::string& letters, engine::Index index);
/// The same of the residue with this index; an unknown letter is a space.
QString residueText(char letter, engine::Index index);
/// "Asp (D) 52, PDB 57B chain A": with the author's number when the structure is known.
QString residueText(const std::string& letters, engine::Index index, const engine::ChainGeometry* geometry);

/// ", PDB 57B chain A" of the first structure in the document where the position has a counterpart; empty when none
/// has.
QString structureNumber(const Document& document, const Position& position);

}  // namespace ui
