// What the window says about itself: version, mouse and keys.
#pragma once

#include <QString>

class QWidget;

namespace app {

/// `device`: what computes, in words.
void showAbout(QWidget* parent, const QString& device);
void showMouseHelp(QWidget* parent);

}  // namespace app
