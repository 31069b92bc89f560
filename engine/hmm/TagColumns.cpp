// Finding and blanking tags.
#include "engine/hmm/TagColumns.h"

#include <algorithm>

namespace engine {

namespace {

constexpr size_t kMinHistidines = 5, kMargin = 8;
constexpr const char* kTags[] = {"EQKLISEEDL", "DYKDDDDK"};

}  // namespace

std::vector<Index> tagColumns(const std::string& masterLetters) {
  std::string letters;
  std::vector<size_t> column;
  for (size_t i = 0; i < masterLetters.size(); ++i) {
    if (masterLetters[i] == '-') continue;
    letters += masterLetters[i];
    column.push_back(i);
  }
  std::vector<char> isTag(masterLetters.size(), 0);
  const auto mark = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, isTag.size()); ++i) isTag[i] = 1;
  };
  for (size_t begin = 0; begin < letters.size();) {
    size_t end = begin;
    while (end < letters.size() && letters[end] == 'H') ++end;
    if (end - begin >= kMinHistidines)
      mark(column[begin] - std::min(kMargin, column[begin]), column[end - 1] + 1 + kMargin);
    begin = end + 1;
  }
  for (const std::string tag : kTags)
    for (size_t at = letters.find(tag); at != std::string::npos; at = letters.find(tag, at + 1))
      mark(column[at], column[at + tag.size() - 1] + 1);
  std::vector<Index> columns;
  for (size_t i = 0; i < isTag.size(); ++i)
    if (isTag[i]) columns.push_back(static_cast<Index>(i));
  return columns;
}

ProfileHmm withoutTags(ProfileHmm profile) {
  for (const Index i : tagColumns(profile.masterLetters))
    profile.emissions[static_cast<size_t>(i)] = profile.background;
  return profile;
}

}  // namespace engine
