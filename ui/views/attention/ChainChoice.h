// The chain of a structure on which heads of a file are shown: asked for by the user, or among several that match.
#pragma once

#include <QObject>

#include "ui/views/attention/AttentionSubject.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace ui {

class ChoiceLine;

class ChainChoice : public QObject {
  Q_OBJECT

 public:
  explicit ChainChoice(View& view);
  /// Whose geometry the user has asked for.
  const ChainId& asked() const { return m_asked; }
  /// Shows the heads on the chain of the structure that they match; asks below the picture where several do so equally.
  void choose(const AttentionSubject& subject, const engine::DatasetPtr& structure);
  /// Gives the view the geometry of the chain, computed if need be. `again`: although it was asked for before.
  void show(const engine::DatasetPtr& heads, const HeadsPlace& place, bool again = false);
  void addMenuEntries(QMenu& menu, const AttentionSubject& subject);

 private:
  View& m_view;
  ChainId m_asked;
  ChoiceLine* m_question = nullptr;  ///< made when it is first asked
};

}  // namespace ui
