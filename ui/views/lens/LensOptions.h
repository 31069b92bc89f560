// What the user can choose about a logit lens, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>

namespace ui {

/// What the cells are coloured by.
enum class LensColoring { trueLetter, topLetter, entropy };

inline constexpr double kLeastLensCell = 3, kMostLensCell = 40;  ///< logical pixels

struct LensOptions {
  LensColoring coloring = LensColoring::trueLetter;
  QString colorMap = QStringLiteral("viridis");
  double cell = 0;    ///< side of a cell in logical pixels; 0: as large as all of them fit
  double scroll = 0;  ///< logical pixels by which the picture is moved up, where it is higher than the view
  bool areSettledShown = true;  ///< the line above which letters are not yet what they are at the end

  bool operator==(const LensOptions&) const = default;
};

QJsonObject toJson(const LensOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is; numbers out of range become the nearest
/// valid.
void takeJson(LensOptions& options, const QJsonObject& json);

}  // namespace ui
