// Reads files that were lessons; of every EVERYth without errors all steps are computed, for a second each:
//   lesson_rubble [COUNT [SEED [EVERY]]]
// A crash, an exception that is no Error, or a problem without a place in the file ends it with the file.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "tests/engine/lessons/mutation/RandomLessons.h"

namespace {

constexpr double kSeconds = 1;

int tellFault(const std::string& fault, const std::string& text, unsigned long long number) {
  std::fprintf(stderr, "file %llu: %s\n--- its text:\n%s\n", number, fault.c_str(), text.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long long count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const unsigned long long every = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  test::RandomLessons lessons(seed);
  unsigned long long numRejected = 0, numProblems = 0, numWhole = 0, numComputed = 0;
  for (unsigned long long k = 0; k < count; ++k) {
    const std::string text = lessons.next();
    try {
      const test::ReadRandomLesson read = test::readRandomLesson(text);
      if (!read.fault.empty()) return tellFault(read.fault, text, k);
      numProblems += read.numProblems;
      if (read.hasErrors) {
        ++numRejected;
        continue;
      }
      if (++numWhole; every == 0 || numWhole % every != 0) continue;
      ++numComputed;
      if (const std::string fault = test::computeRandomLesson(*read.run, kSeconds); !fault.empty())
        return tellFault(fault, text, k);
    } catch (const std::exception& error) {
      return tellFault(error.what(), text, k);
    }
  }
  std::printf("%llu files: %llu rejected, %llu computed; %llu problems, each with its line\n", count, numRejected,
              numComputed, numProblems);
  return 0;
}
