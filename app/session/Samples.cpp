// The sample sessions that come with the program.
#include "app/session/Samples.h"

#include <QCoreApplication>
#include <QDir>

#include "engine/base/Error.h"
#include "ui/session/SessionFile.h"

namespace app {

namespace {

QStringList candidateFolders() {
  const QString program = QCoreApplication::applicationDirPath();
  QStringList folders;
  const QString chosen = qEnvironmentVariable("HEADLIGHT_RESOURCES");
  if (!chosen.isEmpty()) folders << chosen;
  for (const char* place : {"/resources", "/../resources", "/../../resources", "/../share/headlight"}) {
    folders << program + QString::fromLatin1(place);
  }
  return folders;
}

}  // namespace

std::vector<Sample> findSamples() {
  std::vector<Sample> samples;
  for (const QString& folder : candidateFolders()) {
    const QDir directory(folder + QStringLiteral("/samples"));
    for (const QFileInfo& file : directory.entryInfoList({QStringLiteral("*.headlight")}, QDir::Files, QDir::Name)) {
      const QString path = file.canonicalFilePath();
      try {
        const QString title = QString::fromStdString(ui::readSessionFile(path.toStdString()).title);
        samples.push_back({title.isEmpty() ? file.completeBaseName() : title, path});
      } catch (const engine::Error&) {
        samples.push_back({file.completeBaseName(), path});  // opening it will say what is wrong
      }
    }
    if (!samples.empty()) break;
  }
  return samples;
}

}  // namespace app
