// Whatever is written can be read again, with every row, name and number that the format has room for.
#include "tests/engine/io/RoundTrip.h"

#include "engine/alignment/InsertColumns.h"
#include "engine/base/Random.h"
#include "engine/base/TextLines.h"
#include "tests/engine/io/FormatSupport.h"

using namespace engine;
using test::readAs;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace round_trip_test {

/// Makes values that no program would make, out of names, letters and numbers that a file could hold.
class ValueMaker {
 public:
  explicit ValueMaker(std::uint64_t seed) : m_random(seed) {}

  DatasetValue next() {
    switch (m_random.below(4)) {
      case 0:
        return sequences();
      case 1:
        return std::make_shared<const ProfileHmm>(profile());
      case 2:
        return std::make_shared<const SearchResult>(result());
      default:
        return std::make_shared<const Alignment>(alignment());
    }
  }

 private:
  template <class Choices>
  auto oneOf(const Choices& choices) {
    return choices[m_random.below(std::size(choices))];
  }
  bool once(std::uint64_t in) { return m_random.below(in) == 0; }

  std::string name() {
    static const std::string kNames[]{"a",
                                      "P12345",
                                      "ss_pred",
                                      "ss_bond",
                                      "sa_1",
                                      "aa_x",
                                      "ss_",
                                      "Consensus",
                                      ">b",
                                      "#c",
                                      "//",
                                      "/d",
                                      ";e",
                                      "",
                                      " ",
                                      "two words",
                                      "tab\tbed",
                                      "new\nline",
                                      "\r",
                                      "\x1b[2J",
                                      "#=GC",
                                      "CLUSTAL",
                                      "-",
                                      "a b",
                                      "a_b",
                                      "Query",
                                      "\xC3\xA9",
                                      "\xFF\xFE",
                                      "ATOM",
                                      "data_x",
                                      "# STOCKHOLM 1.0"};
    std::string text = oneOf(kNames);
    if (once(4)) text += static_cast<char>(m_random.below(256));
    if (once(20)) text.append(200, 'n');
    return text + (once(2) ? std::to_string(m_random.below(3)) : "");
  }
  std::string words() { return once(2) ? "" : name() + " " + name(); }

  std::string letters(size_t count, std::string_view choices) {
    std::string text;
    while (text.size() < count) text += oneOf(choices);
    return text;
  }
  std::vector<ResidueCode> codes(size_t count, std::string_view choices) {
    return Sequence::fromLetters("", letters(count, choices)).codes;
  }
  std::string_view letterKind() {
    static constexpr std::string_view kKinds[]{"ACDWYX", "ACDefgXBZJUO*", "-", ".-~", "acd", "ac.", "Aa-.~*x"};
    return oneOf(kKinds);
  }
  std::string symbols(size_t count) { return letters(count, once(2) ? "HEC-" : "HEC->#;. 0:*\t\n/<"); }

  DatasetValue sequences() {
    auto set = std::make_shared<SequenceSet>();
    for (std::uint64_t k = m_random.below(5); k > 0; --k)
      set->sequences.push_back({name(), words(), codes(m_random.below(70), letterKind())});
    return std::shared_ptr<const SequenceSet>(set);
  }

  Alignment alignment() {
    Alignment made;
    const auto columns = once(4) ? 0 : m_random.below(130);
    made.numColumns = static_cast<Index>(columns);
    made.name = words();
    for (std::uint64_t row = m_random.below(5); row > 0; --row) {
      made.rows.push_back({name(), words(), {}, {}, {}});
      const auto added = codes(columns, letterKind());
      made.codes.insert(made.codes.end(), added.begin(), added.end());
      for (std::int32_t after = 0; after <= made.numColumns; after += 1 + static_cast<int>(m_random.below(90)))
        if (once(2)) made.rows.back().inserts.push_back({after, codes(1 + m_random.below(4), "acdwyAC*")});
      if (once(3)) made.rows.back().annotations.push_back({name(), symbols(columns)});
      if (once(3)) made.rows.back().notes.emplace_back(name(), words());
    }
    static const std::string kTags[]{"#", "CLUSTAL", "ID", "CC", "ss_pred", ""};
    for (std::uint64_t k = m_random.below(3); k > 0; --k) made.notes.emplace_back(oneOf(kTags), words());
    static const std::string kAbout[]{"ss_pred", "ss_conf", "conservation", "RF", "ss_x y", "sa_\n", ""};
    for (std::uint64_t k = m_random.below(4); k > 0; --k)
      made.columnAnnotations.push_back({oneOf(kAbout), symbols(columns)});
    return made;
  }

  double number() {
    static constexpr double kNumbers[]{0,
                                       1,
                                       -1,
                                       0.04,
                                       1e-300,
                                       1e300,
                                       12345.678,
                                       -0.0,
                                       std::numeric_limits<double>::quiet_NaN(),
                                       std::numeric_limits<double>::infinity(),
                                       -std::numeric_limits<double>::infinity()};
    return oneOf(kNumbers);
  }

  ProfileHmm profile() {
    static constexpr double kNeffs[]{1e-300, 0.0004, 0.04, 0.05, 0.95, 1, 12.34, 1e300};
    ProfileHmm made;
    made.name = name();
    made.description = words();
    made.family = words();
    made.filterNote = words();
    made.neff = oneOf(kNeffs);
    made.background.fill(0.05);
    const size_t columns = m_random.below(150);
    for (size_t i = 0; i < columns; ++i) {
      made.emissions.emplace_back();
      made.emissions.back()[m_random.below(20)] = 0.25;
      made.emissions.back()[m_random.below(20)] += 0.75;
    }
    made.transitions.resize(columns + 1, {0, kImpossible, -0.5, kImpossible, -3, kImpossible, kImpossible});
    made.columnNeff.resize(columns + 1, {made.neff, 0, 1e300});
    made.alignmentColumn.assign(columns, once(2) ? -1 : 3);
    made.consensus = letters(columns, "axX~>#");
    made.masterLetters = letters(columns, "AX-*>#/");
    for (const char* about : {"ss_pred", "ss_conf", "sa_x", "aa_\n", "other"})
      if (once(3)) made.annotations.push_back({about, symbols(columns)});
    for (std::uint64_t k = m_random.below(3); k > 0; --k)
      made.shownSequences.emplace_back(name() + " " + words(), letters(columns, "ACx->#\n "));
    return made;
  }

  SearchResult result() {
    SearchResult made;
    made.queryName = name();
    made.queryDescription = words();
    made.numQueryColumns = 400;
    made.queryNeff = number();
    made.filterNote = words();
    made.command = words();
    made.date = words();
    for (std::uint64_t k = m_random.below(4); k > 0; --k) made.hits.push_back(hit());
    return made;
  }

  SearchHit hit() {
    SearchHit made;
    made.name = name();
    made.description = words();
    made.numColumns = 500;
    made.neff = number();
    made.identity = number();
    made.similarity = number();
    for (double* score : {&made.scores.probability, &made.scores.eValue, &made.scores.pValue, &made.scores.total,
                          &made.scores.secondaryStructure, &made.scores.sumProbabilities})
      *score = number();
    made.numPairs = static_cast<Index>(1 + m_random.below(190));
    const auto count = static_cast<size_t>(made.numPairs);
    for (Index k = 0; k < made.numPairs; ++k) made.path.steps.push_back({PairState::MM, 7 + k, 9 + k});
    if (once(5)) return made;
    HitRows& rows = made.rows;
    for (std::string* row : {&rows.query, &rows.templ, &rows.queryConsensus, &rows.templateConsensus})
      *row = letters(count, "ACx~");
    rows.queryResidues = rows.templateResidues = 600;
    if (once(9)) rows.query[0] = '\n';
    if (once(2)) rows.marks = letters(count, " |+.-=");
    if (once(2)) rows.confidence = letters(count, " 0159");
    for (auto* about : {&rows.queryAnnotations, &rows.templateAnnotations})
      for (const char* row : {"ss_pred", "ss_dssp_as_long", "ss_dssp_as_longer", "aa_x", "other", "sa_\n"})
        if (once(3)) about->emplace_back(row, symbols(count));
    return made;
  }

  Random m_random;
};

/// Formats without room for it are the only reason for not writing a value.
bool isEmpty(const DatasetValue& value) {
  if (const auto* set = value.as<SequenceSet>()) return set->sequences.empty();
  const auto* alignment = value.as<Alignment>();
  return alignment && expandInserts(*alignment).codes.empty();
}

TEST(RoundTrip, whateverIsWrittenIsReadAgainWithoutLoss) {
  int numWritten = 0;
  for (std::uint64_t round = 0; round < 1500; ++round) {
    const DatasetValue value = ValueMaker(splitMix64(round)).next();
    for (const auto& format : formats()) {
      if (!format->canWrite(value)) continue;
      std::string written;
      ASSERT_EQ(test::faultOfWriting(value, *format, written), "")
          << "round " << round << " as " << format->id() << ":\n"
          << testing::PrintToString(written.substr(0, 2000));
      ASSERT_TRUE(!written.empty() || isEmpty(value)) << "round " << round << ": refused as " << format->id();
      numWritten += !written.empty();
    }
  }
  EXPECT_GT(numWritten, 2500);
}

TEST(RoundTrip, whatHasNoRowsIsRefusedAndSaysSo) {
  for (const char* id : {"fasta", "a2m", "a3m", "clustal", "stockholm"}) {
    EXPECT_THAT([&] { test::formatWithId(id).write(test::valueOf(Alignment{})); },
                testing::ThrowsMessage<Error>(HasSubstr("written as")))
        << id;
  }
  EXPECT_THROW(test::formatWithId("fasta").write(std::make_shared<const SequenceSet>()), Error);
}

TEST(Fasta, keepsSequencesThatAreCalledLikeAnnotations) {
  const std::string text = ">ss_bond\nMKV\n>sa_1 text\nMKVLA\n>aa_\nMK\n";
  for (const char* name : {"x.fasta", "x.fa", "x", "x.txt"}) {
    ASSERT_EQ(recogniseFormat(text, name).id(), "fasta") << name;
  }
  const test::ReadResult read = readAs("fasta", text);
  ASSERT_EQ(read.as<SequenceSet>().sequences.size(), 3u);
  EXPECT_EQ(read.as<SequenceSet>().sequences[0].name, "ss_bond");
  EXPECT_THAT(read.warnings, IsEmpty());
  EXPECT_EQ(test::rewritten("fasta", text), text);
  // As an alignment too, and where a name is one that HH-suite uses but the row is none of its rows.
  EXPECT_EQ(recogniseFormat(">ss_bond\nMKV-\n>b\nMKVL\n", "x.fasta").id(), "fasta");
  EXPECT_EQ(recogniseFormat(">ss_pred\nMKVLAAG\n>b\nMKVL\n", "x.fasta").id(), "fasta");
  EXPECT_EQ(recogniseFormat(">a\nMKV\n>ss_b\nMKaV\n", "x.fasta").id(), "fasta");
}

TEST(A3m, saysWhichRowsItTakesForAnnotations) {
  const test::ReadResult read = readAs("a3m", ">ss_bond\nHHC\n>ss_pred\nHHC\n>q\nMKV\n", "x.a3m");
  EXPECT_EQ(read.as<Alignment>().numRows(), 1);
  EXPECT_EQ(read.as<Alignment>().columnAnnotations.size(), 2u);
  EXPECT_THAT(read.warnings, ElementsAre(HasSubstr("x.a3m, line 1: ss_bond is taken for a row about columns")));
  // Foreign symbols are a sign of annotation under any such name; A2M knows those of HH-suite alone.
  EXPECT_EQ(recogniseFormat(">ss_jconf\n997\n>q\nMKV\n", "x").id(), "a3m");
  EXPECT_EQ(readAs("a2m", ">ss_bond\nMKC\n>ss_pred\nHHC\n>q\nMKV\n").as<Alignment>().numRows(), 2);
}

TEST(A3m, rowsThatAreCalledLikeAnnotationsStayRows) {
  const DatasetValue value = readAs("fasta", ">ss_bond\nMKV\n>b\nM-V\n").value;
  EXPECT_EQ(test::formatWithId("a3m").write(value), ">ss-bond\nMKV\n>b\nM-V\n");
}

TEST(A3m, tabsOfColabFoldsCommentStay) {
  Alignment alignment = readAs("a3m", "#3,3\t1,1\n>q\nMKV\n").as<Alignment>();
  EXPECT_EQ(test::formatWithId("a3m").write(test::valueOf(alignment)), "#3,3\t1,1\n>q\nMKV\n");
}

TEST(Stockholm, descriptionsOfRowsOfOneNameStayWithTheirRows) {
  Alignment alignment = readAs("fasta", ">a\nMKV\n>a second\nM-V\n").as<Alignment>();
  alignment.rows[1].notes.emplace_back("AC", "P1");
  const std::string text = test::formatWithId("stockholm").write(test::valueOf(alignment));
  const Alignment again = readAs("stockholm", text).as<Alignment>();
  EXPECT_EQ(again.rows, alignment.rows);
  EXPECT_EQ(test::rewritten("stockholm", text), text);
}

TEST(Clustal, notesAndMarksOfOtherFormatsAreNoneOfIt) {
  Alignment alignment = readAs("fasta", ">a\nMKV\n>b\nM-V\n").as<Alignment>();
  alignment.notes.emplace_back("CLUSTAL", "nothing of the kind");
  alignment.notes.emplace_back("CLUSTAL", "HMMER2 multiple sequence alignment");
  alignment.columnAnnotations.push_back({"conservation", "9 8"});
  EXPECT_EQ(test::formatWithId("clustal").write(test::valueOf(alignment)),
            "CLUSTAL multiple sequence alignment\n\na      MKV\nb      M-V\n");
}

TEST(Hhm, smallNumbersOfEffectiveSequencesAreNotNone) {
  const std::string model = test::replaced(test::formatWithId("hmmer").sample(), "EFFN  1.500000", "EFFN  0.040000");
  const DatasetValue value = readAs("hmmer", model).value;
  const std::string text = test::formatWithId("hhm").write(value);
  EXPECT_THAT(text, HasSubstr("NEFF  0.040 \n"));
  EXPECT_EQ(readAs("hhm", text).as<ProfileHmm>().neff, 0.04);
}

TEST(TextLines, oldLineEndsAreReadInOnePass) {
  // Who looks for a line feed at every line needs minutes for this.
  const Index numLines = 4'000'000;
  const std::string text(static_cast<size_t>(numLines), '\r');
  Progress progress;
  TextLines lines(text, "x", progress);
  while (lines.next()) ASSERT_TRUE(lines.line().empty());
  EXPECT_EQ(lines.number(), numLines);
}

TEST(TextLines, allLineEndsGiveTheSameLines) {
  Random random(9);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> expected, found;
    std::string text;
    for (std::uint64_t line = random.below(9); line > 0; --line) {
      expected.emplace_back(random.below(4), 'x');
      // An empty line between CR and LF would be none.
      static constexpr const char* kEnds[]{"\n", "\r\n", "\r"};
      const char* end = kEnds[random.below(3)];
      if (text.ends_with('\r') && expected.back().empty() && *end == '\n') end = "\r\n";
      text += expected.back() + end;
    }
    Progress progress;
    for (TextLines lines(text, "x", progress); lines.next();) found.emplace_back(lines.line());
    ASSERT_EQ(found, expected) << testing::PrintToString(text);
  }
}

TEST(TextLines, echoedValuesAreShortAndPrintable) {
  const std::string value = "\x1b]0;title\a" + std::string(100'000, 'y');
  const std::string error = test::readError("hhm", "HHsearch 1.5\nLENG  " + value + "\n");
  EXPECT_LT(error.size(), 200u);
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
  EXPECT_THAT(error, HasSubstr("expected a whole number"));
}

}  // namespace round_trip_test
