// Rows of a view's form in the inspector.
#pragma once

#include <QFormLayout>
#include <QString>
#include <QVariant>
#include <functional>
#include <vector>

namespace ui {

struct Choice {
  QString text;
  QVariant value;
};

/// A labelled list; `chosen` gets the value of the new choice, as long as `owner` lives.
void addChoice(QFormLayout& form, QObject& owner, const QString& label, const std::vector<Choice>& choices,
               const QVariant& current, std::function<void(const QVariant&)> chosen);
/// A box to tick.
void addSwitch(QFormLayout& form, QObject& owner, const QString& label, Qt::CheckState current,
               std::function<void(bool)> switched);
/// The sequential and diverging maps by name; not those for angles.
std::vector<Choice> colorMapChoices();

}  // namespace ui
