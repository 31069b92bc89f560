// The heads of a set as small maps to choose from: a row of one layer's heads, or layers x heads as a grid.
#pragma once

#include <QImage>
#include <QJsonArray>
#include <QPainter>
#include <memory>
#include <optional>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/attention/HeadStripLayout.h"
#include "ui/views/heads/HeadThumbnails.h"

namespace ui {

class HeadStrip : public QObject {
  Q_OBJECT

 public:
  struct Head {
    int layer = 0, head = 0;  ///< 0-based
    bool operator==(const Head&) const = default;
  };
  using Place = HeadStripPlace;

  explicit HeadStrip(QObject* parent = nullptr);

  /// Without a queue thumbnails are made at once.
  void useJobs(JobQueue* jobs) { m_jobs = jobs; }
  void setHeads(std::shared_ptr<const engine::HeadSet> heads);
  /// Colours of the thumbnails; `look` has the range where it is common to all of them.
  void setLook(const MapLook& look, ThumbnailRange range = ThumbnailRange::own);
  void setPooling(Pooling pooling);
  Pooling pooling() const { return m_pooling; }

  /// Nothing for fewer than two heads; a row above; a grid above when it is low, else at the left. `aspect`: width over
  /// height of what stands beside it; the room that this leaves is for the thumbnails.
  Place placeIn(const Theme& theme, const QRectF& whole, double aspect = 1) const {
    return headStripPlace(counts(), theme, whole, aspect);
  }
  /// Starts making the thumbnails when there are none yet. On the screen they come as they are ready; an exported
  /// picture waits for all of them.
  void paint(QPainter& painter, const Theme& theme, const QRectF& area, Head current);
  std::optional<Head> headAt(const Theme& theme, const QRectF& area, QPointF position) const;
  /// Where a head is; empty when it is scrolled out of sight.
  QRectF rectOf(const Theme& theme, const QRectF& area, Head head) const;
  void startThumbnails() { m_thumbnails.start(m_jobs); }
  /// Marks the head under the pointer and says its name; nothing when there is none.
  void setHover(std::optional<Head> head);
  const std::optional<Head>& hover() const { return m_hover; }
  /// "Layer 3, head 5 (L2H4 counted from 0)"; with the label where there is one.
  QString describe(Head head) const;

  /// By layers in a grid, by heads in a row and where all layers of a grid are in sight; positive: towards the last
  /// one.
  void scrollBy(int steps);
  /// Scrolls so that this head is seen.
  void reveal(Head head, const Theme& theme, const QRectF& area);

  /// A set of heads beside the one that is shown, in the order of layers and heads; empty: that one alone.
  const std::vector<Head>& chosen() const { return m_chosen; }
  void setChosen(std::vector<Head> heads);
  void clearChosen() { setChosen({}); }
  /// Marks the head that the shown one is compared with; nothing: none.
  void setCompared(std::optional<Head> head);

  const HeadThumbnails& thumbnails() const { return m_thumbnails; }

 Q_SIGNALS:
  void changed();  ///< to be painted again
  void chosenChanged();
  void hoverChanged();

 private:
  using Layout = HeadStripLayout;
  Layout layoutIn(const Theme& theme, const QRectF& area) const {
    return headStripLayout(counts(), theme, area, m_firstRow, m_firstColumn);
  }
  HeadCounts counts() const {
    return {m_heads ? static_cast<int>(m_heads->numLayers) : 0, numColumns(), count(), m_areNamed};
  }
  bool isGrid() const { return m_heads && m_heads->numLayers > 1; }
  int count() const { return m_heads ? static_cast<int>(m_heads->count()) : 0; }
  int numColumns() const { return m_heads ? static_cast<int>(m_heads->numHeads) : 0; }
  int indexOf(Head head) const { return head.layer * numColumns() + head.head; }
  void forgetPictures();
  const QImage& picture(int index, int side);
  void paintGrid(QPainter& painter, const Theme& theme, const QRectF& area, Head current);
  void paintRow(QPainter& painter, const Theme& theme, const QRectF& area, Head current);
  void paintChip(QPainter& painter, const Theme& theme, const Layout& layout, const QRectF& chip, int index,
                 bool isCurrent);
  /// The head B, dashed so that it is no other mark.
  void paintCompared(QPainter& painter, const Theme& theme, const QRectF& area) const;
  QImage gridPicture(const Theme& theme, const Layout& layout, double pixelRatio);
  QString labelOf(int index) const;
  /// "Head 3", of a quantity its name.
  QString nameOf(Head head) const;
  QString noteOf(int index) const;

  std::shared_ptr<const engine::HeadSet> m_heads;
  JobQueue* m_jobs = nullptr;
  HeadThumbnails m_thumbnails;
  std::vector<QImage> m_pictures;
  std::vector<Head> m_chosen;
  std::optional<Head> m_hover, m_compared;
  MapLook m_look;
  ThumbnailRange m_range = ThumbnailRange::own;
  Pooling m_pooling = Pooling::largest;
  int m_firstRow = 0, m_firstColumn = 0;
  bool m_areAllRowsSeen = false;  ///< as last painted
  bool m_areNamed = false;        ///< the heads have labels
};

/// [[layer, head], ...], for sessions.
QJsonArray toJson(const std::vector<HeadStrip::Head>& heads);
/// What is no pair is passed over; heads need not exist.
std::vector<HeadStrip::Head> headsIn(const QJsonArray& json);

}  // namespace ui
