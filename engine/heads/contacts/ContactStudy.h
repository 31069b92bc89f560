// Contacts from many heads, judged on proteins that the weights have not seen (MATHEMATICS.md 7).
#pragma once

#include <string>
#include <vector>

#include "engine/heads/contacts/ContactRegression.h"
#include "engine/heads/contacts/ShiftedContacts.h"

namespace engine {

/// A protein whose contacts are known.
struct KnownProtein {
  const HeadSet* heads = nullptr;
  ContactPairs pairs;
  ShiftedContacts shifted;
};

struct StudyOptions {
  double penalty = kStandardPenalty;
  Index mostNegatives = 3000;  ///< by protein; 0: all
  std::uint64_t seed = 0;
};

/// What scores that were put together reach on the first protein.
struct ContactCurve {
  std::string name;  ///< "regression", "best head", "mean of best 10"
  RankedContacts ranked;
  bool isFitted = false;  ///< to the very contacts that it is judged by: too good
};

struct ContactStudy {
  ContactRegression regression;      ///< fitted to all proteins
  bool isLeftOut = false;            ///< what is told of a protein was fitted, or chosen, without it
  Array<float> contacts;             ///< L x L, of the first protein, as it is judged: left out where that is so
  std::vector<double> precision;     ///< by protein, of the best K pairs by regression
  std::vector<double> background;    ///< by protein: share of all candidates that touch
  std::vector<ContactCurve> curves;  ///< regression, and means of the best 1, 5, 10 and 20 heads
  std::vector<Interval> chance;      ///< by number of pairs: what the regression's pairs reach on shifted contacts
  std::vector<Index> bestHeads;      ///< of the first protein's curves, best first, at most 20
};

/// The pairs that were ranked, best first.
std::vector<ContactPairs::Pair> pairsOf(const RankedContacts& ranked, const ContactPairs& pairs);

/// Throws Error without proteins, or when their numbers of heads differ or nothing can be fitted; Cancelled.
ContactStudy studyContacts(const std::vector<KnownProtein>& proteins, const StudyOptions& options, int threads,
                           Progress& progress);

}  // namespace engine
