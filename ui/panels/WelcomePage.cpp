// The start page: three doors with samples as pictures, the files that were opened last, what is new.
#include "ui/panels/WelcomePage.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/panels/PictureCard.h"

namespace ui {

namespace {

constexpr int kIconSize = 24;
/// Of pictures (logical pixels): as they are to be, and as they are where there is little height.
constexpr int kPictureHeight = 150, kLeastPictureHeight = 54, kRecentHeight = 54;
constexpr double kAspect = 1.6;
/// A door narrower than this cannot be read: then they stand one below the other.
constexpr int kLeastDoor = 130;

const Theme& theme() { return ThemeModel::instance().theme(); }

int scaled(int length) { return qRound(length * theme().scale); }

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // while hidden it asks for no room either
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_scroll = new QScrollArea(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setAccessibleName(tr("Start page"));
  m_content = new QWidget;
  m_content->setAutoFillBackground(true);
  m_scroll->setWidget(m_content);
  layout->addWidget(m_scroll);
  makeHead();
  m_recentHeading = makeHeading(tr("Recent files"));
  m_newsHeading = makeHeading(tr("What is new"));
  m_news = new QLabel(m_content);
  m_news->setWordWrap(true);
  m_news->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &WelcomePage::place, Qt::QueuedConnection);
}

QLabel* WelcomePage::makeHeading(const QString& text) {
  auto* label = new QLabel(text, m_content);
  label->setObjectName(QStringLiteral("heading"));
  return label;
}

void WelcomePage::makeHead() {
  m_head = new QWidget(m_content);
  auto* row = new QHBoxLayout(m_head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(theme().space(2));
  auto* picture = new QLabel(m_head);
  picture->setPixmap(programIcon().pixmap(kIconSize, kIconSize));
  auto* name = new QLabel(tr("Attention and alignment in proteins"), m_head);
  m_back = new QPushButton(tr("Back to the views"), m_head);
  m_new = new QPushButton(tr("New session"), m_head);
  m_new->setToolTip(tr("Forgets what is in the library"));
  m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open files…"), m_head);
  m_open->setToolTip(
      tr("Sequences, alignments, profile HMMs, structures, attention arrays, sessions; or drop them here"));
  row->addWidget(picture);
  row->addWidget(name, 1);
  name->setMinimumWidth(1);  // gives way first
  for (QPushButton* button : {m_back, m_new, m_open}) row->addWidget(button);
  m_back->hide();
  connect(m_back, &QPushButton::clicked, this, &WelcomePage::leaveRequested);
  connect(m_open, &QPushButton::clicked, this, &WelcomePage::openRequested);
  connect(m_new, &QPushButton::clicked, this, &WelcomePage::newRequested);
}

WelcomePage::Card WelcomePage::makeCard(const QString& path, const QString& title, const QString& text,
                                        const QString& note, bool toTeach) {
  auto* card = new PictureCard(title, text, note, m_content);
  connect(card, &QAbstractButton::clicked, this, [this, path, toTeach] { Q_EMIT fileRequested(path, toTeach); });
  card->show();
  return {card, path};
}

void WelcomePage::setDoors(const std::vector<StartDoor>& doors) {
  for (const StartDoor& given : doors) {
    Door door{makeHeading(given.title), new QLabel(given.sentence, m_content), {}, {}};
    door.sentence->setWordWrap(true);
    door.sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    for (const StartDoor::Sample& sample : given.samples)
      door.cards.push_back(makeCard(sample.path, sample.title, sample.shows, sample.size, sample.opensToTeach));
    for (QAction* action : given.actions) {
      auto* button = new QPushButton(action->text(), m_content);
      button->setToolTip(action->toolTip());
      if (action->menu()) button->setMenu(action->menu());
      if (!action->menu()) connect(button, &QPushButton::clicked, action, &QAction::trigger);
      door.buttons.push_back(button);
    }
    m_doors.push_back(std::move(door));
  }
  showPictures();
}

void WelcomePage::setRecentFiles(const QStringList& paths) {
  for (const Card& old : m_recent) {  // one of them may be speaking
    old.card->hide();
    old.card->deleteLater();
  }
  m_recent.clear();
  for (const QString& path : paths) {
    m_recent.push_back(makeCard(path, QFileInfo(path).fileName(), {}, {}, false));
    m_recent.back().card->setToolTip(path);
    m_recent.back().card->setAccessibleDescription(path);
  }
  m_recentHeading->setText(paths.isEmpty() ? tr("Files that you open appear here") : tr("Recent files"));
  showPictures();
}

void WelcomePage::setNews(const QStringList& lines) {
  m_news->setText(lines.join(u'\n'));
  place();
}

void WelcomePage::showPictures() {
  const auto show = [this](const Card& card) {
    if (pictureOf) card.card->setPicture(pictureOf(card.path));
  };
  for (const Door& door : m_doors) std::for_each(door.cards.begin(), door.cards.end(), show);
  std::for_each(m_recent.begin(), m_recent.end(), show);
  place();
}

std::vector<PictureCard*> WelcomePage::cards() const {
  std::vector<PictureCard*> cards;
  for (const Door& door : m_doors)
    for (const Card& card : door.cards) cards.push_back(card.card);
  for (const Card& card : m_recent) cards.push_back(card.card);
  return cards;
}

int WelcomePage::overflow() const { return std::max(0, m_content->height() - m_scroll->viewport()->height()); }

int WelcomePage::sentenceHeight(int width) const {
  int height = 0;
  for (const Door& door : m_doors) height = std::max(height, door.sentence->heightForWidth(width));
  return height;
}

int WelcomePage::placeDoor(const Door& door, int x, int y, int width, int pictureHeight, bool isFinal) {
  const int step = theme().space(1);
  const auto put = [&](QWidget& widget, int height) {
    if (isFinal) widget.setGeometry(x, y, width, height);
    y += height + step;
  };
  put(*door.title, door.title->sizeHint().height());
  put(*door.sentence, sentenceHeight(width));
  const int picture = std::min(pictureHeight, qRound((width - 2 * step) / kAspect));
  for (const Card& card : door.cards) {
    card.card->setPictureHeight(picture);
    put(*card.card, card.card->sizeHint().height());
  }
  for (QPushButton* button : door.buttons) put(*button, button->sizeHint().height());
  return y;
}

int WelcomePage::placeFoot(int y, int width, bool isFinal) {
  const int gap = theme().space(3), newsWidth = (width - 4 * gap) / 3, x = gap;
  const int recentWidth = width - 3 * gap - newsWidth, heading = m_recentHeading->sizeHint().height();
  const int newsHeight = m_news->heightForWidth(newsWidth);
  if (isFinal) {
    m_recentHeading->setGeometry(x, y, recentWidth, heading);
    m_newsHeading->setGeometry(x + recentWidth + gap, y, newsWidth, heading);
    m_news->setGeometry(x + recentWidth + gap, y + heading, newsWidth, newsHeight);
  }
  int cardHeight = 0, left = x;
  for (const Card& recent : m_recent) {
    recent.card->setPictureHeight(scaled(kRecentHeight));
    const QSize size = recent.card->sizeHint();
    const bool hasRoom = left + size.width() <= x + recentWidth;
    if (isFinal) recent.card->setVisible(hasRoom);
    if (isFinal) recent.card->setGeometry(left, y + heading, size.width(), size.height());
    left += size.width() + theme().space(1);
    cardHeight = size.height();
  }
  return y + heading + std::max(cardHeight, newsHeight) + theme().space(1);
}

int WelcomePage::placeWith(int pictureHeight, bool isFinal) {
  const int gap = theme().space(3), width = m_scroll->viewport()->width();
  const int headHeight = m_head->sizeHint().height(), numDoors = std::max(1, static_cast<int>(m_doors.size()));
  if (isFinal) m_head->setGeometry(gap, gap, width - 2 * gap, headHeight);
  const int each = (width - gap * (numDoors + 1)) / numDoors;
  const bool areBeside = each >= scaled(kLeastDoor);
  int top = 2 * gap + headHeight, bottom = top, x = gap;
  for (const Door& door : m_doors) {
    bottom = std::max(bottom, placeDoor(door, x, top, areBeside ? each : width - 2 * gap, pictureHeight, isFinal));
    areBeside ? x += each + gap : top = bottom + gap;
  }
  return placeFoot(bottom + theme().space(1), width, isFinal);
}

void WelcomePage::place() {
  m_news->setFont(theme().labelFont());
  int height = scaled(kPictureHeight);
  const int room = m_scroll->viewport()->height(), least = scaled(kLeastPictureHeight), step = theme().space(1);
  while (height > least && placeWith(height, false) > room) height -= step;
  height = std::max(height, least);
  m_content->resize(m_scroll->viewport()->width(), std::max(room, placeWith(height, false)));
  placeWith(height, true);
}

bool WelcomePage::event(QEvent* event) {
  const bool isDone = QWidget::event(event);
  // Another font, for one.
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize || event->type() == QEvent::Show)
    place();
  return isDone;
}

void WelcomePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !m_back->isHidden()) return leaveRequested();
  QWidget::keyPressEvent(event);
}

}  // namespace ui
