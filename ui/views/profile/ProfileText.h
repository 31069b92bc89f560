// What the profile view says about a profile and its columns in words and tables.
#pragma once

#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/profile/ProfileLayout.h"

namespace ui {

/// "Relative entropy".
QString scaleTitle(engine::LogoScale scale);
/// "Relative entropy in bits"; probabilities have no unit.
QString scaleWithUnit(engine::LogoScale scale);

/// Of a column that there is.
std::vector<ReadoutLine> profileReadout(const ShownProfile& profile, engine::LogoScale scale, engine::Index column);
QString profileStatus(const ShownProfile& profile, engine::LogoScale scale, engine::Index column);
/// For the legend of a figure; `detail`: the column in detail, -1 for none.
QString profileCaption(const ShownProfile& profile, engine::LogoScale scale, const ProfileLayout& layout,
                       const ProfileColumns& columns, engine::Index detail);
/// Heights, emissions, transitions and rows of the columns in sight, `room` logical pixels wide.
std::vector<NumberTable> profileNumbers(const ShownProfile& profile, const ProfileColumns& columns, double room);

}  // namespace ui
