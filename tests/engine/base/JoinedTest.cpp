#include "engine/base/Joined.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

namespace joined_test {

using engine::joined;

struct Named {
  std::string name;
  std::string id() const { return name; }
};

TEST(Joined, takesWordsMembersAndWhatPointersHold) {
  EXPECT_EQ(joined(std::vector<std::string>{}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"", "b", ""}), ", b, ");
  EXPECT_EQ(joined(std::vector<Named>{{"a"}, {"b"}}, &Named::name, "|"), "a|b");
  std::vector<std::unique_ptr<const Named>> owned;
  owned.push_back(std::make_unique<const Named>(Named{"x"}));
  owned.push_back(std::make_unique<const Named>(Named{"y"}));
  EXPECT_EQ(joined(owned, &Named::id), "x, y");
  const std::map<std::string, int> counts{{"one", 1}, {"two", 2}};
  EXPECT_EQ(joined(counts, [](const auto& entry) { return entry.first; }, " "), "one two");
}

}  // namespace joined_test
