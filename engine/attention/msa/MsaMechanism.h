// What mechanisms have in common that come twice: along the rows and along the columns of an alignment.
#pragma once

#include "engine/attention/TypedMechanism.h"
#include "engine/attention/axial/AxialProduct.h"
#include "engine/attention/msa/AlignmentOnTape.h"
#include "engine/attention/msa/MsaInput.h"

namespace engine {

/// Derived as TypedMechanism says.
template <class Derived>
class MsaMechanism : public TypedMechanism<Derived> {
 public:
  explicit MsaMechanism(MsaAxis axis) : m_axis(axis) {}

  std::vector<ArrayDescription> inputs() const override { return msaInputs(); }
  ArrayBundle sampleInput() const override { return msaSample(); }
  bool usesDevice(const ArrayBundle&, const ParameterValues&) const override { return true; }
  Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const override {
    Sizes sizes = Mechanism::sizes(inputs, values);
    addHeadSizes(inputs, sizes);
    return sizes;
  }

 protected:
  bool isRow() const { return m_axis == MsaAxis::row; }

 private:
  MsaAxis m_axis;
};

}  // namespace engine
