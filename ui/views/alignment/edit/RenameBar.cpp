#include "ui/views/alignment/edit/RenameBar.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>

namespace ui {

RenameBar::RenameBar(QWidget* parent) : AlignmentBar(parent), m_name(new QLineEdit), m_problem(new QLabel) {
  setObjectName(QStringLiteral("renameBar"));
  addField(m_name, tr("&Name"), QStringLiteral("rowName"));
  m_problem->setObjectName(QStringLiteral("rowNameProblem"));
  layout()->addWidget(m_problem);
  finish();
  connect(m_name, &QLineEdit::returnPressed, this, [this] { Q_EMIT requested(m_row, m_name->text().trimmed()); });
  connect(m_name, &QLineEdit::textChanged, m_problem, &QLabel::clear);
}

void RenameBar::begin(qsizetype row, const QString& name) {
  m_row = row;
  m_name->setText(name);
  open();
}

void RenameBar::answer(const QString& problem) {
  m_problem->setText(problem);
  if (!problem.isEmpty()) return;
  hide();
  Q_EMIT closed();
}

}  // namespace ui
