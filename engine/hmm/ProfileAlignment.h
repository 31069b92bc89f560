// The result of aligning two profiles: scores, paths, every matrix.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/alignment/AlignmentPath.h"
#include "engine/hmm/DpMatrices.h"
#include "engine/hmm/ProfileHmm.h"

namespace engine {

struct ProfileAlignment {
  std::shared_ptr<const ProfileHmm> query;      ///< as aligned, pseudocounts included
  std::shared_ptr<const ProfileHmm> templ;
  DpMatrices matrices;                          ///< of the first (best) alignment
  std::vector<AlignmentPath> paths;             ///< best first; empty when nothing scored above 0
  double correlationScore = 0;                  ///< bits; final score = paths[0].score + this (never part of the path)
  std::string preset = "default";
};

}  // namespace engine
