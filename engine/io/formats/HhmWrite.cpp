// Writing HH-suite profile files that HH-suite itself reads.
#include <algorithm>
#include <cstdio>

#include "engine/base/Nth.h"
#include "engine/io/formats/HhmText.h"
#include "engine/io/formats/text/FastaRecords.h"
#include "engine/io/formats/text/ResidueText.h"

namespace engine {

namespace {

constexpr size_t kLettersPerHhmLine = 100;

std::string thousandths(double value) {
  const double scaled = std::floor(value * hhm::kUnit + 0.5);
  if (!(scaled < hhm::kStar)) return "*";
  return std::to_string(static_cast<long long>(std::max(0.0, scaled)));
}

std::string probabilityText(double p) { return p > 0 ? thousandths(-std::log2(p)) : "*"; }

std::string residueValues(const ResidueVector& values) {
  std::string text;
  for (const char residue : hhm::kResidues) text += probabilityText(values[alphabet::codeOf(residue)]) + "\t";
  return text;
}

std::string transitionLine(const std::array<double, kNumTransitions>& row, const ColumnNeff& neff) {
  std::string text = "       ";
  for (const Transition t : hhm::kTransitions) text += thousandths(-nth(row, t)) + "\t";
  for (const double value : {neff.match, neff.insert, neff.deletion}) text += thousandths(value) + "\t";
  return text + "\n";
}

/// A line of the block SEQ: no header, no end of the block, nothing that reading drops.
std::string sequenceLine(std::string letters) {
  std::replace_if(
      letters.begin(), letters.end(), [](unsigned char c) { return c <= ' '; }, '-');
  if (letters.starts_with('>') || letters == "#") letters.front() = '-';
  return letters + "\n";
}

std::string fasta(const std::string& header, const std::string& letters) {
  std::string text = ">" + header + "\n";
  for (size_t begin = 0; begin < letters.size(); begin += kLettersPerHhmLine)
    text += sequenceLine(letters.substr(begin, kLettersPerHhmLine));
  return text;
}

/// The header of a sequence, which no row about columns has.
std::string sequenceHeader(const std::string& text) {
  const std::string header = oneLine(text);
  const auto [name, rest] = splitWord(header);
  if (name == hhm::kConsensus) return std::string(name) + "-1 " + std::string(rest);
  return isAnnotationName(name, AnnotationRows::all) ? headerLine(name, rest, AnnotationRows::all) : header;
}

/// One decimal as HH-suite has it, three where these would say 0.
std::string neffText(double neff) {
  constexpr double kLeastOfOneDecimal = 0.05, kLeastOfThree = 0.001;
  char text[400];  // the largest number has 309 digits
  std::snprintf(text, sizeof text, neff < kLeastOfOneDecimal ? "%.3f" : "%.1f", std::max(neff, kLeastOfThree));
  return text;
}

std::string head(const ProfileHmm& profile) {
  std::string text = "HHsearch 1.5\n";
  text += "NAME  " + headerLine(profile.name, profile.description, AnnotationRows::none) + "\n";
  text += "FAM   " + oneLine(profile.family) + "\n";
  text += "LENG  " + std::to_string(profile.length()) + " match states, " +
          std::to_string(profile.numAlignmentColumns) + " columns in multiple alignment\n\n";
  if (!profile.filterNote.empty()) text += "FILT  " + oneLine(profile.filterNote) + "\n";
  text += "NEFF  " + neffText(profile.neff) + " \n";
  if (profile.hasPseudocounts) text += "PCT   true\n";
  text += "SEQ\n";
  for (const ColumnAnnotation& annotation : profile.annotations)
    if (isAnnotationName(annotation.name, AnnotationRows::all))
      text += fasta(headerLine(annotation.name, "", AnnotationRows::none), annotation.symbols);
  text += fasta(std::string(hhm::kConsensus), profile.consensus);
  for (const auto& [header, letters] : profile.shownSequences) text += fasta(sequenceHeader(header), letters);
  return text + "#\n";
}

}  // namespace

std::string writeHhm(const ProfileHmm& profile) {
  profile.validate();
  std::string text = head(profile) + "NULL   " + residueValues(profile.background) + "\nHMM    ";
  for (const char residue : hhm::kResidues) text += std::string(1, residue) + "\t";
  text += "\n       M->M\tM->I\tM->D\tI->M\tI->I\tD->M\tD->D\tNeff\tNeff_I\tNeff_D\n";
  text += transitionLine(profile.transitions.front(), profile.columnNeff.front());
  for (size_t i = 0; i < profile.emissions.size(); ++i) {
    const Index column = profile.alignmentColumn[i];
    text += std::string(1, profile.masterLetters[i]) + " " + std::to_string(i + 1);
    text.resize(std::max(text.size(), text.find_last_of('\n') + 8), ' ');
    text += residueValues(profile.emissions[i]) + std::to_string(column < 0 ? static_cast<Index>(i + 1) : column + 1);
    text += "\n" + transitionLine(profile.transitions[i + 1], profile.columnNeff[i + 1]) + "\n";
  }
  return text + "//\n";
}

}  // namespace engine
