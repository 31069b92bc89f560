// A block of an alignment as text: what copying puts on the clipboard.
#pragma once

#include <string>

#include "engine/alignment/Alignment.h"

namespace engine {

enum class BlockForm {
  alignedFasta,  ///< rows of one length: inserts between neighbouring columns are filled up with '.'
  fasta,         ///< residues alone, inserts between neighbouring columns included
  letters,       ///< one line per row, no names; the columns alone
};

/// `rows` in the order in which they are written, `columns` increasing. Letter case is kept. Names of rows of which
/// only a part is written end in /first-last, the numbers of their residues. Throws Error when the text would be larger
/// than `mostBytes`.
std::string blockText(const Alignment& alignment, const std::vector<Index>& rows, const std::vector<Index>& columns,
                      BlockForm form, size_t mostBytes);

}  // namespace engine
