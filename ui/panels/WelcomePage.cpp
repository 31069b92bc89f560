// What an empty window says: what to do, with the buttons that do it.
#include "ui/panels/WelcomePage.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kIconSize = 56, kTextWidth = 460;

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
  const Theme& theme = ThemeModel::instance().theme();
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // while hidden it asks for no room either
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(theme.space(3));
  layout->addStretch(2);
  auto* picture = new QLabel(this);
  picture->setPixmap(programIcon().pixmap(kIconSize, kIconSize));
  picture->setAlignment(Qt::AlignCenter);
  layout->addWidget(picture);
  m_text = new QLabel(tr("Open or drop sequences, alignments, profile HMMs, structures or attention arrays, "
                         "or see in the sample session what can be done."),
                      this);
  m_text->setWordWrap(true);
  m_text->setAlignment(Qt::AlignCenter);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  layout->addWidget(m_text, 0, Qt::AlignHCenter);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(theme.space(2));
  m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open files…"), this);
  m_sample = new QPushButton(icon(QStringLiteral("gallery")), tr("Open the sample session"), this);
  m_new = new QPushButton(tr("New session"), this);
  m_new->setToolTip(tr("Forgets what is in the library"));
  buttons->addStretch();
  buttons->addWidget(m_open);
  buttons->addWidget(m_sample);
  buttons->addWidget(m_new);
  buttons->addStretch();
  layout->addLayout(buttons);
  layout->addStretch(3);
  connect(m_open, &QPushButton::clicked, this, &WelcomePage::openRequested);
  connect(m_new, &QPushButton::clicked, this, &WelcomePage::newRequested);
  connect(m_sample, &QPushButton::clicked, this, &WelcomePage::sampleRequested);
  sizeText();
}

bool WelcomePage::event(QEvent* event) {
  // Another font, for one.
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize || event->type() == QEvent::Show)
    sizeText();
  return QWidget::event(event);
}

void WelcomePage::sizeText() {
  const Theme& theme = ThemeModel::instance().theme();
  const int wanted = qRound(kTextWidth * theme.scale);
  const int textWidth = isVisible() ? std::clamp(width() - 2 * theme.space(3), 1, wanted) : wanted;
  const QSize size(textWidth, m_text->heightForWidth(textWidth));
  if (m_text->size() == size && m_text->maximumSize() == size) return;
  m_text->setFixedSize(size);
  // The layout has had its turn already, and is not told of widgets of one size.
  layout()->invalidate();
  layout()->activate();
}

}  // namespace ui
