// The maps of attention that were computed together with arrays: which head and which weight of theirs stands where.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ui/session/Document.h"
#include "ui/session/SelectionModel.h"
#include "ui/views/matrices/MatricesPicture.h"

namespace ui {

class MatricesLink {
 public:
  /// Layer and head, from 0.
  using Head = std::pair<int, int>;

  /// To nothing.
  MatricesLink() = default;
  /// To the maps of the result that the arrays belong to, which are of its array A; to nothing where it has none.
  MatricesLink(const engine::Dataset& arrays, const std::vector<ArraySlice>& slices, const Document& document);

  bool isThere() const { return m_heads != nullptr; }
  /// Which head the slices are of; the nearest there is to the selected one.
  Head headOf(const MatricesOptions& options) const;
  Head headOf(const SelectionModel& selection) const;
  void setHead(MatricesOptions& options, Head head) const;
  /// Gives rows and columns that are queries or keys of the maps their letters, or the words of their tokens.
  void label(std::vector<ArraySlice>& slices) const;
  /// Query and key of a cell; empty where the array has other rows or columns.
  Focus focusOf(const std::vector<ArraySlice>& slices, const std::optional<MatrixCell>& cell) const;
  /// The weight of query and key; nothing where these are no pair of the maps.
  std::optional<MatrixCell> cellOf(const std::vector<ArraySlice>& slices, const Focus& focus,
                                   const Document& document) const;

 private:
  engine::DatasetPtr m_heads;
  QString m_layers, m_headAxis, m_queries, m_keys;  ///< ArraySlice::keys; empty: no such axis
  engine::Index m_numLayers = 1, m_numHeads = 1;
};

}  // namespace ui
