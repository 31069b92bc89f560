// Statistics of heads to choose from.
#pragma once

#include <QComboBox>
#include <functional>
#include <string>
#include <vector>

#include "engine/heads/HeadColumns.h"

namespace ui {

/// The statistics with a number for some head, under the names of their groups. Their keys are the data of the entries.
class HeadColumnChoice : public QComboBox {
  Q_OBJECT

 public:
  /// `first`: what an empty key stands for.
  HeadColumnChoice(const QString& name, const QString& first, QWidget* parent = nullptr);
  /// The label may be chosen as well, which colours can show.
  void offerLabel() { m_hasLabel = true; }
  void setTable(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns);
  void setKey(const std::string& key);

 Q_SIGNALS:
  void chosen(const std::string& key);  ///< by the user

 private:
  QString m_first;
  bool m_hasLabel = false;
};

}  // namespace ui
