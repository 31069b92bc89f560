#include "ui/lessons/SpeakerWindow.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QTime>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/lessons/text/ProseView.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kSecond = 1000;
constexpr QSize kUsualSize(640, 480);

/// "`lesson:kernel#query`" leads there, as it does on a command line.
QString withLinks(QString markdown) {
  static const QRegularExpression target(QStringLiteral("`(lesson:[a-z0-9-]+(?:#[a-z0-9-]+)?)`"));
  return markdown.replace(target, QStringLiteral("[\\1](\\1)"));
}

}  // namespace

SpeakerWindow::SpeakerWindow(QWidget* parent) : QWidget(parent, Qt::Window) {
  setWindowTitle(tr("Speaker notes – Headlight"));
  const Theme& theme = ThemeModel::instance().theme();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(theme.space(4), theme.space(4), theme.space(4), theme.space(4));
  m_clock = new QLabel(this);
  m_title = new QLabel(this);
  m_notes = new ProseView;
  m_next = new QLabel(this);
  QFont large = theme.titleFont();
  large.setPointSizeF(1.6 * large.pointSizeF());
  m_clock->setFont(large);
  m_title->setFont(large);
  m_next->setObjectName(QStringLiteral("heading"));
  for (QLabel* label : {m_title, m_next}) label->setWordWrap(true);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setObjectName(QStringLiteral("page"));
  scroll->setWidget(m_notes);
  column->addWidget(m_clock);
  column->addWidget(m_title);
  column->addWidget(scroll, 1);
  column->addWidget(m_next);
  m_notes->setLetterSize(qRound(1.4 * fontMetrics().height()));
  connect(m_notes, &ProseView::lessonWanted, this, &SpeakerWindow::lessonWanted);
  m_ticking.setInterval(kSecond);
  connect(&m_ticking, &QTimer::timeout, this, &SpeakerWindow::tick);
  m_running.start();
  resize(kUsualSize);
}

void SpeakerWindow::setStep(const QString& title, const QString& notes, const QString& next, int minutes) {
  engine::LessonProblems problems;
  m_minutes = minutes;
  m_title->setText(title);
  const QString text = notes.isEmpty() ? tr("No notes for this step.") : withLinks(notes);
  m_notes->setProse(readLessonMarkdown({text.toStdString(), {}}, problems), {});
  m_next->setText(next.isEmpty() ? tr("This is the last step.") : tr("Next: %1").arg(next));
  tick();
}

QString SpeakerWindow::clockText() const {
  const qint64 seconds = m_running.elapsed() / kSecond;
  const QString running = QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
  return tr("%1 of %2 minutes, it is %3")
      .arg(running)
      .arg(m_minutes)
      .arg(QTime::currentTime().toString(QStringLiteral("HH:mm")));
}

void SpeakerWindow::tick() { m_clock->setText(clockText()); }

void SpeakerWindow::open(const QScreen* shown) {
  const QList<QScreen*> screens = QGuiApplication::screens();
  const auto other = std::find_if(screens.begin(), screens.end(), [&](const QScreen* one) { return one != shown; });
  if (other != screens.end()) move((*other)->availableGeometry().topLeft());
  show();
  m_ticking.start();
  tick();
}

void SpeakerWindow::keyPressEvent(QKeyEvent* event) { Q_EMIT keyPressed(event); }

}  // namespace ui
