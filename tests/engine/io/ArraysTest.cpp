// NPY and NPZ: all types, orders and versions; errors that name the array.
#include <zip.h>

#include <cstring>

#include "engine/base/Random.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

using namespace engine;
using test::readAs;
using test::readError;
using testing::HasSubstr;
using testing::IsEmpty;

namespace arrays_test {

template <class T>
std::string bytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// An NPY file of the given header text (unpadded) and data.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string out("\x93NUMPY", 6);
  out += {static_cast<char>(version), '\0', static_cast<char>(header.size() & 0xff),
          static_cast<char>(header.size() >> 8)};
  if (version > 1) out += {'\0', '\0'};
  return out + header + data;
}

std::string header(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

AnyArray read(const std::string& bytes) {
  Diagnostics diagnostics;
  return readNpyArray(bytes, "q", "file, array q", diagnostics);
}

std::string errorOf(const std::string& bytes) {
  return test::errorOf([&] { read(bytes); });
}

ArrayBundle randomBundle() {
  ArrayBundle bundle;
  bundle.emplace("q", deterministicArray<float>(1, {3, 5, 2}, 2.0));
  bundle.emplace("w/out", deterministicArray<double>(2, {7}, 2.0));
  bundle.emplace("int32", Array<std::int32_t>({2}, std::vector<std::int32_t>{-1, 1 << 30}));
  bundle.emplace("int64", Array<std::int64_t>({1}, std::vector<std::int64_t>{-(std::int64_t{1} << 60)}));
  bundle.emplace("mask", Array<Bool>({2, 2}, std::vector<Bool>{{1}, {0}, {0}, {1}}));
  bundle.emplace("single", Array<float>(Shape{}, 2.5f));
  bundle.emplace("empty", Array<double>({0, 4}));
  return bundle;
}

TEST(Npy, everyTypeAndShapeComesBack) {
  for (const auto& [name, array] : randomBundle()) EXPECT_EQ(read(writeNpyArray(array)), array) << name;
}

TEST(Npy, writtenHeaderIsWhatNumpyWrites) {
  const std::string bytes = writeNpyArray(Array<float>({3}, 1.0f));
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(bytes.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }  ");
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(bytes.size(), 128u + 12u);
  EXPECT_THAT(writeNpyArray(Array<Bool>({2, 1})), HasSubstr("'|b1', 'fortran_order': False, 'shape': (2, 1), }"));
  EXPECT_THAT(writeNpyArray(Array<double>(Shape{})), HasSubstr("'shape': (), }"));
}

TEST(Npy, fortranOrderIsTurnedIntoCOrder) {
  const std::string data = bytesOf<std::int32_t>({0, 10, 1, 11, 2, 12});
  EXPECT_EQ(std::get<Array<std::int32_t>>(read(npy(header("<i4", "True", "(2, 3)"), data))),
            Array<std::int32_t>({2, 3}, std::vector<std::int32_t>{0, 1, 2, 10, 11, 12}));
  std::vector<float> fortran(24);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        fortran[static_cast<size_t>(i + 2 * j + 6 * k)] = static_cast<float>(100 * i + 10 * j + k);
  const auto cube = std::get<Array<float>>(read(npy(header("<f4", "True", "(2, 3, 4)"), bytesOf(fortran))));
  EXPECT_EQ(cube(1, 2, 3), 123.0f);
  EXPECT_EQ(cube(0, 1, 2), 12.0f);
}

TEST(Npy, bigEndianIsConverted) {
  const std::string data("\x00\x00\x00\x07\xff\xff\xff\xfe", 8);
  EXPECT_EQ(std::get<Array<std::int32_t>>(read(npy(header(">i4", "False", "(2,)"), data))),
            Array<std::int32_t>({2}, std::vector<std::int32_t>{7, -2}));
}

TEST(Npy, headersOfAllVersionsAndStylesAreRead) {
  const std::string data = bytesOf<double>({1.5});
  for (int version = 1; version <= 3; ++version)
    EXPECT_EQ(std::get<Array<double>>(read(npy(header("<f8", "False", "(1,)"), data, version)))[0], 1.5);
  EXPECT_NO_THROW(read(npy("{\"shape\":(1),\"descr\":\"=f8\",\"fortran_order\":False}", data)));
  EXPECT_THAT(errorOf(npy(header("<f8", "False", "(1,)"), data, 4)), HasSubstr("version 4"));
}

TEST(Npy, otherTypesAreRefusedByNameOfArrayAndType) {
  for (const char* descr : {"<c8", "|u1", "<c16", "<U5", "|O", "", "<f16", "<M8[ns]"})
    EXPECT_THAT(
        errorOf(npy(header(descr, "False", "(1,)"), std::string(64, '\0'))),
        AllOf(HasSubstr("file, array q"), HasSubstr("\"" + std::string(descr) + "\""), HasSubstr("expected float16")));
  EXPECT_THAT(errorOf(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "")),
              HasSubstr("records"));
}

TEST(Npy, damagedHeadersAndShortDataAreErrors) {
  EXPECT_THAT(errorOf(npy(header("<f4", "False", "(3,)"), "1234")),
              AllOf(HasSubstr("(3)"), HasSubstr("12 bytes, found 4")));
  EXPECT_THAT(errorOf(npy(header("<f4", "False", "(4611686018427387904, 4611686018427387904)"), "1234")),
              HasSubstr("needs"));
  EXPECT_THAT(errorOf(npy(header("<f4", "False", "(-1,)"), "1234")), HasSubstr("a length"));
  EXPECT_THAT(errorOf(npy(header("<f4", "Maybe", "(1,)"), "1234")), HasSubstr("True or False"));
  EXPECT_THAT(errorOf(npy("{'descr': '<f4'}", "1234")), HasSubstr("lacks"));
  EXPECT_THAT(errorOf(npy("{'colour': '<f4'}", "1234")), HasSubstr("colour"));
  EXPECT_THAT(errorOf("nonsense"), HasSubstr("first bytes"));
  EXPECT_THAT(errorOf(std::string("\x93NUMPY\x01\x00\xff\xff{", 11)), HasSubstr("inside its header"));
}

TEST(Npy, shapesThatTheFileCannotHoldAreRefusedWithBothSizes) {
  EXPECT_THAT(errorOf(npy(header("<f8", "False", "(100000, 200000)"), "12345678")),
              AllOf(HasSubstr("file, array q"), HasSubstr("(100000, 200000)"), HasSubstr("needs 160000000000 bytes"),
                    HasSubstr("found 8")));
  // Nothing is stored in an array with a length of 0, but its other lengths must not overflow the steps of an index.
  for (const char* shape : {"(0, 4611686018427387904, 8)", "(4611686018427387904, 8, 0)", "(9223372036854775807, 2)"})
    for (const char* order : {"False", "True"})
      EXPECT_THAT(errorOf(npy(header("<f4", order, shape), "1234")),
                  AllOf(HasSubstr("file, array q"), HasSubstr("needs more than"), HasSubstr("found 4")));
}

TEST(Npy, halvesAreReadAsFloats) {
  const AnyArray little = read(npy(header("<f2", "False", "(2,)"), std::string("\x00\x3c\x00\xc0", 4)));
  EXPECT_EQ(std::get<Array<float>>(little), Array<float>({2}, std::vector<float>{1, -2}));
  EXPECT_EQ(read(npy(header(">f2", "False", "(2,)"), std::string("\x3c\x00\xc0\x00", 4))), little);
}

TEST(Npy, bytesBehindTheArrayAreAWarning) {
  Diagnostics diagnostics;
  readNpyArray(npy(header("<f4", "False", "(1,)"), "12345"), "q", "file", diagnostics);
  EXPECT_EQ(diagnostics.warnings().size(), 1u);
}

TEST(Npy, arrayIsNamedAfterTheFile) {
  const std::string bytes = writeNpyArray(Array<float>({2}, 1.0f, "old"));
  const ArrayBundle bundle = readAs("npy", bytes, "folder/weights.npy.gz").as<ArrayBundle>();
  ASSERT_EQ(bundle.size(), 1u);
  EXPECT_EQ(bundle.begin()->first, "weights");
  EXPECT_EQ(std::get<Array<float>>(bundle.at("weights")).name, "weights");
}

TEST(Npy, onlyBundlesOfOneArrayCanBeWritten) {
  EXPECT_FALSE(test::formatWithId("npy").canWrite(std::make_shared<const ArrayBundle>()));
  EXPECT_FALSE(test::formatWithId("npy").canWrite(std::make_shared<const ArrayBundle>(randomBundle())));
}

TEST(Npz, everyArrayComesBackUnderItsName) {
  const ArrayBundle bundle = randomBundle();
  const std::string packed = test::formatWithId("npz").write(std::make_shared<const ArrayBundle>(bundle));
  EXPECT_EQ(recogniseFormat(packed, "x").id(), "npz");
  const test::ReadResult result = readAs("npz", packed);
  EXPECT_EQ(result.as<ArrayBundle>(), bundle);
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(Npz, emptyBundleComesBack) {
  const std::string packed = test::formatWithId("npz").write(std::make_shared<const ArrayBundle>());
  EXPECT_TRUE(readAs("npz", packed).as<ArrayBundle>().empty());
}

TEST(Npz, equalArraysGiveEqualAndDeflatedBytes) {
  ArrayBundle bundle;
  bundle.emplace("zeros", Array<double>({1000}));
  const DatasetValue value = std::make_shared<const ArrayBundle>(bundle);
  const std::string packed = test::formatWithId("npz").write(value);
  EXPECT_EQ(packed, test::formatWithId("npz").write(value));
  EXPECT_LT(packed.size(), 1000u);
}

/// A zip archive with the given entries; method as in libzip.
std::string zipOf(const std::vector<std::pair<std::string, std::string>>& entries, int method) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.npz").string();
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  for (const auto& [name, bytes] : entries) {
    const zip_int64_t index =
        zip_file_add(archive, name.c_str(), zip_source_buffer(archive, bytes.data(), bytes.size(), 0), 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  return test::readText(path);
}

TEST(Npz, storedEntriesAreReadAndOthersLeftOutWithAWarning) {
  const std::string array = writeNpyArray(Array<float>({2}, 3.0f));
  const test::ReadResult result = readAs("npz", zipOf({{"q.npy", array}, {"readme.txt", "hello"}}, ZIP_CM_STORE));
  EXPECT_EQ(result.as<ArrayBundle>().size(), 1u);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_THAT(result.warnings[0], HasSubstr("readme.txt"));
}

TEST(Npz, declaredSizesAreNotTrusted) {
  std::string archive = zipOf({{"q.npy", writeNpyArray(Array<float>({2}, 3.0f))}}, ZIP_CM_STORE);
  const size_t sizesAt = archive.rfind("PK\1\2") + 20;  // packed and unpacked size in the central directory
  for (size_t k = 0; k < 8; ++k) archive[sizesAt + k] = static_cast<char>(k % 4 == 3 ? 0x7f : 0xff);
  EXPECT_THAT(readError("npz", archive, "x.npz"), HasSubstr("x.npz"));
}

TEST(Npz, errorsNameFileAndArray) {
  EXPECT_THAT(readError("npz", zipOf({{"q.npy", npy(header("<u2", "False", "(1,)"), "12")}}, ZIP_CM_STORE), "x.npz"),
              AllOf(HasSubstr("x.npz, array q"), HasSubstr("<u2")));
  std::string damaged = zipOf({{"q.npy", writeNpyArray(Array<float>({2}, 3.0f))}}, ZIP_CM_STORE);
  damaged[damaged.find("descr") + 118] ^= 1;  // in the data: the checksum no longer fits
  EXPECT_THAT(readError("npz", damaged, "x.npz"), AllOf(HasSubstr("x.npz, array q"), HasSubstr("damaged")));
  EXPECT_THAT(readError("npz", "PK\3\4 nothing", "x.npz"), HasSubstr("x.npz"));
}

}  // namespace arrays_test
