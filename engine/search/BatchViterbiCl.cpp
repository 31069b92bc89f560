// Host side of batch_viterbi*.cl: packs batches of sixteen templates, computes groups of batches whose back pointers
// fit into the device's memory in slices of rows, fetches scores and paths.
#include <algorithm>
#include <limits>
#include <memory>

#include "engine/compute/ClTools.h"
#include "engine/search/BatchPointers.h"
#include "engine/search/BatchViterbi.h"
#include "engine/search/BatchViterbiPack.h"

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
    Index pointerBytes = 0;
    bool hasBars = false;
  };

  void runGroup(size_t first, size_t last, Progress& progress) {
    Group group;
    group.hasBars = m_packedQuery.hasBars;
    for (size_t batch = first; batch < last; ++batch) addBatch(batch, group);
    const auto numBatches = static_cast<cl_int>(last - first);
    const auto lanes = static_cast<size_t>(numBatches * kLanes);
    DeviceBuffer<float> columns(m_device, group.columns, "columns"), above(m_device, group.above, "above"),
        left(m_device, group.left, "left"), best(m_device, std::vector<float>(lanes, kLowest), "best");
    DeviceBuffer<std::int32_t> lengths(m_device, group.lengths, "lengths");
    DeviceBuffer<BatchPlace> places(m_device, group.places, "offsets");
    DeviceBuffer<std::int32_t> bestRow(m_device, std::vector<std::int32_t>(lanes, -1), "best row"),
        bestColumn(m_device, std::vector<std::int32_t>(lanes, -1), "best column");
    GuardedBuffer& pointers = pointerBuffer(group.pointerBytes);
    cl::Kernel rows =
        m_device.kernel(m_isForGpu ? "batch_viterbi_gpu" : "batch_viterbi", "batch_rows", options(group.hasBars));
    const Index numBlocks = m_numRows / m_blockRows;
    runInSlices(m_device, numBlocks, numBlocks, progress, "Viterbi", [&](Index block, Index number) {
      setArguments(rows, m_queryBuffer.buffer(), columns.buffer(), above.buffer(), left.buffer(), pointers.buffer(),
                   lengths.buffer(), places.buffer(), best.buffer(), bestRow.buffer(), bestColumn.buffer(),
                   cl_int(m_query.length), cl_int(block), cl_int(number), numBatches);
      enqueueRows(rows, numBatches);
    });
    above.download(0);
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

  /// The largest buffer is kept: fresh memory costs as much as filling it.
  GuardedBuffer& pointerBuffer(Index bytes) {
    if (!m_pointers || m_pointerBytes < bytes) {
      m_pointers.reset();
      m_pointers = std::make_unique<GuardedBuffer>(m_device, static_cast<size_t>(bytes), "back pointers");
      m_pointerBytes = bytes;
    }
    return *m_pointers;
  }

  void addBatch(size_t batch, Group& group) {
    std::vector<const SearchProfile*> templates;
    for (const size_t k : m_batches[batch]) templates.push_back(m_templates[k]);
    packTemplates(m_query, templates, kLanes, m_options.viterbi, kLog2Offset, m_packed);
    group.places.push_back({static_cast<std::int64_t>(group.columns.size()),
                            static_cast<std::int64_t>(group.above.size()), static_cast<std::int64_t>(group.left.size()),
                            group.pointerBytes});
    const float* columns = m_packed.columns.data();
    group.columns.insert(group.columns.end(), columns, columns + (m_packed.length + 2) * kNumSlots * kLanes);
    group.pointerBytes += pointerBytes(batch);
    group.hasBars |= m_packed.hasBars;
    for (Index lane = 0; lane < kLanes; ++lane)
      group.lengths.push_back(
          lane < Index(templates.size()) ? static_cast<std::int32_t>(templates[static_cast<size_t>(lane)]->length) : 0);
    addBorders(columns, group);
  }

  /// What a cell of the border with score `mm`, which has no other states, hands on: E, and the two gap states that go
  /// along row 0 (DG, MI) or column 0 (GD, IM). `a`, `nextA`: costs of a query column and the next, `rows` apart; `b`:
  /// of the templates.
  void addBorderCell(std::vector<float>& target, float mm, const float* a, const float* nextA, const float* b,
                     bool isTop) const {
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
        target.push_back(state > 0 && options.borders == BorderRule::matchOnly ? kNever : value);
      }
  }

  void addBorders(const float* columns, Group& group) const {
    const ViterbiOptions& options = m_options.viterbi;
    const Index rows = m_packedQuery.rows;
    const auto rowAt = [&](Index i) { return m_packedQuery.blocks.data() + i / rows * kNumSlots * rows + i % rows; };
    for (Index j = 0; j <= m_packed.length; ++j)
      addBorderCell(group.above, static_cast<float>(-static_cast<double>(j) * options.endGapTemplate),
                    m_packedQuery.begin.data(), rowAt(0), columns + j * kNumSlots * kLanes, true);
    for (Index i = 1; i <= m_query.length; ++i)
      addBorderCell(group.left, static_cast<float>(-static_cast<double>(i) * options.endGapQuery), rowAt(i - 1),
                    rowAt(i), columns, false);
    group.left.insert(group.left.end(), static_cast<size_t>((m_numRows - m_query.length) * kStates * kLanes), kNever);
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
  PackedTemplates m_packed;
  std::unique_ptr<GuardedBuffer> m_pointers;
  Index m_pointerBytes = 0;
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
