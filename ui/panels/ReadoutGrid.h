// Lines of a readout below each other: names at the left, values beside them, tables and formulae below.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/views/base/View.h"

class QGridLayout;

namespace ui {

/// As wide as its place, whatever the lines say.
class ReadoutGrid : public QWidget {
  Q_OBJECT

 public:
  explicit ReadoutGrid(QWidget* parent = nullptr);
  void setLines(const std::vector<ReadoutLine>& lines);

 private:
  QGridLayout* m_grid;
  int m_numLines = 0;  ///< that have labels
};

}  // namespace ui
