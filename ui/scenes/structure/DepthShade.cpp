// Source of the occlusion: McGuire, Mara, Luebke, "Scalable ambient obscurance", HPG 2012: samples on a spiral about
// each pixel, turned by a pattern that a blur within surfaces averages out. Here with a weight that is free of units.
#include "ui/scenes/structure/DepthShade.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/ParallelFor.h"
#include "ui/scenes/structure/StructureActor.h"

namespace ui {
namespace {

using engine::Index;
using Point = Eigen::Vector3f;

constexpr Index kBandRows = 16;
constexpr float kGround = 1e9f;  ///< Å from the eye, of what is not there
constexpr int kShadeSamples = 16, kFewestStep = 2, kBlurReach = 3;
constexpr float kReach = 9, kMostCells = 96;  ///< of occlusion: Å, and cells of the coarse picture
constexpr float kLeastSlope = 0.12f, kOcclusion = 3.0f, kMostOcclusion = 0.72f;
constexpr float kSameSurface = 1.5f;  ///< Å
constexpr float kLeastJump = 0.8f, kJumpPixels = 3, kShadeOutline = 0.85f;
constexpr int kWide = 10;          ///< outlines side by side: of what is as wide they are whole
constexpr float kTurn = 2.39996f;  ///< golden angle: samples never line up

/// Distances from the eye, rows from the top.
struct Distances {
  int width = 0, height = 0;
  float focal = 1;  ///< pixels per Å, times the distance
  std::vector<float> values;

  float at(int x, int y) const {
    return values[static_cast<size_t>(std::clamp(y, 0, height - 1)) * width + std::clamp(x, 0, width - 1)];
  }
  Point pointAt(int x, int y) const {
    const float z = at(x, y), scale = z / focal;
    return {(static_cast<float>(x) - 0.5f * static_cast<float>(width)) * scale,
            (static_cast<float>(y) - 0.5f * static_cast<float>(height)) * scale, z};
  }
};

/// body(row) for every row.
template <class Body>
void forRows(int rows, int threads, const Body& body) {
  engine::parallelFor(rows, kBandRows, threads, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) body(static_cast<int>(row));
  });
}

Distances distancesOf(const std::vector<float>& depth, int width, int height, const StructureCamera& camera,
                      int threads) {
  const auto [nearest, farthest] = depthRange(camera);
  const auto product = static_cast<float>(nearest * farthest), far = static_cast<float>(farthest),
             range = static_cast<float>(farthest - nearest);
  Distances distances{width, height, static_cast<float>(height / (2 * std::tan(StructureCamera::kViewAngle / 2))),
                      std::vector<float>(depth.size())};
  forRows(height, threads, [&](int row) {
    const float* from = depth.data() + static_cast<size_t>(height - 1 - row) * width;
    float* into = distances.values.data() + static_cast<size_t>(row) * width;
    for (int x = 0; x < width; ++x) into[x] = from[x] < 1 ? product / (far - from[x] * range) : kGround;
  });
  return distances;
}

/// Every `step`-th pixel along both sides.
Distances thinned(const Distances& fine, int step) {
  Distances coarse{
      (fine.width + step - 1) / step, (fine.height + step - 1) / step, fine.focal / static_cast<float>(step), {}};
  coarse.values.reserve(static_cast<size_t>(coarse.width) * coarse.height);
  for (int y = 0; y < coarse.height; ++y)
    for (int x = 0; x < coarse.width; ++x) coarse.values.push_back(fine.at(x * step + step / 2, y * step + step / 2));
  return coarse;
}

/// Of the surface, towards the eye: from the nearer neighbour on either side, so that edges do not bend it.
Point normalAt(const Distances& distances, int x, int y, const Point& here) {
  const auto along = [&](int dx, int dy) -> Point {
    const float ahead = std::abs(distances.at(x + dx, y + dy) - here.z()),
                behind = std::abs(distances.at(x - dx, y - dy) - here.z());
    return ahead < behind ? Point(distances.pointAt(x + dx, y + dy) - here)
                          : Point(here - distances.pointAt(x - dx, y - dy));
  };
  const Point normal = along(0, 1).cross(along(1, 0)).normalized();
  return normal.z() > 0 ? Point(-normal) : normal;
}

float occlusionAt(const Distances& distances, int x, int y) {
  if (distances.at(x, y) >= kGround) return 0;
  const Point here = distances.pointAt(x, y), normal = normalAt(distances, x, y, here);
  const float reach = std::min(kMostCells, kReach * distances.focal / here.z());
  const float first = kTurn * static_cast<float>((x & 3) * 4 + (y & 3));  // a pattern of 4 × 4
  float sum = 0;
  for (int k = 0; k < kShadeSamples; ++k) {
    const float share = (static_cast<float>(k) + 0.5f) / kShadeSamples, angle = first + kTurn * static_cast<float>(k);
    const int dx = static_cast<int>(std::lround(reach * share * std::cos(angle))),
              dy = static_cast<int>(std::lround(reach * share * std::sin(angle)));
    const int toX = x + dx, toY = y + dy;
    if ((dx == 0 && dy == 0) || toX < 0 || toY < 0 || toX >= distances.width || toY >= distances.height) continue;
    if (distances.at(toX, toY) >= kGround) continue;
    const Point way = distances.pointAt(toX, toY) - here;
    const float square = way.squaredNorm(), fade = 1 - square / (kReach * kReach);
    if (fade > 0 && square > 0) sum += fade * std::max(0.0f, way.dot(normal) / std::sqrt(square) - kLeastSlope);
  }
  return std::min(kMostOcclusion, kOcclusion * sum / kShadeSamples);
}

/// The mean of neighbours on the same surface along one direction.
std::vector<float> blurred(const std::vector<float>& values, const Distances& distances, int dx, int dy, int threads) {
  std::vector<float> result(values.size(), 0.0f);
  forRows(distances.height, threads, [&](int y) {
    for (int x = 0; x < distances.width; ++x) {
      const float here = distances.at(x, y);
      if (here >= kGround) continue;
      float sum = 0, weights = 0;
      for (int k = -kBlurReach; k <= kBlurReach; ++k) {
        const int toX = x + k * dx, toY = y + k * dy;
        if (toX < 0 || toY < 0 || toX >= distances.width || toY >= distances.height) continue;
        if (std::abs(distances.at(toX, toY) - here) > kSameSurface) continue;
        sum += values[static_cast<size_t>(toY) * distances.width + toX];
        weights += 1;
      }
      result[static_cast<size_t>(y) * distances.width + x] = sum / weights;
    }
  });
  return result;
}

/// Occlusion for every `step`-th pixel.
struct Occlusion {
  int step;
  Distances distances;
  std::vector<float> values;

  /// Between the four nearest that lie at this distance.
  float at(int x, int y, float distance) const {
    const float atX = (static_cast<float>(x) - static_cast<float>(step / 2)) / static_cast<float>(step),
                atY = (static_cast<float>(y) - static_cast<float>(step / 2)) / static_cast<float>(step);
    const int left = static_cast<int>(std::floor(atX)), top = static_cast<int>(std::floor(atY));
    float sum = 0, weights = 0;
    for (int dy = 0; dy < 2; ++dy)
      for (int dx = 0; dx < 2; ++dx) {
        const int cellX = std::clamp(left + dx, 0, distances.width - 1),
                  cellY = std::clamp(top + dy, 0, distances.height - 1);
        const float away = std::abs(distances.at(cellX, cellY) - distance) / kSameSurface;
        const float weight = (1.001f - std::abs(atX - static_cast<float>(left + dx))) *
                             (1.001f - std::abs(atY - static_cast<float>(top + dy))) / (0.01f + away * away);
        sum += weight * values[static_cast<size_t>(cellY) * distances.width + cellX];
        weights += weight;
      }
    return sum / weights;
  }
};

Occlusion occlusionOf(const Distances& fine, double pixelRatio, int threads) {
  const int step = std::max(kFewestStep, static_cast<int>(std::lround(pixelRatio)));
  Occlusion occlusion{step, thinned(fine, step), {}};
  const Distances& coarse = occlusion.distances;
  occlusion.values.resize(coarse.values.size());
  forRows(coarse.height, threads, [&](int y) {
    for (int x = 0; x < coarse.width; ++x)
      occlusion.values[static_cast<size_t>(y) * coarse.width + x] = occlusionAt(coarse, x, y);
  });
  occlusion.values = blurred(occlusion.values, coarse, 1, 0, threads);
  occlusion.values = blurred(occlusion.values, coarse, 0, 1, threads);
  return occlusion;
}

/// Pixels from one end of the surface at a pixel to the other along a way, as far as `most`.
int widthAlong(const Distances& distances, int x, int y, int dx, int dy, float jump, int most) {
  const float here = distances.at(x, y);
  const auto reachTo = [&](int side) {
    int k = 1;
    while (k < most && distances.at(x + side * k * dx, y + side * k * dy) - here < jump) ++k;
    return k;
  };
  return std::min(reachTo(1) + reachTo(-1) - 1, most);
}

/// How much of an outline this pixel is: its surface ends within `reach` pixels, and does not merely slope away. What
/// is hardly wider than two outlines keeps its colour instead.
float outlineAt(const Distances& distances, int x, int y, int reach) {
  constexpr std::array<std::array<int, 2>, 4> kWays{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  const float here = distances.at(x, y);
  const float jump = std::max(kLeastJump, kJumpPixels * here / distances.focal);
  float darkest = 0;
  for (const auto& [dx, dy] : kWays) {
    float most = 0;
    for (int k = 1; k <= reach; ++k) {
      // Diagonal neighbours are farther away.
      if (dx * dy != 0 && k > 1 && 1.41f * static_cast<float>(k) > static_cast<float>(reach) + 0.5f) break;
      const float a = distances.at(x + k * dx, y + k * dy) - here, b = distances.at(x - k * dx, y - k * dy) - here;
      most = std::max({most, a - std::max(0.0f, -b), b - std::max(0.0f, -a)});
    }
    const float share = std::clamp(most / jump - 1, 0.0f, 1.0f);
    if (share <= 0) continue;
    const auto width = static_cast<float>(widthAlong(distances, x, y, dx, dy, jump, kWide * reach));
    const float wide = std::clamp((width / static_cast<float>(reach) - 2) / (kWide - 2), 0.0f, 1.0f);
    darkest = std::max(darkest, wide * share * share * (3 - 2 * share));
  }
  return kShadeOutline * darkest;
}

}  // namespace

std::vector<float> depthShade(const std::vector<float>& depth, int width, int height, double pixelRatio,
                              const StructureCamera& camera, const DepthShading& shading, int threads) {
  std::vector<float> dark(static_cast<size_t>(width) * height, 0.0f);
  if (depth.size() != dark.size() || dark.empty() || !shading.isOn()) return dark;
  const Distances distances = distancesOf(depth, width, height, camera, threads);
  const Occlusion occlusion = shading.hasOcclusion ? occlusionOf(distances, pixelRatio, threads) : Occlusion{1, {}, {}};
  const int reach = std::max(1, static_cast<int>(std::lround(pixelRatio)));
  forRows(height, threads, [&](int y) {
    for (int x = 0; x < width; ++x) {
      const float distance = distances.at(x, y);
      if (distance >= kGround) continue;
      const float folded = shading.hasOcclusion ? occlusion.at(x, y, distance) : 0;
      const float outline = shading.hasOutlines ? outlineAt(distances, x, y, reach) : 0;
      const auto clear = static_cast<float>(1 - fogShare(camera, distance));
      dark[static_cast<size_t>(y) * width + x] = clear * (1 - (1 - folded) * (1 - outline));
    }
  });
  return dark;
}

}  // namespace ui
