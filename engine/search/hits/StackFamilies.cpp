#include "engine/search/hits/StackFamilies.h"

#include <algorithm>
#include <utility>

#include "engine/alignment/RowFamilies.h"
#include "engine/base/Nth.h"
#include "engine/search/hits/MergeHits.h"

namespace engine {

namespace {

/// For each column of both alignments its column of the stack, -1: none.
struct Stack {
  std::vector<Index> query, templ;
  Index numColumns = 0;
};

class StackBuilder {
 public:
  StackBuilder(Index numQuery, Index numTemplate, StackColumns columns)
      : m_numQuery(numQuery), m_numTemplate(numTemplate), m_columns(columns) {}

  void take(const PathStep& step) {
    const bool isQuery = consumesQuery(step.state), isTemplate = consumesTemplate(step.state);
    if (isQuery) takeQueryUpTo(step.i, step);
    if (isTemplate) takeTemplateUpTo(step.j, step);
    if (isQuery && isTemplate) {
      m_stack.query.push_back(m_stack.numColumns);
      m_stack.templ.push_back(m_stack.numColumns++);
    } else if (isQuery) {
      takeQuery();
    } else {
      takeTemplate();
    }
  }

  Stack finished() {
    while (numQueryTaken() < m_numQuery) takeQuery();
    while (numTemplateTaken() < m_numTemplate) takeTemplate();
    return std::move(m_stack);
  }

 private:
  Index numQueryTaken() const { return static_cast<Index>(m_stack.query.size()); }
  Index numTemplateTaken() const { return static_cast<Index>(m_stack.templ.size()); }
  void takeQuery() { m_stack.query.push_back(m_stack.numColumns++); }
  void takeTemplate() { m_stack.templ.push_back(m_columns == StackColumns::both ? m_stack.numColumns++ : -1); }

  void takeQueryUpTo(Index i, const PathStep& step) {
    requireNext(i, numQueryTaken(), m_numQuery, step);
    while (numQueryTaken() < i) takeQuery();
  }
  void takeTemplateUpTo(Index j, const PathStep& step) {
    requireNext(j, numTemplateTaken(), m_numTemplate, step);
    while (numTemplateTaken() < j) takeTemplate();
  }
  void requireNext(Index position, Index numTaken, Index count, const PathStep& step) const {
    if (position < numTaken || position >= count)
      fail("stacking two families: the path stands at columns ", step.i + 1, " and ", step.j + 1,
           ", expected to go on among ", m_numQuery, " and ", m_numTemplate);
  }

  Index m_numQuery, m_numTemplate;
  StackColumns m_columns;
  Stack m_stack;
};

/// Adds a row of `source` whose columns stand at `places`.
void addRow(Alignment& stack, const Alignment& source, Index row, const std::vector<Index>& places) {
  AlignmentRow added = nth(source.rows, row);
  added.annotations.clear();
  added.inserts.clear();
  std::erase_if(added.notes, [](const auto& note) { return note.first == kFamilyTag; });
  added.notes.emplace_back(kFamilyTag, source.name);
  std::vector<ResidueCode> codes(static_cast<size_t>(stack.numColumns), alphabet::kGap);
  const auto first = std::find_if(places.begin(), places.end(), [](Index place) { return place >= 0; });
  Index after = first == places.end() ? 0 : *first;  // what comes before the first column stands right before it
  const auto insert = [&](ResidueCode code) {
    if (alphabet::isGap(code)) return;
    if (added.inserts.empty() || added.inserts.back().after != after)
      added.inserts.push_back({static_cast<std::int32_t>(after), {}});
    added.inserts.back().codes.push_back(asInsert(code));
  };
  auto next = nth(source.rows, row).inserts.begin();
  const auto end = nth(source.rows, row).inserts.end();
  for (Index column = 0; column <= source.numColumns; ++column) {
    for (; next != end && next->after <= column; ++next)
      for (const ResidueCode code : next->codes) insert(code);
    if (column == source.numColumns) break;
    const ResidueCode code = source.at(row, column);
    const Index place = nth(places, column);
    if (place < 0) {
      insert(code);
      continue;
    }
    nth(codes, place) = alphabet::isGap(code) ? alphabet::kGap : alphabet::upper(code);
    after = place + 1;
  }
  stack.rows.push_back(std::move(added));
  stack.codes.insert(stack.codes.end(), codes.begin(), codes.end());
}

}  // namespace

Alignment stackedFamilies(const Alignment& query, const Alignment& templ, const AlignmentPath& path,
                          StackColumns columns) {
  StackBuilder builder(query.numColumns, templ.numColumns, columns);
  for (const PathStep& step : path.steps) builder.take(step);
  const Stack places = builder.finished();
  Alignment stack;
  stack.name = query.name + " + " + templ.name;
  stack.notes = {{"#", stack.name}};
  stack.numColumns = places.numColumns;
  for (Index row = 0; row < query.numRows(); ++row) addRow(stack, query, row, places.query);
  for (Index row = 0; row < templ.numRows(); ++row) addRow(stack, templ, row, places.templ);
  for (const ColumnAnnotation& annotation : query.columnAnnotations) {
    std::string symbols(static_cast<size_t>(stack.numColumns), '-');
    for (size_t column = 0; column < annotation.symbols.size(); ++column)
      nth(symbols, places.query[column]) = annotation.symbols[column];
    stack.columnAnnotations.push_back({annotation.name, symbols});
  }
  return stack;
}

}  // namespace engine
