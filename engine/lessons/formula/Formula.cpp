#include "engine/lessons/formula/Formula.h"

#include <algorithm>
#include <array>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "engine/base/PrintableText.h"
#include "engine/lessons/formula/FormulaGrammar.h"
#include "engine/lessons/formula/FormulaSymbols.h"

namespace engine {

namespace {

namespace peg = tao::pegtl;

/// What stops the grammar: where, and what should have stood there.
struct Stopped {
  std::size_t at = 0;
  std::string text;
};

/// What stands at a place, in words.
std::string foundText(std::string_view rest) {
  if (rest.empty()) return "the end";
  std::size_t length = 1;
  if (rest.front() == '\\') {
    while (length < rest.size() && std::isalpha(static_cast<unsigned char>(rest[length]))) ++length;
    if (length == 1 && rest.size() > 1) ++length;
  }
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) ++length;
  return "\"" + printable(rest.substr(0, length)) + "\"";
}

template <class Rule>
constexpr std::string_view kExpected = "";
template <>
constexpr std::string_view kExpected<tex::closeBrace> = "a brace is not closed: expected \"}\"";
template <>
constexpr std::string_view kExpected<tex::openBrace> = "expected \"{\"";
template <>
constexpr std::string_view kExpected<tex::argument> =
    "expected what the command before it is about (a letter, a digit, or {...})";
template <>
constexpr std::string_view kExpected<tex::delimiter> =
    "expected one of ( ) [ ] | \\| \\{ \\} . after \\left or \\right";
template <>
constexpr std::string_view kExpected<tex::rightWord> = "\\left has no \\right: expected \\right";
template <>
constexpr std::string_view kExpected<tex::closeDegree> = "the degree of a root is not closed: expected \"]\"";
template <>
constexpr std::string_view kExpected<tex::beginEnvironment> =
    "expected {matrix}, {bmatrix}, {pmatrix}, {cases} or {aligned} after \\begin";
template <>
constexpr std::string_view kExpected<tex::endEnvironment> = "\\begin has no \\end: expected \\end{...}";
template <>
constexpr std::string_view kExpected<tex::end> = "this has nothing before it that it belongs to";

template <class Rule>
struct Control : peg::normal<Rule> {
  template <class In, class... States>
  [[noreturn]] static void raise(const In& in, States&&...) {
    const std::string_view rest(in.current(), static_cast<std::size_t>(in.end() - in.current()));
    const auto at = static_cast<std::size_t>(in.current() - in.begin());
    if constexpr (std::is_same_v<Rule, tex::tooDeep>)
      throw Stopped{at, "nested deeper than " + std::to_string(tex::kDeepest) + " levels"};
    else
      throw Stopped{at, std::string(kExpected<Rule>) + ", found " + foundText(rest)};
  }
};

template <class Rule>
using Selector = peg::parse_tree::selector<
    Rule, peg::parse_tree::store_content::on<tex::row, tex::degreeRow, tex::group, tex::digit, tex::number, tex::letter,
                                             tex::character, tex::command, tex::raw, tex::fractionRule, tex::rootRule,
                                             tex::overRule, tex::textRule, tex::withRule, tex::fencedRule,
                                             tex::delimiter, tex::cell, tex::tableRow, tex::tableRule,
                                             tex::environmentName, tex::below, tex::above, tex::prime, tex::scripted>>;
using Parsed = peg::parse_tree::node;

using Children = std::vector<FormulaTree>;

/// Makes the tree out of what the grammar found; tells what is not known.
class Builder {
 public:
  Builder(std::string_view text, LessonPlace start, LessonProblems& problems)
      : m_text(text), m_start(start), m_problems(problems) {}

  /// Lines and columns (code points) of a byte of the text.
  LessonPlace placeOf(std::size_t byte) const {
    LessonPlace place = m_start;
    for (std::size_t i = 0; i < std::min(byte, m_text.size()); ++i) {
      const auto letter = static_cast<unsigned char>(m_text[i]);
      if (letter == '\n')
        place = {place.line + 1, 1};
      else if ((letter & 0xC0) != 0x80)
        ++place.column;
    }
    return place;
  }

  FormulaTree row(const Parsed& parsed) {
    Children children;
    for (const auto& child : parsed.children) children.push_back(scripted(*child));
    if (children.size() == 1 && children[0] && children[0]->kind != FormulaKind::operation) return children[0];
    return node(parsed, FormulaKind::row, "", std::move(children));
  }

 private:
  FormulaTree node(const Parsed& parsed, FormulaKind kind, std::string text, Children children = {}, int columns = 0) {
    FormulaNode made{kind, std::move(text), std::move(children), columns, place(parsed)};
    return std::make_shared<const FormulaNode>(std::move(made));
  }
  LessonPlace place(const Parsed& parsed) const {
    return placeOf(static_cast<std::size_t>(parsed.m_begin.data - m_text.data()));
  }
  template <class... Parts>
  FormulaTree unknown(const Parsed& parsed, const Parts&... text) {
    m_problems.error(place(parsed), text...);
    return node(parsed, FormulaKind::row, "");
  }

  /// An atom with what stands above and below it.
  FormulaTree scripted(const Parsed& parsed) {
    FormulaTree base = atom(*parsed.children.front());
    FormulaTree scripts[2];
    Children primes;
    for (std::size_t i = 1; i < parsed.children.size(); ++i) {
      const Parsed& child = *parsed.children[i];
      if (child.is_type<tex::prime>()) {
        primes.push_back(node(child, FormulaKind::symbol, "prime"));
        continue;
      }
      FormulaTree& script = scripts[child.is_type<tex::above>() ? 1 : 0];
      if (script)
        m_problems.error(place(child), "a second \"", child.string_view().substr(0, 1), "\" at the same symbol");
      script = atom(*child.children.front());
    }
    if (!primes.empty()) {
      if (scripts[1]) primes.push_back(scripts[1]);
      scripts[1] = primes.size() == 1 ? primes[0] : node(parsed, FormulaKind::row, "", std::move(primes));
    }
    if (!scripts[0] && !scripts[1]) return base;
    return withScripts(parsed, std::move(base), scripts[0], scripts[1]);
  }
  FormulaTree withScripts(const Parsed& parsed, FormulaTree base, FormulaTree below, FormulaTree above) {
    if (base->kind == FormulaKind::brace) {
      FormulaTree& label = base->text == "underbrace" ? below : above;
      FormulaTree braced = node(parsed, FormulaKind::brace, base->text, {base->children[0], label});
      label = nullptr;
      if (!below && !above) return braced;
      base = std::move(braced);
    }
    return node(parsed, FormulaKind::scripts, "", {std::move(base), std::move(below), std::move(above)});
  }

  FormulaTree atom(const Parsed& parsed) {
    if (parsed.is_type<tex::group>()) return row(*parsed.children.front());
    if (parsed.is_type<tex::number>() || parsed.is_type<tex::digit>())
      return node(parsed, FormulaKind::number, parsed.string());
    if (parsed.is_type<tex::letter>()) return node(parsed, FormulaKind::symbol, parsed.string());
    if (parsed.is_type<tex::character>()) return character(parsed);
    if (parsed.is_type<tex::command>()) return command(parsed);
    if (parsed.is_type<tex::fractionRule>()) return fraction(parsed);
    if (parsed.is_type<tex::rootRule>()) return root(parsed);
    if (parsed.is_type<tex::overRule>()) return over(parsed);
    if (parsed.is_type<tex::textRule>()) return text(parsed);
    if (parsed.is_type<tex::withRule>()) return with(parsed);
    if (parsed.is_type<tex::fencedRule>()) return fenced(parsed);
    return table(parsed);
  }

  FormulaTree character(const Parsed& parsed) {
    const FormulaSymbol* known = findFormulaSymbol(parsed.string_view());
    if (known) return node(parsed, known->kind, parsed.string());
    for (const FormulaSymbol& one : formulaSymbols())
      if (one.sign == parsed.string_view() && one.name != one.sign)
        return unknown(parsed, '"', one.sign, "\" is not a character of formulae: write ",
                       one.name.size() == 1 ? "" : "\\", one.name);
    if (parsed.string_view() == "*") return unknown(parsed, "\"*\" is not a character of formulae: write \\cdot");
    return unknown(parsed, '"', printable(parsed.string_view()), "\" is not a character of formulae");
  }
  FormulaTree command(const Parsed& parsed) {
    static const std::map<std::string_view, std::string_view> kSigns{{",", "thin"}, {";", "thick"}, {"!", "back"},
                                                                     {"|", "Vert"}, {"{", "{"},     {"}", "}"}};
    const std::string_view name = parsed.string_view().substr(1);
    if (const auto sign = kSigns.find(name); sign != kSigns.end())
      return node(parsed, findFormulaSymbol(sign->second)->kind, std::string(sign->second));
    const bool isWord = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front()));
    const FormulaSymbol* known = isWord && name.size() > 1 ? findFormulaSymbol(name) : nullptr;
    // These have names of our own: "thin", ...; a prime is an apostrophe.
    const bool isOurs = known && (name == "thin" || name == "thick" || name == "back" || name == "Vert");
    if (known && !isOurs) return node(parsed, known->kind, std::string(name));
    std::vector<std::string> names = formulaConstructs();
    for (const FormulaSymbol& one : formulaSymbols())
      if (one.name.size() > 1) names.emplace_back(one.name);
    const std::string nearest = isWord ? nearestSpelling(std::string(name), names) : "";
    return unknown(parsed, '"', printable(parsed.string_view()), "\" is not a command of formulae",
                   nearest.empty() ? "" : ": did you mean \\", nearest, nearest.empty() ? "" : "?");
  }

  /// The name that a construct begins with, without its backslash.
  static std::string nameOf(const Parsed& parsed) {
    const std::string_view text = parsed.string_view().substr(1);
    std::size_t length = 0;
    while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length]))) ++length;
    return std::string(text.substr(0, length));
  }
  FormulaTree fraction(const Parsed& parsed) {
    const std::string name = nameOf(parsed);
    const FormulaKind kind = name == "binom" ? FormulaKind::binomial : FormulaKind::fraction;
    return node(parsed, kind, name, {atom(*parsed.children[0]), atom(*parsed.children[1])});
  }
  FormulaTree root(const Parsed& parsed) {
    const bool hasDegree = parsed.children.size() > 1;
    FormulaTree degree = hasDegree ? row(*parsed.children.front()) : nullptr;
    return node(parsed, FormulaKind::root, "sqrt", {atom(*parsed.children.back()), std::move(degree)});
  }
  FormulaTree over(const Parsed& parsed) {
    const std::string name = nameOf(parsed);
    FormulaTree child = atom(*parsed.children.front());
    if (name == "mathbb" || name == "mathcal") {
      const bool isCapital = child->kind == FormulaKind::symbol && child->text.size() == 1 && child->text[0] <= 'Z';
      if (!isCapital) return unknown(*parsed.children.front(), "expected one capital letter after \\", name);
    }
    if (name.starts_with("math")) return node(parsed, FormulaKind::styled, name, {std::move(child)});
    const bool isBrace = name.ends_with("brace");
    return node(parsed, isBrace ? FormulaKind::brace : FormulaKind::accent, name,
                isBrace ? Children{std::move(child), nullptr} : Children{std::move(child)});
  }
  /// \text{...} and \operatorname{...}: the words are the text of the child.
  FormulaTree text(const Parsed& parsed) {
    const Parsed& raw = *parsed.children.front();
    const bool isFunction = nameOf(parsed) == "operatorname";
    const bool isNamed = raw.string_view().find_first_not_of(" \t\r\n") != std::string_view::npos;
    if (!isNamed) return unknown(parsed, '\\', nameOf(parsed), " is empty");
    if (isFunction) return node(parsed, FormulaKind::function, raw.string());
    return node(parsed, FormulaKind::styled, "text", {node(raw, FormulaKind::symbol, raw.string())});
  }
  FormulaTree with(const Parsed& parsed) {
    static const std::vector<std::string> kColors{"accent", "mark", "good", "muted", "MM", "MI", "IM", "DG", "GD"};
    const Parsed& raw = *parsed.children.front();
    FormulaTree child = atom(*parsed.children.back());
    if (nameOf(parsed) == "mark") {
      LessonExpression::parse(raw.string_view(), place(raw), m_problems);
      return node(parsed, FormulaKind::mark, raw.string(), {std::move(child)});
    }
    if (std::find(kColors.begin(), kColors.end(), raw.string()) == kColors.end())
      return unknown(raw, "color \"", printable(raw.string_view()),
                     "\" is not known: there are accent, mark, good, muted, MM, MI, IM, DG, GD");
    return node(parsed, FormulaKind::color, raw.string(), {std::move(child)});
  }
  FormulaTree fenced(const Parsed& parsed) {
    const auto name = [](const Parsed& delimiter) {
      const std::string text = delimiter.string();
      return text == "\\|" ? std::string("Vert") : text.substr(text.size() - 1);
    };
    return node(parsed, FormulaKind::fenced, name(*parsed.children.front()) + " " + name(*parsed.children.back()),
                {row(*parsed.children[1])});
  }
  FormulaTree table(const Parsed& parsed) {
    static const std::vector<std::string> kNames{"matrix", "bmatrix", "pmatrix", "cases", "aligned"};
    const Parsed &first = *parsed.children.front(), &last = *parsed.children.back();
    const std::string name = first.string();
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
      const std::string nearest = nearestSpelling(name, kNames);
      return unknown(first, "environment \"", name,
                     "\" is not known: there are matrix, bmatrix, pmatrix, cases, aligned",
                     nearest.empty() ? "" : "; did you mean ", nearest, nearest.empty() ? "" : "?");
    }
    if (last.string() != name) return unknown(last, "\\begin{", name, "} is closed by \\end{", last.string(), "}");
    return node(parsed, FormulaKind::table, name, cells(parsed), static_cast<int>(numColumns(parsed)));
  }
  /// Rows of a table; TeX allows \\ behind the last.
  static std::size_t numRows(const Parsed& table) {
    const std::size_t rows = table.children.size() - 2;
    const Parsed& last = *table.children[rows];
    const bool isEmpty = last.children.size() == 1 && last.children[0]->children[0]->children.empty();
    return isEmpty && rows > 1 ? rows - 1 : rows;
  }
  static std::size_t numColumns(const Parsed& table) {
    std::size_t columns = 1;
    for (std::size_t row = 1; row <= numRows(table); ++row)
      columns = std::max(columns, table.children[row]->children.size());
    return columns;
  }
  Children cells(const Parsed& table) {
    Children cells;
    for (std::size_t i = 1; i <= numRows(table); ++i) {
      const Parsed& line = *table.children[i];
      for (const auto& cell : line.children) cells.push_back(row(*cell->children.front()));
      cells.resize(i * numColumns(table));
    }
    return cells;
  }

  std::string_view m_text;
  LessonPlace m_start;
  LessonProblems& m_problems;
};

}  // namespace

FormulaTree parseFormula(std::string_view text, LessonPlace place, LessonProblems& problems) {
  Builder builder(text, place, problems);
  const std::size_t numErrors = problems.numErrors();
  tex::Input input(text);
  try {
    const auto parsed = peg::parse_tree::parse<tex::formula, Parsed, Selector, peg::nothing, Control>(input);
    FormulaTree tree = builder.row(*parsed->children.front());
    return problems.numErrors() == numErrors ? tree : nullptr;
  } catch (const Stopped& stopped) {
    problems.error(builder.placeOf(stopped.at), stopped.text);
    return nullptr;
  }
}

}  // namespace engine
