// The four linear maps around the attention of an alignment: queries, keys, values, output.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/attention/ShapeLetters.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/attention/heads/ScoreOverflow.h"

namespace engine {

/// Weights are (out, in), y = W x + b. Channel h*d + k of a projection belongs to head h. Biases may be empty.
template <class T>
struct Projections {
  Array<T> W_q, W_k;  ///< (H*d, D)
  Array<T> W_v;       ///< (H*v, D)
  Array<T> W_o;       ///< (Dout, H*v)
  Array<T> b_q, b_k;  ///< (H*d)
  Array<T> b_v;       ///< (H*v)
  Array<T> b_o;       ///< (Dout)
  Index heads = 1;

  Index depth() const { return W_q.length(0) / heads; }       ///< d
  Index valueWidth() const { return W_v.length(0) / heads; }  ///< v
};

/// Features and weights that the scores are made of, for errors (arraysText).
template <class T>
std::string originOfScores(const Array<T>& X, const Projections<T>& projections) {
  const auto named = [](const Array<T>& array, const char* usual) {
    return std::pair{array.name.empty() ? std::string(usual) : array.name, array.shape()};
  };
  return arraysText({named(X, "X"), named(projections.W_q, "W_q"), named(projections.W_k, "W_k")});
}

/// Throws Error naming the array unless the shapes fit each other, `heads` (>= 1) and features of width `width`.
template <class T>
void checkProjections(const Projections<T>& projections, Index width);

/// Letters of the widths of the features that become queries, keys and values.
struct ProjectionWidths {
  const char *q = "D", *k = "D", *v = "D";
};

/// Descriptions of W_q, W_k, W_v, W_o and the biases b_q ... b_o.
std::vector<ArrayDescription> projectionInputs(const ProjectionWidths& widths = {});
/// The parameter "heads" that goes with them.
Parameter headsParameter();

/// Reads W_q ... b_o into the members of these names. Throws Error naming the array, its shape and the expected one.
template <template <class> class Weights, class T>
void readProjectionArrays(Weights<T>& weights, const ArrayBundle& inputs, ShapeLetters& letters,
                          const ProjectionWidths& widths = {}) {
  const auto bias = [&](const char* name, const char* length) {
    return readOptionalArray<T>(inputs, name, letters, {length});
  };
  weights.W_q = readArray<T>(inputs, "W_q", letters, {"H*d", widths.q});
  weights.W_k = readArray<T>(inputs, "W_k", letters, {"H*d", widths.k});
  weights.W_v = readArray<T>(inputs, "W_v", letters, {"H*v", widths.v});
  weights.W_o = readArray<T>(inputs, "W_o", letters, {"Dout", "H*v"});
  weights.b_q = bias("b_q", "H*d");
  weights.b_k = bias("b_k", "H*d");
  weights.b_v = bias("b_v", "H*v");
  weights.b_o = bias("b_o", "Dout");
}

/// Throws Error naming the array unless the shapes of the members W_q ... b_o fit each other and the letters.
template <template <class> class Weights, class T>
void requireProjectionShapes(const Weights<T>& weights, ShapeLetters& letters, const ProjectionWidths& widths = {}) {
  letters.require("W_q", weights.W_q.shape(), {"H*d", widths.q});
  letters.require("W_k", weights.W_k.shape(), {"H*d", widths.k});
  letters.require("W_v", weights.W_v.shape(), {"H*v", widths.v});
  letters.require("W_o", weights.W_o.shape(), {"Dout", "H*v"});
  letters.requireOptional("b_q", weights.b_q, "H*d");
  letters.requireOptional("b_k", weights.b_k, "H*d");
  letters.requireOptional("b_v", weights.b_v, "H*v");
  letters.requireOptional("b_o", weights.b_o, "Dout");
}

/// Reads W_q ... b_o; `letters` knows D. Throws Error naming the array, its shape and the expected one.
template <class T>
Projections<T> readProjections(const ArrayBundle& inputs, const ParameterValues& values, ShapeLetters& letters);

/// First length of the named array divided by the heads; 0 when there is no such array, or no head.
double rowsPerHead(const ArrayBundle& inputs, const std::string& name, double heads);
/// The letters H, d and v out of the parameter "heads" and the shapes of W_q (if there is one) and W_v.
void addHeadSizes(const ArrayBundle& inputs, Sizes& sizes);

/// What goes into and comes out of the heads, for teaching.
template <class T>
struct HeadVectors {
  Array<T> q, k;  ///< (R, C, H, d)
  Array<T> v, O;  ///< (R, C, H, v); O before the heads are joined
};
/// (..., H*d) as (..., H, d).
template <class T>
Array<T> byHeads(Array<T> joined, Index heads) {
  Shape shape = joined.shape();
  shape.back() /= heads;
  shape.insert(shape.end() - 1, heads);
  return std::move(joined).reshaped(std::move(shape));
}
/// The parameter intermediates, and what it gives on an alignment (R, C) or (N, L): q, k, v and O.
Parameter headVectorsParameter();
std::vector<ArrayDescription> headVectorOutputs(const std::string& cells);
/// Their numbers as a term of a cost formula, for so many cells: " + R*C*2*H*(d + v)", or nothing.
std::string headVectorNumbers(const ParameterValues& values, const std::string& cells);
template <class T>
void giveHeadVectors(ArrayBundle& outputs, HeadVectors<T> vectors) {
  give(outputs, "q", std::move(vectors.q));
  give(outputs, "k", std::move(vectors.k));
  give(outputs, "v", std::move(vectors.v));
  give(outputs, "O", std::move(vectors.O));
}

/// X W^T + b as `linear` does it, with the leading axes of X: (..., in) to (..., out).
template <class T>
Array<T> project(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads, Progress& progress);

/// Checks X (R, C, D), the projections and the padding ((R, C) or none) against each other, then fills Q, K, V and
/// heads of the input of a product, in the first six tenths of the progress.
template <class Product, class T>
void projectCells(Product& product, const Array<T>& X, const Projections<T>& projections, const Array<Bool>& padding,
                  int threads, Progress& progress) {
  requireShape("X", X.shape(), {-1, -1, -1});
  checkProjections(projections, X.length(2));
  if (!padding.empty()) requireShape("padding", padding.shape(), {X.length(0), X.length(1)});
  const auto projected = [&](const Array<T>& W, const Array<T>& b, double from, double to) {
    PartProgress part(progress, from, to);
    return project(X, W, b, threads, part);
  };
  product.Q = projected(projections.W_q, projections.b_q, 0, 0.2);
  product.K = projected(projections.W_k, projections.b_k, 0.2, 0.4);
  product.V = projected(projections.W_v, projections.b_v, 0.4, 0.6);
  product.heads = projections.heads;
}

/// The vectors of a product that is done with, and what came out of it.
template <class Product, class T>
HeadVectors<T> headVectorsOf(Product& product, Array<T>& O) {
  const auto vectors = [&](Array<T>& joined) { return byHeads(std::move(joined), product.heads); };
  return {vectors(product.Q), vectors(product.K), vectors(product.V), vectors(O)};
}

}  // namespace engine
