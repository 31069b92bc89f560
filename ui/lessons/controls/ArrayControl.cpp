// A matrix as a grid of fields; a sequence as a line of letters.
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <utility>
#include <vector>

#include "ui/lessons/controls/ControlWidget.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kMostFields = 64, kFieldLetters = 7;
constexpr double kFarthest = 1e4;

QDoubleSpinBox* makeField(QWidget* parent, double low, double high, double step) {
  auto* field = new QDoubleSpinBox(parent);
  field->setRange(low, high);
  field->setSingleStep(step);
  field->setKeyboardTracking(false);
  field->setButtonSymbols(QAbstractSpinBox::NoButtons);
  field->setMaximumWidth(field->fontMetrics().averageCharWidth() * kFieldLetters +
                         ThemeModel::instance().theme().space(3));
  return field;
}

class MatrixControl : public ControlWidget {
 public:
  MatrixControl(const engine::LessonControl& control, QWidget* parent)
      : ControlWidget(control, parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(ThemeModel::instance().theme().space(1));
    m_grid->addWidget(new QLabel(controlTitle(control), this), 0, 0);
  }
  void setValue(const engine::LessonValue& value) override {
    const auto* array = std::get_if<engine::LessonArray>(&value);
    if (!array || array->rank() > 2 || array->size() > kMostFields) return;
    if (array->shape() != m_values.shape()) makeFields(*array);
    m_values = *array;
    for (size_t k = 0; k < m_fields.size(); ++k) {
      const QSignalBlocker blocker(m_fields[k]);
      m_fields[k]->setValue((*array)[static_cast<engine::Index>(k)]);
    }
  }

 private:
  void makeFields(const engine::LessonArray& array) {
    for (QDoubleSpinBox* field : m_fields) delete field;
    m_fields.clear();
    const auto numColumns = static_cast<int>(array.rank() == 2 ? array.length(1) : array.size());
    for (int k = 0; k < static_cast<int>(array.size()); ++k) {
      const bool hasRange = control().from < control().to && (control().from != 0 || control().to != 1);
      m_fields.push_back(makeField(this, hasRange ? control().from : -kFarthest, hasRange ? control().to : kFarthest,
                                   control().by > 0 ? control().by : 0.1));
      m_fields.back()->setAccessibleName(
          tr("%1, row %2, column %3").arg(accessibleName()).arg(k / numColumns + 1).arg(k % numColumns + 1));
      m_grid->addWidget(m_fields.back(), k / numColumns, 1 + k % numColumns);
      connect(m_fields.back(), &QDoubleSpinBox::valueChanged, this, [this, k](double number) {
        m_values[k] = number;
        Q_EMIT changed(control().name, m_values);
      });
    }
  }

  QGridLayout* m_grid;
  std::vector<QDoubleSpinBox*> m_fields;
  engine::LessonArray m_values;
};

class SequenceControl : public ControlWidget {
 public:
  SequenceControl(const engine::LessonControl& control, QWidget* parent)
      : ControlWidget(control, parent), m_line(new QLineEdit(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(controlTitle(control), this);
    label->setBuddy(m_line);
    row->addWidget(label);
    row->addWidget(m_line, 1);
    m_line->setFont(ThemeModel::instance().theme().residueFont());
    m_line->setAccessibleName(accessibleName());
    if (control.most > 0) m_line->setMaxLength(control.most);
    if (!control.alphabet.empty()) allow(QString::fromStdString(control.alphabet));
    connect(m_line, &QLineEdit::textEdited, this, [this](const QString& text) {
      if (m_line->hasAcceptableInput() && (m_mayBeEmpty || !text.isEmpty()))
        Q_EMIT changed(this->control().name, engine::LessonValue(text.toUpper().toStdString()));
    });
  }
  void setValue(const engine::LessonValue& value) override {
    const auto* text = std::get_if<std::string>(&value);
    if (text && text->empty()) m_mayBeEmpty = true;
    if (text && !m_line->hasFocus()) m_line->setText(QString::fromStdString(*text));
  }

 private:
  void allow(const QString& alphabet) {
    const QString letters = alphabet.compare(QStringLiteral("DNA"), Qt::CaseInsensitive) == 0   ? QStringLiteral("ACGT")
                            : alphabet.compare(QStringLiteral("RNA"), Qt::CaseInsensitive) == 0 ? QStringLiteral("ACGU")
                                                                                                : QStringLiteral("A-Z");
    const QRegularExpression pattern(QStringLiteral("[%1]*").arg(letters), QRegularExpression::CaseInsensitiveOption);
    m_line->setValidator(new QRegularExpressionValidator(pattern, m_line));
  }

  QLineEdit* m_line;
  bool m_mayBeEmpty = false;  ///< it was empty once
};

}  // namespace

ControlWidget* makeArrayControl(const engine::LessonControl& control, QWidget* parent) {
  return new MatrixControl(control, parent);
}

ControlWidget* makeSequenceControl(const engine::LessonControl& control, QWidget* parent) {
  return new SequenceControl(control, parent);
}

}  // namespace ui
