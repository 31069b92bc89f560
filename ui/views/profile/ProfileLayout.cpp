#include "ui/views/profile/ProfileLayout.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/ShownLines.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kDefaultColumn = 20, kWidestDefault = 36;
/// A logo is at most so many times as high as its columns are wide.
constexpr double kMostSlender = 20;
/// Heights (logical pixels at scale 1) below which a part is left out, and shares of the height.
constexpr double kLeastLogo = 90, kDetailsShare = 0.44, kLeastForDetails = 380, kMostDetails = 330;
/// Of the height, what emissions and transitions may take of a view that is high.
constexpr double kMostDetailsShare = 0.3;
constexpr double kLeastForOverview = 240, kLeastForBothDetails = 640, kGutterShare = 0.24;

/// Emissions, and transitions where both have room, from `bottom` upwards; gives what lies above them.
double placeDetails(ProfileLayout& layout, const Theme& theme, QSize size, double bottom) {
  const double margin = theme.space(2), width = layout.title.width();
  const double height = std::min(size.height() * kDetailsShare,
                                 std::max(kMostDetails * theme.scale, size.height() * kMostDetailsShare));
  const bool hasBoth = width >= kLeastForBothDetails * theme.scale;
  const double share = hasBoth ? std::max(width * 0.55, width - 480 * theme.scale) : width;
  layout.emissions = QRectF(margin, bottom - height, share, height);
  if (hasBoth)
    layout.transitions = QRectF(margin + share + 2 * margin, bottom - height, width - share - 2 * margin, height);
  return bottom - height - theme.space(2);
}

/// On paper all of it, with a note below.
double titleHeight(const Theme& theme, const ShownProfile& profile, double width) {
  const double line = QFontMetricsF(theme.titleFont()).height(), note = QFontMetricsF(theme.labelFont()).height();
  if (theme.page.mayElide) return line;
  if (!theme.page.isLegendShown) return note;
  return line * static_cast<double>(shownLines(theme, theme.titleFont(), profile.title, width).size()) + note;
}

double widestOf(const QFontMetricsF& metrics, const std::vector<ProfileRow>& rows) {
  double widest = 0;
  for (const ProfileRow& row : rows) widest = std::max(widest, metrics.horizontalAdvance(row.shortTitle));
  return widest;
}

}  // namespace

ProfileLayout profileLayout(const Theme& theme, const ShownProfile& profile, const ProfileOptions& options,
                            QSize size) {
  ProfileLayout layout;
  const QFontMetricsF label(theme.labelFont());
  const double margin = theme.space(2), width = std::max(size.width() - 2 * margin, 0.0), line = label.height();
  double gutter =
      std::min(label.horizontalAdvance(QObject::tr("Predicted structure")) + theme.space(2), width * kGutterShare);
  if (!theme.page.mayElide) gutter = std::max(gutter, widestOf(label, profile.rows) + theme.space(2));
  layout.title = QRectF(margin, margin, width, titleHeight(theme, profile, width));
  double top = layout.title.bottom() + 0.5 * line + theme.space(1), bottom = size.height() - margin;

  if (options.areDetailsShown && size.height() >= kLeastForDetails * theme.scale)
    bottom = placeDetails(layout, theme, size, bottom);
  const double left = margin + gutter, room = std::max(width - gutter, 0.0);
  if (size.height() >= kLeastForOverview * theme.scale && profile.length > 0) {
    layout.overview = QRectF(left, bottom - theme.space(5), room, theme.space(5));
    bottom = layout.overview.top() - theme.space(1);
  }
  layout.ruler = QRectF(left, bottom - line - 4, room, line + 4);
  bottom = layout.ruler.top();
  const double free = bottom - top - kLeastLogo * theme.scale, each = line + 2;
  layout.rows.resize(profile.rows.size());
  const auto count =
      options.areRowsShown && free > 0 ? std::min(layout.rows.size(), static_cast<size_t>(free / each)) : 0;
  for (size_t k = 0; k < count; ++k)
    layout.rows[k] = QRectF(left, bottom - static_cast<double>(count - k) * each, room, each);
  bottom -= static_cast<double>(count) * each;
  if (count > 0) bottom -= 2;
  layout.logo = QRectF(left, top, room, std::max(bottom - top, 0.0));
  layout.gutter = QRectF(margin, top, gutter, std::max(layout.ruler.bottom() - top, 0.0));
  return layout;
}

double firstInReach(double first, Index length, double width, double room) {
  const double last = static_cast<double>(length) - (width > 0 ? room / width : 0);
  return std::clamp(first, 0.0, std::max(last, 0.0));
}

ProfileColumns profileColumns(const Theme& theme, Index length, const ProfileOptions& options, QSizeF logo) {
  const double room = logo.width();
  double width = options.columnWidth;
  if (width <= 0) {
    const auto count = static_cast<double>(length);
    const double least = kDefaultColumn * theme.scale, most = kWidestColumn * theme.scale;
    width = std::clamp(logo.height() / kMostSlender, least, most);
    if (length > 0 && width * count < room)
      width = std::min(room / count, std::max(width, kWidestDefault * theme.scale));
  }
  // No column is cut off on paper.
  if (!theme.page.mayElide && width > 0 && width * static_cast<double>(length) > room)
    width = room / std::max(std::floor(room / width), 1.0);
  return {firstInReach(options.first, length, width, room), width};
}

double columnInOverview(const ProfileLayout& layout, Index length, double x) {
  return (x - layout.overview.left()) / layout.overview.width() * static_cast<double>(length);
}

Index columnAt(const ProfileLayout& layout, const ProfileColumns& columns, Index length, QPointF point) {
  if (length == 0) return -1;
  if (layout.overview.contains(point))
    return std::clamp(static_cast<Index>(columnInOverview(layout, length, point.x())), Index{0}, length - 1);
  const QRectF whole(layout.logo.left(), layout.logo.top(), layout.logo.width(),
                     layout.ruler.bottom() - layout.logo.top());
  if (!whole.contains(point)) return -1;
  const auto column = static_cast<Index>(std::floor(columns.first + (point.x() - whole.left()) / columns.width));
  return column >= 0 && column < length ? column : -1;
}

}  // namespace ui
