// HMMER3: profile HMMs of HMMER 3, read only.
#include "engine/io/Format.h"
#include "engine/io/formats/HmmerText.h"

namespace engine {

namespace {

std::string uniformValues() {
  std::string text;
  for (size_t a = 0; a < alphabet::kNumResidues; ++a) text += "  2.99573";
  return text;
}

std::string sampleText() {
  const std::string values = uniformValues();
  const std::string inserts = "       " + values + "\n",
                    leave = "          0.10536  2.99573  2.99573  0.69315  0.69315";
  return "HMMER3/f [3.3.2 | Nov 2020]\n"
         "NAME  tiny\nACC   XX00001\nDESC  two columns\nLENG  2\nALPH  amino\nRF    no\nMM    no\nCONS  yes\nCS    "
         "yes\n"
         "MAP   yes\nNSEQ  3\nEFFN  1.500000\nCKSUM 1\nSTATS LOCAL MSV       -9.9014  0.70957\n"
         "HMM          A        C        D        E        F        G        H        I        K        L        M"
         "        N        P        Q        R        S        T        V        W        Y   \n"
         "            m->m     m->i     m->d     i->m     i->i     d->m     d->d\n"
         "  COMPO" +
         values + "\n" + inserts + leave + "  0.00000        *\n      1" + values + "      1 a - - H\n" + inserts +
         leave + "  0.69315  0.69315\n      2" + values + "      3 C - - E\n" + inserts +
         "          0.05129  2.99573        *  0.69315  0.69315  0.00000        *\n//\n";
}

class HmmerFormat : public Format {
 public:
  std::string id() const override { return "hmmer"; }
  std::string title() const override { return "HMMER3 profile HMM"; }
  std::string help() const override {
    return "Profile HMM in the text format of HMMER 3 (3/a to 3/f), read only: of a file with several models the "
           "first. "
           "Its probabilities include HMMER's priors.";
  }
  std::vector<std::string> suffixes() const override { return {".hmm"}; }
  int sniff(std::string_view head, std::string_view) const override {
    return head.starts_with("HMMER3/") || head.starts_with("HMMER2") ? 98 : 0;
  }
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const ProfileHmm>(readHmmer(content, source, diagnostics, progress));
  }
  std::string sample() const override { return sampleText(); }
};

}  // namespace

std::unique_ptr<const Format> makeHmmer() { return std::make_unique<HmmerFormat>(); }

}  // namespace engine
