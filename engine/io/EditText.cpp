#include "engine/io/EditText.h"

#include "engine/base/Error.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

using nlohmann::json;

std::string lettersOf(const std::vector<ResidueCode>& codes) {
  std::string letters;
  letters.reserve(codes.size());
  for (const ResidueCode code : codes) letters += alphabet::letterOf(code);
  return letters;
}

std::vector<ResidueCode> codesOf(const json& letters) {
  std::vector<ResidueCode> codes;
  for (const char letter : letters.get<std::string>()) {
    codes.push_back(alphabet::codeOf(letter));
    if (codes.back() == alphabet::kInvalid) fail("'", letter, "' is no letter of a sequence");
  }
  return codes;
}

json jsonOf(const std::vector<Insert>& inserts) {
  json list = json::array();
  for (const Insert& insert : inserts) list.push_back({insert.after, lettersOf(insert.codes)});
  return list;
}

std::vector<Insert> insertsOf(const json& list) {
  std::vector<Insert> inserts;
  for (const json& insert : list) inserts.push_back({insert.at(0).get<std::int32_t>(), codesOf(insert.at(1))});
  return inserts;
}

json jsonOf(const std::vector<RowInserts>& inserts) {
  json list = json::array();
  for (const RowInserts& row : inserts) list.push_back({row.row, jsonOf(row.inserts)});
  return list;
}

std::vector<RowInserts> rowInsertsOf(const json& list) {
  std::vector<RowInserts> inserts;
  for (const json& row : list) inserts.push_back({row.at(0).get<Index>(), insertsOf(row.at(1))});
  return inserts;
}

json jsonOf(const std::vector<RowContent>& contents) {
  json list = json::array();
  for (const auto& [row, codes] : contents) {
    json annotations = json::array();
    for (const ColumnAnnotation& annotation : row.annotations)
      annotations.push_back({annotation.name, annotation.symbols});
    list.push_back({{"name", row.name},
                    {"description", row.description},
                    {"letters", lettersOf(codes)},
                    {"inserts", jsonOf(row.inserts)},
                    {"annotations", annotations},
                    {"notes", row.notes}});
  }
  return list;
}

std::vector<RowContent> contentsOf(const json& list) {
  std::vector<RowContent> contents;
  for (const json& item : list) {
    RowContent& content = contents.emplace_back();
    content.row.name = item.at("name").get<std::string>();
    content.row.description = item.at("description").get<std::string>();
    content.row.inserts = insertsOf(item.at("inserts"));
    for (const json& annotation : item.at("annotations"))
      content.row.annotations.push_back({annotation.at(0).get<std::string>(), annotation.at(1).get<std::string>()});
    content.row.notes = item.at("notes").get<std::vector<std::pair<std::string, std::string>>>();
    content.codes = codesOf(item.at("letters"));
  }
  return contents;
}

json jsonOf(const ExchangeCells& step) {
  return {{"edit", "exchange"},     {"rows", step.rows.text()}, {"begin", step.begin},
          {"middle", step.middle}, {"end", step.end},          {"inserts", jsonOf(step.inserts)}};
}
json jsonOf(const ReplaceRows& step) {
  return {{"edit", "replace rows"}, {"rows", step.rows}, {"contents", jsonOf(step.contents)}};
}
json jsonOf(const RemoveRows& step) { return {{"edit", "remove rows"}, {"rows", step.rows.text()}}; }
json jsonOf(const AddRows& step) {
  return {{"edit", "add rows"}, {"rows", step.rows.text()}, {"contents", jsonOf(step.contents)}};
}
json jsonOf(const OrderRows& step) { return {{"edit", "order rows"}, {"order", step.order}}; }
json jsonOf(const RemoveColumns& step) {
  return {{"edit", "remove columns"}, {"columns", step.columns.text()}, {"inserts", jsonOf(step.inserts)}};
}
json jsonOf(const AddColumns& step) {
  return {{"edit", "add columns"},  {"columns", step.columns.text()},  {"letters", lettersOf(step.codes)},
          {"symbols", step.symbols}, {"row symbols", step.rowSymbols}, {"inserts", jsonOf(step.inserts)}};
}

IndexRanges rangesOf(const json& text) { return IndexRanges::fromText(text.get<std::string>()); }

EditStep stepOf(const json& step) {
  const auto kind = step.at("edit").get<std::string>();
  if (kind == "exchange")
    return ExchangeCells{rangesOf(step.at("rows")), step.at("begin").get<Index>(), step.at("middle").get<Index>(),
                         step.at("end").get<Index>(), rowInsertsOf(step.at("inserts"))};
  if (kind == "replace rows")
    return ReplaceRows{step.at("rows").get<std::vector<Index>>(), contentsOf(step.at("contents"))};
  if (kind == "remove rows") return RemoveRows{rangesOf(step.at("rows"))};
  if (kind == "add rows") return AddRows{rangesOf(step.at("rows")), contentsOf(step.at("contents"))};
  if (kind == "order rows") return OrderRows{step.at("order").get<std::vector<Index>>()};
  if (kind == "remove columns") return RemoveColumns{rangesOf(step.at("columns")), rowInsertsOf(step.at("inserts"))};
  if (kind != "add columns") fail("found the edit \"", kind, "\", which nobody knows");
  return AddColumns{rangesOf(step.at("columns")), codesOf(step.at("letters")),
                    step.at("symbols").get<std::vector<std::string>>(),
                    step.at("row symbols").get<std::vector<std::vector<std::string>>>(),
                    rowInsertsOf(step.at("inserts"))};
}

}  // namespace

std::string editText(const AlignmentEdit& edit) {
  json steps = json::array();
  for (const EditStep& step : edit.steps)
    steps.push_back(std::visit([](const auto& one) { return jsonOf(one); }, step));
  // Names are out of files: bytes that are no UTF-8 become replacement characters, as in all of a session.
  return steps.dump(-1, ' ', false, json::error_handler_t::replace);
}

AlignmentEdit editFromText(const std::string& text, const std::string& source) {
  AlignmentEdit edit;
  const json steps = parseJson(text, source);
  try {
    for (const json& step : steps) edit.steps.push_back(stepOf(step));
  } catch (const json::exception& error) {
    fail(source, ": ", error.what());
  } catch (const Error& error) {
    fail(source, ": ", error.what());
  }
  return edit;
}

}  // namespace engine
