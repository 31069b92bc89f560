// What the user can choose about the features of a model, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>

#include "engine/base/Array.h"

namespace ui {

/// By what the table is sorted: largest value, number of residues, mean, number of the feature.
enum class FeatureOrder { most, residues, mean, number };

struct FeaturesOptions {
  engine::Index feature = -1;  ///< the one that is looked at; -1: the first of the table
  FeatureOrder order = FeatureOrder::most;
  QString filter;  ///< part of a number or a name; empty: all
  double scroll = 0;  ///< rows of the table above its first line

  bool operator==(const FeaturesOptions&) const = default;
};

QJsonObject toJson(const FeaturesOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is; numbers out of range become the nearest
/// valid.
void takeJson(FeaturesOptions& options, const QJsonObject& json);

}  // namespace ui
