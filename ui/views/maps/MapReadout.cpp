// Ranks, ranges and companions of maps.
#include "ui/views/maps/MapReadout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

namespace {
constexpr float kContactDistance = 8;  // Å
}  // namespace

using engine::Array;
using engine::Index;

Index rankInRow(const Array<float>& weights, Index row, Index column) {
  const float* values = weights.data() + row * weights.length(1);
  const float own = values[column];
  return 1 + std::count_if(values, values + weights.length(1), [own](float value) { return value > own; });
}

std::vector<Index> largestInRow(const Array<float>& weights, Index row, int count) {
  const float* values = weights.data() + row * weights.length(1);
  std::vector<Index> columns;
  for (Index column = 0; column < weights.length(1); ++column)
    if (!std::isnan(values[column])) columns.push_back(column);
  const auto wanted = std::min(columns.size(), static_cast<size_t>(std::max(count, 0)));
  std::partial_sort(columns.begin(), columns.begin() + static_cast<Index>(wanted), columns.end(),
                    [values](Index a, Index b) { return values[a] != values[b] ? values[a] > values[b] : a < b; });
  columns.resize(wanted);
  return columns;
}

ValueRange rangeOf(const Array<float>& values) {
  ValueRange range;
  bool isFirst = true;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range.low = isFirst ? value : std::min(range.low, static_cast<double>(value));
    range.high = isFirst ? value : std::max(range.high, static_cast<double>(value));
    isFirst = false;
    if (value > 0 && (range.leastPositive == 0 || value < range.leastPositive)) range.leastPositive = value;
  }
  return range;
}

std::vector<MapLine> contactOutlines(const Array<engine::Bool>& contacts, Index separation, Rgb color, double width) {
  const Index rows = contacts.length(0), columns = contacts.length(1);
  const auto isIn = [&](Index row, Index column) {
    return row >= 0 && column >= 0 && row < rows && column < columns && std::abs(row - column) >= separation &&
           contacts(row, column);
  };
  std::vector<MapLine> lines;
  // Runs of border edges along each grid line become one line each.
  const auto collect = [&](Index numLines, Index numEdges, auto isEdge, auto pointAt) {
    for (Index line = 0; line <= numLines; ++line)
      for (Index edge = 0; edge < numEdges;) {
        if (!isEdge(line, edge)) {
          ++edge;
          continue;
        }
        const Index start = edge;
        while (edge < numEdges && isEdge(line, edge)) ++edge;
        lines.push_back({{pointAt(line, start), pointAt(line, edge)}, color, width});
      }
  };
  collect(
      rows, columns, [&](Index row, Index column) { return isIn(row, column) != isIn(row - 1, column); },
      [](Index row, Index column) {
        return CellPoint{static_cast<double>(row), static_cast<double>(column)};
      });
  collect(
      columns, rows, [&](Index column, Index row) { return isIn(row, column) != isIn(row, column - 1); },
      [](Index column, Index row) {
        return CellPoint{static_cast<double>(row), static_cast<double>(column)};
      });
  return lines;
}

QString companionTitle(Companion companion) {
  switch (companion) {
    case Companion::none:
      return {};
    case Companion::distance:
      return QStringLiteral("Distance Cβ–Cβ");
    case Companion::contacts:
      return QStringLiteral("Contacts");
    case Companion::omega:
      return QStringLiteral("Dihedral ω (Cα–Cβ–Cβ–Cα)");
    case Companion::theta:
      return QStringLiteral("Dihedral θ (N–Cα–Cβ–Cβ)");
    case Companion::phi:
      return QStringLiteral("Angle φ (Cα–Cβ–Cβ)");
  }
  return {};
}

QString companionUnit(Companion companion) {
  if (companion == Companion::contacts) return QStringLiteral("1 = Cβ–Cβ < 8 Å");
  return companion == Companion::distance ? QStringLiteral("Å, linear") : QStringLiteral("°, linear");
}

std::shared_ptr<const Array<float>> companionMatrix(const engine::ChainGeometry& geometry, Companion companion) {
  const engine::PairGeometry& pairs = geometry.geometry;
  switch (companion) {
    case Companion::none:
      return nullptr;
    case Companion::distance:
      return std::make_shared<Array<float>>(pairs.distance);
    case Companion::contacts: {
      auto contacts = std::make_shared<Array<float>>(pairs.distance);
      for (float& value : *contacts)
        if (std::isfinite(value)) value = value < kContactDistance ? 1.0F : 0.0F;
      return contacts;
    }
    default:
      break;
  }
  auto degrees = std::make_shared<Array<float>>(companion == Companion::omega   ? pairs.omega
                                                : companion == Companion::theta ? pairs.theta
                                                                                : pairs.phi);
  for (float& value : *degrees) value *= 180.0F / std::numbers::pi_v<float>;
  return degrees;
}

MapLook companionLook(const Array<float>& matrix, Companion companion) {
  MapLook look;
  if (companion == Companion::omega || companion == Companion::theta) {
    look = {"diverging", -180, 180};
  } else if (companion == Companion::contacts) {
    look = {"greys", 0, 1};
    look.shrinking = Shrinking::largest;  // a contact is there or not
  } else if (companion == Companion::phi) {
    look = {"cividis", 0, 180};
  } else {
    look = {"magma", 0, std::max(rangeOf(matrix).high, 1.0)};
  }
  return look;
}

}  // namespace ui
