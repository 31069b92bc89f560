#include "engine/operations/translation/TranslatorArrays.h"

#include <nlohmann/json.hpp>

#include "engine/attention/Mechanism.h"
#include "engine/base/Error.h"
#include "engine/datasets/FileNote.h"
#include "engine/io/NotedArrays.h"
#include "engine/operations/ArrayMeaning.h"

namespace engine {

namespace {

const char* const kTranslator = "translator";

/// Those texts of a list in the note that are some.
std::vector<std::string> textsOf(const nlohmann::json& note, const char* name) {
  std::vector<std::string> texts;
  if (!note.contains(name) || !note.at(name).is_array()) return texts;
  for (const nlohmann::json& text : note.at(name))
    if (text.is_string()) texts.push_back(text.get<std::string>());
  return texts;
}

KnownTranslator readTranslator(const ArrayBundle& arrays) {
  const nlohmann::json note = noteIn(arrays);
  const nlohmann::json known = note.is_object() ? note.value(kTranslator, nlohmann::json()) : nlohmann::json();
  if (!known.is_object()) fail("found no symbols of a translator, expected a file that \"train seq2seq\" wrote");
  KnownTranslator found;
  if (known.contains("task") && known.at("task").is_string()) found.task = known.at("task").get<std::string>();
  found.examples = textsOf(known, "examples");
  found.translator.source.symbols = textsOf(known, "source");
  found.translator.target.symbols = textsOf(known, "target");
  found.translator.weights = readSeq2Seq<float>(NamedWeights(arrays));
  checkTranslator(found.translator);
  if (found.translator.target.size() <= kEndToken)
    fail("found ", found.translator.target.size(), " symbols to write, expected padding, a beginning and an end");
  return found;
}

}  // namespace

ArrayBundle arraysOf(const KnownTranslator& known) {
  const nlohmann::ordered_json symbols{{"task", known.task},
                                       {"source", known.translator.source.symbols},
                                       {"target", known.translator.target.symbols},
                                       {"examples", known.examples}};
  ArrayBundle arrays = withNote(weightArrays(known.translator.weights), {{"kind", "arrays"}, {kTranslator, symbols}});
  tellAs(arrays, findMechanism("bahdanau-decoder"));
  return arrays;
}

KnownTranslator translatorOf(const Dataset& dataset) {
  return withErrorsNaming(dataset.title, [&] { return readTranslator(*dataset.as<ArrayBundle>()); });
}

}  // namespace engine
