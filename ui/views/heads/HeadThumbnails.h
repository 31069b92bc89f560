// The heads of a set made small, in the background; and their colours.
#pragma once

#include <QImage>
#include <QObject>
#include <QPointer>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "engine/attention/PoolHeads.h"
#include "ui/scenes/ColorMap.h"
#include "ui/session/JobQueue.h"

namespace ui {

/// What a pixel of a small map stands for: the mean of its cells, or the largest, which keeps lone contacts visible.
enum class Pooling { mean, largest };
/// Whether small maps have a range each, or share that of the large one.
enum class ThumbnailRange { own, common };

/// Colours of many values by search instead of by formula: any scale that rises.
class ColorLookup {
 public:
  explicit ColorLookup(const MapLook& look);
  QRgb of(float value) const;

 private:
  std::array<float, 255> m_borders{};  ///< the least value of each colour but the first
  std::array<QRgb, 256> m_colors{};
  QRgb m_missing = 0;
};

/// Colours for one small map by its own range: 0 .. largest value, or around 0 when it has negative ones.
MapLook ownLook(MapLook look, const engine::PooledMap& map, Pooling pooling);
/// Picture of a small map, rows down, `side` pixels at its longer side; null for a map without cells.
QImage thumbnailOf(const engine::PooledMap& map, Pooling pooling, const ColorLookup& colors, int side);

class HeadThumbnails : public QObject {
  Q_OBJECT

 public:
  explicit HeadThumbnails(QObject* parent = nullptr) : QObject(parent) {}
  ~HeadThumbnails() override;

  /// Forgets the thumbnails of maps that are no longer among the heads.
  void setHeads(std::shared_ptr<const engine::HeadSet> heads);
  /// Starts making them, unless that was done: at once where it takes no time, else in a job.
  void start(JobQueue* jobs);
  /// Makes at once what is not there yet.
  void finish();
  /// Null while the head is on its way, or when it failed.
  const engine::PooledMap* at(int head) const;
  QString errorOf(int head) const;  ///< empty: none
  int numReady() const { return m_numReady; }
  bool isComplete() const { return m_numReady == static_cast<int>(m_maps.size()); }
  /// Largest value of all heads, exactly; nothing while one is missing.
  std::optional<double> largestValue() const;

 Q_SIGNALS:
  /// More are there: a few times a second.
  void arrived();

 private:
  struct Shared;
  struct Entry {
    engine::PooledMap map;
    QString error;
    bool isReady = false;
  };
  /// The same map is at the same place, and its thumbnail of the size that the others will have.
  bool isKept(const engine::HeadSet& before, engine::Index head) const;
  void take(engine::PooledHead pooled);
  void takeShared(bool isLast);

  std::shared_ptr<const engine::HeadSet> m_heads;
  std::shared_ptr<Shared> m_shared;  ///< between worker and GUI thread; null before the start
  QPointer<Job> m_job;
  std::vector<Entry> m_maps;
  qint64 m_lastSignal = 0;
  int m_numReady = 0;
};

}  // namespace ui
