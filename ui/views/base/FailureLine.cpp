// One line below a picture that could not be renewed, with the whole text behind a button.
#include "ui/views/base/FailureLine.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

FailureLine::FailureLine(QWidget* parent)
    : QFrame(parent),
      m_text(new QLabel(this)),
      m_details(new QLabel(this)),
      m_button(new QToolButton(this)),
      m_close(new QToolButton(this)) {
  const Theme& theme = ThemeModel::instance().theme();
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);  // the picture keeps the room
  m_text->setTextFormat(Qt::PlainText);
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // narrow views cut it off
  m_details->setTextFormat(Qt::PlainText);
  m_details->setWordWrap(true);
  m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_button->setText(tr("Details"));
  m_button->setCheckable(true);
  m_button->setFocusPolicy(Qt::StrongFocus);
  m_close->setIcon(icon(QStringLiteral("close")));
  m_close->setAccessibleName(tr("Close the line"));
  m_close->setFocusPolicy(Qt::StrongFocus);
  auto* row = new QHBoxLayout;
  row->setSpacing(theme.space(2));
  row->addWidget(m_text, 1);
  row->addWidget(m_button);
  row->addWidget(m_close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme.space(2), theme.space(1), theme.space(1), theme.space(1));
  layout->setSpacing(theme.space(1));
  layout->addLayout(row);
  layout->addWidget(m_details);
  connect(m_button, &QToolButton::toggled, this, &FailureLine::showDetails);
  connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &FailureLine::recolor);
  recolor();
}

void FailureLine::tell(const QString& title, const QString& error) {
  m_text->setText(tr("%1 failed").arg(title));
  m_text->setToolTip(m_text->text());
  m_details->setText(error);
  m_button->setAccessibleName(tr("Details of %1").arg(title));
  m_button->setChecked(false);
  showDetails(false);
  show();
}

void FailureLine::showDetails(bool on) { m_details->setVisible(on); }

void FailureLine::recolor() {
  QPalette colors = palette();
  colors.setColor(QPalette::WindowText, ThemeModel::instance().theme().error);
  m_text->setPalette(colors);
}

}  // namespace ui
