// Finding and blanking tags.
#include "engine/hmm/profile/TagColumns.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace engine {

namespace {

constexpr size_t kMinHistidines = 5, kMargin = 8;
constexpr const char* kTags[] = {"EQKLISEEDL", "DYKDDDDK"};

ProfileHmm blanked(ProfileHmm profile, const std::vector<Index>& columns) {
  for (const Index i : columns) nth(profile.emissions, i) = profile.background;
  return profile;
}

std::vector<Index> markedOf(const std::vector<char>& marks) {
  std::vector<Index> columns;
  for (size_t i = 0; i < marks.size(); ++i)
    if (marks[i]) columns.push_back(static_cast<Index>(i));
  return columns;
}

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
  return markedOf(isTag);
}

ProfileHmm withoutTags(ProfileHmm profile) {
  const std::vector<Index> columns = tagColumns(profile.masterLetters);
  return blanked(std::move(profile), columns);
}

std::vector<Index> tagColumnsAsHhsuite(const ProfileHmm& profile) {
  std::string letters = profile.shownSequences.empty() ? profile.masterLetters : profile.shownSequences.front().second;
  std::erase(letters, '.');
  std::vector<char> isTag(static_cast<size_t>(profile.length()), 0);
  const auto mark = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, isTag.size()); ++i) isTag[i] = 1;
  };
  if (const size_t at = letters.find(std::string(kMinHistidines, 'H')); at != std::string::npos) {
    const size_t end = std::min(letters.find_first_not_of('H', at), letters.size());
    mark(at + 1 - std::min(kMargin, at + 1), end + 1 + kMargin);
  }
  for (const std::string tag : kTags)
    if (const size_t at = letters.find(tag); at != std::string::npos) mark(at + 1, at + 1 + tag.size());
  return markedOf(isTag);
}

ProfileHmm withoutTagsAsHhsuite(ProfileHmm profile) {
  const std::vector<Index> columns = tagColumnsAsHhsuite(profile);
  return blanked(std::move(profile), columns);
}

}  // namespace engine
