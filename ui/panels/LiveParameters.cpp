#include "ui/panels/LiveParameters.h"

#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSlider>
#include <QVBoxLayout>

#include "engine/operations/Operation.h"
#include "ui/look/Theme.h"
#include "ui/panels/ParameterForm.h"

namespace ui {

LiveParameters::LiveParameters(Session& session, const engine::Request& request, QWidget* parent, int room)
    : QWidget(parent), m_live(new LiveRequest(session, request, this)) {
  const Theme& theme = ThemeModel::instance().theme();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(theme.space(1));
  m_form = new ParameterForm(engine::findOperation(request.operation).parameters(), this,
                             ParameterForm::Numbers::withSliders, room);
  layout->addWidget(m_form);
  m_problem = new QLabel(this);
  m_problem->setTextFormat(Qt::PlainText);
  m_problem->setObjectName(QStringLiteral("problem"));
  QPalette colors = m_problem->palette();
  colors.setColor(QPalette::WindowText, theme.error);
  m_problem->setPalette(colors);
  m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_problem->hide();
  layout->addWidget(m_problem);
  m_keep = new QPushButton(tr("Keep this one"), this);
  m_keep->setToolTip(tr("Put a copy of this result into the library, to compare it with others"));
  layout->addWidget(m_keep, 0, Qt::AlignLeft);
  showRequest();
  connect(m_form, &ParameterForm::changed, this, &LiveParameters::ask);
  for (QSlider* slider : m_form->findChildren<QSlider*>()) {
    connect(slider, &QSlider::sliderPressed, m_live, [this] { m_live->setHeld(true); });
    connect(slider, &QSlider::sliderReleased, m_live, [this] { m_live->setHeld(false); });
  }
  connect(m_keep, &QPushButton::clicked, m_live, &LiveRequest::keepCopy);
  connect(m_live, &LiveRequest::ended, this, &LiveParameters::tellProblem);
  connect(m_live, &LiveRequest::replaced, this, &LiveParameters::showRequest);
  connect(m_live, &LiveRequest::settled, this, &LiveParameters::settled);
}

QString LiveParameters::problem() const { return m_problem->toolTip(); }

void LiveParameters::ask() {
  if (m_isShowing) return;
  try {
    const engine::ParameterValues values = m_form->values();
    engine::findOperation(m_live->request().operation).checkParameters(values);  // half typed: nothing to run
    m_live->setParameters(values);
  } catch (const engine::Error& error) {
    tellProblem(QString::fromUtf8(error.what()));
  }
}

void LiveParameters::tellProblem(const QString& problem) {
  const int width = std::max(m_form->width(), m_form->sizeHint().width());
  m_problem->setText(m_problem->fontMetrics().elidedText(problem.simplified(), Qt::ElideRight, width));
  m_problem->setToolTip(problem);
  m_problem->setVisible(!problem.isEmpty());
}

void LiveParameters::showRequest() {
  const QScopedValueRollback<bool> showing(m_isShowing, true);
  m_form->setValues(m_live->request().parameters);
  tellProblem({});
}

}  // namespace ui
