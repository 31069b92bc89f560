#include "ui/lessons/ProblemList.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QProcess>
#include <QUrl>

#include "ui/look/Theme.h"

namespace ui {

ProblemList::ProblemList(QWidget* parent) : QListWidget(parent) {
  setWordWrap(true);
  setAccessibleName(tr("Problems of the lesson"));
  setFocusPolicy(Qt::TabFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  const auto open = [this](const QListWidgetItem* item) {
    Q_EMIT editorWanted(m_file, item->data(Qt::UserRole).toInt());
  };
  connect(this, &QListWidget::itemClicked, this, open);
  connect(this, &QListWidget::itemActivated, this, open);
  hide();
}

void ProblemList::setProblems(const QString& file, const std::vector<engine::LessonProblem>& problems) {
  clear();
  m_file = file;
  const Theme& theme = ThemeModel::instance().theme();
  for (const engine::LessonProblem& problem : problems) {
    auto* item = new QListWidgetItem(this);
    item->setText(QString::fromStdString(engine::problemText(QFileInfo(file).fileName().toStdString(), problem)));
    item->setData(Qt::UserRole, problem.place.line);
    item->setForeground(problem.isWarning ? theme.warning : theme.error);
    item->setToolTip(tr("Opens the editor at this line"));
  }
  setVisible(!problems.empty());
}

bool openEditor(const QString& file, int line) {
  const QStringList words = QProcess::splitCommand(qEnvironmentVariable("VISUAL"));
  if (words.isEmpty()) return QDesktopServices::openUrl(QUrl::fromLocalFile(file));
  QStringList arguments = words.mid(1);
  if (line > 0) arguments << QStringLiteral("+%1").arg(line);
  return QProcess::startDetached(words.front(), arguments << file);
}

}  // namespace ui
