// A profile alignment as the report that HH-suite writes (.hhr): summary table, then blocks of 80 columns.
// Departure: Prob, E-value and P-value are '-' (they need a calibrated database search), the Confidence line is absent.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/operations/AlignedLetters.h"
#include "engine/operations/Export.h"

namespace engine {

namespace {

constexpr size_t kBlockColumns = 80;

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

/// Emission score of two columns in bits: log2 sum_a q(a) t(a) / f(a) with the mean background of both.
double columnBits(const ProfileHmm& query, Index i, const ProfileHmm& templ, Index j) {
  double sum = 0;
  for (size_t a = 0; a < alphabet::kNumResidues; ++a) {
    const double background = 0.5 * (query.background[a] + templ.background[a]);
    if (background <= 0) continue;
    sum += query.emissions[static_cast<size_t>(i)][a] * templ.emissions[static_cast<size_t>(j)][a] / background;
  }
  return std::log2(sum);
}

char qualityMark(double bits) {
  if (bits < -1.5) return '=';
  if (bits < -0.5) return '-';
  if (bits < 0.5) return '.';
  return bits < 1.5 ? '+' : '|';
}

/// First and last 1-based position that a path visits on each side; 0 when it visits none.
struct Span {
  Index first = 0, last = 0;
  void include(Index position) {
    if (first == 0) first = position + 1;
    last = position + 1;
  }
};
struct Spans {
  Span query, templ;
};

Spans spansOf(const AlignmentPath& path) {
  Spans spans;
  for (const PathStep& step : path.steps) {
    if (consumesQuery(step.state)) spans.query.include(step.i);
    if (consumesTemplate(step.state)) spans.templ.include(step.j);
  }
  return spans;
}

std::string rangeText(const Span& span) { return formatted("%td-%td", span.first, span.last); }

std::string header(const Dataset& dataset, const ProfileAlignment& alignment) {
  const ProfileHmm& query = *alignment.query;
  std::string command = "headlight " + dataset.provenance.request.operation;
  for (const auto& [key, value] : dataset.provenance.request.parameters.all())
    command += " --" + key + " " + parameterText(value);
  std::string text = "Query         " + query.name + (query.description.empty() ? "" : " " + query.description) + "\n";
  text += formatted("Match_columns %td\n", query.length());
  if (!query.filterNote.empty()) text += "No_of_seqs    " + query.filterNote + "\n";
  text += formatted("Neff          %.1f\nSearched_HMMs 1\n", query.neff);
  return text + "Command       " + command + "\n\n";
}

std::string table(const ProfileAlignment& alignment) {
  std::string text =
      " No Hit                             Prob E-value P-value  Score    SS Cols Query HMM  Template HMM\n";
  for (size_t rank = 0; rank < alignment.paths.size(); ++rank) {
    const Spans spans = spansOf(alignment.paths[rank]);
    const AlignedLetters rows = alignedLetters(alignment, alignment.paths[rank]);
    text += formatted("%3zu %-30.30s %5s %7s %7s ", rank + 1, alignment.templ->name.c_str(), "-", "-", "-");
    text += formatted("%6.1f %5s %4td %9s %9s (%td)\n", alignment.scores[rank].total, "-", rows.numPairs,
                      rangeText(spans.query).c_str(), rangeText(spans.templ).c_str(), alignment.templ->length());
  }
  return text + "\n";
}

/// Mean over pairs of the substitution score, in bits.
double similarity(const AlignedLetters& rows) {
  const ResidueMatrix& scores = gonnet().score;
  double sum = 0;
  Index count = 0;
  for (size_t k = 0; k < rows.query.size(); ++k) {
    const ResidueCode q = alphabet::standard(alphabet::codeOf(rows.query[k]));
    const ResidueCode t = alphabet::standard(alphabet::codeOf(rows.templ[k]));
    if (q >= alphabet::kNumResidues || t >= alphabet::kNumResidues) continue;
    sum += scores[q][t];
    ++count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::string marksOf(const ProfileAlignment& alignment, const AlignmentPath& path) {
  std::string marks;
  for (const PathStep& step : path.steps) {
    const bool isPair = consumesQuery(step.state) && consumesTemplate(step.state);
    marks += isPair ? qualityMark(columnBits(*alignment.query, step.i, *alignment.templ, step.j)) : ' ';
  }
  return marks;
}

/// The four letter rows of a side's block line: "Q NAME   first letters last (length)".
std::string blockLine(char side, const std::string& name, Index first, const std::string& letters, Index last,
                      Index length) {
  return std::string(1, side) + formatted(" %-14.14s %4td ", name.c_str(), first) + letters +
         formatted(" %4td (%td)\n", last, length);
}

/// Steps [begin, begin + 80) of a path with the first position of each side in it.
std::string block(const ProfileAlignment& alignment, const AlignmentPath& path, const AlignedLetters& rows,
                  const std::string& marks, size_t begin) {
  const size_t end = std::min(begin + kBlockColumns, path.steps.size());
  AlignmentPath part;
  part.steps.assign(path.steps.begin() + static_cast<std::ptrdiff_t>(begin),
                    path.steps.begin() + static_cast<std::ptrdiff_t>(end));
  const Spans spans = spansOf(part);
  const size_t count = end - begin;
  const auto line = [&](char side, const std::string& name, const Span& span, const std::string& letters,
                        Index length) {
    return blockLine(side, name, span.first, letters.substr(begin, count), span.last, length);
  };
  const Index numQuery = alignment.query->length(), numTemplate = alignment.templ->length();
  return line('Q', alignment.query->name, spans.query, rows.query, numQuery) +
         line('Q', "Consensus", spans.query, rows.queryConsensus, numQuery) + std::string(22, ' ') +
         marks.substr(begin, count) + "\n" + line('T', "Consensus", spans.templ, rows.templateConsensus, numTemplate) +
         line('T', alignment.templ->name, spans.templ, rows.templ, numTemplate) + "\n";
}

std::string hit(const ProfileAlignment& alignment, size_t rank) {
  const AlignmentPath& path = alignment.paths[rank];
  const AlignedLetters rows = alignedLetters(alignment, path);
  const double identities =
      rows.numPairs == 0 ? 0 : 100.0 * static_cast<double>(rows.numIdentical) / static_cast<double>(rows.numPairs);
  const ProfileHmm& templ = *alignment.templ;
  std::string text =
      formatted("No %zu\n>", rank + 1) + templ.name + (templ.description.empty() ? "" : " " + templ.description) + "\n";
  text += formatted("Probab=-  E-value=-  Score=%.2f  Aligned_cols=%td  Identities=%.0f%%  ",
                    alignment.scores[rank].total, rows.numPairs, identities);
  text += formatted("Similarity=%.3f  Sum_probs=-  Template_Neff=%.3f\n\n", similarity(rows), templ.neff);
  const std::string marks = marksOf(alignment, path);
  for (size_t begin = 0; begin < path.steps.size(); begin += kBlockColumns)
    text += block(alignment, path, rows, marks, begin);
  return text;
}

}  // namespace

std::string alignmentReport(const Dataset& dataset) {
  const auto* alignment = dataset.as<ProfileAlignment>();
  if (!alignment || !alignment->query || !alignment->templ)
    fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected a profile alignment");
  std::string text = header(dataset, *alignment) + table(*alignment);
  for (size_t rank = 0; rank < alignment->paths.size(); ++rank) text += hit(*alignment, rank) + "\n";
  return text;
}

}  // namespace engine
