// The grammar of expressions in rules of PEGTL. Inside of brackets that list elements, "(1 -2)" has two elements and
// "(1 - 2)" has one: a sign with a blank before it and none behind it begins an element (`isList`).
#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>

namespace engine::expression_grammar {

namespace pegtl = tao::pegtl;
using pegtl::at;
using pegtl::if_must;
using pegtl::must;
using pegtl::not_at;
using pegtl::one;
using pegtl::opt;
using pegtl::plus;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct blank : one<' ', '\t', '\n', '\r'> {};
struct blanks : star<blank> {};
struct gap : plus<blank> {};

/// Letters of names: Latin and Greek.
struct letter
    : sor<pegtl::ascii::alpha, one<'_'>, pegtl::utf8::ranges<0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x24F, 0x370, 0x3FF>> {};
struct name_character : sor<letter, pegtl::digit> {};
template <char... Letters>
struct word : seq<pegtl::string<Letters...>, not_at<name_character>> {};
struct word_and : word<'a', 'n', 'd'> {};
struct word_or : word<'o', 'r'> {};
struct word_not : word<'n', 'o', 't'> {};
struct keyword : sor<word_and, word_or, word_not> {};
struct name : seq<not_at<keyword>, letter, star<name_character>> {};

struct minus : sor<one<'-'>, pegtl::utf8::one<0x2212>> {};
struct plus_or_minus : sor<one<'+'>, minus> {};
struct exponent : seq<one<'e', 'E'>, opt<plus_or_minus>, plus<pegtl::digit>> {};
struct fraction : seq<one<'.'>, plus<pegtl::digit>> {};
struct number_end : not_at<name_character> {};
struct number : seq<sor<seq<plus<pegtl::digit>, opt<fraction>>, fraction>, opt<exponent>, must<number_end>> {};
struct text_end : one<'"'> {};
struct text : if_must<one<'"'>, star<sor<pegtl::string<'"', '"'>, pegtl::not_one<'"', '\n'>>>, text_end> {};

template <bool isList>
struct expression;
template <bool isList>
struct unary;
template <bool isList>
struct negation;
template <bool isList>
struct sum;
/// What must follow a sign; a rule of its own for its message.
template <class Rule>
struct operand : seq<Rule> {};

struct index_end : one<']'> {};
struct call_end : one<')'> {};
struct bracket_end : one<')'> {};
struct matrix_end : one<']'> {};
struct stack_end : one<'}'> {};
struct two_dots : pegtl::two<'.'> {};

template <bool isList>
struct range : seq<expression<isList>, opt<seq<blanks, two_dots, blanks, must<operand<expression<isList>>>>>> {};
struct whole : one<':'> {};
struct slot : sor<whole, range<false>> {};
struct index : if_must<one<'['>, blanks, operand<slot>, star<seq<blanks, one<','>, blanks, must<operand<slot>>>>,
                       blanks, index_end> {};
struct transpose : one<'\''> {};

struct separator : sor<seq<blanks, one<','>, blanks>, gap> {};
template <class Element>
struct list_of : seq<Element, star<seq<separator, Element>>> {};
struct elements : list_of<expression<true>> {};

struct vector : if_must<one<'('>, blanks, opt<elements>, blanks, bracket_end> {};
struct row : elements {};
struct matrix : if_must<one<'['>, blanks, opt<seq<row, star<seq<blanks, one<';'>, blanks, must<operand<row>>>>>>,
                        blanks, matrix_end> {};
struct stack : if_must<one<'{'>, blanks, operand<expression<false>>,
                       star<seq<blanks, one<','>, blanks, must<operand<expression<false>>>>>, blanks, stack_end> {};

struct selected : seq<range<true>> {};
struct selection_word : sor<word<'r', 'o', 'w', 's'>, word<'c', 'o', 'l', 'u', 'm', 'n', 's'>> {};
struct selection : seq<selection_word, gap, selected, star<seq<gap, selected>>> {};
struct function : name {};
struct argument : sor<selection, expression<false>> {};
struct call
    : seq<function, one<'('>, blanks, opt<seq<argument, star<seq<blanks, one<','>, blanks, must<operand<argument>>>>>>,
          blanks, must<call_end>> {};
/// range(0 1 0.1), fixed(501; 64 16; 1.7): elements without commas, groups with semicolons or commas.
struct list_function
    : seq<sor<pegtl::string<'r', 'a', 'n', 'g', 'e'>, pegtl::string<'f', 'i', 'x', 'e', 'd'>>, at<one<'('>>> {};
struct group : seq<expression<true>, star<seq<gap, expression<true>>>> {};
struct list_call
    : seq<list_function, one<'('>, blanks,
          opt<seq<group, star<seq<blanks, one<',', ';'>, blanks, must<operand<group>>>>>>, blanks, must<call_end>> {};

struct setting_name : name {};
struct setting_sign : one<'='> {};
struct setting : seq<setting_name, opt<index>, blanks, must<setting_sign>, blanks, must<operand<sum<false>>>> {};
struct settings_end : one<':'> {};
struct at_word : pegtl::string<'a', 't', '('> {};
struct at_call : if_must<at_word, blanks, operand<setting>, star<seq<blanks, one<','>, blanks, must<operand<setting>>>>,
                         blanks, settings_end, blanks, operand<expression<false>>, blanks, call_end> {};

struct primary : sor<number, text, at_call, list_call, call, name, vector, matrix, stack> {};
struct postfix : seq<primary, star<sor<index, transpose>>> {};
struct power_sign : one<'^'> {};
template <bool isList>
struct power : seq<postfix, opt<seq<blanks, power_sign, blanks, must<operand<unary<isList>>>>>> {};
/// "- x" is a minus only where no elements are listed.
template <bool isList>
struct negative : seq<minus, std::conditional_t<isList, not_at<blank>, blanks>, must<operand<unary<isList>>>> {};
template <bool isList>
struct positive : seq<one<'+'>, std::conditional_t<isList, not_at<blank>, blanks>, must<operand<unary<isList>>>> {};
template <bool isList>
struct unary : sor<negative<isList>, positive<isList>, power<isList>> {};

struct product_sign : sor<one<'*', '/', '@'>, pegtl::utf8::one<0xB7, 0xD7, 0xF7, 0x22C5>> {};
struct sum_sign : plus_or_minus {};
struct comparison_sign : sor<pegtl::string<'<', '='>, pegtl::string<'>', '='>, pegtl::string<'!', '='>,
                             pegtl::string<'=', '='>, one<'<', '>', '='>, pegtl::utf8::one<0x2264, 0x2265, 0x2260>> {};
struct and_sign : word_and {};
struct or_sign : word_or {};
template <bool isList>
struct sum_between
    : std::conditional_t<isList, sor<seq<sum_sign, blanks>, seq<gap, sum_sign, gap>>, seq<blanks, sum_sign, blanks>> {};

template <bool isList>
struct product : seq<unary<isList>, star<seq<blanks, product_sign, blanks, must<operand<unary<isList>>>>>> {};
template <bool isList>
struct sum : seq<product<isList>, star<seq<sum_between<isList>, must<operand<product<isList>>>>>> {};
template <bool isList>
struct comparison : seq<sum<isList>, opt<seq<blanks, comparison_sign, blanks, must<operand<sum<isList>>>>>> {};
template <bool isList>
struct negated : seq<word_not, blanks, must<operand<negation<isList>>>> {};
template <bool isList>
struct negation : sor<negated<isList>, comparison<isList>> {};
template <bool isList>
struct conjunction : seq<negation<isList>, star<seq<blanks, and_sign, blanks, must<operand<negation<isList>>>>>> {};
template <bool isList>
struct disjunction : seq<conjunction<isList>, star<seq<blanks, or_sign, blanks, must<operand<conjunction<isList>>>>>> {
};
template <bool isList>
struct expression : seq<disjunction<isList>> {};

struct whole_text_end : pegtl::eof {};
struct whole_text : seq<blanks, must<operand<expression<false>>>, blanks, must<whole_text_end>> {};

}  // namespace engine::expression_grammar
