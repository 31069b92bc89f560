#include "engine/translation/Translate.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include "engine/attention/bahdanau-decoder/Seq2SeqDecoder.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

Seq2SeqInput inputOf(const std::vector<std::int64_t>& source, Index copies, const std::map<Index, Index>& forcedKeys) {
  const Index S = std::ssize(source);
  Seq2SeqInput input;
  input.source = Array<std::int64_t>({copies, S}, 0, "source");
  for (Index b = 0; b < copies; ++b) std::copy(source.begin(), source.end(), input.source.data() + b * S);
  input.begin = kBeginToken;
  input.end = kEndToken;
  input.forcedKeys = forcedKeys;
  return input;
}

/// Row b of the logits (B, U) as ln p.
template <class T>
std::vector<double> logProbabilities(const Array<T>& logits, Index b) {
  const Index U = logits.length(1);
  std::vector<double> row(logits.data() + b * U, logits.data() + (b + 1) * U);
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (const double logit : row) sum += std::exp(logit - largest);
  for (double& logit : row) logit -= largest + std::log(sum);
  return row;
}

/// How a partial output goes on: an ended one as it is, token -1.
struct Continuation {
  Index of;  ///< number of the candidate
  std::int64_t token;
  double logProbability;
};

class Beam {
 public:
  Beam(const DecodingOptions& options, SearchTree* tree)
      : m_width(options.beam), m_begin(options.begin), m_candidates(1), m_nodes(1, -1), m_tree(tree) {}

  bool isAlive() const {
    return std::any_of(m_candidates.begin(), m_candidates.end(), [](const Candidate& one) { return !one.hasEnded; });
  }
  const std::vector<Candidate>& candidates() const { return m_candidates; }

  /// What each place of the decoder is fed with; candidate k is in place k.
  Array<std::int64_t> fed() const {
    Array<std::int64_t> tokens({m_width}, kBeginToken, "begin");
    for (Index k = 0; k < std::ssize(m_candidates); ++k)
      if (!nth(m_candidates, k).tokens.empty()) tokens[k] = nth(m_candidates, k).tokens.back();
    return tokens;
  }

  /// Takes the best continuations; gives for every place the one that it goes on from.
  template <class T>
  std::vector<Index> goOn(const Array<T>& logits) {
    std::vector<Continuation> all;
    for (Index k = 0; k < std::ssize(m_candidates); ++k) addContinuations(logits, k, all);
    const auto isBetter = [](const Continuation& a, const Continuation& b) {
      return std::tuple(-a.logProbability, a.of, a.token) < std::tuple(-b.logProbability, b.of, b.token);
    };
    const Index kept = std::min(m_width, std::ssize(all));
    const Index looked = m_tree ? std::min(2 * m_width, std::ssize(all)) : kept;
    std::partial_sort(all.begin(), all.begin() + looked, all.end(), isBetter);
    if (m_tree) note(std::span(all).first(static_cast<std::size_t>(looked)), kept);
    std::vector<Candidate> next;
    std::vector<Index> places(static_cast<std::size_t>(m_width), 0);
    for (Index k = 0; k < kept; ++k) {
      const Continuation& chosen = nth(all, k);
      nth(places, k) = chosen.of;
      Candidate one = nth(m_candidates, chosen.of);
      if (!one.hasEnded) one.tokens.push_back(chosen.token);
      one.hasEnded = one.hasEnded || chosen.token == kEndToken;
      one.logProbability = chosen.logProbability;
      next.push_back(std::move(one));
    }
    m_candidates = std::move(next);
    return places;
  }

  /// Once it is over.
  void markKept() {
    for (Index node : m_nodes)
      for (; m_tree && node >= 0; node = nth(m_tree->nodes, node).parent) nth(m_tree->nodes, node).isKept = true;
  }

 private:
  /// Of candidate k: by the token that it is told to begin with, else by every one.
  template <class T>
  void addContinuations(const Array<T>& logits, Index k, std::vector<Continuation>& all) const {
    const Candidate& one = nth(m_candidates, k);
    if (one.hasEnded) return all.push_back({k, -1, one.logProbability});
    const std::vector<double> next = logProbabilities(logits, k);
    const Index written = std::ssize(one.tokens);
    const bool isTold = written < std::ssize(m_begin);
    for (Index token = 0; token < std::ssize(next); ++token)
      if (!isTold || token == nth(m_begin, written)) all.push_back({k, token, one.logProbability + nth(next, token)});
  }

  void note(std::span<const Continuation> looked, Index kept) {
    std::vector<Index> nodes;
    for (const Continuation& one : looked) {
      Index node = nth(m_nodes, one.of);
      if (one.token >= 0) {
        m_tree->nodes.push_back({one.token, node, one.logProbability, false});
        node = std::ssize(m_tree->nodes) - 1;
      }
      if (std::ssize(nodes) < kept) nodes.push_back(node);
    }
    m_nodes = std::move(nodes);
  }

  Index m_width;
  std::vector<std::int64_t> m_begin;
  std::vector<Candidate> m_candidates;
  std::vector<Index> m_nodes;  ///< of the candidates, where there is a tree
  SearchTree* m_tree;
};

}  // namespace

Index SearchTree::find(Index parent, std::int64_t token) const {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const Node& node) { return node.parent == parent && node.token == token; });
  return found == nodes.end() ? -1 : found - nodes.begin();
}

void SearchTree::add(const SearchTree& other) {
  std::vector<Index> here;  // the other's nodes
  for (const Node& node : other.nodes) {
    const Index parent = node.parent < 0 ? -1 : nth(here, node.parent);
    here.push_back(find(parent, node.token));
    if (here.back() >= 0) continue;
    here.back() = std::ssize(nodes);
    nodes.push_back({node.token, parent, node.logProbability, false});
  }
}

template <class T>
std::vector<Candidate> decode(const std::vector<std::int64_t>& source, const Seq2SeqWeights<T>& weights,
                              const DecodingOptions& options, Progress& progress, SearchTree* tree) {
  Seq2SeqInput input = inputOf(source, options.beam, options.forcedKeys);
  Diagnostics unheard;
  checkSeq2Seq(input, weights, unheard);
  for (const std::int64_t token : options.begin)
    if (token < 0 || token >= weights.W_out.length(0))
      fail("begin: found token ", token, ", expected 0 to ", weights.W_out.length(0) - 1);
  Seq2SeqDecoder<T> decoder(input, weights, 1, progress);
  Beam beam(options, tree);
  for (Index t = 0; t < options.longest && beam.isAlive(); ++t) {
    PartProgress part(progress, double(t) / double(options.longest), double(t + 1) / double(options.longest));
    decoder.goOnFrom(beam.goOn(decoder.step(beam.fed(), part).logits));
  }
  beam.markKept();
  return beam.candidates();
}

template <class T>
Writing writing(const std::vector<std::int64_t>& source, const std::vector<std::int64_t>& tokens,
                const Seq2SeqWeights<T>& weights, const std::map<Index, Index>& forcedKeys, Progress& progress) {
  const Index number = std::ssize(tokens), S = std::ssize(source), U = weights.W_out.length(0);
  Seq2SeqInput input = inputOf(source, 1, forcedKeys);
  input.target = Array<std::int64_t>({1, number}, kBeginToken, "target");
  for (Index t = 1; t < number; ++t) input.target(0, t) = nth(tokens, t - 1);
  Diagnostics unheard;
  const Seq2SeqResult<T> result = seq2Seq(input, weights, 1, unheard, progress);
  Writing all;
  all.probabilities = Array<double>({number, U}, 0, "probabilities");
  const Array<T> logits = result.logits.reshaped({number, U});
  for (Index t = 0; t < number; ++t) {
    const std::vector<double> row = logProbabilities(logits, t);
    for (Index token = 0; token < U; ++token) all.probabilities(t, token) = std::exp(nth(row, token));
    all.logProbability += row.at(static_cast<std::size_t>(nth(tokens, t)));
  }
  if (!weights.hasAttention()) return all;
  const auto plane = [&](const Array<T>& of, const char* name) {
    return Array<double>({number, S}, std::vector<double>(of.begin(), of.end()), name);
  };
  all.attention = plane(result.A, "attention");
  all.scores = plane(result.S, "scores");
  return all;
}

#define INSTANTIATE(T)                                                                               \
  template std::vector<Candidate> decode(const std::vector<std::int64_t>&, const Seq2SeqWeights<T>&, \
                                         const DecodingOptions&, Progress&, SearchTree*);            \
  template Writing writing(const std::vector<std::int64_t>&, const std::vector<std::int64_t>&,       \
                           const Seq2SeqWeights<T>&, const std::map<Index, Index>&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
