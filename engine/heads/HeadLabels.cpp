#include "engine/heads/HeadLabels.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace engine {

namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
  return text;
}

std::string number(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string signedNumber(Index value) {
  if (value == 0) return "0";
  return (value < 0 ? "\u2212" : "+") + std::to_string(std::abs(value));
}

bool reaches(const std::optional<double>& value, double threshold) { return value && *value >= threshold; }

bool hasOffset(const HeadStatistics& head, const HeadThresholds& thresholds) {
  return head.offset && reaches(head.offsetMass, thresholds.offsetMass);
}

std::string offsetReason(const HeadStatistics& head) {
  const Index k = *head.offset;
  std::string where = "looks at itself";
  if (k == -1) where = "looks one back";
  if (k == 1) where = "looks one ahead";
  if (std::abs(k) > 1) where = "looks " + std::to_string(std::abs(k)) + (k < 0 ? " back" : " ahead");
  return where + ": " + percent(*head.offsetMass) + " of the weight at offset " + signedNumber(k);
}

bool seesContacts(const HeadStatistics& head, const HeadThresholds& thresholds,
                  const std::optional<ChanceOfBest>& chance) {
  if (!head.contacts || !head.contacts->enrichmentInterval) return false;
  const auto precision = head.contacts->at(PairRange::all, 0).precision;
  return reaches(precision, thresholds.contactPrecision) &&
         head.contacts->enrichmentInterval->low >= thresholds.contactEnrichment &&
         (!chance || *precision > chance->band.high);
}

std::string contactReason(const HeadStatistics& head, const std::optional<ChanceOfBest>& chance) {
  const ContactStatistics& found = *head.contacts;
  const TopPrecision& top = found.at(PairRange::all, 0);
  std::string text = percent(*top.precision) + " of the best " + std::to_string(top.used) + " pairs touch, " +
                     number(*found.enrichment, 1) + " times as many as among all";
  if (chance) text += "; the best head reaches " + percent(chance->band.high) + " by chance";
  return text;
}

bool seesType(const HeadStatistics& head, const HeadThresholds& thresholds) {
  return head.keyType && head.keyTypeCount && *head.keyTypeCount >= thresholds.typeCount &&
         reaches(head.keyTypeShare, thresholds.typeShare) &&
         *head.keyTypeShare >= thresholds.typeOverBackground * *head.keyTypeBackground && head.sinkShare &&
         *head.sinkShare <= thresholds.typeOverSink * *head.keyTypeShare;
}

std::string typeReason(const HeadStatistics& head) {
  return percent(*head.keyTypeShare) + " of the weight on " + std::string(1, *head.keyType) + ", which is " +
         percent(*head.keyTypeBackground) + " of the residues (" + std::to_string(*head.keyTypeCount) + ")";
}

}  // namespace

std::string offsetName(Index offset) {
  switch (offset) {
    case -1:
      return "previous residue";
    case 0:
      return "self";
    case 1:
      return "next residue";
    default:
      return std::string("offset ") + (offset > 0 ? "+" : "") + std::to_string(offset);
  }
}

HeadRule ruleOfLabel(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, HeadRule>, 9> kWhole{{{"empty", HeadRule::empty},
                                                                         {"special tokens", HeadRule::specialTokens},
                                                                         {"uniform", HeadRule::uniform},
                                                                         {"previous residue", HeadRule::offset},
                                                                         {"next residue", HeadRule::offset},
                                                                         {"helix", HeadRule::helix},
                                                                         {"contacts", HeadRule::contacts},
                                                                         {"self", HeadRule::self},
                                                                         {"local", HeadRule::local}}};
  for (const auto& [text, rule] : kWhole)
    if (name == text) return rule;
  if (name.starts_with("offset ")) return HeadRule::offset;
  if (name == "sink" || name.starts_with("sink at ")) return HeadRule::sink;
  return name.starts_with("residue type ") ? HeadRule::residueType : HeadRule::other;
}

std::vector<HeadLabel> labelsOf(const HeadStatistics& head, const HeadThresholds& thresholds,
                                const std::optional<ChanceOfBest>& chance) {
  std::vector<HeadLabel> found;
  if (head.rows == 0 && !head.hasNegative) return {{HeadRule::empty, "empty", "no row has weight on residues"}};
  if (reaches(head.specialMass, thresholds.specialMass))
    found.push_back({HeadRule::specialTokens, "special tokens",
                     percent(*head.specialMass) + " of the weight on tokens that are no residues"});
  if (reaches(head.entropyNorm, thresholds.entropyNorm))
    found.push_back({HeadRule::uniform, "uniform",
                     "weights nearly even: " + percent(*head.entropyNorm) + " of the largest entropy"});
  if (hasOffset(head, thresholds) && *head.offset != 0)
    found.push_back({HeadRule::offset, offsetName(*head.offset), offsetReason(head)});
  if (head.sinkPosition && reaches(head.sinkShare, thresholds.sinkShare))
    found.push_back({HeadRule::sink, "sink at " + std::to_string(*head.sinkPosition + 1),
                     "all rows look at one residue: " + percent(*head.sinkShare) + " of the weight on residue " +
                         std::to_string(*head.sinkPosition + 1)});
  if (reaches(head.helixMass, thresholds.helixMass) && reaches(head.helixExcess, thresholds.helixExcess))
    found.push_back({HeadRule::helix, "helix",
                     "one turn of a helix away: " + percent(*head.helixMass) + " of the weight at offsets ±3 and ±4"});
  if (seesContacts(head, thresholds, chance))
    found.push_back({HeadRule::contacts, "contacts", contactReason(head, chance)});
  if (seesType(head, thresholds))
    found.push_back({HeadRule::residueType, std::string("residue type ") + *head.keyType, typeReason(head)});
  if (hasOffset(head, thresholds) && *head.offset == 0) found.push_back({HeadRule::self, "self", offsetReason(head)});
  if (reaches(head.local, thresholds.local))
    found.push_back(
        {HeadRule::local, "local", "looks nearby: " + percent(*head.local) + " of the weight within five residues"});
  if (found.empty())
    found.push_back({HeadRule::other, "other",
                     head.hasNegative ? "has negative weights: only contacts are looked for" : "no rule holds"});
  return found;
}

}  // namespace engine
