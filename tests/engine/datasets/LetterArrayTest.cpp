// Arrays that name the letters of residues have positions and are linked by them.
#include "engine/datasets/LetterArray.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/datasets/Kind.h"

namespace engine {
namespace letter_array_test {

Dataset datasetWith(AnyArray letters) {
  ArrayBundle bundle;
  bundle[kLetterArray] = std::move(letters);
  Dataset dataset;
  dataset.id = dataset.title = "arrays";
  dataset.value = std::make_shared<const ArrayBundle>(std::move(bundle));
  return dataset;
}

TEST(LetterArray, comesBackAsItWas) {
  for (const std::string letters : {"", "M", "MK-X"}) {
    EXPECT_EQ(lettersIn({{kLetterArray, letterArray(letters)}}), letters);
    const Dataset dataset = datasetWith(letterArray(letters));
    EXPECT_EQ(kindOf(dataset).numPositions(dataset), static_cast<Index>(letters.size()));
  }
}

TEST(LetterArray, makesResiduesOfArrays) {
  Dataset dataset = datasetWith(letterArray("MK-T"));
  ASSERT_EQ(kindOf(dataset).parts(dataset).size(), 1U);
  EXPECT_EQ(kindOf(dataset).parts(dataset)[0].positions, (std::vector<Index>{0, 1, 3}));
  dataset.axes = {"1LDM"};
  EXPECT_EQ(kindOf(dataset).numPositions(dataset), 0) << "the positions are another dataset's";
  EXPECT_TRUE(kindOf(dataset).parts(dataset).empty());
}

TEST(LetterArray, whatIsNoneSaysNothing) {
  EXPECT_EQ(lettersIn({}), "");
  EXPECT_EQ(lettersIn({{kLetterArray, Array<float>({2}, 65.0F)}}), "");
  EXPECT_EQ(lettersIn({{kLetterArray, Array<std::int64_t>({1, 2}, 65)}}), "");
  EXPECT_EQ(lettersIn({{kLetterArray, Array<std::int64_t>({2}, 7)}}), "");
  EXPECT_EQ(lettersIn({{kLetterArray, Array<std::int64_t>({2}, std::numeric_limits<std::int64_t>::max())}}), "");
}

}  // namespace letter_array_test
}  // namespace engine
