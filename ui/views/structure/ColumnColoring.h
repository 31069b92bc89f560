// Values of the columns of a linked alignment, of a feature of a model, or named groups, for the residues of a
// structure.
#pragma once

#include <QObject>

#include "ui/session/Session.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// Alignments of the document with a row for this structure.
std::vector<engine::DatasetPtr> linkedAlignments(const Document& document, const PlacedStructure& structure);

/// Computes those of columns in a job; while they are shown again when alignments, groups or links are added, or when
/// another feature is looked at.
class ColumnColoring : public QObject {
  Q_OBJECT

 public:
  ColumnColoring(Session& session, QObject* parent);
  /// Shows what the options want of a structure, or no longer anything.
  void follow(const PlacedStructure& structure, const StructureOptions& options);
  const ColumnColors& colors() const { return m_colors; }

 Q_SIGNALS:
  void changed();

 private:
  /// `alignment`: id; that of none, or of one that is not linked: the first linked one.
  void show(const PlacedStructure& structure, ColumnValue value, const std::string& alignment);
  void start();
  void showFeature();
  void showGroups();
  void followDocument();

  Session& m_session;
  ResidueColoring m_coloring = ResidueColoring::secondaryStructure;
  PlacedStructure m_structure;
  ColumnValue m_value = ColumnValue::conservation;
  std::string m_alignment, m_groups;
  ColumnColors m_colors;
};

}  // namespace ui
