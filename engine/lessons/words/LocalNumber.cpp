#include "engine/lessons/words/LocalNumber.h"

#include <unicode/dcfmtsym.h>

#include <cctype>

namespace engine {

std::string decimalSign(const std::string& language) {
  if (language.empty() || language == "en") return ".";
  UErrorCode error = U_ZERO_ERROR;
  const icu::DecimalFormatSymbols symbols(icu::Locale(language.c_str()), error);
  std::string sign;
  if (U_SUCCESS(error)) symbols.getConstSymbol(icu::DecimalFormatSymbols::kDecimalSeparatorSymbol).toUTF8String(sign);
  return sign.empty() ? "." : sign;
}

std::string localNumber(std::string text, const std::string& language) {
  const std::string sign = decimalSign(language);
  if (sign == ".") return text;
  const auto isDigitAt = [&](std::size_t k) { return std::isdigit(static_cast<unsigned char>(text[k])) != 0; };
  for (std::size_t k = 1; k + 1 < text.size(); ++k)
    if (text[k] == '.' && isDigitAt(k - 1) && isDigitAt(k + 1)) text.replace(k, 1, sign);
  return text;
}

}  // namespace engine
