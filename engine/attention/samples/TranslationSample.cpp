#include "engine/attention/samples/TranslationSample.h"

namespace engine {

namespace {

const std::vector<std::string> kEnglish{"the", "European", "Economic", "Area", "."};
const std::vector<std::string> kFrench{"la", "zone", "économique", "européenne", "."};
/// The English word of each French one.
constexpr Index kPartner[] = {0, 3, 2, 1, 4};
constexpr Index kWords = 5;

/// Units of the recurrent states: which word was read, which word is asked for next, and one that is always on.
constexpr Index kRead = 0, kAsked = kWords, kOn = 2 * kWords, kUnits = 2 * kWords + 1;
/// Tokens that the decoder is fed with: a beginning, then the French words.
constexpr Index kBegin = 0, kFirstFrench = 1, kTokens = kWords + 1;

constexpr float kStrong = 3;     ///< tanh of it is nearly 1
constexpr float kBoth = 4.5f;    ///< what two units together exceed, and one does not
constexpr float kScoreGain = 2;  ///< of the score: a partner weighs thirty times as much as another word
constexpr float kClosed = -10;   ///< of a gate

Array<float> zeros(const Shape& shape, const std::string& name) { return Array<float>(shape, 0.0f, name); }

Array<float> unitMatrix(Index size, const std::string& name) {
  Array<float> matrix = zeros({size, size}, name);
  for (Index k = 0; k < size; ++k) matrix(k, k) = 1;
  return matrix;
}

/// Recurrent units of one layer that forget at once: the state is tanh of `fromInput`, and the unit that is always on.
void addUnits(ArrayBundle& arrays, const std::string& name, const Array<float>& fromInput) {
  const Index width = fromInput.length(1);
  Array<float> weights = zeros({3 * kUnits, width}, name + ".weight_ih_l0");
  for (Index unit = 0; unit < kUnits; ++unit)
    for (Index k = 0; k < width; ++k) weights(2 * kUnits + unit, k) = fromInput(unit, k);
  Array<float> bias = zeros({3 * kUnits}, name + ".bias_ih_l0");
  for (Index unit = 0; unit < kUnits; ++unit) bias[kUnits + unit] = kClosed;
  bias[2 * kUnits + kOn] = kStrong;
  arrays[weights.name] = weights;
  arrays[bias.name] = bias;
  arrays[name + ".weight_hh_l0"] = zeros({3 * kUnits, kUnits}, name + ".weight_hh_l0");
}

/// A hidden unit of the score per English word is on where that word is asked for and is there.
void addScore(ArrayBundle& arrays, const std::string& W_q, const std::string& W_k, const std::string& w_v,
              const Shape& shapeOfLast) {
  Array<float> query = zeros({kWords, kUnits}, W_q), key = zeros({kWords, kUnits}, W_k);
  for (Index word = 0; word < kWords; ++word) {
    query(word, kAsked + word) = key(word, kRead + word) = kStrong;
    key(word, kOn) = -kBoth;
  }
  query(0, kRead + kWords - 1) = kStrong;  // who has read to the end begins with the first word
  arrays[W_q] = query;
  arrays[W_k] = key;
  arrays[w_v] = Array<float>(shapeOfLast, kScoreGain, w_v);
}

Sample ofPhrase(ArrayBundle arrays, ParameterValues values) {
  return {"Word pairs", std::move(arrays), std::move(values), {kFrench, kEnglish}, {}};
}

}  // namespace

Sample wordPairsSample() {
  Array<float> Q = zeros({1, kWords, kUnits}, "Q"), K = zeros({1, kWords, kUnits}, "K");
  for (Index word = 0; word < kWords; ++word) {
    Q(0, word, kAsked + kPartner[word]) = 1;
    K(0, word, kRead + word) = 1;
    Q(0, word, kOn) = K(0, word, kOn) = 1;
  }
  ArrayBundle arrays{{"Q", Q}, {"K", K}, {"V", K}};
  addScore(arrays, "W_q", "W_k", "w_v", {kWords});
  return ofPhrase(std::move(arrays), {});
}

Sample translationSample() {
  Array<std::int32_t> source({kWords}, 0, "source");
  for (Index word = 0; word < kWords; ++word) source[word] = static_cast<std::int32_t>(word);
  ArrayBundle arrays{{"source", source},
                     {"encoder.embedding.weight", unitMatrix(kWords, "encoder.embedding.weight")},
                     {"decoder.embedding.weight", unitMatrix(kTokens, "decoder.embedding.weight")}};
  Array<float> reading = zeros({kUnits, kWords}, "reading"), writing = zeros({kUnits, kUnits + kTokens}, "writing");
  for (Index word = 0; word < kWords; ++word)
    reading(kRead + word, word) = writing(kRead + word, kRead + word) = kStrong;
  // Fed with a French word the decoder writes the one behind it, and asks for the partner of the one behind that.
  for (Index next = 1; next < kWords; ++next)
    writing(kAsked + kPartner[next], kUnits + kFirstFrench + next - 2) = kStrong;
  addUnits(arrays, "encoder.rnn", reading);
  addUnits(arrays, "decoder.rnn", writing);
  addScore(arrays, "decoder.attention.W_q.weight", "decoder.attention.W_k.weight", "decoder.attention.w_v.weight",
           {1, kWords});
  Array<float> dense = zeros({kTokens, kUnits}, "decoder.dense.weight");
  for (Index word = 0; word < kWords; ++word) dense(kFirstFrench + word, kRead + kPartner[word]) = 2 * kStrong;
  arrays[dense.name] = dense;
  ParameterValues values;
  values.set("begin", std::int64_t{kBegin});
  values.set("end", std::int64_t{kFirstFrench + kWords - 1});
  return ofPhrase(std::move(arrays), std::move(values));
}

}  // namespace engine
