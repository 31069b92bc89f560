// The packed byte of back pointers, bit by bit.
#pragma once

#include <QPainter>
#include <QString>
#include <array>
#include <cstdint>

#include "engine/hmm/pair/ProfileAlignment.h"
#include "ui/look/Theme.h"

namespace ui {

/// How bits are to be read: of three states, of five, or of five as a textbook numbers them (engine::textbookByte).
enum class ByteForm { threeStates, fiveStates, textbook };
/// An alignment by the preset "guide" is read as the textbook does.
ByteForm byteFormOf(const engine::ProfileAlignment& alignment);
/// The byte that a cell keeps, in this form.
std::uint8_t byteIn(ByteForm form, std::uint8_t packed);

/// What each bit says, bit 7 first: "off", "MI", "DG", "IM", "GD", and three of "MM"; textbook: "off", "GD", "DG",
/// "IM", "MI", "MM".
std::array<QString, 8> bitNames(ByteForm form);
/// Of what a cell keeps: "MM from GD; IM from MM; MI, DG, GD from itself", "cell switched off".
QString byteMeaning(std::uint8_t packed, ByteForm form);
/// Names of the bits above what they are, bit 7 first, the three of the match state together, then the number.
QString byteTable(std::uint8_t byte, ByteForm form);
/// Eight boxes from bit 7 to bit 0, as wide as the rectangle; bits that are set are filled in the colour of their
/// state. With `named` the names stand above the boxes. `byte` is in this form.
void paintByte(QPainter& painter, const Theme& theme, const QRectF& area, std::uint8_t byte, ByteForm form, bool named);

}  // namespace ui
