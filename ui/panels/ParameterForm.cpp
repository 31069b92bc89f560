// A form made from parameter descriptions: a box to tick, a list of choices, or a line that is checked while typing.
#include "ui/panels/ParameterForm.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include "ui/look/Theme.h"

namespace ui {

namespace {

QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

/// The field's content as the text that the command line would take.
std::string fieldText(const QWidget* field) {
  if (const auto* box = qobject_cast<const QCheckBox*>(field)) return box->isChecked() ? "yes" : "no";
  if (const auto* list = qobject_cast<const QComboBox*>(field)) return list->currentText().toStdString();
  if (const auto* line = qobject_cast<const QLineEdit*>(field)) return line->text().trimmed().toStdString();
  return {};
}

void setFieldValue(QWidget* field, const engine::ParameterValue& value) {
  if (auto* box = qobject_cast<QCheckBox*>(field)) box->setChecked(std::get<bool>(value));
  if (auto* list = qobject_cast<QComboBox*>(field)) list->setCurrentText(text(std::get<std::string>(value)));
  if (auto* line = qobject_cast<QLineEdit*>(field)) line->setText(text(engine::parameterText(value)));
}

QString helpText(const engine::Parameter& parameter) {
  QString help = text(parameter.help);
  const bool isNumber =
      !std::holds_alternative<bool>(parameter.standard) && !std::holds_alternative<std::string>(parameter.standard);
  constexpr double kUnlimited = 1e299;
  if (isNumber && parameter.minimum > -kUnlimited && parameter.maximum < kUnlimited) {
    help += QStringLiteral(" (%1 to %2)").arg(parameter.minimum).arg(parameter.maximum);
  }
  return help;
}

}  // namespace

ParameterForm::ParameterForm(std::vector<engine::Parameter> parameters, QWidget* parent)
    : QWidget(parent), m_parameters(std::move(parameters)) {
  auto* layout = new QFormLayout(this);
  const Theme& theme = ThemeModel::instance().theme();
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(theme.space(2));
  layout->setVerticalSpacing(theme.space(1));
  layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const engine::Parameter& parameter : m_parameters) {
    QWidget* field = makeField(parameter);
    field->setObjectName(text(parameter.key));
    field->setToolTip(helpText(parameter));
    m_fields[parameter.key] = field;
    const QString unit = parameter.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(text(parameter.unit));
    layout->addRow(text(parameter.label) + unit, field);
    field->setAccessibleName(text(parameter.label));
  }
}

QWidget* ParameterForm::makeField(const engine::Parameter& parameter) {
  const auto onChange = [this, &parameter] {
    check(parameter);
    Q_EMIT changed();
  };
  if (const bool* standard = std::get_if<bool>(&parameter.standard)) {
    auto* box = new QCheckBox(this);
    box->setChecked(*standard);
    connect(box, &QCheckBox::toggled, this, onChange);
    return box;
  }
  if (!parameter.choices.empty()) {
    auto* list = new QComboBox(this);
    for (const std::string& choice : parameter.choices) list->addItem(text(choice));
    setFieldValue(list, parameter.standard);
    connect(list, &QComboBox::currentTextChanged, this, onChange);
    return list;
  }
  auto* line = new QLineEdit(text(engine::parameterText(parameter.standard)), this);
  connect(line, &QLineEdit::textChanged, this, onChange);
  return line;
}

void ParameterForm::check(const engine::Parameter& parameter) {
  QWidget* field = m_fields.at(parameter.key);
  QPalette colors = palette();
  try {
    engine::parseParameter(parameter, fieldText(field));
    field->setToolTip(helpText(parameter));
  } catch (const engine::Error& error) {
    colors.setColor(QPalette::Text, ThemeModel::instance().theme().error);
    field->setToolTip(QString::fromUtf8(error.what()));
  }
  field->setPalette(colors);
}

engine::ParameterValues ParameterForm::values() const {
  engine::ParameterValues values;
  for (const engine::Parameter& parameter : m_parameters) {
    values.set(parameter.key, engine::parseParameter(parameter, fieldText(m_fields.at(parameter.key))));
  }
  return values;
}

void ParameterForm::setValues(const engine::ParameterValues& values) {
  const engine::ParameterValues checked = engine::completed(m_parameters, [&] {
    engine::ParameterValues known;
    for (const engine::Parameter& parameter : m_parameters) {
      const auto found = values.all().find(parameter.key);
      if (found != values.all().end()) known.set(parameter.key, found->second);
    }
    return known;
  }());
  for (const auto& [key, value] : checked.all()) setFieldValue(m_fields.at(key), value);
}

void ParameterForm::reset() {
  for (const engine::Parameter& parameter : m_parameters) {
    setFieldValue(m_fields.at(parameter.key), parameter.standard);
  }
}

QWidget* ParameterForm::field(const std::string& key) const {
  const auto found = m_fields.find(key);
  return found == m_fields.end() ? nullptr : found->second;
}

}  // namespace ui
