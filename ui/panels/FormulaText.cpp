#include "ui/panels/FormulaText.h"

namespace ui {

namespace {

/// End of the letters and digits that begin at `from`.
qsizetype endOfWord(const QString& text, qsizetype from) {
  while (from < text.size() && text[from].isLetterOrNumber()) ++from;
  return from;
}

/// What a script reaches over: braces, or a word. `at` is moved behind it.
QString takeScript(const QString& text, qsizetype& at) {
  const bool isBraced = at < text.size() && text[at] == u'{';
  const qsizetype closing = isBraced ? text.indexOf(u'}', at) : -1;
  if (closing >= 0) {
    const QString inner = text.mid(at + 1, closing - at - 1);
    at = closing + 1;
    return inner;
  }
  const qsizetype from = at;
  at = endOfWord(text, at);
  return text.mid(from, at - from);
}

}  // namespace

QString formulaHtml(const std::string& formula) {
  const QString text = QString::fromStdString(formula);
  QString html;
  for (qsizetype at = 0; at < text.size();) {
    const QChar letter = text[at];
    if (letter == u'_' || letter == u'^') {
      const QString tag = letter == u'_' ? QStringLiteral("sub") : QStringLiteral("sup");
      const QString script = takeScript(text, ++at).toHtmlEscaped();
      html += u'<' + tag + u'>' + script + QStringLiteral("</") + tag + u'>';
    } else if (letter.isLetter()) {
      const QString word = text.mid(at, endOfWord(text, at) - at);
      at += word.size();
      html += word.size() == 1 ? QStringLiteral("<i>%1</i>").arg(word) : word;
    } else {
      html += letter == u'\n' ? QStringLiteral("<br>") : QString(letter).toHtmlEscaped();
      ++at;
    }
  }
  return html;
}

}  // namespace ui
