// The parts of a computed result, each one click away: its maps, its matrices, its curves.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/session/Session.h"

class QLayout;

namespace ui {

class ResultParts : public QWidget {
  Q_OBJECT

 public:
  explicit ResultParts(Session& session, QWidget* parent = nullptr);
  /// Those of the result that one of these datasets is a part of; hidden where that has no others.
  void setShown(std::vector<engine::DatasetId> ids);

 Q_SIGNALS:
  void wanted(const engine::DatasetPtr& dataset);

 private:
  void fill();

  Session& m_session;
  QLayout* m_buttons;
  std::vector<engine::DatasetId> m_ids;
};

}  // namespace ui
