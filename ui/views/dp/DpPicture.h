// What the DP view shows of an alignment by its options: planes, paths with their texts, letters and logos. Knows no
// widgets; the scene, the painters, the readout and the exports take what they show from here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/sequence/LogoHeights.h"
#include "ui/session/SelectionModel.h"
#include "ui/views/dp/DpPlanes.h"
#include "ui/views/dp/DpStepper.h"
#include "ui/views/dp/paths/DpPathText.h"
#include "ui/views/dp/paths/PathChoice.h"

namespace ui {

struct ProfileLogos {
  std::vector<engine::ResidueVector> query, templ;  ///< bits, by column
  double limit = 1;                                 ///< the highest stack of both
  bool isEmpty() const { return query.empty() || templ.empty(); }
};

class DpPicture {
 public:
  /// A profile alignment as it was made, with the path that it was opened at. Options that it does not allow become
  /// others.
  void open(engine::DatasetPtr dataset);
  /// The same profiles aligned with other knobs; null: as they were.
  void update(std::shared_ptr<const engine::ProfileAlignment> alignment);
  /// Clamped to what the alignment holds. Throws engine::Error for an unknown colour map.
  void setOptions(DpOptions options);
  const DpOptions& options() const { return m_options; }
  /// Colours the planes; cells without a value get `noValue`. To be called after changes, before painting.
  void color(Rgb noValue) { colorPlanes(m_planes, m_options, noValue); }

  const engine::DatasetPtr& dataset() const { return m_dataset; }              ///< null: nothing is shown
  const engine::ProfileAlignment* alignment() const { return m_shown.get(); }  ///< null: nothing is shown
  const std::shared_ptr<const engine::ProfileAlignment>& shared() const { return m_shown; }
  /// Of the chosen kind; there must be an alignment.
  const engine::DpMatrices& matrices() const { return matricesOf(*m_shown, m_options.kind); }
  /// numPlanes() of the chosen kind, and the posterior beside the main one.
  const std::vector<DpPlane>& planes() const { return m_planes; }
  int numPlanes() const;
  engine::Index numRows() const;
  engine::Index numColumns() const;
  bool contains(DpCell cell) const;
  Focus focusOf(DpCell cell) const;  ///< query and template column; empty outside of the matrix
  bool isLarge(int plane) const;
  bool isPosteriorBeside() const { return m_options.arrangement == PlaneArrangement::withPosterior; }
  /// The plane beside the main one has no values yet.
  bool lacksPosterior() const { return isPosteriorBeside() && !m_planes.empty() && !m_planes.back().values; }
  bool hasWaysIn() const;  ///< candidates of cells can be told

  const std::vector<PathChoice>& paths() const { return m_paths; }
  const std::vector<PathEntry>& entries() const { return m_entries; }  ///< the same as texts
  const engine::AlignmentPath* path() const;                           ///< the chosen one; null when there is none
  /// The path that was chosen before this one, or the next best.
  int otherPath() const;
  /// The path as the alignment was made, while another alignment is shown; null otherwise.
  const engine::AlignmentPath* ghost() const;
  bool isPosteriorKnown() const;  ///< of the match pairs of the chosen path

  /// One letter per row and column as chosen; the consensus where the first sequence is not known. Empty: no profile.
  const std::string& rowLetters() const;
  const std::string& columnLetters() const;
  const ProfileLogos& logos() const { return m_logos; }

 private:
  DpOptions fitting(DpOptions wanted) const;

  engine::DatasetPtr m_dataset;
  std::shared_ptr<const engine::ProfileAlignment> m_shown;  ///< the dataset's, or that with other knobs
  DpOptions m_options;
  std::vector<DpPlane> m_planes;
  std::vector<PathChoice> m_paths;
  std::vector<PathEntry> m_entries;
  ProfileLogos m_logos;
  int m_pathBefore = -1;
};

}  // namespace ui
