// Reads the loop _atom_site of an mmCIF text straight into a model. Conventions of the columns are gemmi's: the
// author's names where there are any, '?' and '.' are unset, temperature factors are 50 when unknown.
#include "engine/structure/CifAtoms.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <gemmi/resinfo.hpp>
#include <limits>
#include <unordered_map>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/PrintableText.h"
#include "engine/structure/CifTokens.h"
#include "engine/structure/PdbRecords.h"

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

constexpr size_t kAtomsPerReport = 4096;

/// "1.53(2)" states an uncertainty.
std::string_view withoutUncertainty(std::string_view word) { return word.substr(0, word.find('(')); }

/// `otherwise` when there is no number that is finite.
double numberOf(const Token& token, double otherwise) {
  if (token.isNull()) return otherwise;
  const std::string_view word = withoutUncertainty(token.word);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size() && std::isfinite(value) ? value : otherwise;
}

std::string textOf(const Token& token) { return token.isNull() ? std::string() : std::string(token.word); }

using Places = std::array<int, kNumColumns>;  ///< of the columns in a row, -1: there is none

bool isSameTag(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// Of the columns of a table, given by their tags.
template <class Tags>
Places placesOf(const Tags& tags) {
  Places places;
  for (size_t column = 0; column < kNumColumns; ++column) {
    const std::string wanted = std::string(kTable) + std::string(kNames[column]);
    const auto tag =
        std::find_if(tags.begin(), tags.end(), [&](const auto& found) { return isSameTag(found, wanted); });
    places[column] = tag == tags.end() ? -1 : static_cast<int>(tag - tags.begin());
  }
  return places;
}

/// Puts atoms into chains and residues, each at once wherever it stands in the table. What the last row had is compared
/// as views into the text.
class ModelBuilder {
 public:
  /// Throws Error when a column is missing that is needed.
  ModelBuilder(const Places& places, const std::string& source) : m_places(places), m_source(source) {
    const auto either = [&](Column author, Column label) { return m_places[author] >= 0 ? author : label; };
    m_chainColumn = either(kChain, kLabelChain);
    m_residueColumn = either(kResidue, kLabelResidue);
    m_atomColumn = either(kAtom, kLabelAtom);
    for (int column = 0; column < kNumRequired; ++column) require(static_cast<Column>(column));
    require(m_residueColumn);
    require(m_atomColumn);
  }
  /// Takes the next row of the table. Throws Error.
  void add(const std::vector<Token>& values);
  size_t numRows() const { return m_row; }
  gemmi::Structure take() { return std::move(m_structure); }

 private:
  void require(Column column) const {
    if (m_places[column] < 0) fail(m_source, ": the table of atoms has no column ", kTable, kNames[column]);
  }
  const Token& at(const std::vector<Token>& values, Column column) const {
    static const Token none{Kind::value, ".", false, 0};
    return m_places[column] < 0 ? none : nth(values, m_places[column]);
  }
  std::string place(Column column) const {
    return m_source + ": row " + std::to_string(m_row) + " of the table of atoms, " + std::string(kTable) +
           std::string(kNames[column]) + ", holds";
  }
  double coordinate(const std::vector<Token>& values, Column column) const;
  gemmi::ResidueId residueId(const std::vector<Token>& values) const;
  gemmi::Model& modelNamed(const std::string& name);
  void openResidue(const std::vector<Token>& values);

  Places m_places;
  std::string m_source;
  Column m_chainColumn, m_residueColumn, m_atomColumn;
  gemmi::Structure m_structure;
  gemmi::Residue* m_residue = nullptr;  ///< of the last row; null: water, which is left out
  std::array<std::string_view, 5> m_key;
  bool m_hasRows = false;
  std::unordered_map<std::string, size_t> m_models;    ///< by name
  std::unordered_map<std::string, size_t> m_residues;  ///< of the last chain, by number, insertion code and name
  size_t m_row = 0;
};

double ModelBuilder::coordinate(const std::vector<Token>& values, Column column) const {
  const Token& token = at(values, column);
  if (token.isNull()) return std::numeric_limits<double>::quiet_NaN();
  const std::optional<double> found = coordinateOf(withoutUncertainty(token.word));
  if (!found) failAtCoordinate(place(column), token.word, static_cast<size_t>(column - kX));
  return *found;
}

gemmi::ResidueId ModelBuilder::residueId(const std::vector<Token>& values) const {
  gemmi::ResidueId id;
  id.name = textOf(at(values, m_residueColumn));
  const Token &number = at(values, kNumber), &insertion = at(values, kInsertion);
  if (!number.isNull()) {
    int value = 0;
    const char* const end = number.word.data() + number.word.size();
    const auto [read, error] = std::from_chars(number.word.data(), end, value);
    if (error != std::errc{} || read != end)
      fail(place(kNumber), " ", inQuotes(number.word), ", expected a whole number");
    id.seqid.num = value;
  }
  if (!insertion.isNull() && !insertion.word.empty()) id.seqid.icode = insertion.word[0];
  return id;
}

gemmi::Model& ModelBuilder::modelNamed(const std::string& name) {
  const auto [found, isNew] = m_models.emplace(name, m_structure.models.size());
  if (isNew) m_structure.models.emplace_back(name);
  return m_structure.models[found->second];
}

void ModelBuilder::openResidue(const std::vector<Token>& values) {
  const std::array<std::string_view, 5> key{at(values, kModel).word, at(values, m_chainColumn).word,
                                            at(values, kNumber).word, at(values, kInsertion).word,
                                            at(values, m_residueColumn).word};
  if (m_hasRows && key == m_key) return;
  gemmi::Model& inModel = modelNamed(m_places[kModel] >= 0 ? std::string(key[0]) : "1");
  const std::string chain = textOf(at(values, m_chainColumn));
  if (!m_hasRows || key[0] != m_key[0] || inModel.chains.empty() || inModel.chains.back().name != chain) {
    inModel.chains.emplace_back(chain);
    m_residues = {};  // clearing it would take time by its largest size so far
  }
  m_hasRows = true;
  m_key = key;
  const gemmi::ResidueId id = residueId(values);
  m_residue = nullptr;
  if (gemmi::find_tabulated_residue(id.name).is_water()) return;
  std::vector<gemmi::Residue>& residues = inModel.chains.back().residues;
  const auto [found, isNew] = m_residues.emplace(id.seqid.num.str() + id.seqid.icode + id.name, residues.size());
  if (isNew) residues.emplace_back(id);
  m_residue = &residues[found->second];
}

void ModelBuilder::add(const std::vector<Token>& values) {
  constexpr double kUnknownBFactor = 50;
  ++m_row;
  gemmi::Atom atom;
  atom.pos = {coordinate(values, kX), coordinate(values, kY), coordinate(values, kZ)};
  openResidue(values);
  if (!m_residue) return;
  atom.name = textOf(at(values, m_atomColumn));
  const Token& location = at(values, kLocation);
  atom.altloc = location.isNull() || location.word.empty() ? '\0' : location.word[0];
  atom.element = gemmi::Element(textOf(at(values, kSymbol)));
  atom.occ = static_cast<float>(numberOf(at(values, kOccupancy), 1));
  atom.b_iso = static_cast<float>(numberOf(at(values, kBFactor), kUnknownBFactor));
  m_residue->atoms.push_back(std::move(atom));
}

/// Goes through the text once.
class AtomReader {
 public:
  AtomReader(std::string_view text, const std::string& source, const std::vector<std::string>& wanted,
             Progress& progress)
      : m_text(text), m_source(source), m_wanted(wanted), m_progress(progress), m_tokens(text) {}

  std::optional<CifAtoms> read() {
    advance();
    if (m_token.kind != Kind::data) return std::nullopt;
    advance();
    // What a second block holds is left to the complete reader.
    while (m_token.kind != Kind::end && m_token.kind != Kind::data) {
      if (m_token.kind == Kind::loop ? !readLoop() : !readPair()) return std::nullopt;
    }
    if (!m_hasAtoms) return std::nullopt;
    m_result.rest.append(m_text.substr(m_copied));
    return std::move(m_result);
  }

 private:
  void advance() {
    constexpr size_t kReportDistance = size_t{1} << 20;
    m_token = m_tokens.next();
    if (m_token.begin < m_nextReport) return;
    m_progress.update(double(m_token.begin) / double(m_text.size()), "reading the structure");
    m_nextReport = m_token.begin + kReportDistance;
  }

  /// A tag and its value; tables of a single atom are left to the complete reader.
  bool readPair() {
    if (m_token.kind != Kind::tag || m_token.word.starts_with(kTable)) return false;
    advance();
    if (m_token.kind != Kind::value && m_token.kind != Kind::text) return false;
    advance();
    return true;
  }

  bool readLoop() {
    const size_t begin = m_token.begin;
    std::vector<std::string_view> tags;
    for (advance(); m_token.kind == Kind::tag; advance()) tags.push_back(m_token.word);
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
    for (; m_token.kind == Kind::value || m_token.kind == Kind::text; advance()) ++count;
    return count > 0 && count % width == 0;
  }

  bool readAtoms(const std::vector<std::string_view>& tags) {
    if (m_hasAtoms) return false;
    ModelBuilder builder(placesOf(tags), m_source);
    std::vector<Token> values;
    for (; m_token.kind == Kind::value; advance()) {
      values.push_back(m_token);
      if (values.size() < tags.size()) continue;
      builder.add(values);
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
  const std::string& m_source;
  const std::vector<std::string>& m_wanted;
  Progress& m_progress;
  CifTokens m_tokens;
  Token m_token;
  CifAtoms m_result;
  size_t m_copied = 0, m_nextReport = 0;
  bool m_hasAtoms = false;
};

/// A value as the library keeps it, with its quotes.
Token tokenOf(const std::string& raw) {
  if (raw.size() > 1 && (raw.front() == '\'' || raw.front() == '"'))
    return {Kind::value, std::string_view(raw).substr(1, raw.size() - 2), true, 0};
  return {Kind::value, raw, raw.starts_with(';'), 0};
}

}  // namespace

std::optional<CifAtoms> readCifAtoms(std::string_view text, const std::string& source,
                                     const std::vector<std::string>& wanted, Progress& progress) {
  return AtomReader(text, source, wanted, progress).read();
}

gemmi::Structure takeCifAtoms(gemmi::cif::Block& block, const std::string& source, Progress& progress) {
  const auto isAtoms = [](const gemmi::cif::Item& item) { return item.has_prefix(std::string(kTable)); };
  std::vector<std::string> tags, values;
  for (gemmi::cif::Item& item : block.items) {
    if (!isAtoms(item)) continue;
    if (item.type == gemmi::cif::ItemType::Loop) {
      tags = std::move(item.loop.tags);
      values = std::move(item.loop.values);
      break;
    }
    tags.push_back(item.pair[0]);  // the table of a single atom
    values.push_back(item.pair[1]);
  }
  ModelBuilder builder(placesOf(tags), source);
  const size_t width = tags.size();
  std::vector<Token> row(width);
  for (size_t begin = 0; begin + width <= values.size(); begin += width) {
    if (builder.numRows() % kAtomsPerReport == 0)
      progress.update(double(begin) / double(values.size()), "reading the structure");
    std::transform(values.begin() + static_cast<long>(begin), values.begin() + static_cast<long>(begin + width),
                   row.begin(), tokenOf);
    builder.add(row);
  }
  return builder.take();
}

}  // namespace engine
