// The inspector's form of the DP view.
#pragma once

class QWidget;

namespace ui {

class DpView;

QWidget* makeDpControls(DpView& view, QWidget* parent);

}  // namespace ui
