#include "engine/models/parts/ShapeFacts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "engine/base/Error.h"

namespace engine {

namespace {

/// A model whose number of heads is known although its file does not say it.
struct KnownModel {
  Index layers, width, heads;
};
constexpr std::array kKnownModels{KnownModel{12, 768, 12}, KnownModel{24, 1024, 16}, KnownModel{30, 1024, 16},
                                  KnownModel{6, 384, 12},  KnownModel{12, 384, 12},  KnownModel{8, 512, 8},
                                  KnownModel{4, 128, 8},   KnownModel{6, 320, 20},   KnownModel{12, 480, 20},
                                  KnownModel{30, 640, 20}, KnownModel{33, 1280, 20}, KnownModel{36, 2560, 40},
                                  KnownModel{48, 5120, 40}};
constexpr Index kUsualHeadWidth = 64;

/// The number between `before` and `after` in a name, nothing when it has another form.
std::optional<Index> numberBetween(const std::string& name, const std::string& before, const std::string& after) {
  if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
    return std::nullopt;
  const char* const begin = name.data() + before.size();
  const char* const end = name.data() + name.size() - after.size();
  Index number = 0;
  const auto [rest, error] = std::from_chars(begin, end, number);
  return error == std::errc{} && rest == end && number >= 0 ? std::optional(number) : std::nullopt;
}

struct HeadCount {
  Index heads = 0;
  std::string origin;
  bool isAssumed = false;
};

/// From a contact head (1, n*H), under any prefix.
Index headsOfContactHead(const ModelWeights& weights, Index layers) {
  for (const WeightEntry& entry : weights.source->entries())
    if (entry.name.ends_with("contact_head.regression.weight") && entry.shape.size() == 2 && layers > 0 &&
        entry.shape[1] % layers == 0)
      return entry.shape[1] / layers;
  return 0;
}

HeadCount headCount(const ModelSizes& sizes, const ModelWeights& weights, Index asked) {
  if (asked > 0) return {asked, "as asked for"};
  if (const auto told = weights.facts.count("heads"); told && *told > 0)
    return {*told, weights.facts.values.at("heads").origin};
  if (const Index found = headsOfContactHead(weights, sizes.layers); found > 0) return {found, "contact head"};
  for (const KnownModel& known : kKnownModels)
    if (known.layers == sizes.layers && known.width == sizes.width)
      return {known.heads,
              "assumed for " + std::to_string(known.layers) + " layers of width " + std::to_string(known.width), true};
  return {std::max<Index>(1, sizes.width / kUsualHeadWidth),
          "assumed: one for " + std::to_string(kUsualHeadWidth) + " channels", true};
}

}  // namespace

Index layersNamed(const ModelWeights& weights, const std::string& before, const std::string& after) {
  std::set<Index> numbers;
  for (const WeightEntry& entry : weights.source->entries())
    if (const auto number = numberBetween(entry.name, before, after)) numbers.insert(*number);
  Index next = 0;
  for (const Index number : numbers) {
    if (number != next)
      fail(weights.source->name(), ": array ", before, next, after, " is missing, expected layers 0 to ",
           *numbers.rbegin());
    ++next;
  }
  return next;
}

Index lengthOf(const ModelWeights& weights, const std::string& name, Index axis) {
  const Shape* const shape = weights.shapeOf(name);
  if (!shape) fail(weights.source->name(), ": array ", name, " is missing");
  if (axis >= std::ssize(*shape))
    fail(weights.source->name(), ", array ", name, ": found shape ", shapeText(*shape), ", expected ", axis + 1,
         " or more axes");
  return (*shape)[static_cast<size_t>(axis)];
}

void settleHeads(ModelSizes& sizes, const ModelWeights& weights, Index asked) {
  const HeadCount found = headCount(sizes, weights, asked);
  if (sizes.width % found.heads != 0)
    fail(weights.source->name(), ": found ", found.heads, " heads (", found.origin, ") and a width of ", sizes.width,
         ", expected a number of heads that divides the width");
  sizes.heads = found.heads;
  sizes.headsOrigin = found.origin;
  sizes.areHeadsAssumed = found.isAssumed;
}

}  // namespace engine
