// Heads and couplings while they are learned from an alignment, and methods to find contacts side by side.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/training/TrainingHeads.h"
#include "ui/views/training/TrainingPicture.h"
#include "ui/views/training/TrainingRunner.h"

namespace ui {

class TrainingBar;

class TrainingView : public View, public ChangeOptions<TrainingView> {
  Q_OBJECT

 public:
  explicit TrainingView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("training"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a course of a training or a comparison of methods.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override { setOptions({}); }
  QString emptyText() const override;
  QJsonObject state() const override { return toJson(m_options); }
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override { return trainingNumbers(m_shown); }
  QString captionText() const override;
  QString statusText() const override;
  std::vector<std::string> makers() const override { return {"train factored", "train potts", "compare-couplings"}; }

  const TrainingOptions& options() const { return m_options; }
  void setOptions(const TrainingOptions& options);
  const TrainingShown& shown() const { return m_shown; }
  TrainingRunner& runner() const { return *m_runner; }
  TrainingBar& bar() const { return *m_bar; }
  TrainingLayout layoutIn(QSizeF size) const { return trainingLayout(theme(), m_shown, m_heads->areThere(), size); }
  TrainingHeads& heads() const { return *m_heads; }
  /// What stands above the diagonal of the first map; null while it is on its way.
  const ShownPairs* upper() const;
  void showUpper(TrainingUpper upper);

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF, QPointF) override {}
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void connectParts();
  void forget();
  void showParts();
  TrainingLayout::Cell cellOf(const Focus& focus) const;

  TrainingShown m_shown;
  TrainingOptions m_options;
  TrainingRunner* m_runner;
  TrainingBar* m_bar;
  TrainingHeads* m_heads;
  std::string m_begun;  ///< the result of a training that was asked for here and has shown nothing yet; else empty
  QString m_ended;      ///< what became of the last run, where nothing is shown
};

}  // namespace ui
