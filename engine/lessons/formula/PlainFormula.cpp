#include "engine/lessons/formula/PlainFormula.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

using Name = std::pair<std::string_view, std::string_view>;

/// Deeper brackets are text, so that the formula stays within what parseFormula() takes.
constexpr int kDeepest = 12;

/// Signs that the table of symbols does not have, or has with another look.
constexpr std::array<Name, 8> kOtherSigns{
    {{"·", "cdot"}, {"Σ", "sum"}, {"∑", "sum"}, {"∏", "prod"}, {"-", "-"}, {"~", "sim"}, {"ϕ", "phi"}, {"*", "cdot"}}};
/// Scripts that are words; others are indices, a letter each.
constexpr std::array<std::string_view, 8> kWordsBelow{"in", "out", "max", "min", "sites", "pairs", "rows", "columns"};
constexpr std::array<Name, 5> kFractions{{{"½", "12"}, {"⅓", "13"}, {"¼", "14"}, {"⅔", "23"}, {"¾", "34"}}};
constexpr std::array<Name, 18> kRaised{{{"⁰", "0"},
                                        {"¹", "1"},
                                        {"²", "2"},
                                        {"³", "3"},
                                        {"⁴", "4"},
                                        {"⁵", "5"},
                                        {"⁶", "6"},
                                        {"⁷", "7"},
                                        {"⁸", "8"},
                                        {"⁹", "9"},
                                        {"⁻", "-"},
                                        {"⁺", "+"},
                                        {"ʳ", "r"},
                                        {"ᵈ", "d"},
                                        {"ᵖ", "p"},
                                        {"ᵀ", "T"},
                                        {"ⁿ", "n"},
                                        {"ᵏ", "k"}}};
constexpr std::array<Name, 16> kLowered{{{"₀", "0"},
                                         {"₁", "1"},
                                         {"₂", "2"},
                                         {"₃", "3"},
                                         {"₄", "4"},
                                         {"ᵢ", "i"},
                                         {"ⱼ", "j"},
                                         {"ₖ", "k"},
                                         {"ₙ", "n"},
                                         {"ₜ", "t"},
                                         {"ᵣ", "r"},
                                         {"ₕ", "h"},
                                         {"ₐ", "a"},
                                         {"ₓ", "x"},
                                         {"ₘ", "m"},
                                         {"ₛ", "s"}}};

template <std::size_t Count>
std::string_view named(const std::array<Name, Count>& names, std::string_view sign) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.first == sign; });
  return found == names.end() ? std::string_view() : found->second;
}

/// The symbol that looks like this; null: none.
const FormulaSymbol* symbolLike(std::string_view sign) {
  if (const std::string_view other = named(kOtherSigns, sign); !other.empty()) return findFormulaSymbol(other);
  const std::vector<FormulaSymbol>& all = formulaSymbols();
  const auto looksSo = [&](const FormulaSymbol& one) { return one.kind != FormulaKind::space && one.sign == sign; };
  const auto found = std::find_if(all.begin(), all.end(), looksSo);
  return found == all.end() ? nullptr : &*found;
}

bool isWordLetter(std::string_view sign) {
  return sign.size() == 1 && std::isalpha(static_cast<unsigned char>(sign[0])) != 0;
}
bool isDigit(std::string_view sign) {
  return sign.size() == 1 && std::isdigit(static_cast<unsigned char>(sign[0])) != 0;
}
bool isBlank(std::string_view sign) { return sign == " " || sign == "\t"; }

/// Letters of UTF-8, each a piece of the text; broken ones stand alone.
std::vector<std::string_view> signsOf(std::string_view text) {
  std::vector<std::string_view> letters;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    letters.push_back(text.substr(at, end - at));
    at = end;
  }
  return letters;
}

std::string inBraces(const std::string& tex) { return "{" + tex + "}"; }

std::string commandOf(const FormulaSymbol& symbol) {
  if (symbol.name == "Vert") return "\\|";
  const bool isWord = std::isalpha(static_cast<unsigned char>(symbol.name[0])) != 0;
  const bool isBrace = symbol.name == "{" || symbol.name == "}";
  return isWord || isBrace ? "\\" + std::string(symbol.name) + (isWord ? " " : "") : std::string(symbol.name);
}

std::string asText(const std::string& text) {
  return text == "{" || text == "}" ? "\\" + text : "\\text" + inBraces(text);
}

/// One factor of a product, or the sign between two.
struct Factor {
  std::string tex;
  std::string inner;  ///< of one that is all in round brackets: what is in these
  bool isSum = false;
  bool isHead = false;  ///< of what follows it, as a sum, "log" and a word: a fraction does not reach back over it
  bool isDifferential = false;  ///< "∂z": a fraction begins with it
};

class PlainReader {
 public:
  explicit PlainReader(std::string_view text) : m_letters(signsOf(text)) {}

  /// Up to a letter that closes, which stays; empty: to the end.
  std::string row(std::string_view closing) {
    std::string tex;
    std::vector<Factor> product;
    while (m_at < m_letters.size() && peek() != closing) {
      if (isBlank(peek())) {
        ++m_at;
      } else if (peek() == "/" && !product.empty() && !m_isScript) {
        ++m_at;
        divide(product, closing);
      } else if (endsProduct()) {
        flush(tex, product);
        const bool isComma = peek() == "," && m_depth == 0 && !m_isScript;
        tex += take() + (isComma ? "\\;" : "");
      } else {
        product.push_back(factor());
      }
    }
    flush(tex, product);
    return tex;
  }

 private:
  std::string_view peek(std::size_t further = 0) const {
    return m_at + further < m_letters.size() ? m_letters[m_at + further] : std::string_view();
  }
  void skipBlanks() {
    while (isBlank(peek())) ++m_at;
  }

  static void flush(std::string& tex, std::vector<Factor>& product) {
    for (const Factor& factor : product) tex += factor.tex;
    product.clear();
  }

  const FormulaSymbol* sign() const { return isWordLetter(peek()) ? nullptr : symbolLike(peek()); }
  bool isProductSign() const {
    constexpr std::array<std::string_view, 5> kOfProducts{"cdot", "times", "odot", "otimes", "/"};
    const FormulaSymbol* known = sign();
    return known && std::find(kOfProducts.begin(), kOfProducts.end(), known->name) != kOfProducts.end();
  }
  /// A sum, a relation, a comma: what a fraction does not reach over.
  bool endsProduct() const {
    const FormulaSymbol* known = sign();
    if (!known || isProductSign() || known->name == "." || known->name == "!") return false;
    const bool isComma = known->name == "," || known->name == ";";
    return isComma || known->kind == FormulaKind::operation || (known->name == "|" && !closesLater("|"));
  }
  std::string take() {
    const FormulaSymbol* known = sign();
    const std::string tex = known ? commandOf(*known) : asText(std::string(peek()));
    ++m_at;
    return tex;
  }

  /// Whether such a letter follows before a bracket closes that was open before.
  bool closesLater(std::string_view closing) const {
    int depth = 0;
    for (std::size_t k = m_at + 1; k < m_letters.size(); ++k) {
      const std::string_view letter = m_letters[k];
      if (depth == 0 && letter == closing) return true;
      if (letter == "(" || letter == "[" || letter == "{") ++depth;
      if ((letter == ")" || letter == "]" || letter == "}") && --depth < 0) return false;
    }
    return false;
  }

  /// "/": what stands before it in the product, over the factor that follows, or over all of a sum.
  void divide(std::vector<Factor>& product, std::string_view closing) {
    std::string above, below;
    auto first = product.end();
    while (first != product.begin() && !std::prev(first)->isHead && !(first != product.end() && first->isDifferential))
      --first;
    std::vector<Factor> dividend(first, product.end());
    product.erase(first, product.end());
    if (dividend.size() == 1 && !dividend[0].inner.empty()) dividend[0].tex = dividend[0].inner;
    flush(above, dividend);
    skipBlanks();
    std::vector<Factor> divisor;
    bool isSum = false;
    while (m_at < m_letters.size() && peek() != closing && !endsProduct() && (isSum || !isProductSign())) {
      if (isBlank(peek()) && !isSum) break;
      if (isBlank(peek())) {
        ++m_at;
        continue;
      }
      divisor.push_back(factor());
      isSum = isSum || divisor.back().isSum;
    }
    if (divisor.size() == 1 && !divisor[0].inner.empty()) divisor[0].tex = divisor[0].inner;
    flush(below, divisor);
    product.push_back({"\\frac" + inBraces(above) + inBraces(below), {}, false});
  }

  Factor factor() {
    Factor made = atom();
    if (scripts(made.tex)) made.inner.clear();
    return made;
  }

  Factor atom() {
    const std::string_view letter = peek();
    const bool hasBlank = std::exchange(m_hasBlank, false);
    if (isDigit(letter)) return {number(), {}, false};
    if (isWordLetter(letter)) return word(hasBlank);
    if (letter == "√") return root();
    if (const std::string_view parts = named(kFractions, letter); !parts.empty()) {
      ++m_at;
      return {std::string("\\frac{").append(parts.substr(0, 1)) + "}{" + std::string(parts.substr(1)) + "}", {}, false};
    }
    if (letter == "(" || letter == "[" || (letter == "|" && closesLater("|"))) return bracketed(letter);
    const FormulaSymbol* known = sign();
    const bool isSum = known && known->kind == FormulaKind::large;
    const bool isClosing = known && known->kind == FormulaKind::close && known->name != "!";
    if (letter == "∂" && !peek(1).empty() && !isBlank(peek(1))) {
      ++m_at;
      return {"\\partial " + factor().tex, {}, false, false, true};
    }
    if (!isClosing && known) return {take(), {}, isSum, isSum};
    ++m_at;
    return {asText(std::string(letter)), {}, false};
  }

  std::string number() {
    std::string digits;
    while (isDigit(peek()) || (peek() == "." && isDigit(peek(1)) && digits.find('.') == std::string::npos))
      digits += m_letters[m_at++];
    return digits;
  }

  Factor root() {
    ++m_at;
    skipBlanks();
    if (m_at >= m_letters.size()) return {asText("√"), {}, false};
    const Factor under = atom();
    std::string tex = under.inner.empty() ? under.tex : under.inner;
    if (under.inner.empty()) scripts(tex);
    return {"\\sqrt" + inBraces(tex), {}, false};
  }

  Factor bracketed(std::string_view opening) {
    const std::string_view closing = opening == "(" ? ")" : opening == "[" ? "]" : "|";
    if (m_depth >= kDeepest || !closesLater(closing)) {
      ++m_at;
      return {asText(std::string(opening)), {}, false};
    }
    ++m_at;
    ++m_depth;
    const std::string inner = row(closing);
    --m_depth;
    ++m_at;
    const bool isTall = inner.find("\\frac") != std::string::npos;
    const std::string left = isTall ? "\\left" : "", right = isTall ? "\\right" : "";
    Factor made{left + std::string(opening) + inner + right + std::string(closing), {}, false};
    if (opening == "(") made.inner = inner;
    return made;
  }

  /// A word, with hyphens inside.
  std::string letters() {
    std::string together;
    while (isWordLetter(peek()) || (together.size() > 1 && peek() == "-" && isWordLetter(peek(1))))
      together += m_letters[m_at++];
    return together;
  }

  /// `hasBlank`: there is one before it already.
  Factor word(bool hasBlank) {
    const std::string before = hasBlank ? "" : blankBefore(), run = letters();
    if (run.size() == 1) return {run, {}, false};
    if (run == "log" && peek() == "2") {
      ++m_at;
      return {"\\log_2 ", {}, false, peek() != "("};
    }
    const FormulaSymbol* known = findFormulaSymbol(run);
    if (known && (known->kind == FormulaKind::function || known->kind == FormulaKind::large))
      return {"\\" + run + " ", {}, false, peek() != "("};
    const bool isSmall = std::none_of(run.begin(), run.end(), [](unsigned char c) { return std::isupper(c) != 0; });
    const bool isName = peek() == "(" || peek() == "_" || peek() == "^" || !isSmall;
    if (m_isScript) return {run, {}, false};
    if (isName) return {"\\operatorname" + inBraces(run), {}, false};
    const std::string after = blankAfter();
    m_hasBlank = !after.empty();
    const bool isLast = !(isWordLetter(peek(1)) && isWordLetter(peek(2)));  // no other word belongs to it
    return {asText(before + run + after), {}, false, m_hasBlank && isLast};
  }

  /// Signs keep their own distance from words.
  std::string blankBefore() const {
    std::size_t end = m_at;
    while (end > 0 && isBlank(m_letters[end - 1])) --end;
    if (end == 0 || end == m_at) return {};
    const std::string_view last = m_letters[end - 1];
    return isWordLetter(last) || isDigit(last) || last == ")" || last == "|" ? " " : "";
  }
  std::string blankAfter() const {
    std::size_t begin = m_at;
    while (begin < m_letters.size() && isBlank(m_letters[begin])) ++begin;
    if (begin == m_letters.size() || begin == m_at) return {};
    const std::string_view next = m_letters[begin];
    return isWordLetter(next) || isDigit(next) || next == "(" || next == "|" || next == "√" ? " " : "";
  }

  /// All that hang at a base; whether there are any. TeX takes one above and one below.
  bool scripts(std::string& base) {
    bool isRaised = false, isLowered = false, isAny = false;
    const auto hang = [&](bool raised, const std::string& tex) {
      bool& isTaken = raised ? isRaised : isLowered;
      if (isTaken) base = inBraces(base), isRaised = isLowered = false;
      isTaken = isAny = true;
      base += (raised ? "^" : "_") + inBraces(tex);
    };
    while (m_at < m_letters.size()) {
      const std::string_view letter = peek();
      if (letter == "_" || letter == "^") {
        ++m_at;
        hang(letter == "^", argument(letter == "^"));
      } else if (letter == "'" || letter == "′") {
        ++m_at;
        hang(true, "\\prime ");
      } else if (const std::string raised = run(kRaised); !raised.empty()) {
        hang(true, raised);
      } else if (const std::string lowered = run(kLowered); !lowered.empty()) {
        hang(false, lowered);
      } else {
        break;
      }
    }
    return isAny;
  }

  /// Small letters of Unicode, as many as follow.
  template <std::size_t Count>
  std::string run(const std::array<Name, Count>& names) {
    std::string small;
    for (; !named(names, peek()).empty(); ++m_at) small += named(names, peek());
    return small;
  }

  /// Of a script: braces, brackets, or letters and digits up to the next sign.
  std::string argument(bool isRaised) {
    if (peek() == "{" && closesLater("}") && m_depth < kDeepest) {
      ++m_at;
      ++m_depth;
      const bool before = std::exchange(m_isScript, true);
      const std::string inner = row("}");
      m_isScript = before;
      --m_depth;
      ++m_at;
      return inner;
    }
    if (peek() == "(") return atom().tex;
    std::string run;
    if (peek() == "-" || peek() == "−") {
      run = "-";
      ++m_at;
    }
    while (isWordLetter(peek()) || isDigit(peek())) run += m_letters[m_at++];
    if (run.empty() && m_at < m_letters.size() && !isBlank(peek()) && sign()) return take();
    if (run == "T" && isRaised) return "\\top ";
    const bool isWord = std::find(kWordsBelow.begin(), kWordsBelow.end(), run) != kWordsBelow.end();
    return isWord ? "\\mathrm" + inBraces(run) : run;
  }

  std::vector<std::string_view> m_letters;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_isScript = false;
  bool m_hasBlank = false;  ///< the word before ended with one
};

}  // namespace

std::string texOfPlain(std::string_view text) { return PlainReader(text).row({}); }

}  // namespace engine
