// Reads the loop _atom_site of an mmCIF text straight into a model. The words are found by gemmi's grammar, the rows
// are taken by us: gemmi's own reader needs 13 s for 100 000 waters in one chain, 1.1 GB for 10^6 atoms, cannot be
// stopped and takes coordinates that are no numbers. Conventions of the columns are gemmi's: the author's names where
// there are any, '?' and '.' are unset, temperature factors are 50 when unknown.
#include "engine/structure/CifAtoms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <gemmi/cif.hpp>
#include <gemmi/resinfo.hpp>
#include <limits>
#include <unordered_map>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/PrintableText.h"
#include "engine/structure/PdbRecords.h"

namespace engine {
namespace {

namespace cif = gemmi::cif;

const std::string kTable = "_atom_site.";

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

/// What stands at a place of a row.
struct Value {
  std::string_view word;  ///< without quotes
  bool isQuoted = false;
  bool isNull() const { return !isQuoted && (word == "?" || word == "."); }
};

Value valueOf(std::string_view raw) {
  if (raw.size() > 1 && (raw.front() == '\'' || raw.front() == '"')) return {raw.substr(1, raw.size() - 2), true};
  return {raw, raw.starts_with(';')};
}

/// "1.53(2)" states an uncertainty.
std::string_view withoutUncertainty(std::string_view word) { return word.substr(0, word.find('(')); }

/// `otherwise` when there is no number that is finite.
double numberOf(const Value& value, double otherwise) {
  if (value.isNull()) return otherwise;
  const std::string_view word = withoutUncertainty(value.word);
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size() && std::isfinite(number) ? number : otherwise;
}

std::string textOf(const Value& value) { return value.isNull() ? std::string() : std::string(value.word); }

using Places = std::array<int, kNumColumns>;  ///< of the columns in a row, -1: there is none

Places placesOf(const cif::Loop& table) {
  Places places;
  std::transform(kNames.begin(), kNames.end(), places.begin(),
                 [&](std::string_view name) { return table.find_tag(kTable + std::string(name)); });
  return places;
}

/// Puts atoms into chains and residues, each at once wherever it stands in the table. What the last row had is compared
/// as views into the text.
class ModelBuilder {
 public:
  /// Of `table` the tags count. Throws Error when a column is missing that is needed.
  ModelBuilder(const cif::Loop& table, const std::string& source) : m_places(placesOf(table)), m_source(source) {
    const auto either = [&](Column author, Column label) { return m_places[author] >= 0 ? author : label; };
    m_chainColumn = either(kChain, kLabelChain);
    m_residueColumn = either(kResidue, kLabelResidue);
    m_atomColumn = either(kAtom, kLabelAtom);
    for (int column = 0; column < kNumRequired; ++column) require(static_cast<Column>(column));
    require(m_residueColumn);
    require(m_atomColumn);
  }
  /// Takes the next row of the table. Throws Error.
  void add(const std::vector<Value>& values);
  gemmi::Structure take() { return std::move(m_structure); }

 private:
  void require(Column column) const {
    if (m_places[column] < 0) fail(m_source, ": the table of atoms has no column ", kTable, kNames[column]);
  }
  const Value& at(const std::vector<Value>& values, Column column) const {
    static const Value none{"."};
    return m_places[column] < 0 ? none : nth(values, m_places[column]);
  }
  std::string place(Column column) const {
    return m_source + ": row " + std::to_string(m_row) + " of the table of atoms, " + kTable +
           std::string(kNames[column]) + ", holds";
  }
  double coordinate(const std::vector<Value>& values, Column column) const;
  gemmi::ResidueId residueId(const std::vector<Value>& values) const;
  gemmi::Model& modelNamed(const std::string& name);
  void openResidue(const std::vector<Value>& values);

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

double ModelBuilder::coordinate(const std::vector<Value>& values, Column column) const {
  const Value& value = at(values, column);
  if (value.isNull()) return std::numeric_limits<double>::quiet_NaN();
  const std::optional<double> found = coordinateOf(withoutUncertainty(value.word));
  if (!found) failAtCoordinate(place(column), value.word, static_cast<size_t>(column - kX));
  return *found;
}

gemmi::ResidueId ModelBuilder::residueId(const std::vector<Value>& values) const {
  gemmi::ResidueId id;
  id.name = textOf(at(values, m_residueColumn));
  const Value &number = at(values, kNumber), &insertion = at(values, kInsertion);
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

void ModelBuilder::openResidue(const std::vector<Value>& values) {
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

void ModelBuilder::add(const std::vector<Value>& values) {
  constexpr double kUnknownBFactor = 50;
  ++m_row;
  gemmi::Atom atom;
  atom.pos = {coordinate(values, kX), coordinate(values, kY), coordinate(values, kZ)};
  openResidue(values);
  if (!m_residue) return;
  atom.name = textOf(at(values, m_atomColumn));
  const Value& location = at(values, kLocation);
  atom.altloc = location.isNull() || location.word.empty() ? '\0' : location.word[0];
  atom.element = gemmi::Element(textOf(at(values, kSymbol)));
  atom.occ = static_cast<float>(numberOf(at(values, kOccupancy), 1));
  atom.b_iso = static_cast<float>(numberOf(at(values, kBFactor), kUnknownBFactor));
  m_residue->atoms.push_back(std::move(atom));
}

/// What the library's grammar finds, as it finds it: rows of the first table of atoms become atoms at once; of other
/// tables only the wanted ones keep their values.
class Reader : public cif::Document {
 public:
  Reader(std::string_view text, const std::string& name, const std::vector<std::string>& wanted, Progress& progress)
      : m_text(text), m_wanted(wanted), m_progress(progress), m_counted(text.data()) {
    source = name;
  }

  /// A tag, loop or frame that begins at `place` of the text.
  template <class Content>
  void addItem(const char* place, Content content) {
    m_line += std::count(m_counted, place, '\n');
    m_counted = place;
    items_->emplace_back(std::move(content));
    items_->back().line_number = static_cast<int>(m_line);
  }

  void add(std::string_view value) {
    constexpr size_t kReportDistance = size_t{1} << 18;
    const auto at = static_cast<size_t>(value.data() - m_text.data());
    if (at >= m_nextReport) {
      m_progress.update(double(at) / double(m_text.size()), "reading the structure");
      m_nextReport = at + kReportDistance;
    }
    cif::Item& item = items_->back();
    if (item.type == cif::ItemType::Pair) {
      item.pair[1] = value;
      return;
    }
    if (m_numValues++ == 0) open(item);
    if (m_use == Use::keep) item.loop.values.emplace_back(value);
    if (m_use != Use::atoms) return;
    m_row.push_back(valueOf(value));
    if (m_row.size() < item.loop.tags.size()) return;
    m_builder->add(m_row);
    m_row.clear();
  }

  /// Whether the values of the loop fill its rows.
  bool closeLoop() {
    const cif::Item& loop = items_->back();
    if (m_numValues == 0) open(loop);
    return std::exchange(m_numValues, 0) % loop.loop.tags.size() == 0;
  }

  CifAtoms take() {
    if (blocks.empty()) fail(source, ": found no data block, expected \"data_\" and a name");
    check_for_missing_values(*this);
    check_for_duplicates(*this);
    cif::Block& block = blocks.front();
    if (!m_builder) readSingleAtom(block);
    std::erase_if(block.items, [&](const cif::Item& item) { return !isWanted(item); });
    return {m_builder->take(), std::move(*this)};
  }

 private:
  enum class Use { skip, keep, atoms };

  bool isWanted(const cif::Item& item) const {
    return std::any_of(m_wanted.begin(), m_wanted.end(), [&](const auto& prefix) { return item.has_prefix(prefix); });
  }

  void open(const cif::Item& loop) {
    const bool isInFirstBlock = blocks.size() == 1 && items_ == &blocks.front().items;
    m_use = isWanted(loop) ? Use::keep : Use::skip;
    if (m_builder || !isInFirstBlock || !loop.has_prefix(kTable)) return;
    m_use = Use::atoms;
    m_builder.emplace(loop.loop, source);
  }

  /// A table of one row may be written as pairs of tags and values.
  void readSingleAtom(const cif::Block& block) {
    cif::Loop table;
    for (const cif::Item& item : block.items) {
      if (item.type != cif::ItemType::Pair || !item.has_prefix(kTable)) continue;
      table.tags.push_back(item.pair[0]);
      m_row.push_back(valueOf(item.pair[1]));
    }
    m_builder.emplace(table, source).add(m_row);
  }

  std::string_view m_text;
  const std::vector<std::string>& m_wanted;
  Progress& m_progress;
  const char* m_counted;      ///< where lines are counted to
  std::ptrdiff_t m_line = 1;  ///< there
  size_t m_nextReport = 0;
  size_t m_numValues = 0;  ///< of the loop so far
  Use m_use = Use::skip;   ///< of its values
  std::vector<Value> m_row;
  std::optional<ModelBuilder> m_builder;
};

/// The text as the grammar reads it. Lines and columns are not counted along the way, which would take a third of the
/// time: the grammar asks for nothing but whether a line begins.
class Input : public cif::pegtl::memory_input<cif::pegtl::tracking_mode::lazy> {
 public:
  using memory_input::memory_input;
  size_t column() const { return current() == begin() || current()[-1] == '\n' ? 1 : 2; }
};

// The library's own actions make strings of all values, and want lines counted.
template <class Rule>
struct Action : cif::Action<Rule> {};
template <>
struct Action<cif::rules::framename> {
  template <class In>
  static void apply(const In& in, Reader& reader) {
    reader.addItem(in.begin(), cif::FrameArg{in.string()});
    reader.items_ = &reader.items_->back().frame.items;
  }
};
template <>
struct Action<cif::rules::item_tag> {
  template <class In>
  static void apply(const In& in, Reader& reader) {
    reader.addItem(in.begin(), in.string());
  }
};
template <>
struct Action<cif::rules::str_loop> {
  template <class In>
  static void apply(const In& in, Reader& reader) {
    reader.addItem(in.begin(), cif::LoopArg{});
  }
};
struct AddValue {
  template <class In>
  static void apply(const In& in, Reader& reader) {
    reader.add({in.begin(), in.size()});
  }
};
template <>
struct Action<cif::rules::item_value> : AddValue {};
template <>
struct Action<cif::rules::loop_value> : AddValue {};
template <>
struct Action<cif::rules::loop> {
  template <class In>
  static void apply(const In& in, Reader& reader) {
    if (!reader.closeLoop()) throw cif::pegtl::parse_error("Wrong number of values in the loop", in);
  }
};

}  // namespace

CifAtoms readCifAtoms(std::string_view text, const std::string& source, const std::vector<std::string>& wanted,
                      Progress& progress) {
  Reader reader(text, source, wanted, progress);
  cif::pegtl::parse<cif::rules::file, Action, cif::Errors>(Input(text.data(), text.size(), source), reader);
  return reader.take();
}

}  // namespace engine
