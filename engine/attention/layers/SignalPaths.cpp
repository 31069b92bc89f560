#include "engine/attention/layers/SignalPaths.h"

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// The fewer steps of two places that lead on; kNeverReached counts as endless.
Index fewer(Index one, Index other) {
  if (one == kNeverReached) return other;
  return other == kNeverReached ? one : std::min(one, other);
}

bool bringsSomethingNew(const std::vector<Index>& before, const std::vector<Index>& after) {
  for (size_t k = 0; k < before.size(); ++k)
    if ((before[k] == kNeverReached) != (after[k] == kNeverReached)) return true;
  return false;
}

}  // namespace

SignalSteps::SignalSteps(const SequenceLayer& layer, Index n, Index from) : m_from(from) {
  if (from < 0 || from >= n) fail("token: found ", from + 1, ", expected 1 to ", n);
  for (Index i = 0; i < n; ++i) m_reads.push_back(layer.reads(i, n));
  std::vector<Index> below(static_cast<size_t>(n), kNeverReached);
  nth(below, from) = 0;
  m_layer.push_back(below);
  do {
    std::vector<Index> above(static_cast<size_t>(n), kNeverReached);
    below = m_layer.back();
    for (Index i = 0; i < n; ++i) {  // a state is read by those after it only
      const LayerReads& reads = nth(m_reads, i);
      Index least = reads.state < 0 ? kNeverReached : nth(above, reads.state);
      for (Index j = reads.firstInput; j < reads.endInput; ++j) least = fewer(least, nth(below, j));
      if (least != kNeverReached) nth(above, i) = least + 1;
    }
    m_layer.push_back(std::move(above));
  } while (bringsSomethingNew(below, m_layer.back()));
  // The last layer reached nothing new, unless it is the only one.
  if (m_layer.size() > 2) m_layer.pop_back();
}

Index SignalSteps::stepsTo(const SignalPlace& place) const {
  if (place.level < 0 || place.level >= numLevels() || place.position < 0 || place.position >= numTokens())
    fail("place: found level ", place.level, " and position ", place.position + 1, ", expected levels below ",
         numLevels(), " and positions up to ", numTokens());
  return nth(nth(m_layer, place.level), place.position);
}

Index SignalSteps::lowestLevel(Index position) const {
  for (Index level = 1; level < numLevels(); ++level)
    if (stepsTo(SignalPlace{level, position}) != kNeverReached) return level;
  return kNeverReached;
}

Index SignalSteps::stepsTo(Index position) const {
  const Index level = lowestLevel(position);
  return level == kNeverReached ? kNeverReached : stepsTo(SignalPlace{level, position});
}

std::vector<SignalPlace> SignalSteps::pathTo(Index position) const {
  const Index level = lowestLevel(position);
  if (level == kNeverReached) return {};
  std::vector<SignalPlace> places{{level, position}};
  while (places.back().level > 0) {
    const SignalPlace now = places.back();
    const LayerReads& reads = nth(m_reads, now.position);
    const auto leadsHere = [&](const SignalPlace& place) { return stepsTo(place) == stepsTo(now) - 1; };
    SignalPlace before{now.level, reads.state};
    if (reads.state < 0 || !leadsHere(before)) {
      before = {now.level - 1, -1};
      for (Index j = reads.firstInput; j < reads.endInput; ++j)
        if (leadsHere({now.level - 1, j}) &&
            (before.position < 0 || std::abs(j - m_from) < std::abs(before.position - m_from)))
          before.position = j;
    }
    places.push_back(before);
  }
  std::reverse(places.begin(), places.end());
  return places;
}

}  // namespace engine
