// Sizes are known before the values, so headers come first and values follow as they are made.
//
// Source of the archive's records: APPNOTE.TXT of PKWARE, version 6.3, with 64-bit fields and data descriptors.
#include "engine/io/WriteHeads.h"

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/FileNoteName.h"
#include "engine/base/HalfFloat.h"
#include "engine/datasets/Exports.h"
#include "engine/io/FileContent.h"
#include "engine/io/formats/arrays/NpyArray.h"

namespace engine {

namespace {

enum class Part { weights, scores };

Shape shapeOf(const HeadSet& heads) { return {heads.numLayers, heads.numHeads, heads.numQueries, heads.numKeys}; }

/// A set and how its numbers are written.
struct HeadWriter {
  const HeadSet& heads;
  HeadNumbers numbers;

  std::size_t numberSize() const { return numbers == HeadNumbers::float16 ? 2 : sizeof(float); }
  std::size_t numBytes() const { return static_cast<std::size_t>(elementCount(shapeOf(heads))) * numberSize(); }
  std::string npyStart() const { return npyPrefix(numbers == HeadNumbers::float16 ? "<f2" : "<f4", shapeOf(heads)); }

  void put(const Array<float>& values, const TakePiece& take) const {
    if (numbers == HeadNumbers::float32)
      return take(
          {reinterpret_cast<const char*>(values.data()), static_cast<std::size_t>(values.size()) * sizeof(float)});
    std::vector<std::uint16_t> halves(static_cast<std::size_t>(values.size()));
    std::transform(values.begin(), values.end(), halves.begin(), halfOfFloat);
    take({reinterpret_cast<const char*>(halves.data()), halves.size() * sizeof(std::uint16_t)});
  }

  void putHeads(Part part, const TakePiece& take) const {
    for (Index k = 0; k < heads.count(); ++k) {
      const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
      const Array<float>* values = !map ? nullptr : part == Part::weights ? &map->weights : &map->scores;
      if (!values || values->size() != heads.numQueries * heads.numKeys)
        fail("attention map ", k + 1, " of ", heads.count(), " is missing");
      put(*values, take);
    }
  }
};

using Tokens = std::vector<std::string>;

/// A name for each position of an axis: its token, or the letter where that says no more; none when nothing is known.
Tokens namesOf(Tokens tokens, const std::string& letters) {
  if (tokens.empty()) tokens.resize(letters.size());
  for (size_t k = 0; k < std::min(tokens.size(), letters.size()); ++k)
    if (tokens[k].empty()) tokens[k] = letters.substr(k, 1);
  return tokens;
}

/// By the names of arrays.
std::map<std::string, Tokens> positionNames(const HeadSet& heads) {
  const Tokens queries = namesOf(heads.queryTokens, heads.queryLetters);
  const Tokens keys = namesOf(heads.keyTokens, heads.keyLetters);
  std::map<std::string, Tokens> names;
  if (queries == keys && heads.numQueries == heads.numKeys)
    names["tokens"] = queries;
  else
    names = {{"query_tokens", queries}, {"key_tokens", keys}};
  std::erase_if(names, [](const auto& entry) { return entry.second.empty(); });
  return names;
}

std::u32string codePoints(const std::string& text) {
  std::u32string points;
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value & 0xC0u) != 0x80u) {  // the first byte of a character
      const unsigned kept = value < 0x80u ? 0x7Fu : value < 0xE0u ? 0x1Fu : value < 0xF0u ? 0x0Fu : 0x07u;
      points += static_cast<char32_t>(value & kept);
    } else if (!points.empty()) {
      points.back() = points.back() << 6 | (value & 0x3Fu);
    }
  }
  return points;
}

/// NumPy's array of texts: UTF-32, as long as the longest, filled up with zeros.
std::string textsNpy(const Tokens& texts) {
  size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, codePoints(text).size());
  std::string npy = npyPrefix("<U" + std::to_string(longest), {static_cast<Index>(texts.size())});
  for (const std::string& text : texts) {
    std::u32string points = codePoints(text);
    points.resize(longest, U'\0');
    npy.append(reinterpret_cast<const char*>(points.data()), longest * sizeof(char32_t));
  }
  return npy;
}

bool hasScores(const HeadSet& heads) {
  for (Index k = 0; k < (heads.source ? std::min<Index>(heads.count(), 1) : heads.count()); ++k) {
    const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
    if (!map || map->scores.size() != heads.numQueries * heads.numKeys) return false;
  }
  return heads.count() > 0;
}

void putNpy(const HeadWriter& writer, Part part, const TakePiece& put) {
  put(writer.npyStart());
  writer.putHeads(part, put);
}

/// What is written beside the maps: what a model gave with them, and what the file says about itself.
class ArraysBeside {
 public:
  explicit ArraysBeside(const HeadSet& heads) : m_notes(notesOf(heads)) {
    if (heads.beside)
      for (const auto& [name, array] : *heads.beside)
        if (name != kFileNote) m_arrays[name] = &array;  // which says that these are arrays
    for (const auto& [name, array] : m_notes) m_arrays[name] = &array;
  }
  ArraysBeside(const ArraysBeside&) = delete;
  ArraysBeside& operator=(const ArraysBeside&) = delete;

  const std::map<std::string, const AnyArray*>& all() const { return m_arrays; }

 private:
  ArrayBundle m_notes;
  std::map<std::string, const AnyArray*> m_arrays;
};

std::string_view bytesOf(const AnyArray& array) {
  return std::visit(
      [](const auto& values) {
        using Value = typename std::decay_t<decltype(values)>::Value;
        return std::string_view(reinterpret_cast<const char*>(values.data()),
                                static_cast<std::size_t>(values.size()) * sizeof(Value));
      },
      array);
}

void putSafetensors(const HeadWriter& writer, bool withScores, const TakePiece& put) {
  const std::map<std::string, const char*> types{
      {"float32", "F32"}, {"float64", "F64"}, {"int32", "I32"}, {"int64", "I64"}, {"bool", "BOOL"}};
  const std::size_t size = writer.numBytes();
  const Shape shape = shapeOf(writer.heads);
  const char* const type = writer.numbers == HeadNumbers::float16 ? "F16" : "F32";
  nlohmann::json header;
  std::size_t end = 0;
  const auto describe = [&](const std::string& name, const char* dtype, const Shape& lengths, std::size_t bytes) {
    header[name] = {{"dtype", dtype}, {"shape", lengths}, {"data_offsets", {end, end + bytes}}};
    end += bytes;
  };
  describe(writer.heads.arrayName, type, shape, size);
  if (withScores) describe("scores", type, shape, size);
  const ArraysBeside beside(writer.heads);
  for (const auto& [name, array] : beside.all())
    describe(name, types.at(typeNameOf(*array)), engine::shapeOf(*array), bytesOf(*array).size());
  for (const auto& [name, tokens] : positionNames(writer.heads))
    header["__metadata__"][name] = nlohmann::json(tokens).dump();
  for (const auto& [name, text] : writer.heads.about) header["__metadata__"][name] = text;
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t length = text.size();
  put({reinterpret_cast<const char*>(&length), sizeof length});
  put(text);
  writer.putHeads(Part::weights, put);
  if (withScores) writer.putHeads(Part::scores, put);
  for (const auto& [name, array] : beside.all()) put(bytesOf(*array));
}

/// Records of a zip archive, in which every size takes 64 bits.
class ZipStream {
 public:
  explicit ZipStream(const TakePiece& put) : m_put(put) {}

  void add(const std::string& name, std::uint64_t size, const std::function<void(const TakePiece&)>& make) {
    Entry entry{name, m_position, size, 0};
    std::string header("PK\3\4", 4);
    addCommon(header, 0, name);
    add(header, 20, 2);
    header += name;
    add(header, 1, 2);  // the 64-bit field
    add(header, 16, 2);
    add(header, size, 8);
    add(header, size, 8);
    put(header);
    uLong crc = crc32(0, nullptr, 0);
    make([&](std::string_view piece) {
      crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
      put(piece);
    });
    entry.crc = static_cast<std::uint32_t>(crc);
    std::string descriptor("PK\7\10", 4);
    add(descriptor, entry.crc, 4);
    add(descriptor, size, 8);
    add(descriptor, size, 8);
    put(descriptor);
    m_entries.push_back(entry);
  }

  void finish() {
    const std::uint64_t directoryAt = m_position;
    for (const Entry& entry : m_entries) putCentral(entry);
    const std::uint64_t directorySize = m_position - directoryAt, endAt = m_position;
    std::string end("PK\6\6", 4);
    add(end, 44, 8);
    add(end, 45, 2);
    add(end, 45, 2);
    add(end, 0, 8);  // disks
    add(end, m_entries.size(), 8);
    add(end, m_entries.size(), 8);
    add(end, directorySize, 8);
    add(end, directoryAt, 8);
    end += std::string("PK\6\7", 4);
    add(end, 0, 4);
    add(end, endAt, 8);
    add(end, 1, 4);
    end += std::string("PK\5\6", 4);
    add(end, 0, 4);
    add(end, m_entries.size(), 2);
    add(end, m_entries.size(), 2);
    add(end, kInFarField, 4);
    add(end, kInFarField, 4);
    add(end, 0, 2);
    put(end);
  }

 private:
  static constexpr std::uint64_t kInFarField = 0xFFFFFFFFu;
  struct Entry {
    std::string name;
    std::uint64_t at = 0, size = 0;
    std::uint32_t crc = 0;
  };

  static void add(std::string& record, std::uint64_t value, int bytes) {
    for (int k = 0; k < bytes; ++k, value >>= 8) record += static_cast<char>(value & 0xFFu);
  }

  /// From the version to the length of the name: the same in both headers of an entry.
  static void addCommon(std::string& record, std::uint32_t crc, const std::string& name) {
    constexpr std::uint64_t kSizesFollow = 8, kNoon = 12 << 11, kFirstOf2000 = 20 << 9 | 1 << 5 | 1;
    add(record, 45, 2);
    add(record, kSizesFollow, 2);
    add(record, 0, 2);  // not packed
    add(record, kNoon, 2);
    add(record, kFirstOf2000, 2);
    add(record, crc, 4);
    add(record, kInFarField, 4);
    add(record, kInFarField, 4);
    add(record, name.size(), 2);
  }

  void putCentral(const Entry& entry) {
    std::string record("PK\1\2", 4);
    add(record, 45, 2);
    addCommon(record, entry.crc, entry.name);
    add(record, 28, 2);
    add(record, 0, 2 + 2 + 2 + 4);  // comment, disk, attributes
    add(record, kInFarField, 4);
    record += entry.name;
    add(record, 1, 2);
    add(record, 24, 2);
    add(record, entry.size, 8);
    add(record, entry.size, 8);
    add(record, entry.at, 8);
    put(record);
  }

  void put(std::string_view bytes) {
    m_put(bytes);
    m_position += bytes.size();
  }

  const TakePiece& m_put;
  std::uint64_t m_position = 0;
  std::vector<Entry> m_entries;
};

void putNpz(const HeadWriter& writer, bool withScores, const TakePiece& put) {
  ZipStream archive(put);
  const std::uint64_t size = writer.npyStart().size() + writer.numBytes();
  archive.add(writer.heads.arrayName + ".npy", size,
              [&](const TakePiece& take) { putNpy(writer, Part::weights, take); });
  if (withScores) archive.add("scores.npy", size, [&](const TakePiece& take) { putNpy(writer, Part::scores, take); });
  std::map<std::string, Tokens> texts = positionNames(writer.heads);
  for (const auto& [name, text] : writer.heads.about) texts.emplace(name, Tokens{text});
  for (const auto& [name, tokens] : texts) {
    const std::string npy = textsNpy(tokens);
    archive.add(name + ".npy", npy.size(), [&](const TakePiece& take) { take(npy); });
  }
  for (const ArraysBeside beside(writer.heads); const auto& [name, array] : beside.all()) {
    const std::string npy = writeNpyArray(*array);
    archive.add(name + ".npy", npy.size(), [&](const TakePiece& take) { take(npy); });
  }
  archive.finish();
}

}  // namespace

bool writeHeads(const HeadSet& heads, const std::filesystem::path& path, HeadNumbers numbers) {
  std::string suffix = path.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  if (isArrayPerMap(heads) && suffix != ".npy") return false;
  if (suffix != ".npz" && suffix != ".npy" && suffix != ".safetensors") return false;
  const bool withScores = suffix != ".npy" && hasScores(heads);
  const HeadWriter writer{heads, numbers};
  writeFileInPieces(path, [&](const TakePiece& put) {
    if (suffix == ".npz")
      putNpz(writer, withScores, put);
    else if (suffix == ".npy")
      putNpy(writer, Part::weights, put);
    else
      putSafetensors(writer, withScores, put);
  });
  return true;
}

bool writeHeadsOf(const DatasetValue& value, const std::filesystem::path& path) {
  const auto* heads = value.as<HeadSet>();
  return heads && writeHeads(*heads, path);
}

}  // namespace engine
