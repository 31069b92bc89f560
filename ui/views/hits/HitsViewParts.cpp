// Widgets of the hits view: the bar above the table, table and rows, the inspector's form.
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/Error.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/hits/HitsView.h"

namespace ui {

namespace {

/// Heights of table and rows in proportion; the splitter scales them down.
const QList<int> kShares = {11000, 9000};

/// Which colour is which probability.
class ProbabilityLegend : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintProbabilityLegend(painter, ThemeModel::instance().theme(), rect());
  }
};

}  // namespace

void HitsView::makeToolBar() {
  m_bar = new QWidget(this);
  m_bar->setBackgroundRole(QPalette::Base);
  m_bar->setAutoFillBackground(true);
  auto* row = new QHBoxLayout(m_bar);
  row->setContentsMargins(theme().space(2), theme().space(1), theme().space(2), theme().space(1));
  row->setSpacing(theme().space(2));
  m_filter = new QLineEdit(m_bar);
  m_filter->setObjectName(QStringLiteral("filter"));
  m_filter->setAccessibleName(tr("Filter hits"));
  m_filter->setPlaceholderText(tr("Filter by words of the name"));
  m_filter->setClearButtonEnabled(true);
  m_count = new QLabel(m_bar);
  m_count->setForegroundRole(QPalette::PlaceholderText);
  m_legend = new ProbabilityLegend(m_bar);
  m_open = new QPushButton(tr("Open DP view"), m_bar);
  m_open->setObjectName(QStringLiteral("open"));
  row->addWidget(m_filter, 1);
  row->addWidget(m_count);
  row->addStretch(1);
  row->addWidget(m_legend);
  row->addWidget(m_open);
}

void HitsView::makeParts() {
  m_model = new HitModel(this);
  m_order = new HitOrder(*m_model, this);
  m_splitter = new QSplitter(Qt::Vertical, this);
  m_splitter->setChildrenCollapsible(false);
  m_table = new HitTableView(*m_model, *m_order, m_splitter);
  auto* rows = new QWidget(m_splitter);
  auto* row = new QHBoxLayout(rows);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  m_scroll = new QScrollBar(Qt::Vertical, rows);
  row->addWidget(&canvas());
  row->addWidget(m_scroll);
  m_splitter->setStretchFactor(0, 1);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setSizes(kShares);
  auto* column = qobject_cast<QVBoxLayout*>(layout());
  column->addWidget(m_bar);
  column->addWidget(m_splitter, 1);
  startButton().raise();
  setFocusProxy(m_table);
  // The table first: Tab comes to it through the view, past everything that stood before it.
  setTabOrder(m_table, &canvas());
  setTabOrder(&canvas(), m_filter);
  setTabOrder(m_filter, m_open);
}

void HitsView::connectParts() {
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
    const int before = m_table->currentHit();
    m_order->setFilter(words);
    if (m_table->currentHit() < 0 && m_order->rowCount() > 0) m_table->selectHit(m_order->sourceRow(0));
    if (m_table->currentHit() != before) showHit();
    showCount();
    Q_EMIT stateChanged();
  });
  connect(m_filter, &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
  connect(m_table, &HitTableView::currentHitChanged, this, [this] {
    showHit();
    Q_EMIT readoutChanged();
    Q_EMIT stateChanged();
  });
  connect(m_table, &HitTableView::sorted, this, &View::stateChanged);
  connect(m_table, &HitTableView::sorted, this, &View::controlsOutdated);
  connect(m_table, &HitTableView::opened, this, &HitsView::openHit);
  connect(m_table, &HitTableView::copyRequested, this, &HitsView::copyRows);
  connect(m_table, &HitTableView::queryColumnHovered, this, &HitsView::hoverQueryColumn);
  connect(m_table, &HitTableView::queryColumnClicked, this, [this] { View::onClicked({}); });
  connect(m_table, &HitTableView::released, this, [this] { session().selection().clearLocked(); });
  connect(m_open, &QPushButton::clicked, this, [this] { openHit(m_table->currentHit()); });
  connect(m_scroll, &QScrollBar::valueChanged, this, &HitsView::refresh);
  connect(m_scroll, &QScrollBar::valueChanged, this, &View::stateChanged);
  connect(m_splitter, &QSplitter::splitterMoved, this, &HitsView::fitScrollBar);
}

QWidget* HitsView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const auto addButton = [&](const QString& text, const QString& help, auto action) {
    auto* button = new QPushButton(text, widget);
    button->setToolTip(help);
    connect(button, &QPushButton::clicked, this, action);
    form->addRow(button);
  };
  auto* order = new QComboBox(widget);
  for (int column = 0; column < kNumHitColumns; ++column) order->addItem(hitHeading(static_cast<HitColumn>(column)));
  order->setCurrentIndex(std::max(0, m_order->sortColumn()));
  order->setAccessibleName(tr("Sort by"));
  order->setToolTip(tr("As a click on the heading does"));
  connect(order, &QComboBox::currentIndexChanged, this,
          [this](int column) { m_table->sortBy(static_cast<HitColumn>(column)); });
  form->addRow(tr("Sort by"), order);
  auto* reversed = new QCheckBox(tr("Best at the end"), widget);
  reversed->setChecked(m_order->sortOrder() != bestFirst(static_cast<HitColumn>(order->currentIndex())));
  connect(reversed, &QCheckBox::toggled, this, [this, order](bool on) {
    const auto column = static_cast<HitColumn>(order->currentIndex());
    const bool isAscending = (bestFirst(column) == Qt::AscendingOrder) != on;
    m_table->sortBy(column, isAscending ? Qt::AscendingOrder : Qt::DescendingOrder);
  });
  form->addRow(reversed);
  addButton(tr("Copy rows"), tr("The selected hits as tab-separated text (Ctrl+C)"), [this] { copyRows(); });
  addButton(tr("Save table…"), tr("All hits that are shown as tab-separated text"), [this] { chooseTableFile(); });
  return widget;
}

QJsonObject HitsView::state() const {
  return {{QStringLiteral("filter"), m_filter->text()},
          {QStringLiteral("sortedBy"), m_order->sortColumn()},
          {QStringLiteral("isDescending"), m_order->sortOrder() == Qt::DescendingOrder},
          {QStringLiteral("hit"), m_table->currentHit()},
          {QStringLiteral("scroll"), m_scroll->value()}};
}

void HitsView::setState(const QJsonObject& state) {
  const auto number = [&](const char* key, int now) { return state[QLatin1String(key)].toInt(now); };
  m_filter->setText(state[QStringLiteral("filter")].toString(m_filter->text()));
  const int column = std::clamp(number("sortedBy", m_order->sortColumn()), -1, kNumHitColumns - 1);
  const bool isDescending = state[QStringLiteral("isDescending")].toBool(m_order->sortOrder() == Qt::DescendingOrder);
  const Qt::SortOrder direction = isDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
  if (column < 0) {
    m_order->sort(-1, direction);
  } else if (column != m_order->sortColumn() || direction != m_order->sortOrder()) {
    m_table->sortBy(static_cast<HitColumn>(column), direction);
  }
  const int hit = std::clamp(number("hit", m_table->currentHit()), -1, m_model->rowCount() - 1);
  if (hit >= 0 && m_order->rowOf(hit) >= 0) m_table->selectHit(hit);
  m_scroll->setValue(number("scroll", m_scroll->value()));
  showCount();
}

void HitsView::chooseTableFile() {
  askForNewFile(this, tr("Save table of hits"), QStringLiteral("hits.tsv"), {tr("Tab-separated text (*.tsv)")},
                [this](const QString& path) {
                  try {
                    saveTable(path);
                    session().report(MessageKind::information, tr("Saved %1").arg(path));
                  } catch (const engine::Error& error) {
                    session().report(MessageKind::error, QString::fromUtf8(error.what()));
                  }
                });
}

}  // namespace ui
