#include "engine/operations/heads/UnfinishedHeads.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/io/FileContent.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kKind = "headlight heads of proteins, unfinished";
constexpr int kVersion = 1;

/// The shortest text that gives the same number again.
template <class Number>
void add(std::string& text, Number value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// Written as text and not as a tree of values: this is done after every protein, and the tree would be large.

void addMeans(std::string& text, const std::vector<RunningMean>& means) {
  text += '[';
  for (const RunningMean& one : means) {
    text += text.back() == '[' ? "[" : ",[";
    add(text, one.count);
    text += ',';
    add(text, one.mean);
    text += ',';
    add(text, one.squares);
    text += ']';
  }
  text += ']';
}

std::vector<RunningMean> meansOf(const Json& list, std::size_t count) {
  if (!list.is_array() || list.size() != count)
    fail("found ", list.size(), " numbers of a head, expected ", count, " (of another version of the program)");
  std::vector<RunningMean> means;
  for (const Json& one : list)
    means.push_back({one.at(0).get<Index>(), one.at(1).get<double>(), one.at(2).get<double>()});
  return means;
}

std::string textOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void addHead(std::string& text, const HeadsOverProteins::Head& head) {
  Json labels = Json::object();
  for (const auto& [name, found] : head.labels) labels[name] = {static_cast<int>(found.rule), found.count};
  text += "{\"numbers\":";
  addMeans(text, head.numbers);
  text += ",\"offsets\":";
  addMeans(text, head.offsets);
  text.append(",\"labels\":").append(textOf(labels)) += '}';
}

HeadsOverProteins::Head headOf(const Json& json) {
  constexpr std::size_t kOffsets = 65;
  HeadsOverProteins::Head head;
  head.numbers = meansOf(json.at("numbers"), HeadsOverProteins::keys().size());
  head.offsets = meansOf(json.at("offsets"), kOffsets);
  for (const auto& [name, found] : json.at("labels").items()) {
    const int rule = found.at(0).get<int>();
    if (rule < 0 || rule > static_cast<int>(HeadRule::other)) fail("found rule ", rule, " of a label");
    head.labels[name] = {static_cast<HeadRule>(rule), found.at(1).get<Index>()};
  }
  return head;
}

Json proteinJson(const ProteinOfTable& protein) {
  return {protein.name, protein.residues, protein.structure, protein.problem, protein.isCounted};
}

ProteinOfTable proteinOf(const Json& json) {
  return {json.at(0).get<std::string>(), json.at(1).get<Index>(), json.at(2).get<std::string>(),
          json.at(3).get<std::string>(), json.at(4).get<bool>()};
}

UnfinishedHeads workOf(const Json& json) {
  if (json.value("kind", "") != kKind) fail("found another file, expected what \"heads\" over proteins has begun");
  if (json.at("version").get<int>() != kVersion) fail("was written by another version of the program");
  UnfinishedHeads work;
  work.asked = json.at("asked").get<std::map<std::string, std::string>>();
  for (const Json& protein : json.at("proteins")) work.proteins.push_back(proteinOf(protein));
  work.sum.numLayers = json.at("layers").get<Index>();
  work.sum.numHeads = json.at("heads_per_layer").get<Index>();
  work.sum.numProteins = json.at("counted").get<Index>();
  for (const Json& head : json.at("heads")) work.sum.heads.push_back(headOf(head));
  Index counted = 0;
  for (const ProteinOfTable& protein : work.proteins) counted += protein.isCounted ? 1 : 0;
  const Index heads = std::ssize(work.sum.heads);
  const bool fits = work.sum.numLayers >= 0 && work.sum.numHeads >= 0 && work.sum.numLayers <= heads &&
                    work.sum.numLayers * work.sum.numHeads == heads && counted == work.sum.numProteins;
  if (!fits) fail("the numbers of heads or proteins contradict each other");
  return work;
}

}  // namespace

void UnfinishedHeads::add(const UnfinishedHeads& one) {
  if (one.proteins.size() != 1) fail("found ", one.proteins.size(), " proteins, expected one alone");
  sum.add(one.sum);
  proteins.push_back(one.proteins.front());
}

std::string unfinishedText(const UnfinishedHeads& work) {
  const Json start{{"kind", kKind},
                   {"version", kVersion},
                   {"asked", work.asked},
                   {"layers", work.sum.numLayers},
                   {"heads_per_layer", work.sum.numHeads},
                   {"counted", work.sum.numProteins}};
  std::string text = textOf(start);
  text.back() = ',';
  text += "\"proteins\":[";
  for (const ProteinOfTable& protein : work.proteins) {
    if (text.back() != '[') text += ',';
    text += textOf(proteinJson(protein));
  }
  text += "],\"heads\":[";
  for (const HeadsOverProteins::Head& head : work.sum.heads) {
    if (text.back() != '[') text += ',';
    addHead(text, head);
  }
  return text + "]}\n";
}

UnfinishedHeads unfinishedFromText(const std::string& text, const std::string& source) {
  try {
    return workOf(Json::parse(text));
  } catch (const Json::exception&) {
    fail(source, ": is damaged, or no file of unfinished work; remove it or name another one");
  } catch (const Error& error) {
    fail(source, ": ", error.what(), "; remove it or name another one");
  }
}

UnfinishedHeads continuedWork(const std::filesystem::path& file, const std::map<std::string, std::string>& asked) {
  std::error_code ignored;
  if (file.empty() || !std::filesystem::exists(file, ignored)) return {asked, {}, {}};
  UnfinishedHeads work = unfinishedFromText(readFileWhole(file), file.string());
  std::string others;
  for (const auto& [what, text] : asked)
    if (work.asked[what] != text) others += (others.empty() ? "" : ", ") + what;
  if (!others.empty())
    fail(file.string(), ": was begun with other inputs (", others,
         "); ask for the same again, or remove the file to begin anew");
  return work;
}

}  // namespace engine
