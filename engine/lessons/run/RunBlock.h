// Blocks `run`: an operation of operations.def with what goes in, how it is set, and what is taken out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/Mechanism.h"
#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"
#include "engine/operations/Operation.h"

namespace engine {

/// "Q=[1 0]", "protein".
struct RunInput {
  std::string name;  ///< of an array or of an input of the operation; empty: the next input that takes datasets
  LessonExpression value;
};

/// "scale=1/T", "kernel=gaussian".
struct RunSetting {
  const Parameter* parameter;
  std::optional<ParameterValue> value;         ///< written as such
  std::optional<LessonExpression> expression;  ///< or computed
  std::string text;                            ///< as written
  LessonPlace place;
};

/// "S=S2": the operation's S is called S2. "weights.S=S2": that of its by-product weights.
struct RunOutput {
  std::string array, name;
  LessonPlace place;

  bool isOfByProduct() const { return array.find('.') != std::string::npos; }
};

/// "stored trained/reverse": where results lie that were computed before.
struct StoredFolder {
  std::string path;       ///< below the folder of the lesson or, of a sample, of the samples
  bool isSample = false;  ///< "stored sample trained/reverse"
  LessonPlace place;
};

struct RunBlock {
  const Operation* operation = nullptr;
  const Mechanism* mechanism = nullptr;  ///< null: not one of attention
  std::vector<Parameter> parameters;     ///< of the operation
  std::vector<RunInput> inputs;
  std::vector<RunSetting> settings;
  std::vector<RunOutput> outputs;
  std::string as;                  ///< name of its main result as a dataset; empty: not wanted
  std::vector<RunOutput> asParts;  ///< "as weights=w": by-products as datasets, by the word behind their ids
  std::optional<StoredFolder> stored;
  LessonPlace place, asPlace;
};

/// Unknown operations, inputs, parameters and outputs are told with the nearest spelling; null without an operation.
std::shared_ptr<const RunBlock> parseRun(const LessonBlock& block, LessonProblems& problems);

/// Names of what it gives, as far as that is known before it ran: arrays of a mechanism.
std::vector<std::string> outputNames(const Mechanism& mechanism);

}  // namespace engine
