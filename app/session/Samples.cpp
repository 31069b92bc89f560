// The sample sessions that come with the program.
#include "app/session/Samples.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <utility>

#include "app/session/Resources.h"
#include "engine/base/Error.h"
#include "ui/session/SessionFile.h"

namespace app {

namespace {

/// Name of the file, then what samples.json says of it.
std::vector<std::pair<QString, QJsonObject>> describedIn(const QDir& folder) {
  QFile file(folder.filePath(QStringLiteral("samples.json")));
  if (!file.open(QIODevice::ReadOnly)) return {};
  std::vector<std::pair<QString, QJsonObject>> described;
  for (const QJsonValue& entry : QJsonDocument::fromJson(file.readAll()).array())
    described.emplace_back(entry[QStringLiteral("file")].toString(), entry.toObject());
  return described;
}

Sample sampleOf(const QString& path, const QJsonObject& described) {
  Sample sample{QFileInfo(path).completeBaseName(), path, described[QStringLiteral("door")].toString(),
                described[QStringLiteral("shows")].toString(), described[QStringLiteral("picture")].toString()};
  if (sample.door.isEmpty()) sample.door = QStringLiteral("learn");
  try {
    const ui::SessionFile session = ui::readSessionFile(path.toStdString());
    if (!session.title.empty()) sample.title = QString::fromStdString(session.title);
    sample.numFiles = static_cast<int>(session.sources.size());
    for (const ui::SessionFile::Source& source : session.sources)
      sample.bytes += QFileInfo(QString::fromStdString(source.path.string())).size();
  } catch (const engine::Error&) {  // opening it will say what is wrong
  }
  return sample;
}

std::vector<Sample> samplesIn(const QDir& folder) {
  std::vector<std::pair<QString, QJsonObject>> wanted = describedIn(folder);
  for (const QString& name : folder.entryList({QStringLiteral("*.headlight")}, QDir::Files, QDir::Name)) {
    const auto isNamed = [&](const auto& entry) { return entry.first == name; };
    if (std::none_of(wanted.begin(), wanted.end(), isNamed)) wanted.emplace_back(name, QJsonObject());
  }
  std::vector<Sample> samples;
  for (const auto& [name, described] : wanted)
    if (folder.exists(name))
      samples.push_back(sampleOf(QFileInfo(folder.filePath(name)).canonicalFilePath(), described));
  return samples;
}

}  // namespace

std::vector<Sample> findSamples() {
  for (const std::filesystem::path& folder : resourceFolders()) {
    std::vector<Sample> samples = samplesIn(QDir(QString::fromStdString((folder / "samples").string())));
    if (!samples.empty()) return samples;
  }
  return {};
}

}  // namespace app
