// A small lesson and translations of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/lessons/words/TranslateLesson.h"
#include "engine/lessons/words/WordLines.h"

namespace test {

inline const char* const kSmall = R"(---
headlight-lesson: 1
id: small
title: Small
goal: See what is there.
minutes: 3
---
Begin with this.

## One thing {#one}

First text, {sum(a):.2} in all.

```data
a = (1 2.5)
labels a = first second
```

Second text behind the data.

```control
slider t from 0 to 1 start 0.5
label "Share of it"
help "Goes from 0 to 1"
```

```picture plain
bars
of a
title What there is
```

```predict sum
choose "What is the sum of a?"
- "three and a half" when sum(a) == 3.5
- "less than that"   when sum(a) < 3.5 hint "Add {a[1]:.1} to it."
hint when value > 1 "Not so much."
because "It is {sum(a):.1} here."
```

```goal
t > 0.9 "Move it to the end"
```

### And a beat

Third text of the step.

```note
Say this aloud.
```

````more
Why is that so?
Because it is so.

```formula
x^2
plain
```

And once more.
````

## Two things {#two}

Only a text here.
)";

inline engine::Lesson lessonOf(const std::string& text, const std::string& file = "") {
  engine::LessonProblems problems;
  engine::Lesson lesson = engine::parseLesson(text, file, problems);
  for (const engine::LessonProblem& problem : problems.sorted()) ADD_FAILURE() << problemText("file", problem);
  return lesson;
}

/// The text with every piece of it that is `before` made `now`.
inline std::string with(std::string text, const std::string& before, const std::string& now) {
  std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  for (; at != std::string::npos; at = text.find(before, at + now.size())) text.replace(at, before.size(), now);
  return text;
}

inline std::vector<std::string> told(const engine::Lesson& original, const engine::Lesson& words) {
  engine::LessonProblems problems;
  engine::inWordsOf(original, words, problems);
  std::vector<std::string> texts;
  for (const engine::LessonProblem& problem : problems.sorted()) texts.push_back(problemText("d", problem));
  return texts;
}

inline engine::LessonInWords inWords(const engine::Lesson& original, const engine::Lesson& words) {
  engine::LessonProblems ignored;
  return engine::inWordsOf(original, words, ignored);
}

/// All of it in another language.
inline std::string german() {
  const engine::Lesson small = lessonOf(kSmall);
  return "---\nheadlight-lesson: 1\nof: small\nlanguage: de\ntitle: Klein\ngoal: Sehen, was da ist.\nfrom: " +
         wordsHash(small) + "\n---\nDamit beginnen.\n\n## Ein Ding {#one from=" + wordsHash(small.steps[0]) +
         R"(}

Erster Text, zusammen {sum(a):.2}.

```data
labels a = erster zweiter
```

Zweiter Text hinter den Daten.

```control
label "Anteil davon"
help "Geht von 0 bis 1"
```

```picture plain
title Was da ist
```

```predict sum
choose "Was ist die Summe von a?"
- "dreieinhalb"
- "weniger"  hint "Dazu {a[1]:.1} addieren."
hint "Nicht so viel."
because "Hier ist sie {sum(a):.1}."
```

```goal
"Bis ans Ende schieben"
```

### Und ein Teil

Dritter Text des Schritts.

```note
Das laut sagen.
```

````more
Warum ist das so?
Weil es so ist.

```formula
```

Und noch einmal.
````

## Zwei Dinge {#two from=)" +
         wordsHash(small.steps[1]) + "}\n\nHier steht nur ein Text.\n";
}

}  // namespace test
