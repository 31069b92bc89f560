// Blocks `picture`.
#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/StepBlocks.h"

namespace engine {

namespace {

const std::vector<std::string> kKeys = {"of", "state", "link", "head", "uncover", "mark", "height", "alt", "beside",
                                        // Of single pictures.
                                        "title", "score", "kernel", "order", "before", "turn", "penalty", "role",
                                        "names", "sheets", "scale", "radius", "row", "column", "component", "query",
                                        "position", "shift", "pass", "step", "checkpoint", "mask", "begin"};

/// How far a bowl is filled.
const std::vector<std::string> kUncovered = {"scores", "weights", "output"};

}  // namespace

std::optional<LessonPicture> parsePicture(const LessonBlock& block, const LessonKnows& knows,
                                          LessonProblems& problems) {
  if (block.lines.empty()) return std::nullopt;
  LessonPicture picture;
  picture.name = block.name;
  picture.place = block.lines[0].place;
  picture.kind = block.lines[0].text;
  if (!knows.pictureKinds.empty() &&
      std::find(knows.pictureKinds.begin(), knows.pictureKinds.end(), picture.kind) == knows.pictureKinds.end()) {
    tellUnknown(picture.place, "picture", picture.kind, knows.pictureKinds, problems);
    return std::nullopt;
  }
  std::vector<std::string> known = kKeys;
  known.insert(known.end(), knows.pictureKeys.begin(), knows.pictureKeys.end());
  for (std::size_t k = 1; k < block.lines.size(); ++k) {
    const LessonLine& line = block.lines[k];
    const KeyAndRest parts = keyAndRest(line);
    if (parts.key == "of") {
      for (const LinePiece& word : wordsOf(parts.rest)) {
        picture.of.emplace_back(word.text);
        picture.ofPlaces.push_back(placeIn(line, parts.offset + word.offset));
        if (!isLessonName(word.text))
          problems.error(picture.ofPlaces.back(), "expected a name, found ", inQuotes(word.text));
      }
    } else if (parts.key == "mark") {
      if (auto mark = expressionIn(line, parts.rest, parts.offset, problems)) picture.marks.push_back(*std::move(mark));
    } else if (parts.key == "beside") {
      picture.beside = parts.rest;
    } else if (std::find(known.begin(), known.end(), parts.key) == known.end()) {
      tellUnknown(line.place, "key", parts.key, known, problems);
    } else if (parts.key == "uncover" &&
               std::find(kUncovered.begin(), kUncovered.end(), parts.rest) == kUncovered.end()) {
      tellUnknown(placeIn(line, parts.offset), "part to uncover", std::string(parts.rest), kUncovered, problems);
    } else if (parts.key == "alt") {
      if (auto text = quotedText(line, parts, problems))
        picture.settings.emplace_back(parts.key, LessonLine{*text, placeIn(line, parts.offset + 1)});
    } else {
      picture.settings.emplace_back(parts.key, LessonLine{std::string(parts.rest), placeIn(line, parts.offset)});
    }
  }
  return picture;
}

}  // namespace engine
