// A dataset in words: what it is, how large, where it comes from.
#pragma once

#include <QString>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"
#include "ui/views/base/View.h"

namespace ui {

/// Size in the units of the kind: "128 rows × 334 columns", "329 residues", ...
QString sizeText(const engine::Dataset& dataset);
/// A part of a result by what it adds to the title of the whole: "Matrices"; the whole by its kind, "Attention", or,
/// where it is one map of several, by what it adds to what they share. The title of any other dataset.
QString partTitle(const engine::Dataset& dataset, const Document& document);
/// Where it comes from: file, or operation with inputs (by title, where `document` still holds them) and parameters,
/// device, time, warnings.
std::vector<ReadoutLine> provenanceLines(const engine::Dataset& dataset, const Document& document);
/// Title, size and provenance as rich text for tool tips.
QString toolTipText(const engine::Dataset& dataset, const Document& document);

}  // namespace ui
