// What every teaching picture keeps to, asked of every line of pictures.def.
#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/teaching/PictureSamples.h"
#include "ui/views/teaching/DrawnPicture.h"

namespace picture_registry_test {

using engine::Index;
using test::pictureOf;
using test::PictureSample;
using test::pictureSamples;
using ui::PictureArray;
using ui::PictureCell;
using ui::PictureInput;
using ui::TeachingPicture;
using ui::Theme;

struct Look {
  const char* name;
  QSize size;
  Theme theme;
};

std::vector<Look> looks() {
  std::vector<Look> all{{"light", {900, 600}, Theme::light()},
                        {"dark", {900, 600}, Theme::dark()},
                        {"projector", {1600, 900}, Theme::light()},
                        {"projector-dark", {1600, 900}, Theme::dark()}};
  for (size_t k = 2; k < 4; ++k) {
    all[k].theme.scale = 1.6;
    all[k].theme.lineScale = 2;
  }
  return all;
}

QImage imageOf(const TeachingPicture& picture, const Theme& theme, QSize size,
               const ui::PictureAttention& attention = {}, int margin = 0) {
  QImage image(size + QSize(2 * margin, 2 * margin), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  picture.paint(painter, theme, QRectF(QPointF(margin, margin), size), attention);
  return image;
}

int inkOf(const QImage& image, const QColor& ground) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    count +=
        static_cast<int>(std::count_if(row, row + image.width(), [&](QRgb pixel) { return pixel != ground.rgb(); }));
  }
  return count;
}

std::string title(const PictureSample& sample) { return sample.id + " " + sample.name; }

TEST(TeachingPictures, HaveASampleEachAndAreFoundById) {
  std::set<std::string> sampled;
  for (const PictureSample& sample : pictureSamples()) sampled.insert(sample.id);
  for (const ui::PictureKind& kind : ui::pictureKinds()) {
    EXPECT_EQ(sampled.count(kind.id), 1U) << kind.id;
    EXPECT_EQ(ui::findPictureKind(kind.id), &kind);
    EXPECT_FALSE(kind.title.isEmpty());
    EXPECT_FALSE(kind.make()->expects().isEmpty()) << kind.id;
  }
  EXPECT_EQ(ui::findPictureKind("no such picture"), nullptr);
}

TEST(TeachingPictures, PaintInAllLooksAndOnlyInTheirPlace) {
  const QString folder = qEnvironmentVariable("HEADLIGHT_TEST_PICTURES");  // for people who want to see them
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    for (const Look& look : looks()) {
      constexpr int kMargin = 8;
      QImage image = imageOf(*picture, look.theme, look.size, {}, kMargin);
      const QImage inner = image.copy(QRect(QPoint(kMargin, kMargin), look.size));
      EXPECT_GT(inkOf(inner, look.theme.canvas), 500) << title(sample) << ' ' << look.name;
      EXPECT_EQ(inkOf(image, look.theme.canvas), inkOf(inner, look.theme.canvas)) << title(sample) << ' ' << look.name;
      if (!folder.isEmpty())
        inner.save(QStringLiteral("%1/%2-%3-%4.png")
                       .arg(folder, QString::fromStdString(sample.id), QString::fromStdString(sample.name),
                            QString::fromLatin1(look.name)));
    }
  }
}

TEST(TeachingPictures, WriteNoTextOverAnotherOrOutsideTheirPlace) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    const auto* drawn = dynamic_cast<const ui::DrawnPicture*>(picture.get());
    ASSERT_NE(drawn, nullptr);
    for (const Look& look : looks()) {
      const QRectF place(QPointF(0, 0), look.size);
      const std::vector<QRectF> texts = drawn->textPlaces(look.theme, place, {});
      EXPECT_FALSE(texts.empty()) << title(sample);
      int overlaps = 0, outside = 0;
      for (size_t i = 0; i < texts.size(); ++i) {
        outside += place.adjusted(-1, -1, 1, 1).contains(texts[i]) ? 0 : 1;
        for (size_t j = 0; j < i; ++j) {
          const QRectF both = texts[i].intersected(texts[j]);
          overlaps += both.width() > 1.5 && both.height() > 1.5 ? 1 : 0;
        }
      }
      EXPECT_EQ(overlaps, 0) << title(sample) << ' ' << look.name;
      EXPECT_EQ(outside, 0) << title(sample) << ' ' << look.name;
    }
  }
}

TEST(TeachingPictures, AreVectorsWithTextOnPages) {
  for (const PictureSample& sample : pictureSamples()) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator page;
    page.setOutputDevice(&buffer);
    page.setViewBox(QRect(0, 0, 900, 600));
    QPainter painter(&page);
    pictureOf(sample.id, sample.input)->paint(painter, Theme::light(), QRectF(0, 0, 900, 600), {});
    painter.end();
    EXPECT_TRUE(buffer.data().contains("<text")) << title(sample);
    EXPECT_TRUE(buffer.data().contains("<path") || buffer.data().contains("<rect") ||
                buffer.data().contains("<polyline") || buffer.data().contains("<image"))
        << title(sample);
  }
}

TEST(TeachingPictures, TellWhatTheyShowInWords) {
  for (const PictureSample& sample : pictureSamples()) {
    const QString text = pictureOf(sample.id, sample.input)->altText();
    EXPECT_GT(text.size(), 20) << title(sample);
    EXPECT_FALSE(text.contains(QStringLiteral("nan"), Qt::CaseInsensitive)) << title(sample) << text.toStdString();
  }
}

TEST(TeachingPictures, RefuseArraysOfAnotherShapeAndSayWhatTheyExpect) {
  for (const ui::PictureKind& kind : ui::pictureKinds()) {
    const auto picture = kind.make();
    const std::string none = test::errorOf([&] { picture->set({}); });
    EXPECT_NE(none.find(kind.id), std::string::npos) << none;
    EXPECT_NE(none.find("expected"), std::string::npos) << none;
    PictureInput wrong = test::sampleOf(kind.id);
    wrong.arrays[0] = {"Wrong", engine::Array<double>({2, 3, 4, 5, 6})};
    const std::string error = test::errorOf([&] { picture->set(wrong); });
    EXPECT_NE(error.find("\"Wrong\""), std::string::npos) << error;
    EXPECT_NE(error.find("(2, 3, 4, 5, 6)"), std::string::npos) << error;
    EXPECT_NE(error.find("expected"), std::string::npos) << error;
  }
}

TEST(TeachingPictures, KeepWhatTheyShowWhenTheyRefuse) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    const QString before = picture->altText();
    EXPECT_NE(test::errorOf([&] { picture->set({}); }), "no error");
    EXPECT_EQ(picture->altText(), before);
  }
}

TEST(TeachingPictures, AreReachedByArrowKeysCellByCell) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    Index wanted = 0;
    for (const PictureArray& array : sample.input.arrays) wanted += array.values.size();
    if (wanted > 2000) continue;
    std::set<std::pair<std::string, std::vector<Index>>> reached;
    std::vector<PictureCell> open{*picture->next(std::nullopt, Qt::Key_Right)};
    while (!open.empty()) {
      const PictureCell cell = open.back();
      open.pop_back();
      if (!reached.emplace(cell.array, cell.at).second) continue;
      for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down})
        open.push_back(*picture->next(cell, key));
    }
    EXPECT_EQ(static_cast<Index>(reached.size()), wanted) << title(sample);
    for (const auto& [array, at] : reached) {
      const QString readout = picture->readout({array, at});
      EXPECT_TRUE(readout.contains(ui::expressionOf({array, at}))) << title(sample) << readout.toStdString();
    }
  }
}

TEST(TeachingPictures, HaveCellsUnderThePointer) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    const Theme theme = Theme::light();
    const QRectF place(0, 0, 900, 600);
    std::set<std::string> seen;
    for (int y = 0; y < 600; y += 9)
      for (int x = 0; x < 900; x += 9)
        if (const auto cell = picture->cellAt(theme, place, QPointF(x, y))) {
          EXPECT_FALSE(picture->readout(*cell).isEmpty()) << title(sample) << ui::expressionOf(*cell).toStdString();
          seen.insert(cell->array);
        }
    EXPECT_FALSE(seen.empty()) << title(sample);
  }
}

/// What is only measured or searched for is moved by controls.
TEST(TeachingPictures, CanBeDraggedButForThreeThatAreOnlyPointedAt) {
  std::set<std::string> dragged, all;
  for (const PictureSample& sample : pictureSamples())
    if (!sample.input.handles.empty()) dragged.insert(sample.id);
  for (const ui::PictureKind& kind : ui::pictureKinds()) all.insert(kind.id);
  for (const char* id : {"beam", "chance", "features"}) EXPECT_EQ(all.erase(id), 1U) << id;
  EXPECT_EQ(dragged, all);
}

/// Every handle of a sample, dragged across the picture, asks for values within its bounds, and for more than one.
TEST(TeachingPictures, AreDraggedWithinTheBoundsOfTheirHandles) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    for (const ui::PictureHandle& handle : sample.input.handles) {
      if (handle.isSwitch) continue;
      std::set<double> asked;
      for (int step = 0; step <= 20; ++step)
        for (const ui::PictureMove& move : picture->drag(Theme::light(), QRectF(0, 0, 900, 600), handle.cell,
                                                         QPointF(45.0 * step, 600 - 30.0 * step)))
          if (move.cell == handle.cell) asked.insert(move.value);
      EXPECT_GT(asked.size(), 2U) << title(sample) << ' ' << ui::expressionOf(handle.cell).toStdString();
      for (const double value : asked) {
        EXPECT_GE(value, handle.from);
        EXPECT_LE(value, handle.to);
      }
    }
    PictureInput fixed = sample.input;
    fixed.handles.clear();
    const auto still = pictureOf(sample.id, fixed);
    for (const ui::PictureHandle& handle : sample.input.handles)
      EXPECT_TRUE(still->drag(Theme::light(), QRectF(0, 0, 900, 600), handle.cell, QPointF(300, 300)).empty())
          << title(sample);
  }
}

/// Every switch of a sample is set to its other end by a click or says that it may not, and is never dragged.
TEST(TeachingPictures, SwitchCellsByAClick) {
  std::set<std::string> switched;
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    for (const ui::PictureHandle& handle : sample.input.handles) {
      if (!handle.isSwitch) continue;
      EXPECT_TRUE(picture->drag(Theme::light(), QRectF(0, 0, 900, 600), handle.cell, QPointF(300, 300)).empty());
      const auto move = picture->press(handle.cell);
      if (!move) continue;
      switched.insert(sample.id);
      EXPECT_EQ(move->cell, handle.cell);
      EXPECT_EQ(move->value, 1 - *picture->value(handle.cell)) << title(sample);
    }
    PictureInput fixed = sample.input;
    fixed.handles.clear();
    for (const ui::PictureHandle& handle : sample.input.handles)
      EXPECT_FALSE(pictureOf(sample.id, fixed)->press(handle.cell)) << title(sample);
  }
  EXPECT_EQ(switched, (std::set<std::string>{"flow", "pairhmm"}));
}

TEST(TeachingPictures, OfSpaceAreTurnedByHandAndTellTheSame) {
  const QSize size(900, 600);
  std::set<std::string> turning;
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    if (!picture->canTurn()) continue;
    turning.insert(sample.id);
    const QImage before = imageOf(*picture, Theme::light(), size);
    const QString words = picture->altText();
    picture->setTurn({70, 15});
    const QImage turned = imageOf(*picture, Theme::light(), size);
    EXPECT_NE(turned, before) << title(sample);
    EXPECT_EQ(picture->altText(), words);
    picture->set(sample.input);
    EXPECT_EQ(imageOf(*picture, Theme::light(), size), turned) << title(sample) << ": new numbers keep the turn";
    picture->setTurn({360, 1000});
    EXPECT_DOUBLE_EQ(picture->turn().turn, 0);
    EXPECT_DOUBLE_EQ(ui::DepthView::kTilt + picture->turn().tilt, 90) << "from above, not beyond";
    picture->setTurn({std::nan(""), 0});
    picture->setTurn({});
    EXPECT_EQ(imageOf(*picture, Theme::light(), size), before) << title(sample);
  }
  EXPECT_EQ(turning, (std::set<std::string>{"cube", "pose"}));
}

TEST(TeachingPictures, TellNothingOfWhatIsCovered) {
  for (const PictureSample& sample : pictureSamples()) {
    PictureInput one = sample.input, other = sample.input;
    for (PictureInput* input : {&one, &other})
      for (PictureArray& array : input->arrays) array.isCovered = true;
    for (PictureArray& array : other.arrays)
      for (double& value : array.values) value = 12345.678;
    const auto first = pictureOf(sample.id, one);
    EXPECT_FALSE(first->altText().isEmpty()) << title(sample);
    const auto cell = first->next(std::nullopt, Qt::Key_Right);
    EXPECT_TRUE(first->readout(*cell).contains(QStringLiteral("covered")));
    for (const ui::NumberTable& table : first->numbers())
      for (const float value : table.values) EXPECT_TRUE(std::isnan(value)) << title(sample);
    // The same picture and the same words, whatever the numbers are.
    const auto second = pictureOf(sample.id, other);
    EXPECT_EQ(first->altText(), second->altText()) << title(sample);
    EXPECT_EQ(imageOf(*first, Theme::light(), {900, 600}), imageOf(*second, Theme::light(), {900, 600}))
        << title(sample);
    EXPECT_FALSE(first->altText().contains(QStringLiteral("nan"), Qt::CaseInsensitive))
        << first->altText().toStdString();
  }
}

TEST(TeachingPictures, GiveTheirNumbersAsTables) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto tables = pictureOf(sample.id, sample.input)->numbers();
    EXPECT_GE(tables.size(), sample.input.arrays.size()) << title(sample);
    EXPECT_FALSE(ui::csvText(tables).empty());
  }
}

TEST(TeachingPictures, MarkWhatIsPointedAt) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    const Theme theme = Theme::light();
    std::optional<PictureCell> cell;
    for (int y = 0; y < 600 && !cell; y += 7)
      for (int x = 0; x < 900 && !cell; x += 7) cell = picture->cellAt(theme, QRectF(0, 0, 900, 600), QPointF(x, y));
    ASSERT_TRUE(cell) << title(sample);
    EXPECT_NE(imageOf(*picture, theme, {900, 600}, {cell, {}}), imageOf(*picture, theme, {900, 600})) << title(sample);
  }
}

TEST(TeachingPictures, ArePaintedAtAnySize) {
  for (const PictureSample& sample : pictureSamples()) {
    const auto picture = pictureOf(sample.id, sample.input);
    for (const QSize size : {QSize(1, 1), QSize(20, 20), QSize(120, 700), QSize(1200, 60)})
      imageOf(*picture, Theme::light(), size);
    picture->paint(*std::make_unique<QPainter>(), Theme::light(), QRectF(), {});
  }
}

TEST(TeachingPictures, ShowArraysWithoutValuesAndWithOne) {
  for (const ui::PictureKind& kind : ui::pictureKinds()) {
    for (const Index length : {0, 1}) {
      PictureInput input = test::sampleOf(kind.id);
      for (PictureArray& array : input.arrays) {
        array.labels.clear();
        array.values = engine::Array<double>(engine::Shape(array.values.shape().size(), length), 1.0, array.name);
      }
      const auto picture = kind.make();
      const std::string error = test::errorOf([&] { picture->set(input); });
      if (error != "no error") {  // shapes with numbers in them: a plane has two coordinates
        EXPECT_NE(error.find("expected"), std::string::npos) << error;
        continue;
      }
      EXPECT_FALSE(picture->altText().isEmpty());
      EXPECT_GT(inkOf(imageOf(*picture, Theme::light(), {900, 600}), Theme::light().canvas), 50) << kind.id;
    }
  }
}

}  // namespace picture_registry_test
