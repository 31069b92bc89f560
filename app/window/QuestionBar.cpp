// A question in a line above the views.
#include "app/window/QuestionBar.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

namespace app {

QuestionBar::QuestionBar(QWidget* parent) : QFrame(parent), m_row(new QHBoxLayout(this)), m_text(new QLabel(this)) {
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_row->addWidget(m_text, 1);
  hide();
}

QString QuestionBar::text() const { return m_text->text(); }

void QuestionBar::ask(const QString& text, const std::vector<Answer>& answers, bool takesFocus) {
  forget();
  m_text->setText(text);
  for (const auto& [label, work] : answers) {
    auto* button = new QPushButton(label, this);
    connect(button, &QPushButton::clicked, this, [this, work = work] { answer(work); });
    m_row->addWidget(button);
    m_buttons.push_back(button);
  }
  show();
  if (!takesFocus) return;
  m_focusBefore = QApplication::focusWidget();
  m_buttons.front()->setFocus();
}

void QuestionBar::forget() {
  hide();
  for (QPushButton* button : m_buttons) {  // one of them may be speaking just now
    button->setParent(nullptr);
    button->deleteLater();
  }
  m_buttons.clear();
}

void QuestionBar::answer(const std::function<void()>& work) {
  hide();
  if (m_focusBefore) m_focusBefore->setFocus();
  m_focusBefore.clear();
  if (work) work();
}

void QuestionBar::dismiss() {
  if (!isHidden() && !m_buttons.empty()) m_buttons.back()->click();
}

void QuestionBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return dismiss();
  // The button with the focus, as in a dialog.
  auto* button = qobject_cast<QPushButton*>(focusWidget());
  if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return button->click();
  QFrame::keyPressEvent(event);
}

}  // namespace app
