#include "engine/io/weights/Pickle.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/weights/PickleCalls.h"

namespace engine {

namespace {

constexpr std::size_t kLongestPickle = std::size_t{64} << 20, kFirstPiece = std::size_t{1} << 18;
constexpr std::size_t kMostOnStack = 1000000;
constexpr int kDeepest = 64;

/// The bytes end before the pickle does.
struct PickleEnds {};

/// The bytes of a pickle, taken from the front.
class PickleBytes {
 public:
  explicit PickleBytes(std::string_view bytes) : m_rest(bytes) {}

  std::size_t left() const { return m_rest.size(); }
  std::string_view take(std::uint64_t count) {
    if (count > m_rest.size()) throw PickleEnds{};
    const std::string_view bytes = m_rest.substr(0, count);
    m_rest.remove_prefix(count);
    return bytes;
  }
  std::uint64_t number(std::size_t bytes) { return littleEndian(take(bytes)); }
  std::string_view line() {
    const std::size_t end = m_rest.find('\n');
    if (end == std::string_view::npos) throw PickleEnds{};
    return take(end + 1).substr(0, end);
  }
  static std::uint64_t littleEndian(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t k = bytes.size(); k-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[k]);
    return number;
  }

 private:
  std::string_view m_rest;
};

/// Reads the instructions of one pickle. Those of a kind stand in a function each, which says whether it knew one.
class PickleMachine {
 public:
  PickleMachine(const std::string& name, const std::shared_ptr<const std::string>& bytes)
      : m_size(bytes->size()), m_bytes(*bytes) {
    m_builder.name = name;
    m_builder.pickle.bytes = bytes;
  }

  Pickle run() {
    while (true) {
      const std::size_t at = m_size - m_bytes.left();
      const auto instruction = static_cast<unsigned char>(take(1).front());
      if (instruction == '.') break;
      if (!pushConstant(instruction) && !buildContainer(instruction) && !arrangeStack(instruction) &&
          !useMemo(instruction) && !callSomething(instruction))
        refuse(instruction, at);
      if (m_stack.size() > kMostOnStack || m_marks.size() > kMostOnStack)
        fail(m_builder.name, ": its pickle keeps more than ", kMostOnStack, " values at once");
    }
    Pickle& pickle = m_builder.pickle;
    pickle.root = pop();
    pickle.size = m_size - m_bytes.left();
    m_heights.assign(pickle.nodes.size(), kUnknown);
    requireShallow(pickle.root, 1);
    return std::move(pickle);
  }

 private:
  std::string_view take(std::uint64_t count) { return m_bytes.take(count); }
  std::uint64_t number(std::size_t bytes) { return m_bytes.number(bytes); }

  [[noreturn]] void failDamaged(const char* what) const {
    fail(m_builder.name, ": its pickle is damaged: ", what);
  }
  void push(PickleNode node) { m_stack.push_back(m_builder.add(std::move(node))); }
  Index top() {
    const std::size_t bottom = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= bottom) failDamaged("an instruction finds no value on the stack");
    return m_stack.back();
  }
  Index pop() {
    const Index value = top();
    m_stack.pop_back();
    return value;
  }
  /// Values above the last mark, which goes with them.
  std::vector<Index> popToMark() {
    if (m_marks.empty()) failDamaged("an instruction finds no mark on the stack");
    const auto begin = m_stack.begin() + static_cast<Index>(m_marks.back());
    std::vector<Index> values(begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    m_marks.pop_back();
    return values;
  }
  std::vector<Index> popSome(std::size_t count) {
    std::vector<Index> values(count);
    for (std::size_t k = count; k-- > 0;) values[k] = pop();
    return values;
  }

  void pushInteger(std::int64_t value) { push({PickleKind::integer, value}); }
  void pushLong(std::string_view bytes) {
    if (bytes.size() > 8) return push({PickleKind::longInteger, 0, bytes});
    const std::size_t unused = 64 - 8 * bytes.size();  // shifted out again, which spreads the sign
    if (bytes.empty()) return pushInteger(0);
    pushInteger(static_cast<std::int64_t>(PickleBytes::littleEndian(bytes) << unused) >> unused);
  }
  void pushReal(std::string_view bytes) {
    std::uint64_t bits = 0;
    for (const char byte : bytes) bits = bits << 8 | static_cast<unsigned char>(byte);
    push({PickleKind::real, static_cast<std::int64_t>(bits)});
  }

  bool pushConstant(unsigned char instruction) {
    switch (instruction) {
      case 'N':  // NONE
        return push({PickleKind::none}), true;
      case 0x88:  // NEWTRUE
      case 0x89:  // NEWFALSE
        return push({PickleKind::boolean, instruction == 0x88 ? 1 : 0}), true;
      case 'J':  // BININT
        return pushInteger(static_cast<std::int32_t>(number(4))), true;
      case 'K':  // BININT1
        return pushInteger(static_cast<std::int64_t>(number(1))), true;
      case 'M':  // BININT2
        return pushInteger(static_cast<std::int64_t>(number(2))), true;
      case 0x8A:  // LONG1
        return pushLong(take(number(1))), true;
      case 0x8B:  // LONG4
        return pushLong(take(number(4))), true;
      case 'G':  // BINFLOAT
        return pushReal(take(8)), true;
      case 'X':  // BINUNICODE
        return push({PickleKind::text, 0, take(number(4))}), true;
      case 0x8C:  // SHORT_BINUNICODE
        return push({PickleKind::text, 0, take(number(1))}), true;
      case 0x8D:  // BINUNICODE8
        return push({PickleKind::text, 0, take(number(8))}), true;
      case 'C':  // SHORT_BINBYTES
        return push({PickleKind::bytes, 0, take(number(1))}), true;
      case 'B':  // BINBYTES
        return push({PickleKind::bytes, 0, take(number(4))}), true;
      default:
        return false;
    }
  }

  void pushTuple(std::vector<Index> items) { push({PickleKind::tuple, 0, {}, std::move(items)}); }
  void extend(PickleKind kind, const std::vector<Index>& items) {
    PickleNode& container = m_builder.node(top());
    if (container.kind != kind) failDamaged("items are added to something that holds none");
    m_builder.countItems(items.size());
    container.items.insert(container.items.end(), items.begin(), items.end());
  }

  bool buildContainer(unsigned char instruction) {
    switch (instruction) {
      case '}':  // EMPTY_DICT
        return push({PickleKind::dict}), true;
      case ']':  // EMPTY_LIST
        return push({PickleKind::list}), true;
      case ')':  // EMPTY_TUPLE
        return pushTuple({}), true;
      case 0x8F:  // EMPTY_SET
        return push({PickleKind::set}), true;
      case 0x85:  // TUPLE1
      case 0x86:  // TUPLE2
      case 0x87:  // TUPLE3
        return pushTuple(popSome(instruction - 0x84U)), true;
      case 't':  // TUPLE
        return pushTuple(popToMark()), true;
      case 'l':  // LIST
        return push({PickleKind::list, 0, {}, popToMark()}), true;
      case 'd': {  // DICT
        const std::vector<Index> items = popToMark();
        push({PickleKind::dict});
        return addToDict(m_builder, top(), items), true;
      }
      case 'a': {  // APPEND
        const Index item = pop();
        return extend(PickleKind::list, {item}), true;
      }
      case 'e': {  // APPENDS
        const std::vector<Index> items = popToMark();
        return extend(PickleKind::list, items), true;
      }
      default:
        return addItems(instruction);
    }
  }
  bool addItems(unsigned char instruction) {
    if (instruction != 0x90 && instruction != 's' && instruction != 'u') return false;
    const std::vector<Index> items = instruction == 's' ? popSome(2) : popToMark();
    if (instruction == 0x90)  // ADDITEMS
      extend(PickleKind::set, items);
    else  // SETITEM, SETITEMS
      addToDict(m_builder, top(), items);
    return true;
  }

  bool arrangeStack(unsigned char instruction) {
    switch (instruction) {
      case '(':  // MARK
        return m_marks.push_back(m_stack.size()), true;
      case '0':  // POP, of a mark when that is on top
        if (!m_marks.empty() && m_marks.back() == m_stack.size())
          m_marks.pop_back();
        else
          pop();
        return true;
      case '1':  // POP_MARK
        return popToMark(), true;
      case '2':  // DUP
        return m_stack.push_back(top()), true;
      case 0x80:  // PROTO
        if (const auto protocol = number(1); protocol > 5)
          fail(m_builder.name, ": found a pickle of protocol ", protocol, ", expected at most 5");
        return true;
      case 0x95:  // FRAME
        return take(8), true;
      default:
        return false;
    }
  }

  void remember(std::uint64_t place) {
    const Index value = top();
    if (place >= kMostOnStack) fail(m_builder.name, ": its pickle remembers more than ", kMostOnStack, " values");
    if (place >= m_memo.size()) m_memo.resize(place + 1, -1);
    m_memo[place] = value;
  }
  void recall(std::uint64_t place) {
    if (place >= m_memo.size() || m_memo[place] < 0) failDamaged("it recalls a value that it has not remembered");
    m_stack.push_back(m_memo[place]);
  }

  bool useMemo(unsigned char instruction) {
    switch (instruction) {
      case 'q':  // BINPUT
        return remember(number(1)), true;
      case 'r':  // LONG_BINPUT
        return remember(number(4)), true;
      case 0x94:  // MEMOIZE
        return remember(m_memo.size()), true;
      case 'h':  // BINGET
        return recall(number(1)), true;
      case 'j':  // LONG_BINGET
        return recall(number(4)), true;
      default:
        return false;
    }
  }

  void pushGlobalOfStack() {
    const std::vector<Index> names = popSome(2);
    const PickleNode &module = m_builder.node(names[0]), &name = m_builder.node(names[1]);
    if (module.kind != PickleKind::text || name.kind != PickleKind::text) failDamaged("a name is no text");
    m_stack.push_back(globalOf(m_builder, std::string(module.text), std::string(name.text)));
  }

  bool callSomething(unsigned char instruction) {
    switch (instruction) {
      case 'c': {  // GLOBAL
        const std::string_view module = m_bytes.line(), name = m_bytes.line();
        return m_stack.push_back(globalOf(m_builder, module, name)), true;
      }
      case 0x93:  // STACK_GLOBAL
        return pushGlobalOfStack(), true;
      case 'R':     // REDUCE
      case 0x81: {  // NEWOBJ
        const std::vector<Index> call = popSome(2);
        return m_stack.push_back(calledWith(m_builder, call[0], call[1])), true;
      }
      case 'b': {  // BUILD
        const Index state = pop();
        return buildWith(m_builder, top(), state), true;
      }
      case 'Q':  // BINPERSID
        return m_stack.push_back(storageOf(m_builder, pop())), true;
      default:
        return false;
    }
  }

  [[noreturn]] void refuse(unsigned char instruction, std::size_t at) const {
    struct Name {
      unsigned char instruction;
      const char* name;
    };
    static constexpr std::array kRefused{Name{'i', "INST"},       Name{'o', "OBJ"},         Name{0x82, "EXT1"},
                                         Name{0x83, "EXT2"},      Name{0x84, "EXT4"},       Name{'P', "PERSID"},
                                         Name{0x92, "NEWOBJ_EX"}, Name{0x96, "BYTEARRAY8"}, Name{0x97, "NEXT_BUFFER"}};
    const auto* const known = std::find_if(kRefused.begin(), kRefused.end(),
                                           [=](const Name& name) { return name.instruction == instruction; });
    std::array<char, 8> code{};
    std::snprintf(code.data(), code.size(), "0x%02X", instruction);
    fail(m_builder.name, ": found the instruction ", known == kRefused.end() ? "" : std::string(known->name) + " ",
         code.data(), " at byte ", at, " of its pickle, expected those of plain data");
  }

  /// Counts what is inside each other, every value once. Throws Error when a value holds itself.
  int requireShallow(Index place, int depth) {
    int& height = nth(m_heights, place);
    if (height == kBeingLookedAt) fail(m_builder.name, ": its pickle holds a value that holds itself");
    if (height == kUnknown) {
      height = kBeingLookedAt;
      int highest = 0;
      if (depth <= kDeepest)
        for (const Index item : m_builder.node(place).items)
          highest = std::max(highest, requireShallow(item, depth + 1));
      height = highest + 1;
    }
    if (depth + height - 1 > kDeepest) fail(m_builder.name, ": its pickle is nested deeper than ", kDeepest);
    return height;
  }

  static constexpr int kUnknown = 0, kBeingLookedAt = -1;
  PickleBuilder m_builder;
  std::size_t m_size;
  PickleBytes m_bytes;
  std::vector<Index> m_stack, m_memo;
  std::vector<std::size_t> m_marks;  ///< sizes of the stack
  std::vector<int> m_heights;
};

}  // namespace

const PickleNode* Pickle::find(const PickleNode& in, std::string_view key) const {
  if (in.kind != PickleKind::dict && in.kind != PickleKind::object) return nullptr;
  for (Index k = std::ssize(in.items) - 2; k >= 0; k -= 2) {  // the last of a key counts
    const PickleNode& name = node(nth(in.items, k));
    if (name.kind == PickleKind::text && name.text == key) return &node(nth(in.items, k + 1));
  }
  return nullptr;
}

Pickle readPickle(const ByteSource& file, std::size_t offset, std::size_t most) {
  const std::size_t there = std::min({most, kLongestPickle, file.size() - std::min(offset, file.size())});
  for (std::size_t taken = std::min(there, kFirstPiece);; taken = std::min(there, 16 * taken)) {
    try {
      return PickleMachine(file.name(), std::make_shared<const std::string>(file.part(offset, taken))).run();
    } catch (const PickleEnds&) {
      if (taken < there) continue;
    }
    if (there == kLongestPickle) fail(file.name(), ": its pickle is longer than ", kLongestPickle, " bytes");
    fail(file.name(), ": ends inside its pickle, after ", taken, " bytes");
  }
}

}  // namespace engine
