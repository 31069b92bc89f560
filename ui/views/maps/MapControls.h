// Rows of a view's form in the inspector.
#pragma once

#include <QFormLayout>
#include <QString>
#include <QVBoxLayout>
#include <QVariant>
#include <functional>
#include <vector>

class QComboBox;
class QSlider;

namespace ui {

struct Choice {
  QString text;
  QVariant value;
};

/// A labelled list; `chosen` gets the value of the new choice, as long as `owner` lives.
QComboBox* addChoice(QFormLayout& form, QObject& owner, const QString& label, const std::vector<Choice>& choices,
                     const QVariant& current, std::function<void(const QVariant&)> chosen);
/// Makes a list say what is drawn where that is not what was chosen, and why; it cannot be changed until then.
void showDrawn(QComboBox& box, const QString& drawn, const QString& why);
/// A box to tick.
void addSwitch(QFormLayout& form, QObject& owner, const QString& label, Qt::CheckState current,
               std::function<void(bool)> switched);
/// A labelled slider with its value in words beside it, `least` .. `most`.
QSlider* addSlider(QFormLayout& form, QObject& owner, const QString& label, int least, int most, int current,
                   std::function<QString(int)> text, std::function<void(int)> moved);
/// A labelled line of text; `edited` gets it when the user has finished.
void addText(QFormLayout& form, QObject& owner, const QString& label, const QString& current, const QString& hint,
             std::function<void(const QString&)> edited);
/// A heading with an empty form below it, at the end of `layout`.
QFormLayout& addSection(QVBoxLayout& layout, const QString& title);
/// The sequential and diverging maps by name; not those for angles.
std::vector<Choice> colorMapChoices();

}  // namespace ui
