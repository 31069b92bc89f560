#include "ui/panels/start/LessonGallery.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/look/FlowLayout.h"
#include "ui/look/Theme.h"
#include "ui/panels/start/PictureCard.h"

namespace ui {

namespace {

constexpr int kCardWidth = 248;         ///< at least, logical pixels at text of usual size
constexpr double kPictureAspect = 1.6;  ///< of pictures
constexpr double kMostStretch = 1.3;    ///< of cards where they are few

int cardGap() { return theme().space(3); }

}  // namespace

LessonGallery::LessonGallery(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // while hidden it asks for no room either
  setAutoFillBackground(true);
  makeHead();
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &LessonGallery::place, Qt::QueuedConnection);
}

void LessonGallery::makeHead() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(cardGap(), cardGap(), 0, 0);
  column->setSpacing(cardGap());
  auto* head = new QHBoxLayout;
  head->setSpacing(cardGap());
  m_back = new QPushButton(tr("Back"), this);
  m_back->setToolTip(tr("To the start page or the views (Escape)"));
  m_title = new QLabel(tr("Lessons"), this);
  head->addWidget(m_back);
  head->addWidget(m_title);
  head->addStretch(1);
  m_chooser = new QWidget(this);
  m_chooser->setAccessibleName(tr("Paths"));
  m_row = new FlowLayout(m_chooser, theme().space(1));
  m_row->setContentsMargins(0, 0, 0, 0);
  m_scroll = new QScrollArea(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setObjectName(QStringLiteral("page"));
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setAccessibleName(tr("Lessons"));
  m_content = new QWidget;
  m_scroll->setWidget(m_content);
  m_scroll->viewport()->installEventFilter(this);
  column->addLayout(head);
  column->addWidget(m_chooser);
  column->addWidget(m_scroll, 1);
  connect(m_back, &QPushButton::clicked, this, &LessonGallery::leaveRequested);
}

void LessonGallery::setLessons(std::vector<Lesson> lessons, std::vector<Path> paths) {
  const QString title = m_path < 0 ? QString() : m_paths[static_cast<size_t>(m_path)].title;
  m_lessons = std::move(lessons);
  m_paths = std::move(paths);
  const auto same = std::find_if(m_paths.begin(), m_paths.end(), [&](const Path& path) { return path.title == title; });
  m_path = same == m_paths.end() ? -1 : static_cast<int>(same - m_paths.begin());
  makeButtons();
  makeCards();
}

void LessonGallery::makeButtons() {
  for (QToolButton* button : m_buttons) delete button;
  m_buttons.clear();
  const auto add = [this](const QString& text, const QString& note, int path) {
    auto* button = new QToolButton(m_chooser);
    button->setText(text);
    button->setToolTip(note);
    button->setAccessibleName(text);
    button->setAccessibleDescription(note);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setChecked(path == m_path);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, path] { choosePath(path); });
    m_row->addWidget(button);
    m_buttons.push_back(button);
  };
  add(tr("All lessons"), tr("%1 lessons").arg(m_lessons.size()), -1);
  for (size_t path = 0; path < m_paths.size(); ++path)
    add(m_paths[path].title, m_paths[path].note, static_cast<int>(path));
  // The last of a line stands at its end.
  m_row->addItem(new QSpacerItem(0, 0));
}

void LessonGallery::choosePath(int path) {
  if (path < -1 || path >= static_cast<int>(m_paths.size())) return;
  m_path = path;
  m_buttons[static_cast<size_t>(path + 1)]->setChecked(true);
  makeCards();
}

std::vector<const LessonGallery::Lesson*> LessonGallery::shownLessons() const {
  std::vector<const Lesson*> shown;
  if (m_path < 0) {
    for (const Lesson& lesson : m_lessons) shown.push_back(&lesson);
    return shown;
  }
  for (const QString& id : m_paths[static_cast<size_t>(m_path)].lessons)
    for (const Lesson& lesson : m_lessons)
      if (lesson.id == id) shown.push_back(&lesson);
  return shown;
}

void LessonGallery::makeCards() {
  for (PictureCard* card : m_cards) {  // one of them may be speaking
    card->hide();
    card->deleteLater();
  }
  m_cards.clear();
  const std::vector<const Lesson*> shown = shownLessons();
  for (size_t k = 0; k < shown.size(); ++k) {
    const Lesson& lesson = *shown[k];
    const QString title = m_path < 0 ? lesson.title : QStringLiteral("%1. %2").arg(k + 1).arg(lesson.title);
    auto* card = new PictureCard(title, lesson.goal, lesson.note, m_content);
    card->setProgress(lesson.progress);
    card->installEventFilter(this);
    card->setProperty("lesson", lesson.path);
    connect(card, &QAbstractButton::clicked, this, [this, path = lesson.path] { Q_EMIT lessonRequested(path); });
    card->show();
    m_cards.push_back(card);
  }
  showPictures();
  place();
  m_scroll->verticalScrollBar()->setValue(0);
}

void LessonGallery::showPictures() {
  for (PictureCard* card : m_cards) {
    const QImage picture = pictureOf ? pictureOf(card->property("lesson").toString()) : QImage();
    if (!picture.isNull()) card->setPicture(picture);
  }
}

void LessonGallery::place() {
  if (!isVisible()) return;  // showing it does
  QFont large = theme().titleFont();
  large.setPointSizeF(1.35 * large.pointSizeF());
  m_title->setFont(large);
  const int room = std::max(1, m_scroll->viewport()->width() - cardGap()), least = qRound(kCardWidth * theme().scale);
  const int columns = std::max(1, (room + cardGap()) / (least + cardGap()));
  const int width = std::min((room - (columns - 1) * cardGap()) / columns, qRound(kMostStretch * least));
  const int pictureHeight = qRound((width - 2 * theme().space(1)) / kPictureAspect);
  int y = 0;
  for (size_t first = 0; first < m_cards.size(); first += static_cast<size_t>(columns)) {
    int highest = 0;
    const size_t end = std::min(m_cards.size(), first + static_cast<size_t>(columns));
    for (size_t k = first; k < end; ++k) {
      m_cards[k]->arrange(pictureHeight, false);
      highest = std::max(highest, m_cards[k]->heightFor(width));
    }
    for (size_t k = first; k < end; ++k)
      m_cards[k]->setGeometry(static_cast<int>(k - first) * (width + cardGap()), y, width, highest);
    y += highest + cardGap();
  }
  m_content->resize(m_scroll->viewport()->width(), y);
}

bool LessonGallery::event(QEvent* event) {
  const bool isDone = QWidget::event(event);
  if (event->type() == QEvent::Show) place();
  return isDone;
}

bool LessonGallery::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_scroll->viewport() && event->type() == QEvent::Resize) place();
  if (event->type() == QEvent::FocusIn)
    if (auto* card = qobject_cast<PictureCard*>(watched)) m_scroll->ensureWidgetVisible(card, 0, cardGap());
  return QWidget::eventFilter(watched, event);
}

void LessonGallery::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return leaveRequested();
  QWidget::keyPressEvent(event);
}

}  // namespace ui
