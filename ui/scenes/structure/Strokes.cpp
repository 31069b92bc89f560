// Steep strokes are drawn into a picture as it is, flat ones into its transpose: either way the few pixels across a
// stroke follow each other in memory and are blended together. The two pictures are multiplied at the end.
#include "ui/scenes/structure/Strokes.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/base/ParallelFor.h"
#include "ui/scenes/structure/StructureActor.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr Index kBandLines = 32;
constexpr int kBlock = 32;  ///< pixels along each side
/// Less is nothing in 8 bits; multiplying on would end in numbers that processors are slow with.
constexpr float kLeast = 1.0f / 1024;
constexpr float kSharp = 1e8f;  ///< one over a difference of depths that is none
constexpr int kSpan = 8;        ///< pixels that are blended together
using Span = Eigen::Array<float, kSpan, 1>;

/// Depth buffer's value for a distance from the eye: even in 1 / distance, so even on the screen.
double depthValue(double distance, const std::array<double, 2>& range) {
  return range[1] / (range[1] - range[0]) * (1 - range[0] / distance);
}

/// Lines of pixels with a margin on either side, so that a span that begins or ends outside needs no other code.
struct Lines {
  Lines(int numLines, int length, float value)
      : numLines(numLines), length(length), stride(length + 2 * kSpan), pixels(size_t(numLines) * stride, value) {}
  float* line(int number) { return pixels.data() + static_cast<size_t>(number) * stride + kSpan; }
  const float* line(int number) const { return pixels.data() + static_cast<size_t>(number) * stride + kSpan; }

  int numLines, length, stride;
  std::vector<float> pixels;
};

/// A number along a stroke: its value on line 0 and its change from line to line.
struct Ramp {
  float atZero = 0, perLine = 0;
  float at(float line) const { return atZero + line * perLine; }
};

/// A stroke that crosses every line of pixels at most once: "main" counts lines, "across" runs along them.
struct Run {
  float begin, end;  ///< along main
  float widest;      ///< from the middle to the last pixel that may be covered
  /// Numbers in the middle of a line; `reach`: half the width along across. Coverage is taken along across, too: the
  /// pixels of a line then always add up to the width.
  Ramp across, reach, depth, opacity;
};

Run runOf(const Stroke& stroke, bool isSteep) {
  StrokeEnd from = stroke.from, to = stroke.to;
  const auto main = isSteep ? &StrokeEnd::y : &StrokeEnd::x, across = isSteep ? &StrokeEnd::x : &StrokeEnd::y;
  if (from.*main > to.*main) std::swap(from, to);
  const float length = to.*main - from.*main, slant = std::hypot(length, to.*across - from.*across) / length;
  from.halfWidth *= slant;
  to.halfWidth *= slant;
  const auto ramp = [&](float StrokeEnd::*number) {
    const float perLine = (to.*number - from.*number) / length;
    return Ramp{from.*number + (0.5f - from.*main) * perLine, perLine};
  };
  return {from.*main,
          to.*main,
          std::max(from.halfWidth, to.halfWidth) + 0.5f,
          ramp(across),
          ramp(&StrokeEnd::halfWidth),
          ramp(&StrokeEnd::depth),
          ramp(&StrokeEnd::opacity)};
}

/// The first line whose middle does not lie before `edge`, at least `low`, at most `high`.
int firstFrom(float edge, int low, int high) {
  return static_cast<int>(std::clamp(std::ceil(edge - 0.5f), static_cast<float>(low), static_cast<float>(high)));
}

void drawRun(const Run& run, int beginLine, int endLine, const Lines& depth, Lines& through) {
  const int begin = firstFrom(run.begin, beginLine, endLine), end = firstFrom(run.end, beginLine, endLine);
  const int numSpans = 1 + static_cast<int>(std::min(2 * run.widest, static_cast<float>(through.length))) / kSpan;
  const Span pixels = Span::LinSpaced(0, kSpan - 1) + 0.5f;
  for (int line = begin; line < end; ++line) {
    const auto at = static_cast<float>(line);
    const float centre = run.across.at(at), half = run.reach.at(at), own = run.depth.at(at);
    const float opacity = run.opacity.at(at), edge = half + 0.5f, most = std::min(1.0f, 2 * half);
    const float first = std::floor(std::clamp(centre - run.widest, -1.0f * kSpan, 1.0f * through.length));
    for (int span = 0, start = static_cast<int>(first); span < numSpans; ++span, start += kSpan) {
      if (start >= through.length) break;
      Eigen::Map<Span> target(through.line(line) + start);
      const Eigen::Map<const Span> hiding(depth.line(line) + start);
      const Span away = (pixels + (static_cast<float>(start) - centre)).abs();
      const Span coverage = (edge - away).max(0.0f).min(most);
      // Comparisons that become vector instructions: 1 in front of what is there, 0 behind it.
      const Span seen = ((hiding - own) * kSharp + 1.0f).max(0.0f).min(1.0f);
      target = (target * (1.0f - opacity * coverage * seen)).max(kLeast);
    }
  }
}

bool isSteep(const Stroke& stroke) {
  return std::abs(stroke.to.y - stroke.from.y) > std::abs(stroke.to.x - stroke.from.x);
}

/// Strokes along the lines of `depth`: rows for steep ones, columns for the others.
Lines drawRuns(const std::vector<Stroke>& strokes, bool steep, const Lines& depth, int threads) {
  std::vector<Run> runs;
  for (const Stroke& stroke : strokes) {
    // A bar that points at the eye is a dot that the ribbon hides.
    const float length = std::hypot(stroke.to.x - stroke.from.x, stroke.to.y - stroke.from.y);
    if (isSteep(stroke) == steep && length > 1e-3f && std::isfinite(length)) runs.push_back(runOf(stroke, steep));
  }
  Lines through(depth.numLines, depth.length, 1);
  engine::parallelFor(depth.numLines, kBandLines, threads, [&](Index begin, Index end) {
    for (const Run& run : runs) drawRun(run, static_cast<int>(begin), static_cast<int>(end), depth, through);
  });
  return through;
}

/// body(row, begin, end) for pieces of rows, block by block: what transposes then finds the same memory again soon.
void forBlocks(int height, int width, int threads, const std::function<void(int, int, int)>& body) {
  engine::parallelFor(height, kBlock, threads, [&](Index begin, Index end) {
    for (int column = 0; column < width; column += kBlock)
      for (Index row = begin; row < end; ++row) body(static_cast<int>(row), column, std::min(width, column + kBlock));
  });
}

}  // namespace

std::optional<Stroke> strokeOf(const SolidBar& bar, const StructureCamera& camera, int width, int height) {
  if (!engine::isSet(bar.from) || !engine::isSet(bar.to)) return std::nullopt;
  const std::array<double, 2> range = depthRange(camera);
  const auto distanceOf = [&](const Vector3& point) { return (camera.eye() - point).dot(camera.axes.col(2)); };
  const double a = distanceOf(bar.from), b = distanceOf(bar.to);
  if (std::max(a, b) <= range[0]) return std::nullopt;
  const auto endAt = [&](double share) -> std::optional<StrokeEnd> {
    const double distance = std::max(range[0], a + share * (b - a));
    const auto at = camera.project(bar.from + share * (bar.to - bar.from), width, height);
    if (!at) return std::nullopt;
    const double radius = bar.fromRadius + share * (bar.toRadius - bar.fromRadius);
    return StrokeEnd{static_cast<float>(at->x), static_cast<float>(at->y),
                     static_cast<float>(radius * at->pixelsPerAngstrom),
                     static_cast<float>(depthValue(distance, range)),
                     static_cast<float>(bar.opacity * (1 - fogShare(camera, distance)))};
  };
  // Where the bar passes the near plane.
  const double cut = a == b ? 0 : (range[0] - a) / (b - a);
  const auto from = endAt(a < range[0] ? cut : 0), to = endAt(b < range[0] ? cut : 1);
  if (!from || !to) return std::nullopt;
  return Stroke{*from, *to};
}

std::vector<float> transmittance(const std::vector<Stroke>& strokes, const std::vector<float>& depth, int width,
                                 int height, int threads) {
  std::vector<float> result(static_cast<size_t>(width) * height, 1.0f);
  if (depth.size() != result.size() || strokes.empty()) return result;
  Lines rows(height, width, 0), columns(width, height, 0);
  forBlocks(height, width, threads, [&](int row, int begin, int end) {
    const float* source = depth.data() + static_cast<size_t>(height - 1 - row) * width;
    std::copy(source + begin, source + end, rows.line(row) + begin);
    for (int column = begin; column < end; ++column) columns.line(column)[row] = source[column];
  });
  const Lines steep = drawRuns(strokes, true, rows, threads), flat = drawRuns(strokes, false, columns, threads);
  forBlocks(height, width, threads, [&](int row, int begin, int end) {
    float* target = result.data() + static_cast<size_t>(row) * width;
    for (int column = begin; column < end; ++column) target[column] = steep.line(row)[column] * flat.line(column)[row];
  });
  return result;
}

}  // namespace ui
