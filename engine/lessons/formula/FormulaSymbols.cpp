#include "engine/lessons/formula/FormulaSymbols.h"

#include <map>

namespace engine {

namespace {

using enum FormulaKind;
using Class = FormulaClass;

const std::vector<FormulaSymbol> kSymbols{
    {"alpha", symbol, Class::ordinary, "α", "alpha"},
    {"beta", symbol, Class::ordinary, "β", "beta"},
    {"gamma", symbol, Class::ordinary, "γ", "gamma"},
    {"delta", symbol, Class::ordinary, "δ", "delta"},
    {"epsilon", symbol, Class::ordinary, "ϵ", "epsilon"},
    {"varepsilon", symbol, Class::ordinary, "ε", "epsilon"},
    {"zeta", symbol, Class::ordinary, "ζ", "zeta"},
    {"eta", symbol, Class::ordinary, "η", "eta"},
    {"theta", symbol, Class::ordinary, "θ", "theta"},
    {"vartheta", symbol, Class::ordinary, "ϑ", "theta"},
    {"iota", symbol, Class::ordinary, "ι", "iota"},
    {"kappa", symbol, Class::ordinary, "κ", "kappa"},
    {"lambda", symbol, Class::ordinary, "λ", "lambda"},
    {"mu", symbol, Class::ordinary, "μ", "mu"},
    {"nu", symbol, Class::ordinary, "ν", "nu"},
    {"xi", symbol, Class::ordinary, "ξ", "xi"},
    {"pi", symbol, Class::ordinary, "π", "pi"},
    {"rho", symbol, Class::ordinary, "ρ", "rho"},
    {"sigma", symbol, Class::ordinary, "σ", "sigma"},
    {"tau", symbol, Class::ordinary, "τ", "tau"},
    {"upsilon", symbol, Class::ordinary, "υ", "upsilon"},
    {"phi", symbol, Class::ordinary, "ϕ", "phi"},
    {"varphi", symbol, Class::ordinary, "φ", "phi"},
    {"chi", symbol, Class::ordinary, "χ", "chi"},
    {"psi", symbol, Class::ordinary, "ψ", "psi"},
    {"omega", symbol, Class::ordinary, "ω", "omega"},
    {"Gamma", symbol, Class::ordinary, "Γ", "capital gamma"},
    {"Delta", symbol, Class::ordinary, "Δ", "capital delta"},
    {"Theta", symbol, Class::ordinary, "Θ", "capital theta"},
    {"Lambda", symbol, Class::ordinary, "Λ", "capital lambda"},
    {"Xi", symbol, Class::ordinary, "Ξ", "capital xi"},
    {"Pi", symbol, Class::ordinary, "Π", "capital pi"},
    {"Sigma", symbol, Class::ordinary, "Σ", "capital sigma"},
    {"Upsilon", symbol, Class::ordinary, "Υ", "capital upsilon"},
    {"Phi", symbol, Class::ordinary, "Φ", "capital phi"},
    {"Psi", symbol, Class::ordinary, "Ψ", "capital psi"},
    {"Omega", symbol, Class::ordinary, "Ω", "capital omega"},
    {"ell", symbol, Class::ordinary, "ℓ", "l"},
    {"infty", symbol, Class::ordinary, "∞", "infinity"},
    {"partial", symbol, Class::ordinary, "∂", "partial"},
    {"nabla", symbol, Class::ordinary, "∇", "nabla"},
    {"top", symbol, Class::ordinary, "⊤", "transposed"},
    {"forall", symbol, Class::ordinary, "∀", "for all"},
    {"exists", symbol, Class::ordinary, "∃", "there is"},
    {"prime", symbol, Class::ordinary, "′", "prime"},
    {"cdots", symbol, Class::inner, "⋯", "and so on"},
    {"dots", symbol, Class::inner, "…", "and so on"},
    {"vdots", symbol, Class::ordinary, "⋮", "and so on"},
    {"ddots", symbol, Class::inner, "⋱", "and so on"},
    {"+", operation, Class::binary, "+", "plus"},
    {"-", operation, Class::binary, "−", "minus"},
    {"/", operation, Class::ordinary, "/", "over"},
    {"pm", operation, Class::binary, "±", "plus or minus"},
    {"cdot", operation, Class::binary, "⋅", "times"},
    {"times", operation, Class::binary, "×", "times"},
    {"otimes", operation, Class::binary, "⊗", "tensor product"},
    {"oplus", operation, Class::binary, "⊕", "direct sum"},
    {"odot", operation, Class::binary, "⊙", "element-wise times"},
    {"circ", operation, Class::binary, "∘", "after"},
    {"=", operation, Class::relation, "=", "equals"},
    {"<", operation, Class::relation, "<", "is less than"},
    {">", operation, Class::relation, ">", "is greater than"},
    {":", operation, Class::relation, ":", "such that"},
    {"in", operation, Class::relation, "∈", "in"},
    {"notin", operation, Class::relation, "∉", "not in"},
    {"subset", operation, Class::relation, "⊂", "is part of"},
    {"to", operation, Class::relation, "→", "to"},
    {"mapsto", operation, Class::relation, "↦", "maps to"},
    {"gets", operation, Class::relation, "←", "becomes"},
    {"Rightarrow", operation, Class::relation, "⇒", "therefore"},
    {"propto", operation, Class::relation, "∝", "is proportional to"},
    {"approx", operation, Class::relation, "≈", "is about"},
    {"sim", operation, Class::relation, "∼", "is distributed as"},
    {"equiv", operation, Class::relation, "≡", "is identical to"},
    {"neq", operation, Class::relation, "≠", "is not"},
    {"le", operation, Class::relation, "≤", "is at most"},
    {"ge", operation, Class::relation, "≥", "is at least"},
    {"ll", operation, Class::relation, "≪", "is much less than"},
    {"gg", operation, Class::relation, "≫", "is much greater than"},
    {"perp", operation, Class::relation, "⊥", "is perpendicular to"},
    {",", punctuation, Class::punctuation, ",", ""},
    {";", punctuation, Class::punctuation, ";", ""},
    {".", punctuation, Class::ordinary, ".", ""},
    {"!", punctuation, Class::close, "!", "factorial"},
    {"|", punctuation, Class::ordinary, "|", "bar"},
    {"Vert", punctuation, Class::ordinary, "‖", "norm bar"},
    {"(", open, Class::open, "(", "open bracket"},
    {"[", open, Class::open, "[", "open bracket"},
    {"{", open, Class::open, "{", "open brace"},
    {")", close, Class::close, ")", "close bracket"},
    {"]", close, Class::close, "]", "close bracket"},
    {"}", close, Class::close, "}", "close brace"},
    {"sum", large, Class::large, "∑", "sum"},
    {"prod", large, Class::large, "∏", "product"},
    {"int", large, Class::large, "∫", "integral"},
    {"max", large, Class::large, "max", "maximum"},
    {"min", large, Class::large, "min", "minimum"},
    {"argmax", large, Class::large, "argmax", "argument of the maximum"},
    {"det", large, Class::large, "det", "determinant"},
    {"lim", large, Class::large, "lim", "limit"},
    {"exp", function, Class::large, "exp", "e to the"},
    {"log", function, Class::large, "log", "log"},
    {"ln", function, Class::large, "ln", "natural log"},
    {"tanh", function, Class::large, "tanh", "hyperbolic tangent"},
    {"cos", function, Class::large, "cos", "cosine"},
    {"sin", function, Class::large, "sin", "sine"},
    {"thin", space, Class::ordinary, "", ""},   // \,
    {"thick", space, Class::ordinary, "", ""},  // \;
    {"back", space, Class::ordinary, "", ""},   // \!
    {"quad", space, Class::ordinary, "", ""},
    {"qquad", space, Class::ordinary, "", ""},
};

}  // namespace

const std::vector<FormulaSymbol>& formulaSymbols() { return kSymbols; }

const FormulaSymbol* findFormulaSymbol(std::string_view name) {
  static const std::map<std::string_view, const FormulaSymbol*> byName = [] {
    std::map<std::string_view, const FormulaSymbol*> map;
    for (const FormulaSymbol& one : kSymbols) map[one.name] = &one;
    return map;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

const std::vector<std::string>& formulaConstructs() {
  static const std::vector<std::string> names{
      "frac",   "tfrac",  "sqrt",    "binom", "left",         "right",     "begin",      "end",       "bar",
      "hat",    "tilde",  "vec",     "dot",   "overline",     "underline", "underbrace", "overbrace", "mathbf",
      "mathrm", "mathbb", "mathcal", "text",  "operatorname", "color",     "mark"};
  return names;
}

}  // namespace engine
