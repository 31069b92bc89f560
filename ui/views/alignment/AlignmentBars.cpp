// Find, go to and filter.
#include "ui/views/alignment/AlignmentBars.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/look/FlowLayout.h"
#include "ui/look/Theme.h"
#include "ui/views/alignment/AlignmentArranger.h"
#include "ui/views/alignment/AlignmentFinder.h"

namespace ui {

AlignmentBar::AlignmentBar(QWidget* parent) : QWidget(parent) {
  const int margin = ThemeModel::instance().theme().space(1);
  auto* flow = new FlowLayout(this, 2 * margin);
  flow->setContentsMargins(2 * margin, margin, 2 * margin, margin);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  hide();
}

void AlignmentBar::addField(QWidget* field, const QString& label, const QString& name) {
  field->setObjectName(name);
  field->setAccessibleName(QString(label).remove(u'&'));
  if (!qobject_cast<QCheckBox*>(field) && !label.isEmpty()) {
    auto* text = new QLabel(label, this);
    text->setBuddy(field);
    auto* group = new QHBoxLayout;
    static_cast<FlowLayout*>(layout())->addGroup(group);
    group->addWidget(text);
    group->addWidget(field);
  } else {
    layout()->addWidget(field);
  }
  if (!m_first) m_first = field;
}

void AlignmentBar::finish() {
  auto* button = new QToolButton(this);
  button->setText(QStringLiteral("✕"));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(tr("Close"));
  button->setToolTip(tr("Close (Escape)"));
  connect(button, &QToolButton::clicked, this, &AlignmentBar::close);
  layout()->addWidget(button);
}

void AlignmentBar::open() {
  show();
  m_first->setFocus(Qt::ShortcutFocusReason);
  if (auto* text = qobject_cast<QLineEdit*>(m_first)) text->selectAll();
}

void AlignmentBar::close() {
  hide();
  Q_EMIT closed();
}

void AlignmentBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    close();
  else
    QWidget::keyPressEvent(event);
}

FindBar::FindBar(AlignmentFinder& finder, QWidget* parent)
    : AlignmentBar(parent),
      m_finder(finder),
      m_text(new QLineEdit),
      m_where(new QComboBox),
      m_expression(new QCheckBox(tr("&Regular expression"))),
      m_summary(new QLabel) {
  setObjectName(QStringLiteral("findBar"));
  m_text->setPlaceholderText(tr("Residues, gaps ignored"));
  m_where->addItem(tr("in residues"), static_cast<int>(FindRequest::Where::residues));
  m_where->addItem(tr("in names"), static_cast<int>(FindRequest::Where::names));
  addField(m_text, tr("F&ind"), QStringLiteral("findText"));
  addField(m_where, {}, QStringLiteral("findWhere"));
  m_where->setAccessibleName(tr("Where to find"));
  addField(m_expression, tr("Regular expression"), QStringLiteral("findExpression"));
  m_expression->setToolTip(tr("Such as N[^P][ST] for a place of N-glycosylation"));
  const auto addStep = [this](const QString& text, const QString& tip, int step) {
    auto* button = new QPushButton(text);
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, [this, step] { Q_EMIT stepRequested(step); });
    layout()->addWidget(button);
  };
  addStep(tr("&Previous"), tr("Previous match (Shift+F3)"), -1);
  addStep(tr("&Next"), tr("Next match (F3, Enter)"), 1);
  m_summary->setObjectName(QStringLiteral("findSummary"));
  layout()->addWidget(m_summary);
  finish();
  connect(m_text, &QLineEdit::textChanged, this, &FindBar::search);
  connect(m_where, &QComboBox::currentIndexChanged, this, &FindBar::search);
  connect(m_expression, &QCheckBox::toggled, this, &FindBar::search);
  connect(&finder, &AlignmentFinder::changed, this, &FindBar::follow);
  connect(this, &AlignmentBar::closed, &finder, [&finder] { finder.markMatches(false); });
  follow();
}

void FindBar::showEvent(QShowEvent* event) {
  AlignmentBar::showEvent(event);
  m_finder.markMatches(true);
}

void FindBar::search() {
  const auto where = static_cast<FindRequest::Where>(m_where->currentData().toInt());
  m_text->setPlaceholderText(where == FindRequest::Where::names ? tr("Name or description")
                                                                : tr("Residues, gaps ignored"));
  m_finder.find({where, m_text->text(), m_expression->isChecked()});
}

void FindBar::follow() {
  m_summary->setText(m_finder.summary());
  const FindRequest& request = m_finder.request();
  const QSignalBlocker quietText(m_text), quietWhere(m_where), quietExpression(m_expression);
  if (m_text->text() != request.text) m_text->setText(request.text);
  m_where->setCurrentIndex(m_where->findData(static_cast<int>(request.where)));
  m_expression->setChecked(request.isRegularExpression);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    Q_EMIT stepRequested(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
  else
    AlignmentBar::keyPressEvent(event);
}

GoToBar::GoToBar(QWidget* parent)
    : AlignmentBar(parent), m_kind(new QComboBox), m_text(new QLineEdit), m_problem(new QLabel) {
  setObjectName(QStringLiteral("goToBar"));
  m_kind->addItem(tr("column"), static_cast<int>(Kind::column));
  m_kind->addItem(tr("residue of the row"), static_cast<int>(Kind::residue));
  m_kind->addItem(tr("structure number"), static_cast<int>(Kind::structure));
  m_first = m_text;
  addField(m_kind, tr("&Go to"), QStringLiteral("goToKind"));
  addField(m_text, {}, QStringLiteral("goToText"));
  m_text->setAccessibleName(tr("Number"));
  m_problem->setObjectName(QStringLiteral("goToProblem"));
  layout()->addWidget(m_problem);
  finish();
  const auto ask = [this] { Q_EMIT requested(static_cast<Kind>(m_kind->currentData().toInt()), m_text->text()); };
  connect(m_text, &QLineEdit::returnPressed, this, ask);
}

void GoToBar::showProblem(const QString& problem) { m_problem->setText(problem); }

FilterBar::FilterBar(AlignmentArranger& arranger, QWidget* parent)
    : AlignmentBar(parent),
      m_arranger(arranger),
      m_name(new QLineEdit),
      m_expression(new QCheckBox(tr("&Regular expression"))),
      m_count(new QLabel) {
  setObjectName(QStringLiteral("filterBar"));
  m_identity = addPercent(tr("&Identity ≥"), QStringLiteral("filterIdentity"), tr("To the reference row"), 0);
  m_coverage = addPercent(tr("&Coverage ≥"), QStringLiteral("filterCoverage"), tr("Columns with a residue"), 0);
  m_gaps = addPercent(tr("&Gaps ≤"), QStringLiteral("filterGaps"),
                      tr("Gaps between the first and the last residue of a row"), 100);
  m_pairwise = addPercent(tr("&Pairwise identity ≤"), QStringLiteral("filterPairwise"),
                          tr("Rows that are more alike to a row that is kept are left out, as in hhfilter -id"), 100);
  m_name->setPlaceholderText(tr("Name or description"));
  addField(m_name, tr("Na&me"), QStringLiteral("filterName"));
  addField(m_expression, tr("Regular expression"), QStringLiteral("filterExpression"));
  m_count->setObjectName(QStringLiteral("filterCount"));
  layout()->addWidget(m_count);
  finish();
  connect(m_name, &QLineEdit::textChanged, this, &FilterBar::apply);
  connect(m_expression, &QCheckBox::toggled, this, &FilterBar::apply);
  connect(&arranger, &AlignmentArranger::filtered, this, &FilterBar::follow);
  connect(&arranger, &AlignmentArranger::changed, this, &FilterBar::follow);
  follow();
}

QDoubleSpinBox* FilterBar::addPercent(const QString& label, const QString& name, const QString& tip, double otherwise) {
  auto* box = new QDoubleSpinBox;
  box->setRange(0, 100);
  box->setDecimals(0);
  box->setSuffix(QStringLiteral(" %"));
  box->setValue(otherwise);
  box->setToolTip(tip);
  addField(box, label, name);
  connect(box, &QDoubleSpinBox::valueChanged, this, &FilterBar::apply);
  return box;
}

void FilterBar::apply() {
  m_arranger.change([this](AlignmentChoices& choices) {
    choices.filter = {m_identity->value(), m_coverage->value(), m_gaps->value(),
                      m_pairwise->value(), m_name->text(),      m_expression->isChecked()};
  });
}

void FilterBar::follow() {
  const AlignmentFilter& filter = m_arranger.options().filter;
  const auto put = [](QDoubleSpinBox* box, double value) {
    const QSignalBlocker quiet(box);
    box->setValue(value);
  };
  put(m_identity, filter.minIdentity);
  put(m_coverage, filter.minCoverage);
  put(m_gaps, filter.maxGaps);
  put(m_pairwise, filter.maxPairwiseIdentity);
  const QSignalBlocker quietName(m_name), quietExpression(m_expression);
  if (m_name->text() != filter.name) m_name->setText(filter.name);
  m_expression->setChecked(filter.isRegularExpression);
  const QString problem = filterProblem(filter);
  m_count->setText(!problem.isEmpty()
                       ? problem
                       : tr("%1 of %2 rows")
                             .arg(QLocale().toString(static_cast<qlonglong>(m_arranger.numPassing())),
                                  QLocale().toString(static_cast<qlonglong>(m_arranger.arrangement()->numRows()))));
}

}  // namespace ui
