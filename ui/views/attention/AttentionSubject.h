// What a map of attention is of: heads, the geometry of their chain, and the positions that are its cells.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/ChainMatch.h"
#include "engine/attention/HeadSet.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"
#include "ui/session/SelectionModel.h"
#include "ui/views/attention/AttentionOptions.h"
#include "ui/views/heads/ShownPositions.h"

namespace ui {

struct AttentionCell {
  engine::Index row = -1, column = -1;  ///< -1: none
  bool isIn() const { return row >= 0 && column >= 0; }
  bool operator==(const AttentionCell&) const = default;
};

/// A chain of a structure that is loaded.
struct ChainId {
  std::string structure, chain;
  bool operator==(const ChainId&) const = default;
};

class AttentionSubject {
 public:
  AttentionSubject() = default;
  /// Either dataset may be null. The document knows the structure whose chain the geometry is of.
  AttentionSubject(engine::DatasetPtr heads, engine::DatasetPtr geometry, const AttentionOptions& options,
                   const Document& document);

  const engine::DatasetPtr& headsDataset() const { return m_heads; }
  const engine::DatasetPtr& geometryDataset() const { return m_geometry; }
  std::vector<engine::DatasetId> datasetIds() const;
  QString title() const;  ///< of the heads, else of the geometry; empty without both

  const engine::HeadSet* heads() const { return m_heads ? m_heads->as<engine::HeadSet>() : nullptr; }
  /// Laid out by the cells of the map; null when it does not fit the heads.
  const std::shared_ptr<const engine::ChainGeometry>& geometry() const { return m_fitted; }
  /// How the geometry was matched to heads of a file; nothing where none was.
  const std::optional<engine::ChainMatch>& match() const { return m_match; }
  QString matchText() const;  ///< in words, where there is one
  /// As the user has named them, of heads whose file does not tell.
  const std::vector<std::string>& tokens() const { return m_tokens; }
  /// Whether this dataset is geometry that is to be shown beside the heads: of the chain that was asked for, or unasked
  /// where the residues agree and there is none yet.
  bool wants(const engine::Dataset& dataset, const ChainId& asked, const Document& document) const;

  const ShownPositions& rows() const { return m_rows; }
  const ShownPositions& columns() const { return m_columns; }
  engine::Index numRows() const { return m_rows.size(); }
  engine::Index numColumns() const { return m_columns.size(); }
  bool isSquare() const { return heads() && heads()->numQueries == heads()->numKeys; }
  bool areAlignmentColumns() const { return heads() && heads()->areColumns(); }
  bool canNameEnds() const;  ///< the file of the heads does not say which positions are special
  /// Positions are residues of a sequence or structure, not just positions.
  bool areRowsResidues() const { return m_areRowsResidues; }
  bool areColumnsResidues() const { return m_areColumnsResidues; }
  std::string rowLetters() const;
  std::string columnLetters() const;
  /// Ids of the datasets whose positions rows and columns are.
  engine::DatasetId rowAxis() const;
  engine::DatasetId columnAxis() const;
  AttentionCell cellOf(const Focus& focus, const Document& document) const;
  /// Of a map in this layer: where layers are sequences of an alignment, with its row.
  Focus focusOf(AttentionCell cell, int layer, const Document& document) const;
  /// The layer of maps that have one for each row or column of the alignment that is pointed at; -1: none.
  int layerAt(const Focus& focus, const Document& document) const;
  /// The column of the alignment that this layer is, of maps that have one for each; index -1: none.
  Position columnOfLayer(int layer, const Document& document) const;

 private:
  void place(const AttentionOptions& options, ShownPositions::Counting counting);
  void fitGeometry(const Document& document);
  bool fitByResidue(const std::shared_ptr<const engine::ChainGeometry>& geometry, const Document& document);
  /// Heads of unknown residues take the positions of the geometry that is shown with them.
  bool borrowsAxis() const;
  /// Of maps of sequences, the position of the alignment's row that is pointed at; -1: none.
  engine::Index sequenceAt(const Focus& focus, const Document& document) const;
  engine::Index cellAt(const Position& position, const ShownPositions& positions, engine::DatasetId axis,
                       const Document& document) const;

  engine::DatasetPtr m_heads, m_geometry, m_matchedStructure;
  engine::Index m_firstResidue = 0;  ///< of the matched chain
  std::vector<std::string> m_tokens;
  ShownPositions m_rows, m_columns;
  std::shared_ptr<const engine::ChainGeometry> m_fitted;
  std::optional<engine::ChainMatch> m_match;
  bool m_areRowsResidues = false, m_areColumnsResidues = false;
};

}  // namespace ui
