#include "ui/views/headtable/HeadFilter.h"

#include <QObject>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::HeadColumn;
using engine::HeadStatistics;

namespace {

/// Letters, digits and what tells columns apart: "P@L / 5" and "p@l/5" are the same.
QString plain(const QString& name) {
  QString text;
  for (const QChar letter : name.toLower())
    if (letter.isLetterOrNumber() || letter == u'@' || letter == u'/' || letter == u':') text += letter;
  return text;
}

const HeadColumn* columnOfName(const QString& name, const std::vector<HeadColumn>& columns) {
  const QString wanted = plain(name);
  if (wanted.isEmpty()) return nullptr;
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const HeadColumn& column) {
    return plain(QString::fromStdString(column.title)) == wanted || plain(QString::fromStdString(column.key)) == wanted;
  });
  return found == columns.end() ? nullptr : &*found;
}

QStringList wordsOf(QString text) {
  QStringList words = text.replace(u',', u' ').replace(u';', u' ').simplified().split(u' ', Qt::SkipEmptyParts);
  words.removeAll(QStringLiteral("and"));
  return words;
}

HeadRelation relationOf(const QString& sign) {
  if (sign == QStringLiteral("<")) return HeadRelation::less;
  if (sign == QStringLiteral(">")) return HeadRelation::more;
  if (sign == QStringLiteral("<=") || sign == QStringLiteral("≤")) return HeadRelation::atMost;
  if (sign == QStringLiteral(">=") || sign == QStringLiteral("≥")) return HeadRelation::atLeast;
  return HeadRelation::equal;
}

/// The longest name of a column at the end of these words, which are taken away.
const HeadColumn* takeColumn(QStringList& words, const std::vector<HeadColumn>& columns) {
  for (qsizetype first = 0; first < words.size(); ++first) {
    const HeadColumn* const column = columnOfName(words.mid(first).join(u' '), columns);
    if (!column) continue;
    words = words.mid(0, first);
    return column;
  }
  return nullptr;
}

/// The number that the text begins with, and how long it is.
struct Number {
  double value = 0;
  qsizetype length = 0;
};
std::optional<Number> numberAt(const QString& text) {
  static const QRegularExpression kNumber(
      QStringLiteral(R"(^\s*([-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-−+]?\d+)?)\s*(%?))"));
  const QRegularExpressionMatch match = kNumber.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const double value = readNumber(match.captured(1));
  return Number{match.captured(2).isEmpty() ? value : value / 100, match.capturedLength()};
}

bool fulfils(const HeadCondition& condition, const HeadColumn& column, const HeadStatistics& head) {
  const std::optional<double> number = column.number(head);
  if (!number) {
    const QString text = QString::fromStdString(column.text(head));
    return !condition.words.isEmpty() && text.startsWith(condition.words, Qt::CaseInsensitive);
  }
  if (!condition.words.isEmpty()) return false;
  switch (condition.relation) {
    case HeadRelation::less:
      return *number < condition.limit;
    case HeadRelation::atMost:
      return *number <= condition.limit;
    case HeadRelation::equal:  // as it is shown
      return std::abs(*number - condition.limit) <= 0.5 * std::pow(10.0, -column.decimals);
    case HeadRelation::atLeast:
      return *number >= condition.limit;
    case HeadRelation::more:
      return *number > condition.limit;
  }
  return false;
}

}  // namespace

bool HeadFilter::keeps(const HeadStatistics& head, const std::vector<HeadColumn>& columns) const {
  const QString names = QString::fromStdString(head.label() + ", " + head.tags());
  const bool hasWords = std::all_of(words.begin(), words.end(),
                                    [&](const QString& word) { return names.contains(word, Qt::CaseInsensitive); });
  return hasWords && std::all_of(conditions.begin(), conditions.end(), [&](const HeadCondition& condition) {
           const HeadColumn* const column = engine::findColumn(columns, condition.key);
           return column && fulfils(condition, *column, head);
         });
}

HeadFilter readHeadFilter(const QString& text, const std::vector<HeadColumn>& columns) {
  static const QRegularExpression kSign(QStringLiteral("<=|>=|[<>=≤≥]"));
  HeadFilter filter;
  qsizetype from = 0;
  for (QRegularExpressionMatch match = kSign.match(text); match.hasMatch(); match = kSign.match(text, from)) {
    QStringList words = wordsOf(text.mid(from, match.capturedStart() - from));
    const QString asked = words.join(u' ');
    const HeadColumn* const column = takeColumn(words, columns);
    filter.words += words;
    from = match.capturedEnd();
    if (!column) {
      filter.words.clear();
      filter.problem = asked.isEmpty() ? QObject::tr("Which column? Write \"P@L > 0.2\"")
                                       : QObject::tr("No column is called \"%1\"").arg(asked);
      return filter;
    }
    HeadCondition condition{column->key, relationOf(match.captured())};
    if (const auto number = numberAt(text.mid(from))) {
      condition.limit = number->value;
      from += number->length;
    } else if (condition.relation == HeadRelation::equal) {
      const qsizetype comma = text.indexOf(u',', from);
      condition.words = text.mid(from, comma < 0 ? -1 : comma - from).trimmed();
      from = comma < 0 ? text.size() : comma + 1;
      if (condition.words.isEmpty()) continue;  // still being written
    } else {
      filter.problem = QObject::tr("%1 %2 which number?").arg(QString::fromStdString(column->title), match.captured());
      continue;
    }
    filter.conditions.push_back(condition);
  }
  filter.words += wordsOf(text.mid(from));
  return filter;
}

}  // namespace ui
