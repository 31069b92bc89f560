// Features of a sparse autoencoder on one protein: which fire, where, and what is alike.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/features/FeaturesPicture.h"

namespace ui {

class FeaturesView : public View, public ChangeOptions<FeaturesView> {
  Q_OBJECT

 public:
  explicit FeaturesView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("features"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but features.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override { return featuresNumbers(m_shown); }
  QString captionText() const override;
  QString statusText() const override { return featuresStatus(m_shown, markedResidue()); }
  std::vector<std::string> makers() const override { return {"features"}; }

  const FeaturesOptions& options() const { return m_options; }
  void setOptions(const FeaturesOptions& options);
  const FeaturesShown& shown() const { return m_shown; }
  FeaturesLayout layoutIn(QSize size) const { return featuresLayout(theme(), m_shown, m_options, size); }
  engine::Index markedResidue() const;
  /// Looks at a feature; the table is moved to where it is.
  void chooseFeature(engine::Index feature);
  /// Runs the model again with the feature that is looked at multiplied by this; beside what was changed before.
  void runWithFactor(double factor);

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  engine::Index residueOf(const Focus& focus) const;
  /// In the sequence or in the list of the strongest.
  engine::Index residueAt(QPointF position);
  void renew();
  void scrollBy(double rows);

  engine::DatasetPtr m_dataset;
  FeaturesOptions m_options;
  FeaturesShown m_shown;
  engine::Index m_hoveredRow = -1;
};

}  // namespace ui
