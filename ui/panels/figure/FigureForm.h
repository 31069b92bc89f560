// The choices of a figure as a form.
#pragma once

#include <QWidget>

#include "ui/views/base/figure/FigureOptions.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace ui {

class View;

class FigureForm : public QWidget {
  Q_OBJECT

 public:
  /// Asks only what makes a difference for this view.
  explicit FigureForm(const View& view, QWidget* parent = nullptr);
  /// What the fields say.
  FigureOptions options() const;
  void setOptions(const FigureOptions& options);

 Q_SIGNALS:
  void changed();

 private:
  void addContent(QFormLayout& rows, bool hasHeads);
  void addSize(QFormLayout& rows);
  void addLook(QFormLayout& rows, bool hasColorBar);
  void takePreset(double width);
  void changeUnit();
  void showWhatApplies();

  QComboBox *m_content, *m_preset, *m_unit, *m_colorBar;
  QSpinBox* m_layer;
  QLineEdit* m_heads;
  QDoubleSpinBox *m_width, *m_height, *m_dots, *m_points;
  QCheckBox *m_legend, *m_transparent, *m_marks;
  FigureUnit m_shownUnit = FigureUnit::millimetres;
};

}  // namespace ui
