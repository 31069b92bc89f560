// How a signal gets from one position to another through stacked layers of one kind (MATHEMATICS.md 8.7).
#pragma once

#include "engine/attention/layers/LayerComplexity.h"

namespace engine {

/// So many tokens are walked at most: pictures and tables of all pairs stay small.
inline constexpr Index kMostSignalTokens = 128;

/// A place on the way: a token (level 0), or what the layer number `level`, from 1, gives at a position.
struct SignalPlace {
  Index level = 0, position = 0;
  bool operator==(const SignalPlace&) const = default;
};

/// Steps of the shortest way from the token `from` to everything above it, as many layers as bring something new.
class SignalSteps {
 public:
  SignalSteps(const SequenceLayer& layer, Index n, Index from);

  Index from() const { return m_from; }
  Index numTokens() const { return m_layer.empty() ? 0 : std::ssize(m_layer.front()); }
  /// Levels with the one of the tokens; all above the last are as that one.
  Index numLevels() const { return std::ssize(m_layer); }
  /// kNeverReached where the signal does not come. Throws Error for a place that does not exist.
  Index stepsTo(const SignalPlace& place) const;
  /// Of the lowest layer at which the signal is there: its steps; kNeverReached.
  Index stepsTo(Index position) const;
  /// The places from the token `from` to that position in the lowest layer that the signal gets there: one more than
  /// steps; empty when it never does. Of equally short ways the one that stays longest where it began.
  std::vector<SignalPlace> pathTo(Index position) const;

 private:
  Index lowestLevel(Index position) const;

  std::vector<std::vector<Index>> m_layer;  ///< steps by level and position
  std::vector<LayerReads> m_reads;          ///< by position
  Index m_from = 0;
};

}  // namespace engine
