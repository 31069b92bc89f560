// A form made from parameter descriptions: a box to tick, a list of choices, or a line that is checked while typing.
#include "ui/panels/ParameterForm.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>

#include "ui/look/Theme.h"
#include "ui/panels/ParameterSlider.h"
#include "ui/panels/PathField.h"
#include "ui/panels/ReadableForm.h"

namespace ui {

namespace {

QString shown(const std::string& bytes) { return QString::fromStdString(bytes); }

/// The field's content as the text that the command line would take.
std::string fieldText(const QWidget* field) {
  if (const auto* box = qobject_cast<const QCheckBox*>(field)) return box->isChecked() ? "yes" : "no";
  if (const auto* list = qobject_cast<const QComboBox*>(field)) return list->currentText().toStdString();
  if (const auto* line = qobject_cast<const QLineEdit*>(field)) return line->text().trimmed().toStdString();
  return {};
}

void setFieldValue(QWidget* field, const engine::Parameter& parameter, const engine::ParameterValue& value) {
  if (auto* box = qobject_cast<QCheckBox*>(field)) box->setChecked(std::get<bool>(value));
  if (auto* list = qobject_cast<QComboBox*>(field)) list->setCurrentText(shown(std::get<std::string>(value)));
  if (auto* line = qobject_cast<QLineEdit*>(field)) line->setText(shown(engine::parameterText(parameter, value)));
}

bool isNumber(const engine::Parameter& parameter) {
  return !std::holds_alternative<bool>(parameter.standard) && !std::holds_alternative<std::string>(parameter.standard);
}

QStringList wordsOf(const engine::Parameter& parameter) {
  QStringList words;
  for (const engine::NamedValue& named : parameter.namedValues) words << shown(named.word);
  return words;
}

/// Its help, and what can be typed: "automatic", "0 to 10".
QString helpText(const engine::Parameter& parameter) {
  QStringList accepted = wordsOf(parameter);
  constexpr double kUnlimited = 1e299;
  if (isNumber(parameter) && parameter.minimum > -kUnlimited && parameter.maximum < kUnlimited)
    accepted << QObject::tr("%1 to %2").arg(parameter.minimum).arg(parameter.maximum);
  const QString help = shown(parameter.help);
  return accepted.isEmpty() ? help : QStringLiteral("%1 (%2)").arg(help, accepted.join(QStringLiteral(", ")));
}

}  // namespace

ParameterForm::ParameterForm(std::vector<engine::Parameter> parameters, QWidget* parent, Numbers numbers, int room)
    : QWidget(parent), m_parameters(std::move(parameters)) {
  m_layout = new QFormLayout(this);
  const Theme& theme = ThemeModel::instance().theme();
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setHorizontalSpacing(theme.space(2));
  m_layout->setVerticalSpacing(theme.space(1));
  m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const engine::Parameter& parameter : m_parameters) {
    if (!parameter.group.empty() && m_headings.count(parameter.group) == 0) addHeading(parameter.group);
    QWidget* field = makeField(parameter);
    field->setObjectName(shown(parameter.key));
    field->setToolTip(helpText(parameter));
    m_fields[parameter.key] = field;
    const QString unit = parameter.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(shown(parameter.unit));
    auto* label = new QLabel(shown(parameter.label) + unit);
    label->setToolTip(field->toolTip());
    label->setBuddy(field);
    m_labels[parameter.key] = label;
    m_layout->addRow(label, numbers == Numbers::withSliders && isNumber(parameter) ? withSlider(parameter) : field);
    field->setAccessibleName(shown(parameter.label));
  }
  if (room > 0) new ReadableForm(*m_layout, room, this);
  for (const auto& [group, heading] : m_headings) setGroupOpen(group, false);
}

QWidget* ParameterForm::withSlider(const engine::Parameter& parameter) {
  auto* field = qobject_cast<QLineEdit*>(m_fields.at(parameter.key));
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* slider = new ParameterSlider(parameter, *field);
  slider->setAccessibleName(shown(parameter.label));
  slider->setToolTip(field->toolTip());
  slider->setMinimumWidth(qRound(kShortestSlider * ThemeModel::instance().theme().scale));
  layout->addWidget(slider, 2);
  layout->addWidget(field, 1);
  field->setMinimumWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("automatic000")));
  return row;
}

QWidget* ParameterForm::rowOf(const std::string& key) const {
  QWidget* field = m_fields.at(key);
  return field->parentWidget() == this ? field : field->parentWidget();
}

void ParameterForm::addHeading(const std::string& group) {
  auto* heading = new QToolButton(this);
  heading->setText(shown(group));
  heading->setCheckable(true);
  heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  heading->setAutoRaise(true);
  heading->setFocusPolicy(Qt::StrongFocus);
  connect(heading, &QToolButton::toggled, this, [this, group](bool isOpen) { setGroupOpen(group, isOpen); });
  m_layout->addRow(heading);
  m_headings[group] = heading;
}

void ParameterForm::setGroupOpen(const std::string& group, bool isOpen) {
  const auto found = m_headings.find(group);
  if (found == m_headings.end()) return;
  const QSignalBlocker blocker(found->second);
  found->second->setChecked(isOpen);
  found->second->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
  for (const engine::Parameter& parameter : m_parameters)
    if (parameter.group == group)
      for (QWidget* part : {m_labels.at(parameter.key), rowOf(parameter.key)}) m_layout->setRowVisible(part, isOpen);
}

void ParameterForm::openChangedGroups() {
  const engine::ParameterValues shown = values();
  for (const engine::Parameter& parameter : m_parameters)
    if (!parameter.group.empty() && shown.all().at(parameter.key) != engine::standardBeside(parameter, shown))
      setGroupOpen(parameter.group, true);
}

QWidget* ParameterForm::makeField(const engine::Parameter& parameter) {
  const auto onChange = [this, &parameter] {
    check(parameter);
    if (m_isFilling) return;
    m_given.insert(parameter.key);
    fillDefaults();
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
    for (const std::string& choice : parameter.choices) list->addItem(shown(choice));
    setFieldValue(list, parameter, parameter.standard);
    connect(list, &QComboBox::currentTextChanged, this, onChange);
    return list;
  }
  const QString standard = shown(engine::parameterText(parameter, parameter.standard));
  QLineEdit* line =
      parameter.path == engine::PathKind::none ? new QLineEdit(standard, this) : new PathField(parameter.path, this);
  if (!parameter.namedValues.empty()) line->setCompleter(new QCompleter(wordsOf(parameter), line));
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
    const engine::ParameterValue value = engine::parseParameter(parameter, fieldText(m_fields.at(parameter.key)));
    m_given.count(parameter.key) != 0 ? values.set(parameter.key, value) : values.fill(parameter.key, value);
  }
  return values;
}

engine::ParameterValues ParameterForm::givenValues() const {
  engine::ParameterValues values;
  for (const engine::Parameter& parameter : m_parameters) {
    if (m_given.count(parameter.key) == 0) continue;
    try {
      values.set(parameter.key, engine::parseParameter(parameter, fieldText(m_fields.at(parameter.key))));
    } catch (const engine::Error&) {  // half typed
    }
  }
  return values;
}

void ParameterForm::fillDefaults() {
  const QScopedValueRollback<bool> filling(m_isFilling, true);
  const engine::ParameterValues all = engine::completed(m_parameters, givenValues());
  for (const auto& [key, value] : all.all())
    if (m_given.count(key) == 0) setFieldValue(m_fields.at(key), *engine::findParameter(m_parameters, key), value);
}

void ParameterForm::setValues(const engine::ParameterValues& values) {
  engine::ParameterValues known;
  for (const engine::Parameter& parameter : m_parameters)
    if (values.contains(parameter.key)) known.copy(parameter.key, values);
  known = engine::completed(m_parameters, known);
  {
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    m_given.clear();
    for (const auto& [key, value] : known.all()) {
      if (known.isGiven(key)) m_given.insert(key);
      setFieldValue(m_fields.at(key), *engine::findParameter(m_parameters, key), value);
    }
  }
  openChangedGroups();
  Q_EMIT changed();
}

void ParameterForm::reset() {
  m_given.clear();
  fillDefaults();
  Q_EMIT changed();
}

QWidget* ParameterForm::field(const std::string& key) const {
  const auto found = m_fields.find(key);
  return found == m_fields.end() ? nullptr : found->second;
}

}  // namespace ui
