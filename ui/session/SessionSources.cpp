// What sessions and requests read: files of data, and nothing that never ends or opens itself.
#include "ui/session/SessionSources.h"

#include <system_error>

#include "engine/base/Error.h"
#include "engine/io/EditDataset.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"

namespace ui {

namespace {

/// The sources of a session are read without the user having named them, so none is a session that would open itself.
/// Throws Error.
void requireDataFile(const std::filesystem::path& path) {
  const char* found = noDataAt(path);
  if (path.extension() == kSessionSuffix) found = "a session";
  if (found) engine::fail(path.string(), ": found ", found, " as the source of a session, expected a file of data");
}

}  // namespace

const char* noDataAt(const std::filesystem::path& path) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (type == std::filesystem::file_type::fifo) return "a pipe";
  if (type == std::filesystem::file_type::socket) return "a socket";
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::block) return "a device";
  return nullptr;
}

void requireDataPaths(const engine::Operation& operation, const engine::ParameterValues& values) {
  for (const engine::Parameter& parameter : operation.parameters()) {
    if (parameter.path == engine::PathKind::none || !values.contains(parameter.key)) continue;
    const std::string path = values.text(parameter.key);
    if (const char* found = noDataAt(path))
      engine::fail(path, ": found ", found, " as \"", parameter.label, "\", expected a file of data");
  }
}

engine::Dataset loadSource(const SessionFile::Source& source, const std::vector<std::string>& edits,
                           engine::Diagnostics& diagnostics, engine::Progress& progress) {
  const auto& [id, title, path] = source;
  if (!id.empty()) requireDataFile(path);
  engine::Dataset dataset = engine::load(path, diagnostics, progress);
  if (!id.empty()) dataset.id = id;
  if (!title.empty()) dataset.title = title;
  engine::editAgain(dataset, edits, diagnostics);
  return dataset;
}

engine::Request withDefaults(engine::Request request) {
  try {
    request.parameters = engine::completed(engine::findOperation(request.operation).parameters(), request.parameters);
  } catch (const engine::Error&) {
  }
  return request;
}

}  // namespace ui
