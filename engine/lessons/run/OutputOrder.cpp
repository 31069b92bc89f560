#include "engine/lessons/run/OutputOrder.h"

#include <map>
#include <string_view>

#include "engine/lessons/file/LinePlace.h"
#include "engine/lessons/run/BlockLine.h"

namespace engine {

namespace {

/// Each symbol with those that its equations read.
using Equations = std::map<std::string, std::set<std::string>>;

/// Symbols of a text without their scripts: A of "A_ij"; and with them, since outputs may be called so: "log_det".
std::set<std::string> symbolsOf(std::string_view text) {
  std::set<std::string> symbols;
  for (std::size_t k = 0; k < text.size();) {
    std::size_t end = k;
    while (end < text.size() && isLessonName(std::string("x") + text[end])) ++end;
    if (end > k) {
      const std::string word(text.substr(k, end - k));
      symbols.insert(word);
      symbols.insert(word.substr(0, word.find('_')));
    }
    k = std::max(end, k + 1);
  }
  return symbols;
}

/// "q, k = X W" computes both; what follows a comma without a sign of its own goes on with the equation.
void addLine(std::string_view line, Equations& equations) {
  std::set<std::string> left;
  bool isRight = false;
  for (const LinePiece& piece : piecesOf(line, ',')) {
    std::size_t sign = std::string_view::npos, length = 0;
    for (const std::string_view one : {" = ", " ← "})
      if (const std::size_t found = piece.text.find(one); found < sign) {
        sign = found;
        length = one.size();
      }
    const bool hasSign = sign != std::string_view::npos;
    if (hasSign && isRight) left.clear();
    if (hasSign || !isRight) left.merge(symbolsOf(piece.text.substr(0, hasSign ? sign : piece.text.size())));
    isRight = isRight || hasSign;
    if (!isRight) continue;
    const std::set<std::string> right = symbolsOf(hasSign ? piece.text.substr(sign + length) : piece.text);
    for (const std::string& one : left) equations[one].insert(right.begin(), right.end());
  }
}

Equations equationsOf(const std::string& formula) {
  Equations equations;
  for (std::string_view rest = formula; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    addLine(rest.substr(0, end), equations);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return equations;
}

}  // namespace

std::set<std::string> outputsFrom(const std::string& formula, const std::set<std::string>& outputs,
                                  const std::string& asked) {
  const Equations equations = equationsOf(formula);
  if (equations.empty()) return {};
  std::set<std::string> spokenOf, made = {asked};
  for (const auto& [symbol, read] : equations) {
    spokenOf.insert(symbol);
    spokenOf.insert(read.begin(), read.end());
  }
  for (std::size_t before = 0; before != made.size();) {
    before = made.size();
    for (const auto& [symbol, read] : equations)
      for (const std::string& one : read)
        if (made.contains(one)) made.insert(symbol);
  }
  std::set<std::string> found;
  for (const std::string& output : outputs)
    if (output != asked && (made.contains(output) || !spokenOf.contains(output))) found.insert(output);
  return found;
}

std::set<std::string> outputsFrom(const Mechanism& mechanism, const std::string& asked) {
  std::set<std::string> outputs;
  for (const ArrayDescription& array : mechanism.outputs()) outputs.insert(array.name);
  return outputsFrom(mechanism.formula(), outputs, asked);
}

}  // namespace engine
