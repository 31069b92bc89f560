#include <algorithm>
#include <charconv>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "engine/base/PrintableText.h"
#include "engine/lessons/expression/ExpressionGrammar.h"
#include "engine/lessons/expression/ExpressionNode.h"
#include "engine/lessons/expression/Functions.h"
#include "engine/lessons/expression/SettingTarget.h"
#include "engine/lessons/file/LinePlace.h"

namespace engine {

namespace {

namespace grammar = expression_grammar;
namespace pegtl = tao::pegtl;

/// How deep brackets may lie in one another, times the two limited rules of a level.
constexpr std::size_t kMostDepth = 2 * 40;
constexpr std::size_t kMostText = 20000;

template <class Rule>
struct Action : pegtl::nothing<Rule> {};
template <bool isList>
struct Action<grammar::unary<isList>> : pegtl::limit_depth<kMostDepth> {};
template <bool isList>
struct Action<grammar::negation<isList>> : pegtl::limit_depth<kMostDepth> {};

template <class Rule>
inline constexpr const char* kMessage = "this cannot be read";
template <class Rule>
inline constexpr const char* kMessage<grammar::operand<Rule>> = "expected a number, a name or a bracket";
template <>
inline constexpr const char* kMessage<grammar::operand<grammar::slot>> =
    "expected an index, a range such as 2..4, or \":\"";
template <>
inline constexpr const char* kMessage<grammar::operand<grammar::setting>> = "expected a setting such as T=2";
template <>
inline constexpr const char* kMessage<grammar::number_end> =
    "a number is followed by a letter; write 2*x for a product";
template <>
inline constexpr const char* kMessage<grammar::text_end> = "the text lacks its closing quotation mark";
template <>
inline constexpr const char* kMessage<grammar::index_end> = "expected \",\" or \"]\" in the index";
template <>
inline constexpr const char* kMessage<grammar::call_end> = "expected \",\" or \")\" of the function";
template <>
inline constexpr const char* kMessage<grammar::bracket_end> = "expected \")\"";
template <>
inline constexpr const char* kMessage<grammar::matrix_end> = "expected \";\" or \"]\" in the matrix";
template <>
inline constexpr const char* kMessage<grammar::stack_end> = "expected \",\" or \"}\" in the stack";
template <>
inline constexpr const char* kMessage<grammar::setting_sign> = "expected \"=\" in the setting";
template <>
inline constexpr const char* kMessage<grammar::settings_end> = "expected \",\" or \":\" behind the setting";
template <>
inline constexpr const char* kMessage<grammar::whole_text_end> = "expected an operator or the end";

struct Messages {
  template <class Rule>
  static constexpr const char* message = kMessage<Rule>;
  template <class Rule>
  static constexpr bool raise_on_failure = false;
};
template <class Rule>
using Control = pegtl::must_if<Messages>::control<Rule>;

using ParseNode = pegtl::parse_tree::node;

template <class Rule>
using Selector = pegtl::parse_tree::selector<
    Rule,
    pegtl::parse_tree::store_content::on<
        grammar::number, grammar::text, grammar::name, grammar::product_sign, grammar::sum_sign,
        grammar::comparison_sign, grammar::and_sign, grammar::or_sign, grammar::negative<false>,
        grammar::negative<true>, grammar::negated<false>, grammar::negated<true>, grammar::index, grammar::whole,
        grammar::transpose, grammar::function, grammar::call, grammar::list_function, grammar::list_call,
        grammar::selection_word, grammar::selection, grammar::group, grammar::vector, grammar::matrix, grammar::row,
        grammar::stack, grammar::at_call, grammar::setting, grammar::setting_name>,
    pegtl::parse_tree::fold_one::on<
        grammar::range<false>, grammar::range<true>, grammar::postfix, grammar::power<false>, grammar::power<true>,
        grammar::product<false>, grammar::product<true>, grammar::sum<false>, grammar::sum<true>,
        grammar::comparison<false>, grammar::comparison<true>, grammar::conjunction<false>, grammar::conjunction<true>,
        grammar::disjunction<false>, grammar::disjunction<true>>>;

template <class... Rules>
bool isAny(const ParseNode& node) {
  return (node.is_type<Rules>() || ...);
}
template <template <bool> class Rule>
bool isEither(const ParseNode& node) {
  return isAny<Rule<false>, Rule<true>>(node);
}

NodeKind kindOf(const ParseNode& node) {
  if (isAny<grammar::number>(node)) return NodeKind::number;
  if (isAny<grammar::text>(node)) return NodeKind::text;
  if (isAny<grammar::name, grammar::function, grammar::list_function, grammar::setting_name, grammar::selection_word>(
          node))
    return NodeKind::name;
  if (isAny<grammar::product_sign, grammar::sum_sign, grammar::comparison_sign, grammar::and_sign, grammar::or_sign>(
          node))
    return NodeKind::sign;
  if (isEither<grammar::sum>(node)) return NodeKind::sum;
  if (isEither<grammar::product>(node)) return NodeKind::product;
  if (isEither<grammar::power>(node)) return NodeKind::power;
  if (isEither<grammar::negative>(node)) return NodeKind::negative;
  if (isEither<grammar::negated>(node)) return NodeKind::negation;
  if (isEither<grammar::comparison>(node)) return NodeKind::comparison;
  if (isEither<grammar::conjunction>(node)) return NodeKind::conjunction;
  if (isEither<grammar::disjunction>(node)) return NodeKind::disjunction;
  if (isEither<grammar::range>(node)) return NodeKind::range;
  if (isAny<grammar::postfix>(node)) return NodeKind::postfix;
  if (isAny<grammar::index>(node)) return NodeKind::index;
  if (isAny<grammar::whole>(node)) return NodeKind::whole;
  if (isAny<grammar::transpose>(node)) return NodeKind::transpose;
  if (isAny<grammar::call, grammar::list_call>(node)) return NodeKind::call;
  if (isAny<grammar::selection>(node)) return NodeKind::selection;
  if (isAny<grammar::group>(node)) return NodeKind::group;
  if (isAny<grammar::vector>(node)) return NodeKind::vector;
  if (isAny<grammar::matrix>(node)) return NodeKind::matrix;
  if (isAny<grammar::row>(node)) return NodeKind::row;
  if (isAny<grammar::stack>(node)) return NodeKind::stack;
  if (isAny<grammar::at_call>(node)) return NodeKind::at;
  return NodeKind::setting;
}

/// Signs and numbers in ASCII.
std::string inAscii(std::string_view text) {
  static const std::pair<std::string_view, std::string_view> kSigns[] = {
      {"−", "-"}, {"·", "*"}, {"⋅", "*"}, {"×", "*"}, {"÷", "/"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="}};
  std::string ascii(text);
  for (const auto& [sign, plain] : kSigns)
    for (std::size_t found = ascii.find(sign); found != std::string::npos; found = ascii.find(sign))
      ascii.replace(found, sign.size(), plain);
  return ascii == "==" ? "=" : ascii;
}

/// Turns parse nodes into ours and says what is wrong with functions.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, LessonPlace place, LessonProblems& problems)
      : m_text(text), m_place(place), m_problems(problems) {}

  LessonPlace placeAt(std::size_t byte) const { return placeBehind(m_place, m_text, byte); }

  ExpressionNode node(const ParseNode& parsed) {
    // "(x)" is x.
    if (parsed.is_type<grammar::vector>() && parsed.children.size() == 1) return node(*parsed.children[0]);
    ExpressionNode result = made(kindOf(parsed), parsed);
    for (const auto& child : parsed.children) result.children.push_back(node(*child));
    finish(result, parsed);
    return result;
  }

 private:
  ExpressionNode made(NodeKind kind, const ParseNode& parsed) const {
    ExpressionNode result;
    result.kind = kind;
    result.place = placeAt(parsed.begin().byte);
    return result;
  }

  void finish(ExpressionNode& result, const ParseNode& parsed) {
    switch (result.kind) {
      case NodeKind::number:
        return number(result, inAscii(parsed.string_view()));
      case NodeKind::name:
        result.text = parsed.string();
        return;
      case NodeKind::sign:
        result.text = inAscii(parsed.string_view());
        return;
      case NodeKind::text:
        return text(result, parsed.string_view());
      case NodeKind::call:
        return call(result);
      case NodeKind::selection:
      case NodeKind::setting:
        result.text = result.children.at(0).text;
        result.children.erase(result.children.begin());
        return;
      default:
        return;
    }
  }

  void number(ExpressionNode& result, const std::string& digits) {
    result.text = digits;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result.number);
    if (error == std::errc::result_out_of_range)
      m_problems.error(result.place, "the number ", inQuotes(digits), " is beyond double precision");
  }

  static void text(ExpressionNode& result, std::string_view quoted) {
    quoted = quoted.substr(1, quoted.size() - 2);
    for (std::size_t k = 0; k < quoted.size(); ++k) {
      result.text += quoted[k];
      if (quoted[k] == '"') ++k;
    }
  }

  void call(ExpressionNode& result) {
    result.text = result.children.at(0).text;
    result.children.erase(result.children.begin());
    result.function = findFunction(result.text);
    if (result.function < 0) {
      const std::vector<std::string> known = functionNames();
      const std::string near = nearestSpelling(result.text, known);
      std::string all;
      for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
      m_problems.error(result.place, "there is no function ", inQuotes(result.text),
                       near.empty() ? "" : ", did you mean \"" + near + "\"?", " (known: ", all, ")");
      return;
    }
    const LessonFunction& function = lessonFunctions()[static_cast<std::size_t>(result.function)];
    const auto found = static_cast<int>(result.children.size());
    if (found < function.fewest || found > function.most)
      m_problems.error(result.place, "expected ", function.usage, ", found ", found,
                       found == 1 ? " argument" : " arguments");
  }

  std::string_view m_text;
  LessonPlace m_place;
  LessonProblems& m_problems;
};

/// Collects which names an expression reads and sets.
class NameCollector {
 public:
  explicit NameCollector(ExpressionTree& tree) : m_tree(tree) { visit(tree.root, false); }

 private:
  void visit(const ExpressionNode& node, bool isInsideAt) {
    if (node.kind == NodeKind::name) (isInsideAt ? m_tree.namesInsideAt : m_tree.names).insert(node.text);
    if (node.kind == NodeKind::setting) m_tree.namesSetByAt.insert(settingName(node));
    for (std::size_t k = 0; k < node.children.size(); ++k)
      visit(node.children[k], isInsideAt || (node.kind == NodeKind::at && k + 1 == node.children.size()));
  }

  /// "Q[1,1]" where the indices are numbers, else "Q".
  static std::string settingName(const ExpressionNode& node) {
    SettingTarget target{node.text, {}};
    if (node.children.size() < 2) return target.name;
    for (const ExpressionNode& slot : node.children[0].children) {
      if (slot.kind != NodeKind::number) return target.name;
      target.indices.push_back(static_cast<Index>(std::min(slot.number, 1e15)));
    }
    return settingKey(target);
  }

  ExpressionTree& m_tree;
};

/// "(1)" alone is a vector of one number, as a `data` line means it; "(1)" among others is 1.
void wrapSingleNumber(const ParseNode& parsed, ExpressionNode& root) {
  const bool isNumber =
      root.kind == NodeKind::number || (root.kind == NodeKind::negative && root.children[0].kind == NodeKind::number);
  if (!parsed.is_type<grammar::vector>() || !isNumber) return;
  ExpressionNode vector;
  vector.kind = NodeKind::vector;
  vector.place = root.place;
  vector.children.push_back(std::move(root));
  root = std::move(vector);
}

}  // namespace

std::shared_ptr<const ExpressionTree> parseExpressionTree(std::string_view text, LessonPlace place,
                                                          LessonProblems& problems) {
  TreeBuilder builder(text, place, problems);
  if (text.size() > kMostText) {
    problems.error(place, "the expression is longer than ", kMostText, " bytes");
    return nullptr;
  }
  const std::size_t errorsBefore = problems.numErrors();
  auto tree = std::make_shared<ExpressionTree>();
  try {
    pegtl::memory_input<> input(text.data(), text.data() + text.size(), "");
    const auto root = pegtl::parse_tree::parse<grammar::whole_text, Selector, Action, Control>(input);
    tree->root = builder.node(*root->children.at(0));
    wrapSingleNumber(*root->children.at(0), tree->root);
  } catch (const pegtl::parse_error& error) {
    const std::size_t byte = error.positions().front().byte;
    std::string message(error.message());
    if (message.find("nesting depth") != std::string::npos) message = "brackets lie too deep in one another";
    if (byte >= text.size())
      problems.error(builder.placeAt(byte), message, ", but the expression ends here");
    else
      problems.error(builder.placeAt(byte), message, ", found ", inQuotes(text.substr(byte, 12)));
    return nullptr;
  }
  tree->text = std::string(text);
  tree->place = place;
  NameCollector{*tree};
  return problems.numErrors() == errorsBefore ? tree : nullptr;
}

}  // namespace engine
