// HHM: profile HMMs of HH-suite.
#include "engine/io/Format.h"
#include "engine/io/formats/HhmText.h"

namespace engine {

namespace {

constexpr const char* kHhmSample =
    "HHsearch 1.5\n"
    "NAME  tiny a profile of two columns\n"
    "FAM   \n"
    "LENG  2 match states, 3 columns in multiple alignment\n"
    "\n"
    "NEFF  1.5 \n"
    "SEQ\n"
    ">Consensus\n"
    "ax\n"
    ">tiny a profile of two columns\n"
    "ACl\n"
    "#\n"
    "NULL   "
    "4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t4322\t"
    "4322\t4322\t\n"
    "HMM    A\tC\tD\tE\tF\tG\tH\tI\tK\tL\tM\tN\tP\tQ\tR\tS\tT\tV\tW\tY\t\n"
    "       M->M\tM->I\tM->D\tI->M\tI->I\tD->M\tD->D\tNeff\tNeff_I\tNeff_D\n"
    "       0\t*\t*\t0\t*\t0\t*\t*\t*\t*\t\n"
    "A 1    415\t*\t*\t*\t*\t2000\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t1\n"
    "       415\t2000\t*\t0\t*\t*\t*\t1500\t1000\t0\t\n"
    "\n"
    "C 2    *\t1000\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t*\t1000\t*\t*\t*\t*\t3\n"
    "       0\t*\t*\t0\t*\t*\t*\t1500\t0\t0\t\n"
    "\n"
    "//\n";

class HhmFormat : public Format {
 public:
  std::string id() const override { return "hhm"; }
  std::string title() const override { return "HH-suite profile HMM"; }
  std::string help() const override {
    return "Profile HMM in the text format of HH-suite 3: emissions, transitions and effective numbers of sequences.";
  }
  std::vector<std::string> suffixes() const override { return {".hhm"}; }
  int sniff(std::string_view head, std::string_view) const override { return head.starts_with("HHsearch") ? 98 : 0; }
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const ProfileHmm>(readHhm(content, source, diagnostics, progress));
  }
  bool canWrite(const DatasetValue& value) const override { return value.as<ProfileHmm>() != nullptr; }
  std::string write(const DatasetValue& value) const override {
    const auto* profile = value.as<ProfileHmm>();
    if (!profile) fail("an HHM file holds a profile, found another kind of data");
    return writeHhm(*profile);
  }
  std::string sample() const override { return kHhmSample; }
};

}  // namespace

std::unique_ptr<const Format> makeHhm() { return std::make_unique<HhmFormat>(); }

}  // namespace engine
