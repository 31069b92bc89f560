// Structures for tests: the committed fragments and samples, and rigid or mirrored copies of them.
#pragma once

#include <zlib.h>

#include <Eigen/Geometry>
#include <functional>
#include <stdexcept>
#include <string>

#include "engine/structure/ReadStructure.h"
#include "tests/support/Files.h"

namespace test {

/// Content of a file, gzip unpacked.
inline std::string unpacked(const std::filesystem::path& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error("cannot open " + path.string());
  std::string content;
  char block[1 << 14];
  for (int count; (count = gzread(file, block, sizeof block)) > 0;) content.append(block, static_cast<size_t>(count));
  gzclose(file);
  return content;
}

inline engine::Structure readPdbFile(const std::filesystem::path& path) {
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  return engine::readPdb(unpacked(path), path.filename().string(), diagnostics, progress);
}

inline engine::Structure helixFragment() { return readPdbFile(dataFile("structure/helix.pdb")); }
inline engine::Structure hairpinFragment() { return readPdbFile(dataFile("structure/hairpin.pdb")); }
inline engine::Structure lactateDehydrogenase() { return readPdbFile(sampleFile("1ldm_A.pdb.gz")); }
inline engine::Structure trypsin() { return readPdbFile(sampleFile("1A0J_A.pdb.gz")); }

inline engine::Chain mapped(engine::Chain chain, const std::function<engine::Vector3(const engine::Vector3&)>& map) {
  for (engine::Residue& residue : chain.residues)
    for (engine::Atom& atom : residue.atoms) atom.position = map(atom.position);
  return chain;
}

/// Turned about a skew axis and moved by some 40 Å.
inline engine::Chain moved(const engine::Chain& chain) {
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(2.1, engine::Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
  return mapped(
      chain, [&](const engine::Vector3& p) -> engine::Vector3 { return rotation * p + engine::Vector3(30, -20, 15); });
}

inline engine::Chain mirrored(const engine::Chain& chain) {
  return mapped(chain, [](const engine::Vector3& p) { return engine::Vector3(-p.x(), p.y(), p.z()); });
}

}  // namespace test
