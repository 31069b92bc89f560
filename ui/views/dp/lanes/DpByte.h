// The packed byte of back pointers, bit by bit.
#pragma once

#include <QPainter>
#include <QString>
#include <array>
#include <cstdint>

#include "engine/hmm/score/DpMatrices.h"
#include "ui/look/Theme.h"

namespace ui {

/// What each bit says, bit 7 first: "off", "MI", "DG", "IM", "GD", and three of "MM".
std::array<QString, 8> bitNames(bool hasFiveStates);
/// "MM from GD; IM opens from MM; MI, DG, GD go on", "cell switched off".
QString byteMeaning(std::uint8_t packed, bool hasFiveStates);
/// Eight boxes from bit 7 to bit 0, as wide as the rectangle; bits that are set are filled in the colour of their
/// state. With `named` the names stand above the boxes.
void paintByte(QPainter& painter, const Theme& theme, const QRectF& area, std::uint8_t packed, bool hasFiveStates,
               bool named);

}  // namespace ui
