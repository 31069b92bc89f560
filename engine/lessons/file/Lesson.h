// A lesson as its file says it: values, nothing computed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/lessons/file/Problem.h"

namespace engine {

/// One line of a block, or one line with those that are indented below it, line ends and indentation included.
struct LessonLine {
  std::string text;
  LessonPlace place;
};

/// Prose between blocks: Markdown, with {live numbers}, $formulae$ and [marks](mark:A[1]).
struct LessonProse {
  std::string markdown;
  LessonPlace place;
};

struct LessonBlock;

/// What stands in a step or beat, in the order of the file: prose or a block.
struct LessonPart {
  LessonProse prose;                         ///< when there is no block
  std::shared_ptr<const LessonBlock> block;  ///< or null
};

/// A fenced block: its kind ("data", "run", "control", "picture", "formula", "algorithm", "predict", "goal", "check",
/// "note", "more"), its name (or empty), its lines without comments.
struct LessonBlock {
  std::string kind, name;
  LessonPlace place;
  std::vector<LessonLine> lines;
  bool isFree = false;  ///< "note", "more": lines are Markdown as written
  /// Of "more", below its title (the first line): prose, formulae and a picture; their fences are shorter than its own.
  std::vector<LessonPart> parts = {};
};

/// The kinds of blocks.
const std::vector<std::string>& lessonBlockKinds();
/// Those of translations alone, which are not shown: "original", the words of the original as they are now, and
/// "unused", words that have no place in it any more.
const std::vector<std::string>& keptBlockKinds();

/// What is uncovered at once; the first of a step has no title.
struct LessonBeat {
  std::string title;
  LessonPlace place;
  std::vector<LessonPart> parts;
};

/// How much of something was translated.
enum class Translated {
  original,  ///< these are its own words
  whole,
  partly,    ///< some words are those of the original
  outdated,  ///< the original has changed since
  not_yet
};

struct LessonStep {
  std::string title, slug;
  LessonPlace place;
  std::vector<LessonBeat> beats;
  /// In a translation: what stands behind "from=" of "## Titel {#slug from=1a2b3c4d}", the hash (`wordsHash`) of what
  /// was translated; else empty.
  std::string translatedHash = {};
  Translated translated = Translated::original;
};

/// What a step explains: an operation ("attention dot"), a view ("view dp") or a label of heads ("label sink").
struct LessonSubject {
  std::string subject, slug;
  LessonPlace place = {};
};

/// The picture that stands for the lesson where lessons are listed: of the step `slug` the block `picture`, or the
/// first where that is empty. Without a slug: whichever serves.
struct LessonCover {
  std::string slug, picture;
  LessonPlace place = {};
};

struct Lesson {
  std::string file;  ///< path as given
  std::string id, title, goal, level, language, translationOf;
  int minutes = 0;
  std::vector<std::string> needs, sources;
  std::vector<LessonSubject> explains;
  LessonCover cover = {};
  LessonProse introduction;
  std::vector<LessonStep> steps;
  std::string translatedHash = {};  ///< in a translation: of title, goal and introduction, "from: 1a2b3c4d"
  std::string wordsFile = {};       ///< of an original in the words of a translation: the file of these

  /// The index (from 0) of the step with this slug or this number as it is shown ("3": the third); -1: none.
  int stepNumber(const std::string& slugOrNumber) const;
};

/// Reads what it can and tells all that is wrong. Never throws for what stands in the file. Of `file` its name is
/// compared with the id; empty: not.
Lesson parseLesson(const std::string& text, const std::string& file, LessonProblems& problems);
/// The same out of a file. Throws Error when it cannot be read (missing, larger than 4 MB, not UTF-8).
Lesson readLesson(const std::string& path, LessonProblems& problems);

}  // namespace engine
