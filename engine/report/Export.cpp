// The list of exporters and the choice among them and the formats of engine/io.
#include "engine/report/Export.h"

#include <algorithm>
#include <cctype>

#include "engine/io/Format.h"
#include "engine/io/Gzip.h"
#include "engine/io/WriteHeads.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

template <class T>
Exported valueOf(T value) {
  return DatasetValue(std::make_shared<const T>(std::move(value)));
}

Exported exportJson(const Dataset& dataset) { return alignmentJson(dataset); }
Exported exportSearch(const Dataset& dataset) { return searchJson(dataset); }
Exported exportReport(const Dataset& dataset) { return valueOf(searchResultOf(dataset)); }
Exported exportPair(const Dataset& dataset) { return valueOf(pairAlignmentOf(*dataset.as<ProfileAlignment>())); }
Exported exportHits(const Dataset& dataset) { return valueOf(hitAlignmentOf(*dataset.as<SearchResult>())); }
Exported exportMatrices(const Dataset& dataset) { return valueOf(alignmentArrays(*dataset.as<ProfileAlignment>())); }
Exported exportProfileArrays(const Dataset& dataset) { return valueOf(profileArrays(*dataset.as<ProfileHmm>())); }
Exported exportGeometry(const Dataset& dataset) {
  return valueOf(geometryArrays(dataset.as<ChainGeometry>()->geometry));
}
Exported exportHeads(const Dataset& dataset) { return valueOf(headArrays(*dataset.as<HeadSet>())); }
Exported exportWeights(const Dataset& dataset) {
  ArrayBundle bundle = headArrays(*dataset.as<HeadSet>());
  bundle.erase("scores");
  return valueOf(std::move(bundle));
}

/// Lower case, ".gz" dropped.
std::string suffixOf(const fs::path& path) {
  fs::path name = path.filename();
  if (name.extension() == ".gz") name = name.stem();
  std::string suffix = name.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  return suffix;
}

const Exporter* findExporter(DatasetKind kind, const std::string& suffix, const std::string& part) {
  for (const Exporter& exporter : exporters())
    if (exporter.kind == kind && exporter.suffix == suffix && exporter.part == part) return &exporter;
  return nullptr;
}

const Format* findFormat(const DatasetValue& value, const std::string& suffix) {
  for (const auto& format : formats()) {
    const std::vector<std::string> suffixes = format->suffixes();
    const bool isMeant = std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
    if (isMeant && format->canWrite(value)) return format.get();
  }
  return nullptr;
}

/// What "-" stands for.
std::string textSuffix(DatasetKind kind) {
  switch (kind) {
    case DatasetKind::sequences:
      return ".fa";
    case DatasetKind::alignment:
      return ".a3m";
    case DatasetKind::profile:
      return ".hhm";
    case DatasetKind::profileAlignment:
      return ".json";
    case DatasetKind::searchResult:
      return ".hhr";
    default:
      return {};
  }
}

/// Pairs and hits as alignments, in every format that holds these.
void addAlignmentExporters(std::vector<Exporter>& list) {
  const DatasetValue alignment = std::make_shared<const Alignment>();
  for (const auto& format : formats()) {
    if (!format->canWrite(alignment)) continue;
    for (const std::string& suffix : format->suffixes()) {
      list.push_back({DatasetKind::profileAlignment, suffix, "", "query and template rows of each path", exportPair});
      list.push_back({DatasetKind::searchResult, suffix, "",
                      "the query and each hit on its columns, or the alignment that the search built", exportHits});
    }
  }
}

std::vector<Exporter> allExporters() {
  using enum DatasetKind;
  std::vector<Exporter> list{
      {profileAlignment, ".json", "", "scores, paths with 1-based indices and aligned letters", exportJson},
      {searchResult, ".json", "", "hits with scores, paths with 1-based indices and aligned letters", exportSearch},
      {profileAlignment, ".hhr", "", "report in the layout of HH-suite", exportReport},
      {searchResult, ".hhr", "", "report in the layout of HH-suite", exportReport},
      {profileAlignment, ".npz", "matrices",
       "planes MM MI IM DG GD (or M I D) without borders, backtrace; posterior, forward_*, backward_*, visits where "
       "computed",
       exportMatrices},
      {profile, ".npz", "arrays", "weights and rows that count, neff, transitions and emissions of every column",
       exportProfileArrays},
      {geometry, ".npz", "",
       "distance omega theta phi contacts frames_R frames_t frames_valid phi_backbone psi omega_backbone ss",
       exportGeometry},
      {heads, ".npz", "", "attention (layers, H, Lq, Lk), and scores where kept", exportHeads},
      {heads, ".npy", "", "attention (layers, H, Lq, Lk)", exportWeights},
      {heads, ".safetensors", "", "attention (layers, H, Lq, Lk), and scores where kept", exportHeads},
  };
  addAlignmentExporters(list);
  return list;
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

const std::vector<Exporter>& exporters() {
  static const std::vector<Exporter> all = allExporters();
  return all;
}

std::string exportSuffixes(const Dataset& dataset, const std::string& part) {
  std::vector<std::string> known;
  for (const Exporter& exporter : exporters())
    if (exporter.kind == dataset.kind() && exporter.part == part) known.push_back(exporter.suffix);
  if (part.empty())
    for (const auto& format : formats())
      if (format->canWrite(dataset.value))
        for (const std::string& suffix : format->suffixes()) known.push_back(suffix);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::string text;
  for (const std::string& suffix : known) text += (text.empty() ? "" : ", ") + suffix;
  return text;
}

void requireKnownSuffix(const fs::path& path, const std::string& part) {
  if (path.empty() || path == "-") return;
  const std::string suffix = suffixOf(path);
  const auto isMeant = [&](const Exporter& exporter) { return exporter.suffix == suffix && exporter.part == part; };
  if (std::any_of(exporters().begin(), exporters().end(), isMeant)) return;
  if (part.empty())
    for (const auto& format : formats()) {
      const std::vector<std::string> suffixes = format->suffixes();
      if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end()) return;
    }
  fail(path.string(), ": found the suffix \"", suffix, "\", expected that of a format in which ",
       part.empty() ? "results" : part, " can be written");
}

bool canExport(const Dataset& dataset, const fs::path& path, const std::string& part) {
  const std::string suffix = path == "-" ? textSuffix(dataset.kind()) : suffixOf(path);
  return findExporter(dataset.kind(), suffix, part) || (part.empty() && findFormat(dataset.value, suffix));
}

std::string exportedContent(const Dataset& dataset, const fs::path& path, const std::string& part) {
  const std::string suffix = path == "-" ? textSuffix(dataset.kind()) : suffixOf(path);
  Exported exported = dataset.value;
  if (const Exporter* exporter = findExporter(dataset.kind(), suffix, part))
    exported = exporter->make(dataset);
  else if (!part.empty())
    failToWrite(dataset, path, part);
  if (const auto* text = std::get_if<std::string>(&exported)) return *text;
  const DatasetValue& value = std::get<DatasetValue>(exported);
  const Format* format = findFormat(value, suffix);
  if (!format) failToWrite(dataset, path, part);
  return format->write(value);
}

void exportDataset(const Dataset& dataset, const fs::path& path, const std::string& part) {
  // Heads may be more than the memory holds.
  if (const auto* heads = dataset.as<HeadSet>())
    if (part.empty() && path.extension() != ".gz" && writeHeads(*heads, path)) return;
  const std::string content = exportedContent(dataset, path, part);
  writeFileWhole(path, path.extension() == ".gz" ? packGzip(content) : content);
}

}  // namespace engine
