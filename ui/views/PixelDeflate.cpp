// Source: deflate (RFC 1951), Adler-32 (RFC 1950), PNG filters (W3C recommendation, second edition).
#include "ui/views/PixelDeflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <queue>

namespace ui {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr unsigned char kNoFilter = 0, kUpFilter = 2;
constexpr std::uint32_t kColor = 0xffffff;
constexpr int kFarthest = 32768, kLongest = 258;  ///< bytes
constexpr int kLongestPixels = kLongest / 3;
constexpr size_t kTokensPerBlock = 1 << 16;
constexpr int kNumLiterals = 286, kNumDistances = 30, kEndOfBlock = 256, kFirstLength = 257;
constexpr int kLongestCode = 15, kLongestMetaCode = 7;

/// Bits from the lowest of each byte on.
class BitWriter {
 public:
  /// At most 32 at a time.
  void add(std::uint64_t bits, int count) {
    m_bits |= bits << m_count;
    m_count += count;
    if (m_count < 32) return;
    takeBytes(4);
  }
  void fillByte() {
    takeBytes((m_count + 7) / 8);
    m_count = 0;
  }
  Bytes take() { return std::move(m_bytes); }

 private:
  void takeBytes(int count) {
    const auto word = static_cast<std::uint32_t>(m_bits);
    unsigned char four[4];
    for (int k = 0; k < 4; ++k) four[k] = static_cast<unsigned char>(word >> (8 * k));
    m_bytes.insert(m_bytes.end(), four, four + count);
    m_bits >>= 8 * count;
    m_count -= 8 * count;
  }
  Bytes m_bytes;
  std::uint64_t m_bits = 0;
  int m_count = 0;
};

/// A length or distance as a symbol with extra bits: groups of 1, 2, 4, ... values, `perGroup` symbols for each size.
struct Symbol {
  int symbol = 0, extra = 0, numExtra = 0;
};

/// `value` from 0 on.
Symbol symbolOf(int value, int perGroup) {
  if (value < 2 * perGroup) return {value, 0, 0};
  const int numExtra = std::bit_width(static_cast<unsigned>(value / (2 * perGroup)));
  const int inGroup = value >> numExtra;  // perGroup to 2 perGroup - 1
  return {perGroup * numExtra + inGroup, value - (inGroup << numExtra), numExtra};
}

const Symbol& lengthSymbol(int length) {
  static const std::array<Symbol, kLongest + 1> table = [] {
    std::array<Symbol, kLongest + 1> symbols;
    for (int k = 3; k <= kLongest; ++k) {
      symbols[static_cast<size_t>(k)] = symbolOf(k - 3, 4);
      symbols[static_cast<size_t>(k)].symbol += kFirstLength;
    }
    symbols[kLongest] = {kFirstLength + 28, 0, 0};
    return symbols;
  }();
  return table[static_cast<size_t>(length)];
}

Symbol distanceSymbol(int distance) { return symbolOf(distance - 1, 2); }

/// Lengths of the codes of a prefix code; 0 for symbols that do not occur.
std::vector<int> codeLengths(std::vector<std::uint32_t> counts, int longest) {
  using Node = std::pair<std::uint64_t, int>;
  const auto numSymbols = static_cast<int>(counts.size());
  for (;;) {
    std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
    std::vector<int> parent(2 * counts.size(), -1);
    for (int k = 0; k < numSymbols; ++k)
      if (counts[static_cast<size_t>(k)] > 0) open.emplace(counts[static_cast<size_t>(k)], k);
    if (open.size() < 2) open.emplace(0, counts[0] > 0 ? 1 : 0);  // a code needs two leaves
    int next = numSymbols;
    for (; open.size() > 1; ++next) {
      const Node a = open.top();
      open.pop();
      const Node b = open.top();
      open.pop();
      parent[static_cast<size_t>(a.second)] = parent[static_cast<size_t>(b.second)] = next;
      open.emplace(a.first + b.first, next);
    }
    std::vector<int> lengths(counts.size(), 0);
    for (int k = 0; k < numSymbols; ++k)
      for (int node = k; parent[static_cast<size_t>(node)] >= 0; node = parent[static_cast<size_t>(node)])
        ++lengths[static_cast<size_t>(k)];
    if (*std::max_element(lengths.begin(), lengths.end()) <= longest) return lengths;
    // Too deep: a flatter distribution.
    for (std::uint32_t& count : counts) count = count > 0 ? count / 2 + 1 : 0;
  }
}

/// The canonical code of these lengths, as it is written: the first bit lowest.
struct Code {
  std::vector<int> lengths;
  std::vector<std::uint32_t> bits;

  Code(const std::vector<std::uint32_t>& counts, int longest) : lengths(codeLengths(counts, longest)) {
    std::uint32_t next = 0;
    bits.resize(lengths.size());
    for (int length = 1; length <= longest; ++length, next <<= 1)
      for (size_t k = 0; k < lengths.size(); ++k)
        if (lengths[k] == length) {
          for (int bit = 0; bit < length; ++bit) bits[k] |= (next >> bit & 1) << (length - 1 - bit);
          ++next;
        }
  }
  void write(BitWriter& writer, int symbol) const {
    writer.add(bits[static_cast<size_t>(symbol)], lengths[static_cast<size_t>(symbol)]);
  }
  void write(BitWriter& writer, const Symbol& symbol) const {
    const auto at = static_cast<size_t>(symbol.symbol);
    writer.add(bits[at] | static_cast<std::uint64_t>(symbol.extra) << lengths[at], lengths[at] + symbol.numExtra);
  }
};

/// Literals (bytes) and matches, written block by block, each with codes of its own.
class TokenWriter {
 public:
  TokenWriter() { m_tokens.reserve(kTokensPerBlock); }

  void literal(unsigned char byte) { add(byte); }
  void match(int length, int distance) {
    add(static_cast<std::uint32_t>(length) << 16 | static_cast<std::uint32_t>(distance));
  }
  /// `count` more zeros behind one.
  void repeat(int count) {
    for (; count >= 3; count -= std::min(count, kLongest)) match(std::min(count, kLongest), 1);
    for (; count > 0; --count) literal(0);
  }
  Bytes finish(bool isLast) {
    writeBlock(isLast);
    if (!isLast) {
      m_writer.add(0, 3);  // an empty stored block: three bits, filled up to a byte, its length and the complement
      m_writer.fillByte();
      m_writer.add(0xffff0000u, 32);
    }
    m_writer.fillByte();
    return m_writer.take();
  }

 private:
  void add(std::uint32_t token) {
    m_tokens.push_back(token);
    if (m_tokens.size() == kTokensPerBlock) writeBlock(false);
  }

  void writeBlock(bool isLast) {
    std::vector<std::uint32_t> literals(kNumLiterals, 0), distances(kNumDistances, 0);
    for (const std::uint32_t token : m_tokens) {
      if (token < 256) {
        ++literals[token];
      } else {
        ++literals[static_cast<size_t>(lengthSymbol(static_cast<int>(token >> 16)).symbol)];
        ++distances[static_cast<size_t>(distanceSymbol(static_cast<int>(token & 0xffff)).symbol)];
      }
    }
    ++literals[kEndOfBlock];
    const Code literalCode(literals, kLongestCode), distanceCode(distances, kLongestCode);
    m_writer.add(isLast ? 1 : 0, 1);
    m_writer.add(2, 2);
    writeCodes(literalCode, distanceCode);
    for (const std::uint32_t token : m_tokens) {
      if (token < 256) {
        literalCode.write(m_writer, static_cast<int>(token));
      } else {
        literalCode.write(m_writer, lengthSymbol(static_cast<int>(token >> 16)));
        distanceCode.write(m_writer, distanceSymbol(static_cast<int>(token & 0xffff)));
      }
    }
    literalCode.write(m_writer, kEndOfBlock);
    m_tokens.clear();
  }

  /// The lengths of both codes, themselves coded.
  void writeCodes(const Code& literals, const Code& distances) {
    constexpr std::array<int, 19> kOrder = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    std::vector<int> lengths = literals.lengths;
    lengths.insert(lengths.end(), distances.lengths.begin(), distances.lengths.end());
    std::vector<std::uint32_t> counts(kOrder.size(), 0);
    for (const int length : lengths) ++counts[static_cast<size_t>(length)];
    const Code meta(counts, kLongestMetaCode);
    m_writer.add(kNumLiterals - 257, 5);
    m_writer.add(kNumDistances - 1, 5);
    m_writer.add(kOrder.size() - 4, 4);
    for (const int symbol : kOrder)
      m_writer.add(static_cast<std::uint64_t>(meta.lengths[static_cast<size_t>(symbol)]), 3);
    for (const int length : lengths) meta.write(m_writer, length);
  }

  std::vector<std::uint32_t> m_tokens;
  BitWriter m_writer;
};

/// The first pixels that two rows share, of `most`.
int numEqual(const std::uint32_t* a, const std::uint32_t* b, int most) {
  constexpr std::uint64_t kColors = std::uint64_t{kColor} << 32 | kColor;
  int count = 0;
  for (; count + 2 <= most; count += 2) {
    std::uint64_t pairA = 0, pairB = 0;
    std::memcpy(&pairA, a + count, sizeof pairA);
    std::memcpy(&pairB, b + count, sizeof pairB);
    if (((pairA ^ pairB) & kColors) != 0) break;
  }
  while (count < most && ((a[count] ^ b[count]) & kColor) == 0) ++count;
  return count;
}

/// Finds what of a row has stood before: one pixel to the left, in the row above, or where the same two pixels stood
/// last.
class RowMatcher {
 public:
  explicit RowMatcher(int width) : m_width(width), m_rowBytes(3 * static_cast<std::int64_t>(width) + 1) {}

  void add(const PixelRows& rows, size_t at, TokenWriter& tokens) {
    const std::uint32_t* row = rows[at];
    tokens.literal(kNoFilter);
    for (int x = 0; x < m_width;) {
      const Match match = best(rows, row, static_cast<std::int64_t>(at), x);
      if (match.pixels >= 2 || (match.pixels == 1 && match.distance == 3)) {
        tokens.match(3 * match.pixels, match.distance);
        x += match.pixels;
      } else {
        for (const int shift : {16, 8, 0}) tokens.literal(static_cast<unsigned char>(row[x] >> shift));
        ++x;
      }
    }
    m_above = static_cast<std::int64_t>(at);
  }

 private:
  struct Place {
    int row = -1, x = 0;
  };
  struct Match {
    int pixels = 0, distance = 0;
  };
  static constexpr int kHashBits = 14;

  /// The distance and how far both agree, when it is better.
  void compare(Match& best, const std::uint32_t* from, const std::uint32_t* row, int most,
               std::int64_t distance) const {
    if (distance > kFarthest || most <= best.pixels) return;
    const int count = numEqual(from, row, most);
    if (count > best.pixels) best = {count, static_cast<int>(distance)};
  }

  Match best(const PixelRows& rows, const std::uint32_t* row, std::int64_t at, int x) {
    Match best;
    const int most = std::min(kLongestPixels, m_width - x);
    if (x > 0) compare(best, row + x - 1, row + x, most, 3);
    if (m_above >= 0) compare(best, rows[static_cast<size_t>(m_above)] + x, row + x, most, (at - m_above) * m_rowBytes);
    if (best.pixels == most || x + 1 == m_width) return best;
    const std::uint64_t pair = static_cast<std::uint64_t>(row[x] & kColor) << 24 | (row[x + 1] & kColor);
    Place& seen = m_lastSeen[pair * 0x9e3779b97f4a7c15u >> (64 - kHashBits)];
    if (seen.row >= 0)
      compare(best, rows[static_cast<size_t>(seen.row)] + seen.x, row + x, std::min(most, m_width - seen.x),
              (at - seen.row) * m_rowBytes + 3 * (x - seen.x));
    seen = {static_cast<int>(at), x};
    return best;
  }

  int m_width;
  std::int64_t m_rowBytes, m_above = -1;                 ///< the last row that is not stored as zeros
  std::array<Place, size_t{1} << kHashBits> m_lastSeen;  ///< by a hash of two pixels
};

/// Adler-32 of rows with their filter bytes, straight from the pixels.
class PixelChecksum {
 public:
  explicit PixelChecksum(int width) : m_width(width) {}

  void addRow(const std::uint32_t* row) {
    addBytes(kNoFilter, kNoFilter, 1);
    for (int x = 0; x < m_width; x += kAtOnce) {
      // Byte k of n adds its value to the first sum and n - k times its value to the second; 32 bits hold both.
      const int count = std::min(kAtOnce, m_width - x);
      std::uint32_t sum = 0, placed = 0;
      for (int k = 0; k < count; ++k) {
        const std::uint32_t red = row[x + k] >> 16 & 0xff, green = row[x + k] >> 8 & 0xff, blue = row[x + k] & 0xff;
        const std::uint32_t behind = 3 * static_cast<std::uint32_t>(count - k);
        sum += red + green + blue;
        placed += behind * (red + green + blue) - green - 2 * blue;
      }
      addBytes(sum, placed, 3 * count);
    }
  }
  void addZeros() {
    addBytes(kUpFilter, kUpFilter, 1);
    addBytes(0, 0, 3 * static_cast<std::int64_t>(m_width));
  }
  std::uint32_t value() const { return static_cast<std::uint32_t>(m_second << 16 | m_first); }

 private:
  static constexpr std::uint64_t kPrime = 65521;
  static constexpr int kAtOnce = 1024;  ///< pixels: 1024^2 / 2 * 3 * 765 is below 2^32

  void addBytes(std::uint64_t sum, std::uint64_t placed, std::int64_t count) {
    m_second = (m_second + static_cast<std::uint64_t>(count) * m_first + placed) % kPrime;
    m_first = (m_first + sum) % kPrime;
  }
  int m_width;
  std::uint64_t m_first = 1, m_second = 0;
};

}  // namespace

PixelPiece compressedPixels(const PixelRows& rows, int width, bool isLast) {
  TokenWriter tokens;
  RowMatcher matcher(width);
  PixelChecksum checksum(width);
  for (size_t at = 0; at < rows.size(); ++at) {
    if (at > 0 && std::equal(rows[at], rows[at] + width, rows[at - 1])) {
      tokens.literal(kUpFilter);
      tokens.literal(0);
      tokens.repeat(3 * width - 1);
      checksum.addZeros();
    } else {
      matcher.add(rows, at, tokens);
      checksum.addRow(rows[at]);
    }
  }
  const auto size = static_cast<std::int64_t>(rows.size()) * (3 * static_cast<std::int64_t>(width) + 1);
  return {tokens.finish(isLast), checksum.value(), size};
}

}  // namespace ui
