// A small picture of what lies behind a door of the start page; it moves while the door is looked at.
#include "ui/panels/start/DoorPicture.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/alignment/AlignmentColorTables.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

namespace {

constexpr int kFrameMilliseconds = 40;
constexpr double kCycleSeconds = 8;

/// As in every lesson: who asks, who is asked, how much is shared.
struct Roles {
  QColor query, key, weight;
};

Roles rolesOf(const Theme& theme) {
  if (theme.kind == ThemeKind::light)
    return {QColor(0x00, 0x72, 0xb2), QColor(0xb8, 0x5c, 0x00), QColor(0x8e, 0x45, 0x85)};
  return {QColor(0x56, 0xb4, 0xe9), QColor(0xe6, 0x9f, 0x00), QColor(0xd4, 0x8b, 0xc8)};
}

QColor seeThrough(QColor color, double opacity) {
  color.setAlphaF(static_cast<float>(std::clamp(opacity, 0.0, 1.0)));
  return color;
}

/// exp(-distance² / 2) of a point to others, sum 1.
template <size_t N>
std::array<double, N> weightsAt(const QPointF& point, const std::array<QPointF, N>& others) {
  std::array<double, N> weights{};
  double sum = 0;
  for (size_t k = 0; k < N; ++k) {
    const QPointF way = others[k] - point;
    sum += weights[k] = std::exp(-QPointF::dotProduct(way, way) / 2);
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// Two strands and a helix that packs against them; unit: the reach of the head.
constexpr size_t kNumResidues = 18;
std::array<QPointF, kNumResidues> foldedChain() {
  std::array<QPointF, kNumResidues> chain;
  for (size_t k = 0; k < kNumResidues; ++k) {
    const size_t strand = k / 6, within = k % 6;
    const double along = static_cast<double>(strand % 2 == 0 ? within : 5 - within);
    const double across = strand == 2 ? 2.1 + (within % 2 == 0 ? 0.35 : -0.35) : 0.9 * static_cast<double>(strand);
    chain[k] = {across, along};
  }
  return chain;
}

struct ChainWeights {
  std::array<QPointF, kNumResidues> chain = foldedChain();
  std::array<std::array<double, kNumResidues>, kNumResidues> rows{};
};

const ChainWeights& chainWeights() {
  static const ChainWeights all = [] {
    ChainWeights made;
    for (size_t k = 0; k < kNumResidues; ++k) made.rows[k] = weightsAt(made.chain[k], made.chain);
    return made;
  }();
  return all;
}

void paintMap(QPainter& painter, const QRectF& area, size_t row, const QColor& mark) {
  const ChainWeights& all = chainWeights();
  const double cell = area.width() / kNumResidues;
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto at = [&](double offset, size_t k) { return std::round(offset + static_cast<double>(k) * cell); };
  const auto& colors = colorMap("viridis").colors;
  for (size_t i = 0; i < kNumResidues; ++i)
    for (size_t j = 0; j < kNumResidues; ++j) {
      const double place = std::min(1.0, all.rows[i][j] / 0.35);
      const QPointF from(at(area.left(), j), at(area.top(), i)), to(at(area.left(), j + 1), at(area.top(), i + 1));
      painter.fillRect(QRectF(from, to), toColor(engine::nth(colors, place * 255)));
    }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(mark, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(area.left(), at(area.top(), row), area.width(), cell));
}

void paintChain(QPainter& painter, const QRectF& area, size_t row, const Theme& theme) {
  const ChainWeights& all = chainWeights();
  const Roles roles = rolesOf(theme);
  const double step = std::min(area.width() / 3.2, area.height() / 5.6);
  const QPointF corner = area.center() - QPointF(1.2, 2.5) * step;
  const auto at = [&](size_t k) { return corner + all.chain[k] * step; };
  painter.setPen(QPen(theme.muted, 1.5));
  for (size_t k = 1; k < kNumResidues; ++k) painter.drawLine(at(k - 1), at(k));
  for (size_t k = 0; k < kNumResidues; ++k) {
    if (k == row) continue;
    painter.setPen(QPen(seeThrough(roles.weight, 0.85), 12 * all.rows[row][k], Qt::SolidLine, Qt::RoundCap));
    if (all.rows[row][k] > 0.02) painter.drawLine(at(row), at(k));
  }
  painter.setPen(Qt::NoPen);
  for (size_t k = 0; k < kNumResidues; ++k) {
    painter.setBrush(k == row ? roles.query : theme.muted);
    painter.drawEllipse(at(k), k == row ? 4 : 2, k == row ? 4 : 2);
  }
}

/// Three of each family of resources/samples, columns 96 to 108 of 1LDM.
constexpr std::array<std::string_view, 6> kRows = {"AGARQQEGESRLN", "AGVAQRPGETRLQ", "AGANQKPGETRLD",
                                                   "AGVPRKPGMTRDD", "AGVARKPGMDRSD", "GAAPRKAGMERRD"};

QColor colorOfLetter(char letter) {
  for (const LetterColor& group : letterColors(AlignmentScheme::zappo))
    if (group.letters.find(letter) != std::string_view::npos) return toColor(group.color);
  return Qt::lightGray;
}

/// Share of the most common letter.
double agreementIn(size_t column) {
  long most = 0;
  for (const std::string_view row : kRows)
    most = std::max(most, static_cast<long>(std::count_if(kRows.begin(), kRows.end(),
                                                          [&](auto other) { return other[column] == row[column]; })));
  return static_cast<double>(most) / static_cast<double>(kRows.size());
}

}  // namespace

void paintShares(QPainter& painter, const QRectF& area, double phase, const Theme& theme) {
  const Roles roles = rolesOf(theme);
  const double unit = area.width() / 5.6, top = area.top() + 0.24 * area.height();
  const double bottom = area.bottom() - 0.2 * area.height();
  std::array<QPointF, 5> keys, places;
  for (size_t k = 0; k < keys.size(); ++k) {
    places[k] = {1.4 * (static_cast<double>(k) - 2), 0};
    keys[k] = {area.center().x() + unit * (static_cast<double>(k) - 2), top};
  }
  const double place = 2 * std::sin(2 * std::numbers::pi * phase);
  const QPointF query(area.center().x() + unit * place, bottom);
  const auto weights = weightsAt({1.4 * place, 0}, places);
  painter.setRenderHint(QPainter::Antialiasing);
  const double size = std::min(0.3 * unit, 0.13 * area.height());
  for (size_t k = 0; k < keys.size(); ++k) {
    painter.setPen(QPen(seeThrough(roles.weight, 0.9), 0.55 * unit * weights[k], Qt::SolidLine, Qt::FlatCap));
    if (weights[k] > 0.005) painter.drawLine(query, keys[k]);
    painter.setPen(Qt::NoPen);
    painter.setBrush(roles.key);
    painter.drawRoundedRect(QRectF(keys[k].x() - size, keys[k].y() - size, 2 * size, 2 * size), 2, 2);
  }
  painter.setBrush(roles.query);
  painter.drawEllipse(query, 1.1 * size, 1.1 * size);
}

void paintHead(QPainter& painter, const QRectF& area, double phase, const Theme& theme) {
  const auto row = std::min(kNumResidues - 1, static_cast<size_t>(phase * kNumResidues));
  painter.setRenderHint(QPainter::Antialiasing);
  const double side = std::min(area.height() - 8, 0.55 * area.width());
  const QRectF map(area.left() + 4, area.center().y() - side / 2, side, side);
  paintMap(painter, map, row, theme.locked);
  paintChain(painter, QRectF(map.right() + 6, area.top() + 4, area.right() - map.right() - 10, area.height() - 8), row,
             theme);
}

void paintColumns(QPainter& painter, const QRectF& area, double phase, const Theme& theme) {
  const size_t count = kRows[0].size();
  const auto chosen = std::min(count - 1, static_cast<size_t>(phase * static_cast<double>(count)));
  const double across = (area.width() - 8) / static_cast<double>(count), bars = 0.26 * area.height();
  const double down = (area.height() - bars - 10) / static_cast<double>(kRows.size());
  QFont font = theme.residueFont();
  font.setPixelSize(std::max(6, static_cast<int>(std::min(across, down) - 1)));
  painter.setFont(font);
  for (size_t column = 0; column < count; ++column) {
    const double x = area.left() + 4 + static_cast<double>(column) * across;
    const double height = bars * agreementIn(column);
    painter.fillRect(QRectF(x + 1, area.top() + 4 + bars - height, across - 2, height),
                     column == chosen ? theme.accent : theme.muted);
    for (size_t row = 0; row < kRows.size(); ++row) {
      const QRectF cell(x, area.top() + 6 + bars + static_cast<double>(row) * down, across, down);
      painter.fillRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), seeThrough(colorOfLetter(kRows[row][column]), 0.75));
      painter.setPen(Qt::black);
      if (down >= 7) painter.drawText(cell, Qt::AlignCenter, QString(QLatin1Char(kRows[row][column])));
    }
  }
  painter.setPen(QPen(theme.locked, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(area.left() + 4 + static_cast<double>(chosen) * across, area.top() + 5 + bars, across,
                          static_cast<double>(kRows.size()) * down + 1));
}

DoorPicture::DoorPicture(DoorPainter paint, QWidget* parent) : QWidget(parent), m_paint(paint) {
  m_clock.setInterval(kFrameMilliseconds);
  connect(&m_clock, &QTimer::timeout, this, [this] {
    m_phase += kFrameMilliseconds / (1000 * kCycleSeconds);
    m_phase -= std::floor(m_phase);
    update();
  });
}

void DoorPicture::setMoving(bool isMoving) {
  if (isMoving && !isMotionReduced())
    m_clock.start();
  else
    m_clock.stop();
}

void DoorPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = ThemeModel::instance().theme();
  painter.fillRect(rect(), theme.canvas);
  m_paint(painter, rect(), m_phase, theme);
}

}  // namespace ui
