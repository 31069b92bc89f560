#include "engine/datasets/files/AlignmentOptionsNote.h"

#include <algorithm>
#include <concepts>
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

using Names = std::vector<std::string>;

const Names kPresets{presetName(Preset::standard), presetName(Preset::hhsuite33), presetName(Preset::guide)};
const Names kModes{"local", "global"}, kBorders{"gaps allowed", "match only"};
const Names kStructureModes{"off", "after", "on", "after, predicted", "on, predicted"};
const Names kStructureChoices{"best", "as HH-suite", "as HH-suite realigning"};
const Names kAdmixtures{"none", "constant", "by diversity", "by saturation", {}, {}, {}, {}, {}, {}, "by count"};
const Names kExpectations{residueExpectationName(ResidueExpectation::conditional),
                          residueExpectationName(ResidueExpectation::odds),
                          residueExpectationName(ResidueExpectation::literal)};

/// No column, width or number of paths is larger.
constexpr double kLargest = 1e9;

// Every option with its key and the range or the names of its values, for writing and reading alike.

template <class Options, class Visitor>
void visitViterbi(Options& viterbi, Visitor& visit) {
  visit.choice("mode", viterbi.mode, kModes);
  visit.number("shift", viterbi.shift, -kLargest, kLargest);
  visit.choice("null", viterbi.nullModel, nullModelNames());
  visit.choice("borders", viterbi.borders, kBorders);
  visit.number("egq", viterbi.endGapQuery, 0, kLargest);
  visit.number("egt", viterbi.endGapTemplate, 0, kLargest);
  visit.choice("ss", viterbi.structure.mode, kStructureModes);
  visit.number("ssw", viterbi.structure.weight, 0, kLargest);
  visit.number("ssa", viterbi.structure.certainty, 0, 1);
  visit.choice("ss_choice", viterbi.structure.choice, kStructureChoices);
  visit.ranges("excl", viterbi.excludedQuery);
  visit.ranges("template-excl", viterbi.excludedTemplate);
}

template <class Options, class Visitor>
void visitOptions(Options& options, Visitor&& visit) {
  visit.choice("preset", options.preset, kPresets);
  visitViterbi(options.viterbi, visit);
  visit.choice("pcm", options.emissions.mode, kAdmixtures);
  visit.number("pca", options.emissions.a, 0, 1);
  visit.number("pcb", options.emissions.b, 0, kLargest);
  visit.number("pcc", options.emissions.c, 0, kLargest);
  visit.choice("expectation", options.emissions.expected, kExpectations);
  auto& gaps = options.transitions;
  visit.number("gapb", gaps.gapb, 0, kLargest);
  visit.number("gapd", gaps.gapd, 0, kLargest);
  visit.number("gape", gaps.gape, 0, kLargest);
  visit.number("gapf", gaps.gapf, 0, kLargest);
  visit.number("gapg", gaps.gapg, 0, kLargest);
  visit.number("gaph", gaps.gaph, 0, kLargest);
  visit.number("gapi", gaps.gapi, 0, kLargest);
  visit.flag("neutralise_tags", options.neutralisesTags);
  visit.number("corr", options.correlation, 0, kLargest);
  visit.flag("mac", options.mac.isOn);
  visit.number("mact", options.mac.mact, 0, 1);
  visit.whole("mac_band", options.mac.bandHalfWidth, 0);
  visit.whole("mac_exclusion", options.mac.exclusionHalfWidth, 0);
  visit.whole("mac_pairs", options.mac.minPairs, 0);
  visit.flag("sums", options.sums.keepPlanes);
  visit.whole("samples", options.sums.numSamples, 0);
  visit.whole("seed", options.sums.seed, 0);
  visit.whole("searched", options.numSearched, 0);
  visit.whole("alternatives", options.alternatives.count, 1);
  visit.number("smin", options.alternatives.minimumScore, -kLargest, kLargest);
  visit.whole("alternatives_apart", options.alternatives.halfWidth, 0);
  visit.whole("cooptimal", options.maxCoOptimal, 0);
}

struct Writer {
  nlohmann::ordered_json note = nlohmann::ordered_json::object();

  void number(const char* key, double value, double, double) { note[key] = value; }
  void whole(const char* key, auto value, std::int64_t) { note[key] = value; }
  void flag(const char* key, bool value) { note[key] = value; }
  void choice(const char* key, auto value, const Names& names) { note[key] = nth(names, value); }
  void ranges(const char* key, const std::vector<ColumnRange>& ranges) {
    note[key] = nlohmann::ordered_json::array();
    for (const ColumnRange& range : ranges) note[key].push_back({range.begin, range.end});
  }
};

class Reader {
 public:
  explicit Reader(const nlohmann::json& note) : m_note(note) {
    if (!note.is_object()) fail("the options of the note: found ", note.type_name(), ", expected an object");
  }

  void number(const char* key, double& value, double low, double high) const {
    const nlohmann::json& told = at(key);
    if (!told.is_number() || !(told.get<double>() >= low && told.get<double>() <= high))
      failAt(key, "a number from ", low, " to ", high);
    value = told.get<double>();
  }
  template <std::integral Whole>
  void whole(const char* key, Whole& value, std::int64_t low) const {
    value = static_cast<Whole>(wholeOf(key, at(key), low));
  }
  void flag(const char* key, bool& value) const {
    if (!at(key).is_boolean()) failAt(key, "true or false");
    value = at(key).get<bool>();
  }
  template <class Choice>
  void choice(const char* key, Choice& value, const Names& names) const {
    const nlohmann::json& told = at(key);
    const auto found = told.is_string() ? std::find(names.begin(), names.end(), told.get<std::string>()) : names.end();
    if (found == names.end() || found->empty()) failAt(key, "one of ", joined(named(names)));
    value = static_cast<Choice>(found - names.begin());
  }
  void ranges(const char* key, std::vector<ColumnRange>& ranges) const {
    const nlohmann::json& told = at(key);
    const auto isRange = [](const nlohmann::json& range) { return range.is_array() && range.size() == 2; };
    if (!told.is_array() || !std::all_of(told.begin(), told.end(), isRange)) failAt(key, "pairs of columns");
    for (const nlohmann::json& range : told) ranges.push_back({wholeOf(key, range[0], 0), wholeOf(key, range[1], 0)});
  }

 private:
  const nlohmann::json& at(const char* key) const {
    const auto found = m_note.find(key);
    if (found == m_note.end()) fail("the options of the note: found no \"", key, "\", expected one");
    return *found;
  }
  template <class... Parts>
  [[noreturn]] void failAt(const char* key, Parts... expected) const {
    fail("the options of the note, \"", key, "\": found ", at(key).dump(), ", expected ", expected...);
  }
  std::int64_t wholeOf(const char* key, const nlohmann::json& told, std::int64_t low) const {
    // Seeds are the largest of them: as far as numbers of double precision are whole.
    constexpr double kMost = 9007199254740992.0;
    if (!told.is_number_integer() || told.get<double>() < static_cast<double>(low) || told.get<double>() > kMost)
      failAt(key, "a whole number from ", low);
    return told.get<std::int64_t>();
  }
  static Names named(Names names) {
    std::erase(names, std::string());
    return names;
  }

  const nlohmann::json& m_note;
};

}  // namespace

const std::vector<std::string>& nullModelNames() {
  static const Names names{"background", "pair", "template", "query", "local"};
  return names;
}

nlohmann::ordered_json alignmentOptionsNote(const AlignmentOptions& options) {
  Writer writer;
  visitOptions(options, writer);
  return std::move(writer.note);
}

AlignmentOptions alignmentOptionsOf(const nlohmann::json& note) {
  AlignmentOptions options;
  visitOptions(options, Reader(note));
  return options;
}

}  // namespace engine
