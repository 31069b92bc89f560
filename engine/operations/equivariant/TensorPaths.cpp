// Operation "equivariant paths": irreps in, paths with their weights, irreps out, for all four maps of the layer.
#include <algorithm>
#include <cmath>

#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/PathStrength.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

constexpr Index kDistances = 131, kMostEdges = 20'000;

/// (blocks, 3): copies, degree, parity.
Array<std::int32_t> tableOf(const Irreps& irreps) {
  Array<std::int32_t> table({static_cast<Index>(irreps.blocks().size()), 3});
  for (Index k = 0; k < table.length(0); ++k) {
    const IrrepBlock& block = irreps.blocks()[static_cast<size_t>(k)];
    table(k, 0) = static_cast<std::int32_t>(block.multiplicity);
    table(k, 1) = block.irrep.degree;
    table(k, 2) = block.irrep.parity;
  }
  return table;
}

/// Rows of strengths of the paths as (rows, paths).
Array<double> stacked(const std::vector<std::vector<double>>& rows, size_t paths) {
  Array<double> all({static_cast<Index>(rows.size()), static_cast<Index>(paths)});
  for (size_t row = 0; row < rows.size(); ++row)
    std::copy(rows[row].begin(), rows[row].end(), all.data() + row * paths);
  return all;
}

void addProduct(ArrayBundle& arrays, const std::string& name, const TensorProduct& product) {
  arrays[name + "_first"] = tableOf(product.first());
  arrays[name + "_second"] = tableOf(product.second());
  arrays[name + "_out"] = tableOf(product.out());
  const auto& paths = product.paths();
  Array<std::int32_t> blocks({static_cast<Index>(paths.size()), 3});
  for (size_t k = 0; k < paths.size(); ++k) {
    const size_t ends[] = {paths[k].first, paths[k].second, paths[k].out};
    for (size_t end = 0; end < 3; ++end) blocks[static_cast<Index>(3 * k + end)] = static_cast<std::int32_t>(ends[end]);
  }
  arrays[name + "_paths"] = std::move(blocks);
}

void addLinear(ArrayBundle& arrays, const std::string& name, const EquivariantLinear& map,
               const Array<double>& weights) {
  arrays[name + "_first"] = tableOf(map.in());
  arrays[name + "_out"] = tableOf(map.out());
  Array<std::int32_t> blocks({static_cast<Index>(map.paths().size()), 2});
  for (size_t k = 0; k < map.paths().size(); ++k) {
    blocks[static_cast<Index>(2 * k)] = static_cast<std::int32_t>(map.paths()[k].in);
    blocks[static_cast<Index>(2 * k + 1)] = static_cast<std::int32_t>(map.paths()[k].out);
  }
  arrays[name + "_paths"] = std::move(blocks);
  arrays[name + "_strength"] = stacked({pathStrengths(map, weights.data())}, map.paths().size());
}

/// (distances, paths) of a product whose weights a radial network makes.
Array<double> strengthsByDistance(const EquivariantSetting& setting, const TensorProduct& product,
                                  const Array<double>& first, const Array<double>& second, const Array<double>& r) {
  const RadialBasis basis = setting.basis();
  Array<double> b({r.size(), basis.count});
  for (Index k = 0; k < r.size(); ++k) radialBasis(basis, r[k], b.data() + k * basis.count);
  for (double& value : b) value *= std::sqrt(double(basis.count));
  const Array<double> weights = fullyConnectedNet(b, {first, second}, setting.activation);
  std::vector<std::vector<double>> rows;
  for (Index k = 0; k < r.size(); ++k)
    rows.push_back(pathStrengths(product, weights.data() + k * product.numWeights()));
  return stacked(rows, product.paths().size());
}

/// "03: 5x1o x 1x1o to 12x0e": paths in their order.
std::string pathName(const TensorProduct& product, size_t number) {
  const TensorProductPath& path = product.paths()[number];
  const auto text = [](const IrrepBlock& block) {
    return std::to_string(block.multiplicity) + "x" + block.irrep.text();
  };
  return (number < 9 ? "0" : "") + std::to_string(number + 1) + ": " + text(product.first().blocks()[path.first]) +
         " x " + text(product.second().blocks()[path.second]) + " to " + text(product.out().blocks()[path.out]);
}

/// What the axes of the arrays are, map by map.
void tellOfMaps(ArrayBundle& arrays) {
  const std::string edge = "edge", distance = "distance";
  const auto tell = [&arrays](const std::string& name, const std::vector<std::string>& axes, const char* help) {
    if (arrays.contains(name)) tellOf(arrays, {name, axes, help});
  };
  tell("distance", {distance}, "of two nodes");
  tell("edges", {edge, "node looked at, node that looks"}, "numbers of the nodes, from 0");
  tell("edge_length", {edge}, "distance of its nodes");
  tell("edge_cutoff", {edge}, "1 where near, 0 at the radius");
  tell("edge_weight", {edge}, "attention weight");
  for (const std::string map : {"q", "k", "v", "s"}) {
    const std::string path = "path of " + map;
    for (const std::string end : {"first", "second", "out"}) {
      const std::string name = map + "_" + end;
      tell(name, {"block of " + name, "copies, degree, parity"}, "its irreps");
      tell(map + "_edge_" + end, {edge, "channel of " + name}, "numbers of every edge");
    }
    const bool isLinear = !arrays.contains(map + "_second"), isByDistance = map == "k" || map == "v";
    tell(map + "_paths", {path, isLinear ? "block in, block out" : "blocks in, block out"}, "which blocks it joins");
    tell(map + "_strength", {isByDistance ? distance : "at any distance", path}, "spread that it adds");
    tell(map + "_edge_adds", {edge, path}, "what it adds to the message of an edge");
  }
}

void addCurves(ArrayBundle& plot, const std::string& quantity, const TensorProduct& product,
               const Array<double>& strengths) {
  for (size_t path = 0; path < product.paths().size(); ++path) {
    Array<double> curve({strengths.length(0)});
    for (Index k = 0; k < curve.size(); ++k) curve[k] = strengths(k, static_cast<Index>(path));
    plot[quantity + "_" + pathName(product, path)] = std::move(curve);
  }
}

/// What goes into a map, comes out of it, and what its paths add, edge by edge.
struct EdgeTable {
  EdgeTable(Index edges, Index firstWidth, Index secondWidth, Index outWidth, size_t paths)
      : first({edges, firstWidth}),
        second({edges, secondWidth}),
        out({edges, outWidth}),
        adds({edges, static_cast<Index>(paths)}) {}

  void set(Index edge, const double* x, const double* y, const double* z, const std::vector<double>& contributions) {
    std::copy_n(x, first.length(1), first.data() + edge * first.length(1));
    if (y) std::copy_n(y, second.length(1), second.data() + edge * second.length(1));
    std::copy_n(z, out.length(1), out.data() + edge * out.length(1));
    std::copy(contributions.begin(), contributions.end(), adds.data() + edge * adds.length(1));
  }
  void giveTo(ArrayBundle& arrays, const std::string& name) {
    arrays[name + "_edge_first"] = std::move(first);
    if (second.length(1) > 0) arrays[name + "_edge_second"] = std::move(second);
    arrays[name + "_edge_out"] = std::move(out);
    arrays[name + "_edge_adds"] = std::move(adds);
  }

  Array<double> first, second, out, adds;
};

EdgeTable tableFor(const TensorProduct& product, Index edges) {
  return {edges, product.first().dimension(), product.second().dimension(), product.out().dimension(),
          product.paths().size()};
}

/// Numbers of every edge, (E, ...) each; none where they would be too many.
void addEdges(ArrayBundle& arrays, const EquivariantProblem<double>& problem, int threads, Diagnostics& diagnostics,
              Progress& progress) {
  const EquivariantInput<double>& input = problem.input;
  const EquivariantMaps& maps = problem.maps;
  const Index E = problem.numEdges(), Din = input.f.length(1), Dq = problem.q.length(1);
  if (E > kMostEdges) return diagnostics.warn(E, " edges: the numbers of single edges are left out above ", kMostEdges);
  const EquivariantDetails<double> details = equivariantDetails(problem, threads, progress);
  const EquivariantResult<double> result =
      attend(problem, edgeMessagesPlain(problem, threads, progress), threads, progress);
  EdgeTable q(E, Din, 0, Dq, maps.query.paths().size());
  EdgeTable k = tableFor(maps.key, E), v = tableFor(maps.value, E), s = tableFor(maps.score, E);
  for (Index e = 0; e < E; ++e) {
    if (e % 64 == 0) progress.update(double(e) / double(E), "edges");
    const auto row = [e](const Array<double>& all) { return all.data() + e * all.length(1); };
    const double* const f = input.f.data() + result.edges(e, 0) * Din;
    const double* const own = input.f.data() + result.edges(e, 1) * Din;
    const double* const asked = problem.q.data() + result.edges(e, 1) * Dq;
    q.set(e, own, nullptr, asked, pathContributions(maps.query, own, input.linear.data()));
    k.set(e, f, row(details.Y), row(result.k), pathContributions(maps.key, f, row(details.Y), row(details.w_k)));
    v.set(e, f, row(details.Y), row(result.v), pathContributions(maps.value, f, row(details.Y), row(details.w_v)));
    s.set(e, asked, row(result.k), &result.s[e], pathContributions(maps.score, asked, row(result.k), input.dot.data()));
  }
  q.giveTo(arrays, "q"), k.giveTo(arrays, "k"), v.giveTo(arrays, "v"), s.giveTo(arrays, "s");
  arrays["edges"] = result.edges;
  arrays["edge_length"] = result.lengths;
  arrays["edge_cutoff"] = details.c;
  arrays["edge_weight"] = result.a;
}

class TensorPaths : public GraphOperation {
 public:
  std::string id() const override { return "equivariant paths"; }
  std::string title() const override { return "Irreps and tensor-product paths"; }
  std::string help() const override {
    return "Which irreps of the features and of the spherical harmonics couple to which irreps of keys and values, and "
           "of queries and keys to scores, with what every path adds to the spread of its output (for inputs of mean 0 "
           "and variance 1): its weights come from the radial networks, so it changes with the distance and vanishes "
           "at 0 and r_max. Queries are a linear map: equal irreps alone lead to each other. Of every edge of the "
           "graph, what "
           "goes in (features, spherical harmonics), what its paths add with its own weights, and its message.";
  }
  std::string formula() const override { return "z_wk = Σ α Σ_uv w_uvw Σ_ij C_ijk x_ui y_vj"; }
  std::vector<Parameter> parameters() const override {
    return withLayerParameters({nodesParameter(), seedParameter()});
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const EquivariantInput<double> graph = graphOf(inputs, values, static_cast<Index>(values.integer("nodes")));
    const EquivariantSetting& setting = graph.setting;
    const EquivariantProblem<double> problem = equivariantProblem(graph, compute.threads, progress);
    const EquivariantMaps& maps = problem.maps;
    Array<double> r({kDistances});
    for (Index k = 0; k < kDistances; ++k) r[k] = setting.maxRadius * double(k) / double(kDistances - 1);
    const Array<double> key = strengthsByDistance(setting, maps.key, graph.mlp_k_0, graph.mlp_k_1, r);
    const Array<double> value = strengthsByDistance(setting, maps.value, graph.mlp_v_0, graph.mlp_v_1, r);
    ArrayBundle paths{{"distance", r}, {"k_strength", key}, {"v_strength", value}};
    addLinear(paths, "q", maps.query, graph.linear);
    addProduct(paths, "k", maps.key);
    addProduct(paths, "v", maps.value);
    addProduct(paths, "s", maps.score);
    paths["s_strength"] = stacked({pathStrengths(maps.score, graph.dot.data())}, maps.score.paths().size());
    addEdges(paths, problem, compute.threads, diagnostics, progress);
    tellOfMaps(paths);
    ArrayBundle plot{{"axis_distance r", r}};
    addCurves(plot, "keys", maps.key, key);
    addCurves(plot, "values", maps.value, value);
    return {arrayResult("Irreps and paths of " + graphName(inputs), std::move(paths)),
            arrayResult("What each path adds by distance, " + graphName(inputs), std::move(plot))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTensorPaths() { return std::make_unique<TensorPaths>(); }

}  // namespace engine
