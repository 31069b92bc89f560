// Options to choose from, one or several; hands may be counted for each.
#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/lessons/answers/AnswerInput.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr double kFaint = 0.16;

QColor faint(QColor color) {
  color.setAlphaF(static_cast<float>(kFaint));
  return color;
}

/// One option: its number, its text, what became of it, and a bar of the hands that were raised for it.
class OptionButton : public QAbstractButton {
 public:
  enum class Outcome { open, right, wrong, missed };

  OptionButton(int number, const QString& text, QWidget* parent) : QAbstractButton(parent), m_number(number) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);  // as high as its lines
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Option %1: %2").arg(number).arg(text));
  }
  void setOutcome(Outcome outcome) {
    m_outcome = outcome;
    const QString told = outcome == Outcome::right    ? tr("true, chosen")
                         : outcome == Outcome::wrong  ? tr("chosen, not true")
                         : outcome == Outcome::missed ? tr("true, not chosen")
                                                      : QString();
    setAccessibleDescription(told);
    setToolTip(told);
    update();
  }
  void setVotes(int votes, int most) {
    m_votes = votes;
    m_mostVotes = most;
    update();
  }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override {
    const int room = width - 4 * pad() - markWidth();
    return fontMetrics().boundingRect(0, 0, std::max(1, room), 10000, Qt::TextWordWrap, text()).height() + 2 * pad();
  }
  QSize sizeHint() const override {
    return {fontMetrics().horizontalAdvance(text()) + 4 * pad() + markWidth(), fontMetrics().height() + 2 * pad()};
  }
  QSize minimumSizeHint() const override { return {8 * pad() + markWidth(), fontMetrics().height() + 2 * pad()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = ThemeModel::instance().theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isLit = isChecked() || m_outcome != Outcome::open;
    const QColor tint = m_outcome == Outcome::wrong  ? theme.error
                        : m_outcome == Outcome::open ? theme.accent
                                                     : theme.good;
    painter.setBrush(isLit ? faint(tint) : theme.panel);
    const bool isNear = underMouse() || hasFocus();
    painter.setPen(QPen(isLit || isNear ? tint : theme.line, hasFocus() ? 2 : 1,
                        m_outcome == Outcome::missed ? Qt::DashLine : Qt::SolidLine));
    painter.drawRoundedRect(frame, 4, 4);
    paintVotes(painter, theme);
    painter.setPen(theme.muted);
    const QString mark = m_outcome == Outcome::right || m_outcome == Outcome::missed ? QStringLiteral("✓")
                         : m_outcome == Outcome::wrong                               ? QStringLiteral("✗")
                                                                                     : QString::number(m_number);
    painter.drawText(QRect(pad(), 0, markWidth(), height()), Qt::AlignCenter, mark);
    painter.setPen(isEnabled() || isLit ? theme.text : theme.muted);
    painter.drawText(rect().adjusted(2 * pad() + markWidth(), 0, -pad(), 0), Qt::AlignVCenter | Qt::TextWordWrap,
                     text());
  }
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  int pad() const { return ThemeModel::instance().theme().space(1); }
  int markWidth() const { return fontMetrics().horizontalAdvance(QStringLiteral("00")); }
  void paintVotes(QPainter& painter, const Theme& theme) {
    if (m_mostVotes <= 0) return;
    const double share = static_cast<double>(m_votes) / m_mostVotes;
    painter.fillRect(QRectF(1, height() - pad(), (width() - 2) * share, pad() - 1), theme.accent);
    painter.setPen(theme.text);
    painter.drawText(rect().adjusted(0, 0, -2 * pad(), 0), Qt::AlignRight | Qt::AlignVCenter, QString::number(m_votes));
  }

  int m_number, m_votes = 0, m_mostVotes = 0;
  Outcome m_outcome = Outcome::open;
};

class ChooseInput : public AnswerInput {
 public:
  ChooseInput(const engine::LessonQuestion& question, QWidget* parent) : AnswerInput(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(ThemeModel::instance().theme().space(1));
    std::vector<size_t> order(question.options.size());
    for (size_t k = 0; k < order.size(); ++k) order[k] = k;
    if (question.isShuffled)  // the same for everybody and every time
      std::stable_sort(order.begin(), order.end(), [&](size_t one, size_t other) {
        return qHash(QString::fromStdString(question.options[one].text)) <
               qHash(QString::fromStdString(question.options[other].text));
      });
    m_votes.assign(order.size(), 0);
    for (size_t place = 0; place < order.size(); ++place) {
      auto* button = new OptionButton(static_cast<int>(place) + 1,
                                      QString::fromStdString(question.options[order[place]].text), this);
      column->addWidget(button);
      m_buttons.push_back(button);
      m_options.push_back(static_cast<int>(order[place]) + 1);
      connect(button, &QAbstractButton::clicked, this, [this, place] { onClicked(place); });
    }
  }
  std::optional<engine::LessonAnswer> answer() const override {
    engine::LessonAnswer answer;
    for (size_t k = 0; k < m_buttons.size(); ++k)
      if (m_buttons[k]->isChecked()) answer.numbers.push_back(m_options[k]);
    std::sort(answer.numbers.begin(), answer.numbers.end());
    if (answer.numbers.empty()) return std::nullopt;
    return answer;
  }
  void setAnswer(const engine::LessonAnswer& answer) override {
    for (size_t k = 0; k < m_buttons.size(); ++k) m_buttons[k]->setChecked(has(answer, k));
  }
  void setNumTrue(int count) override { m_areSeveral = count != 1; }
  void showTruth(const engine::LessonAnswer& truth) override {
    for (size_t k = 0; k < m_buttons.size(); ++k) {
      const bool isTrue = has(truth, k), isChosen = m_buttons[k]->isChecked();
      using Outcome = OptionButton::Outcome;
      m_buttons[k]->setOutcome(isTrue && isChosen ? Outcome::right
                               : isTrue           ? Outcome::missed
                               : isChosen         ? Outcome::wrong
                                                  : Outcome::open);
      m_buttons[k]->setEnabled(false);
    }
  }
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override {
    const int place = key - Qt::Key_1;
    if (place < 0 || place >= std::min<int>(9, static_cast<int>(m_buttons.size()))) return false;
    if (m_isVoting) return vote(static_cast<size_t>(place), modifiers & Qt::ShiftModifier ? -1 : 1), true;
    m_buttons[static_cast<size_t>(place)]->click();
    return true;
  }
  void setVoting(bool isVoting) override { m_isVoting = isVoting; }
  std::vector<int> votes() const override { return m_votes; }
  void setVotes(const std::vector<int>& votes) override {
    if (votes.size() != m_votes.size()) return;
    m_votes = votes;
    showVotes();
  }
  void clear() override {
    for (OptionButton* button : m_buttons) {
      button->setEnabled(true);
      button->setChecked(false);
      button->setOutcome(OptionButton::Outcome::open);
    }
    m_votes.assign(m_votes.size(), 0);
    showVotes();
  }

 private:
  bool has(const engine::LessonAnswer& answer, size_t place) const {
    return std::find(answer.numbers.begin(), answer.numbers.end(), m_options[place]) != answer.numbers.end();
  }
  void onClicked(size_t place) {
    if (m_isVoting) {
      m_buttons[place]->setChecked(false);
      return vote(place, 1);
    }
    if (!m_areSeveral)
      for (size_t k = 0; k < m_buttons.size(); ++k) m_buttons[k]->setChecked(k == place);
    Q_EMIT changed();
    if (!m_areSeveral) Q_EMIT given();
  }
  void vote(size_t place, int change) {
    m_votes[place] = std::max(0, m_votes[place] + change);
    showVotes();
    Q_EMIT changed();
  }
  void showVotes() {
    const int most = m_votes.empty() ? 0 : *std::max_element(m_votes.begin(), m_votes.end());
    for (size_t k = 0; k < m_buttons.size(); ++k) m_buttons[k]->setVotes(m_votes[k], most);
  }

  std::vector<OptionButton*> m_buttons;
  std::vector<int> m_options;  ///< from 1, of the buttons in their order
  std::vector<int> m_votes;
  bool m_areSeveral = true, m_isVoting = false;
};

}  // namespace

AnswerInput* makeChooseInput(const engine::LessonQuestion& question, QWidget* parent) {
  return new ChooseInput(question, parent);
}

}  // namespace ui
