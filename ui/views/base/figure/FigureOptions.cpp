#include "ui/views/base/figure/FigureOptions.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "ui/views/base/JsonState.h"

namespace ui {

namespace {

constexpr const char* kContents[] = {"whole", "picture", "heads"};
constexpr const char* kUnits[] = {"mm", "px"};
constexpr const char* kBarPlaces[] = {"below", "right", "none"};

constexpr double kLeastSide = 10, kMostSide = 2000;  // mm
constexpr double kLeastDots = 36, kMostDots = 2400, kLeastPoints = 3, kMostPoints = 72;
constexpr double kInch = 25.4;
/// Of the labels of Theme at scale 1.
constexpr double kLabelPoints = 9;
constexpr double kThinnestLine = 0.5, kThickestLine = 2;
/// No model has more in a layer.
constexpr int kMostHeads = 4096;

bool isSide(const FigureOptions& options, double length) {
  const double side = millimetres(options, length);
  return side >= kLeastSide && side <= kMostSide;
}

void readHeads(const QJsonObject& json, FigureOptions& options) {
  if (!json["heads"].isArray()) return;
  QStringList numbers;
  for (const QJsonValue& value : json["heads"].toArray()) numbers << QString::number(value.toInt());
  options.heads = headsIn(numbers.join(u','));
}

}  // namespace

QJsonObject toJson(const FigureOptions& options) {
  QJsonArray heads;
  for (const int head : options.heads) heads.append(head);
  return {{"content", nameOf(kContents, options.content)},
          {"layer", options.layer},
          {"heads", heads},
          {"unit", nameOf(kUnits, options.unit)},
          {"width", options.width},
          {"height", options.height},
          {"dotsPerInch", options.dotsPerInch},
          {"fontPoints", options.fontPoints},
          {"colorBar", nameOf(kBarPlaces, options.colorBar)},
          {"isLegendShown", options.isLegendShown},
          {"isTransparent", options.isTransparent},
          {"areMarksShown", options.areMarksShown}};
}

void readJson(const QJsonObject& json, FigureOptions& options) {
  const auto take = [](auto& into) { return [&into](auto value) { into = value; }; };
  takeChoice<FigureContent>(json, "content", kContents, take(options.content));
  takeWhole<int>(json, "layer", take(options.layer));
  readHeads(json, options);
  takeChoice<FigureUnit>(json, "unit", kUnits, take(options.unit));
  takeNumber(json, "width", take(options.width));
  takeNumber(json, "height", take(options.height));
  takeNumber(json, "dotsPerInch", take(options.dotsPerInch));
  takeNumber(json, "fontPoints", take(options.fontPoints));
  takeChoice<ColorBarPlace>(json, "colorBar", kBarPlaces, take(options.colorBar));
  takeFlag(json, "isLegendShown", take(options.isLegendShown));
  takeFlag(json, "isTransparent", take(options.isTransparent));
  takeFlag(json, "areMarksShown", take(options.areMarksShown));
  options = admissible(options);
}

FigureOptions admissible(FigureOptions options) {
  options.layer = std::max(options.layer, 1);
  options.dotsPerInch = std::clamp(options.dotsPerInch, kLeastDots, kMostDots);
  options.fontPoints = std::clamp(options.fontPoints, kLeastPoints, kMostPoints);
  const auto side = [&](double length) {
    const double bounded = std::clamp(millimetres(options, length), kLeastSide, kMostSide);
    return bounded == millimetres(options, length) ? length : fromMillimetres(options, bounded);
  };
  options.width = side(options.width);
  options.height = options.height > 0 ? side(options.height) : 0;
  return options;
}

Theme figureTheme(const FigureOptions& options) {
  Theme theme = Theme::light();
  theme.scale = options.fontPoints / kLabelPoints;
  theme.lineScale = std::clamp(theme.scale, kThinnestLine, kThickestLine);
  if (options.isTransparent) theme.canvas = theme.canvas3d = QColor(255, 255, 255, 0);
  const bool areHeads = options.content == FigureContent::heads;  // each has its label instead
  theme.page = {options.areMarksShown, options.isLegendShown && !areHeads, options.content != FigureContent::whole,
                false, options.colorBar};
  return theme;
}

double millimetres(const FigureOptions& options, double length) {
  return options.unit == FigureUnit::millimetres ? length : length / options.dotsPerInch * kInch;
}

double fromMillimetres(const FigureOptions& options, double millimetres) {
  return options.unit == FigureUnit::millimetres ? millimetres : millimetres / kInch * options.dotsPerInch;
}

bool readFigureSize(const QString& text, FigureOptions& options) {
  static const QRegularExpression pattern(QStringLiteral("^(\\d+(?:\\.\\d+)?)(?:x(\\d+(?:\\.\\d+)?))?(mm|px)?$"));
  FigureOptions read = options;
  read.height = 0;
  read.unit = FigureUnit::millimetres;
  if (text == QStringLiteral("single") || text == QStringLiteral("double")) {
    read.width = text == QStringLiteral("single") ? kSingleColumn : kDoubleColumn;
  } else {
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch()) return false;
    if (match.captured(3) != QStringLiteral("mm")) read.unit = FigureUnit::pixels;
    read.width = match.captured(1).toDouble();
    read.height = match.captured(2).toDouble();
    if (!isSide(read, read.width) || (!match.captured(2).isEmpty() && !isSide(read, read.height))) return false;
  }
  options = read;
  return true;
}

std::vector<int> headsIn(const QString& text) {
  std::vector<int> heads;
  static const QRegularExpression pattern(QStringLiteral("(\\d+)(?:\\s*[-–]\\s*(\\d+))?"));
  auto matches = pattern.globalMatch(text);
  while (matches.hasNext()) {
    const QRegularExpressionMatch match = matches.next();
    const int first = std::max(match.captured(1).toInt(), 1);
    const int last = match.captured(2).isEmpty() ? match.captured(1).toInt() : match.captured(2).toInt();
    for (int head = first; head <= std::min(last, kMostHeads); ++head) heads.push_back(head);
  }
  std::sort(heads.begin(), heads.end());
  heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
  return heads;
}

QString headsText(const std::vector<int>& heads) {
  QStringList parts;
  for (auto first = heads.begin(); first != heads.end();) {
    auto last = first;
    while (last + 1 != heads.end() && *(last + 1) == *last + 1) ++last;
    parts << (first == last ? QString::number(*first) : QStringLiteral("%1-%2").arg(*first).arg(*last));
    first = last + 1;
  }
  return parts.join(QStringLiteral(", "));
}

QString panelLabel(int panel) {
  constexpr int kLetters = 26;
  const QString last = QChar(u'A' + static_cast<char16_t>(panel % kLetters));
  return panel < kLetters ? last : panelLabel(panel / kLetters - 1) + last;
}

}  // namespace ui
