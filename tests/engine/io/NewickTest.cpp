// Newick: labels, lengths and comments; every complaint names line and character.
#include <gtest/gtest.h>

#include "engine/trees/Tree.h"
#include "tests/engine/io/FormatSupport.h"

using namespace engine;
using namespace test;

namespace newick_test {

Tree read(const std::string& content) { return readAs("newick", content).as<Tree>(); }

std::string errorOf(const std::string& content) {
  try {
    read(content);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Newick, readsNestedClades) {
  const Tree tree = read("((a:1,b:2e-1)ab:3,c:.5);");
  ASSERT_EQ(tree.numNodes(), 5);
  EXPECT_EQ(tree.nodes[1].label, "ab");
  EXPECT_EQ(tree.nodes[1].length, 3);
  EXPECT_EQ(tree.nodes[3].label, "b");
  EXPECT_EQ(tree.nodes[3].length, 0.2);
  EXPECT_EQ(tree.nodes[4].parent, 0);
  EXPECT_NO_THROW(tree.validate());
}

TEST(Newick, readsOneLeafAndTwo) {
  EXPECT_EQ(read("a;").numNodes(), 1);
  EXPECT_EQ(read("(a:1,b:1);").numLeaves(), 2);
}

TEST(Newick, unquotesLabelsAndPassesOverComments) {
  const Tree tree = read("\n( 'it''s (b)' : 1 , [one [more] a_b:2 [2],\r\n\t'a_b':0 );\n");
  EXPECT_EQ(tree.nodes[1].label, "it's (b)");
  EXPECT_EQ(tree.nodes[2].label, "a b");
  EXPECT_EQ(tree.nodes[3].label, "a_b");
}

TEST(Newick, countsBranchesAsOneWhereNoneHasALength) {
  const ReadResult result = readAs("newick", "(a,(b,c));");
  EXPECT_EQ(result.as<Tree>().depths(), (std::vector<double>{0, 1, 1, 2, 2}));
  EXPECT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(read("(a:2,b);").nodes[2].length, 0);
}

TEST(Newick, readsTheFirstOfSeveralTreesAndSaysSo) {
  const ReadResult result = readAs("newick", "(a:1,b:1);\n(c:1,d:1);\n");
  EXPECT_EQ(result.as<Tree>().nodes[1].label, "a");
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], "file.x: only the first tree was read");
}

TEST(Newick, namesLineAndCharacterOfWhatIsWrong) {
  const auto startsWith = [](const std::string& content, const std::string& start) {
    EXPECT_EQ(errorOf(content).substr(0, start.size()), start) << content;
  };
  startsWith("", "file.x, line 1, character 1: found the end of the file, expected the name of a leaf");
  startsWith("(a,\n b", "file.x, line 2, character 3: found the end of the file, expected ',' or ')'");
  startsWith("(a,b)", "file.x, line 1, character 6: found the end of the file, expected ';'");
  startsWith("(a,);", "file.x, line 1, character 4: found ");
  startsWith("a);", "file.x, line 1, character 2: found ')' without a '('");
  startsWith("(a:1,\nb:x);", "file.x, line 2, character 3: found ");
  startsWith("(a:inf,b:1);", "file.x, line 1, character 4: found ");
  startsWith("('a,b:1);", "file.x, line 1, character 2: found a quote that is not closed");
  startsWith("(a[,b:1);", "file.x, line 1, character 3: found a comment that is not closed");
}

TEST(Newick, writesWhatItReads) {
  const std::string canonical = "(('a_1':0.1,'b c':1e-05)ab:0.30000000000000004,'it''s':2);\n";
  EXPECT_EQ(rewritten("newick", canonical), canonical);
  EXPECT_EQ(rewritten("newick", "a;"), "'a';\n");
  for (const char* name : {">1", "HMMER3/f", "CLUSTAL", "HHsearch", "@HD", "(", "#"}) {
    const std::string quoted = "'" + std::string(name) + "';\n";
    EXPECT_EQ(rewritten("newick", quoted), quoted) << "which begins like another format";
  }
  Tree tree;
  tree.add(-1, 0);
  for (const char* label : {"sp|P1|X/1-9", "a:b", "a'b", "", "(x)", "tab\there", "[c]", "é"})
    tree.add(0, 0.1, label);
  tree.nodes[4].label = "x;y";
  const std::string text = formatWithId("newick").write(std::make_shared<const Tree>(tree));
  EXPECT_EQ(read(text), tree);
  EXPECT_THROW(formatWithId("newick").write(std::make_shared<const Tree>()), Error);
}

TEST(Newick, readsAndWritesVeryDeepTrees) {
  constexpr size_t kDepth = 100000;
  std::string text(kDepth, '(');
  text += "a:1";
  for (size_t k = 0; k < kDepth; ++k) text += ",b:1):1";
  text += ";\n";
  const Tree tree = read(text);
  EXPECT_EQ(tree.numLeaves(), static_cast<Index>(kDepth) + 1);
  EXPECT_EQ(read(formatWithId("newick").write(std::make_shared<const Tree>(tree))).numNodes(), tree.numNodes());
}

}  // namespace newick_test
