// Pages of an alignment: vectors, and everything on one.
#include <QTemporaryDir>
#include <fstream>

#include "tests/ui/views/alignment/AlignmentFixture.h"


namespace alignment_page_test {

using namespace test;

class AlignmentPageTest : public test::AlignmentFixture {};

TEST_F(AlignmentPageTest, aVectorPageHasTextAndRectanglesAndNoImage) {
  showAlignment(alignmentOfRows({{"alpha", "WWWWDDDDKKKK"}, {"beta", "WWWWDDDDKKKK"}}));
  const QTemporaryDir folder;
  const QString path = folder.filePath("page.svg");
  view.exportVector(path, view.wholeSize());
  std::ifstream file(path.toStdString());
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find(">alpha<"), std::string::npos);
  EXPECT_NE(text.find("WWWW"), std::string::npos) << "letters of a row are one text";
  EXPECT_EQ(text.find("<image"), std::string::npos);
  EXPECT_NE(text.find("<path"), std::string::npos);
}

TEST_F(AlignmentPageTest, longNamesAreWholeOnAPageThatHasTheRoom) {
  const std::string name(50, 'n');
  showAlignment(alignmentOfRows({{name, std::string(80, 'W')}, {"b", std::string(80, 'D')}}));
  const QTemporaryDir folder;
  const auto hasName = [&](QSize size) {
    const QString path = folder.filePath("page.svg");
    view.exportVector(path, size);
    std::ifstream file(path.toStdString());
    return std::string((std::istreambuf_iterator<char>(file)), {}).find(">" + name + "<") != std::string::npos;
  };
  EXPECT_TRUE(hasName(view.wholeSize()));
  EXPECT_TRUE(hasName({1600, 300}));
  EXPECT_FALSE(hasName({400, 300})) << "the cells come first";
  change([](auto& look) { look.hasWeights = true; });
  EXPECT_TRUE(hasName(view.wholeSize())) << "bars of weights stand beside the names";
}

TEST_F(AlignmentPageTest, theWholePageHoldsEveryCell) {
  showAlignment(randomAlignment(70, 130), {300, 200});
  const QSize size = view.wholeSize();
  const QImage page = view.renderImage(size, 1);
  EXPECT_GE(size.width(), 130 * 10);
  EXPECT_GE(size.height(), 70 * 15);
  const QImage lastCells = page.copy(page.width() - 60, page.height() - 60, 50, 50);
  EXPECT_GT(numInk(lastCells), 60);
}

}  // namespace alignment_page_test
