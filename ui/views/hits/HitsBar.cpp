#include "ui/views/hits/HitsBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include "ui/views/hits/HitTable.h"

namespace ui {

namespace {

constexpr int kLeastFilterLetters = 16;
/// Narrower than this (logical pixels) the bar has no room for the legend.
constexpr double kLeastWidthWithLegend = 760;

/// Which colour is which probability.
class ProbabilityLegend : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintProbabilityLegend(painter, theme(), rect());
  }
};

}  // namespace

HitsBar::HitsBar(QWidget* parent)
    : QWidget(parent),
      m_filter(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_legend(new ProbabilityLegend(this)),
      m_open(new QPushButton(QObject::tr("Open DP view"), this)),
      m_families(new QPushButton(QObject::tr("Show as two families"), this)) {
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  m_filter->setObjectName(QStringLiteral("filter"));
  m_filter->setAccessibleName(QObject::tr("Filter hits"));
  m_filter->setPlaceholderText(QObject::tr("Filter by words of the name"));
  m_filter->setClearButtonEnabled(true);
  m_count->setForegroundRole(QPalette::PlaceholderText);
  m_open->setObjectName(QStringLiteral("open"));
  m_families->setObjectName(QStringLiteral("families"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(theme().space(2), theme().space(1), theme().space(2), theme().space(1));
  row->setSpacing(theme().space(2));
  row->addWidget(m_filter, 1);
  row->addWidget(m_count);
  row->addStretch(1);
  row->addWidget(m_legend);
  row->addWidget(m_families);
  row->addWidget(m_open);
}

void HitsBar::setCount(const QString& text) {
  m_count->setText(text);
  fitParts();
}

void HitsBar::setProblem(const QString& problem) {
  m_open->setEnabled(problem.isEmpty());
  m_families->setEnabled(problem.isEmpty());
  m_families->setToolTip(problem.isEmpty() ? QObject::tr("The rows of the query's alignment over those of the hit's")
                                           : problem);
  m_open->setToolTip(problem.isEmpty() ? QObject::tr("All matrices and paths of this alignment (Enter or double click)")
                                       : problem);
}

void HitsBar::applyTheme() {
  m_filter->setFont(theme().panelFont());
  m_count->setFont(theme().labelFont());
  const QFontMetrics metrics(theme().labelFont());
  m_legend->setFixedSize(qCeil(probabilityLegendWidth(theme())) + 1, metrics.height() + theme().space(1));
  m_filter->setMinimumWidth(QFontMetrics(m_filter->font()).averageCharWidth() * kLeastFilterLetters);
  fitParts();
}

void HitsBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitParts();
}

QSize HitsBar::minimumSizeHint() const {
  const QMargins margins = layout()->contentsMargins();
  const int parts = m_filter->minimumWidth() + m_families->sizeHint().width() + m_open->sizeHint().width();
  return {parts + margins.left() + margins.right() + 3 * layout()->spacing(), layout()->minimumSize().height()};
}

void HitsBar::fitParts() {
  m_legend->setVisible(width() >= kLeastWidthWithLegend * theme().scale);
  m_count->setVisible(width() >= minimumSizeHint().width() + layout()->spacing() + m_count->sizeHint().width());
}

}  // namespace ui
