// Every number of the documents in README.md beside the one that the program computes: the list itself is what is
// tested, so that it cannot say anything else. Run by itself the test prints the list with our numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/engine/documents/Numbers.h"
#include "tests/support/Files.h"

namespace document_numbers_test {

using namespace documents;

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

/// A row of a table: cells without the outer bars.
struct Row {
  std::string document;
  std::vector<std::string> cells;
};

struct List {
  std::vector<Row> numbers;       ///< section, what, value, ours, name of the computation
  std::vector<Row> notCheckable;  ///< section, value, why
  std::set<std::string> reasons;  ///< names below the tables that say why ours is another
};

std::string listText() {
  return test::readText(test::dataFile("").parent_path().parent_path() / "engine" / "documents" / "README.md");
}

List readList() {
  List list;
  std::string document;
  std::vector<Row>* rows = nullptr;
  std::istringstream text(listText());
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("## ")) document = line.substr(3);
    if (line.starts_with("- `")) list.reasons.insert(line.substr(3, line.find('`', 3) - 3));
    if (line.starts_with("|---")) continue;
    if (line.starts_with("| section | what |")) {
      rows = &list.numbers;
    } else if (line.starts_with("| section | value |")) {
      rows = &list.notCheckable;
    } else if (line.starts_with("|") && rows != nullptr) {
      rows->push_back({document, split(line.substr(1, line.size() - 2), '|')});
    } else {
      rows = nullptr;
    }
  }
  return list;
}

/// What a cell says of one number: how far ours may be from it, or on which side.
struct Stated {
  double value = 0, tolerance = 0;
  char bound = 0;  ///< '<' or '>'
  bool agrees(double ours) const {
    if (bound != 0) return bound == '<' ? ours < value : ours > value;
    return std::abs(ours - value) <= tolerance;
  }
};

/// "n*d", "0.48" (to half of its last digit), "0.9 ± 0.1", "d ± 5 %", "< 0.001", "> 1".
Stated stated(std::string text, const Sizes& letters) {
  Stated found;
  std::string tolerance;
  const std::string plusMinus = "±";
  if (const size_t at = text.find(plusMinus); at != std::string::npos) {
    tolerance = trimmed(text.substr(at + plusMinus.size()));
    text = trimmed(text.substr(0, at));
  }
  if (text.starts_with("<") || text.starts_with(">")) {
    found.bound = text[0];
    text = trimmed(text.substr(1));
  }
  found.value = evaluateFormula(text, letters);
  std::smatch digits;
  if (tolerance.ends_with("%"))
    found.tolerance = std::abs(found.value) * std::stod(tolerance) / 100;
  else if (!tolerance.empty())
    found.tolerance = std::stod(tolerance);
  else if (std::regex_match(text, digits, std::regex(R"(-?\d+\.(\d+))")))
    found.tolerance = 0.5 * std::pow(10, -double(digits[1].length())) * (1 + 1e-9);
  else
    found.tolerance = 1e-9 * std::max(1.0, std::abs(found.value));
  return found;
}

/// Whether all numbers of the cell are ours.
bool agree(const std::string& cell, const Found& found) {
  const std::vector<std::string> parts = split(cell, ',');
  if (parts.size() != found.numbers.size()) return false;
  for (size_t k = 0; k < parts.size(); ++k)
    if (!stated(parts[k], found.letters).agrees(found.numbers[k])) return false;
  return true;
}

std::string oursText(const Found& found) {
  std::ostringstream text;
  text.precision(7);
  for (size_t k = 0; k < found.numbers.size(); ++k) text << (k == 0 ? "" : ", ") << found.numbers[k];
  return text.str();
}

void check(const Row& row, const List& list) {
  const std::string& value = row.cells[2];
  const std::string& ours = row.cells[3];
  const std::string& name = row.cells[4];
  SCOPED_TRACE(row.document + ", " + row.cells[0] + ": " + row.cells[1] + " (" + name + ")");
  const auto computation = computations().find(name);
  ASSERT_NE(computation, computations().end());
  Found found;
  ASSERT_NO_THROW(found = computation->second());
  std::cout << row.cells[0] << " | " << row.cells[1] << " | " << value << " | " << oursText(found) << '\n';
  const bool isTheirs = agree(value, found);
  if (ours == "=") {
    EXPECT_TRUE(isTheirs) << "the document has " << value << ", ours: " << oursText(found);
  } else {
    EXPECT_TRUE(agree(ours, found)) << "listed as ours: " << ours << ", found: " << oursText(found);
    EXPECT_FALSE(isTheirs) << "the list says that the document is wrong, but " << value << " is what we find";
    EXPECT_EQ(list.reasons.count(name), 1u) << "the list does not say why ours is another";
  }
}

TEST(DocumentNumbers, areThoseThatTheProgramComputes) {
  const List list = readList();
  EXPECT_FALSE(list.numbers.empty());
  std::string document;
  for (const Row& row : list.numbers) {
    if (row.document != document) std::cout << "\n" << (document = row.document) << "\n";
    ASSERT_EQ(row.cells.size(), 5u) << testing::PrintToString(row.cells);
    check(row, list);
  }
}

TEST(DocumentNumbers, everyComputationIsListed) {
  std::set<std::string> listed;
  const List list = readList();
  for (const Row& row : list.numbers) listed.insert(row.cells.at(4));
  for (const auto& [name, compute] : computations()) EXPECT_EQ(listed.count(name), 1u) << name;
  for (const std::string& name : list.reasons) EXPECT_EQ(listed.count(name), 1u) << name;
}

TEST(DocumentNumbers, thatCannotBeCheckedSayWhy) {
  const List list = readList();
  EXPECT_FALSE(list.notCheckable.empty());
  for (const Row& row : list.notCheckable) {
    ASSERT_EQ(row.cells.size(), 3u) << testing::PrintToString(row.cells);
    for (const std::string& cell : row.cells) EXPECT_FALSE(cell.empty()) << testing::PrintToString(row.cells);
  }
}

TEST(StatedNumbers, areReadWithTheirTolerance) {
  EXPECT_TRUE(stated("-0.48", {}).agrees(-0.4771));
  EXPECT_FALSE(stated("-0.48", {}).agrees(-0.4851));
  EXPECT_TRUE(stated("n*(n-1)/2", {{"n", 5}}).agrees(10));
  EXPECT_FALSE(stated("n*(n-2)/2", {{"n", 5}}).agrees(10));
  EXPECT_TRUE(stated("d ± 5 %", {{"d", 64}}).agrees(66));
  EXPECT_FALSE(stated("d ± 5 %", {{"d", 64}}).agrees(68));
  EXPECT_TRUE(stated("0.9 ± 0.1", {}).agrees(0.81));
  EXPECT_TRUE(stated("< 0.001", {}).agrees(0.0005));
  EXPECT_FALSE(stated("< 0.001", {}).agrees(0.001));
  EXPECT_FALSE(agree("1, 2", {{1}}));
}

}  // namespace document_numbers_test
