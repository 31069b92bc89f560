#include "engine/io/EditDataset.h"

#include <functional>

#include "engine/base/Error.h"
#include "engine/io/EditText.h"

namespace engine {

namespace {

std::uint64_t versionAfter(const Provenance& provenance, const std::string& edit) {
  return versionOf({provenance.version, std::hash<std::string>()(edit)});
}

std::shared_ptr<Alignment> copyOf(const Dataset& dataset) {
  const auto* alignment = dataset.as<Alignment>();
  if (!alignment) fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected an alignment to edit");
  return std::make_shared<Alignment>(*alignment);
}

}  // namespace

EditedDataset edited(const Dataset& before, const AlignmentEdit& edit, const std::string& undone) {
  const std::shared_ptr<Alignment> alignment = copyOf(before);
  EditedDataset result{before, applyEdit(*alignment, edit)};
  result.dataset.value = std::shared_ptr<const Alignment>(alignment);
  Provenance& provenance = result.dataset.provenance;
  const std::string text = editText(edit);
  provenance.version = versionAfter(provenance, text);
  if (!undone.empty() && !provenance.edits.empty() && provenance.edits.back() == undone)
    provenance.edits.pop_back();
  else
    provenance.edits.push_back(text);
  return result;
}

void editAgain(Dataset& dataset, const std::vector<std::string>& edits, Diagnostics& diagnostics) {
  if (edits.empty()) return;
  try {
    const std::shared_ptr<Alignment> alignment = copyOf(dataset);
    Provenance provenance = dataset.provenance;
    for (const std::string& text : edits) {
      applyEdit(*alignment, editFromText(text, "an edit of " + dataset.title));
      provenance.edits.push_back(text);
      provenance.version = versionAfter(provenance, text);
    }
    dataset.value = std::shared_ptr<const Alignment>(alignment);
    dataset.provenance = std::move(provenance);
  } catch (const Error& error) {
    diagnostics.warn(dataset.title + ": its edits by hand do not fit what was read, which is shown without them (" +
                     error.what() + ")");
  }
}

}  // namespace engine
