// Combo boxes and check boxes with their connections.
#include "ui/views/maps/MapControls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>

#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

QComboBox* addChoice(QFormLayout& form, QObject& owner, const QString& label, const std::vector<Choice>& choices,
                     const QVariant& current, std::function<void(const QVariant&)> chosen) {
  auto* box = new QComboBox;
  box->setObjectName(label);
  box->setAccessibleName(label);
  for (const Choice& choice : choices) box->addItem(choice.text, choice.value);
  box->setCurrentIndex(std::max(0, box->findData(current)));
  QObject::connect(box, &QComboBox::currentIndexChanged, &owner,
                   [box, chosen = std::move(chosen)](int index) { chosen(box->itemData(index)); });
  form.addRow(label, box);
  return box;
}

void showDrawn(QComboBox& box, const QString& drawn, const QString& why) {
  const QSignalBlocker quiet(&box);
  box.clear();
  box.addItem(drawn);
  box.setEnabled(false);
  box.setToolTip(why);
}

void addSwitch(QFormLayout& form, QObject& owner, const QString& label, Qt::CheckState current,
               std::function<void(bool)> switched) {
  auto* box = new QCheckBox(label);
  box->setObjectName(label);
  box->setCheckState(current);
  QObject::connect(box, &QCheckBox::toggled, &owner, std::move(switched));
  form.addRow(box);
}

QSlider* addSlider(QFormLayout& form, QObject& owner, const QString& label, int least, int most, int current,
                   std::function<QString(int)> text, std::function<void(int)> moved) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(label);
  slider->setAccessibleName(label);
  slider->setRange(least, std::max(least, most));
  slider->setValue(current);
  auto* value = new QLabel(text(slider->value()));
  value->setObjectName(label + QStringLiteral(" value"));
  // As wide as the longest, so that the slider does not change its length while it is dragged.
  int width = 0;
  for (const int end : {least, (least + most) / 2, most, current})
    width = std::max(width, value->fontMetrics().horizontalAdvance(text(end)));
  value->setMinimumWidth(width + 2);
  value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout->addWidget(slider, 1);
  layout->addWidget(value);
  QObject::connect(slider, &QSlider::valueChanged, &owner,
                   [value, text = std::move(text), moved = std::move(moved)](int position) {
                     value->setText(text(position));
                     moved(position);
                   });
  auto* name = new QLabel(label);
  name->setBuddy(slider);
  form.addRow(name, row);
  return slider;
}

void addText(QFormLayout& form, QObject& owner, const QString& label, const QString& current, const QString& hint,
             std::function<void(const QString&)> edited) {
  auto* line = new QLineEdit(current);
  line->setObjectName(label);
  line->setAccessibleName(label);
  line->setPlaceholderText(hint);
  line->setMinimumWidth(0);
  QObject::connect(line, &QLineEdit::editingFinished, &owner,
                   [line, edited = std::move(edited)] { edited(line->text()); });
  form.addRow(label, line);
}

QFormLayout& addSection(QVBoxLayout& layout, const QString& title) {
  auto* heading = new QLabel(title);
  heading->setObjectName(QStringLiteral("section"));
  QFont font = ThemeModel::instance().theme().panelFont();
  font.setBold(true);
  heading->setFont(font);
  heading->setContentsMargins(0, ThemeModel::instance().theme().space(1), 0, 0);
  layout.addWidget(heading);
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  layout.addLayout(form);
  return *form;
}

std::vector<Choice> colorMapChoices() {
  std::vector<Choice> choices;
  for (const ColorMap& map : colorMaps())
    if (!map.isCyclic) choices.push_back({QString::fromStdString(map.title), QString::fromStdString(map.id)});
  return choices;
}

}  // namespace ui
