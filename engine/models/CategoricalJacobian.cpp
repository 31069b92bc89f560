#include "engine/models/CategoricalJacobian.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "engine/base/MemoryNeed.h"
#include "engine/base/ParallelFor.h"
#include "engine/models/LetterPredictions.h"

namespace engine {

namespace {

constexpr Index kBlock =
    kNumPredictedLetters * kNumPredictedLetters;  ///< numbers of a pair of residues: letter put in, letter predicted

/// The changes that replacing a residue made, one row of L blocks for each: in memory, or in a file without a name.
class ChangeRows {
 public:
  ChangeRows(Index length, std::size_t memory) : m_length(length) {
    const Index count = length * length * kBlock;
    if (static_cast<std::size_t>(count) * sizeof(float) <= memory)
      m_kept = Array<float>({count}, Untouched{}, "changes");
    else
      m_file.reset(std::tmpfile());
    if (m_kept.empty() && count > 0 && !m_file) fail("temporary file: ", std::strerror(errno));
  }

  void put(Index i, const float* row) {
    const Index count = m_length * kBlock;
    if (!m_file) {
      std::copy_n(row, count, m_kept.data() + i * count);
      return;
    }
    const auto* bytes = reinterpret_cast<const char*>(row);
    for (off_t at = offset(i, 0), end = offset(i + 1, 0); at < end;) {
      const ssize_t written = pwrite(descriptor(), bytes, static_cast<std::size_t>(end - at), at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail("temporary file: ", std::strerror(errno), " (memory=MiB keeps more in memory)");
      at += written;
      bytes += written;
    }
  }
  /// Block (i, j): (letter at i, letter predicted at j).
  void get(Index i, Index j, float* block) const {
    if (!m_file) {
      std::copy_n(m_kept.data() + (i * m_length + j) * kBlock, kBlock, block);
      return;
    }
    auto* bytes = reinterpret_cast<char*>(block);
    for (off_t at = offset(i, j), end = offset(i, j + 1); at < end;) {
      const ssize_t count = pread(descriptor(), bytes, static_cast<std::size_t>(end - at), at);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail("temporary file: ", count < 0 ? std::strerror(errno) : "it ended early");
      at += count;
      bytes += count;
    }
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  int descriptor() const { return fileno(m_file.get()); }
  off_t offset(Index i, Index j) const {
    return static_cast<off_t>((i * m_length + j) * kBlock) * static_cast<off_t>(sizeof(float));
  }

  Index m_length;
  Array<float> m_kept;
  std::unique_ptr<std::FILE, Close> m_file;
};

/// Takes the mean over `count` numbers `step` apart from each of them.
void centre(float* values, Index count, Index step) {
  double sum = 0;
  for (Index k = 0; k < count; ++k) sum += static_cast<double>(values[k * step]);
  const auto mean = static_cast<float>(sum / static_cast<double>(count));
  for (Index k = 0; k < count; ++k) values[k * step] -= mean;
}

/// A row of L blocks without its means over letters put in, over residues and over letters predicted.
void centreRow(float* row, Index length) {
  for (Index j = 0; j < length; ++j)
    for (Index b = 0; b < kNumPredictedLetters; ++b)
      centre(row + j * kBlock + b, kNumPredictedLetters, kNumPredictedLetters);
  for (Index ab = 0; ab < kBlock; ++ab) centre(row + ab, length, kBlock);
  for (Index j = 0; j < length; ++j)
    for (Index a = 0; a < kNumPredictedLetters; ++a)
      centre(row + j * kBlock + a * kNumPredictedLetters, kNumPredictedLetters, 1);
}

/// Rows of a few residues at a time: what runs together, however many threads there are.
constexpr Index kRowsAtOnce = 8;

/// All substitutions at residues [begin, end): rows of changes, centred but for the mean over the residue replaced.
Array<float> changesAt(const VariantModel& model, const Array<float>& reference, Index begin, Index end, int threads,
                       Progress& progress) {
  const Index length = model.length();
  Array<float> rows({end - begin, length * kBlock}, 0.0F, "changes");
  parallelFor(
      (end - begin) * kNumPredictedLetters, 1, threads, progress, "substitutions", [&](Index first, Index last) {
        for (Index k = first; k < last; ++k) {
          const Index residue = begin + k / kNumPredictedLetters, letter = k % kNumPredictedLetters;
          const char put = kPredictedLetters[static_cast<std::size_t>(letter)];
          if (model.letters()[static_cast<std::size_t>(residue)] == put) continue;  // nothing changes
          const Array<float> logits = model.logitsWith(residue, put, {}, progress);
          float* const row = rows.data() + (k / kNumPredictedLetters) * length * kBlock + letter * kNumPredictedLetters;
          for (Index j = 0; j < length; ++j)
            for (Index b = 0; b < kNumPredictedLetters; ++b) row[j * kBlock + b] = logits(j, b) - reference(j, b);
        }
      });
  parallelFor(end - begin, 1, threads, [&](Index first, Index last) {
    for (Index k = first; k < last; ++k) centreRow(rows.data() + k * length * kBlock, length);
  });
  return rows;
}

/// Half of block (i, j) and of block (j, i) turned round, each without its mean over the residue replaced.
void symmetricBlock(const ChangeRows& rows, const std::vector<double>& mean, Index i, Index j, float* forth,
                    double* block) {
  float back[kBlock];
  rows.get(i, j, forth);
  rows.get(j, i, back);
  for (Index a = 0; a < kNumPredictedLetters; ++a)
    for (Index b = 0; b < kNumPredictedLetters; ++b) {
      const Index ab = a * kNumPredictedLetters + b, ba = b * kNumPredictedLetters + a;
      const double there = static_cast<double>(forth[ab]) - mean[static_cast<std::size_t>(j * kBlock + ab)];
      const double here = static_cast<double>(back[ba]) - mean[static_cast<std::size_t>(i * kBlock + ba)];
      block[ab] = 0.5 * (there + here);
    }
}

void takeRow(const ChangeRows& rows, const std::vector<double>& mean, Index i, CategoricalJacobian& found) {
  const Index length = found.norms.length(0);
  float forth[kBlock];
  double block[kBlock];
  for (Index j = 0; j < length; ++j) {
    if (i == j && found.tensor.empty()) continue;
    symmetricBlock(rows, mean, i, j, forth, block);
    double squares = 0;
    for (const double value : block) squares += value * value;
    if (i != j) found.norms(i, j) = static_cast<float>(std::sqrt(squares));
    for (Index a = 0; !found.tensor.empty() && a < kNumPredictedLetters; ++a)
      for (Index b = 0; b < kNumPredictedLetters; ++b)
        found.tensor(i, a, j, b) = static_cast<float>(block[a * kNumPredictedLetters + b]);
  }
}

}  // namespace

CategoricalJacobian categoricalJacobian(const VariantModel& model, const JacobianOptions& options, int threads,
                                        Progress& progress) {
  const Index length = model.length();
  const double tensor = 4.0 * static_cast<double>(length * kBlock) * static_cast<double>(length);
  if (options.keepsTensor) requireMemory(tensor, "the tensor (L, 20, L, 20)", "leave it out");
  CategoricalJacobian found;
  found.norms = Array<float>({length, length}, 0.0F, "couplings");
  if (options.keepsTensor)
    found.tensor = Array<float>({length, kNumPredictedLetters, length, kNumPredictedLetters}, 0.0F, "jacobian");
  ChangeRows rows(length, options.memory);
  const Array<float> reference = model.logits({}, progress);
  std::vector<double> mean(static_cast<std::size_t>(length * kBlock), 0.0);  // over the residue replaced
  constexpr double kRunning = 0.97;                                          // share of the time
  for (Index begin = 0; begin < length; begin += kRowsAtOnce) {
    const Index end = std::min(length, begin + kRowsAtOnce);
    const auto part = [&](Index residue) { return kRunning * double(residue) / double(length); };
    PartProgress running(progress, part(begin), part(end));
    const Array<float> changes = changesAt(model, reference, begin, end, threads, running);
    for (Index i = begin; i < end; ++i) {
      const float* const row = changes.data() + (i - begin) * length * kBlock;
      rows.put(i, row);
      for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += static_cast<double>(row[k]) / double(length);
    }
  }
  PartProgress pairing(progress, kRunning, 1);
  parallelFor(length, 1, threads, pairing, "couplings", [&](Index first, Index last) {
    for (Index i = first; i < last; ++i) takeRow(rows, mean, i, found);
  });
  return found;
}

}  // namespace engine
