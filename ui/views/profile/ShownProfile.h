// A profile prepared to be shown: the rows below its logo and the heights of the letters.
#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/sequence/LogoHeights.h"

namespace ui {

/// One of the rows below the logo.
struct ProfileRow {
  enum class Kind { bars, letters, secondaryStructure };
  QString title, shortTitle;
  std::vector<double> shares, numbers;  ///< height of the bar 0..1, and what is written on it; empty for letters
  std::string letters;
  Kind kind = Kind::bars;
  QString text(engine::Index column) const;  ///< letter, or the number with three digits
};

struct ShownProfile {
  ShownProfile() = default;  ///< nothing
  ShownProfile(const engine::Dataset& dataset, engine::LogoScale scale);
  void setScale(engine::LogoScale scale);

  std::shared_ptr<const engine::ProfileHmm> hmm;
  QString title;
  engine::Index length = 0;
  engine::ResidueVector background{};
  std::vector<ProfileRow> rows;
  std::vector<engine::ResidueVector> heights;  ///< of the letters of each column
  std::vector<double> totals;                  ///< of the heights
  double limit = 1;                            ///< height of the logo
};

}  // namespace ui
