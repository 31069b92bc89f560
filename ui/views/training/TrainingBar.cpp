#include "ui/views/training/TrainingBar.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include "ui/look/FlowLayout.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr double kLeastRate = 1e-8, kMostRate = 100;

QPushButton* buttonOf(const char* name, const QString& text, const QString& help, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(QString::fromLatin1(name));
  button->setToolTip(help);
  return button;
}

}  // namespace

TrainingBar::TrainingBar(QWidget* parent)
    : QWidget(parent),
      m_start(buttonOf("start", tr("Start again"), tr("Trains from the beginning, as a new result"), this)),
      m_pause(
          buttonOf("pause", tr("Pause"), tr("Halts the training; nothing is lost and nothing computed anew"), this)),
      m_stop(buttonOf("stop", tr("Stop and keep"), tr("Ends the training with what it has learned"), this)),
      m_cancel(buttonOf("cancel", tr("Cancel"), tr("Ends the training; nothing of it stays"), this)),
      m_goOn(buttonOf("goOn", tr("Continue"), tr("Half as many steps more, at half the rate"), this)),
      m_rateTitle(new QLabel(tr("Rate"), this)),
      m_step(new QLabel(this)),
      m_rate(new QLineEdit(this)),
      m_upper(new QComboBox(this)) {
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);  // as many lines as it needs, the rest is the picture's
  setSizePolicy(policy);
  const Theme& theme = ThemeModel::instance().theme();
  auto* row = new FlowLayout(this, theme.space(2));
  row->setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1));
  for (QPushButton* button : {m_start, m_pause, m_stop, m_cancel, m_goOn}) row->addWidget(button);
  m_rate->setObjectName(QStringLiteral("rate"));
  m_rate->setAccessibleName(tr("Learning rate"));
  m_rate->setToolTip(tr("Of the steps that come; it goes on falling by its course. Enter takes it"));
  auto* validator = new QDoubleValidator(kLeastRate, kMostRate, 10, m_rate);
  validator->setLocale(QLocale::c());
  m_rate->setValidator(validator);
  m_rate->setFixedWidth(QFontMetrics(theme.panelFont()).averageCharWidth() * 10);
  row->addWidget(m_rateTitle);
  row->addWidget(m_rate);
  m_upper->setObjectName(QStringLiteral("upper"));
  m_upper->setAccessibleName(tr("Above the diagonal"));
  m_upper->setToolTip(tr("What is shown above the diagonal"));
  m_upper->addItems({tr("Couplings"), tr("Mean of heads"), tr("One head")});
  row->addWidget(m_upper);
  m_step->setObjectName(QStringLiteral("step"));
  row->addWidget(m_step);
  connect(m_rate, &QLineEdit::returnPressed, this, [this] {
    bool isNumber = false;
    const double rate = QLocale::c().toDouble(m_rate->text(), &isNumber);
    if (isNumber) Q_EMIT rateGiven(rate);
  });
  connect(m_upper, &QComboBox::activated, this,
          [this](int which) { Q_EMIT upperChosen(static_cast<TrainingUpper>(which)); });
}

void TrainingBar::show(const TrainingRunner& runner, bool canGoOn) {
  const bool isUnderWay = runner.isUnderWay(), isHalted = runner.state() == TrainingRunner::State::halted;
  m_start->setVisible(!isUnderWay && runner.restart().has_value());
  m_start->setText(runner.isStored() ? tr("Train it yourself") : tr("Start again"));
  for (QWidget* part : {static_cast<QWidget*>(m_pause), static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_cancel),
                        static_cast<QWidget*>(m_rateTitle), static_cast<QWidget*>(m_rate)})
    part->setVisible(isUnderWay);
  m_goOn->setVisible(!isUnderWay && canGoOn);
  m_pause->setText(isHalted ? tr("Resume") : tr("Pause"));
  m_step->setText(runner.stepText());
  m_step->setVisible(!m_step->text().isEmpty());
}

void TrainingBar::setOptions(TrainingUpper upper, bool hasHeads) {
  m_upper->setVisible(hasHeads);
  m_upper->setCurrentIndex(static_cast<int>(upper));
}

void TrainingBar::setRate(double rate) {
  if (!m_rate->hasFocus()) m_rate->setText(QLocale::c().toString(rate, 'g', 4));
}

}  // namespace ui
