#include "engine/attention/direct/DirectAttention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// `givesHeads`, the array of this name, has one row per head; the values' width must be a multiple of their number.
void requireWidth(const Shape& W_v, const char* givesHeads, const Shape& shape) {
  const Index heads = shape[0];
  if (heads < 1)
    fail("array ", givesHeads, ": found shape ", shapeText(shape), ", expected a first length, the number of heads, ",
         "of at least 1");
  requireHeads("W_v", W_v, heads);
}

template <class T>
void checkShapes(const Array<T>& pair, const Array<T>& msa, const DirectWeights<T>& weights) {
  ShapeLetters letters;
  letters.require("msa", msa.shape(), {"N", "L", "D"});
  letters.require("pair", pair.shape(), {"L", "L", "P"});
  letters.require("W_p", weights.W_p.shape(), {"H", "P"});
  letters.require("W_v", weights.W_v.shape(), {"H*v", "D"});
  letters.require("W_o", weights.W_o.shape(), {"Dout", "H*v"});
  letters.requireOptional("b_p", weights.b_p, "H");
  letters.requireOptional("b_v", weights.b_v, "H*v");
  letters.requireOptional("b_o", weights.b_o, "Dout");
  requireWidth(weights.W_v.shape(), "W_p", weights.W_p.shape());
}

/// Channels c = k*H + h in the order h*v + k, along the given axis (0 or 1) of W or of a bias.
template <class T>
Array<T> headMajor(const Array<T>& interleaved, Index axis, Index heads) {
  if (interleaved.empty()) return interleaved;
  Array<T> result(interleaved.shape(), Untouched{}, interleaved.name);
  const Index channels = interleaved.length(axis), v = channels / heads;
  const Index inner = interleaved.rank() == 2 && axis == 0 ? interleaved.length(1) : 1;
  const Index outer = axis == 1 ? interleaved.length(0) : 1;
  for (Index o = 0; o < outer; ++o)
    for (Index c = 0; c < channels; ++c)
      std::copy_n(interleaved.data() + (o * channels + c) * inner, inner,
                  result.data() + (o * channels + c % heads * v + c / heads) * inner);
  return result;
}

/// (L, L, H) scores to (H, j, i) weights.
template <class T>
Array<T> weightsOfPairs(const Array<T>& scores, int threads, Progress& progress) {
  const Index L = scores.length(0), H = scores.length(2);
  Array<T> A({H, L, L}, Untouched{}, "A");
  const Index grain = std::clamp<Index>(1'000'000 / std::max<Index>(1, L), 1, 4096);
  parallelFor(H * L, grain, threads, progress, "pair weights", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const Index h = row / L, j = row % L;
      for (Index i = 0; i < L; ++i) A[row * L + i] = scores(i, j, h);
      softmaxRow(A.data() + row * L, L);
    }
  });
  return A;
}

/// (H, j, i) to (i, j, H).
template <class T>
Array<T> asPairs(const Array<T>& A, int threads, Progress& progress) {
  const Index H = A.length(0), L = A.length(1);
  Array<T> pairs({L, L, H}, Untouched{}, "A");
  parallelFor(L, 8, threads, progress, "pair weights", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < L; ++j)
        for (Index h = 0; h < H; ++h) pairs(i, j, h) = A(h, j, i);
  });
  return pairs;
}

template <class T>
void checkShapes(const MaskedDirectInput<T>& input) {
  ShapeLetters letters;
  letters.require("msa", input.msa.shape(), {"N", "L", "D"});
  letters.require("state", input.state.shape(), {"L", "S"});
  requireShape("CA", input.CA.shape(), {letters["L"], 3});
  letters.require("bins", input.bins.shape(), {"H"});
  requireProjectionShapes(input, letters, {"S", "S", "D"});
  requireWidth(input.W_v.shape(), "bins", input.bins.shape());
  requireHeads("W_q", input.W_q.shape(), input.bins.length(0));
}

}  // namespace

template <class T>
DirectResult<T> directAttention(const Array<T>& pair, const Array<T>& msa, const DirectWeights<T>& weights,
                                const DirectOptions& options, int threads, Progress& progress) {
  checkShapes(pair, msa, weights);
  const Index H = weights.W_p.length(0);
  const auto part = [&](double from, double to) { return PartProgress(progress, from, to); };
  PartProgress scoring = part(0, 0.2), weighing = part(0.2, 0.3), values = part(0.3, 0.5), summing = part(0.5, 0.8),
               joining = part(0.8, 0.98), turning = part(0.98, 1);
  DirectResult<T> result;
  result.S = project(pair, weights.W_p, weights.b_p, threads, scoring);
  const Array<T> A = weightsOfPairs(result.S, threads, weighing);
  requireFiniteWeights(A, arraysText({{"pair", pair.shape()}, {"W_p", weights.W_p.shape()}}));
  // Sorting the channels by head once, in the weights, leaves everything else head-major.
  Array<T> V = project(msa, headMajor(weights.W_v, 0, H), headMajor(weights.b_v, 0, H), threads, values);
  Array<T> O = sharedValues(A, V, threads, summing);
  result.Y = project(O, headMajor(weights.W_o, 1, H), weights.b_o, threads, joining);
  result.A = asPairs(A, threads, turning);
  if (!options.keepScores) result.S = Array<T>{};
  if (options.keepVectors) {
    result.v = byHeads(std::move(V), H);
    result.O = byHeads(std::move(O), H);
  }
  return result;
}

std::vector<double> distanceBins(const std::string& text) {
  std::vector<double> distances;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    size_t used = 0;
    double value = NAN;
    try {
      value = std::stod(item, &used);
    } catch (const std::exception&) {
      used = std::string::npos;
    }
    if (used != item.size() || !std::isfinite(value))
      fail("parameter bins: found \"", text, "\", expected distances in Å separated by commas, such as 8,12,16,20");
    distances.push_back(value);
    begin = end + 1;
  }
  return distances;
}

template <class T>
Array<Bool> distanceMask(const Array<T>& CA, const Array<T>& bins) {
  const Index H = bins.length(0), L = CA.length(0);
  Array<Bool> allowed({H, L, L});
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) {
      T square = 0;
      for (Index axis = 0; axis < 3; ++axis) square += (CA(i, axis) - CA(j, axis)) * (CA(i, axis) - CA(j, axis));
      for (Index h = 0; h < H; ++h) allowed(h, i, j).value = std::sqrt(square) <= bins[h];
    }
  return allowed;
}

template <class T>
DirectResult<T> maskedDirectAttention(const MaskedDirectInput<T>& input, int threads, Progress& progress) {
  checkShapes(input);
  const Index L = input.state.length(0), H = input.bins.length(0), width = input.W_q.length(0), d = width / H;
  const auto part = [&](double from, double to) { return PartProgress(progress, from, to); };
  PartProgress scoring = part(0, 0.3), values = part(0.3, 0.5), summing = part(0.5, 0.8), joining = part(0.8, 1);
  Array<T> q = linear(input.state, input.W_q, input.b_q), k = linear(input.state, input.W_k, input.b_k);
  const Array<Bool> allowed = distanceMask(input.CA, input.bins);
  const T scale = static_cast<T>(standardScale(d));
  DirectResult<T> result;
  if (input.options.keepScores) result.S = Array<T>({H, L, L}, Untouched{}, "S");
  result.A = Array<T>({H, L, L}, Untouched{}, "A");
  const Index grain = std::clamp<Index>(4'000'000 / std::max<Index>(1, L * d), 1, 256);
  parallelFor(H * L, grain, threads, scoring, "scores", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const Index h = row / L, i = row % L;
      T* const scores = result.A.data() + row * L;
      for (Index j = 0; j < L; ++j) {
        T sum = 0;
        for (Index c = h * d; c < (h + 1) * d; ++c) sum += q[i * width + c] * k[j * width + c];
        scores[j] = allowed[row * L + j] ? sum * scale : std::numeric_limits<T>::lowest();
      }
      if (input.options.keepScores) std::copy_n(scores, L, result.S.data() + row * L);
      softmaxRow(scores, L);
    }
  });
  requireFiniteWeights(
      result.A, arraysText({{"state", input.state.shape()}, {"W_q", input.W_q.shape()}, {"W_k", input.W_k.shape()}}));
  Array<T> V = project(input.msa, input.W_v, input.b_v, threads, values);
  Array<T> O = sharedValues(result.A, V, threads, summing);
  result.Y = project(O, input.W_o, input.b_o, threads, joining);
  if (input.options.keepVectors) {
    result.q = byHeads(std::move(q), H);
    result.k = byHeads(std::move(k), H);
    result.v = byHeads(std::move(V), H);
    result.O = byHeads(std::move(O), H);
  }
  return result;
}

#define INSTANTIATE(T)                                                                                \
  template DirectResult<T> directAttention(const Array<T>&, const Array<T>&, const DirectWeights<T>&, \
                                           const DirectOptions&, int, Progress&);                     \
  template Array<Bool> distanceMask(const Array<T>&, const Array<T>&);                                \
  template DirectResult<T> maskedDirectAttention(const MaskedDirectInput<T>&, int, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
