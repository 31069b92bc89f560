// Words of the pair view outside its class.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace ui {

inline QString pairWords(const char* text) { return QCoreApplication::translate("PairView", text); }

}  // namespace ui
