// Equations for the eye: sub- and superscripts set as such, symbols of one letter in italics.
#pragma once

#include <QString>
#include <string>

namespace ui {

/// Rich text of equations as engine::Mechanism::formula() writes them, one a line.
QString formulaHtml(const std::string& formula);

}  // namespace ui
