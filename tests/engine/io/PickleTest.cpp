// Pickles as plain data: every instruction that is read, every other refused, and limits for what is hostile.
#include "engine/io/weights/Pickle.h"

#include <gmock/gmock.h>

#include <vector>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "tests/support/ErrorOf.h"

using namespace engine;
using namespace std::string_literals;
using testing::HasSubstr;

namespace pickle_test {

Pickle read(const std::string& bytes) {
  return readPickle(*byteSourceOf(bytes, "file.pt"), 0, bytes.size());
}

std::string errorOf(const std::string& bytes) {
  return test::errorOf([&] { read(bytes); });
}

/// The value as Python would print it.
std::string shown(const Pickle& pickle, const PickleNode& node) {
  const auto items = [&](const std::string& begin, const std::string& end, bool inPairs) {
    std::string text = begin;
    for (std::size_t k = 0; k < node.items.size(); ++k)
      text += (k == 0 ? "" : inPairs && k % 2 == 1 ? ": " : ", ") + shown(pickle, pickle.node(node.items[k]));
    return text + end;
  };
  switch (node.kind) {
    case PickleKind::none:
      return "None";
    case PickleKind::boolean:
      return node.number ? "True" : "False";
    case PickleKind::integer:
      return std::to_string(node.number);
    case PickleKind::real:
      return std::to_string(node.real());
    case PickleKind::text:
      return '\'' + std::string(node.text) + '\'';
    case PickleKind::bytes:
      return "b'" + std::string(node.text) + '\'';
    case PickleKind::longInteger:
      return "integer of " + std::to_string(node.text.size()) + " bytes";
    case PickleKind::list:
      return items("[", "]", false);
    case PickleKind::tuple:
      return items("(", ")", false);
    case PickleKind::set:
      return items("set(", ")", false);
    case PickleKind::dict:
      return items("{", "}", true);
    case PickleKind::object:
      return items("object{", "}", true);
    case PickleKind::inert:
      return "inert";
    case PickleKind::storage:
    case PickleKind::tensor:
    case PickleKind::global:
      return "reference";
  }
  return "?";
}

std::string shown(const std::string& bytes) {
  const Pickle pickle = read(bytes);
  EXPECT_EQ(pickle.size, bytes.size());
  return shown(pickle, pickle.top());
}

TEST(Pickle, givesTheConstantsOfEveryProtocol) {
  EXPECT_EQ(shown("\x80\x02N."s), "None");
  EXPECT_EQ(shown("\x88."s), "True");
  EXPECT_EQ(shown("\x89."s), "False");
  EXPECT_EQ(shown("J\xFE\xFF\xFF\xFF."s), "-2");
  EXPECT_EQ(shown("K\xFF."s), "255");
  EXPECT_EQ(shown("M\x01\x02."s), "513");
  EXPECT_EQ(shown("\x8A\0."s), "0");
  EXPECT_EQ(shown("\x8A\1\xFB."s), "-5");
  EXPECT_EQ(shown("\x8A\x06\0\0\0\0\0\1."s), "1099511627776");
  EXPECT_EQ(shown("\x8A\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F."s), "9223372036854775807");
  EXPECT_EQ(shown("\x8A\x09\0\0\0\0\0\0\0\0\1."s), "integer of 9 bytes");
  EXPECT_EQ(shown("\x8B\1\0\0\0\7."s), "7");
  EXPECT_EQ(shown("G\x3F\xC0\0\0\0\0\0\0."s), "0.125000");
  EXPECT_EQ(shown("X\3\0\0\0abc."s), "'abc'");
  EXPECT_EQ(shown("\x80\x04\x95\0\0\0\0\0\0\0\0\x8C\2\xC3\xA4."s), "'\xC3\xA4'");
  EXPECT_EQ(shown("\x8D\1\0\0\0\0\0\0\0a."s), "'a'");
  EXPECT_EQ(shown("C\2ab."s), "b'ab'");
  EXPECT_EQ(shown("B\2\0\0\0ab."s), "b'ab'");
}

TEST(Pickle, givesContainersHoweverTheyAreFilled) {
  EXPECT_EQ(shown("]."s), "[]");
  EXPECT_EQ(shown(")."s), "()");
  EXPECT_EQ(shown("}."s), "{}");
  EXPECT_EQ(shown("]K\1a."s), "[1]");
  EXPECT_EQ(shown("](K\1K\2e."s), "[1, 2]");
  EXPECT_EQ(shown("(K\1K\2l."s), "[1, 2]");
  EXPECT_EQ(shown("(K\1K\2K\3K\4t."s), "(1, 2, 3, 4)");
  EXPECT_EQ(shown("K\1\x85."s), "(1)");
  EXPECT_EQ(shown("K\1K\2\x86."s), "(1, 2)");
  EXPECT_EQ(shown("K\1K\2K\3\x87."s), "(1, 2, 3)");
  EXPECT_EQ(shown("}K\1K\2s."s), "{1: 2}");
  EXPECT_EQ(shown("}(K\1K\2X\1\0\0\0aNu."s), "{1: 2, 'a': None}");
  EXPECT_EQ(shown("(K\1K\2d."s), "{1: 2}");
  EXPECT_EQ(shown("\x8F(K\1K\2\x90."s), "set(1, 2)");
}

TEST(Pickle, knowsItsStackAndMemo) {
  EXPECT_EQ(shown("K\1K\2" "0."s), "1");
  EXPECT_EQ(shown("K\1(0."s), "1");       // of a mark alone
  EXPECT_EQ(shown("K\1(K\2K\3" "1."s), "1");
  EXPECT_EQ(shown("K\1" "2\x86."s), "(1, 1)");
  EXPECT_EQ(shown("K\1q\5K\2h\5\x86."s), "(2, 1)");
  EXPECT_EQ(shown("K\1r\5\0\0\0K\2j\5\0\0\0\x86."s), "(2, 1)");
  EXPECT_EQ(shown("K\1\x94K\2\x94h\0h\1\x86\x86."s), "(2, (1, 2))");
  EXPECT_THAT(errorOf("h\0."s), HasSubstr("has not remembered"));
  EXPECT_THAT(errorOf("K\1h\0\x86."s), HasSubstr("has not remembered"));
  EXPECT_THAT(errorOf("0."s), HasSubstr("no value on the stack"));
  EXPECT_THAT(errorOf("t."s), HasSubstr("no mark on the stack"));
  EXPECT_THAT(errorOf("K\1(\x85."s), HasSubstr("no value on the stack"));
  EXPECT_THAT(errorOf("K\1r\xFF\xFF\xFF\xFF."s), HasSubstr("remembers more than"));
  EXPECT_THAT(errorOf("K\1K\2" "a."s), HasSubstr("something that holds none"));
  EXPECT_THAT(errorOf("}(K\1u."s), HasSubstr("a key without a value"));
  EXPECT_THAT(errorOf("}NK\1s."s), HasSubstr("neither text nor whole number"));
}

TEST(Pickle, findsTheLastValueOfAKey) {
  const Pickle pickle = read("}(X\1\0\0\0aK\1X\1\0\0\0bK\2X\1\0\0\0aK\3u."s);
  ASSERT_NE(pickle.find(pickle.top(), "a"), nullptr);
  EXPECT_EQ(pickle.find(pickle.top(), "a")->number, 3);
  EXPECT_EQ(pickle.find(pickle.top(), "c"), nullptr);
  EXPECT_EQ(pickle.find(*pickle.find(pickle.top(), "a"), "a"), nullptr);
}

TEST(Pickle, makesPlainDataOfTheNamesThatWeightsNeed) {
  EXPECT_EQ(shown("ccollections\nOrderedDict\n)RX\1\0\0\0aK\1s}X\1\0\0\0bK\2sb."s), "{'a': 1}");
  EXPECT_EQ(shown("cargparse\nNamespace\n)\x81}X\1\0\0\0aK\1sb."s), "object{'a': 1}");
  EXPECT_EQ(shown("\x80\x04\x8C\x08" "argparse\x8C\x09Namespace\x93)R."s), "object{}");
  EXPECT_EQ(shown("ctorch\nSize\nK\1\x85\x85R."s), "inert");
  EXPECT_EQ(shown("c__builtin__\nset\n](K\1e\x85R."s), "inert");
}

TEST(Pickle, describesTensorsWithoutTheirNumbers) {
  const std::string storage = "(X\7\0\0\0storagectorch\nHalfStorage\nX\2\0\0\0k1X\3\0\0\0cpuK\x0CtQ"s;
  const std::string call = "ctorch._utils\n_rebuild_tensor_v2\n("s + storage + "K\5K\2K\3\x86K\1K\2\x86\x89Nt"s;
  const Pickle pickle = read(call + "R."s);
  ASSERT_EQ(pickle.tensors.size(), 1u);
  EXPECT_EQ(pickle.tensors[0].offset, 5);
  EXPECT_EQ(pickle.tensors[0].shape, Shape({2, 3}));
  EXPECT_EQ(pickle.tensors[0].strides, Shape({1, 2}));
  EXPECT_EQ(pickle.storages[0].typeName, "F16");
  EXPECT_EQ(pickle.storages[0].key, "k1");
  EXPECT_EQ(pickle.storages[0].elements, 12);
  const Pickle parameter = read("ctorch._utils\n_rebuild_parameter\n("s + call + "R\x88NtR."s);
  EXPECT_EQ(parameter.top().kind, PickleKind::tensor);
}

TEST(Pickle, refusesEveryOtherNameAndSaysWhich) {
  EXPECT_EQ(errorOf("cposix\nsystem\nX\2\0\0\0ls\x85R."s),
            "file.pt: holds a pickle of posix system, which is program code; save the state dict alone or as "
            ".safetensors");
  EXPECT_THAT(errorOf("\x80\x04\x8C\x02os\x8C\x06system\x93."s), HasSubstr("a pickle of os system, which is program"));
  EXPECT_THAT(errorOf("cbuiltins\neval\n."s), HasSubstr("builtins eval"));
  EXPECT_THAT(errorOf("ctorch.storage\n_load_from_bytes\n."s), HasSubstr("a kind of array that is not read"));
  EXPECT_THAT(errorOf("ctorch._utils\n_rebuild_tensor_v3\n."s), HasSubstr("_rebuild_tensor_v3"));
  EXPECT_THAT(errorOf("cnumpy.core.multiarray\n_reconstruct\n."s), HasSubstr("numpy.core.multiarray _reconstruct"));
  EXPECT_THAT(errorOf("ctransformers\nConfig\n\x81."s), HasSubstr("transformers Config, which is program code"));
}

TEST(Pickle, refusesEveryOtherInstructionByNameAndPlace) {
  EXPECT_EQ(errorOf("\x80\x02(ios\nsystem\n."s),
            "file.pt: found the instruction INST 0x69 at byte 3 of its pickle, expected those of plain data");
  for (const auto& [bytes, name] : std::vector<std::pair<std::string, std::string>>{
           {"o", "OBJ 0x6F"}, {"\x82", "EXT1 0x82"}, {"\x83", "EXT2"}, {"\x84", "EXT4"}, {"P", "PERSID"},
           {"\x92", "NEWOBJ_EX"}, {"\x96", "BYTEARRAY8"}, {"\x97", "NEXT_BUFFER"}, {"\xFF", "0xFF"}})
    EXPECT_THAT(errorOf(bytes + "\0\0\0\0\0\0\0\0\0."s), HasSubstr("instruction " + name));
  EXPECT_THAT(errorOf("\x80\x06N."s), HasSubstr("protocol 6"));
}

TEST(Pickle, refusesCallsThatAreNotThoseOfWeights) {
  EXPECT_THAT(errorOf("K\1)R."s), HasSubstr("a known name"));
  EXPECT_THAT(errorOf("ccollections\nOrderedDict\nK\1\x85R."s), HasSubstr("empty OrderedDict"));
  EXPECT_THAT(errorOf("ctorch\nFloatStorage\n)R."s), HasSubstr("type of storage"));
  EXPECT_THAT(errorOf("ctorch._utils\n_rebuild_tensor_v2\n)R."s), HasSubstr("the storage of a tensor"));
  EXPECT_THAT(errorOf("K\1Q."s), HasSubstr("(\"storage\", type, key, location, elements)"));
  EXPECT_THAT(errorOf("K\1}b."s), HasSubstr("the attributes of a Namespace"));
  EXPECT_THAT(errorOf("(X\7\0\0\0storagectorch\nHalfStorage\nX\2\0\0\0k1X\3\0\0\0cpuJ\xFF\xFF\xFF\xFFtQ."s),
              HasSubstr("-1 elements"));
}

TEST(Pickle, endsWhereTheFileEndsWithAnError) {
  const std::string whole = "\x80\x04\x95\0\0\0\0\0\0\0\0}(X\1\0\0\0aK\1\x8C\1bG\0\0\0\0\0\0\0\0u."s;
  EXPECT_EQ(shown(whole), "{'a': 1, 'b': 0.000000}");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THAT(errorOf(whole.substr(0, length)), HasSubstr("file.pt: ends inside its pickle")) << length;
  EXPECT_THAT(errorOf("\x8D\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF" "a."s), HasSubstr("ends inside"));
}

TEST(Pickle, isReadWhereverItBeginsAndHoweverLongItIs) {
  const std::string text(300000, 'x');
  const std::string bytes = "before\x80\x02X\xE0\x93\4\0"s + text + ".behind"s;
  const Pickle pickle = readPickle(*byteSourceOf(bytes, "file.pt"), 6, bytes.size());
  EXPECT_EQ(pickle.top().text, text);
  EXPECT_EQ(pickle.size, bytes.size() - 12);
}

TEST(Pickle, isNestedToTheLimitAndNoDeeper) {
  const auto nested = [](std::size_t depth) { return std::string(depth, ']') + std::string(depth - 1, 'a') + "."; };
  EXPECT_NO_THROW(read(nested(64)));
  EXPECT_THAT(errorOf(nested(65)), HasSubstr("nested deeper than 64"));
  EXPECT_THAT(errorOf(nested(500000)), HasSubstr("nested deeper than 64"));
  std::string doubling = "]";  // each list holds the one before twice: 2^60 values for who would walk through all
  for (int k = 0; k < 60; ++k) doubling += "2\x86";
  EXPECT_NO_THROW(read(doubling + "."));
}

TEST(Pickle, thatHoldsItselfIsRefused) {
  EXPECT_THAT(errorOf("]q\0h\0a."s), HasSubstr("holds itself"));
  EXPECT_THAT(errorOf("}q\0K\1h\0s."s), HasSubstr("holds itself"));
  EXPECT_THAT(errorOf("]q\0h\0\x85" "a."s), HasSubstr("holds itself"));
}

TEST(Pickle, takesNoMoreMemoryThanItsLimits) {
  EXPECT_THAT(errorOf(std::string(1000001, ']') + "."), HasSubstr("keeps more than 1000000 values"));
  EXPECT_THAT(errorOf(std::string(1000001, '(') + "."), HasSubstr("keeps more than 1000000 values"));
  std::string values;
  for (int k = 0; k < 5000000; ++k) values += "N0";
  EXPECT_THAT(errorOf(values + "."), HasSubstr("holds more than 4194304 values"));
  std::string items = "]";
  for (int k = 0; k < 10; ++k) items += "(N" + std::string(900000, '2') + "e";
  EXPECT_THAT(errorOf(items + "."), HasSubstr("lists more than 8388608 values"));
}

}  // namespace pickle_test
