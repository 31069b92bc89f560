// Translating a source: greedily, by a beam, or as one is told to.
#pragma once

#include <map>
#include <vector>

#include "engine/attention/bahdanau-decoder/Seq2Seq.h"
#include "engine/translation/Vocabulary.h"

namespace engine {

struct DecodingOptions {
  Index beam = 1;                          ///< partial outputs that are kept; 1: greedy
  Index longest = 64;                      ///< most tokens to write
  std::map<Index, Index> forcedKeys = {};  ///< as in Seq2SeqInput
  std::vector<std::int64_t> begin = {};    ///< what every output begins with, whatever its probability
};

/// An output that a decoder wrote, or a part of it.
struct Candidate {
  std::vector<std::int64_t> tokens;  ///< with <end> when it has ended
  double logProbability = 0;         ///< natural logarithm, sum over the tokens
  bool hasEnded = false;
};

/// What a search looked at, as a tree whose nodes are tokens.
struct SearchTree {
  struct Node {
    std::int64_t token = 0;
    Index parent = -1;          ///< a node before it, from 0; -1: the beginning
    double logProbability = 0;  ///< of all tokens up to this one
    bool isKept = false;        ///< it belongs to one of the outputs that were found
  };
  std::vector<Node> nodes;

  /// The node of a token behind a node; -1: there is none.
  Index find(Index parent, std::int64_t token) const;
  /// What another search of the same source looked at and this one did not: not kept here.
  void add(const SearchTree& other);
};

/// At most options.beam of the most probable outputs that a beam finds, best first (MATHEMATICS.md 4): at every step
/// each is continued by every token, and the best of all stay; those that have ended compete with what they have. Of
/// equals the one of the better part, then of the lower token. What options.begin says is written first and counts like
/// any other token; beams go out from its end. `tree`, where given: the 2 beam best continuations of
/// every step. Throws Error, Cancelled.
template <class T>
std::vector<Candidate> decode(const std::vector<std::int64_t>& source, const Seq2SeqWeights<T>& weights,
                              const DecodingOptions& options, Progress& progress, SearchTree* tree = nullptr);

/// What the decoder thinks while it writes given tokens.
struct Writing {
  Array<double> attention;      ///< (T, S); empty without attention
  Array<double> scores;         ///< (T, S) before the softmax; empty without attention
  Array<double> probabilities;  ///< (T, U) of the token at each step
  double logProbability = 0;    ///< of all tokens
};

/// Teacher forcing: step t is fed with <begin> or token t - 1, whatever it would have written.
template <class T>
Writing writing(const std::vector<std::int64_t>& source, const std::vector<std::int64_t>& tokens,
                const Seq2SeqWeights<T>& weights, const std::map<Index, Index>& forcedKeys, Progress& progress);

}  // namespace engine
