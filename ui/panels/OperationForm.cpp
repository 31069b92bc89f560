// The form of one operation: inputs chosen from the document, parameters, run. Never blocks the window.
#include "ui/panels/OperationForm.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/datasets/Kind.h"
#include "ui/formula/FormulaWidget.h"
#include "ui/formula/PlainFormulas.h"
#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/panels/DatasetText.h"
#include "ui/panels/ParameterForm.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace ui {

namespace {

/// Size of the formula above the parameters.
constexpr double kFormulaPoints = 13;

bool accepts(const engine::OperationInput& input, const engine::Dataset& dataset) {
  return std::find(input.kinds.begin(), input.kinds.end(), dataset.kind()) != input.kinds.end();
}

QLabel* wrappedLabel(QWidget* parent, const QString& text = {}) {
  auto* label = new QLabel(text, parent);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}

FormulaWidget* formulaWidget(QWidget* parent, const std::string& formula) {
  auto* widget = new FormulaWidget(parent, kFormulaPoints);
  widget->setFormulas(plainFormulas(QString::fromStdString(formula)));
  widget->setFocusPolicy(Qt::NoFocus);
  widget->setObjectName(QStringLiteral("formula"));
  return widget;
}

/// "a profile or an alignment" in the words of the library.
QString kindsText(const engine::OperationInput& input) {
  QStringList names;
  for (const engine::DatasetKind kind : input.kinds) names << QString::fromStdString(engine::kindName(kind));
  return names.join(QObject::tr(" or "));
}

}  // namespace

OperationForm::OperationForm(const engine::Operation& operation, Session& session, QWidget* parent)
    : QDialog(parent), m_operation(operation), m_session(session), m_inputKinds(operation.inputs()) {
  setWindowTitle(QString::fromStdString(operation.title()));
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(theme().space(2));
  if (!operation.formula().empty()) layout->addWidget(formulaWidget(this, operation.formula()));
  QLabel* help = wrappedLabel(this, QString::fromStdString(operation.help()));
  help->setForegroundRole(QPalette::PlaceholderText);
  layout->addWidget(help);

  layout->addLayout(makeInputs());
  m_parameters = new ParameterForm(operation.parameters(), this);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setAccessibleName(tr("Parameters"));
  scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  scroll->setWidget(m_parameters);
  layout->addWidget(scroll, 1);
  m_estimate = wrappedLabel(this);
  m_estimate->setForegroundRole(QPalette::PlaceholderText);
  m_estimate->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_estimate->setAccessibleName(tr("Cost"));
  layout->addWidget(m_estimate);
  m_problem = wrappedLabel(this);
  layout->addWidget(m_problem);
  layout->addWidget(m_buttons = makeButtons());
  connect(m_parameters, &ParameterForm::changed, this, &OperationForm::checkInputs);
  connect(&session.document(), &Document::added, this, &OperationForm::fillInputs);
  connect(&session.document(), &Document::removed, this, &OperationForm::fillInputs);
  fillInputs();
}

QFormLayout* OperationForm::makeInputs() {
  auto* inputs = new QFormLayout;
  inputs->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const engine::OperationInput& input : m_inputKinds) {
    auto* list = new QComboBox(this);
    list->setToolTip(QString::fromStdString(input.help));
    list->setMinimumContentsLength(24);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(list, &QComboBox::currentIndexChanged, this, &OperationForm::checkInputs);
    QString name = QString::fromStdString(input.name);
    if (!name.isEmpty()) name[0] = name[0].toUpper();
    inputs->addRow(name, list);
    list->setAccessibleName(name);
    m_inputs.push_back(list);
  }
  return inputs;
}

QDialogButtonBox* OperationForm::makeButtons() {
  auto* buttons = new QDialogButtonBox(this);
  m_run = buttons->addButton(tr("Run"), QDialogButtonBox::AcceptRole);
  QPushButton* defaults = buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole);
  buttons->addButton(QDialogButtonBox::Close);
  connect(m_run, &QPushButton::clicked, this, &OperationForm::submit);
  connect(defaults, &QPushButton::clicked, m_parameters, &ParameterForm::reset);
  connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
  return buttons;
}

void OperationForm::addLesson(const QString& text, const QString& hint, std::function<void()> open) {
  QPushButton* button = m_buttons->addButton(text, QDialogButtonBox::HelpRole);
  button->setToolTip(hint);
  button->setAccessibleDescription(hint);
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, [open = std::move(open)] { open(); });
}

void OperationForm::fillInputs() {
  for (size_t k = 0; k < m_inputs.size(); ++k) {
    QComboBox& list = *m_inputs[k];
    const QSignalBlocker blocker(list);
    const QString before = list.currentData().toString();
    list.clear();
    if (m_inputKinds[k].isOptional) list.addItem(QString::fromStdString(m_inputKinds[k].whenAbsent), QString());
    for (const engine::DatasetPtr& dataset : m_session.document().datasets()) {
      if (!accepts(m_inputKinds[k], *dataset)) continue;
      list.addItem(icon(QString::fromStdString(engine::kindOf(*dataset).icon())),
                   QString::fromStdString(dataset->title), QString::fromStdString(dataset->id));
    }
    const int index = list.findData(before);
    // Two inputs of one kind start on different datasets where there are two.
    const bool repeats = k > 0 && !m_inputKinds[k].isOptional && m_inputKinds[k].kinds == m_inputKinds[k - 1].kinds;
    list.setCurrentIndex(index >= 0 && !before.isEmpty() ? index : repeats && list.count() > 1 ? 1 : 0);
  }
  checkInputs();
}

void OperationForm::choose(const engine::Dataset& dataset) {
  for (QComboBox* list : m_inputs) {
    const int index = list->findData(QString::fromStdString(dataset.id));
    if (index < 0) continue;
    list->setCurrentIndex(index);
    chooseCompanions(dataset);
    return;
  }
}

void OperationForm::chooseCompanions(const engine::Dataset& dataset) {
  using Kind = engine::DatasetKind;
  const bool isModel = dataset.kind() == Kind::modelWeights;
  const auto wanted = isModel ? Kind::sequences : Kind::structure;
  const auto takes = [wanted](const engine::OperationInput& input) { return input.kinds.front() == wanted; };
  const auto input = std::find_if(m_inputKinds.begin(), m_inputKinds.end(), takes);
  if (input == m_inputKinds.end()) return;
  QStringList fitting;
  for (const engine::DatasetPtr& other : m_session.document().datasets())
    if (other->kind() == wanted && (isModel || !matchesOn(dataset, *other).empty()))
      fitting << QString::fromStdString(other->id);
  QComboBox& list = *m_inputs[static_cast<size_t>(input - m_inputKinds.begin())];
  if (fitting.size() == 1) list.setCurrentIndex(list.findData(fitting.front()));
}

void OperationForm::checkInputs() {
  QString problem;
  for (size_t k = 0; k < m_inputs.size() && problem.isEmpty(); ++k) {
    if (m_inputs[k]->count() > 0 || m_inputKinds[k].isOptional) continue;
    problem = tr("Needs %1 as %2: open one first.")
                  .arg(kindsText(m_inputKinds[k]), QString::fromStdString(m_inputKinds[k].name));
  }
  if (problem.isEmpty()) {
    try {
      m_parameters->values();
    } catch (const engine::Error& error) {
      problem = QString::fromUtf8(error.what());
    }
  }
  showEstimate(problem.isEmpty());
  m_run->setEnabled(problem.isEmpty());
  m_problem->setText(problem);
  m_problem->setVisible(!problem.isEmpty());
  QPalette colors = palette();
  colors.setColor(QPalette::WindowText, theme().error);
  m_problem->setPalette(colors);
}

void OperationForm::showEstimate(bool isComplete) {
  QStringList lines;
  if (isComplete) {
    std::vector<engine::DatasetPtr> inputs;
    for (const QComboBox* list : m_inputs)
      inputs.push_back(m_session.document().find(list->currentData().toString().toStdString()));
    try {
      for (const std::string& line : m_operation.estimate(inputs, m_parameters->values()))
        lines << QString::fromStdString(line);
    } catch (const engine::Error& error) {
      lines << QString::fromUtf8(error.what());  // the run would say the same
    }
  }
  m_estimate->setText(lines.join('\n'));
  m_estimate->setVisible(!lines.isEmpty());
}

void OperationForm::submit() {
  engine::Request request;
  request.operation = m_operation.id();
  for (const QComboBox* list : m_inputs) request.inputs.push_back(list->currentData().toString().toStdString());
  while (!request.inputs.empty() && request.inputs.back().empty()) request.inputs.pop_back();
  request.parameters = m_parameters->values();
  std::string wanted = request.operation;
  std::replace(wanted.begin(), wanted.end(), ' ', '-');
  if (!request.inputs.empty()) wanted = request.inputs.front() + "-" + wanted;
  request.output = m_session.document().freeId(wanted);
  Q_EMIT requested(request);
}

}  // namespace ui
