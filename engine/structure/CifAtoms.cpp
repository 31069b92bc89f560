// Reads the loop _atom_site of an mmCIF text straight into a model. Conventions of the columns are gemmi's: the
// author's names where there are any, '?' and '.' are unset, temperature factors are 50 when unknown.
#include "engine/structure/CifAtoms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/structure/CifTokens.h"

namespace engine {
namespace {

using Token = CifTokens::Token;
using Kind = CifTokens::Kind;

constexpr std::string_view kTable = "_atom_site.";

enum Column {
  kId,
  kSymbol,
  kLocation,
  kLabelChain,
  kX,
  kY,
  kZ,
  kOccupancy,
  kBFactor,
  kNumber,
  kNumRequired,
  kLabelAtom = kNumRequired,
  kAtom,
  kLabelResidue,
  kResidue,
  kChain,
  kInsertion,
  kModel,
  kNumColumns
};
constexpr std::array<std::string_view, kNumColumns> kNames{"id",
                                                           "type_symbol",
                                                           "label_alt_id",
                                                           "label_asym_id",
                                                           "Cartn_x",
                                                           "Cartn_y",
                                                           "Cartn_z",
                                                           "occupancy",
                                                           "B_iso_or_equiv",
                                                           "auth_seq_id",
                                                           "label_atom_id",
                                                           "auth_atom_id",
                                                           "label_comp_id",
                                                           "auth_comp_id",
                                                           "auth_asym_id",
                                                           "pdbx_PDB_ins_code",
                                                           "pdbx_PDB_model_num"};

using Row = std::array<Token, kNumColumns>;

double numberOf(const Token& token, double whenNull) {
  if (token.isNull()) return whenNull;
  double value = 0;
  const char* end = token.word.data() + token.word.size();
  const auto [read, error] = std::from_chars(token.word.data(), end, value);
  // "1.53(2)" states an uncertainty; other forms are left to the complete reader.
  const bool isWhole = error == std::errc{} && (read == end || *read == '(');
  return isWhole ? value : std::numeric_limits<double>::infinity();
}

std::string textOf(const Token& token) { return token.isNull() ? std::string() : std::string(token.word); }

/// Puts atoms into chains and residues. What the last row had is compared as views into the text.
class ModelBuilder {
 public:
  explicit ModelBuilder(std::array<int, kNumColumns> places) : m_places(places) {
    const auto either = [&](Column author, Column label) { return m_places[author] >= 0 ? author : label; };
    m_chainColumn = either(kChain, kLabelChain);
    m_residueColumn = either(kResidue, kLabelResidue);
    m_atomColumn = either(kAtom, kLabelAtom);
  }
  bool isComplete() const {
    return std::all_of(m_places.begin(), m_places.begin() + kNumRequired, [](int place) { return place >= 0; }) &&
           m_places[m_residueColumn] >= 0 && m_places[m_atomColumn] >= 0;
  }
  /// False: a value that the complete reader must judge.
  bool add(const std::vector<Token>& values);
  gemmi::Structure take() { return std::move(m_structure); }

 private:
  const Token& at(const std::vector<Token>& values, Column column) const {
    static const Token none{Kind::value, ".", false, 0};
    return m_places[column] < 0 ? none : values[static_cast<size_t>(m_places[column])];
  }
  bool openResidue(const std::vector<Token>& values);

  std::array<int, kNumColumns> m_places;
  Column m_chainColumn, m_residueColumn, m_atomColumn;
  gemmi::Structure m_structure;
  gemmi::Residue* m_residue = nullptr;
  std::array<std::string_view, 5> m_key;
};

bool ModelBuilder::openResidue(const std::vector<Token>& values) {
  const std::array<std::string_view, 5> key{at(values, kModel).word, at(values, m_chainColumn).word,
                                            at(values, kNumber).word, at(values, kInsertion).word,
                                            at(values, m_residueColumn).word};
  if (m_residue && key == m_key) return true;
  const std::string model = m_places[kModel] >= 0 ? std::string(key[0]) : "1";
  gemmi::Model& inModel = m_structure.find_or_add_model(model);
  const std::string chain = textOf(at(values, m_chainColumn));
  if (!m_residue || key[0] != m_key[0] || inModel.chains.empty() || inModel.chains.back().name != chain)
    inModel.chains.emplace_back(chain);
  gemmi::ResidueId id;
  id.name = textOf(at(values, m_residueColumn));
  const Token &number = at(values, kNumber), &insertion = at(values, kInsertion);
  int value = 0;
  const auto [end, error] = std::from_chars(key[2].data(), key[2].data() + key[2].size(), value);
  if (!number.isNull() && (error != std::errc{} || end != key[2].data() + key[2].size())) return false;
  if (!number.isNull()) id.seqid.num = value;
  if (!insertion.isNull() && !insertion.word.empty()) id.seqid.icode = insertion.word[0];
  m_residue = inModel.chains.back().find_or_add_residue(id);
  m_key = key;
  return true;
}

bool ModelBuilder::add(const std::vector<Token>& values) {
  constexpr double kUnset = std::numeric_limits<double>::quiet_NaN(), kUnknownBFactor = 50;
  gemmi::Atom atom;
  atom.pos = {numberOf(at(values, kX), kUnset), numberOf(at(values, kY), kUnset), numberOf(at(values, kZ), kUnset)};
  const double occupancy = numberOf(at(values, kOccupancy), 1),
               bFactor = numberOf(at(values, kBFactor), kUnknownBFactor);
  for (const double value : {atom.pos.x, atom.pos.y, atom.pos.z, occupancy, bFactor})
    if (std::isinf(value)) return false;
  if (!openResidue(values)) return false;
  atom.name = textOf(at(values, m_atomColumn));
  const Token& location = at(values, kLocation);
  atom.altloc = location.isNull() || location.word.empty() ? '\0' : location.word[0];
  atom.element = gemmi::Element(textOf(at(values, kSymbol)));
  atom.occ = static_cast<float>(occupancy);
  atom.b_iso = static_cast<float>(bFactor);
  m_residue->atoms.push_back(std::move(atom));
  return true;
}

/// Goes through the text once.
class AtomReader {
 public:
  AtomReader(std::string_view text, const std::vector<std::string>& wanted)
      : m_text(text), m_wanted(wanted), m_tokens(text) {}

  std::optional<CifAtoms> read() {
    m_token = m_tokens.next();
    if (m_token.kind != Kind::data) return std::nullopt;
    m_token = m_tokens.next();
    while (m_token.kind != Kind::end) {
      if (m_token.kind == Kind::loop ? !readLoop() : !readPair()) return std::nullopt;
    }
    if (!m_hasAtoms) return std::nullopt;
    m_result.rest.append(m_text.substr(m_copied));
    return std::move(m_result);
  }

 private:
  /// A tag and its value; tables of a single atom are left to the complete reader.
  bool readPair() {
    if (m_token.kind != Kind::tag || m_token.word.starts_with(kTable)) return false;
    m_token = m_tokens.next();
    if (m_token.kind != Kind::value && m_token.kind != Kind::text) return false;
    m_token = m_tokens.next();
    return true;
  }

  bool readLoop() {
    const size_t begin = m_token.begin;
    std::vector<std::string_view> tags;
    for (m_token = m_tokens.next(); m_token.kind == Kind::tag; m_token = m_tokens.next()) tags.push_back(m_token.word);
    if (tags.empty()) return false;
    const bool isAtoms = tags.front().starts_with(kTable);
    const bool isWanted = std::any_of(m_wanted.begin(), m_wanted.end(),
                                      [&](const std::string& category) { return tags.front().starts_with(category); });
    if (isAtoms ? !readAtoms(tags) : !skipValues(tags.size())) return false;
    if (isAtoms || !isWanted) cut(begin, m_token.begin);
    return true;
  }

  bool skipValues(size_t width) {
    size_t count = 0;
    for (; m_token.kind == Kind::value || m_token.kind == Kind::text; m_token = m_tokens.next()) ++count;
    return count > 0 && count % width == 0;
  }

  bool readAtoms(const std::vector<std::string_view>& tags) {
    std::array<int, kNumColumns> places;
    for (size_t column = 0; column < kNumColumns; ++column) {
      const auto tag = std::find_if(tags.begin(), tags.end(), [&](std::string_view name) {
        return name.starts_with(kTable) && name.substr(kTable.size()) == kNames[column];
      });
      places[column] = tag == tags.end() ? -1 : static_cast<int>(tag - tags.begin());
    }
    ModelBuilder builder(places);
    if (m_hasAtoms || !builder.isComplete()) return false;
    std::vector<Token> values;
    for (; m_token.kind == Kind::value; m_token = m_tokens.next()) {
      values.push_back(m_token);
      if (values.size() < tags.size()) continue;
      if (!builder.add(values)) return false;
      values.clear();
      m_hasAtoms = true;
    }
    m_result.atoms = builder.take();
    return values.empty() && m_token.kind != Kind::text;
  }

  /// Leaves only the line ends of a part of the text.
  void cut(size_t begin, size_t end) {
    m_result.rest.append(m_text.substr(m_copied, begin - m_copied));
    const auto part = m_text.substr(begin, end - begin);
    m_result.rest.append(static_cast<size_t>(std::count(part.begin(), part.end(), '\n')), '\n');
    m_copied = end;
  }

  std::string_view m_text;
  const std::vector<std::string>& m_wanted;
  CifTokens m_tokens;
  Token m_token;
  CifAtoms m_result;
  size_t m_copied = 0;
  bool m_hasAtoms = false;
};

}  // namespace

std::optional<CifAtoms> readCifAtoms(std::string_view text, const std::vector<std::string>& wanted) {
  return AtomReader(text, wanted).read();
}

}  // namespace engine
