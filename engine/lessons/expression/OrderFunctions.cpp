// Functions that sort and search. Largest first everywhere; of equal ones the first comes first. Rows are sorted one by
// one.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/lessons/expression/AxisLines.h"
#include "engine/lessons/expression/Functions.h"

namespace engine {

namespace {

using Arguments = FunctionArguments;

/// Places of a row's elements from 0, largest first; what is no number comes last.
std::vector<Index> placesInOrder(const AxisLine& row) {
  std::vector<Index> places(static_cast<std::size_t>(row.length));
  std::iota(places.begin(), places.end(), Index{0});
  std::stable_sort(places.begin(), places.end(), [&](Index a, Index b) {
    if (std::isnan(row[a]) || std::isnan(row[b])) return !std::isnan(row[a]) && std::isnan(row[b]);
    return row[a] > row[b];
  });
  return places;
}

/// An array of the same shape. Write: void(row, its places in order, where its results go).
template <class Write>
LessonValue ofRows(const Arguments& arguments, const Write& write) {
  const LessonArray& array = arguments.array(0);
  if (array.rank() == 0) fail("expected a vector or rows, found a number");
  const double logarithm = std::log2(2.0 + static_cast<double>(array.length(array.rank() - 1)));
  arguments.budget.spend(static_cast<double>(array.size()) * logarithm);
  const AxisLines rows(array, array.rank());
  LessonArray result(array.shape(), Untouched{});
  for (Index k = 0; k < elementCount(rows.outerShape()) && !array.empty(); ++k)
    write(rows.line(k), placesInOrder(rows.line(k)), result.data() + rows.firstOf(k));
  return result;
}

LessonValue sorted(const Arguments& arguments) {
  return ofRows(arguments, [](const AxisLine& row, const std::vector<Index>& places, double* result) {
    for (std::size_t k = 0; k < places.size(); ++k) result[k] = row[places[k]];
  });
}

LessonValue order(const Arguments& arguments) {
  return ofRows(arguments, [](const AxisLine&, const std::vector<Index>& places, double* result) {
    for (std::size_t k = 0; k < places.size(); ++k) result[k] = static_cast<double>(places[k] + 1);
  });
}

/// 1 for the largest; equal ones have the same rank, the best of theirs.
LessonValue rank(const Arguments& arguments) {
  return ofRows(arguments, [](const AxisLine& row, const std::vector<Index>& places, double* result) {
    std::size_t rank = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (k == 0 || row[places[k]] != row[places[k - 1]]) rank = k;
      result[places[k]] = static_cast<double>(rank + 1);
    }
  });
}

/// Indices of what is not 0: a vector, or a row of indices for each where there are several axes.
LessonValue where(const Arguments& arguments) {
  const LessonArray& array = arguments.array(0);
  if (array.rank() == 0) fail("expected a vector or a matrix of conditions, found a number");
  arguments.budget.spend(static_cast<double>(array.size()));
  std::vector<double> indices;
  Index found = 0;
  for (Index k = 0; k < array.size(); ++k) {
    if (array[k] == 0) continue;
    ++found;
    std::vector<double> place(static_cast<std::size_t>(array.rank()));
    for (Index axis = array.rank(), flat = k; axis-- > 0; flat /= array.length(axis))
      nth(place, axis) = static_cast<double>(flat % array.length(axis) + 1);
    indices.insert(indices.end(), place.begin(), place.end());
  }
  if (array.rank() == 1) return LessonArray({found}, indices);
  return LessonArray({found, array.rank()}, indices);
}

}  // namespace

std::vector<LessonFunction> orderFunctions() {
  return {{"where", 1, 1, "where(condition)", where},
          {"rank", 1, 1, "rank(x)", rank},
          {"sort", 1, 1, "sort(x)", sorted},
          {"order", 1, 1, "order(x)", order}};
}

}  // namespace engine
