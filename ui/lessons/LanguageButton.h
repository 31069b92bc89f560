// The languages of a lesson: which one it is in, the others by a click or from a menu.
#pragma once

#include <QStringList>
#include <QToolButton>

namespace ui {

/// "Deutsch" of "de"; of what is no language its letters.
QString languageName(const QString& language);

class LanguageButton : public QToolButton {
  Q_OBJECT

 public:
  explicit LanguageButton(QWidget* parent);
  /// Hidden unless there are two or more.
  void setLanguages(const QStringList& languages, const QString& current);
  /// Asks for the one behind the current one. False: there is no other.
  bool chooseNext();

 Q_SIGNALS:
  void chosen(const QString& language);

 private:
  QStringList m_languages;
  QString m_current;
};

}  // namespace ui
