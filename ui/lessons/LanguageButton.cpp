#include "ui/lessons/LanguageButton.h"

#include <QActionGroup>
#include <QLocale>
#include <QMenu>

namespace ui {

QString languageName(const QString& language) {
  const QLocale locale(language);
  if (locale.language() == QLocale::C) return language;
  const QString name = language == QStringLiteral("en") ? QStringLiteral("English") : locale.nativeLanguageName();
  return name.isEmpty() ? language : name.left(1).toUpper() + name.mid(1);
}

LanguageButton::LanguageButton(QWidget* parent) : QToolButton(parent) {
  setFocusPolicy(Qt::TabFocus);
  setPopupMode(QToolButton::MenuButtonPopup);
  setMenu(new QMenu(this));
  hide();
  connect(this, &QToolButton::clicked, this, &LanguageButton::chooseNext);
}

void LanguageButton::setLanguages(const QStringList& languages, const QString& current) {
  m_languages = languages;
  m_current = current;
  menu()->clear();
  auto* group = new QActionGroup(menu());
  for (const QString& language : languages) {
    QAction* action = menu()->addAction(languageName(language), this, [this, language] { Q_EMIT chosen(language); });
    action->setCheckable(true);
    action->setChecked(language == current);
    group->addAction(action);
  }
  setText(current);
  const QString name = tr("Language of the lesson: %1 (L: the next one)").arg(languageName(current));
  setToolTip(name);
  setAccessibleName(name);
  setVisible(languages.size() > 1);
}

bool LanguageButton::chooseNext() {
  if (m_languages.size() < 2) return false;
  Q_EMIT chosen(m_languages[(m_languages.indexOf(m_current) + 1) % m_languages.size()]);
  return true;
}

}  // namespace ui
