// The form of one operation: inputs chosen from the document, parameters, run. Never blocks the window.
#pragma once

#include <QDialog>
#include <functional>

#include "engine/operations/Operation.h"
#include "ui/session/Session.h"

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace ui {

class ParameterForm;

class OperationForm : public QDialog {
  Q_OBJECT

 public:
  OperationForm(const engine::Operation& operation, Session& session, QWidget* parent = nullptr);
  const engine::Operation& operation() const { return m_operation; }
  /// Chooses a dataset for the first input that accepts it.
  void choose(const engine::Dataset& dataset);
  QComboBox& input(int index) { return *m_inputs.at(static_cast<size_t>(index)); }
  ParameterForm& parameters() { return *m_parameters; }
  QPushButton& runButton() { return *m_run; }
  /// A button that leads to the step of a lesson that explains the operation.
  void addLesson(const QString& text, const QString& hint, std::function<void()> open);
  const QLabel& estimate() const { return *m_estimate; }

 Q_SIGNALS:
  /// Inputs and parameters are complete; `output` is an id that is still free.
  void requested(const engine::Request& request);

 private:
  QFormLayout* makeInputs();
  /// Run, defaults, close; the parameters must be there.
  QDialogButtonBox* makeButtons();
  void fillInputs();
  /// What goes with a chosen dataset, where there is one alone: sequences with weights, the structure of heads.
  void chooseCompanions(const engine::Dataset& dataset);
  void checkInputs();
  void showEstimate(bool isComplete);
  void submit();

  const engine::Operation& m_operation;
  Session& m_session;
  std::vector<engine::OperationInput> m_inputKinds;
  std::vector<QComboBox*> m_inputs;
  ParameterForm* m_parameters;
  QLabel* m_estimate;  ///< what a run would cost
  QLabel* m_problem;
  QPushButton* m_run;
  QDialogButtonBox* m_buttons;
};

}  // namespace ui
