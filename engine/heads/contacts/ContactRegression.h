// Contacts out of many heads: logistic regression on their scores with few weights (MATHEMATICS.md 7). Rao et al. 2021
// (doi:10.1101/2020.12.15.422761).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/heads/HeadTable.h"
#include "engine/heads/MapResidues.h"
#include "engine/heads/contacts/ContactPairs.h"

namespace engine {

/// Scores C of the heads at pairs of residues, one structure or several behind each other.
struct ContactFeatures {
  Array<float> scores;                  ///< H x pairs
  std::vector<std::uint8_t> isContact;  ///< by pair, 0 or 1
  double keptNegatives = 1;             ///< share of the pairs that do not touch that is there; all that touch are
};

/// All pairs that touch and at most `mostNegatives` others (0: all), drawn by `seed`; pairs at which a head has no
/// finite score are left out. Throws Error when a head cannot be read or is not as long as the pairs' chain; Cancelled.
ContactFeatures contactFeatures(const HeadSet& heads, const ContactPairs& pairs, Index mostNegatives,
                                std::uint64_t seed, int threads, Progress& progress);
/// Several behind each other. Throws Error when the numbers of heads differ.
ContactFeatures joinedFeatures(const std::vector<const ContactFeatures*>& parts);

struct ContactRegression {
  std::vector<double> weights;  ///< H
  double bias = 0;
  double objective = 0;  ///< of the pairs that were there
  double penalty = 0;    ///< lambda
  Index pairs = 0, contacts = 0;
  int steps = 0;
};

inline constexpr double kStandardPenalty = 0.15;
/// Least sum of log(1 + exp(-s z)) + penalty sum |w|, z = bias + sum w C; proximal Newton with coordinate descent, to a
/// relative change of 1e-12 of the objective. The bias is that for all pairs where some were left out. Throws Error
/// without pairs that touch or without others; Cancelled.
ContactRegression fitContacts(const ContactFeatures& features, double penalty, int threads, Progress& progress);

/// L x L probabilities of the residues, symmetric; NaN where a head that counts has no finite score. Throws Error when
/// the number of heads is another or the maps are not square; Cancelled.
Array<float> predictedContacts(const HeadSet& heads, const ContactRegression& regression, Progress& progress);

/// What scores of pairs reach: those of range "all" ranked, the share of contacts among the first 1, 2, ..., pairs.
struct RankedContacts {
  std::vector<double> precision;    ///< by number of pairs, at most K
  std::vector<std::size_t> best;    ///< numbers of these pairs among the candidates of ContactPairs, best first
  double background = 0;            ///< share of all candidates that touch
  Index candidates = 0;
  double at(Index count) const;  ///< of the first `count` pairs or of as many as there are; 0 without any
};
/// `scores`: L x L, symmetric; NaN: no candidate.
RankedContacts rankedContacts(const Array<float>& scores, const ContactPairs& pairs);

/// By head: precision of the first K pairs of its scores C; 0 without candidates. Throws Error, Cancelled.
std::vector<double> headPrecisions(const HeadSet& heads, const ContactPairs& pairs, int threads, Progress& progress);

/// Mean of the scores C of these heads (numbers layer * H + head), L x L.
Array<float> meanScores(const HeadSet& heads, const std::vector<Index>& chosen, Progress& progress);

}  // namespace engine
