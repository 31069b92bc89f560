// The list of exporters and the choice among them and the formats of engine/io.
#include "engine/operations/Export.h"

#include <algorithm>
#include <cctype>

#include "engine/io/Format.h"
#include "engine/io/Gzip.h"

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

std::string knownSuffixes(const Dataset& dataset, const std::string& part) {
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
  return text.empty() ? "nothing: it has no file format" : text;
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

[[noreturn]] void failToWrite(const Dataset& dataset, const fs::path& path, const std::string& part) {
  fail(path.string(), ": cannot write ",
       part.empty() ? kindName(dataset.kind()) : part + " of " + kindName(dataset.kind()), " (", dataset.title,
       ") in this format, expected a name that ends in ", knownSuffixes(dataset, part));
}

}  // namespace

const std::vector<Exporter>& exporters() {
  using enum DatasetKind;
  static const std::vector<Exporter> all{
      {profileAlignment, ".json", "", "scores, paths with 1-based indices and aligned letters", exportJson},
      {searchResult, ".json", "", "hits with scores, paths with 1-based indices and aligned letters", exportSearch},
      {profileAlignment, ".hhr", "", "report in the layout of HH-suite", exportReport},
      {profileAlignment, ".a3m", "", "query and template rows of each path", exportPair},
      {profileAlignment, ".npz", "matrices",
       "planes MM MI IM DG GD (or M I D) without borders, backtrace; posterior, forward_*, backward_*, visits where "
       "computed",
       exportMatrices},
      {profile, ".npz", "arrays", "weights and rows that count, neff, transitions and emissions of every column",
       exportProfileArrays},
      {searchResult, ".a3m", "", "the query and each hit on its columns, or the alignment that the search built",
       exportHits},
      {geometry, ".npz", "",
       "distance omega theta phi contacts frames_R frames_t frames_valid phi_backbone psi omega_backbone ss",
       exportGeometry},
      {heads, ".npz", "", "attention (layers, H, Lq, Lk), and scores where kept", exportHeads},
  };
  return all;
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
  const std::string content = exportedContent(dataset, path, part);
  writeFileWhole(path, path.extension() == ".gz" ? packGzip(content) : content);
}

}  // namespace engine
