// One door of the start page: a picture that moves while the pointer is here, what lies behind it, its samples.
#include "ui/panels/start/DoorFrame.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "ui/panels/start/PictureCard.h"

namespace ui {

void leavePlacesTo(const QWidget& parent) {
  for (QWidget* child : parent.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) child->setAttribute(Qt::WA_Resized);
}

namespace {

/// Logical pixels, at text of usual size.
constexpr int kPictureWidth = 116, kLeastPicture = 60, kLeastWords = 112;
constexpr double kAspect = 1.6, kTitleSize = 1.35, kCorner = 6;

int scaled(int length) { return qRound(length * theme().scale); }

int pad() { return theme().space(3); }

int insideOf(int width) { return width - 2 * pad(); }

int pictureWidth(int width) { return std::min(scaled(kPictureWidth), insideOf(width) / 3); }

/// Right of the picture.
int wordsWidth(int width) { return insideOf(width) - pictureWidth(width) - pad(); }

QFont largeFont() {
  QFont font = theme().titleFont();
  font.setPointSizeF(kTitleSize * font.pointSizeF());
  return font;
}

}  // namespace

DoorFrame::DoorFrame(const StartDoor& door, QWidget* parent)
    : QWidget(parent),
      m_picture(new DoorPicture(door.picture, this)),
      m_title(new QLabel(door.title, this)),
      m_sentence(new QLabel(door.sentence, this)),
      m_samples(door.samples) {
  for (QLabel* label : {m_title, m_sentence}) {
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  }
  for (const StartDoor::Sample& sample : m_samples) {
    m_cards.push_back(new PictureCard(sample.title, sample.shows, sample.size, this));
    connect(m_cards.back(), &QAbstractButton::clicked, this, [this, sample] { Q_EMIT chosen(sample); });
  }
  for (QAction* action : door.actions) {
    auto* button = new QPushButton(action->text(), this);
    button->setToolTip(action->toolTip());
    if (action->menu()) button->setMenu(action->menu());
    if (!action->menu()) connect(button, &QPushButton::clicked, action, &QAction::trigger);
    m_buttons.push_back(button);
  }
  leavePlacesTo(*this);
}

int DoorFrame::titleHeight(int width) const { return m_title->heightForWidth(insideOf(width)) + theme().space(1); }

int DoorFrame::headHeight(int width) const {
  return titleHeight(width) + std::max(m_sentence->heightForWidth(wordsWidth(width)), scaled(kLeastPicture));
}

int DoorFrame::mostPictureHeight(int width, bool isTextBeside) {
  const int step = theme().space(1);
  const int room = isTextBeside ? insideOf(width) - scaled(kLeastWords) - 4 * step : insideOf(width) - 2 * step;
  return qRound(room / kAspect);
}

int DoorFrame::buttonsHeight() const {
  int height = 0;
  for (const QPushButton* button : m_buttons) height += button->sizeHint().height() + theme().space(1);
  return height;
}

int DoorFrame::heightFor(int width, int headHeight, const CardLook& look) const {
  int height = 2 * pad() + headHeight + theme().space(2) + buttonsHeight();
  for (PictureCard* card : m_cards) {
    card->arrange(look.pictureHeight, look.isTextBeside);
    height += card->heightFor(insideOf(width)) + theme().space(1);
  }
  return height;
}

void DoorFrame::place(int headHeight, const CardLook& look) {
  const int inside = insideOf(width()), words = pad() + pictureWidth(width()) + pad();
  const int title = titleHeight(width());
  int y = pad();
  m_title->setGeometry(pad(), y, inside, title);
  m_picture->setGeometry(pad(), y + title, pictureWidth(width()), headHeight - title);
  m_sentence->setGeometry(words, y + title, wordsWidth(width()), headHeight - title);
  y += headHeight + theme().space(2);
  for (PictureCard* card : m_cards) {
    card->arrange(look.pictureHeight, look.isTextBeside);
    card->setGeometry(pad(), y, inside, card->heightFor(inside));
    y += card->height() + theme().space(1);
  }
  y = height() - pad() - buttonsHeight();
  for (QPushButton* button : m_buttons) {
    y += theme().space(1);
    button->setGeometry(pad(), y, inside, button->sizeHint().height());
    y += button->height();
  }
}

void DoorFrame::useTheme() { m_title->setFont(largeFont()); }

void DoorFrame::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme().line);
  painter.setBrush(theme().panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
}

}  // namespace ui
