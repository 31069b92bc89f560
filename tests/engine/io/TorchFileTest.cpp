// Files of torch.save: both containers, every way in which a tensor can lie in its storage, and what is refused.
#include "engine/io/weights/TorchFile.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/FileContent.h"
#include "engine/io/RawValues.h"
#include "engine/io/formats/arrays/RawNpy.h"
#include "engine/io/weights/Checkpoint.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using namespace std::string_literals;
using testing::HasSubstr;

namespace torch_file_test {

std::string readerFile(const std::string& name) { return test::readText(test::dataFile("models/reader/" + name)); }

Checkpoint openBytes(const std::string& bytes) { return openCheckpoint(byteSourceOf(bytes, "file.pt")); }

std::string errorOf(const std::string& bytes) {
  return test::errorOf([&] {
    for (const StoredTensor& tensor : openBytes(bytes).tensors) {
      std::vector<float> values(static_cast<std::size_t>(countOf(tensor.array)));
      readStored(tensor, 0, std::ssize(values), values.data());
    }
  });
}

std::vector<float> valuesOf(const StoredTensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(countOf(tensor.array)));
  readStored(tensor, 0, std::ssize(values), values.data());
  return values;
}

struct Expected {
  Shape shape;
  std::vector<float> values;
};

/// The arrays of an .npz file of any number type, as floats.
std::map<std::string, Expected> expectedArrays() {
  const auto archive = openByteSource(test::dataFile("models/reader/expected.npz"));
  std::map<std::string, Expected> arrays;
  Progress progress;
  for (const ZipEntry& entry : zipEntries(*archive)) {
    const auto bytes = byteSourceOf(unpackEntry(*archive, entry, entry.name, progress), entry.name);
    const RawArray raw = rawNpyArray(bytes, 0, bytes->size(), entry.name);
    Expected& array = arrays[entry.name.substr(0, entry.name.size() - 4)];
    array.shape = raw.shape;
    array.values.resize(static_cast<std::size_t>(countOf(raw)));
    if (raw.type != ElementType::other) {
      readFloats(raw, 0, std::ssize(array.values), array.values.data());
    } else {
      const auto numbers = readIntegers(raw, 1000);
      if (!numbers) fail(entry.name, ": is of no number type");
      std::transform(numbers->begin(), numbers->end(), array.values.begin(),
                     [](Index number) { return static_cast<float>(number); });
    }
  }
  return arrays;
}

class SavedTensors : public testing::TestWithParam<const char*> {};

TEST_P(SavedTensors, comeOutAsTheyWentIn) {
  const Checkpoint checkpoint = openBytes(readerFile(GetParam()));
  const std::map<std::string, Expected> expected = expectedArrays();
  EXPECT_EQ(checkpoint.tensors.size(), expected.size());
  for (const StoredTensor& tensor : checkpoint.tensors) {
    const auto found = expected.find(tensor.array.name);
    ASSERT_NE(found, expected.end()) << tensor.array.name;
    EXPECT_EQ(tensor.array.shape, found->second.shape) << tensor.array.name;
    EXPECT_EQ(valuesOf(tensor), found->second.values) << tensor.array.name;
  }
}

TEST_P(SavedTensors, canBeReadInAnyPart) {
  for (const StoredTensor& tensor : openBytes(readerFile(GetParam())).tensors) {
    const std::vector<float> whole = valuesOf(tensor);
    for (Index first = 0; first <= std::ssize(whole); ++first)
      for (const Index count : {Index{1}, Index{5}}) {
        if (first + count > std::ssize(whole)) continue;
        std::vector<float> part(static_cast<std::size_t>(count));
        readStored(tensor, first, count, part.data());
        EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first)) << tensor.array.name << " " << first;
      }
  }
}

TEST_P(SavedTensors, thatAreCutAnywhereAreRefused) {
  const std::string whole = readerFile(GetParam());
  for (std::size_t length = 0; length < whole.size(); ++length)
    ASSERT_THAT(errorOf(whole.substr(0, length)), HasSubstr("file.pt")) << length;
}

INSTANTIATE_TEST_SUITE_P(files, SavedTensors,
                         testing::Values("state.zip.pt", "state.legacy.pt", "state.proto4.pt", "wrapped.zip.pt",
                                         "wrapped.legacy.pt", "wrapped.proto4.pt"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(TorchFile, keepsContiguousTensorsWhereTheyAre) {
  for (const StoredTensor& tensor : openBytes(readerFile("state.zip.pt")).tensors) {
    const std::string& name = tensor.array.name;
    const bool isStepped = name == "transposed" || name == "narrow" || name == "every_second" || name == "expanded";
    EXPECT_EQ(!tensor.strides.empty(), isStepped) << name;
  }
}

TEST(TorchFile, givesArgumentsAsTexts) {
  for (const char* const name : {"wrapped.zip.pt", "wrapped.legacy.pt", "wrapped.proto4.pt"}) {
    const Checkpoint checkpoint = openBytes(readerFile(name));
    ASSERT_EQ(checkpoint.arguments.count("heads"), 1u) << name;
    EXPECT_EQ(checkpoint.arguments.at("heads").text, "4");
    EXPECT_EQ(checkpoint.arguments.at("heads").origin, "args");
    EXPECT_EQ(checkpoint.arguments.count("lr"), 0u) << "a list is no fact";
  }
}

TEST(TorchFile, refusesWhatCannotBeReadOrWouldBeRun) {
  EXPECT_EQ(errorOf(readerFile("refuse_global.pt")),
            "file.pt: holds a pickle of posix getcwd, which is program code; save the state dict alone or as "
            ".safetensors");
  EXPECT_THAT(errorOf(readerFile("refuse_cut.pt")), HasSubstr("its end is missing"));
  EXPECT_THAT(errorOf(readerFile("refuse_cut.legacy.pt")), HasSubstr("file.pt, storage"));
  EXPECT_THAT(errorOf(readerFile("refuse_deflated.pt")), HasSubstr("compressed entry"));
  EXPECT_THAT(errorOf(readerFile("refuse_missing_storage.pt")), HasSubstr("data/0, is missing"));
  EXPECT_THAT(errorOf(readerFile("refuse_short_storage.pt")), HasSubstr("has 8 bytes, expected 42 elements of 4"));
  EXPECT_THAT(errorOf(readerFile("refuse_big_endian.pt")), HasSubstr("byte order \"big\", expected little"));
}

TEST(TorchFile, isRecognisedByItsFirstBytes) {
  EXPECT_TRUE(isTorchArchive(readerFile("state.zip.pt")));
  EXPECT_FALSE(isOldTorchFile(readerFile("state.zip.pt")));
  EXPECT_TRUE(isOldTorchFile(readerFile("state.legacy.pt")));
  EXPECT_FALSE(isTorchArchive(test::readText(test::dataFile("models/reader/expected.npz"))));
  EXPECT_FALSE(isTorchArchive(""));
  EXPECT_FALSE(isOldTorchFile("\x80\x02}."));
}

/// Zip archives with the numbers in the fields of 64 bits.
class FarZip {
 public:
  void add(const std::string& name, const std::string& content) {
    const std::uint64_t at = m_bytes.size(), size = content.size();
    m_bytes += "PK\3\4"s + two(45) + two(0) + two(0) + four(0) + four(0) + four(0xFFFFFFFF) + four(0xFFFFFFFF) +
               two(name.size()) + two(20) + name + two(1) + two(16) + eight(size) + eight(size) + content;
    m_directory += "PK\1\2"s + two(45) + two(45) + two(0) + two(0) + four(0) + four(0) + four(0xFFFFFFFF) +
                   four(0xFFFFFFFF) + two(name.size()) + two(28) + two(0) + two(0) + two(0) + four(0) +
                   four(0xFFFFFFFF) + name + two(1) + two(24) + eight(size) + eight(size) + eight(at);
    ++m_count;
  }
  std::string finish() const {
    const std::uint64_t at = m_bytes.size(), end = at + m_directory.size();
    return m_bytes + m_directory + "PK\6\6"s + eight(44) + two(45) + two(45) + four(0) + four(0) + eight(m_count) +
           eight(m_count) + eight(m_directory.size()) + eight(at) + "PK\6\7"s + four(0) + eight(end) + four(1) +
           "PK\5\6"s + two(0) + two(0) + two(0xFFFF) + two(0xFFFF) + four(0xFFFFFFFF) + four(0xFFFFFFFF) + two(0);
  }

 private:
  static std::string bytesOf(std::uint64_t number, std::size_t count) {
    return {reinterpret_cast<const char*>(&number), count};
  }
  static std::string two(std::uint64_t number) { return bytesOf(number, 2); }
  static std::string four(std::uint64_t number) { return bytesOf(number, 4); }
  static std::string eight(std::uint64_t number) { return bytesOf(number, 8); }

  std::string m_bytes, m_directory;
  std::uint64_t m_count = 0;
};

TEST(TorchFile, ofMoreThanFourGigabytesKeepsItsNumbersElsewhere) {
  const auto archive = openByteSource(test::dataFile("models/reader/state.zip.pt"));
  Progress progress;
  FarZip far;
  for (const ZipEntry& entry : zipEntries(*archive))
    far.add(entry.name, unpackEntry(*archive, entry, entry.name, progress));
  const Checkpoint near = openBytes(readerFile("state.zip.pt")), moved = openBytes(far.finish());
  ASSERT_EQ(moved.tensors.size(), near.tensors.size());
  for (std::size_t k = 0; k < near.tensors.size(); ++k)
    EXPECT_EQ(valuesOf(moved.tensors[k]), valuesOf(near.tensors[k])) << near.tensors[k].array.name;
}

std::string text(const std::string& word) { return "X"s + static_cast<char>(word.size()) + "\0\0\0"s + word; }
std::string number(int value) {
  std::uint32_t bits = static_cast<std::uint32_t>(value);
  return "J" + std::string(reinterpret_cast<const char*>(&bits), sizeof bits);
}
std::string tuple(const std::vector<int>& numbers) {
  std::string bytes = "(";
  for (const int value : numbers) bytes += number(value);
  return bytes + "t";
}

/// An archive with one float32 tensor "w" in a storage of `elements` 0, 1, 2, ...
std::string archiveWith(int elements, int offset, const std::vector<int>& shape, const std::vector<int>& strides) {
  std::string values;
  for (int k = 0; k < elements; ++k) {
    const auto value = static_cast<float>(k);
    values.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  FarZip zip;
  zip.add("top/data.pkl", "\x80\x02}"s + text("w") + "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") +
                              "ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(elements) + "tQ" +
                              number(offset) + tuple(shape) + tuple(strides) + "\x89}tRs.");
  zip.add("top/data/0", values);
  return zip.finish();
}

TEST(TorchFile, readsTensorsWithAnySteps) {
  const auto values = [](const std::string& bytes) { return valuesOf(openBytes(bytes).tensors.at(0)); };
  EXPECT_THAT(values(archiveWith(6, 0, {2, 3}, {3, 1})), testing::ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(values(archiveWith(6, 0, {3, 2}, {1, 3})), testing::ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(values(archiveWith(6, 1, {2, 2}, {3, 1})), testing::ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(values(archiveWith(2, 0, {2, 3}, {1, 0})), testing::ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(values(archiveWith(1, 0, {}, {})), testing::ElementsAre(0));
  EXPECT_THAT(values(archiveWith(0, 0, {0, 3}, {3, 1})), testing::IsEmpty());
  EXPECT_THAT(values(archiveWith(4, 4, {0}, {1})), testing::IsEmpty());
}

TEST(TorchFile, refusesTensorsThatReachBeyondTheirStorage) {
  EXPECT_EQ(errorOf(archiveWith(6, 1, {2, 3}, {3, 1})),
            "file.pt, array w: shape (2, 3) of F32 reaches to element 6, found 5 in its storage");
  EXPECT_THAT(errorOf(archiveWith(6, 7, {1}, {1})), HasSubstr("begins at element 7 of a storage of 6"));
  EXPECT_THAT(errorOf(archiveWith(6, -1, {1}, {1})), HasSubstr("begins at element -1"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {-1}, {1})), HasSubstr("below 0"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {2}, {-1})), HasSubstr("below 0"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {2, 2}, {1})), HasSubstr("1 steps for the 2 axes"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {1 << 30, 1 << 30, 1 << 30}, {1, 1, 1})), HasSubstr("does not fit"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {1 << 20, 1 << 20}, {1 << 30, 1 << 30})), HasSubstr("reaches to element"));
  EXPECT_THAT(errorOf(archiveWith(6, 0, {1 << 30, 1}, {0, 1})), HasSubstr("repeats 1 stored values too often"));
}

}  // namespace torch_file_test
