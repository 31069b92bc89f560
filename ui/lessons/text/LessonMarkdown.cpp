#include "ui/lessons/text/LessonMarkdown.h"

#include <algorithm>

namespace ui {

namespace {

/// Goes through the text once, from left to right.
class Reader {
 public:
  Reader(const engine::LessonProse& prose, engine::LessonProblems& problems)
      : m_text(QString::fromStdString(prose.markdown)), m_start(prose.place), m_problems(problems) {}

  LessonMarkdown read() {
    while (m_at < m_text.size()) readNext();
    return std::move(m_result);
  }

 private:
  void readNext() {
    const QChar next = m_text[m_at];
    if (next == u'\\' && m_at + 1 < m_text.size()) return keep(2);
    if (next == u'`') return keepCode();
    if (next == u'$' && readFormula()) return;
    if (next == u'{' && readNumber()) return;
    if (next == u']' && readMark()) return;
    keep(1);
  }

  void keep(qsizetype count) {
    m_result.markdown += m_text.mid(m_at, count);
    m_at += count;
  }

  void keepCode() {
    qsizetype ticks = 0;
    while (m_at + ticks < m_text.size() && m_text[m_at + ticks] == u'`') ++ticks;
    const qsizetype end = m_text.indexOf(QString(ticks, u'`'), m_at + ticks);
    keep(end < 0 ? ticks : end + ticks - m_at);
  }

  bool readFormula() {
    const bool isDisplayed = m_text.mid(m_at, 2) == QStringLiteral("$$");
    const qsizetype width = isDisplayed ? 2 : 1, begin = m_at + width;
    const qsizetype end = m_text.indexOf(isDisplayed ? QStringLiteral("$$") : QStringLiteral("$"), begin);
    if (end <= begin || isFull(m_result.formulas.size())) return false;
    const QString tex = m_text.mid(begin, end - begin);
    // "costs $5 and $6" is no formula: nothing stands apart from its dollar signs.
    if (!isDisplayed && (tex.front().isSpace() || tex.back().isSpace() || tex.contains(QStringLiteral("\n\n"))))
      return false;
    m_result.formulas.push_back({tex.trimmed(), isDisplayed, placeOf(begin)});
    putPlace(LessonMarkdown::kFormulaPlace, m_result.formulas.size() - 1);
    m_at = end + width;
    return true;
  }

  bool readNumber() {
    const qsizetype end = m_text.indexOf(u'}', m_at);
    if (end < 0 || isFull(m_result.numbers.size())) return false;
    const QString inBraces = m_text.mid(m_at + 1, end - m_at - 1);
    const std::string text = inBraces.toStdString();
    const auto number = engine::parseLiveNumber(text, placeOf(m_at + 1), m_problems);
    if (!number) return false;
    m_result.numbers.push_back({*number, inBraces.trimmed()});
    putPlace(LessonMarkdown::kNumberPlace, m_result.numbers.size() - 1);
    m_at = end + 1;
    return true;
  }

  bool readMark() {
    const QString opening = QStringLiteral("](mark:");
    if (m_text.mid(m_at, opening.size()) != opening) return false;
    const qsizetype begin = m_at + opening.size();
    qsizetype end = begin;
    for (int depth = 1; end < m_text.size(); ++end) {
      depth += m_text[end] == u'(' ? 1 : m_text[end] == u')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (end >= m_text.size()) return false;
    const std::string text = m_text.mid(begin, end - begin).toStdString();
    const auto mark = engine::LessonExpression::parse(text, placeOf(begin), m_problems);
    if (!mark) return false;
    m_result.marks.push_back(*mark);
    m_result.markdown += opening + QString::number(m_result.marks.size() - 1) + u')';
    m_at = end + 1;
    return true;
  }

  static bool isFull(size_t count) { return count >= static_cast<size_t>(LessonMarkdown::kMostPlaces); }

  void putPlace(char16_t kind, size_t index) {
    m_result.markdown += QChar(LessonMarkdown::kPlaceBegin);
    m_result.markdown += QChar(static_cast<char16_t>(kind + index));
    m_result.markdown += QChar(LessonMarkdown::kPlaceEnd);
  }

  engine::LessonPlace placeOf(qsizetype at) const {
    const auto before = QStringView(m_text).left(at);
    const auto lines = static_cast<int>(before.count(u'\n'));
    const qsizetype lineBegin = before.lastIndexOf(u'\n') + 1;
    const auto column = static_cast<int>(before.mid(lineBegin).toUcs4().size());
    return {m_start.line + lines, (lines == 0 ? std::max(1, m_start.column) : 1) + column};
  }

  const QString m_text;
  const engine::LessonPlace m_start;
  engine::LessonProblems& m_problems;
  qsizetype m_at = 0;
  LessonMarkdown m_result;
};

}  // namespace

LessonMarkdown readLessonMarkdown(const engine::LessonProse& prose, engine::LessonProblems& problems) {
  return Reader(prose, problems).read();
}

}  // namespace ui
