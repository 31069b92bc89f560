// The grammar of formulae: a PEG over TeX's characters. What a command means is FormulaSymbols' business.
#pragma once

#include <stdexcept>
#include <string_view>
#include <tao/pegtl.hpp>

namespace engine::tex {

namespace peg = tao::pegtl;

/// Deeper nesting is refused, so that no text can exhaust the stack.
constexpr int kDeepest = 48;

/// The text of a formula with the depth at which it is being read.
class Input : public peg::memory_input<> {
 public:
  explicit Input(std::string_view text) : memory_input(text.data(), text.size(), "formula") {}
  int depth = 0;
};

struct tooDeep : peg::failure {};

/// A rule that counts how deep it is within itself.
template <class Rule>
struct nested {
  using rule_t = nested;
  using subs_t = peg::type_list<Rule>;

  template <peg::apply_mode Apply, peg::rewind_mode Rewind, template <class...> class Action,
            template <class...> class Control, class In, class... States>
  static bool match(In& in, States&&... states) {
    struct Depth {
      int& depth;
      ~Depth() { --depth; }
    } depth{in.depth};
    if (++in.depth > kDeepest) Control<tooDeep>::raise(static_cast<const In&>(in), states...);
    return Control<Rule>::template match<Apply, Rewind, Action, Control>(in, states...);
  }
};

struct pad : peg::star<peg::one<' ', '\t', '\n', '\r'>> {};
/// \name, whole.
template <class Name>
struct word : peg::seq<peg::one<'\\'>, Name, peg::not_at<peg::alpha>> {};

struct row;
struct argument;
struct scripted;

struct openBrace : peg::one<'{'> {};
struct closeBrace : peg::one<'}'> {};
struct group : peg::if_must<openBrace, row, closeBrace> {};

struct digit : peg::digit {};
struct number : peg::seq<peg::plus<peg::digit>, peg::opt<peg::one<'.'>, peg::plus<peg::digit>>> {};
struct letter : peg::alpha {};
/// One character that is neither a letter nor a digit, known or not; no byte is left over.
struct character
    : peg::seq<peg::not_at<peg::one<'{', '}', '&', '_', '^', '\\', '\''>>, peg::sor<peg::utf8::any, peg::any>> {};
/// \name or \sign without arguments, known or not.
struct command
    : peg::seq<peg::one<'\\'>, peg::not_at<peg::one<'\\'>>,
               peg::not_at<peg::sor<TAO_PEGTL_STRING("right"), TAO_PEGTL_STRING("end")>, peg::not_at<peg::alpha>>,
               peg::sor<peg::plus<peg::alpha>, peg::utf8::any, peg::any, peg::eof>> {};

/// Text that is not a formula, up to the brace that closes it.
struct rawPart;
struct raw : peg::star<rawPart> {};
struct rawPart : peg::sor<peg::seq<peg::one<'{'>, nested<raw>, peg::one<'}'>>, peg::not_one<'{', '}'>> {};
struct rawArgument : peg::seq<pad, peg::must<openBrace>, raw, peg::must<closeBrace>> {};

struct fractionName
    : peg::sor<word<TAO_PEGTL_STRING("frac")>, word<TAO_PEGTL_STRING("tfrac")>, word<TAO_PEGTL_STRING("binom")>> {};
struct fractionRule : peg::if_must<fractionName, argument, argument> {};

struct degreeRow : peg::star<peg::not_at<peg::one<']'>>, scripted, pad> {};
struct closeDegree : peg::one<']'> {};
struct degree : peg::if_must<peg::one<'['>, pad, nested<degreeRow>, closeDegree> {};
struct rootRule : peg::if_must<word<TAO_PEGTL_STRING("sqrt")>, pad, peg::opt<degree>, argument> {};

struct overName
    : peg::sor<word<TAO_PEGTL_STRING("bar")>, word<TAO_PEGTL_STRING("hat")>, word<TAO_PEGTL_STRING("tilde")>,
               word<TAO_PEGTL_STRING("vec")>, word<TAO_PEGTL_STRING("dot")>, word<TAO_PEGTL_STRING("overline")>,
               word<TAO_PEGTL_STRING("underline")>, word<TAO_PEGTL_STRING("underbrace")>,
               word<TAO_PEGTL_STRING("overbrace")>, word<TAO_PEGTL_STRING("mathbf")>, word<TAO_PEGTL_STRING("mathrm")>,
               word<TAO_PEGTL_STRING("mathbb")>, word<TAO_PEGTL_STRING("mathcal")>> {};
struct overRule : peg::if_must<overName, argument> {};

struct textName : peg::sor<word<TAO_PEGTL_STRING("text")>, word<TAO_PEGTL_STRING("operatorname")>> {};
struct textRule : peg::if_must<textName, rawArgument> {};
struct withName : peg::sor<word<TAO_PEGTL_STRING("color")>, word<TAO_PEGTL_STRING("mark")>> {};
struct withRule : peg::if_must<withName, rawArgument, argument> {};

struct delimiter : peg::sor<peg::one<'(', ')', '[', ']', '|', '.'>, peg::seq<peg::one<'\\'>, peg::one<'|', '{', '}'>>> {
};
struct rightWord : word<TAO_PEGTL_STRING("right")> {};
struct fencedRule : peg::if_must<word<TAO_PEGTL_STRING("left")>, pad, delimiter, row, rightWord, pad, delimiter> {};

struct cell : peg::seq<row> {};
struct tableRow : peg::list<cell, peg::one<'&'>> {};
struct environmentName : peg::plus<peg::alpha> {};
struct beginEnvironment : peg::seq<openBrace, environmentName, closeBrace> {};
struct endEnvironment : peg::seq<word<TAO_PEGTL_STRING("end")>, pad, openBrace, environmentName, closeBrace> {};
struct tableRule : peg::if_must<word<TAO_PEGTL_STRING("begin")>, pad, beginEnvironment,
                                peg::list<tableRow, peg::string<'\\', '\\'>>, endEnvironment> {};

struct construct : peg::sor<fractionRule, rootRule, overRule, textRule, withRule, fencedRule, tableRule> {};
struct atom : peg::sor<group, number, letter, construct, command, character> {};
struct argumentAtom : peg::sor<group, digit, letter, construct, command, character> {};
struct argument : nested<peg::seq<pad, argumentAtom>> {};

struct below : peg::if_must<peg::one<'_'>, argument> {};
struct above : peg::if_must<peg::one<'^'>, argument> {};
struct prime : peg::one<'\''> {};
struct scripted : peg::seq<atom, peg::star<pad, peg::sor<below, above, prime>>> {};

struct row : nested<peg::seq<pad, peg::star<scripted, pad>>> {};
struct end : peg::eof {};
struct formula : peg::must<row, end> {};

}  // namespace engine::tex
