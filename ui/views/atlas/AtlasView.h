// All heads of a set as points of a plane, alike ones near each other; or layers x heads.
#pragma once

#include "ui/views/atlas/AtlasPicture.h"
#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadThumbnails.h"

namespace ui {

class AtlasPartner;
class ChoiceLine;
class ChosenHeads;

class AtlasView : public View, public ChangeOptions<AtlasView> {
  Q_OBJECT

 public:
  explicit AtlasView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("atlas"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a head table. One without a layout is shown as a grid, and one is offered.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override { return m_shown.isEmpty() ? QString() : m_shown.words(m_hovered); }
  std::vector<std::string> makers() const override { return {"heads"}; }

  const AtlasOptions& options() const { return m_options; }
  void setOptions(const AtlasOptions& options);
  const AtlasShown& shown() const { return m_shown; }
  AtlasLayout layoutIn(QSize size) const { return atlasLayout(theme(), m_shown, m_options, size); }
  /// Zooms in (factor > 1) about a point of the canvas that stays where it is.
  void zoomAt(QPointF position, double factor);
  /// Computes the layout of the table that is shown.
  void computeLayout();

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onPressed(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void renew();
  void showThumbnails();
  void pan(QPointF by);
  void endOutline();
  void setHovered(engine::Index head);
  engine::Index headAt(QPointF position);
  QImage mapOf(engine::Index head, int side);

  ChosenHeads& m_chosen;  ///< by a lasso or box, here or elsewhere
  engine::DatasetPtr m_dataset;
  AtlasOptions m_options;
  AtlasShown m_shown;
  std::shared_ptr<const engine::HeadSet> m_heads;  ///< whose table it is; null: not loaded
  HeadThumbnails m_thumbnails;
  AtlasPartner* m_partner;  ///< the second set of heads
  std::vector<QImage> m_maps;  ///< of each head, as last painted
  ChoiceLine* m_question;
  engine::Index m_hovered = -1;
  QPolygonF m_outline;                  ///< of the lasso or box under way
  std::vector<engine::Index> m_before;  ///< chosen before it, where it adds
};

}  // namespace ui
