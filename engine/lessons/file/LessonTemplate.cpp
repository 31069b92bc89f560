#include "engine/lessons/file/LessonTemplate.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::string_view kTemplate = R"LESSON(---
headlight-lesson: 1
id: ID
title: Three keys
goal: Say how three scores become three shares.
minutes: 8
needs: []
level: first
language: en
sources: [Vaswani et al. 2017, equation 1]
---
One question, three keys: the question that this lesson answers stands here, in a sentence or two.

## What is compared {#scores}

One idea a step, at most sixty words before its picture. Drag [the question](mark:Q[1]) and watch the scores.

```data
Q = [1 0]                          # a matrix: one row
K = [2 0; 1 1; 0 2]                # three rows
V = [1; 2; 4]
labels K.rows = first second third
labels V.rows = first second third
```

```run attend
attention dot                      # any operation: headlight --help lists them
in Q=Q K=K V=V
set scale=1
out S A O
```

```control question
cell Q[1,1] from -2 to 2 by 0.1
cell Q[1,2] from -2 to 2 by 0.1
label "Question"
```

```picture bowl
bowl
of S A V O
uncover scores
```

```formula
S_{ij} = \sum_{c} Q_{ic} K_{jc}
bind S=S Q=Q K=K
at i=1 j=1
```

```predict best
cell "Which key fits best?"
of K
answer argmax(S[1])
hint "Multiply the question with each key and add."
because "Its score, {max(S[1]):.0}, is the largest."
```

```check
S[1] = (2 1 0) ± 1e-12
at Q=[0 1]: S[1] = (0 1 2) ± 1e-12
```

```note
What the speaker says, in a window of its own.
```

## Shares {#shares}

Exponentials make everything positive; dividing by their sum makes shares.

```picture bowl
bowl
of S A V O
uncover weights
```

```formula
A_{ij} = \frac{\exp(S_{ij})}{\sum_{k} \exp(S_{ik})}
bind A=A S=S
at i=1 j=1
```

```predict first
number "What share does the first key get?"
answer A[1,1] within 0.05
hint when value > 1 "All shares together make 1."
hint "Each point of score is a factor of {exp(1):.2}."
because "{A[1,1]:.3}: e² out of e² + e + 1."
```

```check
A[1] = (0.66524096 0.24472847 0.09003057) ± 6e-9
sum(A[1]) = 1 ± 1e-12
```

## Sharper and softer {#temperature}

A control is a name in expressions. What uses it follows.

```control temperature
slider T from 0.1 to 10 log start 1
label "Temperature T"
snap 0.5 1 2
```

```run attend
attention dot                      # once more: the run of the first step read what stood there
in Q=[1 0] K=K V=V
set scale=1/T
out S A O
```

```picture bowl
bowl
of S A V O
```

### What happens

Second beat: it is uncovered when the speaker goes on. The largest share is {max(A[1]):.2}.

```predict hotter
choose "T goes from 1 to 2. What does the largest share do?"
- "it falls"  when at(T=2: max(A[1])) < at(T=1: max(A[1]))
- "it rises"  when at(T=2: max(A[1])) > at(T=1: max(A[1]))  hint "Halve all scores: do they come closer?"
because "From {at(T=1: max(A[1])):.2} to {at(T=2: max(A[1])):.2}."
```

```goal
max(A[1]) > 0.95 "Make the first key take nearly all"
```

```check
at T=2: A[1,1] = 0.50648039 ± 6e-9
at T=0.5..4 by 0.5: sum(A[1]) = 1 ± 1e-12
```

## On a real protein {#protein}

The same sum over all residues of a protein: {len(protein):.0} keys instead of three.

```data protein
protein = sample 1ldm_A.pdb.gz
labels protein = residues
replaceable protein
```

```run geometric
attention geometric
in protein
set scores=yes
out S=Sp A=Ap
as maps
```

```control residue
stepper asker 1..329 start 250
label "Residue that asks"
```

```picture map
attention
of maps protein
head 1
mark Ap[1,asker]
```

```predict partner
number "How many places along the chain is the residue away that gets most after 250 itself?"
answer abs(250 - order(Ap[1,250])[2]) within 20
hint "Near in space may be far along the chain."
because "Residue {order(Ap[1,250])[2]:.0}."
```

```check
order(Ap[1,250])[1] = 250
order(Ap[1,250])[2] = 34
sum(Ap[1,250]) = 1 ± 1e-9
```

```more
What stands folded
A proof, history, honest limits. Next lesson: `lesson:ID`.
```
)LESSON";

}  // namespace

bool isLessonId(std::string_view text) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

std::string lessonTemplate(const std::string& id) {
  std::string text(kTemplate);
  for (const std::string_view place : {std::string_view("id: ID"), std::string_view("lesson:ID")}) {
    const std::size_t at = text.find(place);
    text.replace(at + place.size() - 2, 2, id);
  }
  return text;
}

}  // namespace engine
