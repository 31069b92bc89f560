// One attention head, or the mean of several, as a map or as arcs; the geometry of the protein beside it; all heads
// above. What is shown is a value (AttentionShown), words, layout and painting are functions of it.
#pragma once

#include <memory>

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/attention/AttentionControls.h"
#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/attention/AttentionPainting.h"
#include "ui/views/attention/AttentionShown.h"
#include "ui/views/attention/HeadStrip.h"
#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/HasColorBar.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace ui {

class ChainChoice;
class ContactOutlines;

class AttentionView : public View, public HasColorBar, public ChangeOptions<AttentionView> {
  Q_OBJECT

 public:
  explicit AttentionView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("attention"); }
  QString title() const override;
  /// Attention heads and pair geometry, one of each is shown; a structure that heads of a file match, whose geometry is
  /// then shown beside them.
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for another kind of dataset.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override { return m_shown.subject.datasetIds(); }
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override { return makeAttentionControls(*this, parent); }
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"attention geometric", "geometry"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  QString refusalText(const engine::Dataset& dataset) const override;
  SharedColorBar sharedColorBar() const override;
  SharedAxes unsaidAxes(QSize size) const override { return ui::unsaidAxes(m_shown, layoutIn(size)); }

  const AttentionOptions& options() const { return m_shown.options; }
  /// Throws engine::Error for an unknown colour map.
  void setOptions(const AttentionOptions& options);
  const AttentionShown& shown() const { return m_shown; }
  AttentionLayout layoutIn(QSize size) const { return layoutOf(m_shown, m_strip, theme(), size); }
  /// The thumbnails: the heads that are chosen there are those whose mean is shown.
  HeadStrip& strip() { return m_strip; }
  /// Shows the geometry of the chain that heads of a file match, computed if need be.
  void showOnChain(const HeadsPlace& place);

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void addMenuEntries(QMenu& menu) override;

 private:
  void take(AttentionSubject subject);
  /// Makes anew what follows from this step on; the head is that of the selection.
  void recompute(AttentionStage stage);
  void updatePicture();
  void onRegionChanged();

  std::unique_ptr<MapScene> m_scene;
  HeadStrip m_strip;
  AttentionNumbersMaker* m_maker;
  ContactOutlines* m_contacts;
  ChainChoice* m_chain;
  AttentionShown m_shown;
  Focus m_followed, m_followedKept;  ///< the last that were looked at for a layer: what is locked, what is kept
  DrawnOtherwise m_toldDrawn;  ///< to the controls
  bool m_isSceneDirty = true;
};

}  // namespace ui
