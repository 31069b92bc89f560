// Commands of the atlas, its form in the inspector, and what it tells in words and numbers.
#pragma once

#include <QString>

#include "ui/views/base/NumberTable.h"

class QWidget;

namespace ui {

class AtlasView;
struct AtlasOptions;
struct AtlasShown;

void addAtlasCommands(AtlasView& view);
QWidget* makeAtlasControls(AtlasView& view, QWidget* parent);
/// For the legend of a figure.
QString atlasCaption(const AtlasShown& shown, const AtlasOptions& options);
/// Places, clusters (from 1), and the number that colours the points.
NumberTable atlasNumbers(const AtlasShown& shown);

}  // namespace ui
