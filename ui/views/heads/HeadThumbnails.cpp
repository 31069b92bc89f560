#include "ui/views/heads/HeadThumbnails.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kSide = 64, kSmallSide = 32;  // blocks
constexpr Index kManyHeads = 1000;            // with more, the smaller side saves memory
constexpr Index kAtOnce = Index{1} << 22;     // cells of all heads that need no job
constexpr qint64 kSignalMilliseconds = 120;

Index sideFor(const engine::HeadSet& heads) { return heads.count() > kManyHeads ? kSmallSide : kSide; }

QRgb rgbOf(const Rgb& color) { return qRgb(color[0], color[1], color[2]); }

/// Mean or largest of the pooled blocks [top, bottom) x [left, right); NaN when all of them are missing.
float sample(const engine::Array<float>& blocks, Pooling pooling, Index top, Index bottom, Index left, Index right) {
  float sum = 0, count = 0, largest = std::numeric_limits<float>::quiet_NaN();
  for (Index row = top; row < bottom; ++row)
    for (Index column = left; column < right; ++column) {
      const float value = blocks(row, column);
      if (std::isnan(value)) continue;
      sum += value;
      count += 1;
      if (!(value <= largest)) largest = value;
    }
  return pooling == Pooling::largest || count == 0 ? largest : sum / count;
}

}  // namespace

ColorLookup::ColorLookup(const MapLook& look) {
  const ColorMap& map = colorMap(look.colorMapId);
  std::transform(map.colors.begin(), map.colors.end(), m_colors.begin(), rgbOf);
  for (size_t k = 0; k < m_borders.size(); ++k)
    m_borders[k] = static_cast<float>(valueAtPlace(look, (static_cast<double>(k) + 0.5) / 255.0));
  m_missing = rgbOf(look.notANumber);
}

QRgb ColorLookup::of(float value) const {
  if (!std::isfinite(value)) return m_missing;
  const auto above = std::upper_bound(m_borders.begin(), m_borders.end(), value);
  return engine::nth(m_colors, above - m_borders.begin());
}

MapLook ownLook(MapLook look, const engine::PooledMap& map, Pooling pooling) {
  // Whatever spreads small weights of the whole map does so for its blocks.
  if (look.scale != ValueScale::linear) look.scale = ValueScale::logarithmic;
  double high = 0;
  for (const float value : pooling == Pooling::mean ? map.mean : map.largest)
    if (std::isfinite(value)) high = std::max(high, std::abs(static_cast<double>(value)));
  look.high = high > 0 ? high : 1;
  if (map.low < 0) {
    look.colorMapId = "diverging";
    look.scale = ValueScale::linear;
    look.low = -look.high;
  } else {
    look.low = look.scale == ValueScale::logarithmic ? look.high * 1e-4 : 0;
  }
  return look;
}

QImage thumbnailOf(const engine::PooledMap& map, Pooling pooling, const ColorLookup& colors, int side) {
  const engine::Array<float>& blocks = pooling == Pooling::mean ? map.mean : map.largest;
  if (blocks.size() == 0 || side < 1) return {};
  const Index rows = blocks.length(0), columns = blocks.length(1), longest = std::max(rows, columns);
  const auto pixels = [&](Index length) {
    return std::max(1, static_cast<int>(std::lround(static_cast<double>(side) * static_cast<double>(length) /
                                                    static_cast<double>(longest))));
  };
  QImage image(pixels(columns), pixels(rows), QImage::Format_RGB32);
  const auto range = [](int pixel, int count, Index length) {
    const Index first = pixel * length / count;
    return std::pair{first, std::max(first + 1, (pixel + 1) * length / count)};
  };
  for (int y = 0; y < image.height(); ++y) {
    auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
    const auto [top, bottom] = range(y, image.height(), rows);
    for (int x = 0; x < image.width(); ++x) {
      const auto [left, right] = range(x, image.width(), columns);
      line[x] = colors.of(sample(blocks, pooling, top, bottom, left, right));
    }
  }
  return image;
}

/// Heads that the worker has made and the GUI thread has not yet seen.
struct HeadThumbnails::Shared {
  std::mutex mutex;
  std::vector<engine::PooledHead> heads;
};

HeadThumbnails::~HeadThumbnails() {
  if (!m_job) return;
  m_job->disconnect(this);  // who listens to this is going as well, and half gone
  m_job->cancel();
}

void HeadThumbnails::setHeads(std::shared_ptr<const engine::HeadSet> heads) {
  if (m_job) m_job->cancel();
  m_job = nullptr;
  m_shared = nullptr;
  const auto before = std::exchange(m_heads, std::move(heads));
  std::vector<Entry> kept(m_heads ? static_cast<size_t>(m_heads->count()) : 0);
  m_numReady = 0;
  for (Index head = 0; before && m_heads && head < std::min(std::ssize(kept), std::ssize(m_maps)); ++head) {
    if (!isKept(*before, head)) continue;
    engine::nth(kept, head) = std::move(engine::nth(m_maps, head));
    ++m_numReady;
  }
  m_maps = std::move(kept);
}

bool HeadThumbnails::isKept(const engine::HeadSet& before, Index head) const {
  if (!engine::nth(m_maps, head).isReady || !before.isInMemory() || !m_heads->isInMemory()) return false;
  const auto& map = engine::nth(m_heads->maps, head);
  return map && map == engine::nth(before.maps, head) && before.numHeads == m_heads->numHeads &&
         sideFor(before) == sideFor(*m_heads);
}

void HeadThumbnails::start(JobQueue* jobs) {
  if (m_shared || !m_heads) return;
  m_shared = std::make_shared<Shared>();
  std::vector<Index> wanted;
  for (Index head = 0; head < std::ssize(m_maps); ++head)
    if (!engine::nth(m_maps, head).isReady) wanted.push_back(head);
  const auto numWanted = std::ssize(wanted);
  const auto work = [heads = m_heads, shared = m_shared, wanted = std::move(wanted)](engine::Progress& progress) {
    engine::poolHeads(*heads, wanted, sideFor(*heads), 0, progress, [&](engine::PooledHead pooled) {
      const std::lock_guard lock(shared->mutex);
      shared->heads.push_back(std::move(pooled));
    });
    return shared;
  };
  if (!jobs || (m_heads->isInMemory() && numWanted * m_heads->numQueries * m_heads->numKeys <= kAtOnce)) {
    engine::Progress none;
    work(none);
    takeShared(true);
    return;
  }
  m_job = runJob(*jobs, this, tr("Thumbnails of %n heads", nullptr, static_cast<int>(numWanted)),
                 QStringLiteral("thumbnails"), work, [](HeadThumbnails& self, const std::shared_ptr<Shared>& shared) {
                   if (self.m_shared == shared) self.takeShared(true);
                 });
  connect(m_job, &Job::changed, this, [this, shared = m_shared] {
    if (m_shared == shared) takeShared(false);
  });
}

void HeadThumbnails::finish() {
  if (isComplete()) return;
  if (m_job) m_job->cancel();
  m_job = nullptr;
  m_shared = nullptr;
  start(nullptr);
}

void HeadThumbnails::takeShared(bool isLast) {
  std::vector<engine::PooledHead> heads;
  {
    const std::lock_guard lock(m_shared->mutex);
    heads.swap(m_shared->heads);
  }
  for (engine::PooledHead& pooled : heads) take(std::move(pooled));
  const qint64 now = QDateTime::currentMSecsSinceEpoch();
  if (!isLast && (heads.empty() || now - m_lastSignal < kSignalMilliseconds)) return;
  m_lastSignal = now;
  Q_EMIT arrived();
}

void HeadThumbnails::take(engine::PooledHead pooled) {
  Entry& entry = engine::nth(m_maps, pooled.head);
  if (!entry.isReady) ++m_numReady;
  entry = {std::move(pooled.map), QString::fromStdString(pooled.error), true};
}

const engine::PooledMap* HeadThumbnails::at(int head) const {
  if (head < 0 || head >= static_cast<int>(m_maps.size())) return nullptr;
  const Entry& entry = engine::nth(m_maps, head);
  return entry.isReady && entry.error.isEmpty() ? &entry.map : nullptr;
}

QString HeadThumbnails::errorOf(int head) const {
  return head < 0 || head >= static_cast<int>(m_maps.size()) ? QString() : engine::nth(m_maps, head).error;
}

std::optional<double> HeadThumbnails::largestValue() const {
  if (!isComplete() || m_maps.empty()) return std::nullopt;
  double largest = 0;
  for (const Entry& entry : m_maps) largest = std::max(largest, static_cast<double>(entry.map.high));
  return largest;
}

}  // namespace ui
