#include "engine/attention/gradients/GradientsOf.h"

#include <cctype>
#include <charconv>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/Joined.h"
#include "engine/base/MemoryNeed.h"

namespace engine {

namespace {

/// A tape keeps every intermediate result, and the sweep back a gradient of each: about so many times what a run takes.
constexpr double kMemoryOfATape = 16;

struct NumberName {
  std::string text;  ///< as given
  std::string output;
  Shape indices;  ///< empty: all
};

/// "A[0, 2, 1]" or "A".
NumberName parse(const std::string& text) {
  const auto complain = [&] {
    fail("parameter gradient: found \"", text,
         "\", expected the name of an output, or of one number such as A[0, 2, 1]");
  };
  std::string dense;
  for (const char letter : text)
    if (!std::isspace(static_cast<unsigned char>(letter))) dense += letter;
  const size_t open = dense.find('[');
  NumberName name{text, dense.substr(0, open), {}};
  if (open == std::string::npos) return name;
  if (dense.back() != ']') complain();
  const char* place = dense.data() + open;
  const char* const end = dense.data() + dense.size() - 1;
  while (place < end) {
    Index index = 0;
    const auto [next, error] = std::from_chars(place + 1, end, index);
    if (error != std::errc{} || (next != end && *next != ',')) complain();
    name.indices.push_back(index);
    place = next;
  }
  return name;
}

std::string namesOf(const VariableBundle& variables) {
  return joined(variables, [](const auto& named) { return named.first; });
}

Variable<double> numberOf(const NumberName& name, const VariableBundle& outputs) {
  const auto found = outputs.find(name.output);
  if (found == outputs.end())
    fail("parameter gradient: found the output ", name.output, ", expected one of ", namesOf(outputs));
  const Variable<double>& output = found->second;
  if (name.indices.empty()) return sum(output);
  bool isInside = static_cast<Index>(name.indices.size()) == output.rank();
  Index flat = 0;
  for (size_t axis = 0; isInside && axis < name.indices.size(); ++axis) {
    const Index index = name.indices[axis], length = output.shape()[axis];
    isInside = index >= 0 && index < length;
    flat = flat * length + index;
  }
  if (!isInside)
    fail("parameter gradient: found ", name.text, ", expected ", output.rank(), " indices from 0 on inside the shape ",
         shapeText(output.shape()), " of ", name.output);
  return slice(reshape(output, {output.value().size()}), 0, flat, flat + 1);
}

/// The tape holds all maps, also when the mechanism itself could do without.
void requireMemoryOfTape(const Mechanism& mechanism, const ArrayBundle& inputs, const ParameterValues& values) {
  ParameterValues withMaps = completed(mechanism.parameters(), values);
  if (withMaps.contains("maps")) withMaps.set("maps", true);
  requireMemory(kMemoryOfATape * mechanism.costOf(inputs, withMaps, Precision::float64).memory,
                "the tape for gradients", "use a smaller input");
}

}  // namespace

ArrayBundle gradientsOf(const std::string& number, const Mechanism& mechanism, const ArrayBundle& inputs,
                        const ParameterValues& values, Progress& progress) {
  const NumberName name = parse(number);
  requireMemoryOfTape(mechanism, inputs, values);
  Tape<double> tape(progress);
  const RecordedMechanism recorded = recordMechanism(tape, mechanism, inputs, values, progress);
  std::vector<Variable<double>> wanted;
  for (const auto& [input, variable] : recorded.inputs) wanted.push_back(variable);
  std::vector<Array<double>> found = tape.gradients(numberOf(name, recorded.outputs), wanted);
  ArrayBundle gradients;
  size_t k = 0;
  for (const auto& [input, variable] : recorded.inputs) {
    Array<double>& gradient = found[k++];
    gradient.name = "gradient_" + input;
    gradients[gradient.name] = std::move(gradient);
  }
  return gradients;
}

}  // namespace engine
