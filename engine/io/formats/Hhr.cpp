// HHR: search reports of HH-suite.
#include "engine/io/Format.h"
#include "engine/io/formats/HhrText.h"

namespace engine {

namespace {

constexpr const char* kHhrSample =
    "Query         first a query of three columns\n"
    "Match_columns 3\n"
    "No_of_seqs    2 out of 2\n"
    "Neff          1.5\n"
    "Searched_HMMs 10\n"
    "Date          Thu Jan  1 00:00:00 1970\n"
    "Command       hhsearch -i first.a3m -d database \n"
    "\n"
    " No Hit                             Prob E-value P-value  Score    SS Cols Query HMM  Template HMM\n"
    "  1 second the best hit of all      98.1 2.7E-05 2.7E-06   20.2   0.5    2    1-3       2-3   (4)\n"
    "  2 third                            1.0      12     1.2    0.3   0.0    1    2-2       4-4   (4)\n"
    "\n"
    "No 1\n"
    ">second the best hit of all\n"
    "Probab=98.05  E-value=2.7e-05  Score=20.25  Aligned_cols=2  Identities=50%  Similarity=0.378  Sum_probs=1.8  "
    "Template_Neff=1.600\n"
    "\n"
    "Q ss_pred             Hh.E\n"
    "Q first             1 ACkD    4 (4)\n"
    "Q Consensus         1 ac.~    3 (3)\n"
    "                      |  +\n"
    "T Consensus         2 a-.D    3 (4)\n"
    "T second            3 A-.E    4 (5)\n"
    "T ss_dssp             H-.E\n"
    "Confidence            9  8\n"
    "\n"
    "\n"
    "No 2\n"
    ">third\n"
    "Probab=0.97  E-value=12  Score=0.31  Aligned_cols=1  Identities=0%  Similarity=-0.100  Sum_probs=0.0  "
    "Template_Neff=1.000\n"
    "\n"
    "Q first             2 C    2 (4)\n"
    "Q Consensus         2 c    2 (3)\n"
    "                      .\n"
    "T Consensus         4 w    4 (4)\n"
    "T third             4 W    4 (4)\n"
    "\n"
    "\n";

class HhrFormat : public Format {
 public:
  std::string id() const override { return "hhr"; }
  std::string title() const override { return "HH-suite search report"; }
  std::string help() const override {
    return "Hits of a profile search with their alignments, as HH-suite reports them. Numbers have the printed digits.";
  }
  std::vector<std::string> suffixes() const override { return {".hhr"}; }
  int sniff(std::string_view head, std::string_view) const override {
    if (!head.starts_with("Query ")) return 0;
    return head.find("\nMatch_columns ") != std::string_view::npos ? 98 : 10;
  }
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return std::make_shared<const SearchResult>(readHhr(content, source, diagnostics, progress));
  }
  bool canWrite(const DatasetValue& value) const override { return value.as<SearchResult>() != nullptr; }
  std::string write(const DatasetValue& value) const override {
    const auto* result = value.as<SearchResult>();
    if (!result) return Format::write(value);
    return writeHhr(*result);
  }
  std::string sample() const override { return kHhrSample; }
};

}  // namespace

std::unique_ptr<const Format> makeHhr() { return std::make_unique<HhrFormat>(); }

}  // namespace engine
