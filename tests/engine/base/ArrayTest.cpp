// Arrays: shapes, element access, and errors that name the array.
#include "engine/base/Array.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

namespace array_test {

TEST(Array, lastIndexIsFastest) {
  Array<int> array({2, 3}, std::vector<int>{0, 1, 2, 10, 11, 12});
  EXPECT_EQ(array(1, 2), 12);
  EXPECT_EQ(array(0, 1), 1);
  array(1, 0) = 5;
  EXPECT_EQ(array[3], 5);
}

TEST(Array, emptyArrayAndSingleValueAreDifferent) {
  EXPECT_EQ(Array<float>().size(), 0);
  EXPECT_EQ(Array<float>().rank(), 1);
  const Array<float> single(Shape{}, 3.0f);
  EXPECT_EQ(single.size(), 1);
  EXPECT_EQ(single.rank(), 0);
  EXPECT_EQ(single(), 3.0f);
  EXPECT_EQ(shapeText(single.shape()), "()");
}

TEST(Array, zeroLengthAxisMeansNoElements) {
  const Array<double> array({4, 0, 2});
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.length(2), 2);
}

TEST(Array, wrongNumberOfValuesIsAnErrorWithNameShapeAndCounts) {
  const std::string text = errorOf([] { Array<int>({2, 3}, std::vector<int>{1, 2}, "weights"); });
  EXPECT_THAT(text, HasSubstr("weights"));
  EXPECT_THAT(text, HasSubstr("(2, 3)"));
  EXPECT_THAT(text, HasSubstr("6"));
  EXPECT_THAT(text, HasSubstr("found 2"));
}

TEST(Array, missingAxisAndBadReshapeAreErrors) {
  const Array<int> array({2, 3}, 0, "weights");
  EXPECT_THAT(errorOf([&] { array.length(2); }), HasSubstr("no axis 2"));
  EXPECT_THAT(errorOf([&] { array.length(-1); }), HasSubstr("no axis -1"));
  EXPECT_THAT(errorOf([&] { array.reshaped({4}); }), HasSubstr("weights"));
  EXPECT_EQ(array.reshaped({3, 2}).length(0), 3);
}

TEST(Array, countThatDoesNotFitIsAnError) {
  const Index huge = std::numeric_limits<Index>::max() / 2;
  EXPECT_THROW(elementCount({huge, 3}), Error);
  EXPECT_THROW(elementCount({-1}), Error);
  EXPECT_EQ(elementCount({0, huge, huge}), 0);
}

TEST(Array, bundleConvertsNumbersAndBooleans) {
  ArrayBundle bundle;
  bundle.emplace("mask", Array<Bool>({2}, std::vector<Bool>{{1}, {0}}));
  bundle.emplace("count", Array<std::int64_t>({1}, std::vector<std::int64_t>{-7}));
  EXPECT_EQ(numbersOf<double>(bundle, "mask"), Array<double>({2}, std::vector<double>{1, 0}));
  EXPECT_EQ(numbersOf<float>(bundle, "count")[0], -7.0f);
  EXPECT_EQ(typeNameOf(bundle.at("mask")), "bool");
  EXPECT_EQ(typeNameOf(bundle.at("count")), "int64");
  EXPECT_THAT(errorOf([&] { numbersOf<float>(bundle, "absent"); }), HasSubstr("absent"));
}

TEST(Array, valueThatIsNotFiniteIsNamedWithItsPosition) {
  ArrayBundle bundle;
  Array<float> array({2, 2}, 1.0f);
  array(1, 0) = std::numeric_limits<float>::quiet_NaN();
  bundle.emplace("q", array);
  const std::string text = errorOf([&] { numbersOf<double>(bundle, "q"); });
  EXPECT_THAT(text, HasSubstr("array q"));
  EXPECT_THAT(text, HasSubstr("[1, 0]"));
  EXPECT_NO_THROW(numbersOf<double>(bundle, "q", NonFinite::allow));
}

TEST(Array, requireShapeAcceptsAnyLengthForMinusOne) {
  EXPECT_NO_THROW(requireShape("q", {5, 4}, {-1, 4}));
  EXPECT_THAT(errorOf([] { requireShape("q", {5, 4}, {-1, 3}); }), HasSubstr("expected (any, 3)"));
  EXPECT_THROW(requireShape("q", {5}, {-1, 4}), Error);
}

TEST(Array, aLargeOneIsZeroUnlessItIsLeftUntouchedAndCanBeReshapedInPlace) {
  const Index length = Index{1} << 21;
  Array<float> zeros({length});
  EXPECT_TRUE(std::all_of(zeros.begin(), zeros.end(), [](float value) { return value == 0; }));
  Array<float> untouched({length}, Untouched{}, "map");
  EXPECT_EQ(untouched.size(), length);
  std::fill(untouched.begin(), untouched.end(), 1.0f);
  const float* const place = untouched.data();
  const Array<float> square = std::move(untouched).reshaped({1024, 2048});
  EXPECT_EQ(square.data(), place);
  EXPECT_EQ(square.name, "map");
  EXPECT_EQ(square(1023, 2047), 1.0f);
}

TEST(LargeBlocks, areUsedAgainOnlyAfterTheirReleaseAndForTheSameSize) {
  constexpr size_t kSize = 3 * kLargeBlock;
  void* const first = takeLargeBlock(kSize);
  void* const second = takeLargeBlock(kSize);
  EXPECT_NE(first, second);
  std::memset(first, 1, kSize);
  std::memset(second, 2, kSize);
  releaseLargeBlock(first, kSize);
  EXPECT_EQ(static_cast<unsigned char*>(second)[kSize - 1], 2);
  void* const other = takeLargeBlock(2 * kSize);
  void* const third = takeLargeBlock(kSize);
  EXPECT_NE(third, second);
  EXPECT_NE(other, third);
  for (const auto& [block, size] : {std::pair(second, kSize), {other, 2 * kSize}, {third, kSize}})
    releaseLargeBlock(block, size);
}

TEST(LargeBlocks, aCopyOfALargeArrayIsItsOwn) {
  Array<double> first({Index{1} << 20}, 1.0);
  { const Array<double> dropped({Index{1} << 20}, 7.0); }
  Array<double> second = first;
  second[5] = 3;
  EXPECT_EQ(first[5], 1.0);
  EXPECT_EQ(second[6], 1.0);
  EXPECT_TRUE(Array<double>({Index{1} << 20})[9] == 0.0) << "used memory must not shine through";
}

}  // namespace array_test
