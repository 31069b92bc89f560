// Tables of structure scores. The numbers were measured on the running program HH-suite 3.3.0 (one pair of columns
// each, four decimals); scores of predicted pairs are computed from them and agree with the measured ones to 2e-4.
#include "engine/hmm/score/SecondaryStructureScore.h"

#include <array>
#include <cmath>
#include <string_view>

#include "engine/base/Nth.h"
#include "engine/hmm/score/StructureStates.h"

namespace engine {

namespace {

constexpr int kConfidences = kStructureConfidences, kMissingConfidence = 4;

/// log2 P(A|B,c) / P(A); one row per known state A and predicted state B, one column per confidence c.
constexpr std::array<double, kKnownStates * kPredictedStates> kKnownPredicted{
    0.1738,  0.3231,  0.4678,  0.6145,  0.8074,  0.965,   1.1263,  1.2564,  1.4158,  1.5685,   // H, H 0..9
    -2.1016, -2.1714, -2.3076, -2.5649, -3.0116, -3.2934, -3.662,  -4.2379, -5.1078, -6.6439,  // H, E 0..9
    -0.6439, -1.077,  -1.3401, -1.5064, -1.8262, -2.1392, -2.5312, -3.1976, -4.2379, -5.2653,  // H, C 0..9
    -0.9462, -1.0439, -1.2311, -1.4383, -1.7131, -2,      -2.5479, -2.9214, -3.9434, -6.7959,  // E, H 0..9
    1.1635,  1.346,   1.4694,  1.5705,  1.6686,  1.7924,  1.8922,  1.9989,  2.0993,  2.1875,   // E, E 0..9
    0.0243,  0.1414,  0.0072,  -0.2464, -0.4779, -0.8009, -1.1266, -1.6082, -2.3219, -3.3076,  // E, C 0..9
    -0.2619, -0.3752, -0.6506, -0.8573, -1.1714, -1.5023, -1.9269, -2.3808, -3.3511, -5.4422,  // C, H 0..9
    0.2821,  0.0963,  -0.0014, -0.0679, -0.2396, -0.5166, -0.7084, -1.1552, -1.816,  -3.071,   // C, E 0..9
    0.1661,  0.373,   0.4926,  0.5993,  0.7347,  0.8335,  0.9373,  1.0093,  1.0697,  1.3651,   // C, C 0..9
    -0.0634, -0.2396, -0.3622, -0.5522, -0.897,  -1.1329, -1.6484, -2.1584, -2.7959, -4.7959,  // S, H 0..9
    -0.1313, -0.3147, -0.486,  -0.8468, -0.963,  -1.1424, -1.8314, -2.3147, -3.1456, -5.2109,  // S, E 0..9
    0.0963,  0.301,   0.4605,  0.6248,  0.7049,  0.8844,  1.005,   1.2041,  1.2892,  0.8899,   // S, C 0..9
    0.5734,  0.4552,  0.4319,  0.3561,  0.1814,  -0.0262, -0.3364, -0.725,  -1.4982, -3.1456,  // T, H 0..9
    -0.9462, -1.2243, -1.6439, -1.873,  -2.1329, -2.5228, -2.9105, -3.7959, -4.5064, -6.6439,  // T, E 0..9
    0.3127,  0.2798,  0.4179,  0.542,   0.6572,  0.7493,  0.8205,  0.9123,  1.0929,  1.1401,   // T, C 0..9
    1.0745,  1.1801,  1.2845,  1.275,   1.1985,  1.0356,  0.9508,  0.6826,  0.0827,  -2.2243,  // G, H 0..9
    -0.1156, -0.5756, -0.8599, -1.0321, -1.2758, -1.816,  -2.3511, -2.8262, -4.0831, -6.2653,  // G, E 0..9
    1.0976,  0.8758,  0.7866,  0.7519,  0.7004,  0.5039,  0.2869,  -0.0589, -0.5756, -1.699,   // G, C 0..9
    0.1177,  -0.2109, -0.2793, -0.5187, -0.737,  -1.1016, -1.5353, -2.4501, -3.2934, -5.8783,  // B, H 0..9
    0.8148,  0.7891,  0.6471,  0.5888,  0.9237,  0.4404,  0.123,   -0.1219, -0.9379, -2.2584,  // B, E 0..9
    0.9993,  0.992,   1.0447,  0.9694,  0.9084,  0.9146,  0.7689,  0.5965,  0.3674,  -1.0029,  // B, C 0..9
};
/// P(A) of the known states.
constexpr std::array<double, kKnownStates> kFrequencies{.3268, .2119, .2061, .0913, .1143, .0376, .0120};

double odds(int known, int predicted, double certainty) {
  return 1 - certainty +
         certainty * std::exp2(nth(kKnownPredicted, known * kPredictedStates + predicted));
}

const std::string* symbolsOf(const ProfileHmm& profile, std::string_view name) {
  for (const ColumnAnnotation& annotation : profile.annotations)
    if (annotation.name == name && static_cast<Index>(annotation.symbols.size()) == profile.length())
      return &annotation.symbols;
  return nullptr;
}

std::vector<size_t> knownStates(const std::string& symbols) {
  std::vector<size_t> states;
  for (const char symbol : symbols)
    states.push_back(std::min(kKnownStructureLetters.find(symbol), size_t{kKnownStates}));
  return states;
}

std::vector<size_t> predictedStates(const std::string& symbols, const std::string* confidences) {
  std::vector<size_t> states;
  for (size_t i = 0; i < symbols.size(); ++i) {
    const size_t state = kPredictedStructureLetters.find(symbols[i]);
    const bool hasConfidence = confidences && (*confidences)[i] >= '0' && (*confidences)[i] <= '9';
    const auto confidence = static_cast<size_t>(hasConfidence ? (*confidences)[i] - '0' : kMissingConfidence);
    states.push_back(state == std::string_view::npos ? size_t{kPredictedStates} : state * kConfidences + confidence);
  }
  return states;
}

/// The structure rows of one side.
struct Rows {
  explicit Rows(const ProfileHmm& profile)
      : known(symbolsOf(profile, "ss_dssp")),
        predicted(symbolsOf(profile, "ss_pred")),
        confidence(symbolsOf(profile, "ss_conf")) {}
  const std::string *known, *predicted, *confidence;
};

enum class Pairing { none, templateKnown, queryKnown, predicted };

Pairing pairingOf(const Rows& query, const Rows& templ, const StructureOptions& options) {
  const bool bothPredicted = query.predicted && templ.predicted;
  if (options.mode == StructureMode::none) return Pairing::none;
  if (options.choice == StructureChoice::asHhsuite)
    return bothPredicted && (!query.known || templ.known) ? Pairing::predicted : Pairing::none;
  if (options.choice == StructureChoice::asHhsuiteRealigning) {
    if (options.mode != StructureMode::inside) return Pairing::none;
    return templ.known && query.predicted   ? Pairing::templateKnown
           : query.known && templ.predicted ? Pairing::queryKnown
                                            : Pairing::none;
  }
  const bool isRestricted =
      options.mode == StructureMode::afterPredicted || options.mode == StructureMode::insidePredicted;
  if (!isRestricted && templ.known && query.predicted) return Pairing::templateKnown;
  if (!isRestricted && query.known && templ.predicted) return Pairing::queryKnown;
  return bothPredicted ? Pairing::predicted : Pairing::none;
}

}  // namespace

bool hasStructure(const ProfileHmm& profile) { return symbolsOf(profile, "ss_dssp") || symbolsOf(profile, "ss_pred"); }

bool isInside(StructureMode mode) { return mode == StructureMode::inside || mode == StructureMode::insidePredicted; }

double knownStateFrequency(int known) { return nth(kFrequencies, known); }

double knownPredictedBits(int known, int predicted, double certainty) {
  return std::log2(odds(known, predicted, certainty));
}

double predictedPredictedBits(int predicted, int other, double certainty) {
  double sum = 0;
  for (int known = 0; known < kKnownStates; ++known)
    sum += nth(kFrequencies, known) * odds(known, predicted, certainty) * odds(known, other, certainty);
  return std::log2(sum);
}

StructureScorer::StructureScorer(const ProfileHmm& query, const ProfileHmm& templ, const StructureOptions& options) {
  const Rows q(query), t(templ);
  StructureOptions best = options;
  best.choice = StructureChoice::best;
  m_isAnnotated = pairingOf(q, t, best) != Pairing::none;
  const Pairing pairing = pairingOf(q, t, options);
  if (pairing == Pairing::none) return;
  const auto statesOf = [](const Rows& rows, bool isKnown) {
    return isKnown ? knownStates(*rows.known) : predictedStates(*rows.predicted, rows.confidence);
  };
  m_query = statesOf(q, pairing == Pairing::queryKnown);
  m_template = statesOf(t, pairing == Pairing::templateKnown);
  const int numQuery = pairing == Pairing::queryKnown ? kKnownStates : kPredictedStates;
  const int numTemplate = pairing == Pairing::templateKnown ? kKnownStates : kPredictedStates;
  m_numTemplateStates = static_cast<size_t>(numTemplate) + 1;
  m_table.assign((static_cast<size_t>(numQuery) + 1) * m_numTemplateStates, 0.0);
  for (int u = 0; u < numQuery; ++u)
    for (int v = 0; v < numTemplate; ++v) {
      const double bits = pairing == Pairing::queryKnown      ? knownPredictedBits(u, v, options.certainty)
                          : pairing == Pairing::templateKnown ? knownPredictedBits(v, u, options.certainty)
                                                              : predictedPredictedBits(u, v, options.certainty);
      m_table[static_cast<size_t>(u) * m_numTemplateStates + static_cast<size_t>(v)] = options.weight * bits;
    }
  m_odds.reserve(m_table.size());
  for (const double bits : m_table) m_odds.push_back(std::exp2(bits));
}

}  // namespace engine
