// A view of the program in a step: the datasets of the step in a session of the step's own.
#pragma once

#include <utility>

#include "ui/lessons/pictures/ShownPicture.h"
#include "ui/views/base/View.h"

namespace ui {

class ViewFrame : public ShownPicture {
  Q_OBJECT

 public:
  ViewFrame(const engine::LessonPicture& picture, Session& session, QWidget* parent);
  View& view() { return *m_view; }
  QJsonObject state() const override { return m_view->state(); }
  void setState(const QJsonObject& state) override { m_view->setState(state); }
  std::optional<ViewRequest> viewRequest() const override;

 protected:
  void fill(const engine::StepValues& values, const std::vector<MarkedCells>& marks) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Publishes what is new of the datasets of the picture; their ids, in the order of its line.
  std::vector<engine::DatasetId> publish(const engine::StepValues& values);
  bool isAxisOfShown(const engine::DatasetId& id) const;
  void showFirst(const std::vector<engine::DatasetId>& ids);
  /// The head that the picture asks for, where that is another than before.
  void chooseHead(const engine::StepValues& values);
  void mark(const engine::StepValues& values, const std::vector<MarkedCells>& marks);

  Session& m_session;
  View* m_view;
  QWidget* m_cover;                       ///< over an answer that is not given yet
  std::pair<int, int> m_head = {-1, -1};  ///< layer and head asked for last, from 0
  std::vector<engine::DatasetId> m_ids;   ///< on show
  bool m_isFilled = false;
};

}  // namespace ui
