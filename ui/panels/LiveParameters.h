// The parameters of a computed dataset, as sliders and boxes that compute it anew while they are moved.
#pragma once

#include <QWidget>

#include "ui/session/LiveRequest.h"

class QLabel;
class QPushButton;

namespace ui {

class ParameterForm;

class LiveParameters : public QWidget {
  Q_OBJECT

 public:
  /// `room`: as for ParameterForm.
  LiveParameters(Session& session, const engine::Request& request, QWidget* parent = nullptr, int room = 0);
  /// Of the main result.
  const std::string& datasetId() const { return m_live->request().output; }
  ParameterForm& form() { return *m_form; }
  QPushButton& keepButton() { return *m_keep; }
  /// What is wrong with the parameters, in one line; empty: nothing.
  QString problem() const;

 Q_SIGNALS:
  /// One step of the user, which can be undone.
  void settled(const engine::Request& before, const engine::Request& after);

 private:
  void ask();
  void tellProblem(const QString& problem);
  void showRequest();

  LiveRequest* m_live;
  ParameterForm* m_form;
  QLabel* m_problem;
  QPushButton* m_keep;
  bool m_isShowing = false;  ///< the form changes because the dataset did
};

}  // namespace ui
