// The text of a step, scrolled to what is to be read next.
#pragma once

class QScrollArea;
class QWidget;

namespace ui {

class StepPage;

/// Towards text, questions and goals that stand below what is seen; false: all is seen. Folded parts do not count.
bool scrollOn(const StepPage& page);

/// Once the part of the text has its place.
void bringIntoSight(QScrollArea& text, QWidget& part);

}  // namespace ui
