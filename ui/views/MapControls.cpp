// Combo boxes and check boxes with their connections.
#include "ui/views/MapControls.h"

#include <QCheckBox>
#include <QComboBox>

#include "ui/scenes/ColorMap.h"

namespace ui {

void addChoice(QFormLayout& form, QObject& owner, const QString& label, const std::vector<Choice>& choices,
               const QVariant& current, std::function<void(const QVariant&)> chosen) {
  auto* box = new QComboBox;
  box->setObjectName(label);
  box->setAccessibleName(label);
  for (const Choice& choice : choices) box->addItem(choice.text, choice.value);
  box->setCurrentIndex(std::max(0, box->findData(current)));
  QObject::connect(box, &QComboBox::currentIndexChanged, &owner,
                   [box, chosen = std::move(chosen)](int index) { chosen(box->itemData(index)); });
  form.addRow(label, box);
}

void addSwitch(QFormLayout& form, QObject& owner, const QString& label, Qt::CheckState current,
               std::function<void(bool)> switched) {
  auto* box = new QCheckBox(label);
  box->setObjectName(label);
  box->setCheckState(current);
  QObject::connect(box, &QCheckBox::toggled, &owner, std::move(switched));
  form.addRow(box);
}

std::vector<Choice> colorMapChoices() {
  std::vector<Choice> choices;
  for (const ColorMap& map : colorMaps())
    if (!map.isCyclic) choices.push_back({QString::fromStdString(map.title), QString::fromStdString(map.id)});
  return choices;
}

}  // namespace ui
