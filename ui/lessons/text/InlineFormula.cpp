#include "ui/lessons/text/InlineFormula.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>

#include "engine/lessons/formula/FormulaShown.h"
#include "ui/formula/FormulaPage.h"
#include "ui/look/Theme.h"

Q_DECLARE_METATYPE(engine::FormulaTree)

namespace ui {

namespace {

constexpr int kType = QTextFormat::UserObject + 1;
constexpr int kTree = QTextFormat::UserProperty + 2, kIsDisplayed = QTextFormat::UserProperty + 3;
constexpr double kDisplayedSize = 1.25;  ///< of the letters around

QFontMetricsF metricsOf(const QTextDocument& document) { return QFontMetricsF(document.defaultFont()); }

FormulaPage pageOf(const QTextDocument& document, const QTextFormat& format) {
  const bool isDisplayed = format.boolProperty(kIsDisplayed);
  const double letters = QFontInfo(document.defaultFont()).pixelSize();
  return FormulaPage(format.property(kTree).value<engine::FormulaTree>(), letters * (isDisplayed ? kDisplayedSize : 1),
                     isDisplayed, std::max(0.0, document.textWidth()));
}

}  // namespace

void InlineFormula::registerIn(QTextDocument& document) {
  document.documentLayout()->registerHandler(kType, new InlineFormula(&document));
}

void InlineFormula::insert(QTextCursor& place, const LessonMarkdown::InlineFormula& formula) {
  engine::LessonProblems problems;
  const engine::FormulaTree tree = engine::parseFormula(formula.tex.toStdString(), formula.place, problems);
  if (!tree) return place.insertText(formula.tex);
  QTextCharFormat format = place.charFormat();
  format.setObjectType(kType);
  format.setProperty(kTree, QVariant::fromValue(tree));
  format.setProperty(kIsDisplayed, formula.isDisplayed);
  format.setToolTip(QString::fromStdString(engine::spokenFormula(tree)));
  format.setVerticalAlignment(QTextCharFormat::AlignBaseline);
  place.insertText(QString(QChar::ObjectReplacementCharacter), format);
}

QSizeF InlineFormula::intrinsicSize(QTextDocument* document, int, const QTextFormat& format) {
  const FormulaPage page = pageOf(*document, format);
  // The line reaches as far below the baseline as its letters do; what hangs lower makes it higher instead.
  const double below = metricsOf(*document).descent();
  const double hanging = std::max(0.0, page.size().height() - page.ascent() - below);
  return {page.size().width(), page.ascent() + below + hanging};
}

void InlineFormula::drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int,
                               const QTextFormat& format) {
  const FormulaPage page = pageOf(*document, format);
  const double below = metricsOf(*document).descent();
  const double hanging = std::max(0.0, page.size().height() - page.ascent() - below);
  page.paint(*painter, {place.x(), place.bottom() - below - hanging - page.ascent()}, ThemeModel::instance().theme());
}

}  // namespace ui
