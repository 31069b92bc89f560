#include "ui/views/base/figure/Figure.h"

#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStringList>
#include <QVariant>
#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/io/Format.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/View.h"
#include "ui/views/base/ViewExport.h"

namespace ui {

namespace {

constexpr double kPageDotsPerInch = 96, kMillimetresPerInch = 25.4;
/// Height of a page to its width: of a view that fits any size, and the most that one asks for.
constexpr double kUsualShape = 0.7, kLowestShape = 0.15, kHighestShape = 2;
/// A narrow page may be higher than that, as high as the column of a journal (logical pixels).
constexpr double kHighestColumn = 870, kHighestOfColumn = 4;
constexpr int kHeights = 64;  ///< that are tried
/// Of the pictures by VTK on pages of vectors.
constexpr double kLeastSceneScale = 2;

/// While it lives the view draws with another theme and, without marks, as if nothing were selected. Nobody else hears
/// of it.
class FigureLook {
 public:
  FigureLook(View& view, const Theme& theme) : m_view(view), m_before(ThemeModel::instance().exchange(theme)) {
    if (!theme.page.areMarksShown) {
      SelectionModel& selection = view.session().selection();
      m_marks.emplace(Marks{selection.hover(), selection.locked(), selection.kept()});
      select({});
    }
    Q_EMIT view.themeChanged();
  }
  ~FigureLook() {
    ThemeModel::instance().exchange(m_before);
    if (m_marks) select(*m_marks);
    Q_EMIT m_view.themeChanged();
  }
  FigureLook(const FigureLook&) = delete;
  FigureLook& operator=(const FigureLook&) = delete;

 private:
  struct Marks {
    Focus hover, locked;
    std::vector<Focus> kept;
  };
  void select(const Marks& marks) {
    SelectionModel& selection = m_view.session().selection();
    const QSignalBlocker silence(selection);
    selection.setHover(marks.hover);
    selection.setLocked(marks.locked);
    selection.setKept(marks.kept);
  }

  View& m_view;
  Theme m_before;
  std::optional<Marks> m_marks;
};

/// Without bars where there is one for all.
Theme ofPanels(Theme theme, const SharedColorBar& shared) {
  if (!shared.key.isEmpty()) theme.page.colorBar = ColorBarPlace::none;
  return theme;
}

Theme onGround(Theme theme, const QColor& ground) {
  theme.canvas = theme.canvas3d = ground;
  return theme;
}

/// The least height at which the picture is as large as any height lets it be: no part of the page stays empty.
int fittingHeight(View& view, int width, const Theme& theme) {
  const FigureLook look(view, theme);
  const int lowest = std::max(static_cast<int>(kLowestShape * width), 1);
  const double column = std::min(kHighestColumn, kHighestOfColumn * width);
  const int highest = std::max(static_cast<int>(std::max(kHighestShape * width, column)), lowest);
  const QSize whole = view.property("wholeSize").toSize();
  if (!whole.isEmpty()) return std::clamp(whole.height(), lowest, highest);
  const auto area = [&](int height) {
    const QSizeF picture = view.largestPicture({width, height});
    return picture.width() * picture.height();
  };
  // A view whose picture is the page has no height of its own.
  const double atMost = area(highest);
  if (atMost <= 0 || atMost >= static_cast<double>(width) * highest)
    return std::clamp(static_cast<int>(kUsualShape * width), lowest, highest);
  // A picture may become smaller with more height, where there is room for words then.
  std::vector<double> areas;
  const auto heightOf = [&](size_t step) { return lowest + static_cast<int>(step) * (highest - lowest) / kHeights; };
  for (size_t step = 0; step <= kHeights; ++step) areas.push_back(area(heightOf(step)));
  const double wanted = 0.995 * *std::max_element(areas.begin(), areas.end());
  const auto first = std::find_if(areas.begin(), areas.end(), [&](double each) { return each >= wanted; });
  const auto found = static_cast<size_t>(first - areas.begin());
  int low = found == 0 ? lowest : heightOf(found - 1), high = heightOf(found);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (area(middle) >= wanted) high = middle;
    else low = middle + 1;
  }
  return high;
}

/// Each with its full stop; a file name may have some within.
QStringList sentencesOf(const QString& text) {
  static const QRegularExpression ends(QStringLiteral("(?<=\\.) "));
  return text.split(ends, Qt::SkipEmptyParts);
}

/// The sentences as one, with the number in which they differ of each panel; empty where they differ otherwise.
QString mergedSentence(const QStringList& sentences, const QStringList& labels) {
  std::vector<QStringList> words;
  for (const QString& sentence : sentences) words.push_back(sentence.split(u' '));
  QStringList merged;
  int numDifferent = 0;
  for (qsizetype place = 0; place < words.front().size(); ++place) {
    QStringList numbers;
    bool isSame = true;
    for (size_t k = 0; k < words.size(); ++k) {
      if (words[k].size() != words.front().size()) return {};
      const QString& word = words[k][place];
      isSame = isSame && word == words.front()[place];
      if (!word.isEmpty() && word[0].isDigit())
        numbers << QStringLiteral("%1 (%2)").arg(word, labels[static_cast<qsizetype>(k)]);
    }
    if (!isSame && numbers.size() != sentences.size()) return {};
    numDifferent += isSame ? 0 : 1;
    merged << (isSame ? words.front()[place] : numbers.join(QStringLiteral(", ")));
  }
  return numDifferent == 1 ? merged.join(u' ') : QString();
}

/// Of panels "A", "B", ...: the first caption; what it says of its own panel alone, and what others say instead, names
/// the panels. The first sentence names what is shown, as the titles do.
QString joinedCaption(const QStringList& captions, const QStringList& labels) {
  std::vector<QStringList> all;
  for (const QString& caption : captions) all.push_back(sentencesOf(caption));
  QStringList sentences{all.front().value(0)};
  QStringList told = sentences;
  for (const QStringList& some : all)
    for (qsizetype place = 1; place < some.size(); ++place) {
      if (told.contains(some[place])) continue;
      QStringList holders, beside;
      for (size_t k = 0; k < all.size(); ++k) {
        beside << all[k].value(place);
        if (all[k].contains(some[place])) holders << labels[static_cast<qsizetype>(k)];
      }
      const bool isOfAll = holders.size() == captions.size();
      const QString merged = isOfAll ? some[place] : mergedSentence(beside, labels);
      told << (merged.isEmpty() || isOfAll ? QStringList(some[place]) : beside);
      sentences << (merged.isEmpty() ? View::tr("(%1) %2").arg(holders.join(QStringLiteral(", ")), some[place])
                                     : merged);
    }
  return sentences.join(u' ');
}

/// The picture on white and on black tells how much of the ground is seen through each pixel.
QImage withoutGround(const QImage& onWhite, const QImage& onBlack) {
  const QImage white = onWhite.convertToFormat(QImage::Format_RGB32);
  const QImage black = onBlack.convertToFormat(QImage::Format_RGB32);
  QImage result(white.size(), QImage::Format_ARGB32_Premultiplied);
  for (int y = 0; y < result.height(); ++y) {
    const auto* light = reinterpret_cast<const QRgb*>(white.constScanLine(y));
    const auto* dark = reinterpret_cast<const QRgb*>(black.constScanLine(y));
    auto* into = reinterpret_cast<QRgb*>(result.scanLine(y));
    for (int x = 0; x < result.width(); ++x) {
      const int through = std::max({qRed(light[x]) - qRed(dark[x]), qGreen(light[x]) - qGreen(dark[x]),
                                    qBlue(light[x]) - qBlue(dark[x]), 0});
      const int alpha = 255 - through;
      into[x] = qRgba(std::min(qRed(dark[x]), alpha), std::min(qGreen(dark[x]), alpha),
                      std::min(qBlue(dark[x]), alpha), alpha);
    }
  }
  return result;
}

/// What VTK draws of a panel; null when it draws nothing.
QImage scenePart(View& view, QSize size, double scale, const Theme& theme) {
  const QSize pixels(qRound(size.width() * scale), qRound(size.height() * scale));
  const auto on = [&](const QColor& ground) {
    const FigureLook look(view, onGround(theme, ground));
    return scenePicture(view, pixels, scale);
  };
  if (theme.canvas.alpha() == 255) return on(theme.canvas);
  const QImage white = on(Qt::white);
  // A view may have no ground of its own.
  return white.isNull() || white.hasAlphaChannel() ? white : withoutGround(white, on(Qt::black));
}

}  // namespace

Figure::Figure(std::vector<FigurePanel> panels, const FigureOptions& options)
    : m_panels(std::move(panels)), m_options(admissible(options)) {
  const auto toLogical = [&](double length) {
    return qRound(ui::millimetres(m_options, length) / kMillimetresPerInch * kPageDotsPerInch);
  };
  const QSize page(toLogical(m_options.width), m_options.height > 0 ? toLogical(m_options.height) : 0);
  const Theme theme = figureTheme(m_options);
  shareColorBar(theme);
  const auto extent = static_cast<int>(std::ceil(m_bar.extent));
  const bool isUpright = theme.page.colorBar == ColorBarPlace::right;
  const QSize room(page.width() - (isUpright ? extent : 0),
                   page.height() > 0 && !isUpright ? std::max(page.height() - extent, 1) : page.height());
  placePanels(room, theme);
  m_size = {page.width(), page.height() > 0 ? page.height() : m_grid.size().height() + (isUpright ? 0 : extent)};
}

void Figure::placePanels(QSize room, const Theme& theme) {
  const auto gridIn = [&](QSize size) {
    return figureGrid(static_cast<int>(m_panels.size()), size, theme, [&](int width) {
      return m_panels.empty() ? width : fittingHeight(*m_panels.front().view, width, ofPanels(theme, m_bar));
    });
  };
  m_grid = gridIn(room);
  const auto* owner = m_panels.size() > 1 ? dynamic_cast<const HasColorBar*>(m_panels.front().view) : nullptr;
  if (!owner) return;
  {
    const FigureLook look(*m_panels.front().view, ofPanels(theme, m_bar));
    m_axes = owner->unsaidAxes(m_grid.panel);
  }
  if (m_axes.isEmpty()) return;
  const int line = static_cast<int>(std::ceil(QFontMetricsF(theme.labelFont()).height())) + theme.space(1);
  m_grid = gridIn({room.width() - line, room.height() > 0 ? std::max(room.height() - line, 1) : 0});
  m_grid.axes = line;
}

/// In the middle of the columns above all panels, and of the rows at their left.
void Figure::paintSharedAxes(QPainter& painter, const Theme& theme) const {
  if (m_axes.isEmpty()) return;
  const QSizeF all = m_grid.size();
  const double line = m_grid.axes;
  painter.save();
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  painter.drawText(QRectF(line, 0, all.width() - line, line), Qt::AlignCenter, m_axes.columns);
  painter.translate(0, all.height());
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, all.height() - line, line), Qt::AlignCenter, m_axes.rows);
  painter.restore();
}

/// One for all panels where equal colours are equal values in all of them.
void Figure::shareColorBar(const Theme& theme) {
  if (m_panels.size() < 2 || theme.page.colorBar == ColorBarPlace::none) return;
  SharedColorBar shared;
  for (const FigurePanel& panel : m_panels) {
    const auto* owner = dynamic_cast<const HasColorBar*>(panel.view);
    const FigureLook look(*panel.view, theme);
    SharedColorBar own = owner ? owner->sharedColorBar() : SharedColorBar{};
    if (own.key.isEmpty() || (!shared.key.isEmpty() && own.key != shared.key)) return;
    shared = std::move(own);
  }
  m_bar = std::move(shared);
}

/// Below the panels or at their right, as the page wants it.
void Figure::paintSharedBar(QPainter& painter, const Theme& theme) const {
  if (m_bar.key.isEmpty()) return;
  View& first = *m_panels.front().view;
  const FigureLook look(first, theme);
  const SharedColorBar bar = dynamic_cast<const HasColorBar&>(first).sharedColorBar();  // with notes of what is drawn
  const QSizeF panels = m_grid.size();
  const double margin = theme.space(2);
  if (theme.page.colorBar == ColorBarPlace::right)
    bar.paint(painter, QRectF(panels.width(), m_grid.labelHeight, bar.extent, panels.height() - m_grid.labelHeight));
  else
    bar.paint(painter, QRectF(margin, panels.height(), m_size.width() - 2 * margin, bar.extent));
}

QSizeF Figure::sizeInMillimetres() const {
  const double width = ui::millimetres(m_options, m_options.width);
  const double height = m_options.height > 0 ? ui::millimetres(m_options, m_options.height)
                                             : width * m_size.height() / std::max(m_size.width(), 1);
  return {width, height};
}

QSize Figure::sizeInPixels() const {
  return (sizeInMillimetres() / kMillimetresPerInch * m_options.dotsPerInch).toSize();
}

void Figure::paintLabel(QPainter& painter, int panel, const Theme& theme) const {
  const auto& [view, label, title] = m_panels[static_cast<size_t>(panel)];
  const QRectF line = m_grid.labelAt(panel);
  if (line.isEmpty()) return;
  QFont bold = theme.titleFont();
  bold.setWeight(QFont::Bold);
  painter.setFont(bold);
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, label);
  const double taken = QFontMetricsF(bold).horizontalAdvance(label + QStringLiteral("  "));
  QFont plain = theme.labelFont();
  // Letters that are a little narrower are better than a title that is cut off.
  if (const double wanted = QFontMetricsF(plain).horizontalAdvance(title); wanted > line.width() - taken)
    plain.setPointSizeF(plain.pointSizeF() * std::max((line.width() - taken) / wanted, 0.5));
  painter.setFont(plain);
  painter.drawText(line.adjusted(taken, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
}

void Figure::paint(QPainter& painter, double scale, const Theme& theme) const {
  painter.setRenderHint(QPainter::Antialiasing);
  if (theme.canvas.alpha() > 0) painter.fillRect(QRect(QPoint(0, 0), m_size), theme.canvas);
  const Theme panelTheme = ofPanels(theme, m_bar);
  for (int panel = 0; panel < static_cast<int>(m_panels.size()); ++panel) {
    View& view = *m_panels[static_cast<size_t>(panel)].view;
    const QRect area = m_grid.panelAt(panel);
    const QImage scene = scenePart(view, area.size(), scale, panelTheme);
    painter.save();
    painter.translate(area.topLeft());
    if (!scene.isNull()) painter.drawImage(QRectF(QPointF(0, 0), QSizeF(area.size())), scene);
    const FigureLook look(view, panelTheme);
    paintOnScene(view, painter, area.size());
    painter.restore();
    paintLabel(painter, panel, theme);
  }
  paintSharedBar(painter, theme);
  paintSharedAxes(painter, theme);
}

Theme Figure::themeOfPanels() const {
  Theme theme = ofPanels(figureTheme(m_options), m_bar);
  theme.page.size = m_grid.panel;
  return theme;
}

QImage Figure::imageOn(const QColor& ground, double scale) const {
  const QSize pixels = (QSizeF(m_size) * scale).toSize().expandedTo({1, 1});
  QImage image(pixels, QImage::Format_RGB32);
  if (image.isNull()) engine::fail("there is no memory for a picture of ", pixels.width(), " x ", pixels.height());
  image.fill(ground);
  // Qt knows no fewer than one pixel per logical pixel.
  const double ratio = std::max(scale, 1.0);
  image.setDevicePixelRatio(ratio);
  QPainter painter(&image);
  painter.scale(scale / ratio, scale / ratio);
  paint(painter, scale, onGround(figureTheme(m_options), ground));
  painter.end();
  image.setDevicePixelRatio(1);
  return image;
}

QImage Figure::image(double scale) const {
  checkPageSize(m_size, scale);
  const QImage onWhite = imageOn(Qt::white, scale);
  return m_options.isTransparent ? withoutGround(onWhite, imageOn(Qt::black, scale)) : onWhite;
}

void Figure::save(const QString& path) const {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("csv") || suffix == QStringLiteral("npz")) {
    const FigureLook look(*m_panels.front().view, themeOfPanels());
    return m_panels.front().view->exportNumbers(path);
  }
  const double scale = static_cast<double>(sizeInPixels().width()) / std::max(m_size.width(), 1);
  if (suffix != QStringLiteral("png")) {
    const double sceneScale = std::max(scale, kLeastSceneScale);
    checkPageSize(m_size, sceneScale);
    return writeVectorPage(path, {m_panels.front().view->title(), m_size, sizeInMillimetres()},
                           [&](QPainter& painter) { paint(painter, sceneScale, figureTheme(m_options)); });
  }
  const QByteArray bytes = pngBytes(image(scale), m_options.dotsPerInch);
  engine::writeFileWhole(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
}

QString Figure::caption() const {
  QStringList titles, labels, captions;
  for (const auto& [view, label, title] : m_panels) {
    const FigureLook look(*view, themeOfPanels());
    captions << view->caption();
    if (label.isEmpty()) return captions.front();
    labels << label;
    titles << QStringLiteral("(%1) %2").arg(label, title);
  }
  return View::tr("%1. All as (A): %2").arg(titles.join(QStringLiteral(", ")), joinedCaption(captions, labels));
}

}  // namespace ui
