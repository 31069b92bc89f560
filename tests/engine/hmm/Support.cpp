// Parsing of test alignments, random profiles.
#include "tests/engine/hmm/Support.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/score/AllowedCells.h"
#include "engine/io/formats/HhmText.h"

namespace test {

using namespace engine;

namespace {

std::vector<std::pair<std::string, std::string>> fastaRecords(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> records;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '>')
      records.emplace_back(line.substr(1), "");
    else
      records.back().second += line;
  }
  return records;
}

AlignmentRow rowOfHeader(const std::string& header) {
  const size_t space = header.find(' ');
  AlignmentRow row;
  row.name = header.substr(0, space);
  if (space != std::string::npos) row.description = header.substr(space + 1);
  return row;
}

}  // namespace

Alignment alignmentFromA3m(const std::string& text) {
  Alignment alignment;
  for (const auto& [header, letters] : fastaRecords(text)) {
    if (header.rfind("ss_", 0) == 0 || header.rfind("sa_", 0) == 0) {
      alignment.columnAnnotations.push_back({header.substr(0, header.find(' ')), letters});
      continue;
    }
    AlignmentRow row = rowOfHeader(header);
    std::int32_t columns = 0;
    for (const char letter : letters) {
      const ResidueCode code = alphabet::codeOf(letter);
      if (letter == '.') continue;
      if (std::islower(static_cast<unsigned char>(letter))) {
        if (row.inserts.empty() || row.inserts.back().after != columns) row.inserts.push_back({columns, {}});
        row.inserts.back().codes.push_back(code);
      } else {
        alignment.codes.push_back(code);
        ++columns;
      }
    }
    alignment.numColumns = columns;
    alignment.rows.push_back(std::move(row));
  }
  alignment.validate();
  return alignment;
}

Alignment alignmentFromFasta(const std::string& text) {
  Alignment alignment;
  for (const auto& [header, letters] : fastaRecords(text)) {
    alignment.rows.push_back(rowOfHeader(header));
    for (const char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
    alignment.numColumns = static_cast<Index>(letters.size());
  }
  alignment.validate();
  return alignment;
}

Alignment alignmentOfRows(const std::vector<std::string>& rows) {
  std::string text;
  for (size_t k = 0; k < rows.size(); ++k) text += ">row" + std::to_string(k + 1) + "\n" + rows[k] + "\n";
  return alignmentFromFasta(text);
}

ProfileHmm randomProfile(Index length, Random& random, bool withZeros) {
  using enum Transition;
  ProfileHmm profile;
  profile.name = "random";
  profile.background.fill(0.05);
  const auto draw = [&] { return withZeros && random.below(3) == 0 ? 0.0 : 0.01 + random.uniform(); };
  for (Index i = 0; i <= length; ++i) {
    std::array<double, kNumTransitions> row{};
    const auto fill = [&row, &draw](std::initializer_list<Transition> group) {
      double sum = 0;
      for (const Transition t : group) sum += row[static_cast<size_t>(t)] = draw();
      for (const Transition t : group) {
        double& value = row[static_cast<size_t>(t)];
        value = value > 0 ? std::log2(value / sum) : kImpossible;
      }
    };
    fill({MM, MI, MD});
    fill({IM, II});
    fill({DM, DD});
    profile.transitions.push_back(row);
    profile.columnNeff.push_back({1 + 5 * random.uniform(), random.uniform(), random.uniform()});
    if (i == length) break;
    ResidueVector emissions;
    double sum = 0;
    for (double& p : emissions) sum += p = draw() * draw();
    // Some columns share no residue with others when zeros are wanted; at least one residue always has mass.
    if (sum == 0) sum = emissions[random.below(20)] = 1;
    for (double& p : emissions) p /= sum;
    profile.emissions.push_back(emissions);
    profile.alignmentColumn.push_back(i);
    profile.consensus += 'x';
    profile.masterLetters += 'A';
  }
  profile.neff = 1 + 5 * random.uniform();
  profile.validate();
  return profile;
}

ProfileHmm sharpProfile(const std::vector<int>& residues, double others) {
  Random random(3);
  ProfileHmm profile = randomProfile(static_cast<Index>(residues.size()), random, false);
  for (size_t i = 0; i < residues.size(); ++i) {
    profile.emissions[i].fill(others);
    profile.emissions[i][static_cast<size_t>(residues[i])] = 1 - 19 * others;
  }
  return withTransitionPseudocounts(profile);
}

Places placesOf(const AlignmentPath& path) {
  Places places;
  for (const PathStep& step : path.steps) places.emplace_back(step.state, step.i, step.j);
  return places;
}

void expectBestOf(const std::vector<AlignmentPath>& scored, const AlignmentPath& found) {
  double best = kImpossible;
  for (const AlignmentPath& path : scored) best = std::max(best, path.score);
  if (best == kImpossible) {
    EXPECT_TRUE(found.steps.empty());
    return;
  }
  EXPECT_NEAR(found.score, best, 1e-9);
  EXPECT_TRUE(std::any_of(scored.begin(), scored.end(), [&](const AlignmentPath& path) {
    return path.score > best - 1e-9 && placesOf(path) == placesOf(found);
  }));
}

std::vector<PathModelOptions> pathOptionSets() {
  std::vector<PathModelOptions> sets;
  for (const AlignmentMode mode : {AlignmentMode::local, AlignmentMode::global})
    for (const BorderRule borders : {BorderRule::gapsAllowed, BorderRule::matchOnly})
      for (const PathBegin begin : {PathBegin::asViterbi, PathBegin::freeMatch}) {
        PathModelOptions options;
        options.viterbi.mode = mode;
        options.viterbi.borders = borders;
        options.viterbi.endGapQuery = 0.4;
        options.viterbi.endGapTemplate = 0.9;
        options.begin = begin;
        sets.push_back(options);
      }
  return sets;
}

void forPairsOfManySizes(const CheckPair& check) {
  Random random(1);
  for (const PathModelOptions& options : pathOptionSets())
    for (const auto& [rows, columns] :
         {std::pair<Index, Index>{1, 1}, {1, 9}, {9, 1}, {2, 3}, {8, 8}, {17, 40}, {50, 33}})
      for (const bool withZeros : {false, true})
        check(randomProfile(rows, random, withZeros), randomProfile(columns, random, withZeros), options);
}

void forPairsInBandsAndHoles(const CheckPair& check) {
  Random random(2);
  for (PathModelOptions options : pathOptionSets()) {
    const Index rows = 40, columns = 55;
    const ProfileHmm query = withTransitionPseudocounts(randomProfile(rows, random, false));
    const ProfileHmm templ = withTransitionPseudocounts(randomProfile(columns, random, false));
    AlignmentPath path;
    for (Index k = 5; k < 30; ++k) path.steps.push_back({PairState::MM, k, k + 10, 0});
    options.allowed = bandAround(path, rows, columns, 6);
    check(query, templ, options);
    for (Bool& cell : options.allowed) cell = Bool{static_cast<std::uint8_t>(random.below(5) != 0)};
    check(query, templ, options);
    options.allowed = Array<Bool>({rows, columns}, Bool{0});
    check(query, templ, options);
  }
}

void expectWrongPairsRefused(const CheckPair& compute) {
  Random random(4);
  const ProfileHmm empty = randomProfile(0, random, false), two = randomProfile(2, random, false);
  PathModelOptions options;
  EXPECT_THROW(compute(empty, two, options), Error);
  EXPECT_THROW(compute(two, empty, options), Error);
  options.allowed = Array<Bool>({3, 2});
  EXPECT_THROW(compute(two, two, options), Error);
}

ProfileHmm referenceProfile(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return readHhm(readText(sharedFile("hh/hhm/" + name + ".hhm")), name, diagnostics, progress);
}

std::shared_ptr<const ContextLibrary> contextLibrary() {
  const std::string path = "/usr/share/hhsuite/data/context_data.crf";
  if (!std::filesystem::exists(path)) return nullptr;
  Progress progress;
  static const auto library =
      std::make_shared<const ContextLibrary>(readContextLibrary(readText(path), path, progress));
  return library;
}

}  // namespace test
