#include "engine/attention/se3-transformer/Se3Parameters.h"

#include "engine/base/ParameterKinds.h"

namespace engine {

std::vector<Parameter> se3Parameters() {
  const char* const irreps = "copies x degree (0 to 3) and parity (e even, o odd), such as 4x0e+2x1o";
  return {
      textParameter("irreps_in", "Irreps of the features", irreps, "4x0e+2x1o"),
      textParameter("irreps_key", "Irreps of queries and keys", irreps, "4x0e+4x1o"),
      textParameter("irreps_out", "Irreps of the output", irreps, "4x0e+2x1o"),
      countParameter("heads", "Heads H", "divides the copies of every irrep of keys and output", 2, 1, 65536),
      countParameter("lmax", "Maximal degree l", "highest degree of the spherical harmonics", 2, 0, kMaxDegree),
      numberParameter("max_radius", "Radius r_max", "", "nodes closer than this see each other, in the unit of pos", 10,
                      1e-6, 1e6),
      countParameter("basis", "Radial basis functions", "number of functions that stand for a distance", 10, 1, 1024)};
}

Se3Setting se3Setting(const ParameterValues& values) {
  const auto irreps = [&](const char* key) { return Irreps::parse(values.text(key), std::string("parameter ") + key); };
  Se3Setting setting;
  setting.in = irreps("irreps_in");
  setting.key = irreps("irreps_key");
  setting.out = irreps("irreps_out");
  setting.maxDegree = static_cast<int>(values.integer("lmax"));
  setting.maxRadius = values.real("max_radius");
  setting.basisCount = static_cast<Index>(values.integer("basis"));
  setting.heads = static_cast<Index>(values.integer("heads"));
  return setting;
}

}  // namespace engine
