#include "ui/lessons/text/ProseView.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>
#include <QUrl>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/lessons/text/InlineFormula.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kNumberProperty = QTextFormat::UserProperty + 1;
constexpr double kKeySteps = 5;
const QString kControlScheme = QStringLiteral("control"), kMarkScheme = QStringLiteral("mark"),
              kLessonScheme = QStringLiteral("lesson");

QRegularExpression placeOf(char16_t kind) {
  const QChar first(kind), last(static_cast<char16_t>(kind + LessonMarkdown::kMostPlaces - 1));
  return QRegularExpression(QChar(LessonMarkdown::kPlaceBegin) + QStringLiteral("[") + first + u'-' + last +
                            QStringLiteral("]") + QChar(LessonMarkdown::kPlaceEnd));
}

/// A run of text of one live number.
struct Run {
  int begin, length;
  size_t number;
};

std::vector<Run> runsOf(const QTextDocument& document) {
  std::vector<Run> runs;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      const QTextFragment fragment = at.fragment();
      const QVariant number = fragment.charFormat().property(kNumberProperty);
      if (number.isValid()) runs.push_back({fragment.position(), fragment.length(), number.value<size_t>()});
    }
  return runs;
}

}  // namespace

ProseView::ProseView(QWidget* parent) : QTextBrowser(parent) {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  document()->setDocumentMargin(0);
  viewport()->setAutoFillBackground(false);
  setStyleSheet(QStringLiteral("QTextEdit { background: transparent; }"));
  InlineFormula::registerIn(*document());
  connect(this, &QTextBrowser::anchorClicked, this, &ProseView::follow);
  connect(this, &QTextBrowser::highlighted, this,
          [this](const QUrl& url) { Q_EMIT markHovered(url.scheme() == kMarkScheme ? url.path().toInt() : -1); });
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &ProseView::useColors);
}

void ProseView::setProse(const LessonMarkdown& prose, const QString& folder, const std::vector<QString>& controls) {
  m_prose = prose;
  m_controls = controls;
  m_texts.assign(prose.numbers.size(), QStringLiteral("…"));
  setSearchPaths({folder});
  document()->setMarkdown(prose.markdown, QTextDocument::MarkdownDialectGitHub);
  useOneSize();
  putFormulas();
  putNumbers();
  const bool hasLinks = std::any_of(controls.begin(), controls.end(), [&](const QString& control) {
    return std::any_of(prose.numbers.begin(), prose.numbers.end(),
                       [&](const LessonMarkdown::Number& number) { return number.text == control; });
  });
  const bool canBeFocused = hasLinks || !prose.marks.empty() || prose.markdown.contains(QStringLiteral("](lesson:"));
  setFocusPolicy(canBeFocused ? Qt::TabFocus : Qt::NoFocus);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                          (canBeFocused ? Qt::LinksAccessibleByKeyboard : Qt::NoTextInteraction));
  setAccessibleName(document()->toPlainText().simplified());
  useColors();
  updateGeometry();
}

void ProseView::useOneSize() {
  QTextCursor all(document());
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      QTextCharFormat format = at.fragment().charFormat();
      if (!format.fontFixedPitch()) continue;
      format.clearProperty(QTextFormat::FontPointSize);
      format.clearProperty(QTextFormat::FontPixelSize);
      all.setPosition(at.fragment().position());
      all.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
      all.setCharFormat(format);
    }
}

void ProseView::putFormulas() {
  const QRegularExpression place = placeOf(LessonMarkdown::kFormulaPlace);
  for (QTextCursor found = document()->find(place, 0); !found.isNull(); found = document()->find(place, found)) {
    const size_t index = found.selectedText()[1].unicode() - LessonMarkdown::kFormulaPlace;
    if (index < m_prose.formulas.size()) InlineFormula::insert(found, m_prose.formulas[index]);
  }
}

void ProseView::putNumbers() {
  const QRegularExpression place = placeOf(LessonMarkdown::kNumberPlace);
  for (QTextCursor found = document()->find(place, 0); !found.isNull(); found = document()->find(place, found)) {
    const size_t index = found.selectedText()[1].unicode() - LessonMarkdown::kNumberPlace;
    if (index >= m_prose.numbers.size()) continue;
    QTextCharFormat format = found.charFormat();
    format.setProperty(kNumberProperty, QVariant::fromValue(index));
    format.setUnderlineStyle(QTextCharFormat::DotLine);
    const QString& text = m_prose.numbers[index].text;
    if (std::find(m_controls.begin(), m_controls.end(), text) != m_controls.end()) {
      format.setAnchor(true);
      format.setAnchorHref(kControlScheme + u':' + text);
      format.setToolTip(tr("Drag to change %1, or press ← and →").arg(text));
    }
    found.insertText(m_texts[index], format);
  }
}

void ProseView::setNumbers(const std::vector<QString>& texts) {
  if (texts == m_texts || texts.size() != m_texts.size()) return;
  std::vector<Run> runs = runsOf(*document());
  const QTextCursor before = textCursor();
  const auto selected = std::find_if(runs.begin(), runs.end(), [&](const Run& run) {
    return before.hasSelection() && run.begin == before.selectionStart();
  });
  const std::optional<size_t> kept = selected == runs.end() ? std::nullopt : std::optional(selected->number);
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {  // from behind: places before stay
    if (run->number >= texts.size() || texts[run->number] == m_texts[run->number]) continue;
    QTextCursor cursor(document());
    cursor.setPosition(run->begin + run->length);
    const QTextCharFormat format = cursor.charFormat();
    cursor.setPosition(run->begin);
    cursor.setPosition(run->begin + run->length, QTextCursor::KeepAnchor);
    cursor.insertText(texts[run->number], format);
  }
  m_texts = texts;
  if (kept) selectNumber(*kept);
  setAccessibleName(document()->toPlainText().simplified());
  fit();
  updateGeometry();  // in other widths, too, it may be higher or lower now
}

/// The number that keys move stays the one that they move.
void ProseView::selectNumber(size_t number) {
  for (const Run& run : runsOf(*document())) {
    if (run.number != number) continue;
    QTextCursor cursor(document());
    cursor.setPosition(run.begin);
    cursor.setPosition(run.begin + run.length, QTextCursor::KeepAnchor);
    return setTextCursor(cursor);
  }
}

void ProseView::setLetterSize(int pixels) {
  QFont letters = font();
  if (letters.pixelSize() == pixels) return;
  letters.setPixelSize(pixels);
  setFont(letters);
  document()->setDefaultFont(letters);
  fit();
  updateGeometry();
}

void ProseView::useColors() {
  const Theme& theme = ThemeModel::instance().theme();
  QTextCursor all(document());
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      if (!at.fragment().charFormat().isAnchor()) continue;
      QTextCharFormat color;
      color.setForeground(theme.accent);
      all.setPosition(at.fragment().position());
      all.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
      all.mergeCharFormat(color);
    }
  fit();
}

void ProseView::follow(const QUrl& url) {
  if (url.scheme() == kMarkScheme) Q_EMIT markChosen(url.path().toInt());
  if (url.scheme() == kLessonScheme) Q_EMIT lessonWanted(url.path(), url.fragment());
}

int ProseView::heightForWidth(int width) const {
  QTextDocument* text = document();
  const double before = text->textWidth();
  if (before != width) text->setTextWidth(width);
  const int height = static_cast<int>(std::ceil(text->size().height())) + 1;
  if (before != width) text->setTextWidth(before);
  return height;
}

QSize ProseView::sizeHint() const {
  const int usual = viewport()->width() > 0 ? viewport()->width() : width();
  return {usual, heightForWidth(std::max(1, usual))};
}

QSize ProseView::minimumSizeHint() const { return {fontMetrics().averageCharWidth() * 12, fontMetrics().height()}; }

void ProseView::fit() {
  const int needed = heightForWidth(std::max(1, width()));
  if (minimumHeight() != needed) setMinimumHeight(needed);
}

void ProseView::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  fit();
}

void ProseView::wheelEvent(QWheelEvent* event) { event->ignore(); }

void ProseView::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

QString ProseView::controlAt(QPoint position) const {
  const QUrl url(anchorAt(position));
  return url.scheme() == kControlScheme ? url.path() : QString();
}

void ProseView::mousePressEvent(QMouseEvent* event) {
  m_dragged = event->button() == Qt::LeftButton ? controlAt(event->pos()) : QString();
  m_draggedFrom = event->position().x();
  if (m_dragged.isEmpty()) QTextBrowser::mousePressEvent(event);
}

void ProseView::mouseMoveEvent(QMouseEvent* event) {
  if (m_dragged.isEmpty()) {
    viewport()->setCursor(controlAt(event->pos()).isEmpty() ? viewport()->cursor() : QCursor(Qt::SizeHorCursor));
    return QTextBrowser::mouseMoveEvent(event);
  }
  if (moveControl) moveControl(m_dragged, event->position().x() - m_draggedFrom);
  m_draggedFrom = event->position().x();
}

void ProseView::mouseReleaseEvent(QMouseEvent* event) {
  if (m_dragged.isEmpty()) return QTextBrowser::mouseReleaseEvent(event);
  m_dragged.clear();
}

void ProseView::keyPressEvent(QKeyEvent* event) {
  const QUrl url(textCursor().charFormat().anchorHref());
  const int direction = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up    ? 1
                        : event->key() == Qt::Key_Left || event->key() == Qt::Key_Down ? -1
                                                                                       : 0;
  const bool isControl = url.scheme() == kControlScheme && textCursor().hasSelection();
  if (isControl && direction != 0 && moveControl) return moveControl(url.path(), direction * kKeySteps);
  const bool isOurs = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab;
  if (isOurs || event->matches(QKeySequence::Copy)) return QTextBrowser::keyPressEvent(event);
  event->ignore();
}

/// With Tab one comes to the first of its numbers and links, not to nothing.
void ProseView::focusInEvent(QFocusEvent* event) {
  QTextBrowser::focusInEvent(event);
  const bool isForth = event->reason() == Qt::TabFocusReason;
  if ((isForth || event->reason() == Qt::BacktabFocusReason) && !textCursor().hasSelection())
    focusNextPrevChild(isForth);
}

void ProseView::focusOutEvent(QFocusEvent* event) {
  QTextBrowser::focusOutEvent(event);
  Q_EMIT markHovered(-1);
}

}  // namespace ui
