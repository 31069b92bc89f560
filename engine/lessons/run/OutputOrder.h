// Which arrays of a run are computed from which others of the same run.
#pragma once

#include <set>
#include <string>

#include "engine/attention/Mechanism.h"

namespace engine {

/// Outputs of the mechanism that its formula computes from the output `asked`, directly or through others: O from A
/// from S. Outputs that the formula does not speak of, such as a normaliser, may give anything away and count as
/// computed from it. Without a formula nothing is known: none. Never `asked` itself.
std::set<std::string> outputsFrom(const Mechanism& mechanism, const std::string& asked);

/// The same of a formula as Mechanism::formula() writes it, an equation a line.
std::set<std::string> outputsFrom(const std::string& formula, const std::set<std::string>& outputs,
                                  const std::string& asked);

}  // namespace engine
