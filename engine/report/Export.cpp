// The list of exporters and the choice among them and the formats of engine/io.
#include "engine/report/Export.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "engine/base/Joined.h"
#include "engine/datasets/Kind.h"
#include "engine/io/Format.h"
#include "engine/io/Gzip.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

/// Lower case, ".gz" dropped.
std::string suffixOf(const fs::path& path) {
  fs::path name = path.filename();
  if (name.extension() == ".gz") name = name.stem();
  std::string suffix = name.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  return suffix;
}

/// Those of a kind, with a suffix each.
std::vector<Exporter> exportersOf(DatasetKind kind) {
  std::vector<Exporter> list;
  for (Exporter& exporter : kindOf(kind).exporters()) {
    exporter.kind = kind;
    if (!exporter.suffix.empty()) {
      list.push_back(exporter);
      continue;
    }
    for (const auto& format : formats())
      if (format->canWrite(exporter.form))
        for (const std::string& suffix : format->suffixes()) {
          exporter.suffix = suffix;
          list.push_back(exporter);
        }
  }
  return list;
}

std::optional<Exporter> findExporter(DatasetKind kind, const std::string& suffix, const std::string& part) {
  for (Exporter& exporter : exportersOf(kind))
    if (exporter.suffix == suffix && exporter.part == part) return std::move(exporter);
  return std::nullopt;
}

const Format* findFormat(const DatasetValue& value, const std::string& suffix) {
  for (const auto& format : formats()) {
    const std::vector<std::string> suffixes = format->suffixes();
    const bool isMeant = std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
    if (isMeant && format->canWrite(value)) return format.get();
  }
  return nullptr;
}

/// What is asked for by the name of a file.
std::string suffixFor(const Dataset& dataset, const fs::path& path) {
  return path == "-" ? kindOf(dataset).textSuffix() : suffixOf(path);
}

[[noreturn]] void failToWrite(const Dataset& dataset, const fs::path& path, const std::string& part) {
  const std::string known = exportSuffixes(dataset, part), what = kindName(dataset.kind());
  if (known.empty())
    fail(path.string(), ": found ", what, " (", dataset.title, "), of which no ", part.empty() ? "file" : part,
         " can be written");
  fail(path.string(), ": cannot write ", part.empty() ? what : part + " of " + what, " (", dataset.title,
       ") in this format, expected a name that ends in ", known);
}

}  // namespace

std::string commandOf(const Dataset& dataset) {
  const Request& request = dataset.provenance.request;
  if (request.operation.empty()) return {};
  const Operation& operation = findOperation(request.operation);
  const std::vector<std::string> words = operation.wordParameters();
  std::string command = "headlight " + request.operation, options;
  const std::vector<OperationInput> inputs = operation.inputs();
  bool isOneMissing = false;  // those behind it are named
  for (size_t k = 0; k < request.inputs.size(); ++k) {
    const std::string& input = request.inputs[k];
    if (!input.empty()) command += (isOneMissing ? " --" + inputs.at(k).name : std::string{}) + " " + input;
    isOneMissing = isOneMissing || input.empty();
  }
  const ParameterValues values = completed(operation.parameters(), request.parameters);
  for (const Parameter& parameter : operation.parameters()) {
    const ParameterValue& value = values.all().at(parameter.key);
    if (!values.isGiven(parameter.key) && value == standardBeside(parameter, values)) continue;
    const bool isWord = std::find(words.begin(), words.end(), parameter.key) != words.end();
    (isWord ? command : options) += (isWord ? " " : " --" + parameter.key + " ") + parameterText(value);
  }
  return command + options;
}

std::vector<Exporter> exporters() {
  std::vector<Exporter> all;
  for (size_t k = kinds().size(); k-- > 0;)
    for (Exporter& exporter : exportersOf(static_cast<DatasetKind>(k))) all.push_back(std::move(exporter));
  return all;
}

std::string exportSuffixes(const Dataset& dataset, const std::string& part) {
  std::vector<std::string> known;
  for (const Exporter& exporter : exportersOf(dataset.kind()))
    if (exporter.part == part) known.push_back(exporter.suffix);
  if (part.empty())
    for (const auto& format : formats())
      if (format->canWrite(dataset.value))
        for (const std::string& suffix : format->suffixes()) known.push_back(suffix);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return joined(known);
}

void requireKnownSuffix(const fs::path& path, const std::string& part) {
  if (path.empty() || path == "-") return;
  const std::string suffix = suffixOf(path);
  const auto isMeant = [&](const Exporter& exporter) { return exporter.suffix == suffix && exporter.part == part; };
  const std::vector<Exporter> all = exporters();
  if (std::any_of(all.begin(), all.end(), isMeant)) return;
  if (part.empty())
    for (const auto& format : formats()) {
      const std::vector<std::string> suffixes = format->suffixes();
      if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) return;
    }
  fail(path.string(), ": found the suffix \"", suffix, "\", expected that of a format in which ",
       part.empty() ? "results" : part, " can be written");
}

bool canExport(const Dataset& dataset, const fs::path& path, const std::string& part) {
  const std::string suffix = suffixFor(dataset, path);
  return findExporter(dataset.kind(), suffix, part).has_value() || (part.empty() && findFormat(dataset.value, suffix));
}

std::string exportedContent(const Dataset& dataset, const fs::path& path, const std::string& part) {
  const std::string suffix = suffixFor(dataset, path);
  Exported exported = dataset.value;
  if (const auto exporter = findExporter(dataset.kind(), suffix, part))
    exported = exporter->make(dataset, commandOf);
  else if (!part.empty())
    failToWrite(dataset, path, part);
  if (const auto* text = std::get_if<std::string>(&exported)) return *text;
  const DatasetValue& value = std::get<DatasetValue>(exported);
  const Format* format = findFormat(value, suffix);
  if (!format) failToWrite(dataset, path, part);
  return format->write(value);
}

void exportDataset(const Dataset& dataset, const fs::path& path, const std::string& part) {
  if (part.empty() && path.extension() != ".gz" && savePieceByPiece(dataset.value, path)) return;
  const std::string content = exportedContent(dataset, path, part);
  writeFileWhole(path, path.extension() == ".gz" ? packGzip(content) : content);
}

}  // namespace engine
