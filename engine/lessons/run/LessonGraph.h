// Which definition of a lesson reads which other: names are looked up once, when the lesson is read.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/lessons/run/DataBlock.h"
#include "engine/lessons/run/RunBlock.h"
#include "engine/lessons/run/StepBlocks.h"

namespace engine {

/// One thing that a lesson defines.
struct LessonDefinition {
  enum class Kind {
    data,     ///< a line of `data`
    run,      ///< an operation; has no name
    output,   ///< an array of a run
    dataset,  ///< the main result of a run, or a by-product
    control
  };
  Kind kind = Kind::data;
  std::string name;
  int step = 0;
  LessonPlace place;
  std::string text;  ///< all that the file says of it: equal texts on equal values give equal results
  std::shared_ptr<const DataLine> data;
  std::shared_ptr<const RunBlock> run;  ///< of run, output and dataset
  std::shared_ptr<const LessonControl> control;
  std::string array;                ///< of an output: the operation's name for it; of a by-product: its word
  std::map<std::string, int> uses;  ///< definitions by the names that its expressions read; "" is an output's run
  std::vector<int> siblings = {};   ///< of an output: those that the same run computes from it
  bool isComputed = false;          ///< by an operation or from what one computed; else a given
};

using NamesInScope = std::map<std::string, int, std::less<>>;

/// A name means, in this order: what the same step defines above, what it defines below (a number that follows a run
/// further down; not where it would follow itself), what earlier steps defined last.
struct LessonGraph {
  std::vector<LessonDefinition> definitions;  ///< in the order of the file
  std::vector<NamesInScope> scopes;           ///< by step: what its names mean at its end
  std::vector<DataBlock> data;                ///< labels, units and replaceable names, by step; without lines

  /// Definitions that are made from any of `from`, and these.
  std::set<int> dependents(const std::set<int>& from) const;
  /// Definitions that tell something of `from`, and these: what is made from them, and outputs that the same run
  /// computes from an output among them. `shown` and what only they lead to are left out.
  std::set<int> tellers(const std::set<int>& from, const std::set<int>& shown) const;
};

/// Tells names that nothing bears. `steps`: the other blocks, whose names are looked up as well.
LessonGraph makeGraph(const Lesson& lesson, const std::vector<StepBlocks>& steps, LessonProblems& problems);

/// Tells each name of the expression that is not in scope, with the nearest spelling. `also`: names that it may use
/// besides.
void checkNames(const LessonExpression& expression, const NamesInScope& scope, const std::set<std::string>& also,
                LessonProblems& problems);
/// "A" is not defined ...
void tellUndefined(LessonPlace place, const std::string& name, const NamesInScope& scope, LessonProblems& problems);

}  // namespace engine
