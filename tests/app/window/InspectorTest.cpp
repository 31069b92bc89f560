// The inspector beside real views: nothing in it is cut off, and it follows the keyboard.
#include <QLabel>
#include <QScrollArea>

#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"

namespace {

class InspectorTest : public test::SampleWindow {
 protected:
  void activateWithResidue(const char* kind) {
    session.selection().clearLocked();
    view(kind)->setFocus();
    settle();  // without a readout first: then it grows
    ui::Focus focus;
    focus.first = {"lactate", 2};
    focus.row = 0;
    session.selection().setLocked(focus);
    settle();
  }
};

TEST_F(InspectorTest, nothingIsWiderThanThePanelOrCutOffInHeight) {
  for (const char* kind : {"alignment", "dp", "attention", "structure"}) {
    activateWithResidue(kind);
    const auto* scroll = window->inspector().findChild<QScrollArea*>();
    EXPECT_LE(scroll->widget()->width(), scroll->viewport()->width()) << kind;
    for (const QLabel* label : window->inspector().findChildren<QLabel*>()) {
      if (!label->isVisible() || !label->wordWrap() || label->text().isEmpty()) continue;
      EXPECT_GE(label->height(), label->heightForWidth(label->width())) << kind << ": " << label->text().toStdString();
    }
  }
}

TEST_F(InspectorTest, theReadoutIsThatOfTheViewThatTheKeyboardGoesTo) {
  activateWithResidue("attention");
  test::movePointer(view("attention")->canvas(), QPointF(5, 5));
  QEnterEvent enter({5, 5}, {5, 5}, {5, 5});
  QCoreApplication::sendEvent(&view("attention")->canvas(), &enter);
  activateWithResidue("alignment");
  EXPECT_TRUE(window->inspector().readoutText().startsWith(QStringLiteral("Column")))
      << window->inspector().readoutText().toStdString();
}

}  // namespace
