#include "ui/session/SessionFile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>
#include <map>
#include <set>
#include <variant>
#include <utility>

#include "engine/io/Format.h"
#include "engine/io/Json.h"
#include "engine/operations/Operation.h"
#include "engine/remote/RemoteAddress.h"

namespace ui {

using engine::fail;
using nlohmann::json;

namespace {

constexpr int kVersion = 1;

/// Reads keys of one JSON object and names file and place in every complaint.
class ObjectReader {
 public:
  ObjectReader(const json& object, std::string place) : m_object(object), m_place(std::move(place)) {
    if (!object.is_object()) fail(m_place, ": found ", object.type_name(), ", expected an object {...}");
  }

  std::string text(const char* key) const {
    if (!m_object.contains(key)) fail(m_place, ": key \"", key, "\" is missing");
    return textOf(m_object[key], key);
  }
  std::string optionalText(const char* key) const { return m_object.contains(key) ? text(key) : std::string(); }
  /// Of all keys of an object.
  std::map<std::string, std::string> textsByKey(const char* key) const {
    std::map<std::string, std::string> result;
    if (!m_object.contains(key)) return result;
    const ObjectReader given(m_object[key], m_place + ", key \"" + key + "\"");
    for (const auto& [name, value] : given.m_object.items()) result[name] = given.textOf(value, name.c_str());
    return result;
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> result;
    for (const json& item : list(key)) result.push_back(textOf(item, key));
    return result;
  }
  json list(const char* key) const {
    if (!m_object.contains(key)) return json::array();
    if (!m_object[key].is_array())
      fail(m_place, ", key \"", key, "\": found ", m_object[key].type_name(), ", expected a list [...]");
    return m_object[key];
  }
  QJsonObject object(const char* key) const {
    if (!m_object.contains(key)) return {};
    const ObjectReader given(m_object[key], m_place + ", key \"" + key + "\"");
    return QJsonDocument::fromJson(QByteArray::fromStdString(given.m_object.dump())).object();
  }
  /// Given are those that "given" lists. Older versions had no such list and wrote all parameters that they knew, with
  /// a default that was asked for as ignored as one that was not; a request with few of them was written by hand.
  engine::ParameterValues parameters(const std::string& operation) const {
    const engine::ParameterValues values = allParameters("parameters");
    if (!m_object.contains("given")) {
      const std::vector<engine::Parameter> known = parametersOf(operation);
      return 2 * values.all().size() < known.size() ? values : engine::changedValues(known, values);
    }
    const std::vector<std::string> list = texts("given");
    const std::set<std::string> given(list.begin(), list.end());
    engine::ParameterValues result;
    for (const auto& [key, value] : values.all())
      given.count(key) != 0 ? result.set(key, value) : result.fill(key, value);
    return result;
  }

 private:
  /// None of an operation that does not exist: running it will say so.
  static std::vector<engine::Parameter> parametersOf(const std::string& operation) {
    for (const auto& known : engine::operations())
      if (known->id() == operation) return known->parameters();
    return {};
  }
  engine::ParameterValues allParameters(const char* key) const {
    engine::ParameterValues values;
    if (!m_object.contains(key)) return values;
    const ObjectReader given(m_object[key], m_place + ", key \"" + key + "\"");
    for (const auto& [name, value] : given.m_object.items()) {
      if (value.is_boolean())
        values.set(name, value.get<bool>());
      else if (value.is_number_integer())
        values.set(name, value.get<std::int64_t>());
      else if (value.is_number())
        values.set(name, value.get<double>());
      else
        values.set(name, given.textOf(value, name.c_str()));
    }
    return values;
  }
  std::string textOf(const json& value, const char* key) const {
    if (!value.is_string()) fail(m_place, ", key \"", key, "\": found ", value.type_name(), ", expected a text");
    return value.get<std::string>();
  }

  const json& m_object;
  std::string m_place;
};

std::string numbered(const std::string& place, const char* what, size_t k) {
  return place + ", " + what + " " + std::to_string(k + 1);
}

json jsonOf(const QJsonObject& object) {
  return engine::parseJson(QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString(), "the state of a view");
}

json parametersJson(const engine::ParameterValues& values) {
  json object = json::object();
  for (const auto& [key, value] : values.all()) std::visit([&, &key = key](const auto& v) { object[key] = v; }, value);
  return object;
}

json givenKeys(const engine::ParameterValues& values) {
  json keys = json::array();
  for (const auto& [key, value] : values.all())
    if (values.isGiven(key)) keys.push_back(key);
  return keys;
}

/// The same parameters with `change` done to those that name something on disk.
engine::ParameterValues withPaths(const engine::Request& request,
                                  const std::function<std::filesystem::path(const std::filesystem::path&)>& change) {
  engine::ParameterValues values = request.parameters;
  for (const auto& operation : engine::operations()) {
    if (operation->id() != request.operation) continue;
    for (const engine::Parameter& parameter : operation->parameters()) {
      const std::string& key = parameter.key;
      if (parameter.path == engine::PathKind::none || !values.contains(key)) continue;
      const auto* named = std::get_if<std::string>(&values.all().at(key));  // running it will say what else is wrong
      if (!named || named->empty()) continue;
      const std::string changed = change(*named).string();
      values.isGiven(key) ? values.set(key, changed) : values.fill(key, changed);
    }
  }
  return values;
}

/// Every id is defined once, and before it is used.
void checkIds(const SessionFile& session, const std::string& place) {
  std::set<std::string> known, results;
  const auto define = [&](const std::string& id) {
    if (id.empty()) fail(place, ": an id is empty");
    if (!known.insert(id).second) fail(place, ": the id \"", id, "\" is defined twice");
  };
  // Which by-products a request has shows only when it is run: "dot.arrays" of the request whose output is "dot".
  const auto isByProduct = [&](const std::string& id) {
    return std::any_of(results.begin(), results.end(),
                       [&](const std::string& result) { return id.starts_with(result + "."); });
  };
  const auto use = [&](const std::vector<std::string>& ids, const std::string& where) {
    for (const std::string& id : ids)
      if (!known.count(id) && !isByProduct(id))
        fail(where, ": found the id \"", id, "\", which nothing before it defines");
  };
  for (const SessionFile::Source& source : session.sources) define(source.id);
  for (size_t k = 0; k < session.requests.size(); ++k) {
    std::vector<std::string> given = session.requests[k].inputs;
    std::erase(given, "");  // an optional one before another
    use(given, numbered(place, "request", k));
    define(session.requests[k].output);
    results.insert(session.requests[k].output);
  }
  for (size_t k = 0; k < session.views.size(); ++k) use(session.views[k].datasets, numbered(place, "view", k));
}

/// New ids for old ones, of by-products too.
class Renaming {
 public:
  std::string define(const std::string& id, const std::string& renamed) {
    if (renamed != id) m_renamed[id] = renamed;
    return renamed;
  }
  std::string of(const std::string& id) const {
    if (const auto found = m_renamed.find(id); found != m_renamed.end()) return found->second;
    for (const auto& [from, to] : m_renamed)
      if (id.starts_with(from + ".")) return to + id.substr(from.size());
    return id;
  }
  /// The same for the texts in what views and selection tell of themselves.
  QJsonValue of(const QJsonValue& value) const {
    if (value.isString()) return QString::fromStdString(of(value.toString().toStdString()));
    if (value.isArray()) {
      QJsonArray array;
      for (const QJsonValue& item : value.toArray()) array.append(of(item));
      return array;
    }
    if (!value.isObject()) return value;
    QJsonObject object = value.toObject();
    for (const QString& key : object.keys()) object[key] = of(object.value(key));
    return object;
  }

 private:
  std::map<std::string, std::string> m_renamed;
};

}  // namespace

SessionFile readSessionFile(const std::filesystem::path& path) {
  const std::string place = path.string();
  const json root = engine::parseJson(engine::readFileWhole(path), place);
  const ObjectReader top(root, place);
  if (!root.contains("headlight-session") || root["headlight-session"] != kVersion)
    fail(place, ": key \"headlight-session\": expected the version number ", kVersion);

  SessionFile session;
  session.title = top.optionalText("title");
  const json sources = top.list("sources"), requests = top.list("requests"), views = top.list("views");
  for (size_t k = 0; k < sources.size(); ++k) {
    const ObjectReader source(sources[k], numbered(place, "source", k));
    session.sources.push_back({source.text("id"), source.optionalText("title"),
                               engine::pathFrom(engine::absolutePath(path).parent_path(), source.text("path"))});
  }
  for (size_t k = 0; k < requests.size(); ++k) {
    const ObjectReader request(requests[k], numbered(place, "request", k));
    engine::Request read{request.text("operation"), request.texts("inputs"),
                         request.parameters(request.text("operation")), request.text("output")};
    read.parameters = withPaths(read, [&](const auto& given) {
      const std::filesystem::path whole = engine::pathFrom(engine::absolutePath(path).parent_path(), given);
      return engine::isRemote(whole) ? whole : whole.lexically_normal();
    });
    session.requests.push_back(std::move(read));
  }
  const json edits = top.list("edits");
  for (size_t k = 0; k < edits.size(); ++k) {
    const ObjectReader edit(edits[k], numbered(place, "edit", k));
    session.edits[edit.text("dataset")] = edit.texts("edits");
  }
  for (size_t k = 0; k < views.size(); ++k) {
    const ObjectReader view(views[k], numbered(place, "view", k));
    session.views.push_back(
        {view.text("view"), view.texts("datasets"), view.optionalText("title"), view.object("state")});
  }
  session.titles = top.textsByKey("titles");
  session.selection = top.object("selection");
  session.window = top.object("window");
  checkIds(session, place);
  return session;
}

SessionFile withFreeIds(SessionFile session, const std::function<std::string(const std::string&)>& freeId) {
  Renaming renaming;
  for (SessionFile::Source& source : session.sources) source.id = renaming.define(source.id, freeId(source.id));
  for (engine::Request& request : session.requests) {
    for (std::string& input : request.inputs) input = renaming.of(input);
    request.output = renaming.define(request.output, freeId(request.output));
  }
  std::map<std::string, std::string> titles;
  for (const auto& [id, title] : session.titles) titles[renaming.of(id)] = title;
  session.titles = std::move(titles);
  for (auto& [id, edits] : std::exchange(session.edits, {})) session.edits[renaming.of(id)] = edits;
  for (ViewRequest& view : session.views) {
    for (std::string& id : view.datasets) id = renaming.of(id);
    view.state = renaming.of(QJsonValue(view.state)).toObject();
  }
  session.selection = renaming.of(QJsonValue(session.selection)).toObject();
  return session;
}

std::string sessionText(const SessionFile& session, const std::filesystem::path& folder) {
  json root = {{"headlight-session", kVersion}, {"title", session.title}};
  for (const char* key : {"sources", "requests", "views"}) root[key] = json::array();
  const auto fromFolder = [&](const std::filesystem::path& path) {
    return engine::isRemote(path) ? path : std::filesystem::absolute(path).lexically_proximate(folder);
  };
  for (const SessionFile::Source& source : session.sources)
    root["sources"].push_back(
        {{"id", source.id}, {"title", source.title}, {"path", fromFolder(source.path).string()}});
  for (const engine::Request& request : session.requests)
    root["requests"].push_back({{"operation", request.operation},
                                {"inputs", request.inputs},
                                {"parameters", parametersJson(withPaths(request, fromFolder))},
                                {"given", givenKeys(request.parameters)},
                                {"output", request.output}});
  for (const auto& [id, edits] : session.edits) root["edits"].push_back({{"dataset", id}, {"edits", edits}});
  for (const ViewRequest& view : session.views) {
    json written = {{"view", view.view}, {"datasets", view.datasets}, {"title", view.title}};
    if (!view.state.isEmpty()) written["state"] = jsonOf(view.state);
    root["views"].push_back(std::move(written));
  }
  if (!session.titles.empty()) root["titles"] = session.titles;
  if (!session.selection.isEmpty()) root["selection"] = jsonOf(session.selection);
  if (!session.window.isEmpty()) root["window"] = jsonOf(session.window);
  // JSON is UTF-8: bytes of other encodings in titles and ids become replacement characters.
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

void writeSessionFile(const SessionFile& session, const std::filesystem::path& path) {
  engine::writeFileWhole(path, sessionText(session, std::filesystem::absolute(path).parent_path()));
}

}  // namespace ui
