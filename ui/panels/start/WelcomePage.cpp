// The start page: three doors with samples as pictures, the files that were opened last, what is new.
#include "ui/panels/start/WelcomePage.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/panels/start/PictureCard.h"

namespace ui {

namespace {

/// Logical pixels, at text of usual size.
constexpr int kProgramIcon = 28, kRecentHeight = 42, kRecentWidth = 212;
/// Of pictures: as large as they are kept, and as small as something can be seen.
constexpr int kDoorPictureHeight = 300, kLeastPictureHeight = 56;
/// A door narrower than the least cannot be read: then they stand one below the other.
constexpr int kLeastDoor = 180, kMostDoor = 520;
constexpr double kNameSize = 1.5;

int inScale(int length) { return qRound(length * theme().scale); }

int gap() { return theme().space(3); }

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // while hidden it asks for no room either
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_scroll = new QScrollArea(this);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setObjectName(QStringLiteral("page"));
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setAccessibleName(tr("Start page"));
  m_content = new QWidget;
  m_content->setAutoFillBackground(true);
  m_content->installEventFilter(this);
  m_scroll->setWidget(m_content);
  layout->addWidget(m_scroll);
  // One at a time: a picture is read while nothing else waits.
  m_pictureTurn.setSingleShot(true);
  connect(&m_pictureTurn, &QTimer::timeout, this, &WelcomePage::showNextPicture);
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
  m_picture = new QLabel(m_head);
  m_name = new QLabel(tr("Headlight"), m_head);
  m_what = new QLabel(m_head);
  m_what->setObjectName(QStringLiteral("heading"));
  m_back = new QPushButton(tr("Back"), m_head);
  m_back->setToolTip(tr("To the views (Escape)"));
  m_new = new QPushButton(tr("New session"), m_head);
  m_new->setToolTip(tr("Forgets what is in the library"));
  m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open files…"), m_head);
  m_open->setToolTip(
      tr("Sequences, alignments, profile HMMs, structures, attention arrays, sessions; or drop them here"));
  row->addWidget(m_picture);
  row->addWidget(m_name);
  row->addWidget(m_what, 1);
  for (QPushButton* button : {m_back, m_new, m_open}) row->addWidget(button);
  m_back->hide();
  connect(m_back, &QPushButton::clicked, this, &WelcomePage::leaveRequested);
  connect(m_open, &QPushButton::clicked, this, &WelcomePage::openRequested);
  connect(m_new, &QPushButton::clicked, this, &WelcomePage::newRequested);
}

void WelcomePage::setDoors(const std::vector<StartDoor>& doors) {
  for (const StartDoor& door : doors) {
    m_doors.push_back(new DoorFrame(door, m_content));
    connect(m_doors.back(), &DoorFrame::chosen, this,
            [this](const StartDoor::Sample& sample) { Q_EMIT fileRequested(sample.path, sample.opensToTeach); });
  }
  leavePlacesTo(*m_content);
  showPictures();
  place();
}

void WelcomePage::setRecentFiles(const QStringList& paths) {
  for (const FileCard& old : m_recent) {  // one of them may be speaking
    old.card->hide();
    old.card->deleteLater();
  }
  m_recent.clear();
  for (const QString& path : paths) {
    const QFileInfo file(path);
    auto* card = new PictureCard(file.fileName(), {}, file.dir().dirName(), m_content);
    card->setToolTip(path);
    card->setAccessibleDescription(path);
    card->arrange(inScale(kRecentHeight), true);
    connect(card, &QAbstractButton::clicked, this, [this, path] { Q_EMIT fileRequested(path, false); });
    m_recent.push_back({card, path});
  }
  leavePlacesTo(*m_content);
  m_recentHeading->setText(paths.isEmpty() ? tr("Files that you open appear here") : tr("Recent files"));
  showPictures();
  place();
}

void WelcomePage::setNews(const QStringList& lines) {
  QStringList points;
  for (const QString& line : lines) points << QStringLiteral("• ") + line;
  m_news->setText(points.join(u'\n'));
  place();
}

void WelcomePage::showPictures() {
  m_withoutPicture.clear();
  for (const DoorFrame* door : m_doors)
    for (size_t k = 0; k < door->cards().size(); ++k)
      m_withoutPicture.push_back({door->cards()[k], door->samples()[k].path});
  m_withoutPicture.insert(m_withoutPicture.end(), m_recent.begin(), m_recent.end());
  if (m_isSeen) m_pictureTurn.start(0);
}

void WelcomePage::showNextPicture() {
  if (m_withoutPicture.empty() || !pictureOf) return;
  const FileCard next = m_withoutPicture.front();
  m_withoutPicture.pop_front();
  next.card->setPicture(pictureOf(next.path));
  m_pictureTurn.start(0);
}

std::vector<PictureCard*> WelcomePage::cards() const {
  std::vector<PictureCard*> cards;
  for (const DoorFrame* door : m_doors) cards.insert(cards.end(), door->cards().begin(), door->cards().end());
  for (const FileCard& recent : m_recent) cards.push_back(recent.card);
  return cards;
}

int WelcomePage::overflow() const { return std::max(0, m_content->height() - m_scroll->viewport()->height()); }

QRect WelcomePage::block() const {
  const int room = m_scroll->viewport()->width(), numDoors = std::max(1, static_cast<int>(m_doors.size()));
  const int width = std::min(room - 2 * gap(), numDoors * inScale(kMostDoor) + (numDoors - 1) * gap());
  return {(room - width) / 2, gap(), width, 0};
}

int WelcomePage::doorWidth() const {
  const int numDoors = std::max(1, static_cast<int>(m_doors.size()));
  const int each = (block().width() - (numDoors - 1) * gap()) / numDoors;
  return each >= inScale(kLeastDoor) ? each : block().width();
}

int WelcomePage::doorHeadHeight() const {
  int height = 0;
  for (const DoorFrame* door : m_doors) height = std::max(height, door->headHeight(doorWidth()));
  return height;
}

int WelcomePage::doorsHeight(const CardLook& look, int doorHead) const {
  const int width = doorWidth();
  int highest = 0, sum = 0;
  for (const DoorFrame* door : m_doors) {
    const int height = door->heightFor(width, doorHead, look);
    highest = std::max(highest, height);
    sum += height + gap();
  }
  return width < block().width() ? highest + gap() : sum;
}

int WelcomePage::footHeight() const {
  const int news = m_news->heightForWidth(doorWidth());
  const int recent = m_recent.empty() ? 0 : m_recent.front().card->heightFor(inScale(kRecentWidth));
  return m_recentHeading->sizeHint().height() + std::max(news, recent);
}

CardLook WelcomePage::largestLook(int room, int doorHead) const {
  const auto heightWith = [&](const CardLook& look) { return doorsHeight(look, doorHead); };
  CardLook best{0, false};
  for (const bool isTextBeside : {false, true}) {
    const int least = inScale(kLeastPictureHeight);
    int low = least,
        high = std::min(inScale(kDoorPictureHeight), DoorFrame::mostPictureHeight(doorWidth(), isTextBeside));
    if (high < least) continue;
    while (low < high) {  // the largest that fits
      const int middle = (low + high + 1) / 2;
      heightWith({middle, isTextBeside}) <= room ? low = middle : high = middle - 1;
    }
    const bool isLower = low == best.pictureHeight && heightWith({low, isTextBeside}) < heightWith(best);
    if (low > best.pictureHeight || isLower) best = {low, isTextBeside};
  }
  return best.pictureHeight > 0 ? best : CardLook{inScale(kLeastPictureHeight), false};
}

void WelcomePage::placeDoors(int y, const CardLook& look, int doorHead) {
  const QRect all = block();
  const int width = doorWidth(), highest = doorsHeight(look, doorHead) - gap();
  int x = all.x();
  for (DoorFrame* door : m_doors) {
    const bool areBeside = width < all.width();
    door->setGeometry(x, y, width, areBeside ? highest : door->heightFor(width, doorHead, look));
    door->place(doorHead, look);
    areBeside ? x += width + gap() : y += door->height() + gap();
  }
}

void WelcomePage::placeFoot(int y) {
  const QRect all = block();
  const int newsWidth = std::min(doorWidth(), all.width() / 2), heading = m_recentHeading->sizeHint().height();
  const int newsLeft = all.right() + 1 - newsWidth, end = newsLeft - gap();
  m_recentHeading->setGeometry(all.x(), y, end - all.x(), heading);
  m_newsHeading->setGeometry(newsLeft, y, newsWidth, heading);
  m_news->setGeometry(newsLeft, y + heading, newsWidth, m_news->heightForWidth(newsWidth));
  int x = all.x();
  for (const FileCard& recent : m_recent) {
    recent.card->arrange(inScale(kRecentHeight), true);
    const int width = inScale(kRecentWidth);
    recent.card->setVisible(x + width <= end);
    recent.card->setGeometry(x, y + heading, width, recent.card->heightFor(width));
    x += width + theme().space(1);
  }
}

void WelcomePage::fitHead() {
  int needed = m_picture->sizeHint().width() + m_name->sizeHint().width() + theme().space(4);
  for (const QPushButton* button : {m_back, m_new, m_open})
    if (!button->isHidden()) needed += button->sizeHint().width() + theme().space(2);
  for (QLabel* label : {m_picture, m_name}) label->setHidden(needed > block().width());  // buttons are never cut
  const QString what = tr("Attention and alignment in proteins");
  const int room = block().width() - needed - theme().space(4);
  m_what->setText(m_what->fontMetrics().horizontalAdvance(what) <= room ? what : QString());
}

void WelcomePage::place() {
  if (!isVisible()) return;  // showing it does
  m_news->setFont(theme().labelFont());
  QFont large = theme().titleFont();
  large.setPointSizeF(kNameSize * large.pointSizeF());
  m_name->setFont(large);
  for (DoorFrame* door : m_doors) door->useTheme();
  fitHead();
  m_picture->setPixmap(programIcon().pixmap(QSize(kProgramIcon, kProgramIcon) * theme().scale));
  // Words are laid out again for every height that is tried: what is the same for all of them is laid out once.
  const int room = m_scroll->viewport()->height(), head = m_head->sizeHint().height(), doorHead = doorHeadHeight();
  const int around = 3 * gap() + head + footHeight();
  const CardLook look = largestLook(room - around, doorHead);
  const int doors = doorsHeight(look, doorHead), needed = around + doors;
  m_content->resize(m_scroll->viewport()->width(), std::max(room, needed));
  const int top = gap() + std::max(0, room - needed) / 3;
  m_head->setGeometry(block().x(), top, block().width(), head);
  placeDoors(top + head + gap(), look, doorHead);
  placeFoot(top + head + gap() + doors);
  m_placedHead = m_head->sizeHint();
}

bool WelcomePage::event(QEvent* event) {
  const bool isDone = QWidget::event(event);
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) place();
  // Placing asks for it as well, after which all is where it should be.
  if (event->type() == QEvent::LayoutRequest && m_head->sizeHint() != m_placedHead) place();
  return isDone;
}

bool WelcomePage::eventFilter(QObject* watched, QEvent* event) {
  // The first frame does not wait for a picture.
  if (!m_isSeen && event->type() == QEvent::Paint) {
    m_isSeen = true;
    m_pictureTurn.start(0);
  }
  return QWidget::eventFilter(watched, event);
}

void WelcomePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !m_back->isHidden()) return leaveRequested();
  QWidget::keyPressEvent(event);
}

}  // namespace ui
