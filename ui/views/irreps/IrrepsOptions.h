// What the user can choose about a diagram of irreps, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>

namespace ui {

inline constexpr double kLeastStrandScale = 0.25, kMostStrandScale = 4;

struct IrrepsOptions {
  double distance = 0.5;   ///< 0 to 1: of the distances that the dataset has
  int edge = -1;           ///< of the graph, from 0, whose own numbers are shown; -1: none, but what is so on average
  QString product;         ///< name of the only map on show; empty: all
  double strandScale = 1;  ///< of the widths of lines
  bool areNumbersShown = true;

  bool operator==(const IrrepsOptions&) const = default;
};

QJsonObject toJson(const IrrepsOptions& options);
/// Missing keys and values of a wrong type leave what is; numbers out of range become the nearest valid.
void takeJson(IrrepsOptions& options, const QJsonObject& json);

}  // namespace ui
