// The part of a picture of attention that is in sight.
#pragma once

#include <QJsonObject>

#include "ui/views/maps/MapNavigation.h"

namespace ui {

struct AttentionRegion {
  MapNavigation map;
  double arcZoom = 1, arcCenter = 0.5;  ///< of the sequence below the arcs; 1: everything; centre as a part of it
};

/// Into the keys that sessions keep: "region" and "arcRegion".
void writeJson(const AttentionRegion& region, QJsonObject& json);
/// Missing keys and values of a wrong type leave what is; the rest comes onto a map of this size.
void readJson(const QJsonObject& json, engine::Index rows, engine::Index columns, AttentionRegion& region);

}  // namespace ui
