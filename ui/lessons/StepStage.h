// The right of a page: pictures in rows, controls below them.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "ui/lessons/StepRun.h"
#include "ui/lessons/controls/ControlWidget.h"
#include "ui/lessons/pictures/ShownPicture.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace ui {

class StepStage : public QWidget {
  Q_OBJECT

 public:
  explicit StepStage(QWidget* parent);
  /// Pictures that stand beside each other share a row, as long as each is wide enough to be read. Once.
  void setPictures(std::vector<ShownPicture*> pictures);
  /// A block of controls; of several the label stands before them.
  void addControls(const std::vector<engine::LessonControl>& block, std::vector<QWidget*>& made);
  const std::vector<ShownPicture*>& pictures() const { return m_pictures; }
  const std::vector<ControlWidget*>& controls() const { return m_controls; }
  ControlWidget* control(const QString& name) const;
  bool isEmpty() const { return m_pictures.empty() && m_controls.empty() && !m_run; }
  /// The keyboard into the control after the one that has it; those that are locked are passed over.
  void focusNextControl();
  /// A button below the controls. Once.
  void addRun(StepRun* run);
  /// Null: the step has no stored results.
  StepRun* run() const { return m_run; }
  /// One or two columns of controls, as the width asks for.
  void arrangeControls();

 Q_SIGNALS:
  void controlMoved(const std::string& name, const engine::LessonValue& value);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrangePictures();

  QVBoxLayout* m_rows;
  std::vector<QBoxLayout*> m_lines;  ///< of the rows
  QWidget* m_panel;
  QGridLayout* m_grid;
  std::vector<ShownPicture*> m_pictures;
  std::vector<ControlWidget*> m_controls;
  struct Block {
    QLabel* label;  ///< null: each control has its own
    std::vector<ControlWidget*> controls;
  };
  std::vector<Block> m_blocks;
  StepRun* m_run = nullptr;
  int m_numColumns = 0;
};

}  // namespace ui
