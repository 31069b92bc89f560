// A loaded or computed thing with its name and its history. A published Dataset never changes.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/base/Parameters.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/io/DatasetId.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

struct SequenceSet {
  std::vector<Sequence> sequences;
};

/// Pair geometry of one chain of a structure.
struct ChainGeometry {
  std::shared_ptr<const Structure> structure;
  std::string chain;
  PairGeometry geometry;
};

/// What to do: plain data that can be written to a session file and run again.
struct Request {
  std::string operation;            ///< id
  std::vector<std::string> inputs;  ///< dataset ids
  ParameterValues parameters;
  std::string output;  ///< id of the main result, from which by-products derive theirs; empty: chosen by the caller
};

/// How a computed dataset came about: enough to compute it again.
struct Provenance {
  Request request;     ///< operation empty: loaded from `source`
  std::string device;  ///< "native CPU" or the device's name
  double seconds = 0;
  std::vector<std::string> warnings;
  std::string programVersion;
};

using DatasetValue = std::variant<
    std::shared_ptr<const SequenceSet>, std::shared_ptr<const Alignment>, std::shared_ptr<const ProfileHmm>,
    std::shared_ptr<const Structure>, std::shared_ptr<const ArrayBundle>, std::shared_ptr<const HeadSet>,
    std::shared_ptr<const ProfileAlignment>, std::shared_ptr<const ChainGeometry>, std::shared_ptr<const SearchResult>>;

enum class DatasetKind {
  sequences,
  alignment,
  profile,
  structure,
  arrays,
  heads,
  profileAlignment,
  geometry,
  searchResult
};
std::string kindName(DatasetKind kind);  ///< "sequences", "alignment", "profile", "structure", "arrays", "attention",
                                         ///< "profile alignment", "pair geometry", "search result"

struct Dataset {
  DatasetId id;        ///< unique in a document
  std::string title;   ///< shown to the user
  std::string source;  ///< path it was read from; empty when computed
  Provenance provenance;
  DatasetValue value;
  /// Ids of the datasets whose positions index the axes of this one: heads and geometry {structure or alignment},
  /// profile alignments {query profile, template profile}. Empty: its own positions.
  std::vector<DatasetId> axes;

  DatasetKind kind() const { return static_cast<DatasetKind>(value.index()); }
  /// The value when it is a T, else nullptr: dataset.as<Alignment>().
  template <class T>
  const T* as() const {
    const auto* held = std::get_if<std::shared_ptr<const T>>(&value);
    return held ? held->get() : nullptr;
  }
  template <class T>
  std::shared_ptr<const T> share() const {
    const auto* held = std::get_if<std::shared_ptr<const T>>(&value);
    return held ? *held : nullptr;
  }
};

using DatasetPtr = std::shared_ptr<const Dataset>;

}  // namespace engine
