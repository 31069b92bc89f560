// Where the parts of the picture of a profile stand, and which of its columns are in sight.
#pragma once

#include <QRectF>
#include <QSize>
#include <QSizeF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/profile/ProfileOptions.h"
#include "ui/views/profile/ShownProfile.h"

namespace ui {

/// What has no room is empty.
struct ProfileLayout {
  QRectF title, gutter, logo, ruler, overview, emissions, transitions;
  std::vector<QRectF> rows;  ///< one per row of the profile
};
ProfileLayout profileLayout(const Theme& theme, const ShownProfile& profile, const ProfileOptions& options, QSize size);

struct ProfileColumns {
  double first = 0, width = 1;  ///< the column at the left, fractions included; logical pixels per column
};
/// In a logo of this size (logical pixels): no farther to the right than there are columns. In a high logo columns are
/// wider, so that letters keep a shape that can be read.
ProfileColumns profileColumns(const Theme& theme, engine::Index length, const ProfileOptions& options, QSizeF logo);
/// `first`, moved so that columns of this width fill the room where there are enough of them.
double firstInReach(double first, engine::Index length, double width, double room);

/// Under a point of the logo, its rows and ruler, or of the overview; -1: none.
engine::Index columnAt(const ProfileLayout& layout, const ProfileColumns& columns, engine::Index length, QPointF point);
/// The column of a point of the overview, fractions included.
double columnInOverview(const ProfileLayout& layout, engine::Index length, double x);

}  // namespace ui
