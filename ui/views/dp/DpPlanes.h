// The matrices of a dynamic-programming run as planes of one value a cell, and the colours that these get.
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/dp/DpOptions.h"

namespace ui {

struct DpPlane {
  engine::DpKind kind = engine::DpKind::viterbi;
  engine::PairState state = engine::PairState::MM;
  std::shared_ptr<const engine::Array<float>> values;           ///< Nq x Nt, without borders; null: not there yet
  std::shared_ptr<const engine::Array<float>> shown = nullptr;  ///< what is coloured
  MapLook look = {};
};

const engine::DpMatrices& matricesOf(const engine::ProfileAlignment& alignment, engine::DpKind kind);
/// Throws engine::Error for matrices that do not fit each other.
void validateMatrices(const engine::ProfileAlignment& alignment);
/// The kinds of matrices that the alignment holds, Viterbi first.
std::vector<engine::DpKind> kindsOf(const engine::ProfileAlignment& alignment);
/// Whether cells are coloured by how far they lie behind the best: backward sums lead at the other end, posteriors are
/// comparable as they are.
bool showsLag(const DpOptions& options, engine::DpKind kind);

/// One plane per state of the chosen kind, and where asked for the posterior beside the main one at the end. Not
/// coloured yet.
std::vector<DpPlane> planesOf(const engine::ProfileAlignment& alignment, const DpOptions& options);
/// What is shown of the planes and in which colours; `noValue` is for cells that cannot be reached.
void colorPlanes(std::vector<DpPlane>& planes, const DpOptions& options, Rgb noValue);

/// What the colours of a kind mean, for a colour bar.
QString scaleCaption(const DpOptions& options, engine::DpKind kind);
/// What a pixel shows of the cells a side that share it; empty where each has its own.
QString shrinkingNote(const DpOptions& options, const DpPlane& plane, engine::Index cellsPerPixel);

}  // namespace ui
