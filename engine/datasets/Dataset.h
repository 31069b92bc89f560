// A loaded or computed thing with its name and its history. A published Dataset never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "engine/base/Parameters.h"
#include "engine/datasets/DatasetId.h"

namespace engine {

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
  /// By hand since it was loaded, computed or saved, oldest first, as text (engine/io/EditText.h).
  std::vector<std::string> edits = {};
  /// Of the value: another after each edit, that of before when the edit is taken back. 0: neither it nor what it was
  /// computed from was edited.
  std::uint64_t version = 0;
  std::vector<std::uint64_t> inputVersions = {};  ///< of the inputs it was computed from; kUnknownVersion
  static constexpr std::uint64_t kUnknownVersion = ~std::uint64_t{0};
};
/// Of a value that was made out of versions, in order: 0 when all are.
std::uint64_t versionOf(const std::vector<std::uint64_t>& parts);

/// One per line of kinds.def, in that order. Kinds that are added while the program runs (Kind.h) get the numbers
/// behind.
enum class DatasetKind : int {
#define DATASET_KIND(Name, name) name,
#include "engine/datasets/kinds.def"
#undef DATASET_KIND
};
std::string kindName(DatasetKind kind);  ///< in sentences: "profile alignment"

/// A value of any kind: a shared pointer that remembers what it points to.
class DatasetValue {
 public:
  /// Nothing, which counts as the first of the kinds.
  DatasetValue() = default;
  /// Throws Error when no kind has values of this type.
  template <class T>
  DatasetValue(std::shared_ptr<T> value) : DatasetValue(std::move(value), typeid(T)) {}

  DatasetKind kind() const { return m_kind; }
  /// The value when it is a T, else nullptr.
  template <class T>
  const T* as() const {
    return *m_type == typeid(T) ? static_cast<const T*>(m_value.get()) : nullptr;
  }
  template <class T>
  std::shared_ptr<const T> share() const {
    return *m_type == typeid(T) ? std::static_pointer_cast<const T>(m_value) : nullptr;
  }
  bool operator==(const DatasetValue& other) const { return m_value == other.m_value; }

 private:
  DatasetValue(std::shared_ptr<const void> value, const std::type_info& type);

  std::shared_ptr<const void> m_value;
  const std::type_info* m_type = &typeid(void);
  DatasetKind m_kind{};
};

struct Dataset {
  DatasetId id;        ///< unique in a document
  std::string title;   ///< shown to the user
  std::string source;  ///< path it was read from; empty when computed
  Provenance provenance;
  DatasetValue value;
  /// Ids of the datasets whose positions index the axes of this one: heads and geometry {structure or alignment},
  /// profile alignments {query profile, template profile}. Empty: its own positions.
  std::vector<DatasetId> axes;

  DatasetKind kind() const { return value.kind(); }
  /// The value when it is a T, else nullptr: dataset.as<Alignment>().
  template <class T>
  const T* as() const {
    return value.as<T>();
  }
  template <class T>
  std::shared_ptr<const T> share() const {
    return value.share<T>();
  }
};

using DatasetPtr = std::shared_ptr<const Dataset>;

}  // namespace engine
