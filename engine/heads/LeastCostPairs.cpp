// The Hungarian algorithm with potentials: rows are added one by one, each along a shortest path of exchanges.
#include <limits>

#include "engine/base/Nth.h"
#include "engine/heads/HeadComparison.h"

namespace engine {

namespace {

/// Rows <= columns; place 0 stands for "none", rows and columns count from 1.
class Assignment {
 public:
  Assignment(const Array<double>& cost, bool isTurned)
      : m_cost(cost),
        m_isTurned(isTurned),
        m_rows(cost.length(isTurned ? 1 : 0)),
        m_columns(cost.length(isTurned ? 0 : 1)),
        m_rowPotential(static_cast<size_t>(m_rows + 1), 0),
        m_columnPotential(static_cast<size_t>(m_columns + 1), 0),
        m_rowOf(static_cast<size_t>(m_columns + 1), 0) {}

  /// By column, its row from 0 on, or -1.
  std::vector<Index> solve() {
    for (Index row = 1; row <= m_rows; ++row) add(row);
    std::vector<Index> rows;
    for (Index column = 1; column <= m_columns; ++column) rows.push_back(nth(m_rowOf, column) - 1);
    return rows;
  }

 private:
  double costOf(Index row, Index column) const {
    return m_isTurned ? m_cost(column - 1, row - 1) : m_cost(row - 1, column - 1);
  }

  void add(Index row) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const auto size = static_cast<size_t>(m_columns + 1);
    std::vector<double> least(size, kFar);
    std::vector<Index> before(size, 0);
    std::vector<bool> isDone(size, false);
    nth(m_rowOf, Index{0}) = row;
    Index column = 0;
    do {
      isDone[static_cast<size_t>(column)] = true;
      const Index from = nth(m_rowOf, column);
      double step = kFar;
      Index next = 0;
      for (Index c = 1; c <= m_columns; ++c) {
        if (isDone[static_cast<size_t>(c)]) continue;
        const double reduced = costOf(from, c) - nth(m_rowPotential, from) - nth(m_columnPotential, c);
        if (reduced < nth(least, c)) {
          nth(least, c) = reduced;
          nth(before, c) = column;
        }
        if (nth(least, c) < step) {
          step = nth(least, c);
          next = c;
        }
      }
      for (Index c = 0; c <= m_columns; ++c) {
        if (isDone[static_cast<size_t>(c)]) {
          nth(m_rowPotential, nth(m_rowOf, c)) += step;
          nth(m_columnPotential, c) -= step;
        } else {
          nth(least, c) -= step;
        }
      }
      column = next;
    } while (nth(m_rowOf, column) != 0);
    for (; column != 0; column = nth(before, column)) nth(m_rowOf, column) = nth(m_rowOf, nth(before, column));
  }

  const Array<double>& m_cost;
  bool m_isTurned;
  Index m_rows, m_columns;
  std::vector<double> m_rowPotential, m_columnPotential;
  std::vector<Index> m_rowOf;  ///< by column
};

}  // namespace

std::vector<Index> leastCostPairs(const Array<double>& cost) {
  requireShape(cost.name, cost.shape(), {-1, -1});
  const bool isTurned = cost.length(0) > cost.length(1);
  const std::vector<Index> found = Assignment(cost, isTurned).solve();
  if (isTurned) return found;  // the "columns" are the rows asked for
  std::vector<Index> partners(static_cast<size_t>(cost.length(0)), -1);
  for (size_t column = 0; column < found.size(); ++column)
    if (found[column] >= 0) nth(partners, found[column]) = static_cast<Index>(column);
  return partners;
}

}  // namespace engine
