// What the mechanisms on an alignment take in: features of the cells, projections, padding.
#pragma once

#include "engine/attention/heads/Projections.h"

namespace engine {

/// X (R, C, D), W_q ... b_o, padding (R, C) or none.
std::vector<ArrayDescription> msaInputs();
/// Three rows and four columns of width 8.
ArrayBundle msaSample();
/// 64 rows and 256 columns of width 768, as in released models.
ArrayBundle msaBench();
/// The parameter "scores": whether S is given too.
Parameter scoresParameter();
/// Whether it, or the parameter "intermediates", asks for S.
bool keepsScores(const ParameterValues& values);
/// The opposite of `padding` in this shape, all true when it is empty: which cells are seen.
Array<Bool> seenCells(const Array<Bool>& padding, const Shape& shape);

template <class T>
struct MsaInput {
  Array<T> X;  ///< (R, C, D)
  Projections<T> projections;
  Array<Bool> padding;  ///< (R, C) or empty
};

/// Throws Error naming the array, its shape and the expected one.
template <class T>
MsaInput<T> readMsaInput(const ArrayBundle& inputs, const ParameterValues& values) {
  ShapeLetters letters;
  MsaInput<T> input;
  input.X = readArray<T>(inputs, "X", letters, {"R", "C", "D"});
  input.projections = readProjections<T>(inputs, values, letters);
  if (inputs.count("padding") != 0) {
    input.padding = std::get<Array<Bool>>(inputs.at("padding"));
    letters.require("padding", input.padding.shape(), {"R", "C"});
  }
  return input;
}

}  // namespace engine
