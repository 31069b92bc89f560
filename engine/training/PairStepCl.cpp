// Host side of pair_likelihood.cl and factored_pass.cl.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/compute/ClTools.h"
#include "engine/training/BatchLines.h"
#include "engine/training/LetterCount.h"
#include "engine/training/PairStepDevice.h"

namespace engine {

namespace {

constexpr Index kBlock = K * K;
constexpr Index kParts = CouplingPanels<float>::kPositions, kWidth = CouplingPanels<float>::kWidth;
constexpr Index kRows = 8;            ///< ROWS of the kernels
constexpr double kChunkBytes = 64e6;  ///< of logits
constexpr Index kSlicePairs = 8192;   ///< of which the symmetric derivatives are there at a time
constexpr Index kPiecePairs = 512;    ///< of a slice, whose sums are added up in order
constexpr Index kPieces = kSlicePairs / kPiecePairs;

Index roundedUp(Index count, Index multiple) { return (count + multiple - 1) / multiple * multiple; }
Index blocksOf(Index count, Index size) { return (count + size - 1) / size; }

/// Panels whose logits are there at a time.
Index panelsAtOnce(Index length, Index rows) {
  const double fitting = kChunkBytes / (double(sizeof(float)) * double(kWidth) * double(std::max<Index>(1, rows)));
  return std::clamp(static_cast<Index>(fitting), Index{1}, std::max<Index>(1, blocksOf(length, kParts)));
}

template <class T>
class Memory {
 public:
  Memory(DeviceImplementation& device, Index count, const char* name)
      : m_guarded(device, bytes(std::max<Index>(1, count)), name) {}  // a buffer cannot be empty
  void upload(const T* values, Index count) { m_guarded.upload(values, bytes(count)); }
  void upload(const std::vector<T>& values) { upload(values.data(), std::ssize(values)); }
  void download(T* values, Index count) { m_guarded.download(values, bytes(count)); }
  const cl::Buffer& operator*() const { return m_guarded.buffer(); }

 private:
  static std::size_t bytes(Index count) { return static_cast<std::size_t>(count) * sizeof(T); }
  GuardedBuffer m_guarded;
};
using Floats = Memory<float>;
using Integers = Memory<std::int32_t>;

/// Kernels of a file on a device.
class Kernels {
 public:
  Kernels(DeviceImplementation& device, const char* file, KernelFlavour flavour)
      : m_device(device), m_file(file), m_lanes(usesTiles(flavour, device.info) ? 1 : 16) {}
  Index lanes() const { return m_lanes; }
  /// `count` items in slices; they get their first number and how many there are behind the arguments.
  template <class... Arguments>
  void run(const char* entry, Index count, Progress& progress, const Arguments&... arguments) const {
    cl::Kernel kernel = m_device.kernel(m_file, entry, "-DLANES=" + std::to_string(m_lanes));
    runInSlices(m_device, count, count, progress, "learning on the device", [&](Index first, Index number) {
      setArguments(kernel, arguments..., cl_int(first), cl_int(number));
      enqueueItems(m_device, kernel, number);
    });
  }

 private:
  DeviceImplementation& m_device;
  std::string m_file;
  Index m_lanes;
};

/// Sums of the rows of a batch under couplings that are on the device.
class Likelihood {
 public:
  Likelihood(const DeviceRows& rows, DeviceImplementation& device, KernelFlavour flavour)
      : m_rows(rows.rows),
        m_kernels(device, "pair_likelihood", flavour),
        m_panels(blocksOf(rows.rows.length(), kParts)),
        m_chunk(panelsAtOnce(rows.rows.length(), rows.most)),
        m_lines(device, rows.most * rows.rows.length(), "lines"),
        m_lineStarts(device, rows.most + 1, "starts of rows"),
        m_sorted(device, rows.most * rows.rows.length(), "rows by letter"),
        m_letterStarts(device, rows.rows.length() * (K + 1), "starts of letters"),
        m_codes(device, rows.most * rows.rows.length(), "codes"),
        m_factors(device, rows.most, "factors"),
        m_bias(device, m_panels * kWidth, "bias"),
        m_sums(device, m_panels * kWidth, "sums of residuals"),
        m_logits(device, m_chunk * rows.most * kWidth, "logits"),
        m_losses(device, m_chunk * rows.most * kParts, "losses") {}

  static double bytes(const DeviceRows& rows) {
    const double length = double(rows.rows.length()), most = double(rows.most);
    return 9 * length * most + 4 * double(panelsAtOnce(rows.rows.length(), rows.most)) * most * double(kWidth + kParts);
  }

  double evaluate(const std::vector<Index>& batch, const cl::Buffer& W, const Array<float>& bias, const cl::Buffer& D,
                  Array<float>& biases, int threads, Progress& progress) {
    take(batch, bias, threads);
    double loss = 0;
    for (Index first = 0; first < m_panels; first += m_chunk) {
      const Index panels = std::min(m_chunk, m_panels - first);
      PartProgress part(progress, double(first) / double(m_panels), double(first + panels) / double(m_panels));
      loss += runChunk(first, panels, W, D, part);
    }
    std::vector<float> sums(static_cast<std::size_t>(m_panels * kWidth));
    m_sums.download(sums.data(), std::ssize(sums));
    std::copy_n(sums.begin(), biases.size(), biases.begin());
    return loss;
  }

 private:
  void take(const std::vector<Index>& batch, const Array<float>& bias, int threads) {
    m_batch.assign(m_rows, batch, threads);
    const double scale = double(m_rows.count()) / double(m_batch.count) / m_rows.effective();
    const Index length = m_rows.length();
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(m_batch.count * length));
    std::vector<float> factors;
    for (Index n = 0; n < m_batch.count; ++n) {
      std::copy_n(m_rows.codes.data() + nth(batch, n) * length, length, codes.data() + n * length);
      factors.push_back(float(scale * nth(m_rows.weights, nth(batch, n))));
    }
    std::vector<float> padded(bias.begin(), bias.end());
    padded.resize(static_cast<std::size_t>(m_panels * kWidth));
    m_lines.upload(m_batch.lines);
    m_lineStarts.upload(m_batch.lineStarts);
    m_sorted.upload(m_batch.sorted);
    m_letterStarts.upload(m_batch.letterStarts);
    m_codes.upload(codes);
    m_factors.upload(factors);
    m_bias.upload(padded);
  }

  double runChunk(Index first, Index panels, const cl::Buffer& W, const cl::Buffer& D, Progress& progress) {
    const auto rows = cl_int(m_batch.count), lines = cl_int(m_rows.length() * K), panel = cl_int(first);
    const Index blocks = kWidth / m_kernels.lanes(), places = panels * m_batch.count * kParts;
    PartProgress sums(progress, 0, 0.5), turning(progress, 0.5, 0.6), derivatives(progress, 0.6, 1);
    m_kernels.run("pair_logits", panels * m_batch.count * blocks, sums, W, *m_bias, *m_lines, *m_lineStarts, *m_logits,
                  rows, lines, panel);
    m_kernels.run("pair_residuals", places, turning, *m_logits, *m_codes, *m_factors, *m_losses, rows,
                  cl_int(m_rows.length()), panel);
    Progress none;
    m_kernels.run("pair_bias_sums", panels * blocks, none, *m_logits, *m_sums, rows, panel);
    m_kernels.run("pair_derivatives", panels * m_rows.length() * K * blocks, derivatives, *m_logits, *m_sorted,
                  *m_letterStarts, D, rows, lines, panel);
    std::vector<float> losses(static_cast<std::size_t>(places));
    m_losses.download(losses.data(), places);
    std::vector<float> guarded(1);
    m_logits.download(guarded.data(), 1);  // looks for numbers behind the end
    return std::accumulate(losses.begin(), losses.end(), 0.0);
  }

  const TrainingRows& m_rows;
  Kernels m_kernels;
  Index m_panels, m_chunk;
  BatchLines m_batch;
  Integers m_lines, m_lineStarts, m_sorted, m_letterStarts;
  Memory<std::uint8_t> m_codes;
  Floats m_factors, m_bias, m_sums, m_logits, m_losses;
};

Index panelNumbers(Index length) { return blocksOf(length, kParts) * kWidth * length * K; }

/// Before anything is taken: names both numbers.
void requireDeviceMemory(double bytes, const DeviceInfo& device) {
  if (bytes > double(device.globalMemory))
    throw DeviceError("OpenCL device " + device.name + ": training needs " + std::to_string(std::llround(bytes / 1e6)) +
                      " MB, the device has " + std::to_string(device.globalMemory / 1000000));
}

}  // namespace

struct LikelihoodDevice::State {
  State(const DeviceRows& rows, DeviceImplementation& device, KernelFlavour flavour)
      : device(device), likelihood(rows, device, flavour), D(device, panelNumbers(rows.rows.length()), "D") {}

  DeviceImplementation& device;
  Likelihood likelihood;
  Floats D;
};

LikelihoodDevice::LikelihoodDevice(const DeviceRows& rows, Device& device, KernelFlavour flavour) {
  requireDeviceMemory(Likelihood::bytes(rows) + 8 * double(panelNumbers(rows.rows.length())), device.info());
  withDeviceErrors(device.implementation(),
                   [&] { m_state = std::make_unique<State>(rows, device.implementation(), flavour); });
}
LikelihoodDevice::~LikelihoodDevice() = default;

double LikelihoodDevice::evaluate(const std::vector<Index>& batch, const CouplingPanels<float>& W,
                                  const Array<float>& bias, CouplingPanels<float>& D, Array<float>& biases, int threads,
                                  Progress& progress) {
  return withDeviceErrors(m_state->device, [&] {
    const InputBuffer couplings(m_state->device, W.values(), "W");
    const double loss =
        m_state->likelihood.evaluate(batch, couplings.buffer(), bias, *m_state->D, biases, threads, progress);
    m_state->D.download(D.values().data(), D.values().size());
    return loss;
  });
}

struct FactoredDevice::State {
  State(const DeviceRows& rows, Index heads, Index width, DeviceImplementation& device, KernelFlavour flavour)
      : device(device),
        kernels(device, "factored_pass", flavour),
        length(rows.rows.length()),
        heads(heads),
        width(width),
        stride(roundedUp(length, 16)),
        widthStride(roundedUp(width, 16)),
        pairStride(roundedUp(2 * heads, 16)),
        numPairs(length * (length - 1) / 2),
        likelihood(rows, device, flavour),
        query(device, heads * length * widthStride, "queries"),
        key(device, heads * length * widthStride, "keys"),
        keysAcross(device, heads * width * stride, "keys across"),
        maps(device, heads * length * stride, "maps"),
        mapGradient(device, heads * length * stride, "gradient of maps"),
        pairs(device, 2 * numPairs, "pairs"),
        pairMaps(device, numPairs * pairStride, "maps of pairs"),
        pairGradient(device, numPairs * pairStride, "gradient of pairs"),
        values(device, 2 * heads * kBlock, "values"),
        valuesAcross(device, pairStride * kBlock, "values across"),
        symmetric(device, kSlicePairs * kBlock, "symmetric derivatives"),
        squares(device, kSlicePairs * K, "squares"),
        pairSquares(device, numPairs, "squares of pairs"),
        parts(device, kPieces * pairStride * kBlock, "parts of values"),
        valueSums(device, pairStride * kBlock, "gradient of values"),
        rowGradient(device, heads * length * widthStride, "gradient of rows"),
        W(device, panelNumbers(length), "W"),
        D(device, panelNumbers(length), "D") {
    std::vector<std::int32_t> both;
    for (const auto& [i, j] : positionPairs(length)) both.insert(both.end(), {i, j});
    pairs.upload(both);
    // Positions with themselves, and those behind the last, have no couplings: nothing else ever writes these.
    device.queue.enqueueFillBuffer(*W, cl_float(0), 0, sizeof(float) * static_cast<std::size_t>(panelNumbers(length)));
  }

  static double bytes(const DeviceRows& rows, Index heads, Index width) {
    const double length = double(rows.rows.length()), pairs = length * (length - 1) / 2, H = double(heads);
    const double across = double(roundedUp(2 * heads, 16));
    const double numbers = 4 * H * length * double(roundedUp(width, 16)) + 2 * H * length * (length + 15) +
                           pairs * (3 + 2 * across) + double(kBlock) * (3 + double(kPieces)) * across +
                           double(kSlicePairs * (kBlock + K)) + 2 * double(panelNumbers(rows.rows.length()));
    return Likelihood::bytes(rows) + 4 * numbers;
  }

  /// (H, L, d) with rows made longer.
  std::vector<float> padded(const Array<float>& rows) const {
    std::vector<float> longer(static_cast<std::size_t>(heads * length * widthStride));
    for (Index row = 0; row < heads * length; ++row)
      std::copy_n(rows.data() + row * width, width, longer.data() + row * widthStride);
    return longer;
  }
  void takeWeights(const FactoredWeights<float>& weights) {
    query.upload(padded(weights.query));
    key.upload(padded(weights.key));
    std::vector<float> across(static_cast<std::size_t>(heads * width * stride));
    for (Index h = 0; h < heads; ++h)
      for (Index i = 0; i < length; ++i)
        for (Index c = 0; c < width; ++c) nth(across, (h * width + c) * stride + i) = weights.key(h, i, c);
    keysAcross.upload(across);
    std::vector<float> both(static_cast<std::size_t>(2 * heads * kBlock));
    std::vector<float> turned(static_cast<std::size_t>(pairStride * kBlock));
    for (Index h = 0; h < heads; ++h)
      for (Index a = 0; a < K; ++a)
        for (Index b = 0; b < K; ++b)
          for (const auto& [row, value] :
               {std::pair{h, weights.value(h, a, b)}, std::pair{heads + h, weights.value(h, b, a)}}) {
            nth(both, row * kBlock + a * K + b) = value;
            nth(turned, (a * K + b) * pairStride + row) = value;
          }
    values.upload(both);
    valuesAcross.upload(turned);
  }
  float scale() const { return float(1 / std::sqrt(double(width))); }

  void forward(Progress& progress) {
    const auto L = cl_int(length), H = cl_int(heads), across = cl_int(stride), ofPair = cl_int(pairStride);
    PartProgress scores(progress, 0, 0.2), softmax(progress, 0.2, 0.3), spread(progress, 0.3, 0.4),
        couplings(progress, 0.4, 1);
    kernels.run("factored_scores", heads * length * (stride / kernels.lanes()), scores, *query, *keysAcross, *maps, L,
                cl_int(width), cl_int(widthStride), across, scale());
    kernels.run("factored_softmax", heads * length, softmax, *maps, L, across);
    kernels.run("factored_spread", numPairs * heads, spread, *maps, *pairs, *pairMaps, L, H, across, ofPair);
    kernels.run("factored_couplings", blocksOf(numPairs, kRows) * (kBlock / kernels.lanes()), couplings, *pairMaps,
                *values, *pairs, *W, L, cl_int(numPairs), cl_int(2 * heads), ofPair);
  }

  /// Pairs from `first` on: squares of couplings, gradients of maps, and those of values added to earlier ones.
  void backwardSlice(Index first, float ofSquares, Progress& progress) {
    const Index count = std::min(kSlicePairs, numPairs - first), pieces = blocksOf(count, kPiecePairs);
    const auto start = cl_int(first), some = cl_int(count), ofPair = cl_int(pairStride);
    const Index blocks = kBlock / kernels.lanes();
    PartProgress reading(progress, 0, 0.2), gradient(progress, 0.2, 0.6), sums(progress, 0.6, 1);
    Progress none;
    kernels.run("factored_symmetric", count * K, reading, *D, *W, *pairs, *symmetric, *squares, cl_int(length), start,
                ofSquares);
    kernels.run("factored_squares", count, none, *squares, *pairSquares, start);
    kernels.run("factored_pair_gradient", blocksOf(count, kRows) * (pairStride / kernels.lanes()), gradient, *symmetric,
                *valuesAcross, *pairGradient, some, start, ofPair);
    kernels.run("factored_value_parts", pieces * (pairStride / kRows) * blocks, sums, *pairMaps, *symmetric, *parts,
                some, start, ofPair, cl_int(kPiecePairs));
    kernels.run("factored_value_sums", pairStride * kBlock, none, *parts, *valueSums, cl_int(pairStride * kBlock),
                cl_int(pieces), cl_int(first == 0));
  }

  void rowsOf(const Floats& other, bool isKey, Array<float>& gradient, Progress& progress) {
    kernels.run("factored_row_gradient", heads * length * (widthStride / kernels.lanes()), progress, *mapGradient,
                *other, *rowGradient, cl_int(length), cl_int(widthStride), cl_int(stride), cl_int(isKey));
    std::vector<float> longer(static_cast<std::size_t>(heads * length * widthStride));
    rowGradient.download(longer.data(), std::ssize(longer));
    for (Index row = 0; row < heads * length; ++row)
      std::copy_n(longer.data() + row * widthStride, width, gradient.data() + row * width);
  }

  void backward(float ofSquares, FactoredWeights<float>& gradient, Progress& progress) {
    const auto L = cl_int(length), across = cl_int(stride);
    PartProgress products(progress, 0, 0.7), rest(progress, 0.7, 1);
    for (Index first = 0; first < numPairs; first += kSlicePairs) {
      PartProgress part(products, double(first) / double(numPairs),
                        double(std::min(numPairs, first + kSlicePairs)) / double(numPairs));
      backwardSlice(first, ofSquares, part);
    }
    std::vector<float> sums(static_cast<std::size_t>(pairStride * kBlock));
    valueSums.download(sums.data(), std::ssize(sums));
    for (Index h = 0; h < heads; ++h)
      for (Index a = 0; a < K; ++a)
        for (Index b = 0; b < K; ++b)
          gradient.value(h, a, b) = nth(sums, h * kBlock + a * K + b) + nth(sums, (heads + h) * kBlock + b * K + a);
    kernels.run("factored_gather", numPairs * heads, rest, *pairGradient, *pairs, *mapGradient, L, cl_int(heads),
                across, cl_int(pairStride));
    kernels.run("factored_score_gradient", heads * length, rest, *maps, *mapGradient, L, across, scale());
    rowsOf(key, false, gradient.query, rest);
    rowsOf(query, true, gradient.key, rest);
  }

  /// Looks for numbers behind the ends of what kernels write and nobody reads.
  void check() {
    float one = 0;
    for (Floats* memory : {&maps, &mapGradient, &pairMaps, &pairGradient, &symmetric, &squares, &parts, &W, &D})
      memory->download(&one, 1);
  }

  DeviceImplementation& device;
  Kernels kernels;
  Index length, heads, width, stride, widthStride, pairStride, numPairs;
  Likelihood likelihood;
  Floats query, key, keysAcross, maps, mapGradient;
  Integers pairs;
  Floats pairMaps, pairGradient, values, valuesAcross, symmetric, squares, pairSquares, parts, valueSums, rowGradient,
      W, D;
};

FactoredDevice::FactoredDevice(const DeviceRows& rows, Index heads, Index width, Device& device,
                               KernelFlavour flavour) {
  requireDeviceMemory(State::bytes(rows, heads, width), device.info());
  withDeviceErrors(device.implementation(),
                   [&] { m_state = std::make_unique<State>(rows, heads, width, device.implementation(), flavour); });
}
FactoredDevice::~FactoredDevice() = default;

double FactoredDevice::sumOfSquares() {
  return withDeviceErrors(m_state->device, [&] {
    std::vector<float> all(static_cast<std::size_t>(m_state->numPairs));
    m_state->pairSquares.download(all.data(), m_state->numPairs);
    return 2 * std::accumulate(all.begin(), all.end(), 0.0);
  });
}

double FactoredDevice::bytes(const DeviceRows& rows, Index heads, Index width) {
  return State::bytes(rows, heads, width);
}

double FactoredDevice::evaluate(const std::vector<Index>& batch, const FactoredWeights<float>& weights,
                                double ofSquares, FactoredWeights<float>& gradient, int threads, Progress& progress) {
  State& state = *m_state;
  return withDeviceErrors(state.device, [&] {
    PartProgress forwards(progress, 0, 0.3), rows(progress, 0.3, 0.6), backwards(progress, 0.6, 1);
    state.takeWeights(weights);
    state.forward(forwards);
    const double loss =
        state.likelihood.evaluate(batch, *state.W, weights.bias, *state.D, gradient.bias, threads, rows);
    state.backward(float(ofSquares), gradient, backwards);
    state.check();
    return loss;
  });
}

}  // namespace engine
