// Residue letters in the lines of text formats, and rows of residues as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/TextLines.h"

namespace engine {

/// Appends the codes of `text`, a part of the current line; blanks are skipped. Throws Error naming source, line,
/// column and character when one is no residue letter or gap.
void appendResidues(const TextLines& lines, std::string_view text, std::vector<ResidueCode>& codes);

/// The same into memory that has room for every character of `text`; returns the end of what was written.
ResidueCode* readResidues(const TextLines& lines, std::string_view text, ResidueCode* out);

/// Appends the letters of `count` codes in lines of `lettersPerLine`, each with a line feed; 0: all in one line.
void appendLetters(const ResidueCode* codes, Index count, Index lettersPerLine, std::string& out);

/// Line breaks and other control characters would end a header early: they become blanks. Tabs stay.
std::string oneLine(std::string_view text);

/// A name for formats whose names end at the first blank: blanks become '_', as does a first '#' or '/'; never empty.
std::string oneWord(std::string_view name);

/// One warning when several rows have the same name: programs that look rows up by name will find the first only.
void warnAboutRepeatedNames(const std::vector<std::string_view>& names, const std::string& source,
                            Diagnostics& diagnostics);

}  // namespace engine
