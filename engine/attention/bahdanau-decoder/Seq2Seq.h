// Sequence to sequence with recurrent units and Bahdanau attention (MATHEMATICS.md 3.2; Bahdanau et al. 2015; d2l):
// inference.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/network/Gru.h"

namespace engine {

/// Encoder and decoder have the same number of recurrent layers, h channels each.
template <class T>
struct Seq2SeqWeights {
  Array<T> sourceEmbedding;              ///< (V, E)
  std::vector<GruLayer<T>> encoder;      ///< E to h, or to h/2 in an encoder of both directions
  std::vector<GruLayer<T>> encoderBack;  ///< the layers that read backwards; none: the encoder has one direction
  Array<T> W_q, W_k;                     ///< (a, h) of the additive attention; empty: there is no attention
  Array<T> w_v;                          ///< (a)
  Array<T> targetEmbedding;              ///< (U, e)
  std::vector<GruLayer<T>> decoder;      ///< h + e to h: the context stands before the embedding
  Array<T> W_out, b_out;                 ///< (U, h), (U)

  bool hasAttention() const { return W_q.rank() == 2; }
  Index width() const { return W_out.length(1); }  ///< h
};

/// encoder.embedding.weight, encoder.rnn.* (of both directions where there are arrays that end with _reverse),
/// decoder.attention.{W_q,W_k,w_v}.weight (all or none), decoder.embedding.weight, decoder.rnn.*,
/// decoder.dense.{weight,bias}: the names of d2l in PyTorch. Throws Error naming the array and both shapes.
template <class T>
Seq2SeqWeights<T> readSeq2Seq(const NamedWeights& weights);

/// What the encoder does after the last valid token of a source. hold: it stops there, so that padding changes nothing.
/// read: it reads the padding, too, and the decoder starts from there, as in d2l.
enum class SourcePadding { hold, read };

struct Seq2SeqInput {
  Array<std::int64_t> source;  ///< (B, S)
  std::vector<Index> lengths;  ///< (B) valid tokens of each source, 0..S; empty: all
  SourcePadding padding = SourcePadding::hold;
  Array<std::int64_t> target;       ///< (B, T) tokens that the decoder is fed with; without rank 2: its own best ones
  Index steps = 0;                  ///< most tokens to write; T when there is a target
  std::int64_t begin = 0;           ///< token that the decoder starts from when there is no target
  std::int64_t end = -1;            ///< token that ends an output; -1: none
  bool keepsIntermediates = false;  ///< contexts and queries of the result
  /// Steps that attend to one position of the source alone, whatever their scores say; both from 0.
  std::map<Index, Index> forcedKeys = {};
};

/// T steps were made. Without a target decoding stops when every output has ended; an output that ended earlier goes on
/// with its end token.
template <class T>
struct Seq2SeqResult {
  Array<T> annotations;        ///< (B, S, h) outputs of the encoder's last layer, the keys and values
  Array<T> S;                  ///< (B, T, S) scores before the mask; empty without attention
  Array<T> A;                  ///< (B, T, S) weights; 0 beyond the length of the source; empty without attention
  Array<T> logits;             ///< (B, T, U)
  Array<std::int64_t> tokens;  ///< (B, T) the best token of each step, the lowest among equals
  Array<T> queries = {};       ///< (B, T, h) the decoder's last state, which asks; empty unless asked for
  Array<T> contexts = {};      ///< (B, T, h) what attention answers; empty unless asked for
};

/// (B, S): true where a token of the source can be attended to.
Array<Bool> seenTokens(const Seq2SeqInput& input);

/// Throws Error naming the array for shapes, lengths and tokens of a target that do not fit, and for forced keys outside
/// a source or without attention. Warns of sources without tokens.
template <class T>
void checkSeq2Seq(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, Diagnostics& diagnostics);

/// Step t: the query is the last layer's state after step t - 1 (at first the encoder's), the context its additive
/// attention over the annotations (without attention the encoder's last state, at every step), the recurrent input the
/// context and the embedding of the token fed. Throws Error naming the array for tokens outside their tables, and for
/// forced keys outside a source or without attention.
template <class T>
Seq2SeqResult<T> seq2Seq(const Seq2SeqInput& input, const Seq2SeqWeights<T>& weights, int threads,
                         Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
