// Answers that are typed or pointed at: a number, letters, a cell of a picture.
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "engine/lessons/run/AnswerText.h"
#include "ui/lessons/answers/AnswerInput.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

/// What was wrong stays readable beside the truth.
QString beside(const QString& guess, const QString& truth) {
  return guess.isEmpty() ? AnswerInput::tr("It is %1.").arg(truth)
                         : AnswerInput::tr("You said %1; it is %2.").arg(guess, truth);
}

/// A digit typed anywhere on the page begins an answer.
bool beginTyping(QLineEdit& line, int key, Qt::KeyboardModifiers modifiers) {
  const bool isBeginning = (key >= Qt::Key_0 && key <= Qt::Key_9) || key == Qt::Key_Minus;
  if (!isBeginning || line.isReadOnly() || (modifiers & ~Qt::KeypadModifier)) return false;
  line.setFocus();
  line.setText(QChar(key));
  return true;
}

class NumberInput : public AnswerInput {
 public:
  NumberInput(const engine::LessonQuestion& question, QWidget* parent)
      : AnswerInput(parent), m_question(question), m_line(new QLineEdit(this)), m_truth(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_line->setPlaceholderText(tr("a number, 1/4 or 25 %"));
    m_line->setAccessibleName(QString::fromStdString(question.text));
    row->addWidget(m_line, 2);
    m_unit = QString::fromStdString(question.unit);
    m_unitLabel = new QLabel(m_unit, this);
    row->addWidget(m_unitLabel);
    m_unitLabel->setVisible(!m_unit.isEmpty());
    m_truth->setWordWrap(true);
    m_truth->hide();
    row->addWidget(m_truth, 2);
    connect(m_line, &QLineEdit::textEdited, this, &AnswerInput::changed);
    connect(m_line, &QLineEdit::returnPressed, this, &AnswerInput::given);
    setFocusProxy(m_line);
  }
  std::optional<engine::LessonAnswer> answer() const override {
    const auto number = read(m_line->text());
    if (!number) return std::nullopt;
    return engine::LessonAnswer{{*number}, {}};
  }
  void setAnswer(const engine::LessonAnswer& answer) override {
    if (!answer.numbers.empty()) m_line->setText(QString::number(answer.numbers[0], 'g', 6));
  }
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override {
    if (!beginTyping(*m_line, key, modifiers)) return false;
    Q_EMIT changed();
    return true;
  }
  void showTruth(const engine::LessonAnswer& truth) override {
    if (truth.numbers.empty()) return;
    m_line->setReadOnly(true);
    const QString text = QString::fromStdString(engine::answerText(m_question, {{truth.numbers[0]}, {}}));
    m_truth->setText(beside(m_line->text().trimmed(), text));
    m_truth->show();
    m_line->hide();
    m_unitLabel->hide();
  }
  void clear() override {
    m_line->clear();
    m_line->setReadOnly(false);
    m_line->show();
    m_unitLabel->setVisible(!m_unit.isEmpty());
    m_truth->hide();
  }

 private:
  /// "0.64", "0,64", "-1", "1/4", "25 %".
  static std::optional<double> read(QString text) {
    text = text.trimmed().replace(u',', u'.').replace(u'−', u'-');
    const bool isPercent = text.endsWith(u'%');
    if (isPercent) text.chop(1);
    const QStringList parts = text.split(u'/');
    bool isNumber = false, isDivisor = true;
    double number = parts[0].trimmed().toDouble(&isNumber);
    if (parts.size() == 2) number /= parts[1].trimmed().toDouble(&isDivisor);
    if (!isNumber || !isDivisor || parts.size() > 2 || !qIsFinite(number)) return std::nullopt;
    return isPercent ? number / 100 : number;
  }

  engine::LessonQuestion m_question;
  QLineEdit* m_line;
  QLabel *m_truth, *m_unitLabel;
  QString m_unit;
};

class LettersInput : public AnswerInput {
 public:
  LettersInput(const engine::LessonQuestion& question, QWidget* parent)
      : AnswerInput(parent), m_line(new QLineEdit(this)), m_truth(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_line);
    column->addWidget(m_truth);
    m_line->setFont(ThemeModel::instance().theme().residueFont());
    m_line->setAccessibleName(QString::fromStdString(question.text));
    m_truth->setWordWrap(true);
    m_truth->hide();
    connect(m_line, &QLineEdit::textEdited, this, &AnswerInput::changed);
    connect(m_line, &QLineEdit::returnPressed, this, &AnswerInput::given);
    setFocusProxy(m_line);
  }
  std::optional<engine::LessonAnswer> answer() const override {
    const QString letters = m_line->text().trimmed();
    if (letters.isEmpty()) return std::nullopt;
    return engine::LessonAnswer{{}, letters.toStdString()};
  }
  void setAnswer(const engine::LessonAnswer& answer) override {
    m_line->setText(QString::fromStdString(answer.letters));
  }
  void showTruth(const engine::LessonAnswer& truth) override {
    m_line->setReadOnly(true);
    m_truth->setText(beside(m_line->text().trimmed(), QString::fromStdString(truth.letters)));
    m_truth->show();
  }
  void clear() override {
    m_line->clear();
    m_line->setReadOnly(false);
    m_truth->hide();
  }

 private:
  QLineEdit* m_line;
  QLabel* m_truth;
};

/// Clicked in the picture, or typed: "3", "2, 4".
class CellInput : public AnswerInput {
 public:
  CellInput(const engine::LessonQuestion& question, QWidget* parent)
      : AnswerInput(parent), m_line(new QLineEdit(this)), m_truth(new QLabel(this)), m_of(question.of) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_how = new QLabel(tr("Click it in the picture, or type its number:"), this);
    m_how->setWordWrap(true);
    row->addWidget(m_how, 3);
    m_line->setMinimumWidth(m_line->fontMetrics().averageCharWidth() * 8);
    m_line->setAccessibleName(QString::fromStdString(question.text));
    row->addWidget(m_line, 1);
    m_truth->setWordWrap(true);
    m_truth->hide();
    row->addWidget(m_truth, 2);
    connect(m_line, &QLineEdit::textEdited, this, &AnswerInput::changed);
    connect(m_line, &QLineEdit::returnPressed, this, &AnswerInput::given);
    setFocusProxy(m_line);
  }
  std::optional<engine::LessonAnswer> answer() const override {
    engine::LessonAnswer answer;
    for (const QString& part : m_line->text().split(QRegularExpression(QStringLiteral("[,; ]+")), Qt::SkipEmptyParts)) {
      bool isNumber = false;
      answer.numbers.push_back(part.toInt(&isNumber));
      if (!isNumber) return std::nullopt;
    }
    if (answer.numbers.empty()) return std::nullopt;
    return answer;
  }
  void setAnswer(const engine::LessonAnswer& answer) override { m_line->setText(textOf(answer)); }
  void setValues(const engine::StepValues& values) override { m_rows = values.labels(m_of, 0); }
  void chooseCell(const MarkedCells& cell) override {
    if (m_line->isReadOnly() || cell.at.empty() || cell.at[0] < 0) return;
    if (m_isPair && cell.array == m_of && cell.at.size() < 2) return;  // a whole row
    // A picture shows other arrays beside the one that is asked about: what counts the same is meant, keys of K by the
    // columns of a score.
    QString text;
    if (cell.array == m_of) {
      const size_t count = m_isPair ? std::min<size_t>(cell.at.size(), 2) : 1;
      for (size_t k = 0; k < count; ++k)
        text += (k ? QStringLiteral(", ") : QString()) + QString::number(cell.at[k] + 1);
    } else {
      text = QString::number(cell.at.back() + 1);
    }
    m_line->setText(text);
    Q_EMIT changed();
    Q_EMIT given();
  }
  void setNumTrue(int count) override { m_isPair = count > 1; }
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override {
    if (!beginTyping(*m_line, key, modifiers)) return false;
    Q_EMIT changed();
    return true;
  }
  void showTruth(const engine::LessonAnswer& truth) override {
    m_line->setReadOnly(true);
    const QString guess = m_line->text().trimmed();
    const bool isSame = guess == textOf(truth);
    m_how->hide();
    m_line->hide();  // from here on the text has the label too
    m_truth->setText(beside(isSame ? QString() : guess, textOf(truth)));
    m_truth->show();
  }
  void clear() override {
    m_line->clear();
    m_line->setReadOnly(false);
    m_line->show();
    m_how->show();
    m_truth->hide();
  }

 private:
  QString textOf(const engine::LessonAnswer& answer) const {
    QStringList parts;
    for (const double number : answer.numbers) parts << QString::number(number);
    QString text = parts.join(QStringLiteral(", "));
    const auto row = answer.numbers.empty() ? size_t{0} : static_cast<size_t>(answer.numbers[0]);
    if (row >= 1 && row <= m_rows.size() && !m_line->isVisibleTo(this))
      text += QStringLiteral(" (%1)").arg(QString::fromStdString(m_rows[row - 1]));
    return text;
  }

  QLineEdit* m_line;
  QLabel *m_how, *m_truth;
  std::string m_of;
  std::vector<std::string> m_rows;
  bool m_isPair = false;
};

}  // namespace

AnswerInput* makeNumberInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new NumberInput(question, parent);
}

AnswerInput* makeLettersInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new LettersInput(question, parent);
}

AnswerInput* makeCellInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new CellInput(question, parent);
}

}  // namespace ui
