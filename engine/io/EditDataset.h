// Alignments that were edited by hand, as datasets.
#pragma once

#include "engine/alignment/AlignmentEdit.h"
#include "engine/base/Diagnostics.h"
#include "engine/datasets/Dataset.h"

namespace engine {

struct EditedDataset {
  Dataset dataset;
  AlignmentEdit back;  ///< takes the edit back
};

/// A new version of an alignment; one whose last edit is `undone` (as text) does not remember either. Throws Error when
/// it is no alignment, or the edit does not fit it.
EditedDataset edited(const Dataset& before, const AlignmentEdit& edit, const std::string& undone = {});
/// Does edits again that a session kept. Those that do not fit, because the file is another now,
/// leave the dataset as it is, with a warning.
void editAgain(Dataset& dataset, const std::vector<std::string>& edits, Diagnostics& diagnostics);

}  // namespace engine
