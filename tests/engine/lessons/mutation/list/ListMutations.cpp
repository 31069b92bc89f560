// Makes changes in the shipped lessons and lists which of them their checks notice, all of them and COUNT at random:
//   lesson_mutations [COUNT [SEED]] > tests/engine/lessons/mutation/changes.txt
//   lesson_mutations COUNT SEED alone: those at random, and which of them are not noticed
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include "engine/base/Error.h"
#include "tests/engine/lessons/mutation/LessonMutations.h"

namespace {

using test::LessonMutation;
using test::TriedMutation;

std::string tally(const std::vector<TriedMutation>& all) {
  std::map<LessonMutation::Kind, std::pair<std::size_t, std::size_t>> counts;
  std::size_t numNoticed = 0;
  for (const TriedMutation& tried : all) {
    auto& [noticed, tries] = counts[tried.mutation.kind];
    ++tries;
    if (tried.found.empty()) continue;
    ++noticed;
    ++numNoticed;
  }
  std::string text = std::to_string(numNoticed) + " of " + std::to_string(all.size()) + " are noticed (";
  for (const auto& [kind, count] : counts)
    text += std::string(kind == counts.begin()->first ? "" : ", ") + test::mutationKindName(kind) + " " +
            std::to_string(count.first) + " of " + std::to_string(count.second);
  return text + ")";
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 19;
  if (argc > 3) {
    const std::vector<TriedMutation> tried = test::triedMutations(count, seed);
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), tally(tried).c_str());
    for (const TriedMutation& one : tried)
      if (one.found.empty()) std::printf("%s\n", describe(one).c_str());
    return 0;
  }
  const std::vector<TriedMutation> all = test::triedMutations(std::numeric_limits<std::size_t>::max(), seed);
  const std::vector<TriedMutation> some(all.begin(), all.begin() + std::ptrdiff_t(std::min(count, all.size())));
  std::printf("lesson_mutations %zu %llu\n\nOf these changes %s.\n", count, static_cast<unsigned long long>(seed),
              tally(some).c_str());
  std::printf("Of all changes that it knows %s.\n\nNot noticed, of all:\n\n", tally(all).c_str());
  for (const TriedMutation& tried : all)
    if (tried.found.empty()) std::printf("%s\n", describe(tried).c_str());
  std::printf("\nThe changes:\n\n");
  for (const TriedMutation& tried : some) std::printf("%s\n", describe(tried).c_str());
  return 0;
} catch (const engine::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
