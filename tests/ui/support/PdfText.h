// The text of a PDF that Qt wrote, page by page, as somebody who selects it would get it.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace test {

/// Without blanks, which a page may leave out; ligatures taken apart.
inline QString withoutBlanks(const QString& text) {
  QString plain = text.normalized(QString::NormalizationForm_KC);
  return plain.remove(QRegularExpression(QStringLiteral("\\s")));
}

namespace pdf {

inline QHash<int, QByteArray> objectsOf(const QByteArray& file) {
  QHash<int, QByteArray> objects;
  static const QRegularExpression begin(QStringLiteral("(?:^|\\n)(\\d+) 0 obj\\s"));
  const QString text = QString::fromLatin1(file);
  for (auto found = begin.globalMatch(text); found.hasNext();) {
    const auto match = found.next();
    const qsizetype end = file.indexOf("endobj", match.capturedEnd());
    objects[match.captured(1).toInt()] = file.mid(match.capturedEnd(), end - match.capturedEnd());
  }
  return objects;
}

inline QByteArray streamOf(const QByteArray& object) {
  const qsizetype from = object.indexOf("stream\n") + 7;
  const QByteArray packed = object.mid(from, object.indexOf("endstream", from) - from);
  if (!object.left(from).contains("FlateDecode")) return packed;
  const QByteArray size("\x00\x40\x00\x00", 4);  // a guess, from which qUncompress goes up
  return qUncompress(size + packed);
}

inline int referenceIn(const QByteArray& object, const QString& name) {
  const QRegularExpression reference(name + QStringLiteral("\\s+(\\d+) 0 R"));
  return reference.match(QString::fromLatin1(object)).captured(1).toInt();
}

/// Letters by glyph.
inline QHash<int, QString> lettersOf(const QByteArray& map) {
  QHash<int, QString> letters;
  static const QRegularExpression range(QStringLiteral("<(\\w+)> <\\w+> \\[([^\\]]*)\\]"));
  static const QRegularExpression each(QStringLiteral("<(\\w+)>"));
  for (auto found = range.globalMatch(QString::fromLatin1(map)); found.hasNext();) {
    const auto match = found.next();
    int glyph = match.captured(1).toInt(nullptr, 16);
    for (auto letter = each.globalMatch(match.captured(2)); letter.hasNext();)
      letters[glyph++] = QChar(static_cast<char16_t>(letter.next().captured(1).toInt(nullptr, 16)));
  }
  return letters;
}

}  // namespace pdf

/// withoutBlanks() of each page.
inline QStringList pagesOf(const QByteArray& file) {
  const QHash<int, QByteArray> objects = pdf::objectsOf(file);
  QList<int> numbers = objects.keys();
  std::sort(numbers.begin(), numbers.end());
  QStringList pages;
  static const QRegularExpression drawn(QStringLiteral("/F(\\d+) [\\d.]+ Tf|<(\\w+)> Tj"));
  for (const int number : numbers) {
    if (!QString::fromLatin1(objects[number]).contains(QRegularExpression(QStringLiteral("/Type /Page\\s")))) continue;
    const QByteArray content = pdf::streamOf(objects[pdf::referenceIn(objects[number], QStringLiteral("/Contents"))]);
    QString text;
    QHash<int, QString> letters;
    for (auto found = drawn.globalMatch(QString::fromLatin1(content)); found.hasNext();) {
      const auto match = found.next();
      if (const int font = match.captured(1).toInt(); font > 0) {
        const int map = pdf::referenceIn(objects[font], QStringLiteral("/ToUnicode"));
        letters = pdf::lettersOf(pdf::streamOf(objects[map]));
      } else {
        text += letters.value(match.captured(2).toInt(nullptr, 16));
      }
    }
    pages << withoutBlanks(text);
  }
  return pages;
}

}  // namespace test
