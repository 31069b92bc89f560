// What the operations on equivariant attention work on: a graph that is given, or a random one as the e3nn Transformer
// guide makes it.
#pragma once

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/operations/Operation.h"

namespace engine {

/// An "equivariant ..." operation: its place in menus and help, and its input, a graph that is given or made.
class GraphOperation : public Operation {
 public:
  std::vector<std::string> headings() const override;
  /// An array file as "attention equivariant" takes it, or a structure; a random graph when absent.
  std::vector<OperationInput> inputs() const override;
  /// Structures are in Å, and have the weights that "attention equivariant" gives them.
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override;
  Place place() const override { return Place::native; }
};

/// Parameters of the layer without `edge`, which these operations choose themselves.
std::vector<Parameter> layerParameters();
/// Some of an operation's own, and behind them those of the layer and the chain of a structure.
std::vector<Parameter> withLayerParameters(std::vector<Parameter> own);
Parameter nodesParameter();
Parameter seedParameter();

/// The layer that complete values of layerParameters() mean, with the soft edge.
EquivariantSetting layerSetting(const ParameterValues& values);
/// The first input (of a structure a chain's graph) or, without one, `nodes` random nodes by `seed`. Throws Error for
/// arrays that do not fit.
EquivariantInput<double> graphOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, Index nodes);
/// Title of the first input or, without one, "a random graph".
std::string graphName(const std::vector<DatasetPtr>& inputs);

/// Three digits, "1.73e-04": for titles.
std::string shortNumber(double value);
/// A result of these arrays.
Dataset arrayResult(std::string title, ArrayBundle arrays);
/// Values of one axis.
Array<double> columnOf(const std::vector<double>& values);

}  // namespace engine
