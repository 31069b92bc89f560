#include "ui/formula/FormulaGlyphs.h"

#include <QFontMetricsF>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "engine/lessons/formula/FormulaSymbols.h"
#include "ui/look/MathFont.h"

namespace ui {

namespace {

constexpr int kMeasured = 400;  ///< pixels at which glyphs are measured

/// Capitals that Unicode had before its mathematical alphabets.
constexpr std::array<std::pair<char, char32_t>, 7> kBlackboard{
    {{'C', 0x2102}, {'H', 0x210D}, {'N', 0x2115}, {'P', 0x2119}, {'Q', 0x211A}, {'R', 0x211D}, {'Z', 0x2124}}};
constexpr std::array<std::pair<char, char32_t>, 8> kCalligraphic{{{'B', 0x212C},
                                                                  {'E', 0x2130},
                                                                  {'F', 0x2131},
                                                                  {'H', 0x210B},
                                                                  {'I', 0x2110},
                                                                  {'L', 0x2112},
                                                                  {'M', 0x2133},
                                                                  {'R', 0x211B}}};

template <std::size_t N>
char32_t capital(const std::array<std::pair<char, char32_t>, N>& older, char letter, char32_t first) {
  for (const auto& [known, code] : older)
    if (known == letter) return code;
  return first + static_cast<char32_t>(letter - 'A');
}

/// The code of a Latin letter in one of the mathematical alphabets.
char32_t latin(char letter, FormulaAlphabet alphabet) {
  const bool isCapital = letter <= 'Z';
  switch (alphabet) {
    case FormulaAlphabet::italic:
      if (letter == 'h') return 0x210E;
      return isCapital ? 0x1D434 + static_cast<char32_t>(letter - 'A') : 0x1D44E + static_cast<char32_t>(letter - 'a');
    case FormulaAlphabet::bold:
      return isCapital ? 0x1D400 + static_cast<char32_t>(letter - 'A') : 0x1D41A + static_cast<char32_t>(letter - 'a');
    case FormulaAlphabet::blackboard:
      return capital(kBlackboard, letter, 0x1D538);
    case FormulaAlphabet::calligraphic:
      return capital(kCalligraphic, letter, 0x1D49C);
    default:
      return static_cast<char32_t>(letter);
  }
}

/// Small Greek letters lean, as in TeX; capitals stand.
char32_t greek(char32_t code) {
  if (code >= 0x3B1 && code <= 0x3C9) return 0x1D6FC + (code - 0x3B1);
  if (code == 0x3F5) return 0x1D716;
  if (code == 0x3D1) return 0x1D717;
  if (code == 0x3D5) return 0x1D719;
  return code;
}

QString fromCode(char32_t code) { return QString::fromUcs4(&code, 1); }

bool isLetter(const std::string& name) { return name.size() == 1 && std::isalpha(static_cast<unsigned char>(name[0])); }

}  // namespace

FormulaGlyph glyphOf(const std::string& name, FormulaAlphabet alphabet) {
  const bool isMathematical = mathFont().isMathematical;
  const bool isBold = alphabet == FormulaAlphabet::bold, isItalic = alphabet == FormulaAlphabet::italic;
  if (isLetter(name)) {
    if (isMathematical) return {fromCode(latin(name[0], alphabet))};
    return {QString::fromStdString(name), isItalic || alphabet == FormulaAlphabet::calligraphic,
            isBold || alphabet == FormulaAlphabet::blackboard};
  }
  const engine::FormulaSymbol* known = engine::findFormulaSymbol(name);
  const QString sign = known && alphabet != FormulaAlphabet::text
                           ? QString::fromUtf8(known->sign.data(), qsizetype(known->sign.size()))
                           : QString::fromStdString(name);
  const bool isGreek = known && known->kind == engine::FormulaKind::symbol && sign.size() == 1 &&
                       sign[0].unicode() >= 0x3B1 && sign[0].unicode() <= 0x3F5;
  if (isGreek && isMathematical) return {fromCode(greek(sign[0].unicode()))};
  return {sign, isGreek, isBold};
}

GlyphExtent extentOf(const FormulaGlyph& glyph) {
  static std::map<std::tuple<QString, bool, bool>, GlyphExtent> known;
  const auto key = std::tuple(glyph.text, glyph.isItalic, glyph.isBold);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const QFontMetricsF metrics(mathFont().at(kMeasured, glyph.isItalic, glyph.isBold));
  const QRectF ink = metrics.tightBoundingRect(glyph.text);
  const GlyphExtent extent{metrics.horizontalAdvance(glyph.text) / kMeasured, ink.left() / kMeasured,
                           ink.right() / kMeasured, -ink.top() / kMeasured, ink.bottom() / kMeasured};
  if (known.size() > 4096) known.clear();  // numbers come and go
  return known.emplace(key, extent).first->second;
}

double axisHeight() {
  static const double height = [] {
    const GlyphExtent minus = extentOf({QStringLiteral("−")});
    return (minus.ascent - minus.descent) / 2;
  }();
  return height;
}

double xHeight() {
  static const double height = extentOf({QStringLiteral("x")}).ascent;
  return height;
}

}  // namespace ui
