// Host side of batch_viterbi*.cl: packs batches of sixteen templates, computes groups of batches whose back pointers
// fit into the device's memory in slices of rows, fetches scores and paths.
#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>

#include "engine/base/ParallelFor.h"
#include "engine/compute/ClTools.h"
#include "engine/search/batch/BatchPointers.h"
#include "engine/search/batch/BatchViterbi.h"
#include "engine/search/batch/BatchViterbiPack.h"

namespace engine {

namespace {

constexpr Index kLanes = 16;
constexpr Index kGroupSize = 64;             ///< work items of the kernel for GPUs
constexpr Index kRowsPerBlock = 4;           ///< of the kernel for processors
constexpr Index kStates = 3;                 ///< E, DG, MI or E, GD, IM
constexpr double kLog2Offset = -3.04004027;  ///< what log2_without_offset of the kernels leaves out
constexpr float kNever = -std::numeric_limits<float>::infinity();

/// Where the parts of one batch begin in the buffers, elements; `offsets` of the kernels.
struct BatchPlace {
  std::int64_t columns = 0, above = 0, left = 0, pointers = 0;
};

/// Device memory that grows and never shrinks: fresh memory costs as much as filling it.
class KeptBuffer {
 public:
  KeptBuffer(DeviceImplementation& device, const char* name) : m_device(device), m_name(name) {}
  GuardedBuffer& reserve(Index bytes) {
    if (m_memory && m_bytes >= bytes) return *m_memory;
    m_memory.reset();
    m_memory = std::make_unique<GuardedBuffer>(m_device, static_cast<size_t>(bytes), m_name);
    m_bytes = bytes;
    return *m_memory;
  }
  void upload(const std::vector<float>& values) {
    const size_t bytes = values.size() * sizeof(float);
    reserve(static_cast<Index>(bytes)).upload(values.data(), bytes);
  }
  const cl::Buffer& buffer() const { return m_memory->buffer(); }
  /// Throws DeviceError when a kernel wrote behind the end.
  void check() {
    char nothing = 0;
    m_memory->download(&nothing, 0);
  }

 private:
  DeviceImplementation& m_device;
  const char* m_name;
  std::unique_ptr<GuardedBuffer> m_memory;
  Index m_bytes = 0;
};

class DeviceRun {
 public:
  DeviceRun(const SearchProfile& query, std::span<const SearchProfile* const> templates,
            const BatchViterbiOptions& options, BatchKernel kernel, DeviceImplementation& device)
      : m_query(query),
        m_templates(templates),
        m_options(options),
        m_device(device),
        m_isForGpu(kernel == BatchKernel::forGpus),
        m_blockRows(m_isForGpu ? kGroupSize : kRowsPerBlock),
        m_packedQuery(packQuery(query, m_isForGpu ? 1 : kRowsPerBlock)),
        m_numRows((query.length + m_blockRows - 1) / m_blockRows * m_blockRows),
        m_batches(batchesOf(templates, kLanes)),
        m_queryBuffer(device, m_packedQuery.blocks, "query"),
        m_columns(device, "columns"),
        m_above(device, "above"),
        m_left(device, "left"),
        m_pointers(device, "back pointers"),
        m_hits(templates.size()) {}

  std::vector<BatchHit> run(Progress& progress) {
    for (size_t first = 0; first < m_batches.size();) {
      const size_t last = endOfGroup(first);
      PartProgress part(progress, double(first) / double(m_batches.size()), double(last) / double(m_batches.size()));
      runGroup(first, last, part);
      first = last;
    }
    return std::move(m_hits);
  }

 private:
  Index lengthOf(size_t batch) const { return m_templates[m_batches[batch].front()]->length; }
  Index pointerBytes(size_t batch) const {
    return m_options.keepPaths ? m_numRows * (lengthOf(batch) + 1) * kLanes : 1;
  }

  /// As many batches as their back pointers, and their packed columns, find room.
  size_t endOfGroup(size_t first) const {
    constexpr Index kMostBytes = Index{64} << 20;
    Index pointers = 0, columns = 0;
    size_t last = first;
    while (last < m_batches.size()) {
      pointers += pointerBytes(last);
      columns += (lengthOf(last) + 2) * kNumSlots * kLanes * Index{sizeof(float)};
      if (last > first && std::max(pointers, columns) > kMostBytes) break;
      ++last;
    }
    return last;
  }

  std::string options(bool hasBars) const {
    std::string text = m_isForGpu ? "-DGROUP=" + std::to_string(kGroupSize) : "-DROWS=" + std::to_string(kRowsPerBlock);
    if (m_options.viterbi.mode == AlignmentMode::local) text += " -DLOCAL";
    if (m_options.keepPaths) text += " -DKEEP_PATHS";
    if (hasBars) text += " -DBARS";
    return text;
  }

  /// Values of all batches of a group, one after the other.
  struct Group {
    std::vector<float> columns, above, left;
    std::vector<std::int32_t> lengths;
    std::vector<BatchPlace> places;
    std::atomic<bool> hasBars = false;
  };

  void runGroup(size_t first, size_t last, Progress& progress) {
    const Index pointerBytes = fillGroup(first, last);
    const Group& group = m_group;
    const auto numBatches = static_cast<cl_int>(last - first);
    const auto lanes = static_cast<size_t>(numBatches * kLanes);
    m_columns.upload(group.columns);
    m_above.upload(group.above);
    m_left.upload(group.left);
    DeviceBuffer<float> best(m_device, std::vector<float>(lanes, kLowest), "best");
    DeviceBuffer<std::int32_t> lengths(m_device, group.lengths, "lengths");
    DeviceBuffer<BatchPlace> places(m_device, group.places, "offsets");
    DeviceBuffer<std::int32_t> bestRow(m_device, std::vector<std::int32_t>(lanes, -1), "best row"),
        bestColumn(m_device, std::vector<std::int32_t>(lanes, -1), "best column");
    GuardedBuffer& pointers = m_pointers.reserve(pointerBytes);
    cl::Kernel rows =
        m_device.kernel(m_isForGpu ? "batch_viterbi_gpu" : "batch_viterbi", "batch_rows", options(group.hasBars));
    const Index numBlocks = m_numRows / m_blockRows;
    runInSlices(m_device, numBlocks, numBlocks, progress, "Viterbi", [&](Index block, Index number) {
      setArguments(rows, m_queryBuffer.buffer(), m_columns.buffer(), m_above.buffer(), m_left.buffer(),
                   pointers.buffer(), lengths.buffer(), places.buffer(), best.buffer(), bestRow.buffer(),
                   bestColumn.buffer(), cl_int(m_query.length), cl_int(block), cl_int(number), numBatches);
      enqueueRows(rows, numBatches);
    });
    m_above.check();
    const std::vector<float> scores = best.download(lanes);
    const std::vector<std::int32_t> row = bestRow.download(lanes), column = bestColumn.download(lanes);
    for (size_t batch = first; batch < last; ++batch)
      for (size_t lane = 0; lane < m_batches[batch].size(); ++lane) {
        const size_t at = (batch - first) * static_cast<size_t>(kLanes) + lane;
        BatchHit& hit = m_hits[m_batches[batch][lane]];
        hit.score = row[at] < 0 ? kNever : scores[at];
        hit.i = row[at];
        hit.j = column[at];
      }
    if (m_options.keepPaths) fetchPaths(first, last, pointers, lengths, places, bestRow, bestColumn);
  }

  static constexpr float kLowest = std::numeric_limits<float>::lowest();

  void enqueueRows(const cl::Kernel& rows, cl_int numBatches) {
    if (!m_isForGpu) return enqueueItems(m_device, rows, numBatches);
    m_device.queue.enqueueNDRangeKernel(rows, cl::NullRange,
                                        cl::NDRange(static_cast<size_t>(numBatches * kLanes * kGroupSize)),
                                        cl::NDRange(static_cast<size_t>(kGroupSize)));
  }

  /// Packs the batches on all threads. Returns the bytes that their back pointers take.
  Index fillGroup(size_t first, size_t last) {
    Group& group = m_group;
    BatchPlace end;
    group.places.clear();
    group.lengths.clear();
    for (size_t batch = first; batch < last; ++batch) {
      group.places.push_back(end);
      end.columns += (lengthOf(batch) + 2) * kNumSlots * kLanes;
      end.above += (lengthOf(batch) + 1) * kStates * kLanes;
      end.left += m_numRows * kStates * kLanes;
      end.pointers += pointerBytes(batch);
      const std::vector<size_t>& members = m_batches[batch];
      for (const size_t k : members) group.lengths.push_back(static_cast<std::int32_t>(m_templates[k]->length));
      group.lengths.resize(group.places.size() * kLanes, 0);
    }
    group.columns.resize(static_cast<size_t>(end.columns));
    group.above.resize(static_cast<size_t>(end.above));
    group.left.resize(static_cast<size_t>(end.left));
    group.hasBars = m_packedQuery.hasBars;
    parallelFor(static_cast<Index>(last - first), 4, 0, [&](Index begin, Index stop) {
      PackedTemplates packed;
      for (Index k = begin; k < stop; ++k) packBatch(first + static_cast<size_t>(k), static_cast<size_t>(k), packed);
    });
    return end.pointers;
  }

  void packBatch(size_t batch, size_t index, PackedTemplates& packed) {
    std::vector<const SearchProfile*> templates;
    for (const size_t k : m_batches[batch]) templates.push_back(m_templates[k]);
    packTemplates(m_query, templates, kLanes, m_options.viterbi, kLog2Offset, packed);
    if (packed.hasBars) m_group.hasBars = true;
    const BatchPlace& place = m_group.places[index];
    const float* columns = packed.columns.data();
    std::copy_n(columns, (packed.length + 2) * kNumSlots * kLanes, m_group.columns.data() + place.columns);
    packBorders(columns, packed.length, m_group.above.data() + place.above, m_group.left.data() + place.left);
  }

  /// What a cell of the border with score `mm`, which has no other states, hands on: E, and the two gap states that go
  /// along row 0 (DG, MI) or column 0 (GD, IM). `a`, `nextA`: costs of a query column and the next, `rows` apart; `b`:
  /// of the templates.
  void packBorderCell(float* target, float mm, const float* a, const float* nextA, const float* b, bool isTop) const {
    const ViterbiOptions& options = m_options.viterbi;
    const auto ofQuery = [&](PackedSlot slot) { return a[slot * m_packedQuery.rows]; };
    const float nextQueryMM = nextA[kSlotMM * m_packedQuery.rows];
    for (Index state = 0; state < kStates; ++state)
      for (Index lane = 0; lane < kLanes; ++lane) {
        const auto ofTemplate = [&](Index slot) { return b[slot * kLanes + lane]; };
        const float score = mm + ofQuery(kSlotMM) + ofTemplate(kSlotMM);
        float value = score + ofQuery(kSlotBarMM) + ofTemplate(kSlotBarMM);
        if (state == 0 && options.mode == AlignmentMode::local) value = std::max(value, 0.0f);
        if (state == 1) value = score + (isTop ? ofQuery(kSlotMD) : ofTemplate(kSlotMD));
        if (state == 2)
          value = score + (isTop ? ofQuery(kSlotBarMM) + ofTemplate(kSlotInsert) + nextQueryMM
                                 : ofTemplate(kSlotBarMM) + ofQuery(kSlotInsert) + ofTemplate(kNumSlots + kSlotMM));
        *target++ = state > 0 && options.borders == BorderRule::matchOnly ? kNever : value;
      }
  }

  void packBorders(const float* columns, Index length, float* above, float* left) const {
    constexpr Index kSize = kStates * kLanes;
    const ViterbiOptions& options = m_options.viterbi;
    const Index rows = m_packedQuery.rows;
    const auto rowAt = [&](Index i) { return m_packedQuery.blocks.data() + i / rows * kNumSlots * rows + i % rows; };
    for (Index j = 0; j <= length; ++j)
      packBorderCell(above + j * kSize, static_cast<float>(-static_cast<double>(j) * options.endGapTemplate),
                     m_packedQuery.begin.data(), rowAt(0), columns + j * kNumSlots * kLanes, true);
    for (Index i = 0; i < m_query.length; ++i)
      packBorderCell(left + i * kSize, static_cast<float>(-static_cast<double>(i + 1) * options.endGapQuery), rowAt(i),
                     rowAt(i + 1), columns, false);
    std::fill_n(left + m_query.length * kSize, (m_numRows - m_query.length) * kSize, kNever);
  }

  void fetchPaths(size_t first, size_t last, GuardedBuffer& pointers, DeviceBuffer<std::int32_t>& lengths,
                  DeviceBuffer<BatchPlace>& places, DeviceBuffer<std::int32_t>& bestRow,
                  DeviceBuffer<std::int32_t>& bestColumn) {
    const Index mostSteps = m_query.length + lengthOf(first);
    const Index count = static_cast<Index>(last - first) * kLanes;
    DeviceBuffer<std::uint8_t> steps(m_device, static_cast<size_t>(count * mostSteps), "steps");
    DeviceBuffer<std::int32_t> numSteps(m_device, static_cast<size_t>(count), "number of steps");
    cl::Kernel trace = m_device.kernel("batch_viterbi_trace", "batch_trace", "");
    setArguments(trace, pointers.buffer(), lengths.buffer(), places.buffer(), bestRow.buffer(), bestColumn.buffer(),
                 steps.buffer(), numSteps.buffer(), cl_int(mostSteps), cl_int(count));
    enqueueItems(m_device, trace, count);
    char nothing = 0;
    pointers.download(&nothing, 0);
    const std::vector<std::int32_t> numbers = numSteps.download(static_cast<size_t>(count));
    const std::vector<std::uint8_t> states = steps.download(static_cast<size_t>(count * mostSteps));
    for (size_t batch = first; batch < last; ++batch)
      for (size_t lane = 0; lane < m_batches[batch].size(); ++lane) {
        const size_t at = (batch - first) * static_cast<size_t>(kLanes) + lane;
        const size_t k = m_batches[batch][lane];
        if (numbers[at] > 0) keepPath(k, states.data() + at * static_cast<size_t>(mostSteps), numbers[at]);
      }
  }

  /// The path of template k out of its states, last step first.
  void keepPath(size_t k, const std::uint8_t* states, Index number) {
    BatchHit& hit = m_hits[k];
    Index i = hit.i, j = hit.j;
    AlignmentPath path;
    for (Index n = 0; n < number; ++n) {
      const auto state = static_cast<PairState>(states[n]);
      path.steps.push_back({state, i, j});
      if (state != PairState::IM && state != PairState::GD) --i;
      if (state != PairState::MI && state != PairState::DG) --j;
    }
    std::reverse(path.steps.begin(), path.steps.end());
    hit.path = scoredPath(std::move(path), m_query, *m_templates[k], m_options.viterbi);
    hit.score = static_cast<float>(hit.path.score);
  }

  const SearchProfile& m_query;
  std::span<const SearchProfile* const> m_templates;
  const BatchViterbiOptions& m_options;
  DeviceImplementation& m_device;
  const bool m_isForGpu;
  const Index m_blockRows;  ///< rows that a launch takes at once
  const PackedQuery m_packedQuery;
  const Index m_numRows;  ///< Nq rounded up to whole blocks
  const std::vector<std::vector<size_t>> m_batches;
  DeviceBuffer<float> m_queryBuffer;
  Group m_group;
  KeptBuffer m_columns, m_above, m_left, m_pointers;
  std::vector<BatchHit> m_hits;
};

}  // namespace

std::vector<BatchHit> alignBatchOnDevice(const SearchProfile& query, std::span<const SearchProfile* const> templates,
                                         const BatchViterbiOptions& options, Device& device, BatchKernel kernel,
                                         Progress& progress) {
  DeviceImplementation& implementation = device.implementation();
  if (kernel == BatchKernel::suitable) kernel = device.info().isGpu ? BatchKernel::forGpus : BatchKernel::forProcessors;
  return withDeviceErrors(implementation,
                          [&] { return DeviceRun(query, templates, options, kernel, implementation).run(progress); });
}

}  // namespace engine
