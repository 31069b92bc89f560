// Formulae of plain text, as operations and readouts have them, ready to be set.
#pragma once

#include <QString>
#include <vector>

#include "engine/lessons/formula/FormulaShown.h"

namespace ui {

/// One for each line as engine::texOfPlain() reads it, without numbers; empty lines are left out.
std::vector<engine::ShownFormula> plainFormulas(const QString& text);

}  // namespace ui
