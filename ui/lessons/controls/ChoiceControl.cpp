// One of a few words, or something that is on or off.
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <string>
#include <utility>

#include "ui/lessons/controls/ControlWidget.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

/// "gaussian" is a text, "100" a number.
engine::LessonValue valueOf(const std::string& word) {
  bool isNumber = false;
  const double number = QString::fromStdString(word).toDouble(&isNumber);
  return isNumber ? engine::numberValue(number) : engine::LessonValue(word);
}

/// Index of the choice that a value is; none: -1.
int choiceOf(const engine::LessonControl& control, const engine::LessonValue& value) {
  for (size_t k = 0; k < control.choices.size(); ++k) {
    const engine::LessonValue choice = valueOf(control.choices[k]);
    const auto* word = std::get_if<std::string>(&value);
    if (word && *word == control.choices[k]) return static_cast<int>(k);
    const auto* one = std::get_if<engine::LessonArray>(&value);
    const auto* other = std::get_if<engine::LessonArray>(&choice);
    if (one && other && one->size() == 1 && (*one)[0] == (*other)[0]) return static_cast<int>(k);
  }
  return -1;
}

class ChoiceControl : public ControlWidget {
 public:
  ChoiceControl(const engine::LessonControl& control, QWidget* parent) : ControlWidget(control, parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(ThemeModel::instance().theme().space(2));
    auto* label = new QLabel(controlTitle(control), this);
    m_list = new QComboBox(this);
    for (const std::string& choice : control.choices) m_list->addItem(QString::fromStdString(choice));
    m_list->setAccessibleName(accessibleName());
    label->setBuddy(m_list);
    row->addWidget(label);
    row->addWidget(m_list);
    row->addStretch(1);
    connect(m_list, &QComboBox::currentIndexChanged, this, [this](int index) {
      if (index >= 0)
        Q_EMIT changed(this->control().name, valueOf(this->control().choices[static_cast<size_t>(index)]));
    });
  }
  void setValue(const engine::LessonValue& value) override {
    const QSignalBlocker blocker(m_list);
    if (const int index = choiceOf(control(), value); index >= 0) m_list->setCurrentIndex(index);
  }
  void move(double steps) override {
    if (m_list->count() > 0)
      m_list->setCurrentIndex(std::clamp(m_list->currentIndex() + (steps > 0 ? 1 : -1), 0, m_list->count() - 1));
  }

 private:
  QComboBox* m_list;
};

/// Its two values are 0 and 1, or those that the lesson names.
engine::LessonControl withValues(engine::LessonControl control) {
  if (control.choices.size() != 2) control.choices = {"0", "1"};
  return control;
}

class SwitchControl : public ControlWidget {
 public:
  SwitchControl(const engine::LessonControl& control, QWidget* parent)
      : ControlWidget(withValues(control), parent), m_box(new QCheckBox(controlTitle(control), this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_box);
    row->addStretch(1);
    m_box->setChecked(control.start != 0);
    connect(m_box, &QCheckBox::toggled, this, [this](bool isOn) {
      Q_EMIT changed(this->control().name, valueOf(this->control().choices[isOn ? 1 : 0]));
    });
  }
  void setValue(const engine::LessonValue& value) override {
    const QSignalBlocker blocker(m_box);
    if (const int index = choiceOf(control(), value); index >= 0) m_box->setChecked(index == 1);
  }
  void move(double steps) override { m_box->setChecked(steps > 0); }

 private:
  QCheckBox* m_box;
};

}  // namespace

ControlWidget* makeChoiceControl(const engine::LessonControl& control, QWidget* parent) {
  if (control.kind == engine::ControlKind::onOff) return new SwitchControl(control, parent);
  return new ChoiceControl(control, parent);
}

}  // namespace ui
