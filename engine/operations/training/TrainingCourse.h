// What there is to look at while couplings are learned, or are compared: maps of pairs, contacts, curves over the
// steps.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/PositionGroups.h"

namespace engine {

struct PairMap {
  std::string title;
  Array<float> scores;  ///< L x L, symmetric; large where a pair is likely to touch
};

/// Shares of contacts among the strongest L and L/5 pairs after so many steps.
struct JudgedStep {
  Index step = 0;
  double top = 0, topFifth = 0;
};

struct TrainingCourse {
  std::string letters;         ///< L, residues of the row that positions are counted by
  std::vector<PairMap> maps;   ///< what is learned, or by several methods; at least one
  Array<float> touches;        ///< L x L: 1 touches, 0 does not, NaN not known; 0 x 0 without a structure
  std::vector<double> losses;  ///< J at each step
  std::vector<double> fits;    ///< the part of it that fits the rows, nats per residue; as many, or none
  std::vector<JudgedStep> judged;
  Array<float> value;  ///< H x 20 x 20 of heads; 0 x 20 x 20 without
  Index numRows = 0;
  double effective = 0;  ///< N_eff
  Index numPlanned = 0;  ///< steps; 0: nothing is learned in steps
  double rate = 0;       ///< of the step that comes next, before it grows or falls
  PositionGroups groups;  ///< of the positions; or empty

  Index length() const { return std::ssize(letters); }
};

ArrayBundle arraysOf(const TrainingCourse& course);
/// Whether it is meant to be one.
bool isTrainingCourse(const ArrayBundle& arrays);
/// What a course has kept of its precision; nothing without it. Throws Error.
std::vector<JudgedStep> judgedIn(const ArrayBundle& arrays);
/// Throws Error naming the array that is missing or wrong.
TrainingCourse courseIn(const ArrayBundle& arrays);

}  // namespace engine
