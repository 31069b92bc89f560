// What sessions and requests read: files of data, and nothing that never ends or opens itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/SessionFile.h"

namespace engine {
class Operation;
}

namespace ui {

constexpr const char* kSessionSuffix = ".headlight";

/// What is there instead of data: a pipe that waits, a device that never ends. Null when it is a file, a folder or
/// nothing; what is not there is left to the reader.
const char* noDataAt(const std::filesystem::path& path);
/// Files that parameters name must be data. Throws Error.
void requireDataPaths(const engine::Operation& operation, const engine::ParameterValues& values);
/// Reads a source and does its edits again. Its id is empty where the user named the file, else a session did: then it
/// must be no session, which would open itself. Throws Error.
engine::Dataset loadSource(const SessionFile::Source& source, const std::vector<std::string>& edits,
                           engine::Diagnostics& diagnostics, engine::Progress& progress);
/// With what presets and defaults fill in, so that results and session files tell it. What cannot be completed stays as
/// it is and fails when it runs.
engine::Request withDefaults(engine::Request request);

}  // namespace ui
