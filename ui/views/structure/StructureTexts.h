// What is said about the picture of a structure: heading, readout, status line, caption, numbers for export.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// More residues without a backbone than this wear no ring each.
inline constexpr size_t kMostHollow = 300;

/// Text, and whether it is a warning.
std::vector<std::pair<QString, bool>> headingLines(const StructurePicture& picture, const StructureMarks& marks);
/// Of what is current, what was measured and the whole molecule; none without a structure.
std::vector<ReadoutLine> readoutLines(const StructurePicture& picture, const StructureMarks& marks);
/// Of what is hovered, or what to click; may be empty.
QString statusText(const StructurePicture& picture, const StructureMarks& marks);
QString captionText(const StructurePicture& picture);
/// Residues, shown bars, measurements, numbers under the motion: those that there are.
std::vector<NumberTable> numberTables(const StructurePicture& picture);

}  // namespace ui
