#include "engine/equivariant/Irreps.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace engine {

namespace {

constexpr Index kMaxDimension = 1'000'000;
constexpr size_t kMaxBlocks = 256;  // couplings of three sums are listed one by one

/// The text without blanks, cut at every '+'.
std::vector<std::string> termsOf(const std::string& text) {
  std::vector<std::string> terms = {""};
  for (const char letter : text) {
    if (letter == '+')
      terms.emplace_back();
    else if (!std::isspace(static_cast<unsigned char>(letter)))
      terms.back() += letter;
  }
  return terms;
}

/// Reads a run of digits from `position` on and moves behind it; -1 when there is none or the number is too large.
Index readNumber(const std::string& term, size_t& position) {
  Index number = 0;
  const size_t begin = position;
  for (; position < term.size() && std::isdigit(static_cast<unsigned char>(term[position])); ++position)
    number = std::min(10 * number + (term[position] - '0'), kMaxDimension + 1);
  return position == begin || number > kMaxDimension ? -1 : number;
}

int parityOf(char letter, int degree) {
  switch (letter) {
    case 'e':
      return 1;
    case 'o':
      return -1;
    case 'y':
      return degree % 2 == 0 ? 1 : -1;
    default:
      return 0;
  }
}

/// One term "10x0e" or "0e"; a degree of -1 says that it cannot be read.
IrrepBlock readTerm(const std::string& term) {
  const IrrepBlock bad{0, {-1, 1}, 0};
  size_t position = 0;
  Index multiplicity = 1, degree = readNumber(term, position);
  if (position < term.size() && term[position] == 'x') {
    multiplicity = degree;
    degree = readNumber(term, ++position);
  }
  if (multiplicity < 0 || degree < 0 || degree > kMaxDegree || position + 1 != term.size()) return bad;
  const int parity = parityOf(term[position], static_cast<int>(degree));
  return parity == 0 ? bad : IrrepBlock{multiplicity, {static_cast<int>(degree), parity}, 0};
}

}  // namespace

std::string Irrep::text() const { return std::to_string(degree) + (parity > 0 ? "e" : "o"); }

bool couple(const Irrep& first, const Irrep& second, const Irrep& out) {
  return std::abs(first.degree - second.degree) <= out.degree && out.degree <= first.degree + second.degree &&
         out.parity == first.parity * second.parity;
}

Irreps::Irreps(const std::vector<IrrepBlock>& blocks) {
  if (blocks.size() > kMaxBlocks) fail("irreps: found ", blocks.size(), " blocks, expected at most ", kMaxBlocks);
  for (const IrrepBlock& block : blocks) append(block.multiplicity, block.irrep);
}

void Irreps::append(Index multiplicity, const Irrep& irrep) {
  if (irrep.degree < 0 || irrep.degree > kMaxDegree || std::abs(irrep.parity) != 1)
    fail("irreps: found degree ", irrep.degree, " with parity ", irrep.parity, ", expected a degree from 0 to ",
         kMaxDegree, " with parity 1 or -1");
  if (multiplicity < 0 || multiplicity > kMaxDimension ||
      m_dimension + multiplicity * irrep.dimension() > kMaxDimension)
    fail("irreps: found ", multiplicity, " copies of ", irrep.text(), ", expected at most ", kMaxDimension,
         " values in all");
  m_blocks.push_back({multiplicity, irrep, m_dimension});
  m_dimension += m_blocks.back().size();
}

Irreps Irreps::parse(const std::string& text, const std::string& what) {
  Irreps irreps;
  const std::vector<std::string> terms = termsOf(text);
  if (terms.size() == 1 && terms[0].empty()) return irreps;
  if (terms.size() > kMaxBlocks) fail(what, ": found ", terms.size(), " terms, expected at most ", kMaxBlocks);
  for (const std::string& term : terms) {
    const IrrepBlock block = readTerm(term);
    if (block.irrep.degree < 0 || irreps.m_dimension + block.size() > kMaxDimension)
      fail(what, ": found \"", term, "\" in \"", text,
           "\", expected a sum such as 10x0e+5x1o+2x2e (copies x degree 0 to ", kMaxDegree,
           ", then e, o or y; at most ", kMaxDimension, " values)");
    irreps.append(block.multiplicity, block.irrep);
  }
  return irreps;
}

Irreps Irreps::sphericalHarmonics(int maxDegree) {
  Irreps irreps;
  for (int degree = 0; degree <= maxDegree; ++degree) irreps.append(1, {degree, degree % 2 == 0 ? 1 : -1});
  return irreps;
}

std::string Irreps::text() const {
  std::string text;
  for (const IrrepBlock& block : m_blocks) {
    if (!text.empty()) text += "+";
    text += std::to_string(block.multiplicity) + "x" + block.irrep.text();
  }
  return text;
}

}  // namespace engine
