// Makes choices in an alignment an arrangement of its rows and columns: sorts and filters in jobs, hides, opens
// inserts.
#pragma once

#include <QObject>
#include <memory>

#include "engine/alignment/AlignmentArrangement.h"
#include "ui/session/Session.h"
#include "ui/views/alignment/AlignmentChoices.h"
#include "ui/views/base/ChangeOptions.h"

namespace ui {

class AlignmentArranger : public QObject, public ChangeOptions<AlignmentArranger> {
  Q_OBJECT

 public:
  AlignmentArranger(Session& session, QObject* parent);
  /// Forgets everything when it is another alignment; else keeps what still fits.
  void setAlignment(std::shared_ptr<const engine::Alignment> alignment, bool isOther);
  std::shared_ptr<const engine::AlignmentArrangement> arrangement() const { return m_arrangement; }

  const AlignmentChoices& options() const { return m_choices; }
  /// What is hidden is so at once; the arrangement changes again when jobs have sorted and filtered. A reference that
  /// is no row of the alignment is passed over.
  void setOptions(AlignmentChoices choices);
  /// Hides more; says so, and returns false, when nothing would be left to see or is to be hidden.
  bool hide(const engine::IndexRanges& rows, const engine::IndexRanges& columns);
  /// Inserts that take slots of their own.
  void setExpandedInserts(std::vector<engine::ExpandedInsert> inserts);

  /// Rows in the order of a tree's leaves, which goes before the chosen one, without those of its collapsed clades; an
  /// empty order ends it.
  void setTreeOrder(std::vector<engine::Index> order, engine::IndexRanges folded);

  bool isOrderApproximate() const { return m_ordered.isApproximate; }
  /// Rows that pass the filter, hidden by hand or not.
  engine::Index numPassing() const;
  /// One sentence for the legend of a figure: order, what is not shown; empty when everything is as in the file.
  QString caption() const;

 Q_SIGNALS:
  void arrangementChanged();
  void filtered();
  void changed();  ///< the choices, or the order that they led to

 private:
  void startOrder();
  void startFilter();
  void arrange();

  Session& m_session;
  std::shared_ptr<const engine::Alignment> m_alignment;
  std::shared_ptr<const engine::AlignmentArrangement> m_arrangement;
  AlignmentChoices m_choices;
  engine::OrderedRows m_ordered;
  engine::IndexRanges m_filteredOut;
  std::vector<engine::ExpandedInsert> m_expanded;
  std::vector<engine::Index> m_treeOrder;
  engine::IndexRanges m_folded;
};

}  // namespace ui
