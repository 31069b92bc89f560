// A session as a file: which files, which computations, which views.
#pragma once

#include <QJsonObject>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"

namespace ui {

/// A view that a session opens: kind as in views.def, datasets by id.
struct ViewRequest {
  std::string view;                   ///< as in views.def: "attention", "alignment", "dp", ...
  std::vector<std::string> datasets;  ///< first: the main one
  std::string title;                  ///< may be empty: the view chooses
  QJsonObject state = {};             ///< as View::state() tells it; empty: as a new view is
};

/// Files and databases that requests name are written relative to the session file, as sources are.
/// JSON with the keys "headlight-session" (version, 1), "title", "sources", "requests", "edits", "titles", "views",
/// "selection",
/// "window".
/// A request lists all its parameters, and under "given" the keys of those that were asked for; where that list is
/// missing, of a request with (nearly) all parameters those that are not the default, else all.
struct SessionFile {
  struct Source {
    std::string id, title;
    std::filesystem::path path;  ///< absolute in memory; written relative to the session file
  };
  std::string title;
  std::vector<Source> sources;
  std::vector<engine::Request> requests;  ///< each with an output id; inputs are ids of sources or earlier outputs
  /// By hand, of sources and results by id, in order, as text (engine/io/EditText.h): done again when these are there.
  std::map<std::string, std::vector<std::string>> edits;
  std::vector<ViewRequest> views;
  std::map<std::string, std::string> titles;  ///< of results that the user has renamed, by id
  QJsonObject selection;  ///< as SelectionModel::state() tells it; empty: nothing
  QJsonObject window;     ///< how the main window is arranged; empty: as the user has it
};

/// Throws engine::Error naming the file, the key, what was found and what was expected; also when an id is used that
/// nothing defines, or defined twice.
SessionFile readSessionFile(const std::filesystem::path& path);
/// The same session under other ids wherever `freeId(id)` is not the id itself: of sources and requests, by-products
/// ("id.part") with them, and in all that speaks of them. `freeId` is asked once for each source and request, in order.
SessionFile withFreeIds(SessionFile session, const std::function<std::string(const std::string&)>& freeId);
/// What writeSessionFile() writes into a file of this folder.
std::string sessionText(const SessionFile& session, const std::filesystem::path& folder);
/// Whole or not at all.
void writeSessionFile(const SessionFile& session, const std::filesystem::path& path);

}  // namespace ui
