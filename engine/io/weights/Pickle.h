// Pickles as plain data: what a stack machine builds out of inert values. Nothing of a pickle is ever called or run.
//
// Source: the instructions as documented in CPython's pickletools, of which those of plain data are read; the few names
// of classes and functions that files of weights need stand in PickleCalls.cpp, every other is refused.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"
#include "engine/io/ByteSource.h"

namespace engine {

enum class PickleKind {
  none,
  boolean,
  integer,
  longInteger,  ///< of more than 64 bits
  real,
  text,
  bytes,
  list,
  tuple,
  set,
  dict,
  object,   ///< attributes, kept as a dict
  storage,  ///< numbers that stand elsewhere
  tensor,
  global,  ///< something that a REDUCE may name
  inert    ///< known, and of no use here
};

/// Values refer to others by their place in Pickle::nodes.
struct PickleNode {
  PickleKind kind = PickleKind::none;
  std::int64_t number = 0;         ///< of integers and booleans; the bits of a real; the index of a tensor or storage
  std::string_view text = {};      ///< of texts, bytes and long integers; the type of a storage; inside Pickle::bytes
  std::vector<Index> items = {};   ///< of lists, tuples and sets; of dicts and objects keys and values in turn

  double real() const { return std::bit_cast<double>(number); }
};

/// ("storage", type, key, location, elements)
struct PickledStorage {
  std::string typeName;  ///< as in StoredTensor: "F32"
  std::string key;
  Index elements = 0;
};

/// Not checked against its storage.
struct PickledTensor {
  Index storage = 0;  ///< index in Pickle::storages
  Index offset = 0;   ///< elements
  Shape shape;
  std::vector<Index> strides;  ///< elements
};

struct Pickle {
  std::shared_ptr<const std::string> bytes;
  std::vector<PickleNode> nodes;
  std::vector<PickledStorage> storages;
  std::vector<PickledTensor> tensors;
  Index root = 0;
  std::size_t size = 0;  ///< bytes up to and with the STOP

  const PickleNode& node(Index place) const { return nodes[static_cast<std::size_t>(place)]; }
  const PickleNode& top() const { return node(root); }
  /// The value under a key of a dict or object; null when there is none or `in` is something else.
  const PickleNode* find(const PickleNode& in, std::string_view key) const;
};

/// Reads the pickle that begins at `offset` and ends before `offset + most`. Throws Error naming the file when it is
/// damaged or longer than 64 MiB, holds an instruction or name that is not plain data, more than some million values,
/// or values that are nested deeper than 64 or hold themselves.
Pickle readPickle(const ByteSource& file, std::size_t offset, std::size_t most);

}  // namespace engine
