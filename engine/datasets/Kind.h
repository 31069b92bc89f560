// What the program knows of a kind of dataset, in one place: names, sizes, facts, positions, links and files.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

#include "engine/alignment/ResidueMap.h"
#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"
#include "engine/datasets/PositionNumbers.h"
#include "engine/datasets/Residues.h"

namespace engine {

/// What an exporter makes: the text of a file, or a value that a format of engine/io writes.
using Exported = std::variant<std::string, DatasetValue>;
/// The command line that makes a dataset again; empty when it was loaded.
using CommandOf = std::function<std::string(const Dataset&)>;

/// Turns a dataset into a file of one suffix, where no format of engine/io does it by itself.
struct Exporter {
  std::string suffix;  ///< ".json"; empty: of all formats that hold a value like `form`
  std::string part;    ///< which part of the dataset: empty = all of it; else also the option's name: "matrices"
  std::string help;    ///< one line: what the file holds
  std::function<Exported(const Dataset& dataset, const CommandOf& commandOf)> make;
  DatasetValue form{};  ///< an empty one of the values that are made; not needed where there is a suffix
  DatasetKind kind{};  ///< filled in by the list of all exporters
};

/// Stateless; one object per line of kinds.def. Kinds derive from TypedKind. Datasets that are handed over are of the
/// kind.
class Kind {
 public:
  virtual ~Kind() = default;
  virtual const std::type_info& type() const = 0;  ///< of the values
  virtual DatasetValue empty() const = 0;          ///< the smallest value
  /// Throws Error when the parts of a value contradict each other.
  virtual void validate(const DatasetValue& value) const = 0;

  virtual std::string name() const = 0;     ///< in sentences: "profile alignment"
  virtual std::string heading() const = 0;  ///< above a list of them: "Profile alignments"
  virtual std::string icon() const = 0;     ///< name of the drawing in resources/icons: "profile-alignment"

  /// One line: "45 sequences x 214 columns".
  virtual std::string size(const Dataset& dataset) const = 0;
  /// The same for the window, in the words of the field: "45 rows × 214 columns".
  virtual std::string shownSize(const Dataset& dataset) const = 0;
  /// Sizes and names. Keys are lower-case words.
  virtual nlohmann::ordered_json facts(const Dataset& dataset) const = 0;
  /// The facts for people, indented lines.
  virtual std::string text(const Dataset& dataset) const = 0;

  /// Positions of the dataset's own axis; 0 when it has none (its axes are other datasets').
  virtual Index numPositions(const Dataset&) const { return 0; }
  /// Lengths of the axes along which arrow keys point: {rows, columns} of a map, {residues} of a chain; none where
  /// views have keys of their own. The positions are those of the dataset's axes, or its own.
  virtual std::vector<Index> axisLengths(const Dataset&) const { return {}; }
  /// What a position is called where numbers can be plotted of each: "residue"; empty where there are none.
  virtual std::string positionName() const { return {}; }
  /// Those numbers.
  virtual PositionNumbers numbers(const Dataset&) const { return {}; }
  /// The residues at these positions, by which other datasets are linked; for a structure a part per chain.
  virtual std::vector<Residues> parts(const Dataset&) const { return {}; }
  /// Rows among which the residues of others are looked up (place), in place of parts.
  virtual Index numRows(const Dataset&) const { return 0; }
  /// The position of each residue of another dataset's part, -1 where it has none; nothing when no row is the part's.
  virtual std::vector<Index> place(const Dataset&, const Residues&) const { return {}; }
  /// Positions of the dataset in another one that it was made from, if it was; stronger than what residues tell.
  virtual std::optional<ResidueMap> mapToOrigin(const Dataset&, const Dataset& /*origin*/) const { return {}; }
  /// Which positions of its two axes the dataset matches.
  virtual std::optional<ResidueMap> mapBetweenAxes(const Dataset&) const { return {}; }
  /// The axes of a result of this kind whose operation names none: ids of datasets, empty: its own positions.
  virtual std::vector<DatasetId> axesOnInput(const Dataset&, const Dataset& /*input*/) const { return {}; }

  /// Suffix of the format in which standard output gets it; empty: in none.
  virtual std::string textSuffix() const { return {}; }
  virtual std::vector<Exporter> exporters() const { return {}; }
  /// The value of which an exporter made these arrays, by the note among them (FileNote.h); nothing where no exporter
  /// of this kind makes arrays that are read again. May throw Error, and what JSON throws, for a note that is damaged.
  virtual std::optional<DatasetValue> restored(const ArrayBundle&, const nlohmann::json& /*note*/) const { return {}; }
};

const std::vector<std::unique_ptr<const Kind>>& kinds();
const Kind& kindOf(DatasetKind kind);
inline const Kind& kindOf(const Dataset& dataset) { return kindOf(dataset.kind()); }
/// Adds a kind that is in no list, once, before there is a value of it and while no other thread is at work.
DatasetKind addKind(std::unique_ptr<const Kind> kind);

}  // namespace engine
