#include "ui/views/base/ChoiceLine.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

ChoiceLine::ChoiceLine(QWidget* parent) : QFrame(parent), m_question(new QLabel(this)), m_row(new QHBoxLayout(this)) {
  const Theme& theme = ThemeModel::instance().theme();
  setObjectName(QStringLiteral("choiceLine"));
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);  // the picture keeps the room
  m_question->setTextFormat(Qt::PlainText);
  m_question->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // narrow views cut it off
  auto* close = new QToolButton(this);
  close->setIcon(icon(QStringLiteral("close")));
  close->setAccessibleName(tr("Close the question"));
  close->setFocusPolicy(Qt::StrongFocus);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  m_row->setContentsMargins(theme.space(2), theme.space(1), theme.space(1), theme.space(1));
  m_row->setSpacing(theme.space(2));
  m_row->addWidget(m_question, 1);
  m_row->addWidget(close);
  hide();
}

void ChoiceLine::ask(const QString& question, const QStringList& answers, std::function<void(int)> chosen) {
  constexpr int kMostButtons = 8;
  m_question->setText(question);
  m_question->setToolTip(question);
  delete std::exchange(m_answers, new QWidget(this));
  auto* row = new QHBoxLayout(m_answers);
  row->setContentsMargins(0, 0, 0, 0);
  // Answered later: the answer may ask the next question, which deletes this button.
  const auto answer = [this, chosen](int number) {
    hide();
    chosen(number);
  };
  const auto addButton = [&](const QString& text) {
    auto* button = new QToolButton(m_answers);
    button->setText(text);
    button->setAccessibleName(question + u' ' + text);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
    return button;
  };
  for (int k = 0; k < std::min(kMostButtons, static_cast<int>(answers.size())); ++k)
    connect(
        addButton(answers[k]), &QToolButton::clicked, this, [answer, k] { answer(k); }, Qt::QueuedConnection);
  if (answers.size() > kMostButtons) {
    QToolButton* more = addButton(tr("More"));
    auto* menu = new QMenu(more);
    for (int k = kMostButtons; k < static_cast<int>(answers.size()); ++k)
      connect(
          menu->addAction(answers[k]), &QAction::triggered, this, [answer, k] { answer(k); }, Qt::QueuedConnection);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
  }
  m_row->insertWidget(1, m_answers);
  show();
}

}  // namespace ui
