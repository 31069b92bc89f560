// Newick: trees as nested brackets, labels and branch lengths.
//
// "(a:0.1,'b c':0.2)label:0.3;" - comments in [ ] are passed over; in labels without quotes an underscore is a blank; a
// quote in quotes is written twice. Of several trees the first is read. Written on one line, labels in quotes where
// they hold blanks, underscores or signs of the format, lengths so that they read as the same numbers.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/base/Nth.h"
#include "engine/base/PrintableText.h"
#include "engine/io/Format.h"
#include "engine/trees/Tree.h"

namespace engine {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v", kSigns = "()[]':;,";
constexpr size_t kReportDistance = size_t{1} << 20;

bool isOneOf(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

class NewickReader {
 public:
  NewickReader(std::string_view text, const std::string& source, Progress& progress)
      : m_text(text), m_source(source), m_progress(progress) {
    if (m_text.starts_with("\xEF\xBB\xBF")) m_at = 3;
  }

  Tree read() {
    while (readNode()) readEnds();
    if (!m_hasLengths)
      for (Index node = 1; node < m_tree.numNodes(); ++node) nth(m_tree.nodes, node).length = 1;
    return std::move(m_tree);
  }

  /// After read(): whether any branch says how long it is.
  bool hasLengths() const { return m_hasLengths; }
  /// After read(): whether anything stands behind the tree.
  bool hasMore() {
    skip();
    return m_at < m_text.size();
  }

 private:
  /// From the next opening brackets to the leaf behind them; false when the tree has ended.
  bool readNode() {
    if (m_isClosed) return false;
    skip();
    for (; peek() == '('; ++m_at, skip()) m_open.push_back(add(m_at));
    const size_t begin = m_at;
    const Index leaf = add(begin);
    nth(m_tree.nodes, leaf).label = label();
    if (nth(m_tree.nodes, leaf).label.empty()) fail(begin, "found ", found(begin), ", expected the name of a leaf");
    readLength(leaf);
    return true;
  }

  /// Closing brackets up to a comma or the end.
  void readEnds() {
    for (; peek() == ')'; skip()) {
      if (m_open.empty()) fail(m_at, "found ')' without a '(' before it");
      ++m_at;
      const Index node = m_open.back();
      m_open.pop_back();
      skip();
      nth(m_tree.nodes, node).label = label();
      readLength(node);
    }
    const char expected = m_open.empty() ? ';' : ',';
    if (peek() != expected)
      fail(m_at, "found ", found(m_at), ", expected ",
           m_open.empty() ? "';' at the end of the tree" : "',' or ')' behind a branch");
    ++m_at;
    m_isClosed = expected == ';';
  }

  Index add(size_t at) {
    if (at >= m_nextReport) {
      m_progress.update(static_cast<double>(at) / static_cast<double>(m_text.size() + 1), "reading");
      m_nextReport = at + kReportDistance;
    }
    return m_tree.add(m_open.empty() ? -1 : m_open.back(), 0);
  }

  std::string label() {
    if (peek() == '\'') return quoted();
    std::string text;
    for (; m_at < m_text.size() && !isOneOf(peek(), kBlanks) && !isOneOf(peek(), kSigns); ++m_at)
      text += peek() == '_' ? ' ' : peek();
    skip();
    return text;
  }

  std::string quoted() {
    const size_t begin = m_at++;
    std::string text;
    while (true) {
      if (m_at >= m_text.size()) fail(begin, "found a quote that is not closed");
      const char c = m_text[m_at++];
      if (c == '\'' && peek() != '\'') break;
      if (c == '\'') ++m_at;
      text += c;
    }
    skip();
    return text;
  }

  void readLength(Index node) {
    if (peek() != ':') return;
    ++m_at;
    skip();
    double& length = nth(m_tree.nodes, node).length;
    const char* const end = m_text.data() + m_text.size();
    const auto [behind, error] = std::from_chars(m_text.data() + m_at, end, length);
    if (error != std::errc() || !std::isfinite(length))
      fail(m_at, "found ", found(m_at), ", expected the length of a branch behind ':'");
    m_at = static_cast<size_t>(behind - m_text.data());
    m_hasLengths = true;
    skip();
  }

  /// Blanks and comments.
  void skip() {
    while (m_at < m_text.size() && (isOneOf(peek(), kBlanks) || peek() == '[')) {
      if (peek() != '[') {
        ++m_at;
        continue;
      }
      const size_t end = m_text.find(']', m_at);
      if (end == std::string_view::npos) fail(m_at, "found a comment that is not closed, expected ']'");
      m_at = end + 1;
    }
  }

  char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
  std::string found(size_t at) const {
    return at < m_text.size() ? inQuotes(m_text.substr(at, 1)) : std::string("the end of the file");
  }

  template <class... Parts>
  [[noreturn]] void fail(size_t at, const Parts&... parts) const {
    const std::string_view before = m_text.substr(0, at);
    const size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t lineBegin = before.rfind('\n');
    const size_t place = lineBegin == std::string_view::npos ? at + 1 : at - lineBegin;
    engine::fail(m_source, ", line ", line, ", character ", place, ": ", parts...);
  }

  std::string_view m_text;
  const std::string& m_source;
  Progress& m_progress;
  size_t m_at = 0, m_nextReport = 0;
  Tree m_tree;
  std::vector<Index> m_open;  ///< nodes whose brackets are open
  bool m_isClosed = false, m_hasLengths = false;
};

/// A tree of one leaf begins with its name, which must not look like the beginning of another format.
std::string labelText(const std::string& label, bool isWholeTree) {
  const bool isPlain = !isWholeTree && !label.empty() && std::none_of(label.begin(), label.end(), [](char c) {
    return c == '_' || isOneOf(c, kBlanks) || isOneOf(c, kSigns);
  });
  if (isPlain || label.empty()) return label;
  std::string text = "'";
  for (const char c : label) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

std::string lengthText(double length) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, length);
  return std::string(digits, end.ptr);
}

class Newick : public Format {
 public:
  std::string id() const override { return "newick"; }
  std::string title() const override { return "Newick tree"; }
  std::string help() const override {
    return "A tree with branch lengths. Leaves that are named like the rows of an alignment link it to that alignment.";
  }
  std::vector<std::string> suffixes() const override {
    return {".nwk", ".newick", ".nw", ".tree", ".tre", ".dnd", ".ph"};
  }

  int sniff(std::string_view head, std::string_view suffix) const override {
    const size_t begin = head.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return 0;
    const std::vector<std::string> known = suffixes();
    const bool isSuffix = std::find(known.begin(), known.end(), suffix) != known.end();
    if (head[begin] == '(') return isSuffix ? 95 : 75;
    if (head[begin] == '\'' && isSuffix) return 95;  // one leaf, whose name may hold anything
    const bool mayBe = head[begin] == '[' || head.substr(head.find_last_not_of(kBlanks)).starts_with(';');
    return mayBe && isSuffix ? 40 : 0;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    NewickReader reader(content, source, progress);
    auto tree = std::make_shared<Tree>(reader.read());
    if (!reader.hasLengths() && tree->numNodes() > 1)
      diagnostics.warn(source, ": no branch has a length, each counts as 1");
    if (reader.hasMore()) diagnostics.warn(source, ": only the first tree was read");
    return std::shared_ptr<const Tree>(std::move(tree));
  }

  bool canWrite(const DatasetValue& value) const override { return value.as<Tree>() != nullptr; }
  std::string write(const DatasetValue& value) const override {
    const auto* tree = value.as<Tree>();
    if (!tree) return Format::write(value);
    if (tree->nodes.empty()) fail("a tree without leaves cannot be written as Newick");
    return text(*tree);
  }

  std::string sample() const override { return "(('one/1-10':0.1,two:2.5e-05)pair:0.25,'it''s [three]':1,four:0);\n"; }

 private:
  static std::string text(const Tree& tree) {
    std::string out;
    struct Step {
      Index node;
      size_t nextChild;
    };
    std::vector<Step> open{{0, 0}};
    while (!open.empty()) {
      const Index node = open.back().node;
      const TreeNode& here = nth(tree.nodes, node);
      size_t& next = open.back().nextChild;
      if (next < here.children.size()) {
        out += next == 0 ? '(' : ',';
        open.push_back({here.children[next++], 0});
        continue;
      }
      if (!here.isLeaf()) out += ')';
      out += labelText(here.label, tree.numNodes() == 1);
      if (here.parent >= 0) out += ':' + lengthText(here.length);
      open.pop_back();
    }
    return out + ";\n";
  }
};

}  // namespace

std::unique_ptr<const Format> makeNewick() { return std::make_unique<Newick>(); }

}  // namespace engine
