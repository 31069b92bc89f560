// What the user can choose about the picture of three layers, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>

#include "engine/base/Array.h"

namespace ui {

/// A token or step beyond the last one: the last, whatever it is.
inline constexpr engine::Index kLastOfLayers = 1000;

struct LayersOptions {
  engine::Index from = 0, to = kLastOfLayers;  ///< tokens, from 0
  engine::Index step = kLastOfLayers;          ///< how far the signal has gone
  bool areEdgesShown = true;

  bool operator==(const LayersOptions&) const = default;
};

QJsonObject toJson(const LayersOptions& options);
/// Missing keys and values of a wrong type leave what is; numbers out of range become the nearest valid.
void takeJson(LayersOptions& options, const QJsonObject& json);

}  // namespace ui
