// Logit lens: what a model would write at each residue after each of its layers.
#pragma once

#include <QImage>

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/lens/LensLayout.h"

namespace ui {

class LensView : public View, public ChangeOptions<LensView> {
  Q_OBJECT

 public:
  explicit LensView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("lens"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a logit lens.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override { return lensNumbers(m_shown); }
  QString captionText() const override;
  QString statusText() const override { return lensStatus(m_shown, markedCell()); }
  std::vector<std::string> makers() const override { return {"lens"}; }

  const LensOptions& options() const { return m_options; }
  void setOptions(const LensOptions& options);
  const LensShown& shown() const { return m_shown; }
  LensLayout layoutIn(QSize size) const { return lensLayout(theme(), m_shown, m_options, size); }
  /// The residue that is selected, and the layer that was pointed at here.
  LensCell markedCell() const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  engine::Index residueOf(const Focus& focus) const;
  Focus focusOf(engine::Index residue) const;
  void zoomAt(QPointF position, double factor);
  void renew();

  engine::DatasetId m_id;  ///< of the dataset; empty: none
  LensShown m_shown;
  LensOptions m_options;
  engine::Index m_step = -1;  ///< layer that the pointer or a key is on
  QImage m_picture;           ///< without marks, as last painted on the screen; null: to be painted anew
};

}  // namespace ui
