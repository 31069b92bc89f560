// The picture of a profile: logo, rows, ruler, overview, and one column in detail. Vectors only.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/views/profile/ProfileLayout.h"

namespace ui {

/// Columns; -1 for none.
struct ProfileMarks {
  engine::Index detail = -1;  ///< shown in detail
  std::vector<engine::Index> kept;
  engine::Index locked = -1, hovered = -1;
  bool isPointedAt = false;    ///< something is hovered or locked, here or elsewhere
  bool isHoverLocked = false;  ///< what is hovered is what is locked
};

struct ProfilePicture {
  const ShownProfile& profile;
  const ProfileOptions& options;
  ProfileLayout layout;
  ProfileColumns columns;
  ProfileMarks marks;
};
void paintProfile(QPainter& painter, const Theme& theme, const ProfilePicture& picture, QSize size);

}  // namespace ui
