// The head B that a first head, A, is compared with: of the same file, of another model, of another sequence.
#pragma once

#include <vector>

#include "engine/attention/HeadSet.h"
#include "ui/views/attention/AttentionSubject.h"
#include "ui/views/attention/HeadStrip.h"

namespace ui {

struct ComparedHead {
  engine::DatasetPtr dataset;  ///< null: there is none
  HeadStrip::Head head;
  std::vector<engine::Index> rows, columns;  ///< positions of B in the cells of A; -1: B has none there
  bool isOfSameFile = true;
  bool isByResidue = false;  ///< positions were matched by what the document knows of residues, else by their order
  QString problem;           ///< why there is none although one is wanted

  std::shared_ptr<const engine::HeadSet> heads() const {
    return dataset ? dataset->share<engine::HeadSet>() : nullptr;
  }
};

/// That of the options, on the cells of `subject`; none where nothing is to be compared.
ComparedHead comparedHead(const AttentionSubject& subject, const AttentionOptions& options, const Document& document);

/// Heads of other datasets that are loaded, in the order of the library.
std::vector<engine::DatasetPtr> otherHeads(const AttentionSubject& subject, const Document& document);

}  // namespace ui
