#include "ui/lessons/handout/PaperParts.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>
#include <algorithm>

#include "ui/formula/FormulaWidget.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/lessons/text/ProseView.h"

namespace ui {

namespace {

constexpr double kPixelsPerPoint = 96.0 / 72;
constexpr double kPaperScale = 0.72;  ///< of letters in formulae, beside those of the screen
constexpr double kLineHeight = 25, kRowGap = 4, kNumberWidth = 18, kWhatShare = 0.4, kIndent = 18;

Theme paperTheme() {
  Theme theme = Theme::light();
  theme.window = theme.panel = theme.canvas = theme.canvas3d = Qt::white;
  theme.text = Qt::black;
  theme.scale = kPaperScale;
  theme.page.mayElide = false;
  return theme;
}

QFont lettersOf(double points, bool isBold) {
  QFont font = Theme::light().panelFont();
  font.setPixelSize(qRound(points * kPixelsPerPoint));
  font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace

PaperLook::PaperLook() : m_before(ThemeModel::instance().exchange(paperTheme())) {}
PaperLook::~PaperLook() { ThemeModel::instance().exchange(m_before); }

PaperText::PaperText(const HandoutText& text, const QString& folder, const PaperLetters& letters)
    : m_letters(letters), m_view(std::make_unique<ProseView>()) {
  m_view->setProse(text.markdown, folder);
  m_view->setNumbers(text.numbers);
  QFont font = lettersOf(letters.points, letters.isBold);
  m_view->setFont(font);
  m_view->document()->setDefaultFont(font);
  m_view->document()->setUseDesignMetrics(true);
}

PaperText::PaperText(const QString& markdown, const PaperLetters& letters)
    : PaperText(
          [&markdown] {
            HandoutText text;
            text.markdown.markdown = markdown;
            return text;
          }(),
          {}, letters) {}

PaperText::~PaperText() = default;

double PaperText::indent() const { return m_letters.mark.isEmpty() ? 0 : kIndent; }

double PaperText::height(double width) const {
  m_view->document()->setTextWidth(std::max(1.0, width - indent()));
  return m_view->document()->size().height();
}

void PaperText::paint(QPainter& painter, const QRectF& place) const {
  const QColor ink = m_letters.isMuted ? theme().muted : theme().text;
  painter.save();
  painter.setFont(m_view->document()->defaultFont());
  painter.setPen(ink);
  if (!m_letters.mark.isEmpty())
    painter.drawText(QPointF(place.x(), place.y() + QFontMetricsF(painter.font()).ascent()), m_letters.mark);
  painter.translate(place.topLeft() + QPointF(indent(), 0));
  m_view->document()->setTextWidth(std::max(1.0, place.width() - indent()));
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, ink);
  m_view->document()->documentLayout()->draw(&painter, context);
  painter.restore();
}

double PaperLines::height(double) const { return m_count * kLineHeight; }

void PaperLines::paint(QPainter& painter, const QRectF& place) const {
  painter.save();
  painter.setFont(lettersOf(9, false));
  const double unit = m_unit.isEmpty() ? 0 : QFontMetricsF(painter.font()).horizontalAdvance(m_unit) + 6;
  for (int line = 1; line <= m_count; ++line) {
    const double y = place.y() + line * kLineHeight - 2, end = place.right() - (line == m_count ? unit : 0);
    painter.setPen(QPen(theme().muted, 0.6));
    painter.drawLine(QPointF(place.left(), y), QPointF(end, y));
    painter.setPen(theme().text);
    if (line == m_count && unit > 0) painter.drawText(QPointF(end + 6, y), m_unit);
  }
  painter.restore();
}

PaperFormulas::PaperFormulas(const HandoutStep& step)
    : m_values(step.values), m_panel(std::make_unique<FormulaPanel>(nullptr)) {
  for (const engine::LessonFormula& formula : step.formulas) {
    m_panel->add(formula);
    m_rows.push_back({});
  }
  for (const engine::LessonAlgorithm& algorithm : step.algorithms) {
    m_panel->add(algorithm);
    for (size_t line = 0; line < algorithm.lines.size(); ++line)
      m_rows.push_back({static_cast<int>(line) + 1, QString::fromStdString(algorithm.lines[line].what)});
  }
  m_panel->show(*m_values, {});
}

PaperFormulas::~PaperFormulas() = default;

double PaperFormulas::rowHeight(size_t row, double width) const {
  const FormulaWidget& formula = *m_panel->widgets()[row];
  if (m_rows[row].number == 0) return formula.heightFor(width, theme());
  const double what = kWhatShare * width;
  const QFontMetricsF metrics(lettersOf(9, false));
  const QRectF words = metrics.boundingRect(QRectF(0, 0, what, 1e4), Qt::TextWordWrap, m_rows[row].what);
  return std::max(formula.heightFor(width - what - kNumberWidth, theme()), words.height());
}

double PaperFormulas::height(double width) const {
  double height = 0;
  for (size_t row = 0; row < m_rows.size(); ++row) height += rowHeight(row, width) + (row > 0 ? kRowGap : 0);
  return height;
}

void PaperFormulas::paint(QPainter& painter, const QRectF& place) const {
  double y = place.y();
  for (size_t row = 0; row < m_rows.size(); ++row) {
    const double height = rowHeight(row, place.width());
    const double what = m_rows[row].number == 0 ? 0 : kWhatShare * place.width();
    const double number = m_rows[row].number == 0 ? 0 : kNumberWidth;
    painter.save();
    m_panel->widgets()[row]->paintOn(painter, {place.x() + number, y, place.width() - what - number, height}, theme());
    painter.restore();
    if (m_rows[row].number > 0) {
      painter.save();
      painter.setFont(lettersOf(9, false));
      painter.setPen(theme().muted);
      const double base = y + QFontMetricsF(painter.font()).ascent();
      painter.drawText(QPointF(place.x(), base), QString::number(m_rows[row].number));
      painter.setPen(theme().text);
      painter.drawText(QRectF(place.right() - what, y, what, height), Qt::TextWordWrap, m_rows[row].what);
      painter.restore();
    }
    y += height + kRowGap;
  }
}

void PaperColumn::add(std::unique_ptr<PaperPart> part, double gapBefore) {
  m_parts.emplace_back(std::move(part), m_parts.empty() ? 0 : gapBefore);
}

double PaperColumn::height(double width) const {
  double height = 0;
  for (const auto& [part, gap] : m_parts) height += gap + part->height(width);
  return height;
}

void PaperColumn::paint(QPainter& painter, const QRectF& place) const {
  double y = place.y();
  for (const auto& [part, gap] : m_parts) {
    const double height = part->height(place.width());
    part->paint(painter, {place.x(), y + gap, place.width(), height});
    y += gap + height;
  }
}

}  // namespace ui
