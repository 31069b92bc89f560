#include "engine/heads/HeadStatistics.h"

#include <cstdio>

#include "engine/base/Nth.h"

namespace engine {

namespace {

std::optional<double> quotient(const std::optional<double>& part, const std::optional<double>& whole) {
  if (!part || !whole || *whole == 0) return std::nullopt;
  return *part / *whole;
}

}  // namespace

std::string_view nameOf(PairRange range) {
  constexpr std::array<std::string_view, kNumPairRanges> kNames{"all", "short", "medium", "long"};
  return kNames[static_cast<std::size_t>(range)];
}

Separations separationsOf(PairRange range) {
  switch (range) {
    case PairRange::all:
      return {6, std::nullopt};
    case PairRange::shortRange:
      return {6, 11};
    case PairRange::medium:
      return {12, 23};
    case PairRange::longRange:
      return {24, std::nullopt};
  }
  return {};
}

std::string topName(std::size_t divisorNumber) {
  const Index divisor = kTopDivisors.at(divisorNumber);
  return divisor == 1 ? "L" : "L/" + std::to_string(divisor);
}

std::string HeadLabel::text() const {
  if (share >= 1) return name;
  char percent[32];
  std::snprintf(percent, sizeof percent, " %.0f %%", 100 * share);
  return name + percent;
}

std::optional<double> PartnerMass::ratio() const { return quotient(mass, uniform); }

std::optional<double> AnnotationStatistics::ratio() const { return quotient(received, expected); }

std::optional<double> HeadStatistics::distanceRatio() const { return quotient(distance, distanceUniform); }

std::optional<double> HeadStatistics::offsetAt(Index k) const {
  const auto size = static_cast<Index>(offsets.size());
  const Index place = k + (size - 1) / 2;
  if (size == 0 || place < 0 || place >= size) return std::nullopt;
  return nth(offsets, place);
}

std::string HeadStatistics::tags() const {
  std::string text;
  for (std::size_t k = 1; k < labels.size(); ++k) text.append(k > 1 ? ", " : "").append(labels[k].text());
  return text;
}

}  // namespace engine
