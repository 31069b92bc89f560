// The list of formats, and which of them a file is in.
#include "engine/io/Format.h"

#include <algorithm>
#include <cctype>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"

namespace engine {

#define FORMAT(Name) std::unique_ptr<const Format> make##Name();
#include "engine/io/formats.def"
#undef FORMAT

namespace {

/// Last suffix in lower case, ".gz" dropped: "x.A3M.gz" gives ".a3m".
std::string suffixOf(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return std::filesystem::path(name).extension().string();
}

}  // namespace

std::string Format::write(const DatasetValue& value) const {
  fail("the format ", title(), " cannot hold ", kindName(value.kind()));
}

const std::vector<std::unique_ptr<const Format>>& formats() {
  static const std::vector<std::unique_ptr<const Format>> list = [] {
    std::vector<std::unique_ptr<const Format>> all;
#define FORMAT(Name) all.push_back(make##Name());
#include "engine/io/formats.def"
#undef FORMAT
    return all;
  }();
  return list;
}

const Format& recogniseFormat(std::string_view content, const std::string& source) {
  if (content.empty()) fail(source, ": the file is empty");
  const std::string_view head = content.substr(0, kSniffBytes);
  const std::string suffix = suffixOf(source);
  const Format* best = nullptr;
  int surest = 0;
  for (const auto& format : formats()) {
    const int sureness = format->sniff(head, suffix);
    if (sureness > surest) {
      surest = sureness;
      best = format.get();
    }
  }
  if (best) return *best;
  fail(source, ": the content is in none of the known formats (", joined(formats(), &Format::title), ")");
}

const Format& formatForWriting(const std::filesystem::path& path, const DatasetValue& value) {
  const std::string suffix = suffixOf(path);
  std::vector<std::string> possible;
  const Format* unable = nullptr;
  for (const auto& format : formats()) {
    const std::vector<std::string> suffixes = format->suffixes();
    const bool matches = std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
    const bool able = format->canWrite(value);
    if (matches && able) return *format;
    if (matches) unable = format.get();
    if (able) possible.insert(possible.end(), suffixes.begin(), suffixes.end());
  }
  const std::string kind = kindName(value.kind());
  if (possible.empty()) fail(path.string(), ": there is no file format for ", kind);
  if (unable)
    fail(path.string(), ": the format ", unable->title(), " cannot hold ", kind, ", expected a name that ends in ",
         joined(possible));
  fail(path.string(), ": found the suffix \"", suffix, "\", expected for ", kind, " one of ", joined(possible));
}

}  // namespace engine
