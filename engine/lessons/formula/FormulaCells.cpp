#include "engine/lessons/formula/FormulaCells.h"

#include <cctype>
#include <cmath>

#include "engine/base/PrintableText.h"

namespace engine {

namespace {

/// A slice as expressions write it: "A[h,:,2..4]" is the name "A" and the parts "h", ":", "2..4".
struct Slice {
  std::string name;
  std::vector<std::string> parts;
};

bool isNameLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }

/// Nothing when the text is not a name with at most one pair of brackets.
std::optional<Slice> sliceOf(const std::string& text) {
  Slice slice;
  std::size_t at = 0;
  while (at < text.size() && isNameLetter(text[at])) ++at;
  slice.name = text.substr(0, at);
  if (at == 0 || std::isdigit(static_cast<unsigned char>(text[0]))) return std::nullopt;
  if (at == text.size()) return slice;
  if (text[at] != '[' || text.back() != ']') return std::nullopt;
  int depth = 0;
  std::string part;
  for (std::size_t i = at + 1; i + 1 < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (depth < 0) return std::nullopt;  // "A[1]@B[2]"
    if (text[i] == ',' && depth == 0)
      slice.parts.push_back(std::exchange(part, ""));
    else if (text[i] != ' ')
      part += text[i];
  }
  slice.parts.push_back(part);
  return slice;
}

/// The number that a part is, or where its range begins.
std::optional<Index> firstOf(const std::string& part, const LessonScope& scope) {
  LessonProblems problems;
  const auto expression = LessonExpression::parse(part.substr(0, part.find("..")), {}, problems);
  if (!expression) return std::nullopt;
  try {
    return static_cast<Index>(std::lround(expression->number(scope)));
  } catch (const Error&) {
    return std::nullopt;
  }
}

NamedValues withIndices(const LessonScope& scope, const FormulaIndices& at) {
  std::map<std::string, LessonValue, std::less<>> values;
  for (const auto& [name, index] : at) values.emplace(name, numberValue(static_cast<double>(index)));
  return NamedValues(std::move(values), &scope);
}

}  // namespace

FormulaCell cellOfMark(const FormulaNode& mark, const LessonScope& scope, const FormulaIndices& at) {
  const NamedValues indexed = withIndices(scope, at);
  FormulaCell cell{"", mark.text, {}};
  const std::optional<Slice> slice = sliceOf(mark.text);
  if (!slice) return cell;
  cell.array = slice->name;
  for (const std::string& part : slice->parts) {
    // All that begins so: what runs along an axis ends the list.
    if (part == ":" || part.find("..") != std::string::npos) break;
    const std::optional<Index> index = firstOf(part, indexed);
    if (!index) fail("the index ", inQuotes(part), " of \\mark{", mark.text, "} is no number here");
    cell.at.push_back(*index);
  }
  return cell;
}

void checkMarks(const FormulaTree& tree, const LessonScope& scope, const FormulaIndices& at) {
  if (!tree) return;
  if (tree->kind == FormulaKind::mark) {
    const NamedValues indexed = withIndices(scope, at);
    LessonProblems problems;
    if (const auto expression = LessonExpression::parse(tree->text, tree->place, problems)) expression->value(indexed);
    cellOfMark(*tree, scope, at);
  }
  for (const FormulaTree& child : tree->children) checkMarks(child, scope, at);
}

FormulaCell cellOf(const FormulaOccurrence& occurrence, const std::vector<Index>& indices, const LessonScope& scope) {
  const BoundSymbol& symbol = *occurrence.symbol;
  FormulaCell cell{symbol.name, symbol.expression.text(), {}};
  std::vector<Index> inValue;
  if (!indices.empty()) inValue.assign(static_cast<std::size_t>(axesLeftOut(occurrence)), 1);
  inValue.insert(inValue.end(), indices.begin(), indices.end());
  const std::optional<Slice> slice = sliceOf(cell.array);
  if (!slice) {
    cell.at = std::move(inValue);
    return cell;
  }
  cell.array = slice->name;
  std::size_t next = 0;
  for (const std::string& part : slice->parts) {
    const bool isAll = part == ":", isRange = part.find("..") != std::string::npos;
    const std::optional<Index> first = isAll ? std::optional<Index>(1) : firstOf(part, scope);
    if (!first || ((isAll || isRange) && next >= inValue.size())) return cell;
    cell.at.push_back(isAll || isRange ? *first - 1 + inValue[next++] : *first);
  }
  while (next < inValue.size()) cell.at.push_back(inValue[next++]);
  return cell;
}

void addCells(const FormulaTree& tree, const FormulaContext& context, const FormulaIndices& at,
              std::map<const FormulaNode*, FormulaCell>& cells) {
  if (!tree) return;
  if (tree->kind == FormulaKind::mark) {
    try {
      cells[tree.get()] = cellOfMark(*tree, context.scope(), at);
    } catch (const Error&) {  // told where lessons are checked
    }
    return addCells(tree->children[0], context, at, cells);
  }
  const auto occurrence = context.occurrence(tree);
  if (!occurrence) {
    for (const FormulaTree& child : tree->children) addCells(child, context, at, cells);
    return;
  }
  std::vector<Index> indices;
  for (const std::vector<FormulaTree>& nodes : occurrence->indices) {
    try {
      const FormulaMatrix value = formulaValue(rowOf(nodes), context, at);
      indices.push_back(static_cast<Index>(std::lround(value(0, 0))));
    } catch (const Error&) {
      break;  // it runs
    }
  }
  cells[tree.get()] = cellOf(*occurrence, indices, context.scope());
}

}  // namespace engine
