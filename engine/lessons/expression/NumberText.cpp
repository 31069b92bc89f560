// Numbers as prose shows them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/base/PrintableText.h"
#include "engine/datasets/FactText.h"
#include "engine/lessons/expression/Expression.h"

namespace engine {

namespace {

constexpr int kMostDecimals = 15;
constexpr Index kMostElements = 12;

struct NumberFormat {
  int decimals = -1;  ///< -1: as many as tell it
  bool isPercent = false, isScientific = false, isBits = false;
};

std::optional<NumberFormat> formatOf(std::string_view text) {
  NumberFormat format;
  if (text.starts_with('.')) {
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), format.decimals);
    if (error != std::errc{} || format.decimals < 0 || format.decimals > kMostDecimals) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  format.isPercent = text == "%";
  format.isScientific = text == "e";
  format.isBits = text == "bits";
  if (!text.empty() && !format.isPercent && !format.isScientific && !format.isBits) return std::nullopt;
  return format;
}

/// With a minus sign, and none before zeros.
std::string withSign(std::string digits) {
  if (!digits.starts_with('-')) return digits;
  digits.erase(0, 1);
  const bool isZero = digits.find_first_of("123456789") == std::string::npos;
  return (isZero ? "" : "−") + digits;
}

std::string withoutZeros(std::string digits) {
  if (digits.find('.') == std::string::npos) return digits;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

/// "1.2 × 10⁻³"
std::string scientific(double value, int decimals) {
  if (value == 0) return "0";
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.*e", decimals < 0 ? 2 : decimals, value);
  const std::string all = digits;
  const std::size_t cut = all.find('e');
  const std::string mantissa = all.substr(0, cut);
  static const char* const kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power;
  for (const char c : std::to_string(std::stoi(all.substr(cut + 1)))) power += c == '-' ? "⁻" : kRaised[c - '0'];
  return withSign(decimals < 0 ? withoutZeros(mantissa) : mantissa) + " × 10" + power;
}

/// Three significant digits, all of whole numbers.
std::string shortest(double value) {
  constexpr double kLongest = 1e15;
  const double size = std::abs(value);
  if (size >= kLongest || (size > 0 && size < 1e-4)) return scientific(value, -1);
  const double nearest = std::round(value);
  if (nearest != 0 && std::abs(value - nearest) <= 1e-12 * size) return withSign(fixed(nearest, 0));
  const int before = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
  return withSign(withoutZeros(fixed(value, std::clamp(3 - before, 0, kMostDecimals))));
}

std::string plain(double value, int decimals) {
  return decimals < 0 ? shortest(value) : withSign(fixed(value, decimals));
}

/// Whole percents, or two significant digits of less than ten.
std::string percent(double value, int decimals) {
  const double size = std::abs(value);
  if (decimals < 0 && size > 0 && size < 9.95) {
    const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
    return withSign(withoutZeros(fixed(value, std::clamp(2 - before, 0, 4)))) + " %";
  }
  return withSign(fixed(value, std::max(0, decimals))) + " %";
}

std::string numberText(double value, const NumberFormat& format) {
  if (std::isnan(value)) return "undefined";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (format.isPercent) return percent(100 * value, format.decimals);
  if (format.isScientific) return scientific(value, format.decimals);
  const std::string text = plain(value, format.decimals);
  return format.isBits ? text + (text == "1" ? " bit" : " bits") : text;
}

std::string rowText(const double* first, Index count, const NumberFormat& format) {
  std::string text;
  for (Index k = 0; k < count; ++k) {
    if (k > 0) text += " ";
    if (count > kMostElements && k == kMostElements - 2) {
      text += "… ";
      k = count - 1;
    }
    text += numberText(first[k], format);
  }
  return text;
}

}  // namespace

std::string numberText(const LessonValue& value, const std::string& formatText) {
  const NumberFormat format = formatOf(formatText).value_or(NumberFormat{});
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const auto* array = std::get_if<LessonArray>(&value);
  if (!array) {
    const auto& dataset = std::get<DatasetPtr>(value);
    return dataset ? dataset->title : describeValue(value);
  }
  // The unit stands once behind all numbers.
  const std::string unit = format.isBits ? " bits" : "";
  NumberFormat each = format;
  if (array->rank() > 0) each.isBits = false;
  if (array->rank() == 0) return numberText((*array)[0], each);
  if (array->rank() == 1) return "(" + rowText(array->data(), array->size(), each) + ")" + unit;
  if (array->rank() > 2 || array->length(0) > kMostElements) return describeValue(value);
  std::string text;
  const Index columns = array->length(1);
  for (Index row = 0; row < array->length(0); ++row)
    text += (row > 0 ? "; " : "") + rowText(array->data() + row * columns, columns, each);
  return "[" + text + "]" + unit;
}

std::optional<LiveNumber> parseLiveNumber(std::string_view inBraces, LessonPlace place, LessonProblems& problems) {
  // The format stands behind the last colon outside of brackets and quotation marks.
  std::size_t colon = std::string_view::npos;
  int depth = 0;
  bool isQuoted = false;
  for (std::size_t k = 0; k < inBraces.size(); ++k) {
    const char c = inBraces[k];
    if (c == '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ':' && depth == 0) colon = k;
  }
  std::string format;
  if (colon != std::string_view::npos) {
    format = std::string(inBraces.substr(colon + 1));
    if (!formatOf(format)) {
      problems.error(place, "the number's format is ", inQuotes(format),
                     ", expected one such as .2, %, .1%, e or bits");
      return std::nullopt;
    }
  }
  auto expression = LessonExpression::parse(inBraces.substr(0, colon), place, problems);
  if (!expression) return std::nullopt;
  return LiveNumber{*std::move(expression), format};
}

}  // namespace engine
