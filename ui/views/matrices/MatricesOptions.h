// What the user can choose about matrices, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <map>

#include "engine/base/Array.h"

namespace ui {

/// Which axes of an array, counted from 0, are the rows and the columns; -1: one row, one column.
struct MatrixAxes {
  int row = -1, column = -1;
  bool operator==(const MatrixAxes&) const = default;
};

struct MatricesOptions {
  QString alone;                            ///< the only array in the picture; empty: as many as fit
  QStringList hidden;                       ///< arrays that are left out
  std::map<QString, MatrixAxes> axes;       ///< by array, where it is not the last two
  std::map<QString, engine::Index> slices;  ///< by axis (ArraySlice::keys), counted from 0; where it is not 0
  bool areAllInSight = false;  ///< as small as that takes, else small matrices have room for their numbers
  bool isFormulaShown = true;  ///< where the number of the marked cell is from, with numbers put in
  QString colorMap = QStringLiteral("viridis");  ///< of arrays without negative values

  bool operator==(const MatricesOptions&) const = default;
  bool isShown(const QString& array) const { return alone.isEmpty() ? !hidden.contains(array) : alone == array; }
  void setHidden(const QString& array, bool on);
};

QJsonObject toJson(const MatricesOptions& options);
/// Missing keys and values of a wrong type leave what is. Which arrays and axes there are is not asked here: what does
/// not exist has no effect.
void takeJson(MatricesOptions& options, const QJsonObject& json);

}  // namespace ui
