#include "ui/views/headtable/HeadTableBar.h"

#include <QComboBox>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/look/Theme.h"
#include "ui/views/heads/HeadColumnChoice.h"

namespace ui {

namespace {

constexpr int kLeastFilterLetters = 16;

}  // namespace

HeadTableBar::HeadTableBar(QWidget* parent)
    : QWidget(parent),
      m_filter(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_colorTitle(new QLabel(tr("Colours"), this)),
      m_structure(new QPushButton(tr("Structure for contacts…"), this)),
      m_color(new HeadColumnChoice(tr("Colours of heads"), tr("Automatic"), this)),
      m_arrangement(new QComboBox(this)) {
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  m_filter->setObjectName(QStringLiteral("filter"));
  m_filter->setAccessibleName(tr("Filter heads"));
  m_filter->setPlaceholderText(tr("Filter: contacts, P@L > 0.2"));
  m_filter->setToolTip(tr("Words of labels, and conditions on columns: helix, P@L > 0.2, entropy < 3, type = M"));
  m_filter->setClearButtonEnabled(true);
  m_structure->setObjectName(QStringLiteral("structure"));
  m_color->offerLabel();
  m_color->setObjectName(QStringLiteral("color"));
  m_color->setToolTip(tr("What colours the grid and the squares beside the names"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(theme().space(2), theme().space(1), theme().space(2), theme().space(1));
  row->setSpacing(theme().space(2));
  row->addWidget(m_filter, 1);
  row->addWidget(m_count);
  row->addStretch(1);
  row->addWidget(m_structure);
  row->addWidget(m_colorTitle);
  row->addWidget(m_color);
  m_arrangement->setObjectName(QStringLiteral("arrangement"));
  m_arrangement->setAccessibleName(tr("Arrangement"));
  m_arrangement->addItems({tr("Both"), tr("Table"), tr("Grid")});
  row->addWidget(m_arrangement);
  connect(m_arrangement, &QComboBox::activated, this,
          [this](int which) { Q_EMIT arrangementChosen(static_cast<HeadArrangement>(which)); });
}

void HeadTableBar::setArrangement(HeadArrangement arrangement) {
  m_arrangement->setCurrentIndex(static_cast<int>(arrangement));
}

void HeadTableBar::setCount(const QString& text, const QString& problem) {
  m_count->setText(problem.isEmpty() ? text : problem);
  QPalette palette;
  palette.setColor(QPalette::WindowText, problem.isEmpty() ? theme().muted : theme().error);
  m_count->setPalette(palette);
  fitParts();
}

void HeadTableBar::applyTheme() {
  m_filter->setFont(theme().panelFont());
  m_count->setFont(theme().labelFont());
  m_colorTitle->setFont(theme().labelFont());
  m_filter->setMinimumWidth(QFontMetrics(m_filter->font()).averageCharWidth() * kLeastFilterLetters);
  fitParts();
}

void HeadTableBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitParts();
}

QSize HeadTableBar::minimumSizeHint() const {
  const QMargins margins = layout()->contentsMargins();
  int width = m_filter->minimumWidth() + margins.left() + margins.right() + m_color->sizeHint().width() +
              m_arrangement->sizeHint().width();
  const int parts = 3 + (m_structure->isVisibleTo(this) ? 1 : 0);
  if (m_structure->isVisibleTo(this)) width += m_structure->sizeHint().width();
  return {width + parts * layout()->spacing(), layout()->minimumSize().height()};
}

/// What tells least gives way first.
void HeadTableBar::fitParts() {
  int free = width() - minimumSizeHint().width();
  for (QLabel* label : {m_count, m_colorTitle}) {
    const int needed = label->sizeHint().width() + layout()->spacing();
    label->setVisible(needed <= free);
    if (needed <= free) free -= needed;
  }
}

}  // namespace ui
