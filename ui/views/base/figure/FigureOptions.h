// What one can choose about a figure for a paper or a slide: plain values, the same in the window, in settings and on
// the command line.
#pragma once

#include <QJsonObject>
#include <QSize>
#include <QString>
#include <vector>

#include "ui/look/Theme.h"

namespace ui {

/// picture: without thumbnails and companions. heads: those of one layer as panels A, B, C, …
enum class FigureContent { whole, picture, heads };
/// pixels: those of the PNG at the wanted dots per inch.
enum class FigureUnit { millimetres, pixels };

/// Widths that journals ask for (millimetres).
inline constexpr double kSingleColumn = 88, kDoubleColumn = 180;

struct FigureOptions {
  FigureContent content = FigureContent::whole;
  int layer = 1;           ///< of the heads, counted from 1
  std::vector<int> heads;  ///< counted from 1, ascending; empty: all of the layer
  FigureUnit unit = FigureUnit::millimetres;
  double width = kSingleColumn;
  double height = 0;  ///< 0: as the content needs it
  double dotsPerInch = 300;
  double fontPoints = 7;  ///< of labels and numbers; titles are a ninth larger
  ColorBarPlace colorBar = ColorBarPlace::below;
  bool isLegendShown = true, isTransparent = false;
  bool areMarksShown = false;  ///< what is selected, pointed at, found

  bool operator==(const FigureOptions&) const = default;
};

QJsonObject toJson(const FigureOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is; numbers out of range become the nearest
/// valid ones.
void readJson(const QJsonObject& json, FigureOptions& options);
/// With all numbers in their ranges: 10 to 2000 mm, 36 to 2400 dots per inch, letters of 3 to 72 points.
FigureOptions admissible(FigureOptions options);

/// The look of a figure: light ground, letters of the wanted size. A transparent one has a ground of no opacity.
Theme figureTheme(const FigureOptions& options);
/// Of a length in the options' unit; back.
double millimetres(const FigureOptions& options, double length);
double fromMillimetres(const FigureOptions& options, double millimetres);

/// "88mm" (as high as it needs to be), "88x60mm", "single", "double", "1039px", "1000x700". False for other texts and
/// for lengths out of range; the options are then as before.
bool readFigureSize(const QString& text, FigureOptions& options);
/// "1, 3, 5-8" or "1,3,5,6": ascending, each once, what is not from 1 up left out.
std::vector<int> headsIn(const QString& text);
QString headsText(const std::vector<int>& heads);
/// "A" to "Z", "AA", … for the panel of this number, from 0.
QString panelLabel(int panel);

}  // namespace ui
