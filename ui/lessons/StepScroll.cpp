#include "ui/lessons/StepScroll.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>

#include "ui/lessons/StepPage.h"
#include "ui/lessons/text/FoldButton.h"

namespace ui {

namespace {

constexpr double kScrolledShare = 0.8;  ///< of what is seen; the rest stays for the eye

}  // namespace

bool scrollOn(const StepPage& page) {
  const auto* scroll = page.findChild<QScrollArea*>();
  QScrollBar& bar = *scroll->verticalScrollBar();
  const int seen = scroll->viewport()->height();
  int bottom = 0;
  for (const QWidget* part : page.shownParts())
    if (scroll->widget()->isAncestorOf(part) && !part->findChild<FoldButton*>())
      bottom = std::max(bottom, part->geometry().bottom());
  if (bottom - bar.value() <= seen || bar.value() >= bar.maximum()) return false;
  bar.setValue(bar.value() + qRound(kScrolledShare * seen));
  return true;
}

void bringIntoSight(QScrollArea& text, QWidget& part) {
  QTimer::singleShot(0, &part, [&text, &part] { text.ensureWidgetVisible(&part); });
}

}  // namespace ui
