// What a run with heads switched off changes against the untouched one (engine/models/MATHEMATICS.md 9.2).
#pragma once

#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/models/VariantModel.h"

namespace engine {

/// Divergence sum_b p_b log2(p_b / q_b) of the letters at each residue, in bits, from logits of both runs. `run` tells
/// which positions are residues and what the columns stand for; of an alignment the query counts. Empty when the model
/// predicts no amino acids.
std::vector<double> letterDivergence(const ModelRun<float>& run, const Array<float>& logits,
                                     const Array<float>& changedLogits);

/// log2 of the probability of each residue's letter when it is masked; NaN at what is none of the 20 letters. One run
/// for each residue, one at a time on each thread. Throws Error, Cancelled.
std::vector<double> maskedLikelihood(const VariantModel& model, const AblationOfHeads& ablation, int threads,
                                     Progress& progress);

/// (layers, H): mean over rows of the Jensen-Shannon divergence of each head from what it was, in bits, residues alone;
/// 0 before `firstChanged`, NaN where no row counts in both. The shapes are the same. Throws Error, Cancelled.
Array<double> changeOfMaps(const HeadSet& heads, const HeadSet& changed, Index firstChanged, int threads,
                           Progress& progress);

/// Mean of what is a number; NaN without any.
double meanOfNumbers(const std::vector<double>& values);

}  // namespace engine
